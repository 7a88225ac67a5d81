/*
 * A second table that does not see everything the first one does: now and then a card of a round
 * arrives unread, is lost on its way, or leaves the shoe while the shoe does not answer, and is
 * read or put back in later, or never. Its reports are compared with those of the first table.
 */
#pragma once

#include "shoe-random.h"
#include "engine/table/table.h"

/* What happens to the unseen card. */
enum simulate_doubt_kind {
	SIMULATE_DOUBT_NONE,
	SIMULATE_DOUBT_UNREAD, /* it arrives as ?? */
	SIMULATE_DOUBT_LOST,   /* its message is lost; the next card reveals it */
	/* the shoe is silent while the card leaves, and reports that later */
	SIMULATE_DOUBT_OFFLINE,
	SIMULATE_DOUBT_KINDS,
};

/* When the doubt ends: the card is read, or put back in. */
enum simulate_doubt_end {
	SIMULATE_ENDS_BEFORE_RESULT,
	SIMULATE_ENDS_AFTER_RESULT,
	SIMULATE_ENDS_BEFORE_BETS, /* of the next round: after the payments */
	SIMULATE_ENDS_LATER,       /* after two more rounds */
	SIMULATE_ENDS_NEVER,
	SIMULATE_DOUBT_ENDS,
};

struct simulate_doubt {
	struct sabot_table table;
	struct sabot_update update;
	struct shoe_random random;
	enum simulate_doubt_kind kind;
	enum simulate_doubt_end end;
	int cards_before; /* cards of the round still to come before the unseen one */
	bool is_hidden;   /* the card has left the shoe */
	bool is_untold;   /* nobody knows about it yet */
	bool is_for_good; /* something about this load stays unknown */
	bool is_foreign;  /* the event's card has the back of another load */
	int n_never_read; /* number of cards of this load */
	uint64_t begun_in_round;
	struct sabot_card card;
	unsigned after_line;                     /* the line before it */
	unsigned incident;                       /* the incident to be ruled on */
	unsigned last_of[SABOT_INCIDENT_CODES];  /* the last incident of each code */
	uint64_t round_of[SABOT_INCIDENT_CODES]; /* and the number of rounds closed before it */
	/* Open incidents of this load, by code: here, and at the table that sees everything. */
	int64_t said[SABOT_INCIDENT_CODES], true_ones[SABOT_INCIDENT_CODES];
	int64_t noted[SABOT_INCIDENT_CODES]; /* how many more than the true ones are counted */
};
