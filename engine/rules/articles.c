/*
 * The articles by rule book and subject. Where a book is silent, the game's common rule holds.
 */
#include "articles.h"

static const char *const punto_banco[SABOT_RULES_SUBJECTS] = {
	[SABOT_RULE_LOAD] = "PB-02",        [SABOT_RULE_CUT_CARD] = "PB-02",
	[SABOT_RULE_LAST_ROUNDS] = "PB-03", [SABOT_RULE_BURN] = "PB-04",
	[SABOT_RULE_BETS_CLOSED] = "PB-05", [SABOT_RULE_PAYMENT] = "PB-12",
};

static const char *const blackjack[SABOT_RULES_SUBJECTS] = {
	[SABOT_RULE_LOAD] = "BJ-01",           [SABOT_RULE_LIMITS] = "BJ-07",
	[SABOT_RULE_BETS_CLOSED] = "BJ-08",    [SABOT_RULE_TURN] = "BJ-06",
	[SABOT_RULE_DEALER_DRAWS] = "BJ-05",   [SABOT_RULE_NO_HAND_LEFT] = "BJ-05",
	[SABOT_RULE_DOUBLE] = "BJ-11",         [SABOT_RULE_SPLIT] = "BJ-12",
	[SABOT_RULE_INSURANCE] = "BJ-09",      [SABOT_RULE_EVEN_MONEY] = "BJ-09",
	[SABOT_RULE_COMPLETE] = "BJ-10",       [SABOT_RULE_PAYMENT] = "BJ-03",
	[SABOT_RULE_MISTAKE] = "BJ-14",        [SABOT_RULE_BOXED] = "BJ-13",
	[SABOT_RULE_BANK_BLACKJACK] = "BJ-02",
};

static const char *const by_book[SABOT_BOOKS][SABOT_RULES_SUBJECTS] = {
	[SABOT_BOOK_ES] =
		{
			[SABOT_RULE_LOAD] = "ES-01",
			[SABOT_RULE_CUT_CARD] = "ES-03",
			[SABOT_RULE_LAST_ROUNDS] = "ES-13",
			[SABOT_RULE_BURN] = "ES-04",
			[SABOT_RULE_TURN] = "ES-05",
			[SABOT_RULE_DEALER_DRAWS] = "ES-06",
			[SABOT_RULE_NO_HAND_LEFT] = "ES-15",
			[SABOT_RULE_DOUBLE] = "ES-09",
			[SABOT_RULE_SPLIT] = "ES-10",
			[SABOT_RULE_SURRENDER] = "ES-12",
			[SABOT_RULE_INSURANCE] = "ES-12",
			[SABOT_RULE_EVEN_MONEY] = "ES-12",
			[SABOT_RULE_PAYMENT] = "ES-16",
			[SABOT_RULE_BANK_BLACKJACK] = "ES-07",
		},
	[SABOT_BOOK_FA] =
		{
			[SABOT_RULE_LOAD] = "FA-01",
			[SABOT_RULE_USED_CARDS] = "FA-02",
		},
	[SABOT_BOOK_ST] =
		{
			[SABOT_RULE_LOAD] = "ST-01",
			[SABOT_RULE_CUT_CARD] = "ST-09",
			[SABOT_RULE_LIMITS] = "ST-02",
			[SABOT_RULE_DEALER_DRAWS] = "ST-03",
			[SABOT_RULE_NO_HAND_LEFT] = "ST-08",
			[SABOT_RULE_DOUBLE] = "ST-04",
			[SABOT_RULE_SPLIT] = "ST-05",
			[SABOT_RULE_INSURANCE] = "ST-06",
			[SABOT_RULE_EVEN_MONEY] = "ST-06",
			[SABOT_RULE_SURRENDER] = "ST-07",
			[SABOT_RULE_PAYMENT] = "ST-10",
		},
	[SABOT_BOOK_IT] =
		{
			[SABOT_RULE_LOAD] = "IT-01",
			[SABOT_RULE_LAST_ROUNDS] = "IT-02",
			[SABOT_RULE_DEALER_DRAWS] = "IT-07",
			[SABOT_RULE_DOUBLE] = "IT-08",
			[SABOT_RULE_SPLIT] = "IT-09",
			[SABOT_RULE_INSURANCE] = "IT-10",
			[SABOT_RULE_BANK_BLACKJACK] = "IT-04",
		},
	[SABOT_BOOK_TB] =
		{
			[SABOT_RULE_LOAD] = "TB-01",
			[SABOT_RULE_INSURANCE] = "TB-03",
			[SABOT_RULE_BANK_BLACKJACK] = "TB-02",
			[SABOT_RULE_BLACKJACK_AT_ACE] = "TB-03",
			[SABOT_RULE_DOUBLE] = "TB-05",
			[SABOT_RULE_SPLIT] = "TB-06",
			[SABOT_RULE_DEALER_DRAWS] = "TB-04",
		},
	[SABOT_BOOK_HB] =
		{
			[SABOT_RULE_LOAD] = "HB-01",
			[SABOT_RULE_CUT_CARD] = "HB-01",
			[SABOT_RULE_BURN] = "HB-01",
			[SABOT_RULE_DEALER_DRAWS] = "HB-03",
			[SABOT_RULE_DOUBLE] = "HB-05",
			[SABOT_RULE_SPLIT] = "HB-05",
			[SABOT_RULE_INSURANCE] = "HB-05",
			[SABOT_RULE_EVEN_MONEY] = "HB-05",
			[SABOT_RULE_SURRENDER] = "HB-04",
			[SABOT_RULE_BANK_BLACKJACK] = "HB-02",
		},
};

const char *
sabot_rules_article(const struct sabot_rules *rules, enum sabot_subject subject)
{
	const char *id = by_book[rules->book][subject];

	if (id == NULL)
		id = rules->game == SABOT_PUNTO_BANCO ? punto_banco[subject] : blackjack[subject];
	return id != NULL ? id : "";
}

const char *
sabot_rules_article_of_bank(const struct sabot_rules *rules, bool at_ace)
{
	const char *id = by_book[rules->book][SABOT_RULE_BLACKJACK_AT_ACE];

	return at_ace && id != NULL ? id : sabot_rules_article(rules, SABOT_RULE_BANK_BLACKJACK);
}

const char *
sabot_rules_article_or(const struct sabot_rules *rules, enum sabot_subject subject,
		       const char *feature)
{
	const char *id = sabot_rules_article(rules, subject);

	return rules->book == SABOT_BOOK_NONE || id[0] == '\0' ? feature : id;
}
