/*
 * The state of a simulated table (shoe-table.h), which all parts of its work share, and what each
 * of them does with it: print for the people who watch, and queue what the daemon is to be sent.
 */
#pragma once

#include "shoe-frames.h"
#include "shoe-options.h"
#include "shoe-pack.h"
#include "proto/client.h"

enum {
	SHOE_ANSWER_MS = 2000, /* a card not seen by then is said again */
	SHOE_CABLE_OUT_MS = 1200,
	SHOE_LINGER_MS = 10000,  /* what was said last may stay unconfirmed so long */
	SHOE_READ_AS_STEPS = 3,  /* a dealer takes to key in an unread card */
	SHOE_RULING_STEPS = 8,   /* a pit boss takes to decide, before the dealer goes on */
	SHOE_SAY_AGAIN_MAX = 60, /* a daemon whose disk stalls sees a card late */
	SHOE_REFUSED_MS = 500,   /* nothing is tried before */
	SHOE_REFUSALS_MAX = 3,   /* in a row */
};

struct shoe_table {
	const struct shoe_options *options; /* borrowed */
	struct shoe_fault_plan *plan;       /* borrowed */
	GMainLoop *loop;
	guint timer;
	struct shoe_line *line;
	struct shoe_frames frames;
	struct shoe_pack pack;
	struct shoe_random random;
	int64_t next_us;   /* nothing is done before */
	int64_t done_us;   /* since when all is dealt; 0 = it is not */
	bool pull_next;    /* the cable goes out before anything else is done */
	int64_t replug_us; /* 0 = the cable is in */
	unsigned n_cards;  /* drawn since the program began */
	bool error_shown;  /* the shoe is in error until the next card */
	bool was_attached;

	/* the dealer */
	struct sabot_client *client; /* NULL = no dealer */
	char *pin;                   /* of the person who deals; NULL: nobody logs in */
	bool is_prepared;            /* logged in, and the table's rules are known */
	bool has_failed;             /* the person cannot log in, or may not deal */
	unsigned refusals;           /* of events, in a row */
	int decks;                   /* in a fresh load */
	unsigned cut_min_cards;      /* least number of cards behind the cut card; 0 = any */
	GCancellable *cancellable;
	struct sabot_wire_view *view; /* NULL = not seen yet */
	GQueue todo;                  /* of json_t: events to be; NULL = take a moment */
	const char *awaited;          /* the shoe's event that the daemon must have seen; or NULL */
	int64_t awaited_us;           /* since when */
	int64_t awaited_seen;         /* cards that the daemon had seen before it */
	unsigned said_again;
	bool is_asking;   /* a request is under way */
	int64_t needed_n; /* the view is older than what we did until it has this n */

	/* the round */
	unsigned round;
	unsigned rounds_done;
	enum shoe_fault fault;
	unsigned fault_after_cards; /* a fault of the shoe: so many cards of the round come first */
	bool bets_said;
	unsigned close_tries; /* "no more bets" was said so often in this round */
	bool called_ruling;
	struct sabot_card unread; /* what the card was that the shoe could not read */
};

/* End: the person cannot log in, or the table may not be dealt at. */
void
shoe_table_fail(struct shoe_table *table);

/* The cards of this load that the daemon says it has seen. */
int64_t
shoe_table_seen(const struct shoe_table *table);

/* Print for the people who watch: a line that begins with the table's name. */
void
shoe_table_print(const struct shoe_table *table, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* The same for a fault, and it is over. */
void
shoe_table_print_fault(struct shoe_table *table, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Something to be said to the daemon later, in order. `event` is transferred. */
void
shoe_table_queue(struct shoe_table *table, json_t *event);

/* Let `steps` moments pass in between. */
void
shoe_table_queue_pause(struct shoe_table *table, unsigned steps);
