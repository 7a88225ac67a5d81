/*
 * The effect of a remedy before it is applied, as ids and sentences in the user's language. Results
 * of `char *` are transferred.
 */
#pragma once

#include "engine/core/event.h"

enum sabot_effect {
	SABOT_EFFECT_NOTHING,
	SABOT_EFFECT_REFUSED,      /* `why`: it cannot be applied now */
	SABOT_EFFECT_HIDDEN,       /* depends on cards that are not shown yet */
	SABOT_EFFECT_WANTS_CARD,   /* the card must be named first */
	SABOT_EFFECT_ROUND_VOID,   /* `round` */
	SABOT_EFFECT_ROUND_CLOSED, /* `round`: as dealt */
	SABOT_EFFECT_ROUND_GOES_ON,
	SABOT_EFFECT_RESULT, /* of a round of punto banco: `round`, `to`, `from` if it had one */
	SABOT_EFFECT_CARD_ASIDE, /* the card belongs to no hand */
	SABOT_EFFECT_CARD_MOVED, /* to another hand */
	SABOT_EFFECT_CARD_NEXT,  /* is dealt first in the next round */
	SABOT_EFFECT_CARD_READ,  /* counts as the card named */
	SABOT_EFFECT_CARD_INSERTED,
	SABOT_EFFECT_DUMMY_HAND,
	SABOT_EFFECT_LOAD_ENDS,
	SABOT_EFFECT_MONEY, /* owed: `round`, `box`, `bettor`, `amount_minor` */
	SABOT_EFFECTS,      /* number of effects */
};

struct sabot_effect_args {
	unsigned round;
	enum sabot_winner from, to;
	const char *why;      /* the engine's own words, or NULL */
	int box;              /* 0: not given */
	const char *bettor;   /* NULL: the seat's own */
	int64_t amount_minor; /* negative: to be collected */
};

/* The word of the wire: "round_void". */
const char *
sabot_effect_to_string(enum sabot_effect effect);
/* False if the word is not an effect. */
bool
sabot_effect_from_string(const char *word, enum sabot_effect *ret_effect);

/* One sentence. */
char *
sabot_text_effect(enum sabot_effect effect, const struct sabot_effect_args *args);

/*
 * The amount due on a stake, `after` instead of `before`; NULL: not certain. Both NULL: only its
 * place.
 */
char *
sabot_text_stake_effect(int box, enum sabot_bet on, const int64_t *before_minor,
			const int64_t *after_minor);
