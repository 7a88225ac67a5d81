/*
 * Flips are made of the text of a key and tried with sabot_rules_set(): what it refuses, or what
 * contradicts another key, is none.
 */
#include "flips.h"

#include "engine/rules/rules-keys.h"
#include "engine/rules/side-bets.h"
#include "engine/rules/rules-set.h"
#include "engine/rules/rules-text.h"

#include <string.h>

static void
flip_free(void *data)
{
	struct flip *flip = data;

	g_free(flip->key);
	g_free(flip->value);
	g_free(flip->what);
	g_free(flip);
}

/* A flip in the making: where it goes, of which rules, which key, and its value now. */
struct maker {
	GPtrArray *flips;
	const struct sabot_rules *rules;
	const char *key;
	char now[SABOT_RULES_TEXT_SIZE];
};

/* `value` is transferred; `what` says it shorter than the values do, NULL = they do. */
static void
try_value(struct maker *maker, char *value, const char *what)
{
	struct sabot_rules changed = *maker->rules;
	char error[SABOT_RULES_ERROR_SIZE], text[SABOT_RULES_TEXT_SIZE];

	if (!sabot_rules_set(&changed, maker->key, value, error) ||
	    !sabot_rules_check(&changed, error) || !sabot_rules_get(&changed, maker->key, text) ||
	    strcmp(text, maker->now) == 0) {
		g_free(value);
		return;
	}
	struct flip *flip = g_new(struct flip, 1);
	flip->key = g_strdup(maker->key);
	flip->value = value;
	flip->what = what != NULL ? g_strdup_printf("%s: %s", maker->key, what)
				  : g_strdup_printf("%s: %s -> %s", maker->key, maker->now, value);
	g_ptr_array_add(maker->flips, flip);
}

static void
flip_number(struct maker *maker)
{
	gint64 now;

	if (g_ascii_string_to_signed(maker->now, 10, 0, G_MAXINT64, &now, NULL)) {
		try_value(maker, g_strdup_printf("%" G_GINT64_FORMAT, now + 1), NULL);
		try_value(maker, g_strdup_printf("%" G_GINT64_FORMAT, now - 1), NULL);
	}
}

/* A number, or the one word that stands for another. */
static void
flip_word_or_number(struct maker *maker, const char *word, const char *other)
{
	flip_number(maker);
	try_value(maker, g_strdup(word), NULL);
	if (strcmp(maker->now, word) == 0)
		try_value(maker, g_strdup(other), NULL);
}

static void
flip_word(struct maker *maker)
{
	const struct sabot_rules_key *key = sabot_rules_find_key(maker->rules->game, maker->key);

	for (int i = 0; i < SABOT_KEY_WORDS_MAX && key->words[i] != NULL; i++)
		try_value(maker, g_strdup(key->words[i]), NULL);
}

static void
flip_table(struct maker *maker)
{
	for (size_t i = 0; maker->now[i] != '\0'; i++) {
		if (maker->now[i] == ',')
			continue;
		char *value = g_strdup(maker->now);
		value[i] = value[i] == 'D' ? 'S' : 'D';
		g_autofree char *what = g_strdup_printf("banca %zu, column %zu -> %c",
							i / (SABOT_BANCA_COLUMNS + 1),
							i % (SABOT_BANCA_COLUMNS + 1), value[i]);
		try_value(maker, value, what);
	}
}

/* "3:2" and its neighbours: one more, one less, for one more. */
static void
ratios_beside(const char *ratio, char *ret_ratios[3])
{
	g_auto(GStrv) parts = g_strsplit(ratio, ":", 2);
	long pays = strtol(parts[0], NULL, 10), per = strtol(parts[1], NULL, 10);

	ret_ratios[0] = g_strdup_printf("%ld:%ld", pays + 1, per);
	ret_ratios[1] = g_strdup_printf("%ld:%ld", pays - 1, per);
	ret_ratios[2] = g_strdup_printf("%ld:%ld", pays, per + 1);
}

static void
flip_ratio(struct maker *maker)
{
	char *ratios[3];

	ratios_beside(maker->now, ratios);
	for (int i = 0; i < 3; i++)
		try_value(maker, ratios[i], NULL);
}

/* The entry at `place` of "tie=8:1 …" at another ratio, or left out (`ratio` NULL). */
static void
try_entry(struct maker *maker, char **entries, unsigned place, const char *ratio)
{
	const char *equals = strchr(entries[place], '=');
	g_autofree char *name = g_strndup(entries[place], (size_t)(equals - entries[place]));
	g_autofree char *changed = g_strdup_printf("%s=%s", name, ratio != NULL ? ratio : "");
	g_autofree char *what = ratio != NULL ? g_strdup_printf("%s -> %s", entries[place], ratio)
					      : g_strdup_printf("without %s", name);
	g_autoptr(GStrvBuilder) others = g_strv_builder_new();

	for (unsigned i = 0; entries[i] != NULL; i++)
		if (i != place || ratio != NULL)
			g_strv_builder_add(others, i == place ? changed : entries[i]);
	g_auto(GStrv) words = g_strv_builder_end(others);
	try_value(maker, g_strjoinv(" ", words), what);
}

static void
try_added(struct maker *maker, const char *name)
{
	g_autofree char *begin = g_strdup_printf("%s=", name);
	g_autofree char *what = g_strdup_printf("with %s", name);

	if (strstr(maker->now, begin) == NULL)
		try_value(maker,
			  g_strdup_printf("%s%s%s=1:1", maker->now,
					  maker->now[0] != '\0' ? " " : "", name),
			  what);
}

static void
flip_bets(struct maker *maker, enum sabot_key_kind kind)
{
	g_auto(GStrv) entries = g_strsplit(maker->now, " ", -1);

	for (unsigned place = 0; entries[place] != NULL && entries[place][0] != '\0'; place++) {
		char *ratios[3];
		ratios_beside(strchr(entries[place], '=') + 1, ratios);
		for (int i = 0; i < 3; i++) {
			try_entry(maker, entries, place, ratios[i]);
			g_free(ratios[i]);
		}
		try_entry(maker, entries, place, NULL);
	}
	for (int bet = SABOT_BET_MAIN; bet < SABOT_BETS; bet++) {
		const char *word = sabot_bet_to_string((enum sabot_bet)bet);
		if (kind == SABOT_KEY_ODDS)
			try_added(maker, word);
		for (int i = 0; kind == SABOT_KEY_PAY_TABLE && i < SABOT_SIDE_BET_OUTCOMES; i++) {
			const char *outcome = sabot_side_bet_outcome_name((enum sabot_bet)bet, i);
			g_autofree char *name = g_strdup_printf("%s.%s", word, outcome);
			if (outcome != NULL)
				try_added(maker, name);
		}
	}
}

/* Each chip taken away. */
static void
flip_chips(struct maker *maker)
{
	g_auto(GStrv) chips = g_strsplit(maker->now, " ", -1);

	for (unsigned place = 0; chips[place] != NULL; place++) {
		g_autoptr(GStrvBuilder) others = g_strv_builder_new();
		for (unsigned i = 0; chips[i] != NULL; i++)
			if (i != place)
				g_strv_builder_add(others, chips[i]);
		g_auto(GStrv) words = g_strv_builder_end(others);
		try_value(maker, g_strjoinv(" ", words), NULL);
	}
}

static void
flip_decks(struct maker *maker)
{
	try_value(maker, g_strdup("1 2 3 4 5 6 7 8"), "any number of decks");
}

static void
flip_remedies(struct maker *maker)
{
	g_auto(GStrv) offered = g_strsplit(maker->now, " ", -1);

	for (int i = SABOT_REMEDY_UNKNOWN + 1; i <= SABOT_REMEDIES_MAX; i++) {
		const char *remedy = sabot_remedy_to_string((enum sabot_remedy)i);
		bool has = g_strv_contains((const char *const *)offered, remedy);
		g_autoptr(GStrvBuilder) builder = g_strv_builder_new();
		for (unsigned j = 0; offered[j] != NULL; j++)
			if (strcmp(offered[j], remedy) != 0)
				g_strv_builder_add(builder, offered[j]);
		if (!has)
			g_strv_builder_add(builder, remedy);
		g_auto(GStrv) words = g_strv_builder_end(builder);
		g_autofree char *what = g_strdup_printf("%s %s", has ? "without" : "with", remedy);
		try_value(maker, g_strjoinv(" ", words), what);
	}
}

static void
flip_key(struct maker *maker, const char *key)
{
	enum sabot_key_kind kind = SABOT_KEY_NUMBER;

	maker->key = key;
	if (!sabot_rules_key_kind(maker->rules, key, &kind) ||
	    !sabot_rules_get(maker->rules, key, maker->now))
		g_error("%s: is no key", key);
	switch (kind) {
	case SABOT_KEY_NUMBER:
		flip_number(maker);
		break;
	case SABOT_KEY_WORD:
		flip_word(maker);
		break;
	case SABOT_KEY_RATIO:
		flip_ratio(maker);
		break;
	case SABOT_KEY_ODDS:
	case SABOT_KEY_PAY_TABLE:
		flip_bets(maker, kind);
		break;
	case SABOT_KEY_TABLE:
		flip_table(maker);
		break;
	case SABOT_KEY_BURN:
		flip_word_or_number(maker, "first_card", "0");
		break;
	case SABOT_KEY_LIMIT:
		flip_word_or_number(maker, "unlimited", "3");
		break;
	case SABOT_KEY_DECKS:
		flip_decks(maker);
		break;
	case SABOT_KEY_CHIPS:
		flip_chips(maker);
		break;
	case SABOT_KEY_REMEDIES:
		flip_remedies(maker);
		break;
	}
}

GPtrArray *
flips_of_rules(const struct sabot_rules *rules)
{
	struct maker maker = {g_ptr_array_new_with_free_func(flip_free), rules, NULL, ""};
	const char *key;

	for (int place = 0; (key = sabot_rules_key_name(rules->game, place)) != NULL; place++)
		flip_key(&maker, key);
	return maker.flips;
}

GPtrArray *
flips_of_remedies(const struct sabot_rules *rules)
{
	struct maker maker = {g_ptr_array_new_with_free_func(flip_free), rules, NULL, ""};

	for (int code = 1; code < SABOT_INCIDENTS; code++) {
		g_autofree char *key =
			g_strdup_printf("remedies.%s", sabot_incident_code_to_string(
							       (enum sabot_incident_code)code));
		flip_key(&maker, key);
	}
	return maker.flips;
}
