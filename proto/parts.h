/*
 * Parts (docs/wire.md): how a message with long lists crosses a wire whose lines are limited, and
 * is put together again. Used by message.c only.
 */
#pragma once

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>

/*
 * Keep one part until its message comes: its lists are appended to those in `*held`. False with
 * SABOT_WIRE_ERROR when it is no object of lists, or more is held than a message may have.
 */
bool
sabot_wire_part_keep(json_t *part, json_t **held, GError **error);

/*
 * Put what is held before the members of the message's own lists (in `ok` for a reply), and let go
 * of it. False when the message has no list of such a name.
 */
bool
sabot_wire_parts_join(json_t *message, json_t **held, GError **error);
