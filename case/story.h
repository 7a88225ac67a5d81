/*
 * A round line by line: what the shoe sent, what was logged, what was derived from it, what the
 * screens prompted, what people did, and each line's position in the chain.
 */
#pragma once

#include "book.h"
#include "concerned.h"
#include "proto/messages/lookup-messages.h"

/*
 * The story of a round (docs/disputes.md), as JSON. It continues after the round's end until the
 * next one begins. NULL with an error. New reference.
 */
json_t *
sabot_story_write(struct sabot_book *book, const char *table, const struct sabot_index_round *round,
		  GError **error);

/* What a story leaves out. */
struct sabot_story_limits {
	/*
	 * Events from this one on belong to a load that is still in the shoe. They are reported as
	 * they were shown, without frames and hashes, which would reveal the cards. 0: none.
	 */
	int64_t veiled_from_n;
	/* Of the house log, only what a case file of these persons' load shows. NULL: all. */
	const struct sabot_concerned *concerned;
};

/* As sabot_story_write(), within limits: for clients and case files. */
json_t *
sabot_story_write_limited(struct sabot_book *book, const char *table,
			  const struct sabot_index_round *round,
			  const struct sabot_story_limits *limits, GError **error);

/*
 * Insert lines from other sources at their places by time: `lines` is a list of objects with `at`,
 * like the story's. Borrowed.
 */
void
sabot_story_add(json_t *story, const json_t *lines);

/* A story as a typed record. Transferred; NULL if the JSON is not a story. */
struct sabot_wire_story *
sabot_story_read(json_t *story);
