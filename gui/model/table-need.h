/* Whether a table needs somebody, and for what: pure functions over its view. No GTK. */
#pragma once

#include "proto/view.h"

/* True if the game is stopped until somebody rules, or comes. */
bool
sabot_table_is_stopped(const struct sabot_wire_view *view);

/*
 * The incident to show for a table: the one that stops it, else the most serious. Borrowed, or
 * NULL.
 */
struct sabot_wire_incident *
sabot_table_incident(const struct sabot_wire_view *view);

/* How many incidents are open besides that one. */
int
sabot_table_others(const struct sabot_wire_view *view);

/*
 * The severity of that incident as shown from afar: at least high if the pit is called, because
 * play is blocked. There must be an incident.
 */
enum sabot_wire_severity
sabot_table_gravity(const struct sabot_wire_view *view);

/* True if the incident to show is that the pit is called. There must be one. */
bool
sabot_table_is_called(const struct sabot_wire_view *view);

/* True if nothing can be said about the round: the table is quarantined, or its daemon away. */
bool
sabot_table_is_unknown(const struct sabot_wire_view *view);

/* Since when that incident has been waiting; SABOT_TIME_NONE if there is none. */
int64_t
sabot_table_waits_since(const struct sabot_wire_view *view);

/*
 * How urgently a table needs somebody: 0 not at all, otherwise higher with gravity (a severity's
 * value).
 */
int
sabot_table_need(const struct sabot_wire_view *view);

/* True if the table has a shoe, and it does not work. */
bool
sabot_table_is_shoe_down(const struct sabot_wire_view *view);

/* True if the table's shoe is down, or is not known to work. */
bool
sabot_table_has_shoe_trouble(const struct sabot_wire_view *view);

/* True if the table's name has no room beside a badge on a small tile. */
bool
sabot_table_has_long_name(const struct sabot_wire_view *view);
