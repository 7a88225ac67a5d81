/* A sentence for each word; an unknown word is shown unchanged. */
#include "shift-text.h"

#include "money.h"
#include "words.h"

#include <glib.h>
#include <glib/gi18n-lib.h>
#include <stdbool.h>
#include <string.h>

/* Where a sentence names a table, and a number or an amount. */
enum form {
	FORM_TABLE,
	FORM_TABLE_NUMBER,
	FORM_TABLE_AMOUNT,
	FORM_NUMBER,
	FORM_AMOUNT,
	/* of an amount below zero, whose size they name; before the sentence of the others */
	FORM_TABLE_BELOW,
	FORM_BELOW,
	FORM_TIME,
	FORM_PLAIN
};

static const struct sentence {
	const char *what;
	enum form form;
	const char *text;
} sentences[] = {
	/* Translators: hours and minutes. */
	{"running", FORM_TIME, N_("The shift still runs: it ends in %d h %d min")},
	{"incident_grave", FORM_TABLE_NUMBER, N_("%s: incident %d is not answered")},
	{"opener_missing", FORM_TABLE, N_("%s: there is no opener")},
	{"opener_recount", FORM_TABLE_AMOUNT,
	 N_("%s: the opener differs from the closer before by %s: count it again")},
	{"closer_missing", FORM_TABLE, N_("%s: the closer was not counted")},
	{"bank_missing", FORM_PLAIN, N_("The closer of the main bank was not counted")},
	{"slip_open", FORM_TABLE_NUMBER, N_("%s: slip %d is neither received nor void")},
	{"slip_gap", FORM_NUMBER, N_("The blank form of slip %d has not come back")},
	{"load_open", FORM_TABLE_NUMBER, N_("%s: load %d is still in the shoe of a closed table")},
	{"redress_open", FORM_TABLE_BELOW, N_("%s: still to be collected from a player: %s")},
	{"redress_open", FORM_TABLE_AMOUNT, N_("%s: still to be paid to a player: %s")},
	{"incident", FORM_TABLE_NUMBER, N_("%s: small incidents not answered: %d")},
	{"opener_differs", FORM_TABLE_AMOUNT,
	 N_("%s: counted twice, the opener differs from the closer before by %s")},
	{"bank_differs", FORM_BELOW, N_("The main bank has %s less than its float")},
	{"bank_differs", FORM_AMOUNT, N_("The main bank has %s more than its float")},
	{"currency_differs", FORM_NUMBER,
	 N_("Foreign money of the main bank: currencies that are not as they should be: %d")},
	{"slip_differs", FORM_TABLE_NUMBER,
	 N_("%s: of slip %d something else was received than issued")},
	{"drop_missing", FORM_TABLE, N_("%s: no drop box was counted")},
	{"load_incomplete", FORM_TABLE_NUMBER, N_("%s: loads that were not proven whole: %d")},
	{"load_wrong", FORM_TABLE_NUMBER, N_("%s: load %d had cards too many or too few")},
	{"unexplained", FORM_TABLE, N_("%s: an unexplained difference")},
	{"tips_differ", FORM_BELOW, N_("%s less of the tips was shared out than was collected")},
	{"tips_differ", FORM_AMOUNT, N_("%s more of the tips was shared out than was collected")},
	{"unsigned", FORM_PLAIN, N_("There is no key: the seal will not be signed")},
};

/* Of items whose sentence says an amount, where it is not known. */
static const struct sentence without_amount[] = {
	{"opener_recount", FORM_TABLE, N_("%s: the opener differs from the closer before")},
	{"redress_open", FORM_TABLE, N_("%s: a payment is still to be put right")},
	{"opener_differs", FORM_TABLE,
	 N_("%s: counted twice, the opener differs from the closer before")},
	{"bank_differs", FORM_PLAIN, N_("The main bank differs from its float")},
	{"tips_differ", FORM_PLAIN, N_("The tips shared out are not those that were collected")},
};

static bool
is_below(const struct sentence *sentence)
{
	return sentence->form == FORM_TABLE_BELOW || sentence->form == FORM_BELOW;
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

/* The formats are the table's, and the catalogues' are compared with them by a test. */
static char *
phrase(const struct sentence *sentence, const char *table, int64_t number, int64_t amount_minor)
{
	const char *text = _(sentence->text);
	g_autofree char *money =
		sabot_text_money_dup(is_below(sentence) ? -amount_minor : amount_minor);

	switch (sentence->form) {
	case FORM_TABLE:
		return g_strdup_printf(text, table);
	case FORM_TABLE_NUMBER:
		return g_strdup_printf(text, table, (int)number);
	case FORM_TABLE_AMOUNT:
	case FORM_TABLE_BELOW:
		return g_strdup_printf(text, table, money);
	case FORM_AMOUNT:
	case FORM_BELOW:
		return g_strdup_printf(text, money);
	case FORM_NUMBER:
		return g_strdup_printf(text, (int)number);
	case FORM_TIME:
		return g_strdup_printf(text, (int)(number / 60), (int)(number % 60));
	case FORM_PLAIN:
		break;
	}
	return g_strdup(text);
}

#pragma GCC diagnostic pop

char *
sabot_text_open_item(const char *what, const char *table, int64_t number, int64_t amount_minor)
{
	for (size_t i = 0; i < G_N_ELEMENTS(sentences); i++) {
		if (strcmp(sentences[i].what, what) == 0 &&
		    (amount_minor < 0 || !is_below(&sentences[i])))
			return phrase(&sentences[i], table ? table : "", number, amount_minor);
	}
	return table ? g_strdup_printf("%s: %s", table, what) : g_strdup(what);
}

static const struct sentence *
find_without_amount(const char *what)
{
	for (size_t i = 0; i < G_N_ELEMENTS(without_amount); i++) {
		if (strcmp(without_amount[i].what, what) == 0)
			return &without_amount[i];
	}
	return NULL;
}

/* The table of "load_wrong/PB-01/7" and its number: one of them, or both, or none. */
static char *
split_key(const char *rest, int64_t *ret_number)
{
	const char *last = strrchr(rest, '/');
	const char *digits = last ? last + 1 : rest;
	char *end;

	*ret_number = g_ascii_strtoll(digits, &end, 10);
	if (*digits != '\0' && *end == '\0')
		return last ? g_strndup(rest, (gsize)(last - rest)) : NULL;
	*ret_number = 0;
	return *rest ? g_strdup(rest) : NULL;
}

char *
sabot_text_open_key(const char *key)
{
	const char *slash = strchr(key, '/');
	g_autofree char *what = slash ? g_strndup(key, (gsize)(slash - key)) : g_strdup(key);
	int64_t number;
	g_autofree char *table = split_key(slash ? slash + 1 : "", &number);
	const struct sentence *named = find_without_amount(what);

	return named ? phrase(named, table ? table : "", number, 0)
		     : sabot_text_open_item(what, table, number, 0);
}

char *
sabot_text_luck(int64_t z_hundredths)
{
	int64_t size = z_hundredths < 0 ? -z_hundredths : z_hundredths;
	char z[SABOT_TEXT_MONEY_SIZE];

	sabot_text_money(z_hundredths, z);
	if (size < 100)
		/* Translators: how many standard deviations above what was to be expected. */
		return g_strdup_printf(_("as was to be expected (%s)"), z);
	if (size < 200)
		return g_strdup_printf(_("usual (%s)"), z);
	if (size < 300)
		return g_strdup_printf(_("seldom: one shift in 20 to 300 (%s)"), z);
	return g_strdup_printf(_("hardly luck: less than one shift in 300 (%s)"), z);
}

const char *
sabot_text_difference_name(const char *kind)
{
	static const struct {
		const char *kind, *name;
	} names[] = {
		{"payout", N_("wrong payment")},
		{"unpaid", N_("win not paid")},
		{"commission", N_("commission not paid")},
		{"opener", N_("opener differs")},
		{"closer", N_("closer differs")},
		{"slip", N_("slip: received is not issued")},
		{"gap", N_("slip not returned")},
		{"marker", N_("marker's copy missing")},
		{"unexplained", N_("unexplained")},
	};

	for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
		if (strcmp(names[i].kind, kind) == 0)
			return _(names[i].name);
	return kind;
}

/* A bet in the user's language by its word in logs; that word where it is none. */
static const char *
bet_words(const char *on)
{
	for (int bet = 0; bet < SABOT_BETS; bet++)
		if (g_strcmp0(sabot_bet_to_string((enum sabot_bet)bet), on) == 0)
			return sabot_text_bet((enum sabot_bet)bet);
	return on;
}

/* Who loses pays. */
static char *
phrase_payout(const struct sabot_difference_args *args)
{
	bool is_lost = args->expected_minor < 0 && args->is_minor <= 0;
	g_autofree char *expected =
		sabot_text_money_dup(is_lost ? -args->expected_minor : args->expected_minor);
	g_autofree char *is = sabot_text_money_dup(is_lost ? -args->is_minor : args->is_minor);

	if (args->on == NULL)
		return g_strdup_printf(
			/* Translators: table, round, an amount. */
			_("%s, round %d: %s was paid afterwards, and no stake was paid wrongly"),
			args->table, (int)args->round, is);
	return g_strdup_printf(
		is_lost /* Translators: table, round, box, a bet, and two amounts. */
			? _("%s, round %d, box %d, %s: %s was to be collected, %s was collected")
			: _("%s, round %d, box %d, %s: %s was due, %s was paid"),
		args->table, (int)args->round, (int)args->box, bet_words(args->on), expected, is);
}

static char *
phrase_markers(const struct sabot_difference_args *args)
{
	g_autofree char *issued = sabot_text_money_dup(args->expected_minor);
	g_autofree char *found = sabot_text_money_dup(args->is_minor);

	if (args->number > 0)
		return g_strdup_printf(
			/* Translators: table, two amounts, a marker's number. */
			_("%s: markers of %s were issued, copies of %s are in the drop boxes; "
			  "marker %d is of what is missing"),
			args->table, issued, found, (int)args->number);
	return g_strdup_printf(
		/* Translators: table, two amounts. */
		_("%s: markers of %s were issued, copies of %s are in the drop boxes"), args->table,
		issued, found);
}

char *
sabot_text_difference(const char *kind, const struct sabot_difference_args *args)
{
	g_autofree char *expected = sabot_text_money_dup(args->expected_minor);
	g_autofree char *is = sabot_text_money_dup(args->is_minor);
	int round = (int)args->round, box = (int)args->box;

	if (strcmp(kind, "payout") == 0)
		return phrase_payout(args);
	if (strcmp(kind, "unpaid") == 0)
		return g_strdup_printf(_("%s, round %d, box %d, %s: %s was due, nothing was paid"),
				       args->table, round, box, bet_words(args->on), expected);
	if (strcmp(kind, "commission") == 0)
		return g_strdup_printf(_("%s, box %d: %s of commission was owed, %s was collected"),
				       args->table, box, expected, is);
	if (strcmp(kind, "opener") == 0)
		return g_strdup_printf(_("%s: the closer before was %s, the opener is %s"),
				       args->table, expected, is);
	if (strcmp(kind, "closer") == 0)
		return g_strdup_printf(
			_("%s: the closer was %s, the next opener was counted as %s"), args->table,
			is, expected);
	if (strcmp(kind, "marker") == 0)
		return phrase_markers(args);
	if (strcmp(kind, "gap") == 0)
		return g_strdup_printf(_("%s: the blank form of slip %d has not come back"),
				       args->table, (int)args->number);
	if (strcmp(kind, "unexplained") == 0 && args->number > 0)
		return g_strdup_printf(_("%s: won %s by the chips and %s as paid: unexplained; "
					 "slip %d has not come back"),
				       args->table, expected, is, (int)args->number);
	if (strcmp(kind, "unexplained") == 0)
		return g_strdup_printf(_("%s: won %s by the chips and %s as paid: unexplained"),
				       args->table, expected, is);
	if (strcmp(kind, "slip") == 0)
		return g_strdup_printf(_("%s: of slip %d %s was issued, %s was received"),
				       args->table, (int)args->number, expected, is);
	return g_strdup_printf("%s: %s", args->table, kind);
}
