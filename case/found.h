/*
 * The query and the results of a search in the index, in the words that the wire's `find` and
 * `sabotctl log` share (docs/wire.md). Pure.
 */
#pragma once

#include "eventlog/event-json.h"
#include "proto/messages/lookup-messages.h"
#include "store/index/index.h"

/* Where a card lay: `aside`, `punto`, `banca`, `dealer` or a box's number. False: none of these. */
bool
sabot_found_parse_lay(const char *text, int *ret_lay);

/* A round of that table, or an event outside any round. New reference. */
json_t *
sabot_found_to_json(const char *table, const struct sabot_index_round *round);

/*
 * The inverse; absent members become 0, absent money SABOT_INDEX_UNCERTAIN. Only `table` names the
 * log.
 */
void
sabot_found_read(const struct sabot_wire_found *found, struct sabot_index_round *ret_round);
