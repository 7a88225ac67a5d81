/*
 * Names behind a hub (docs/hub.md). Each daemon counts its own persons ("p3"), has a log called
 * "house" and its own shoes. If many daemons are seen as one floor, these get the daemon's name
 * after an @: "p3@east", "house@east". Tables keep their names, which are unique on a floor, unless
 * the hub renames them. Pure; the JSON it changes was read within the wire's limits.
 */
#pragma once

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>

enum { SABOT_FLOOR_NAME_MARK = '@' };

/* How a daemon's names become the floor's. */
struct sabot_floor_naming {
	const char *daemon;  /* borrowed */
	bool renames_tables; /* its tables get its name, too: "PB-01@east" */
};

/* The floor's name for `name` of the daemon `daemon`. Transferred. */
char *
sabot_floor_name(const char *name, const char *daemon);

/* The daemon's name in a name of the floor; NULL: none. Borrowed from `name`. */
const char *
sabot_floor_name_daemon(const char *name);

/* True if it is a house's log: "house", or one behind a hub. `name` may be NULL. */
bool
sabot_floor_name_is_house(const char *name);

/*
 * In a message of a daemon to its clients, replace the names of persons, the house's log and shoes,
 * and perhaps of tables, by those of the floor, at any depth.
 */
void
sabot_floor_names_widen(json_t *json, const struct sabot_floor_naming *naming);

/*
 * In a request, replace the floor's names by those of the daemon. False with SABOT_WIRE_ERROR
 * BAD_REQUEST if one belongs to another daemon.
 */
bool
sabot_floor_names_narrow(json_t *json, const struct sabot_floor_naming *naming, GError **error);

/* The name of `daemon` for `name` of the floor; otherwise `name` unchanged. Transferred. */
char *
sabot_floor_name_narrow(const char *name, const char *daemon);
