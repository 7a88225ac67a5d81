/*
 * What a find in the index asks for and comes to, in the words that the wire's `find` and
 * `sabotctl log` share (docs/wire.md). Pure.
 */
#pragma once

#include "eventlog/event-json.h"
#include "proto/messages/lookup-messages.h"
#include "store/index/index.h"

/* Where a card lay: `aside`, `punto`, `banca`, `dealer` or a box's number. False: none of these. */
bool
sabot_found_parse_lay(const char *text, int *ret_lay);

/* A round, or an event that is in none, of that table. New reference. */
json_t *
sabot_found_to_json(const char *table, const struct sabot_index_round *round);

/* The other way; what is absent is 0, money SABOT_INDEX_UNCERTAIN. Only `table` names the log. */
void
sabot_found_read(const struct sabot_wire_found *found, struct sabot_index_round *ret_round);
