/*
 * Which article of a table's own rule book a finding, a prompt or a ruling cites (docs/rules.md).
 */
#pragma once

#include "rules.h"

/* What a rule is about. */
enum sabot_subject {
	SABOT_RULE_LOAD,        /* decks, backs, copies, count */
	SABOT_RULE_CUT_CARD,    /* where it lies */
	SABOT_RULE_LAST_ROUNDS, /* after it */
	SABOT_RULE_USED_CARDS,  /* when to shuffle */
	SABOT_RULE_BURN,
	SABOT_RULE_LIMITS,
	SABOT_RULE_BETS_CLOSED, /* cards before, bets after; rounds that were not closed */
	SABOT_RULE_TURN,        /* whose turn it is */
	SABOT_RULE_DEALER_DRAWS,
	SABOT_RULE_NO_HAND_LEFT, /* why the dealer takes no card more */
	SABOT_RULE_DOUBLE,
	SABOT_RULE_SPLIT,
	SABOT_RULE_SURRENDER,
	SABOT_RULE_INSURANCE,
	SABOT_RULE_EVEN_MONEY,
	SABOT_RULE_COMPLETE, /* a hand that takes no card more */
	SABOT_RULE_PAYMENT,
	SABOT_RULE_BANK_BLACKJACK,   /* what the dealer's blackjack takes */
	SABOT_RULE_BLACKJACK_AT_ACE, /* the same under an up ace, where the book parts the two */
	SABOT_RULE_MISTAKE,          /* unread cards, disputes, cards nobody requested */
	SABOT_RULE_BOXED,
	SABOT_RULES_SUBJECTS,
};

/* The id of the profile's own article on the subject, or of the game's; "" where none says it. */
const char *
sabot_rules_article(const struct sabot_rules *rules, enum sabot_subject subject);

/* The article on which bets a dealer's blackjack takes; `at_ace`: the card face up is an ace. */
const char *
sabot_rules_article_of_bank(const struct sabot_rules *rules, bool at_ace);

/*
 * The same, but `feature` where the profile follows no rule book, or none says it: the article that
 * describes what the house has chosen.
 */
const char *
sabot_rules_article_or(const struct sabot_rules *rules, enum sabot_subject subject,
		       const char *feature);
