/*
 * A table at any event of its log, forwards and backwards, as its screens showed it: the daemon's
 * own view of it, veil and all. One thread at a time.
 */
#pragma once

#include "book.h"
#include "proto/view.h"

struct sabot_replay;

/* Borrows the book. NULL with a sentence. Transferred. */
struct sabot_replay *
sabot_replay_new(struct sabot_book *book, const char *table, GError **error);
/* NULL is allowed. */
void
sabot_replay_free(struct sabot_replay *replay);

/* Show events from `from_n` on only as clients were shown them; 0: as they were logged. */
void
sabot_replay_veil(struct sabot_replay *replay, int64_t from_n);

/* Go to just after event `n`, wherever it is now. False with a sentence when there is none. */
bool
sabot_replay_seek(struct sabot_replay *replay, int64_t n, GError **error);

/* The event it is at; borrowed until the next seek. */
const json_t *
sabot_replay_event(const struct sabot_replay *replay);

/* What followed from it, as an audit prints it; likewise. */
const json_t *
sabot_replay_shown(const struct sabot_replay *replay);

/* What was seen then. Transferred: sabot_record_unref(). */
struct sabot_wire_view *
sabot_replay_view(const struct sabot_replay *replay);

/*
 * The cards of the round in play, or of the last one, that were in excess or set aside: "8D 3C"; ""
 * when that is not `round`. They are reported even if cards are veiled. Transferred.
 */
char *
sabot_replay_aside(const struct sabot_replay *replay, int64_t round);

/* What a table's screens showed. Transferred, likewise. */
struct sabot_wire_view *
sabot_replay_view_of(const char *name, const struct sabot_playback *playback, int64_t at_us);

/* Where the engine of today comes to something else than what the log says. */
struct sabot_replay_check {
	int64_t n_events, n_loads, n_rulings; /* looked at */
	GPtrArray *faults;                    /* sentences (char *) */
};

/*
 * Play the whole log of a table and compare with what was recorded beside the events when they
 * came: how many rounds and incidents there were before each load and part, and which incidents
 * rulings and the house log speak of. False on failure only. Clear `ret_check` after use.
 */
bool
sabot_replay_verify(struct sabot_book *book, const char *table,
		    struct sabot_replay_check *ret_check, GError **error);

/* The same for one load, reached by the index. */
bool
sabot_replay_verify_load(struct sabot_book *book, const char *table, int64_t load,
			 struct sabot_replay_check *ret_check, GError **error);
void
sabot_replay_check_clear(struct sabot_replay_check *check);
