/*
 * Made periods of six tables, two of blackjack, and eight dealers: honest ones, with the mistakes
 * that people make, or with one cheat. For the test of game protection and for its figures.
 */
#pragma once

#include "report/facts.h"

enum { PROTECTION_ROUNDS = 40 /* of a load, at each table */ };

/* What somebody does, or nobody. */
enum protection_plant {
	PROTECTION_NOTHING,
	PROTECTION_COUNTER,         /* box 2 of T5 bets by the count, and hides it now and then */
	PROTECTION_GENEROUS_DEALER, /* where p3 pays wrongly he pays too much */
	PROTECTION_LATE_TABLE,      /* T2 takes bets late */
	PROTECTION_ERRING_DEALER,   /* p5 errs more often than others */
	PROTECTION_FRIEND,         /* p3 pays one player too much, and errs no other way with him */
	PROTECTION_LATE_BUT_ALIKE, /* all tables take bets late */
	PROTECTION_PAST_POSTER,    /* box 2 of T1 bets in the last moment what he knows to win */
	PROTECTION_FALSE_SHUFFLE,  /* the last load of T3 has a packet of the load before */
};

struct protection_plan {
	enum protection_plant plant;
	double rate; /* high bet, in units; cards of the packet; else a share of rounds or stakes */
	int n_loads; /* of each table */
	bool is_over; /* all loads have left the shoe */
};

/* As the test plants it. */
struct protection_plan
protection_plan_of(enum protection_plant plant);

/* The same seed makes the same. Transferred. */
struct sabot_facts *
protection_make(guint32 seed, const struct protection_plan *plan);
