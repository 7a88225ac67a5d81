/*
 * The state of a table and what must happen next there, with the reason. Read off the table's
 * state, so a replay gives the same. What the dealer says with it: call.h; what he pays: payout.h.
 */
#pragma once

#include "engine/core/event.h"

struct sabot_table;

enum sabot_phase {
	SABOT_PHASE_NO_LOAD,
	SABOT_PHASE_BURN,
	SABOT_PHASE_BETTING,
	SABOT_PHASE_DEALING,
	SABOT_PHASE_DECIDING,
	SABOT_PHASE_DECIDED,
	SABOT_PHASE_RULING,
	SABOT_PHASE_AFTER_CUT, /* the load is over */
};

enum sabot_prompt_kind {
	SABOT_PROMPT_LOAD,
	SABOT_PROMPT_BURN,
	SABOT_PROMPT_BETS,
	SABOT_PROMPT_DEAL,
	SABOT_PROMPT_PLAY,
	SABOT_PROMPT_INSURANCE,
	SABOT_PROMPT_DRAW,
	SABOT_PROMPT_RESULT,
	SABOT_PROMPT_RULING,
	SABOT_PROMPT_UNLOAD,
	SABOT_PROMPT_READ, /* which card was it? or, with no incident: what is due is not known */
};

/* There is no card, it was not read or is not shown yet, or it does not matter now. */
enum { SABOT_TOTAL_UNKNOWN = -1 };

/* What a prompt rests on. Each number is SABOT_TOTAL_UNKNOWN unless everybody may see it. */
struct sabot_prompt_why {
	const char *rule;  /* id of docs/rules.md; "" = none, a ruling says so */
	int punto, banca;  /* points */
	int third;         /* value of punto's third card, where banca goes by it */
	int player;        /* total of the hand that the prompt is about */
	int dealer;        /* total; of his first card alone while players act */
	bool soft;         /* player's, or without it dealer's, counts an ace as 11 */
	bool is_blackjack; /* dealer's total is one */
};

/* What must happen next. `who` PLAYER: see box and hand. */
struct sabot_prompt {
	enum sabot_prompt_kind kind;
	enum sabot_owner who;
	int box, hand;
	int total;                /* of `who`, as the cards lie: may not be shown yet */
	int left_cards;           /* BURN: how many more */
	bool last_round;          /* no round of this load after this one */
	enum sabot_winner winner; /* RESULT; may not be shown yet */
	unsigned incident;        /* RULING, READ: the one that waits for an answer; READ: or 0 */
	uint32_t can;             /* PLAY: bit n = enum sabot_action n is allowed */
	struct sabot_prompt_why why;
};

/* The table's phase, computed from its state. */
enum sabot_phase
sabot_table_phase(const struct sabot_table *table);

/*
 * No round of the load in the shoe may follow: the cut card allows none, or the pack is to be
 * shuffled (FA-02).
 */
bool
sabot_table_load_is_over(const struct sabot_table *table);

/* Fill in what must happen next. Pure: the table is not changed. */
void
sabot_table_prompt(const struct sabot_table *table, struct sabot_prompt *ret_prompt);

/* The word on the wire. Static. */
const char *
sabot_phase_to_string(enum sabot_phase phase);
/* The word on the wire. Static. */
const char *
sabot_prompt_kind_to_string(enum sabot_prompt_kind kind);

struct sabot_load;

/* More cards are to be burned, as far as is known: what was lost counts as burned. */
bool
sabot_load_burn_goes_on(const struct sabot_load *load);
