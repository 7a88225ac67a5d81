/*
 * The last rounds of a table as they were reported: cards, money due and paid, corrections; and who
 * prepared its loads. As published: never ahead of what is committed. Main thread.
 */
#pragma once

#include "engine/table/table.h"

#include <glib.h>
#include <jansson.h>

enum {
	SABOT_ROUND_BOOK_MAX = 50,
	SABOT_PREPARED_MAX = 32,
	SABOT_ROUND_NOTES_MAX = 48, /* payments and corrections kept with a round */
};

struct sabot_round_book {
	GPtrArray *rounds;  /* of struct past_round, oldest first */
	GPtrArray *paid;    /* payments in the round in play */
	json_t *prepared;   /* the preparation steps of the load in the shoe */
	json_t *preparing;  /* those of the next load */
	json_t *loaded_at;  /* NULL: no load */
	int64_t from_round; /* the last round before that load */
};

/* A round as it is reported, written when it is: it is published later. */
struct sabot_reported_round {
	int64_t number;
	json_t *round, *stakes;
};

/* From a ROUND output. Transferred. */
struct sabot_reported_round *
sabot_reported_round_new(const struct sabot_update *update, const struct sabot_output *output);
/* A GDestroyNotify. */
void
sabot_reported_round_free(gpointer data);

/* An event with its results; all borrowed. */
struct sabot_round_note {
	const json_t *event;
	const GPtrArray *rounds; /* of struct sabot_reported_round: those that it closed */
	unsigned paid_round;     /* the round that a `paid` is for; 0 = another event, or refused */
	int64_t from_round;      /* if the event began a load: the last round before */
};

/* Make an empty book. `book` may be uninitialised. */
void
sabot_round_book_init(struct sabot_round_book *book);
/* Free the book's rounds. The struct itself is the caller's. */
void
sabot_round_book_clear(struct sabot_round_book *book);

/* Apply one event, with its results. */
void
sabot_round_book_apply(struct sabot_round_book *book, const struct sabot_round_note *note);

/*
 * The round `back` rounds before the last one, as in docs/wire.md but without its incidents, and
 * its number. New reference; NULL if it is not held.
 */
json_t *
sabot_round_book_get(const struct sabot_round_book *book, guint back, int64_t *ret_number);
