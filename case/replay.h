/*
 * A table at any event of its log, forwards and backwards, as its screens showed it: the view that
 * the daemon published then, veil included. One thread at a time.
 */
#pragma once

#include "book.h"
#include "proto/view.h"

struct sabot_replay;

/* Borrows the book. NULL with an error. Transferred. */
struct sabot_replay *
sabot_replay_new(struct sabot_book *book, const char *table, GError **error);
/* NULL is allowed. */
void
sabot_replay_free(struct sabot_replay *replay);

/* Veil events from number `from_n` on, as clients saw them; 0: show all as logged. */
void
sabot_replay_veil(struct sabot_replay *replay, int64_t from_n);

/* Go to just after event `n`, forwards or backwards. False with an error if there is none. */
bool
sabot_replay_seek(struct sabot_replay *replay, int64_t n, GError **error);

/* The event of the last seek; borrowed until the next one. */
const json_t *
sabot_replay_event(const struct sabot_replay *replay);

/* The number of the event that it names, if it is a ruling about one; 0: none. */
int64_t
sabot_replay_named_n(const struct sabot_replay *replay);

/*
 * The lines derived from that event, as `sabotctl audit` prints them; borrowed until the next seek.
 */
const json_t *
sabot_replay_shown(const struct sabot_replay *replay);

/*
 * The sentence of an incident that the event raised; NULL: it raised no such incident. Borrowed
 * until the next seek.
 */
const char *
sabot_replay_sentence(const struct sabot_replay *replay, int64_t incident);

/* The view of the table at that event. Transferred: sabot_record_unref(). */
struct sabot_wire_view *
sabot_replay_view(const struct sabot_replay *replay);

/*
 * The cards in excess or set aside in `round`: "8D 3C". "" when there are none, or when `round` is
 * not the round in play (between rounds: the last one). Never veiled. Transferred.
 */
char *
sabot_replay_aside(const struct sabot_replay *replay, int64_t round);

/* The view of table `name` in the state of `playback`. Transferred: sabot_record_unref(). */
struct sabot_wire_view *
sabot_replay_view_of(const char *name, const struct sabot_playback *playback, int64_t at_us);

/* Where this program's engine derives something other than what was recorded. */
struct sabot_replay_check {
	int64_t n_events, n_loads, n_rulings; /* compared */
	GPtrArray *faults;                    /* sentences (char *) */
};

/*
 * Replay the whole log of a table and compare it with what was recorded beside the events: the
 * numbers of rounds and incidents before each load and part, and the incidents named by rulings and
 * by the house log. Differences are `faults`; false only when the replay failed. Clear `ret_check`
 * after use.
 */
bool
sabot_replay_verify(struct sabot_book *book, const char *table,
		    struct sabot_replay_check *ret_check, GError **error);

/* The same for one load, found through the index. */
bool
sabot_replay_verify_load(struct sabot_book *book, const char *table, int64_t load,
			 struct sabot_replay_check *ret_check, GError **error);
void
sabot_replay_check_clear(struct sabot_replay_check *check);
