/*
 * A simulated table: the shoe with its line, and in front of it, if wanted, a dealer who asks
 * sabotd what the rules demand and does that. Thread: the default main context's.
 *
 * The work is cut in: shoe-table.c (the clockwork, the daemon's connection), shoe-draw.c (a card
 * leaves the shoe, faults of the shoe included), shoe-round.c (what a dealer does next, faults of
 * the dealer included), shoe-play.c (how players play), shoe-log.c (a recorded log's events).
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

/*
 * NULL with an error when the line or the log cannot be opened. Options are borrowed. `pin` is
 * that of `options->as`, transferred; NULL when that is NULL.
 */
struct shoe_table *
shoe_table_new(struct shoe_options *options, char *pin, GError **error);
void
shoe_table_free(struct shoe_table *table);

/* The cards of this load that the daemon says it has seen. */
int64_t
shoe_table_seen(const struct shoe_table *table);

/*
 * Deal until the rounds are done or shoe_table_stop() is called. False
 * when the person could not log in, which is reported on standard error.
 */
bool
shoe_table_run(struct shoe_table *table);
void
shoe_table_stop(struct shoe_table *table);

/* Print for the people who watch: a line that begins with the table's name. */
void
shoe_table_print(const struct shoe_table *table, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* The same for a fault, and it is over. */
void
shoe_table_print_fault(struct shoe_table *table, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* shoe-prepare.c: log in, and ask for the table's rules; then `is_prepared` is set. */
void
shoe_table_prepare(struct shoe_table *table);

/* Something to be said to the daemon later, in order. `event` is transferred. */
void
shoe_table_queue(struct shoe_table *table, json_t *event);
/* Let `steps` moments pass in between. */
void
shoe_table_queue_pause(struct shoe_table *table, unsigned steps);

/* shoe-draw.c: draw the next card, or the cut card if that is next. False: the shoe is empty. */
bool
shoe_table_draw(struct shoe_table *table);
/* A given card, of a log, leaves the shoe; and the cut card. */
void
shoe_table_show_card(struct shoe_table *table, struct sabot_card card);
void
shoe_table_show_cut_card(struct shoe_table *table);
/* Play a fault of the shoe's load (a card too many or too few), if that is the fault. */
void
shoe_table_spoil_load(struct shoe_table *table);
/* Pull the cable; and put it back when it is time. */
void
shoe_table_pull_cable(struct shoe_table *table);
void
shoe_table_look_after_cable(struct shoe_table *table);

/* shoe-round.c: do what the view's prompt asks for. */
void
shoe_table_go_on(struct shoe_table *table);
/* A round was settled: pay the winners. `out` = the derived lines. */
void
shoe_table_pay(struct shoe_table *table, const json_t *out);
/* An unread card was flagged: key it in after a while. */
void
shoe_table_read_as(struct shoe_table *table, int64_t incident);

/* shoe-log.c: queue the events of a log. */
bool
shoe_table_queue_log(struct shoe_table *table, const char *path, GError **error);
