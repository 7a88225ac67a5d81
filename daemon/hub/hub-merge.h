/*
 * Several daemons' answers to one question as one answer, which names each daemon that is not in
 * it. What another daemon's table is called, or what has another form than was requested, does
 * not come through. Pure, but for what the hub knows.
 */
#pragma once

#include "daemon/hub/hub-gather.h"

/* How the answers to a verb become one. */
enum sabot_hub_merging {
	SABOT_HUB_MERGE_FINDS,  /* by time, the latest first */
	SABOT_HUB_MERGE_COUNTS, /* summed */
	SABOT_HUB_MERGE_LIST,   /* one behind the other */
	SABOT_HUB_MERGE_EACH,   /* beside each other */
	SABOT_HUB_MERGE_REPORT, /* one file (hub-file.h) */
};

struct sabot_hub_merge_kind {
	const char *verb;
	enum sabot_hub_merging merging;
	const char *list;                     /* of a LIST: its name */
	const struct sabot_record_type *type; /* of each daemon's answer */
	enum { SABOT_HUB_BY_DAEMON, SABOT_HUB_BY_SHIFT, SABOT_HUB_BY_TABLE, SABOT_HUB_BY_TIME } by;
};

/* How answers to this verb are put together; NULL: they are not. */
const struct sabot_hub_merge_kind *
sabot_hub_merge_find(const char *verb);

/*
 * The answers in the floor's names, those of another form than `type` turned into errors. Their
 * `ok` are changed.
 */
void
sabot_hub_merge_check(const GPtrArray *answers, const struct sabot_record_type *type);

/* False with the first refusal when no daemon answered. */
bool
sabot_hub_merge_any(const GPtrArray *answers, GError **error);

/* Say in `ok` who answered and who did not; `missing`: who was not asked any more, or NULL. */
void
sabot_hub_merge_say(json_t *ok, const GPtrArray *answers, json_t *missing);

/* The statement about those that did not answer: an array, perhaps empty. New reference. */
json_t *
sabot_hub_merge_missing(const GPtrArray *answers);

/* All items of a list, each with its daemon. New reference. */
json_t *
sabot_hub_merge_list(const struct sabot_hub *hub, const GPtrArray *answers,
		     const struct sabot_hub_merge_kind *kind);

/* As many of them, from `from` on, as a line takes, under `name`. New reference. */
json_t *
sabot_hub_merge_page(json_t *all, const char *name, int64_t from);

/* The counts of `statistics`, summed. New reference. */
json_t *
sabot_hub_merge_counts(const GPtrArray *answers);

/* Each daemon's own answer beside the others'. New reference. */
json_t *
sabot_hub_merge_each(const GPtrArray *answers);

/*
 * The latest of what was found, at most `limit`. `ret_before` has, for each daemon that has more,
 * the place before which that is: those that are in it already and did not answer stay. New
 * reference.
 */
json_t *
sabot_hub_merge_finds(const struct sabot_hub *hub, const GPtrArray *answers, int64_t limit,
		      GHashTable *ret_before);
