/*
 * Base values of both games and the one typed setter. No state.
 */
#include "rules-set.h"

#include "rules-keys.h"
#include "side-bets.h"

#include <stdio.h>
#include <string.h>

/* PB-10: banca's points by punto's third card 0 … 9, then punto stood. */
static const char *const banca_table = "DDDDDDDDDDD,DDDDDDDDDDD,DDDDDDDDDDD,DDDDDDDDSDD,"
				       "SSDDDDDDSSD,SSSSDDDDSSD,SSSSSSDDSSS,SSSSSSSSSSS";

static bool
set_table(struct sabot_rules *rules, const char *text)
{
	bool draws[SABOT_BANCA_ROWS][SABOT_BANCA_COLUMNS];
	const size_t row_chars = SABOT_BANCA_COLUMNS + 1;

	if (strlen(text) != SABOT_BANCA_ROWS * row_chars - 1)
		return false;
	for (size_t row = 0; row < SABOT_BANCA_ROWS; row++) {
		const char *cells = text + row * row_chars;
		for (size_t column = 0; column < SABOT_BANCA_COLUMNS; column++) {
			if (cells[column] != 'D' && cells[column] != 'S')
				return false;
			draws[row][column] = cells[column] == 'D';
		}
		if (row + 1 < SABOT_BANCA_ROWS && cells[SABOT_BANCA_COLUMNS] != ',')
			return false;
	}
	memcpy(rules->banca_draws, draws, sizeof(draws));
	return true;
}

/* Usual chips, from 0.50 to 5000. */
static const struct sabot_denominations usual_chips = {
	.n = 11,
	.minor = {50, 100, 500, 1000, 2000, 2500, 5000, 10000, 50000, 100000, 500000},
};

static void
init_punto_banco(struct sabot_rules *rules)
{
	rules->burn_cards = SABOT_BURN_FIRST_CARD;
	rules->cut_min_cards = 7;
	rules->boxes = 14;
	rules->commission_percent = 5;
	rules->banca_6_pays = (struct sabot_ratio){1, 1};
	rules->bets[SABOT_BET_TIE] = (struct sabot_ratio){8, 1};
	set_table(rules, banca_table);
}

static void
init_blackjack(struct sabot_rules *rules)
{
	rules->boxes = 7;
	rules->dealer_up_cards = 1;
	rules->double_after_split = true;
	rules->max_splits = SABOT_UNLIMITED;
	rules->max_ace_splits = 1;
	rules->split_aces_one_card = true;
	rules->insurance = SABOT_INSURE_UP_TO_HALF;
	rules->blackjack_pays = (struct sabot_ratio){3, 2};
	rules->insurance_pays = (struct sabot_ratio){2, 1};
	rules->five_card_21_pays = (struct sabot_ratio){2, 1};
	rules->three_sevens_pays = (struct sabot_ratio){3, 1};
}

void
sabot_rules_init(struct sabot_rules *rules, enum sabot_game game)
{
	memset(rules, 0, sizeof(*rules));
	rules->game = game;
	rules->decks = 6;
	rules->backs = 1;
	rules->min_minor = 500;
	rules->max_minor = 50000;
	rules->chips = usual_chips;
	rules->check_unshuffled_order = rules->check_repeated_order = true;
	sabot_rules_init_remedies(rules);
	if (game == SABOT_PUNTO_BANCO)
		init_punto_banco(rules);
	else
		init_blackjack(rules);
}

bool
sabot_rules_parse_number(const char *text, size_t length_bytes, int64_t *ret_number)
{
	int64_t number = 0;

	if (length_bytes == 0 || length_bytes > 13)
		return false;
	for (size_t i = 0; i < length_bytes; i++) {
		if (text[i] < '0' || text[i] > '9')
			return false;
		number = number * 10 + (text[i] - '0');
	}
	*ret_number = number;
	return true;
}

bool
sabot_rules_parse_ratio(const char *text, size_t length_bytes, struct sabot_ratio *ret_ratio)
{
	const char *colon = memchr(text, ':', length_bytes);
	int64_t pays, per;

	if (colon == NULL)
		return false;
	size_t before = (size_t)(colon - text);
	if (!sabot_rules_parse_number(text, before, &pays) ||
	    !sabot_rules_parse_number(colon + 1, length_bytes - before - 1, &per))
		return false;
	if (pays > 100000 || per < 1 || per > 1000)
		return false;
	ret_ratio->pays = (int32_t)pays;
	ret_ratio->per = (int32_t)per;
	return true;
}

static bool
is_coup_bet(enum sabot_bet bet)
{
	return bet == SABOT_BET_TIE || (bet >= SABOT_BET_PUNTO_PAIR && bet <= SABOT_BET_SMALL);
}

/* Where the ratio of `bets`' "tie" or `side_bets`' "lucky_6.two_cards" stands, or NULL. */
static struct sabot_ratio *
find_ratio(struct sabot_rules *rules, enum sabot_key_kind kind, const char *name,
	   size_t length_bytes)
{
	char word[64];

	if (length_bytes >= sizeof(word))
		return NULL;
	memcpy(word, name, length_bytes);
	word[length_bytes] = '\0';
	char *dot = strchr(word, '.');
	if (dot != NULL)
		*dot = '\0';
	enum sabot_bet bet = sabot_bet_from_string(word);
	if (kind == SABOT_KEY_ODDS)
		return dot == NULL && is_coup_bet(bet) ? &rules->bets[bet] : NULL;
	if (dot == NULL || !sabot_side_bet_is_of_game(bet, rules->game))
		return NULL;
	for (int i = 0; i < SABOT_SIDE_BET_OUTCOMES; i++) {
		const char *outcome = sabot_side_bet_outcome_name(bet, i);
		if (outcome != NULL && strcmp(outcome, dot + 1) == 0)
			return &rules->side_bets[bet][i];
	}
	return NULL;
}

/* "tie=8:1 punto_pair=11:1": replaces all of the key's bets. `rules` may be left half changed. */
static bool
set_odds(struct sabot_rules *rules, enum sabot_key_kind kind, const char *text)
{
	if (kind == SABOT_KEY_ODDS)
		memset(rules->bets, 0, sizeof(rules->bets));
	else
		memset(rules->side_bets, 0, sizeof(rules->side_bets));
	while (*text != '\0') {
		size_t length = strcspn(text, " ");
		const char *equals = memchr(text, '=', length);
		if (length != 0 && equals == NULL)
			return false;
		if (length != 0) {
			size_t name_length = (size_t)(equals - text);
			struct sabot_ratio *ratio = find_ratio(rules, kind, text, name_length);
			if (ratio == NULL ||
			    !sabot_rules_parse_ratio(equals + 1, length - name_length - 1, ratio))
				return false;
		}
		text += length + (text[length] == ' ');
	}
	return true;
}

static bool
set_word(const struct sabot_rules_key *key, void *member, const char *value)
{
	for (int i = 0; i < SABOT_KEY_WORDS_MAX && key->words[i] != NULL; i++) {
		if (strcmp(key->words[i], value) != 0)
			continue;
		if (key->is_switch)
			*(bool *)member = i != 0;
		else
			*(int *)member = i;
		return true;
	}
	return false;
}

static bool
set_number(const struct sabot_rules_key *key, void *member, const char *value)
{
	int64_t number;

	if (!sabot_rules_parse_number(value, strlen(value), &number) || number < key->min ||
	    number > key->max)
		return false;
	if (key->max == SABOT_AMOUNT_MAX)
		*(int64_t *)member = number;
	else
		*(int *)member = (int)number;
	return true;
}

/* "first_card" or "unlimited" stands for a number of its own. */
static bool
set_word_or_number(const struct sabot_rules_key *key, int *member, const char *value)
{
	if (key->kind == SABOT_KEY_BURN && strcmp(value, "first_card") == 0)
		*member = SABOT_BURN_FIRST_CARD;
	else if (key->kind == SABOT_KEY_LIMIT && strcmp(value, "unlimited") == 0)
		*member = SABOT_UNLIMITED;
	else
		return set_number(key, member, value);
	return true;
}

/* "4 5 6": ascending numbers of decks; an empty text = only `decks`. */
static bool
set_decks(uint32_t *decks, const char *text)
{
	uint32_t list = 0;

	while (*text != '\0') {
		size_t length = strcspn(text, " ");
		int64_t number;
		if (length != 0) {
			if (!sabot_rules_parse_number(text, length, &number) || number < 1 ||
			    number > SABOT_DECKS_MAX || list >> number != 0)
				return false;
			list |= UINT32_C(1) << number;
		}
		text += length + (text[length] == ' ');
	}
	*decks = list;
	return true;
}

/* "100 500 2500": ascending, each above 0; an empty text = no chips. */
static bool
set_chips(struct sabot_denominations *chips, const char *text)
{
	struct sabot_denominations list = {0};

	while (*text != '\0') {
		size_t length = strcspn(text, " ");
		int64_t minor;
		if (length != 0) {
			if (list.n == SABOT_CHIPS_MAX ||
			    !sabot_rules_parse_number(text, length, &minor) || minor < 1 ||
			    minor > SABOT_AMOUNT_MAX ||
			    (list.n > 0 && minor <= list.minor[list.n - 1]))
				return false;
			list.minor[list.n++] = minor;
		}
		text += length + (text[length] == ' ');
	}
	*chips = list;
	return true;
}

/* "remedies.CODE" = remedies in order of preference, separated by spaces. */
static bool
set_remedies(struct sabot_rules *rules, enum sabot_incident_code code, const char *text)
{
	struct sabot_remedies list = {0};
	char word[32];

	while (*text != '\0') {
		size_t length = strcspn(text, " ");
		enum sabot_remedy remedy;
		if (length >= sizeof(word) || list.n_remedies == SABOT_REMEDIES_MAX)
			return false;
		memcpy(word, text, length);
		word[length] = '\0';
		if (length != 0) {
			if (!sabot_remedy_from_string(word, &remedy))
				return false;
			list.remedies[list.n_remedies++] = (uint8_t)remedy;
		}
		text += length + (text[length] == ' ');
	}
	if (list.n_remedies == 0)
		return false;
	rules->remedies[code] = list;
	return true;
}

static bool
find_remedies_key(const char *key, enum sabot_incident_code *ret_code)
{
	static const char prefix[] = "remedies.";

	return strncmp(key, prefix, sizeof(prefix) - 1) == 0 &&
	       sabot_incident_code_from_string(key + sizeof(prefix) - 1, ret_code) &&
	       sabot_incident_is_of_table(*ret_code);
}

static bool
set_found(struct sabot_rules *rules, const struct sabot_rules_key *key, const char *value)
{
	void *member = (char *)rules + key->offset;

	switch (key->kind) {
	case SABOT_KEY_NUMBER:
		return set_number(key, member, value);
	case SABOT_KEY_WORD:
		return set_word(key, member, value);
	case SABOT_KEY_RATIO:
		return sabot_rules_parse_ratio(value, strlen(value), member);
	case SABOT_KEY_ODDS:
	case SABOT_KEY_PAY_TABLE:
		return set_odds(rules, key->kind, value);
	case SABOT_KEY_TABLE:
		return set_table(rules, value);
	case SABOT_KEY_BURN:
	case SABOT_KEY_LIMIT:
		return set_word_or_number(key, member, value);
	case SABOT_KEY_CHIPS:
		return set_chips(member, value);
	case SABOT_KEY_DECKS:
		return set_decks(member, value);
	case SABOT_KEY_REMEDIES:
		break;
	}
	return false;
}

bool
sabot_rules_key_kind(const struct sabot_rules *rules, const char *key,
		     enum sabot_key_kind *ret_kind)
{
	enum sabot_incident_code code;
	const struct sabot_rules_key *found = sabot_rules_find_key(rules->game, key);

	if (found != NULL)
		*ret_kind = found->kind;
	else if (find_remedies_key(key, &code))
		*ret_kind = SABOT_KEY_REMEDIES;
	else
		return false;
	return true;
}

bool
sabot_rules_set(struct sabot_rules *rules, const char *key, const char *value,
		char error[SABOT_RULES_ERROR_SIZE])
{
	const struct sabot_rules_key *found = sabot_rules_find_key(rules->game, key);
	enum sabot_incident_code code;
	struct sabot_rules changed = *rules;
	bool ok;

	if (found != NULL) {
		ok = set_found(&changed, found, value);
		/* A number of decks is the only one, until others are allowed, too. */
		if (found->offset == offsetof(struct sabot_rules, decks))
			changed.decks_allowed = 0;
	} else if (find_remedies_key(key, &code)) {
		ok = set_remedies(&changed, code, value);
	} else {
		snprintf(error, SABOT_RULES_ERROR_SIZE, "%.40s: this game has no such rule", key);
		return false;
	}
	if (ok)
		*rules = changed;
	else
		snprintf(error, SABOT_RULES_ERROR_SIZE, "%.40s: \"%.60s\" is no value for it", key,
			 value);
	return ok;
}

/* FA-01, FA-02: one pack in somebody's hand; there is no shoe to mark or to cut. */
static const char *
bank_contradiction(const struct sabot_rules *rules)
{
	if (rules->used_cards == SABOT_USED_DISCARDED)
		return NULL;
	if (rules->decks > 1)
		return "used_cards, decks: only one pack is dealt from the hand";
	if (rules->cut_min_cards > 0)
		return "used_cards, cut_min: a pack to which used cards return has no cut card";
	if (rules->used_cards == SABOT_USED_FACE_DOWN && rules->bank != SABOT_BANK_ROTATING)
		return "used_cards, bank: the bank never passes, so the pack is never shuffled";
	return NULL;
}

static const char *
flow_contradiction(const struct sabot_rules *rules)
{
	if (rules->flow == SABOT_FLOW_CARDS_ONLY && rules->reveal == SABOT_REVEAL_ON_BUTTON)
		return "flow, reveal: a bare shoe has no button, so no card would ever be shown";
	return NULL;
}

/* The sentence of the first contradiction, or NULL. */
static const char *
contradiction(const struct sabot_rules *rules)
{
	const char *found;

	if (rules->decks_allowed != 0 && (rules->decks_allowed >> rules->decks & 1) == 0)
		return "decks, decks_allowed: the usual number of decks is not allowed";
	if (rules->min_minor > rules->max_minor)
		return "min, max: the least stake is above the greatest";
	if (rules->cut_min_cards >= rules->decks * SABOT_DECK_CARDS)
		return "cut_min, decks: no card would be left before the cut card";
	if (rules->burn_cards >= rules->decks * SABOT_DECK_CARDS)
		return "burn, decks: every card would be burned";
	if (rules->burn_cards + rules->cut_min_cards >= rules->decks * SABOT_DECK_CARDS)
		return "burn, cut_min, decks: the cut card would come before the first round";
	if (rules->backs > rules->decks)
		return "backs, decks: more colours of backs than decks";
	if (rules->game == SABOT_PUNTO_BANCO)
		return flow_contradiction(rules);
	found = bank_contradiction(rules);
	if (found != NULL)
		return found;
	if (rules->dealer_stops_when_ahead && rules->dealer_draws_dead)
		return "dealer_stops_when_ahead, dealer_draws_dead: he cannot do both";
	if (rules->pontoon &&
	    (rules->five_card_21_pays.pays == 0 || rules->three_sevens_pays.pays == 0))
		return "pontoon, five_card_21_pays, three_sevens_pays: must pay something";
	if (rules->surrender == SABOT_SURRENDER_LATE && !rules->hole)
		return "surrender, hole: a late surrender waits for a look at a hole card";
	if (rules->blackjack_pays.pays == 0 || rules->insurance_pays.pays == 0)
		return "blackjack_pays, insurance_pays: must pay something";
	if (rules->even_money && rules->insurance == SABOT_INSURE_NONE)
		return "even_money, insurance: even money is offered where insurance is not";
	if (rules->even_money && rules->dealer_up_cards == 0)
		return "even_money, dealer_up_cards: the dealer shows no card";
	return NULL;
}

bool
sabot_rules_check(const struct sabot_rules *rules, char error[SABOT_RULES_ERROR_SIZE])
{
	const char *found = contradiction(rules);

	if (found != NULL)
		snprintf(error, SABOT_RULES_ERROR_SIZE, "%s", found);
	return found == NULL;
}
