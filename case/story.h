/*
 * A round line by line: what the shoe sent, what was logged, what followed from it, what the
 * screens prompted, what people did, and each line's place in the chain.
 */
#pragma once

#include "book.h"
#include "proto/messages/lookup-messages.h"

/*
 * The story of a round (docs/disputes.md), as JSON. It goes on behind the round's end until the
 * next one begins. NULL with an error. New reference.
 */
json_t *
sabot_story_write(struct sabot_book *book, const char *table, const struct sabot_index_round *round,
		  GError **error);

/*
 * The same for clients: events from `veiled_from_n` on are of a load that is still in the shoe, and
 * reported as they were shown, without frames and hashes, which would reveal the cards. 0: none
 * are.
 */
json_t *
sabot_story_write_veiled(struct sabot_book *book, const char *table,
			 const struct sabot_index_round *round, int64_t veiled_from_n,
			 GError **error);

/*
 * Put lines that are known from elsewhere in their places by time: `lines` is a list of objects
 * with `at`, as the story's are. Borrowed.
 */
void
sabot_story_add(json_t *story, const json_t *lines);

/* A story as a record, for those who read it. Transferred; NULL when it is none. */
struct sabot_wire_story *
sabot_story_read(json_t *story);
