/*
 * Whether a table needs somebody, and for what: pure functions over its view. No GTK.
 */
#pragma once

#include "proto/view.h"

/* Its game stands still until somebody rules, or comes. */
bool
sabot_table_is_stopped(const struct sabot_wire_view *view);

/* The incident to show of a table: the one that stops it, else the gravest. Borrowed, or NULL. */
struct sabot_wire_incident *
sabot_table_incident(const struct sabot_wire_view *view);

/*
 * How grave that incident is, for who looks from afar: where the pit is called play is blocked,
 * which is as grave as a high one. There must be one.
 */
enum sabot_wire_severity
sabot_table_gravity(const struct sabot_wire_view *view);

/* Since when that incident waits; SABOT_TIME_NONE: nothing does. */
int64_t
sabot_table_waits_since(const struct sabot_wire_view *view);

/* How much a table needs somebody: 0 not at all, else more with gravity (a severity's value). */
int
sabot_table_need(const struct sabot_wire_view *view);
