/* The worth of bets by the rules of a sheet: see report-odds.h. */
#include "report-odds.h"

#include "bet-worth.h"
#include "report-source.h"

#include <string.h>

struct book {
	const char *profiles;
	struct bet_worths *worths;
	GHashTable *rules; /* "RULES\nOVERRIDES" -> struct sabot_rules; NULL: they are gone */
};

static void
free_book(gpointer data)
{
	struct book *book = data;

	g_hash_table_unref(book->rules);
	bet_worths_free(book->worths);
	g_free(book);
}

/* NULL where the profile is not there any more. Borrowed. */
static const struct sabot_rules *
find_rules(struct book *book, const struct sabot_sheet *sheet)
{
	g_autofree char *key = g_strconcat(sheet->rules, "\n", sheet->overrides, NULL);
	gpointer found;
	struct sabot_rules *rules;

	if (g_hash_table_lookup_extended(book->rules, key, NULL, &found))
		return found;
	rules = g_new0(struct sabot_rules, 1);
	if (!report_source_build_rules(sheet->rules, book->profiles, sheet->overrides, rules, NULL))
		g_clear_pointer(&rules, g_free);
	g_hash_table_insert(book->rules, g_steal_pointer(&key), rules);
	return rules;
}

static struct sabot_facts_odds
look_up(const struct sabot_sheet *sheet, enum sabot_bet bet, gpointer data)
{
	static const struct sabot_facts_odds unknown;
	struct book *book = data;
	const struct sabot_rules *rules = find_rules(book, sheet);

	return rules != NULL ? bet_worths_get(book->worths, rules, bet) : unknown;
}

void
report_odds_attach(struct sabot_facts *facts, const char *profiles, const char *kept)
{
	struct book *book = g_new0(struct book, 1);

	book->profiles = profiles;
	book->worths = bet_worths_new(kept);
	book->rules = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	facts->odds = look_up;
	facts->odds_data = book;
	facts->odds_free = free_book;
}

void
report_odds_count(const struct sabot_facts *facts)
{
	for (guint i = 0; i < facts->tables->len; i++) {
		const struct sabot_facts_table *table = g_ptr_array_index(facts->tables, i);

		for (guint j = 0; j < table->sheets->len; j++)
			for (int bet = 0; bet < SABOT_BETS; bet++)
				facts->odds(g_ptr_array_index(table->sheets, j),
					    (enum sabot_bet)bet, facts->odds_data);
	}
}
