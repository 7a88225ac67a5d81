/*
 * What connections look up in the log (docs/wire.md), and how far they see. On the thread of
 * lookup.h.
 */
#pragma once

#include "lookup.h"

#include "case/story-bytes.h"

sabot_lookup_work_fn sabot_lookup_find;                         /* lookup-find.c */
sabot_lookup_work_fn sabot_lookup_story, sabot_lookup_replay;   /* lookup-replay.c */
sabot_lookup_work_fn sabot_lookup_verify, sabot_lookup_what_if; /* lookup-what-if.c */
sabot_lookup_work_fn sabot_lookup_case;                         /* lookup-case.c */

/* How far a log may be seen. */
struct sabot_lookup_scope {
	const struct sabot_lookup_source *place; /* borrowed */
	int64_t log_id;
	int64_t veiled_from_n; /* events from this one on are veiled; 0: none is */
};

/* False with an error where the table has no log yet. */
bool
sabot_lookup_see(struct sabot_book *book, const struct sabot_lookup_source *place,
		 struct sabot_lookup_scope *ret_sight, GError **error);

/* That of the table which the arguments name; it is one of the lookup's. */
bool
sabot_lookup_see_table(struct sabot_book *book, const struct sabot_lookup *lookup,
		       struct sabot_lookup_scope *ret_sight, GError **error);

/* Arguments, as sabot_wire_request_get_integer() and …_string() read them; none of them needed. */
bool
sabot_lookup_get_integer(const struct sabot_lookup *lookup, const char *name, int64_t *ret_number,
			 GError **error);
bool
sabot_lookup_get_string(const struct sabot_lookup *lookup, const char *name, const char **ret_text,
			GError **error);

/* The round that the arguments name by `round` or `incident`. */
bool
sabot_lookup_get_round(struct sabot_book *book, const struct sabot_lookup *lookup,
		       const struct sabot_lookup_scope *scope, struct sabot_index_round *ret_round,
		       GError **error);

/* The journal of the table's shoe, for rounds that are not veiled. False: it has none. */
bool
sabot_lookup_get_journal(const struct sabot_lookup *lookup,
			 struct sabot_story_journal *ret_journal);

/* Always false: the argument is wrong. */
bool
sabot_lookup_refuse(const char *why, GError **error);
