/*
 * What is called what behind a hub (docs/hub.md). Each daemon counts its own persons ("p3"), has a
 * log called "house" and shoes of its own; where many of them are seen as one floor, these get the
 * daemon's name behind an @: "p3@east", "house@east". Tables keep their names, which are unique on
 * a floor. Pure; what it changes was read within the wire's limits.
 */
#pragma once

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>

enum { SABOT_FLOOR_NAME_MARK = '@' };

/* `name` of the daemon `daemon`, as the floor calls it. Transferred. */
char *
sabot_floor_name(const char *name, const char *daemon);

/* The daemon's name in one of the floor; NULL: there is none. Borrowed from `name`. */
const char *
sabot_floor_name_daemon(const char *name);

/* True if it is a house's log: "house", or one behind a hub. `name` may be NULL. */
bool
sabot_floor_name_is_house(const char *name);

/*
 * In a message of `daemon` to its clients: name persons, the house's log and shoes as the floor
 * does, at any depth.
 */
void
sabot_floor_names_widen(json_t *json, const char *daemon);

/*
 * In a request: name them as `daemon` does. False with SABOT_WIRE_ERROR BAD_REQUEST where one
 * belongs to another daemon.
 */
bool
sabot_floor_names_narrow(json_t *json, const char *daemon, GError **error);

/* `name` of the floor as `daemon` knows it; else as it is. Transferred. */
char *
sabot_floor_name_narrow(const char *name, const char *daemon);
