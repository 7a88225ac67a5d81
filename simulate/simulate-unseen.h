/*
 * A second table that does not see everything the first one does: now and then a card of a round
 * comes unread, is lost on its way, or leaves the shoe while it does not answer, and is read or put
 * back in later, or never. What it says is compared with what the first one says.
 */
#pragma once

#include "shoe-random.h"
#include "engine/table/table.h"

/* What happens to the card that is not seen. */
enum simulate_doubt_kind {
	SIMULATE_DOUBT_NONE,
	SIMULATE_DOUBT_UNREAD,  /* it comes as ?? */
	SIMULATE_DOUBT_LOST,    /* its message is lost; the next card reveals it */
	SIMULATE_DOUBT_OFFLINE, /* the shoe is silent while it comes, and then says so */
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
	int cards_before; /* cards of the round still to come before the one that is not seen */
	bool is_hidden;   /* the card has come */
	bool is_untold;   /* nobody knows of it yet */
	bool is_for_good; /* something of this load stays unknown */
	bool is_foreign;  /* the event's card has a back that is none of the load's */
	int n_never_read; /* cards of this load */
	uint64_t begun_in_round;
	struct sabot_card card;
	unsigned after_line;                     /* the line before it */
	unsigned incident;                       /* the one to be ruled on */
	unsigned last_of[SABOT_INCIDENT_CODES];  /* the last incident of each code */
	uint64_t round_of[SABOT_INCIDENT_CODES]; /* and the number of rounds closed before it */
	/* Incidents of this load that stand, by code: here, and at the table that sees all. */
	int64_t said[SABOT_INCIDENT_CODES], true_ones[SABOT_INCIDENT_CODES];
	int64_t noted[SABOT_INCIDENT_CODES]; /* so many more than the true ones are counted */
};
