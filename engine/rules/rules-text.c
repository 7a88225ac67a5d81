/*
 * The value of a rule key as text, the way back of sabot_rules_set(). No state.
 */
#include "rules-text.h"

#include "rules-keys.h"
#include "side-bets.h"

#include <stdio.h>
#include <string.h>

/* Text in the making; what does not fit is cut off, which SABOT_RULES_TEXT_SIZE rules out. */
struct text {
	char *to;
	size_t length;
};

static void
advance(struct text *text, int n_chars)
{
	size_t room = SABOT_RULES_TEXT_SIZE - text->length;

	if (n_chars > 0)
		text->length += (size_t)n_chars < room ? (size_t)n_chars : room - 1;
}

#define APPEND(text, ...)                                                                          \
	advance(text, snprintf((text)->to + (text)->length,                                        \
			       SABOT_RULES_TEXT_SIZE - (text)->length, __VA_ARGS__))

static void
append_ratio(struct text *text, struct sabot_ratio ratio)
{
	APPEND(text, "%d:%d", ratio.pays, ratio.per);
}

static const char *
space(const struct text *text)
{
	return text->length > 0 ? " " : "";
}

static void
append_odds(struct text *text, const struct sabot_rules *rules)
{
	for (int bet = 0; bet < SABOT_BETS; bet++) {
		if (rules->bets[bet].pays == 0)
			continue;
		APPEND(text, "%s%s=", space(text), sabot_bet_to_string((enum sabot_bet)bet));
		append_ratio(text, rules->bets[bet]);
	}
}

static void
append_pay_table(struct text *text, const struct sabot_rules *rules)
{
	for (int bet = 0; bet < SABOT_BETS; bet++) {
		for (int i = 0; i < SABOT_SIDE_BET_OUTCOMES; i++) {
			if (rules->side_bets[bet][i].pays == 0)
				continue;
			APPEND(text, "%s%s.%s=", space(text),
			       sabot_bet_to_string((enum sabot_bet)bet),
			       sabot_side_bet_outcome_name((enum sabot_bet)bet, i));
			append_ratio(text, rules->side_bets[bet][i]);
		}
	}
}

static void
append_table(struct text *text, const struct sabot_rules *rules)
{
	for (int row = 0; row < SABOT_BANCA_ROWS; row++) {
		APPEND(text, "%s", row > 0 ? "," : "");
		for (int column = 0; column < SABOT_BANCA_COLUMNS; column++)
			APPEND(text, "%c", rules->banca_draws[row][column] ? 'D' : 'S');
	}
}

static void
append_remedies(struct text *text, const struct sabot_remedies *list)
{
	for (int i = 0; i < list->n_remedies; i++)
		APPEND(text, "%s%s", space(text),
		       sabot_remedy_to_string((enum sabot_remedy)list->remedies[i]));
}

static void
append_chips(struct text *text, const struct sabot_denominations *chips)
{
	for (int i = 0; i < chips->n; i++)
		APPEND(text, "%s%lld", space(text), (long long)chips->minor[i]);
}

static void
append_decks(struct text *text, uint32_t decks)
{
	for (int i = 1; i <= SABOT_DECKS_MAX; i++)
		if ((decks >> i & 1) != 0)
			APPEND(text, "%s%d", space(text), i);
}

static void
append_number(struct text *text, const struct sabot_rules_key *key, const void *member)
{
	if (key->max == SABOT_AMOUNT_MAX)
		APPEND(text, "%lld", (long long)*(const int64_t *)member);
	else if (key->kind == SABOT_KEY_BURN && *(const int *)member == SABOT_BURN_FIRST_CARD)
		APPEND(text, "first_card");
	else if (key->kind == SABOT_KEY_LIMIT && *(const int *)member == SABOT_UNLIMITED)
		APPEND(text, "unlimited");
	else
		APPEND(text, "%d", *(const int *)member);
}

static void
append_word(struct text *text, const struct sabot_rules_key *key, const void *member)
{
	int word = key->is_switch ? *(const bool *)member : *(const int *)member;

	APPEND(text, "%s", key->words[word]);
}

static void
append_found(struct text *text, const struct sabot_rules *rules, const struct sabot_rules_key *key)
{
	const void *member = (const char *)rules + key->offset;

	switch (key->kind) {
	case SABOT_KEY_NUMBER:
	case SABOT_KEY_BURN:
	case SABOT_KEY_LIMIT:
		append_number(text, key, member);
		break;
	case SABOT_KEY_WORD:
		append_word(text, key, member);
		break;
	case SABOT_KEY_RATIO:
		append_ratio(text, *(const struct sabot_ratio *)member);
		break;
	case SABOT_KEY_ODDS:
		append_odds(text, rules);
		break;
	case SABOT_KEY_PAY_TABLE:
		append_pay_table(text, rules);
		break;
	case SABOT_KEY_TABLE:
		append_table(text, rules);
		break;
	case SABOT_KEY_CHIPS:
		append_chips(text, &rules->chips);
		break;
	case SABOT_KEY_DECKS:
		append_decks(text, rules->decks_allowed);
		break;
	case SABOT_KEY_REMEDIES:
		break;
	}
}

bool
sabot_rules_get(const struct sabot_rules *rules, const char *key,
		char ret_text[SABOT_RULES_TEXT_SIZE])
{
	static const char prefix[] = "remedies.";
	const struct sabot_rules_key *found = sabot_rules_find_key(rules->game, key);
	enum sabot_incident_code code;
	struct text text = {ret_text, 0};

	if (found == NULL && (strncmp(key, prefix, sizeof(prefix) - 1) != 0 ||
			      !sabot_incident_code_from_string(key + sizeof(prefix) - 1, &code) ||
			      !sabot_incident_is_of_table(code)))
		return false;
	ret_text[0] = '\0';
	if (found != NULL)
		append_found(&text, rules, found);
	else
		append_remedies(&text, &rules->remedies[code]);
	return true;
}
