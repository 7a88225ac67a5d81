/*
 * The command line of sabot-shoe: its checked options, and its help text. Owned by the caller,
 * unchanged after parsing.
 */
#pragma once

#include "shoe-fault.h"
#include "shoe-frames.h"
#include "engine/core/card.h"

enum shoe_order {
	SHOE_RUN, /* deal */
	SHOE_SHOW_HELP,
	SHOE_SHOW_VERSION,
	SHOE_LIST_FAULTS,
};

struct shoe_options {
	enum shoe_order order;
	char *pty; /* NULL = TCP */
	guint16 tcp_port;
	const struct shoe_language *language;
	char *log; /* deal this event log's cards; NULL = shuffle */
	guint64 seed;
	int decks;             /* 0 = by the table's rules */
	unsigned behind_cards; /* 0 = suitable for the table's rules */
	unsigned card_ms;      /* interval between two cards */
	unsigned step_ms;      /* interval between two actions of a dealer */
	unsigned rounds;       /* end after this many; 0 = never. Without dealer: cards */
	bool dealer;
	char *socket; /* NULL = the default */
	char *table;
	char *as;         /* the dealer who logs in; NULL = nobody */
	gboolean is_real; /* may deal at a table that is not simulated */
	bool quiet;
	struct shoe_fault_plan plan;
};

/* False with an error in `ret_why` (to be freed). Clear the options in either case. */
bool
shoe_options_parse(struct shoe_options *options, int argc, char **argv, char **ret_why);
void
shoe_options_clear(struct shoe_options *options);

/* Print the usage on standard output. */
void
shoe_options_print_help(void);
/* Print the names of all faults on standard output. */
void
shoe_options_print_faults(void);
