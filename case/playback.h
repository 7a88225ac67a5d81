/*
 * Replays a table's log through the rules: from the beginning of a part, or from a load on with the
 * help of the index. Each event is shown before and after it is applied. Reads only.
 */
#pragma once

#include "eventlog/derive.h"
#include "store/index/index.h"
#include "store/log/walk.h"

#define SABOT_CASE_ERROR (sabot_case_error_quark())
GQuark
sabot_case_error_quark(void);

enum sabot_case_error {
	SABOT_CASE_ERROR_UNKNOWN, /* no such table, part, load, round … */
	SABOT_CASE_ERROR_VEILED,  /* its cards are still in the shoe */
	SABOT_CASE_ERROR_FAILED,  /* the log cannot be replayed: the message gives the reason */
};

struct sabot_playback;

/* The event at the head; all members are borrowed until the next one. */
struct sabot_playback_event {
	const struct sabot_log_record *record;
	const struct sabot_chain_hash *hash; /* NULL: from before the chain */
	json_t *object;                      /* the line */
	/* the same event; changes made by `before` are applied */
	struct sabot_event event;
};

/* Callbacks return false to stop. `before` may be NULL; an event it stops at is not applied. */
struct sabot_playback_player {
	bool (*before)(struct sabot_playback *playback, struct sabot_playback_event *event,
		       void *data);
	bool (*after)(struct sabot_playback *playback, const struct sabot_playback_event *event,
		      void *data);
	void *data;
};

struct sabot_playback {
	struct sabot_db *db;    /* borrowed */
	/* borrowed; NULL: loads are reached from the beginning of their part */
	struct sabot_db *index;
	char *profiles_dir;     /* or NULL */
	char *table;
	int64_t log_id;
	struct sabot_derive *derive; /* NULL until the first event of a part */
	int64_t n;                   /* the last event that was applied */
	struct sabot_event_buffer buffer;
	char *forced_profile; /* instead of the part's; NULL: the part's */
	/* KEY=VALUE lines on top of the part's; NULL: the rules as recorded */
	char *forced_set;
};

/* NULL with an error if there is no log of that table. Transferred. */
struct sabot_playback *
sabot_playback_new(struct sabot_db *db, struct sabot_db *index, const char *table,
		   const char *profiles_dir, GError **error);
/* NULL is allowed. */
void
sabot_playback_free(struct sabot_playback *playback);

/* Go to the beginning of the part that event `n` is in. */
bool
sabot_playback_seek_part(struct sabot_playback *playback, int64_t n, GError **error);

/* Go to just before load `load`, or, if the index does not have it, to some place before. */
bool
sabot_playback_seek_load(struct sabot_playback *playback, int64_t load, GError **error);

/* Go to some place before event `n`, as near as the index allows. */
bool
sabot_playback_seek_before(struct sabot_playback *playback, int64_t n, GError **error);

/*
 * From the next seek on use other rules: a profile, or NULL for that of each part, with the
 * KEY=VALUE lines `set` on top.
 */
void
sabot_playback_force_rules(struct sabot_playback *playback, const char *profile, const char *set);

/*
 * Replay up to before event `to_n`. At the beginning of a part its rules take effect. False on
 * failure only.
 */
bool
sabot_playback_play(struct sabot_playback *playback, int64_t to_n,
		    const struct sabot_playback_player *player, GError **error);

/* The update of the last event; borrowed until the next one. */
const struct sabot_update *
sabot_playback_update(const struct sabot_playback *playback);

/*
 * The number of the event that the line `of` names of a ruling that was just applied. 0: none is
 * named, or none before it.
 */
int64_t
sabot_playback_named_n(const struct sabot_playback *playback,
		       const struct sabot_playback_event *event);

/* The table's state at the head; borrowed until the next event. NULL before the first. */
const struct sabot_table *
sabot_playback_table(const struct sabot_playback *playback);
