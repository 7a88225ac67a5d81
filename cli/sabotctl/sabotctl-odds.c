/*
 * `sabotctl odds PROFILE`: counts of all coups or dealer's totals and the house edge of every bet,
 * from the engine's own rules. Nothing is estimated and no number passes through floating point.
 */
#include "sabotctl-private.h"
#include "sabotctl-odds.h"
#include "verb-options.h"

#include "engine/rules/rules-set.h"

#include "engine/odds/odds-blackjack.h"
#include "engine/odds/odds-punto-banco.h"
#include "profiles/profile.h"
#include "text/words.h"
#include "text/escape.h"
#include "sabotctl-verbs.h"

#include <glib.h>
#include <glib/gi18n.h>
#include <jansson.h>
#include <string.h>

enum { SHARE_DIGITS = 12, EDGE_DIGITS = 10, DEALER_DIGITS = 8, PROFILE_UP_CARDS = SABOT_TEN };

/* Above it a bet is warned of. */
enum { EDGE_MAX_PERCENT = 25, WARNING_DIGITS = 2 };

/* All that is known about a profile, before it is printed. */
struct report {
	struct sabot_rules rules;
	struct sabot_coup_odds coups; /* of punto banco */
	struct sabot_dealer_odds dealer[PROFILE_UP_CARDS + 1];
	int n_bets;
	struct sabot_bet_odds bets[SABOT_BETS];
	struct sabot_round scratch;
};

/* The lines about the coups. */
struct summary {
	uint64_t winners[SABOT_WINNERS];
	uint64_t naturals;
	uint64_t by_cards[7];
	uint64_t punto_points[10], banca_points[10];
};

static struct summary
summarise(const struct sabot_coup_odds *odds)
{
	struct summary summary = {0};

	for (int i = 0; i < SABOT_COUP_CLASSES; i++) {
		const struct sabot_coup *coup = &odds->classes[i].coup;
		uint64_t count = odds->classes[i].count;
		if (count == 0)
			continue;
		summary.winners[coup->winner] += count;
		summary.naturals += sabot_punto_banco_is_natural(coup) ? count : 0;
		summary.by_cards[coup->n_punto + coup->n_banca] += count;
		summary.punto_points[coup->punto_points] += count;
		summary.banca_points[coup->banca_points] += count;
	}
	return summary;
}

static bool
count_bet(struct report *report, enum sabot_bet bet, struct sabot_bet_odds *ret_odds)
{
	if (report->rules.game == SABOT_PUNTO_BANCO)
		return sabot_coup_odds_bet(&report->rules, &report->coups, bet, &report->scratch,
					   ret_odds);
	if (bet == SABOT_BET_INSURANCE)
		return sabot_insurance_odds(&report->rules, &report->scratch, ret_odds);
	return sabot_side_bet_odds(&report->rules, bet, &report->scratch, ret_odds);
}

static bool
count_bets(struct report *report)
{
	if (report->rules.game == SABOT_PUNTO_BANCO &&
	    !sabot_coup_odds_count(&report->rules, &report->scratch, &report->coups))
		return false;
	for (int bet = 0; bet < SABOT_BETS; bet++)
		if (count_bet(report, (enum sabot_bet)bet, &report->bets[report->n_bets]))
			report->n_bets++;
	return true;
}

static bool
count_all(struct report *report)
{
	bool counted = count_bets(report);

	for (uint8_t up = SABOT_ACE; report->rules.game == SABOT_BLACKJACK && up <= SABOT_TEN; up++)
		counted = counted && sabot_dealer_odds_count(&report->rules, &report->scratch, up,
							     &report->dealer[up]);
	return counted;
}

static const char *
share(sabot_wide part, sabot_wide total, int digits, char text[SABOT_DECIMAL_TEXT_SIZE])
{
	return sabot_fraction_decimal(sabot_fraction_make(false, part, total), digits, text);
}

static const char *
up_name(int up)
{
	static const char *const names[] = {"", "A", "2", "3", "4", "5", "6", "7", "8", "9", "T"};

	return names[up];
}

/* What is gained on a stake, as a ratio; a stake lost or given back as a word. */
static const char *
pays_text(const struct sabot_bet_odds *odds, int64_t net_minor, char *text, size_t size)
{
	char top[SABOT_WIDE_TEXT_SIZE], bottom[SABOT_WIDE_TEXT_SIZE];
	int64_t amount = net_minor < 0 ? -net_minor : net_minor;
	struct sabot_fraction ratio =
		sabot_fraction_make(net_minor < 0, (uint64_t)amount, (uint64_t)odds->unit_minor);

	if (net_minor == -odds->unit_minor)
		return _("lost");
	if (net_minor == 0)
		return _("push");
	g_snprintf(text, size, "%s%s:%s", ratio.negative ? "-" : "",
		   sabot_wide_format(ratio.top, top), sabot_wide_format(ratio.bottom, bottom));
	return text;
}

static void
print_row(const char *name, const char *pays, sabot_wide count, sabot_wide total)
{
	char number[SABOT_WIDE_TEXT_SIZE], part[SABOT_DECIMAL_TEXT_SIZE];

	printf("%-30s %-8s %20s  %s\n", name, pays, sabot_wide_format(count, number),
	       share(count, total, SHARE_DIGITS, part));
}

static void
print_bet(const struct sabot_bet_odds *odds)
{
	char pays[SABOT_WIDE_TEXT_SIZE], text[SABOT_DECIMAL_TEXT_SIZE];
	char top[SABOT_WIDE_TEXT_SIZE], bottom[SABOT_WIDE_TEXT_SIZE];
	struct sabot_fraction percent =
		sabot_fraction_make(odds->edge.negative, odds->edge.top * 100, odds->edge.bottom);

	printf("\n%s: %s %s %%  (%s%s/%s)\n", sabot_text_bet(odds->bet), _("house edge"),
	       sabot_fraction_decimal(percent, EDGE_DIGITS, text), odds->edge.negative ? "-" : "",
	       sabot_wide_format(odds->edge.top, top),
	       sabot_wide_format(odds->edge.bottom, bottom));
	for (int i = 0; i < odds->n_outcomes; i++) {
		const struct sabot_bet_outcome *outcome = &odds->outcomes[i];
		g_autofree char *name =
			sabot_text_outcome(outcome->name != NULL ? outcome->name : "");
		print_row(name, pays_text(odds, outcome->net_minor, pays, sizeof(pays)),
			  outcome->count, odds->total);
	}
}

static void
print_points(const struct summary *summary, uint64_t total)
{
	char punto[SABOT_DECIMAL_TEXT_SIZE], banca[SABOT_DECIMAL_TEXT_SIZE];

	printf("\n%-7s %-16s %s\n", _("points"), sabot_text_winner(SABOT_WINNER_PUNTO),
	       sabot_text_winner(SABOT_WINNER_BANCA));
	for (int points = 0; points < 10; points++)
		printf("%-7d %-16s %s\n", points,
		       share(summary->punto_points[points], total, SHARE_DIGITS, punto),
		       share(summary->banca_points[points], total, SHARE_DIGITS, banca));
}

static void
print_coups(const struct report *report)
{
	struct summary summary = summarise(&report->coups);
	uint64_t total = report->coups.total;

	printf("%s\n\n", _("Every order of six cards from a full load is counted once."));
	print_row(_("orders"), "", total, total);
	for (int winner = SABOT_WINNER_PUNTO; winner <= SABOT_WINNER_TIE; winner++)
		print_row(sabot_text_winner((enum sabot_winner)winner), "", summary.winners[winner],
			  total);
	print_row(_("natural"), "", summary.naturals, total);
	print_row(_("four cards"), "", summary.by_cards[4], total);
	print_row(_("five cards"), "", summary.by_cards[5], total);
	print_row(_("six cards"), "", summary.by_cards[6], total);
	print_points(&summary, total);
}

static void
print_dealer_row(const struct sabot_dealer_odds *odds, int up, bool after_peek)
{
	char text[SABOT_DECIMAL_TEXT_SIZE];
	sabot_wide total = odds->total - (after_peek ? odds->finals[SABOT_DEALER_BLACKJACK] : 0);

	printf("%-4s", up_name(up));
	for (int final = 0; final < SABOT_DEALER_FINALS; final++)
		printf(" %-11s", after_peek && final == SABOT_DEALER_BLACKJACK
					 ? "-"
					 : share(odds->finals[final], total, DEALER_DIGITS, text));
	putchar('\n');
}

/* A total as it is, bust and blackjack in words. */
static const char *
final_name(enum sabot_dealer_final final)
{
	if (final == SABOT_DEALER_BUST)
		return C_("hand", "bust");
	return final == SABOT_DEALER_BLACKJACK ? C_("hand", "blackjack")
					       : sabot_dealer_final_to_string(final);
}

static void
print_dealer(const struct report *report, bool after_peek)
{
	printf("\n%s\n%-4s",
	       after_peek ? _("The same after a peek that found no blackjack:")
			  : _("The dealer's total by the up card, before the peek:"),
	       "");
	for (int final = 0; final < SABOT_DEALER_FINALS; final++)
		printf(" %-11s", final_name((enum sabot_dealer_final) final));
	putchar('\n');
	for (int up = SABOT_ACE; up <= SABOT_TEN; up++)
		if (!after_peek || report->dealer[up].finals[SABOT_DEALER_BLACKJACK] != 0)
			print_dealer_row(&report->dealer[up], up, after_peek);
}

static void
print_report(const struct report *report)
{
	bool is_punto_banco = report->rules.game == SABOT_PUNTO_BANCO;

	printf("%s: %s, ", sabot_text_plain(report->rules.name),
	       is_punto_banco ? C_("game", "punto banco") : C_("game", "blackjack"));
	printf("%d %s\n", report->rules.decks,
	       ngettext("deck", "decks", (gulong)report->rules.decks));
	if (is_punto_banco) {
		print_coups(report);
	} else {
		print_dealer(report, false);
		print_dealer(report, true);
	}
	for (int i = 0; i < report->n_bets; i++)
		print_bet(&report->bets[i]);
}

static json_t *
wide_json(sabot_wide number)
{
	char text[SABOT_WIDE_TEXT_SIZE];

	return json_string(sabot_wide_format(number, text));
}

static json_t *
counts_json(const uint64_t *counts, int n)
{
	json_t *list = json_array();

	for (int i = 0; i < n; i++)
		json_array_append_new(list, json_integer((json_int_t)counts[i]));
	return list;
}

static json_t *
coups_json(const struct report *report)
{
	struct summary summary = summarise(&report->coups);
	json_t *winners = json_object();

	for (int winner = SABOT_WINNER_PUNTO; winner <= SABOT_WINNER_TIE; winner++)
		json_object_set_new(winners, sabot_winner_to_string((enum sabot_winner)winner),
				    json_integer((json_int_t)summary.winners[winner]));
	return json_pack("{s:I, s:o, s:I, s:{s:I, s:I, s:I}, s:o, s:o}", "total",
			 (json_int_t)report->coups.total, "winners", winners, "naturals",
			 (json_int_t)summary.naturals, "cards", "4",
			 (json_int_t)summary.by_cards[4], "5", (json_int_t)summary.by_cards[5], "6",
			 (json_int_t)summary.by_cards[6], "punto_points",
			 counts_json(summary.punto_points, 10), "banca_points",
			 counts_json(summary.banca_points, 10));
}

static json_t *
finals_json(const struct sabot_dealer_odds *odds, bool after_peek)
{
	json_t *object = json_object();
	sabot_wide blackjacks = odds->finals[SABOT_DEALER_BLACKJACK];

	json_object_set_new(object, "total",
			    wide_json(odds->total - (after_peek ? blackjacks : 0)));
	for (int final = 0; final < SABOT_DEALER_FINALS; final++)
		if (!after_peek || final != SABOT_DEALER_BLACKJACK)
			json_object_set_new(object,
					    sabot_dealer_final_to_string((enum sabot_dealer_final)
										 final),
					    wide_json(odds->finals[final]));
	return object;
}

static json_t *
dealer_json(const struct report *report)
{
	json_t *list = json_array();

	for (int up = SABOT_ACE; up <= SABOT_TEN; up++)
		json_array_append_new(
			list, json_pack("{s:s, s:o, s:o}", "up", up_name(up), "before_peek",
					finals_json(&report->dealer[up], false), "after_peek",
					finals_json(&report->dealer[up], true)));
	return list;
}

static json_t *
edge_json(struct sabot_fraction edge)
{
	char top[SABOT_WIDE_TEXT_SIZE + 1] = "-", decimal[SABOT_DECIMAL_TEXT_SIZE];

	sabot_wide_format(edge.top, top + (edge.negative ? 1 : 0));
	return json_pack("{s:s, s:o, s:s}", "top", top, "bottom", wide_json(edge.bottom), "decimal",
			 sabot_fraction_decimal(edge, SHARE_DIGITS, decimal));
}

static json_t *
bet_json(const struct sabot_bet_odds *odds)
{
	json_t *outcomes = json_array();

	for (int i = 0; i < odds->n_outcomes; i++) {
		const struct sabot_bet_outcome *outcome = &odds->outcomes[i];
		uint64_t amount = (uint64_t)(outcome->net_minor < 0 ? -outcome->net_minor
								    : outcome->net_minor);
		struct sabot_fraction net =
			sabot_fraction_make(false, amount, (uint64_t)odds->unit_minor);
		json_int_t top = (json_int_t)net.top;
		json_t *object =
			json_pack("{s:[I, I], s:I}", "net", outcome->net_minor < 0 ? -top : top,
				  (json_int_t)net.bottom, "count", (json_int_t)outcome->count);
		if (outcome->name != NULL)
			json_object_set_new(object, "name", json_string(outcome->name));
		json_array_append_new(outcomes, object);
	}
	return json_pack("{s:s, s:I, s:o, s:o}", "bet", sabot_bet_to_string(odds->bet), "total",
			 (json_int_t)odds->total, "outcomes", outcomes, "edge",
			 edge_json(odds->edge));
}

static void
print_json(const struct report *report)
{
	bool is_punto_banco = report->rules.game == SABOT_PUNTO_BANCO;
	json_t *bets = json_array();

	for (int i = 0; i < report->n_bets; i++)
		json_array_append_new(bets, bet_json(&report->bets[i]));
	json_t *object =
		json_pack("{s:s, s:s, s:i, s:o, s:o}", "profile", report->rules.name, "game",
			  is_punto_banco ? "punto_banco" : "blackjack", "decks",
			  report->rules.decks, is_punto_banco ? "coups" : "dealer",
			  is_punto_banco ? coups_json(report) : dealer_json(report), "bets", bets);
	char *text = json_dumps(object, JSON_ENSURE_ASCII | JSON_INDENT(2));
	puts(text);
	free(text);
	json_decref(object);
}

/* True when it has warned. */
static bool
warn_of_edge(const struct sabot_bet_odds *odds)
{
	struct sabot_fraction percent =
		sabot_fraction_make(false, odds->edge.top * 100, odds->edge.bottom);
	char text[SABOT_DECIMAL_TEXT_SIZE];

	if (!odds->edge.negative && odds->edge.top * 100 <= odds->edge.bottom * EDGE_MAX_PERCENT)
		return false;
	sabot_fraction_decimal(percent, WARNING_DIGITS, text);
	if (odds->edge.negative)
		printf(_("warning: %s: players gain %s %% of what they stake\n"),
		       sabot_text_bet(odds->bet), text);
	else
		printf(_("warning: %s: the house keeps %s %% of what is staked\n"),
		       sabot_text_bet(odds->bet), text);
	return true;
}

int
sabotctl_odds_warn(const struct sabot_rules *rules)
{
	g_autofree struct report *report = g_new0(struct report, 1);
	int n_warned = 0;

	report->rules = *rules;
	count_bets(report);
	for (int i = 0; i < report->n_bets; i++)
		n_warned += warn_of_edge(&report->bets[i]);
	return n_warned;
}

static bool
set_keys(struct sabot_rules *rules, char **settings)
{
	char error[SABOT_RULES_ERROR_SIZE];

	for (char **setting = settings; setting != NULL && *setting != NULL; setting++) {
		char *value = strchr(*setting, '=');
		if (value == NULL) {
			fprintf(stderr, _("sabotctl odds: --set %s: write KEY=VALUE\n"),
				sabot_text_plain(*setting));
			return false;
		}
		g_autofree char *key = g_strndup(*setting, (gsize)(value - *setting));
		if (!sabot_rules_set(rules, key, value + 1, error)) {
			fprintf(stderr, "sabotctl odds: --set %s: %s\n", sabot_text_plain(*setting),
				sabot_text_plain(error));
			return false;
		}
	}
	if (!sabot_rules_check(rules, error)) {
		fprintf(stderr, "sabotctl odds: %s\n", error);
		return false;
	}
	return true;
}

static int
print_odds(const char *profile, const char *directory, char **settings, bool as_json)
{
	g_autofree struct report *report = g_new0(struct report, 1);
	g_autoptr(GError) error = NULL;

	if (!sabot_profile_load(profile, directory, &report->rules, &error)) {
		sabotctl_complain(error->message);
		return SABOTCTL_FAILED;
	}
	if (!set_keys(&report->rules, settings))
		return SABOTCTL_FAILED;
	if (!count_all(report)) {
		fprintf(stderr, _("sabotctl odds: %s: these rules cannot be counted\n"),
			sabot_text_plain(profile));
		return SABOTCTL_FAILED;
	}
	if (as_json)
		print_json(report);
	else
		print_report(report);
	if (fflush(stdout) != 0 || ferror(stdout)) {
		fprintf(stderr, "sabotctl odds: %s\n", _("standard output cannot be written"));
		return SABOTCTL_FAILED;
	}
	return SABOTCTL_OK;
}

int
sabotctl_odds(int argc, char **argv)
{
	g_autofree char *profiles = NULL;
	g_auto(GStrv) settings = NULL;
	gboolean as_json = FALSE;
	GOptionEntry entries[] = {
		{"json", 0, 0, G_OPTION_ARG_NONE, &as_json, N_("Print one JSON object"), NULL},
		{"set", 0, 0, G_OPTION_ARG_STRING_ARRAY, &settings,
		 N_("Change a rule of the profile first (decks=8); may be repeated"),
		 N_("KEY=VALUE")},
		{"profiles", 0, 0, G_OPTION_ARG_FILENAME, &profiles,
		 N_("Look for rule profiles in DIRECTORY first"), N_("DIRECTORY")},
		G_OPTION_ENTRY_NULL,
	};
	const struct verb_options verb = {
		.arguments = _("PROFILE"),
		.summary =
			_("Counts, exactly and from a full load, what the coups or the dealer of "
			  "a profile come to,\nand the house edge of every bet it offers."),
		.entries = entries,
	};

	if (!verb_options_parse(&verb, &argc, &argv))
		return SABOTCTL_FAILED;
	if (argc != 2) {
		fprintf(stderr, "%s\n", _("usage: sabotctl odds PROFILE [--json]"));
		return SABOTCTL_FAILED;
	}
	return print_odds(argv[1], profiles, settings, as_json);
}
