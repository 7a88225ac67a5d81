/*
 * A table's log, played through the rules again: from the beginning of a part, or from a load on
 * with the help of the index. Each event is seen before it is applied and after. Reads only.
 */
#pragma once

#include "eventlog/derive.h"
#include "store/index/index.h"
#include "store/log/walk.h"

#define SABOT_CASE_ERROR (sabot_case_error_quark())
GQuark
sabot_case_error_quark(void);

enum sabot_case_error {
	SABOT_CASE_ERROR_UNKNOWN, /* there is no such table, part, load, round … */
	SABOT_CASE_ERROR_VEILED,  /* its cards are still in the shoe */
	SABOT_CASE_ERROR_FAILED,  /* the log cannot be played: the sentence says why */
};

struct sabot_playback;

/* An event at the head; all of it is borrowed until the next one. */
struct sabot_playback_event {
	const struct sabot_log_record *record;
	const struct sabot_chain_hash *hash; /* NULL: from before the chain */
	json_t *object;                      /* the line */
	struct sabot_event event;            /* the same; what `before` changes is applied */
};

/* Return false to stop. `before` may be NULL; of an event it stops at nothing is applied. */
struct sabot_playback_player {
	bool (*before)(struct sabot_playback *playback, struct sabot_playback_event *event,
		       void *data);
	bool (*after)(struct sabot_playback *playback, const struct sabot_playback_event *event,
		      void *data);
	void *data;
};

struct sabot_playback {
	struct sabot_db *db;    /* borrowed */
	struct sabot_db *index; /* borrowed; NULL: loads are reached from their part's beginning */
	char *profiles_dir;     /* or NULL */
	char *table;
	int64_t log_id;
	struct sabot_derive *derive; /* NULL until the first event of a part */
	int64_t n;                   /* the last event that was applied */
	struct sabot_event_buffer buffer;
	char *forced_profile; /* instead of the part's; NULL: the part's */
	char *forced_set;     /* KEY=VALUE lines behind the part's; NULL: the rules as recorded */
};

/* NULL with an error when there is no log of that table. Transferred. */
struct sabot_playback *
sabot_playback_new(struct sabot_db *db, struct sabot_db *index, const char *table,
		   const char *profiles_dir, GError **error);
/* NULL is allowed. */
void
sabot_playback_free(struct sabot_playback *playback);

/* Go to the beginning of the part that event `n` is in. */
bool
sabot_playback_seek_part(struct sabot_playback *playback, int64_t n, GError **error);

/* Go to just before load `load`, or, where the index does not know it, to some place before. */
bool
sabot_playback_seek_load(struct sabot_playback *playback, int64_t load, GError **error);

/* Go to a place before event `n`, as near as the index knows one. */
bool
sabot_playback_seek_before(struct sabot_playback *playback, int64_t n, GError **error);

/*
 * From the next seek on the table goes by other rules: a profile, or NULL for that of each part,
 * with `set` behind what overrules it.
 */
void
sabot_playback_force_rules(struct sabot_playback *playback, const char *profile, const char *set);

/*
 * Play up to before event `to_n`. Where a new part begins, its rules hold. False on failure only.
 */
bool
sabot_playback_play(struct sabot_playback *playback, int64_t to_n,
		    const struct sabot_playback_player *player, GError **error);

/* What the last event yielded; borrowed until the next one. */
const struct sabot_update *
sabot_playback_update(const struct sabot_playback *playback);

/* The table as the head has it; borrowed until the next event. NULL before the first. */
const struct sabot_table *
sabot_playback_table(const struct sabot_playback *playback);
