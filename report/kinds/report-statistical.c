/*
 * Statistics: the house's win by the cards compared with the expected win on the bets actually
 * made, which separates luck from loss. Exact odds give mean and variance, a simulation for
 * blackjack's main bet; the rest is a normal approximation, and the text states its limits.
 */
#include "table-float.h"
#include "reports.h"
#include "report-private.h"
#include "report/figures.h"
#include "text/words.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define TWO_SIDED_95 1.959964

static const struct sabot_report_column table_columns[] = {
	{"table", N_("Table"), SABOT_REPORT_TEXT},
	{"stakes", N_("Stakes"), SABOT_REPORT_COUNT},
	{"staked_minor", N_("Staked"), SABOT_REPORT_MONEY},
	{"won_minor", N_("Won by the house"), SABOT_REPORT_MONEY},
	{"hold", N_("Of what was staked"), SABOT_REPORT_RATIO},
	{"expected_minor", N_("Expected"), SABOT_REPORT_MONEY},
	/* xgettext:no-c-format */
	{"least_minor", N_("95 % from"), SABOT_REPORT_MONEY},
	/* xgettext:no-c-format */
	{"most_minor", N_("95 % to"), SABOT_REPORT_MONEY},
	{"z", N_("Deviation"), SABOT_REPORT_DECIMAL},
	{"words", N_("In words"), SABOT_REPORT_TEXT},
	{"unknown_minor", N_("Staked on bets of unknown worth"), SABOT_REPORT_MONEY},
};
static const struct sabot_report_column bet_columns[] = {
	{"bet", N_("Bet"), SABOT_REPORT_TEXT},
	{"stakes", N_("Stakes"), SABOT_REPORT_COUNT},
	{"staked_minor", N_("Staked"), SABOT_REPORT_MONEY},
	{"won_minor", N_("Won by the house"), SABOT_REPORT_MONEY},
	{"hold", N_("Of what was staked"), SABOT_REPORT_RATIO},
	{"expected_minor", N_("Expected"), SABOT_REPORT_MONEY},
	{"z", N_("Deviation"), SABOT_REPORT_DECIMAL},
};

static const struct sabot_report_column simulated_columns[] = {
	{"rules", N_("Rules"), SABOT_REPORT_TEXT},
	{"rounds", N_("Rounds"), SABOT_REPORT_COUNT},
	{"edge", N_("The house's share"), SABOT_REPORT_RATIO},
	{"error", N_("Give or take"), SABOT_REPORT_RATIO},
	{"deviation", N_("Deviation of a bet"), SABOT_REPORT_DECIMAL},
	{"correlation", N_("Two boxes together"), SABOT_REPORT_DECIMAL},
};

struct worth {
	int64_t stakes, staked_minor, won_minor;       /* all of it */
	int64_t known_won_minor, unknown_staked_minor; /* on bets of which the worth is known */
	double expected_minor, variance;
	double error_minor; /* of what is expected, because odds were simulated */
};

/* All stakes of one bet in one round. */
struct round_bet {
	int64_t stakes, staked_minor, won_minor;
	double bets_minor[SABOT_BOXES_MAX + 1]; /* by box, before doubling and splitting */
};

/* Stakes of one box win and lose together; how far boxes do, the odds say. */
static double
variance_of(const struct round_bet *bet, const struct sabot_facts_odds *odds)
{
	double sum = 0, squares = 0;

	for (int box = 0; box <= SABOT_BOXES_MAX; box++) {
		sum += bet->bets_minor[box];
		squares += bet->bets_minor[box] * bet->bets_minor[box];
	}
	return odds->variance * squares + odds->covariance * (sum * sum - squares);
}

static void
add_bet(struct worth *worth, const struct round_bet *bet, const struct sabot_facts_odds *odds)
{
	double bets_minor = 0;

	worth->stakes += bet->stakes;
	worth->staked_minor += bet->staked_minor;
	worth->won_minor += bet->won_minor;
	if (!odds->is_known) {
		worth->unknown_staked_minor += bet->staked_minor;
		return;
	}
	for (int box = 0; box <= SABOT_BOXES_MAX; box++)
		bets_minor += bet->bets_minor[box];
	worth->known_won_minor += bet->won_minor;
	worth->expected_minor += bets_minor * odds->edge;
	worth->error_minor += bets_minor * odds->error;
	worth->variance += variance_of(bet, odds);
}

/* Luck, and what the simulation does not know better. */
static double
deviation_minor(const struct worth *worth)
{
	return sqrt(worth->variance + worth->error_minor * worth->error_minor);
}

/* Deviations that the bets explain, in thousandths; SABOT_REPORT_NONE where there is no worth. */
static int64_t
deviation(const struct worth *worth)
{
	if (worth->variance <= 0)
		return SABOT_REPORT_NONE;
	return llround(((double)worth->known_won_minor - worth->expected_minor) /
		       deviation_minor(worth) * 1000);
}

static const char *
deviation_words(int64_t z)
{
	int64_t size;

	if (z == SABOT_REPORT_NONE)
		return NULL;
	size = z < 0 ? -z : z;
	if (size < 1000)
		return _("as was to be expected");
	if (size < 1960)
		return _("ordinary luck");
	if (size < 3000)
		return z < 0 ? _("low: one table in twenty deviates so much by luck alone; look")
			     : _("high: one table in twenty deviates so much by luck alone; look");
	return z < 0 ? _("too low for luck: less than one in 300; investigate")
		     : _("too high for luck: less than one in 300; investigate");
}

static int64_t
rounded(const struct worth *worth, double minor)
{
	return worth->variance > 0 ? llround(minor) : SABOT_REPORT_NONE;
}

static void
write_table(struct sabot_report_section *section, const char *name, const struct worth *worth)
{
	double wide = TWO_SIDED_95 * deviation_minor(worth);
	int64_t z = deviation(worth);

	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_set_text(section, "table", name);
	sabot_report_set_number(section, "stakes", worth->stakes);
	sabot_report_set_number(section, "staked_minor", worth->staked_minor);
	sabot_report_set_number(section, "won_minor", worth->won_minor);
	sabot_report_set_number(section, "hold",
				sabot_figure_share(worth->won_minor, worth->staked_minor));
	sabot_report_set_number(section, "expected_minor", rounded(worth, worth->expected_minor));
	sabot_report_set_number(section, "least_minor",
				rounded(worth, worth->expected_minor - wide));
	sabot_report_set_number(section, "most_minor",
				rounded(worth, worth->expected_minor + wide));
	sabot_report_set_number(section, "z", z);
	sabot_report_set_text(section, "words", deviation_words(z));
	sabot_report_set_number(section, "unknown_minor", worth->unknown_staked_minor);
}

static void
write_bets(struct sabot_report *report, const struct worth bets[SABOT_BETS])
{
	struct sabot_report_section *section = sabot_report_add_section(
		report, "bets", _("By bet"), bet_columns, G_N_ELEMENTS(bet_columns));

	for (int bet = 0; bet < SABOT_BETS; bet++) {
		if (bets[bet].stakes == 0)
			continue;
		sabot_report_begin_row(section, SABOT_REPORT_ROW);
		sabot_report_set_text(section, "bet",
				      bet == SABOT_BET_MAIN ? C_("bet", "main")
							    : sabot_text_bet(bet));
		sabot_report_set_number(section, "stakes", bets[bet].stakes);
		sabot_report_set_number(section, "staked_minor", bets[bet].staked_minor);
		sabot_report_set_number(section, "won_minor", bets[bet].won_minor);
		sabot_report_set_number(section, "hold",
					sabot_figure_share(bets[bet].won_minor,
							   bets[bet].staked_minor));
		sabot_report_set_number(section, "expected_minor",
					rounded(&bets[bet], bets[bet].expected_minor));
		sabot_report_set_number(section, "z", deviation(&bets[bet]));
	}
	if (section->rows->len > 1)
		sabot_report_add_sums(section, _("Total"));
}

/* The round's stakes, put together by bet. */
static void
gather_round(const struct sabot_sheet *sheet, const struct sabot_sheet_round *round,
	     struct round_bet ret_bets[SABOT_BETS])
{
	for (uint32_t i = 0; i < round->n_stakes; i++) {
		const struct sabot_sheet_stake *stake = &sheet->stakes[round->first_stake + i];
		struct round_bet *bet = &ret_bets[stake->on];

		if (stake->is_uncertain)
			continue;
		bet->stakes++;
		bet->staked_minor += stake->stake_minor;
		bet->bets_minor[stake->box] += (double)sabot_sheet_bet(stake);
		bet->won_minor -= stake->due_minor;
		if (sheet->owes_commission)
			bet->won_minor += stake->commission_minor;
	}
}

struct known {
	const struct sabot_sheet *sheet;
	bool is_asked[SABOT_BETS];
	struct sabot_facts_odds odds[SABOT_BETS];
	GHashTable *simulated; /* profile -> what its main bet is worth; owned copies */
};

/* What the bet is worth by the sheet's rules, asked once. */
static const struct sabot_facts_odds *
odds_of(struct known *known, const struct sabot_facts *facts, const struct sabot_sheet *sheet,
	enum sabot_bet bet)
{
	if (known->sheet != sheet)
		memset(known->is_asked, 0, sizeof(known->is_asked));
	known->sheet = sheet;
	if (!known->is_asked[bet])
		known->odds[bet] = facts->odds(sheet, bet, facts->odds_data);
	if (!known->is_asked[bet] && known->odds[bet].rounds > 0)
		g_hash_table_insert(known->simulated, g_strdup(sheet->rules),
				    g_memdup2(&known->odds[bet], sizeof(known->odds[bet])));
	known->is_asked[bet] = true;
	return &known->odds[bet];
}

static void
add_up(const struct sabot_facts *facts, struct worth *tables, struct worth bets[SABOT_BETS],
       GHashTable *simulated)
{
	struct sabot_facts_walk walk = {.facts = facts};
	const struct sabot_sheet_round *round;
	struct known known = {.simulated = simulated};

	while ((round = sabot_facts_next_round(&walk)) != NULL) {
		struct round_bet of_round[SABOT_BETS] = {0};

		if (round->flags & SABOT_SHEET_VOID)
			continue;
		gather_round(walk.its_sheet, round, of_round);
		for (int bet = 0; bet < SABOT_BETS; bet++) {
			const struct sabot_facts_odds *odds;

			if (of_round[bet].stakes == 0)
				continue;
			odds = odds_of(&known, facts, walk.its_sheet, bet);
			add_bet(&tables[walk.table], &of_round[bet], odds);
			add_bet(&bets[bet], &of_round[bet], odds);
		}
	}
}

/* What the worth of blackjack's main bet rests on, a profile a row. */
static void
write_simulated(struct sabot_report *report, GHashTable *simulated)
{
	struct sabot_report_section *section;
	g_autoptr(GList) names =
		g_list_sort(g_hash_table_get_keys(simulated), (GCompareFunc)strcmp);

	if (names == NULL)
		return;
	section = sabot_report_add_section(report, "simulated", _("Simulated worth of main bets"),
					   simulated_columns, G_N_ELEMENTS(simulated_columns));
	for (const GList *at = names; at != NULL; at = at->next) {
		const struct sabot_facts_odds *odds = g_hash_table_lookup(simulated, at->data);

		sabot_report_begin_row(section, SABOT_REPORT_ROW);
		sabot_report_set_text(section, "rules", at->data);
		sabot_report_set_number(section, "rounds", odds->rounds);
		sabot_report_set_number(section, "edge", llround(odds->edge * 1000000));
		sabot_report_set_number(section, "error", llround(odds->error * 1000000));
		sabot_report_set_number(section, "deviation", llround(sqrt(odds->variance) * 1000));
		sabot_report_set_number(section, "correlation",
					llround(odds->covariance / odds->variance * 1000));
	}
	sabot_report_remark(
		report, "%s",
		_("A main bet of blackjack is worth what players make of it. Here they hit, stand "
		  "and double by a plain table, split aces and eights and take no insurance, dealt "
		  "from full loads. Who plays worse loses more, who plays better less: a deviation "
		  "that stays may be the way they play."));
}

void
sabot_report_fill_statistical(struct sabot_report *report, const struct sabot_facts *facts)
{
	struct sabot_report_section *section = sabot_report_add_section(
		report, "tables", _("By table"), table_columns, G_N_ELEMENTS(table_columns));
	g_autofree struct worth *tables = g_new0(struct worth, facts->tables->len + 1);
	g_autoptr(GHashTable) simulated =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	struct worth bets[SABOT_BETS] = {0};

	add_up(facts, tables, bets, simulated);
	for (guint i = 0; i < facts->tables->len; i++) {
		const struct sabot_facts_table *table = g_ptr_array_index(facts->tables, i);

		if (tables[i].stakes > 0)
			write_table(section, table->name, &tables[i]);
	}
	sabot_report_add_chart(section, _("Won by the house, by table"), "table", "won_minor");
	write_bets(report, bets);
	write_simulated(report, simulated);
	sabot_floats_write_drop(report, facts);
	sabot_report_remark(
		report, "%s",
		/* xgettext:no-c-format */
		_("Expected is what the stakes really made are worth by the rules of the table, "
		  "counted exactly, of main bets of blackjack simulated. Deviation: by how many "
		  "standard deviations the win lies above "
		  "or below; of twenty tables one lies outside the 95 % interval by luck alone. "
		  "Different bets on one round hang together a little, which is not in it."));
}
