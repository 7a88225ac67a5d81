/*
 * The state of a simulated table (shoe-table.h), shared by all of its parts, with what each of them
 * does with it: print for the people who watch, and queue events for the daemon.
 */
#pragma once

#include "shoe-frames.h"
#include "shoe-options.h"
#include "shoe-pack.h"
#include "proto/client.h"

enum {
	SHOE_ANSWER_MS = 2000, /* a card that was not seen by then is sent again */
	SHOE_CABLE_OUT_MS = 1200,
	SHOE_LINGER_MS = 10000,  /* how long the last message may stay unconfirmed */
	SHOE_READ_AS_STEPS = 3,  /* steps for a dealer to key in an unread card */
	SHOE_RULING_STEPS = 8,   /* steps for a pit boss to decide, before the dealer continues */
	SHOE_SAY_AGAIN_MAX = 60, /* a daemon whose disk stalls sees a card late */
	SHOE_REFUSED_MS = 500,   /* nothing is tried again before */
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
	int64_t next_us;   /* nothing is done before this time */
	int64_t done_us;   /* when everything was dealt; 0 = not yet */
	bool pull_next;    /* the cable is pulled before anything else */
	int64_t replug_us; /* 0 = the cable is in */
	unsigned n_cards;  /* drawn since the program began */
	bool error_shown;  /* the shoe is in error until the next card */
	bool was_attached;

	/* the dealer */
	struct sabot_client *client; /* NULL = no dealer */
	char *pin;                   /* of the dealer; NULL: nobody logs in */
	bool is_prepared;            /* logged in, with the table's rules known */
	bool has_failed;             /* the person cannot log in, or may not deal */
	unsigned refusals;           /* number of refused events in a row */
	int decks;                   /* in a fresh load */
	unsigned cut_min_cards;      /* smallest number of cards behind the cut card; 0 = any */
	GCancellable *cancellable;
	struct sabot_wire_view *view; /* NULL = not seen yet */
	GQueue todo;                  /* of json_t: events to send; NULL = a pause */
	/* event of the shoe that the daemon must see first; or NULL */
	const char *awaited;
	int64_t awaited_us;           /* since when */
	int64_t awaited_seen;         /* cards that the daemon had seen before that */
	unsigned said_again;
	bool is_asking;   /* a request is pending */
	int64_t needed_n; /* the view is outdated until it has this n */

	/* the round */
	unsigned round;
	unsigned rounds_done;
	enum shoe_fault fault;
	/* for a fault of the shoe: number of cards of the round before it */
	unsigned fault_after_cards;
	bool bets_said;
	unsigned close_tries; /* how often "no more bets" was sent in this round */
	bool called_ruling;
	struct sabot_card unread; /* the card that the shoe could not read */
};

/* End, because the person cannot log in, or the table may not be dealt at. */
void
shoe_table_fail(struct shoe_table *table);

/* The number of cards of this load that the daemon has reported as seen. */
int64_t
shoe_table_seen(const struct shoe_table *table);

/* Print for the people who watch: a line that begins with the table's name. */
void
shoe_table_print(const struct shoe_table *table, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* As shoe_table_print(), for a fault, which is then over. */
void
shoe_table_print_fault(struct shoe_table *table, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Queue an event for the daemon. `event` is transferred. */
void
shoe_table_queue(struct shoe_table *table, json_t *event);

/* Queue a pause of `steps` moments. */
void
shoe_table_queue_pause(struct shoe_table *table, unsigned steps);
