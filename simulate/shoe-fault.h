/*
 * The faults that can occur at a simulated table, and the plan of when they do. The plan belongs to
 * its owner and does nothing itself; the dealer (shoe-play.h) and the shoe act on it.
 */
#pragma once

#include "shoe-random.h"

#include <glib.h>

enum shoe_fault {
	SHOE_FAULT_NONE,
	SHOE_FAULT_WRONG_THIRD_CARD,
	SHOE_FAULT_OVERDRAW,
	SHOE_FAULT_UNREAD,
	SHOE_FAULT_REPEATED_FRAMES,
	SHOE_FAULT_LOST_FRAME,
	SHOE_FAULT_CABLE_PULL,
	SHOE_FAULT_EXTRA_CARD,
	SHOE_FAULT_MISSING_CARD,
	SHOE_FAULT_EARLY_CARD,
	SHOE_FAULT_WRONG_PAYMENT,
	SHOE_FAULT_WRONG_RESULT,
};
enum { SHOE_FAULTS = SHOE_FAULT_WRONG_RESULT + 1 };

/* What is needed to play a fault. */
enum shoe_fault_need {
	SHOE_NEEDS_SHOE,        /* only cards leaving the shoe */
	SHOE_NEEDS_DEALER,      /* a dealer that we simulate */
	SHOE_NEEDS_PUNTO_BANCO, /* and punto banco */
};

struct shoe_fault_entry {
	enum shoe_fault fault;
	unsigned round; /* 0 = as soon as possible */
};

struct shoe_fault_plan {
	GArray *entries;  /* of struct shoe_fault_entry, those not played yet */
	unsigned percent; /* of the rounds have a random fault */
};

/* The word for the command line, and a sentence for `--list-faults`. */
const char *
shoe_fault_to_string(enum shoe_fault fault);
const char *
shoe_fault_describe(enum shoe_fault fault);
enum shoe_fault_need
shoe_fault_get_need(enum shoe_fault fault);

/* Start without planned faults. `plan` may be uninitialised. */
void
shoe_fault_plan_init(struct shoe_fault_plan *plan);
/* Free the plan's entries. The struct itself is the caller's. */
void
shoe_fault_plan_clear(struct shoe_fault_plan *plan);

/*
 * Add `KIND` or `KIND@ROUND`. False with an error in `ret_why` (to be freed) if it is not a fault.
 */
bool
shoe_fault_plan_add(struct shoe_fault_plan *plan, const char *text, char **ret_why);

/*
 * Choose the fault to play in `round`, among those that `available` (the greatest need that is met)
 * allows: the first entry due, otherwise a random one with the probability `percent`, otherwise
 * NONE. An entry that is returned is removed from the plan.
 */
enum shoe_fault
shoe_fault_plan_pick(struct shoe_fault_plan *plan, unsigned round, enum shoe_fault_need available,
		     struct shoe_random *random);
