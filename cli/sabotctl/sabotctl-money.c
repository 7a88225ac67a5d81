/*
 * sabotctl count, slip, marker, drop, tips, cash, cards, bank, exchange, tronc: words to documents.
 * What they mean is checked by the daemon; here it is only whether they can be read.
 */
#include "sabotctl-private.h"
#include "sabotctl-verbs.h"
#include "sabotctl-rows.h"
#include "money-request.h"
#include "proto/messages/hub-messages.h"
#include "proto/messages/money-messages.h"
#include "text/escape.h"
#include "text/money.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

struct words {
	int n;
	char **words; /* behind the verb */
};

/* Put into `event` what the words say; a sentence when they cannot be read, else NULL. */
typedef const char *
read_fn(const struct words *words, json_t *event);

static const char *const number_wanted = N_("a whole number is wanted");

static void
set(json_t *event, const char *field, const char *text)
{
	json_object_set_new(event, field, json_string(text));
}

static bool
set_number(json_t *event, const char *field, const char *text)
{
	int64_t number;

	if (!g_ascii_string_to_signed(text, 10, 0, INT64_MAX, &number, NULL))
		return false;
	json_object_set_new(event, field, json_integer(number));
	return true;
}

/* "500x20", or "rolling:500x20" of a kind of chip. */
static bool
add_chip(json_t *chips, const char *word)
{
	g_auto(GStrv) kind = g_strsplit(word, ":", 2);
	g_auto(GStrv) parts = g_strsplit(kind[0] && kind[1] ? kind[1] : word, "x", 2);
	json_t *chip = json_object();

	json_array_append_new(chips, chip);
	if (kind[0] && kind[1])
		set(chip, "kind", kind[0]);
	return parts[0] && parts[1] && set_number(chip, "chip", parts[0]) &&
	       set_number(chip, "count", parts[1]);
}

/* Chips from word `first` on; without any there is no list. */
static bool
set_chips(json_t *event, const struct words *words, int first)
{
	json_t *chips = json_array();
	bool is_read = true;

	for (int i = first; i < words->n && is_read; i++)
		is_read = add_chip(chips, words->words[i]);
	if (first < words->n)
		json_object_set(event, "chips", chips);
	json_decref(chips);
	return is_read;
}

static const char *
read_count(const struct words *words, json_t *event)
{
	if (words->n < 2)
		return _("a table and opener, closer or check are wanted");
	set(event, "table", words->words[0]);
	set(event, "do", words->words[1]);
	if (words->n == 2)
		json_object_set_new(event, "chips", json_array());
	return set_chips(event, words, 2) ? NULL : _("chips are VALUExCOUNT, as 500x20");
}

/* slip paper FORMS [TABLE]: numbers for blank forms. */
static const char *
read_paper(const struct words *words, json_t *event)
{
	set(event, "ev", "paper");
	if (words->n == 3)
		set(event, "table", words->words[2]);
	return (words->n == 2 || words->n == 3) && set_number(event, "forms", words->words[1])
		       ? NULL
		       : _(number_wanted);
}

static const char *
read_slip(const struct words *words, json_t *event)
{
	bool is_request;

	if (words->n > 0 && strcmp(words->words[0], "paper") == 0)
		return read_paper(words, event);
	if (words->n < 3)
		return _("it is request TABLE fill|credit CHIPS…, or issue, receive or void, "
			 "TABLE, NUMBER");
	is_request = strcmp(words->words[0], "request") == 0;
	set(event, "do", words->words[0]);
	set(event, "table", words->words[1]);
	if (is_request)
		set(event, "kind", words->words[2]);
	else if (!set_number(event, "number", words->words[2]))
		return _(number_wanted);
	return set_chips(event, words, 3) ? NULL : _("chips are VALUExCOUNT, as 500x20");
}

static const char *
read_marker(const struct words *words, json_t *event)
{
	bool is_issue = words->n > 0 && strcmp(words->words[0], "issue") == 0;
	bool is_void = words->n > 0 && strcmp(words->words[0], "void") == 0;

	if (words->n != (is_void ? 3 : 4))
		return _("it is issue TABLE AMOUNT PATRON, redeem TABLE NUMBER AMOUNT, or "
			 "void TABLE NUMBER");
	set(event, "do", words->words[0]);
	set(event, "table", words->words[1]);
	if (is_issue)
		set(event, "patron", words->words[3]);
	if (!set_number(event, is_issue ? "amount" : "number", words->words[2]) ||
	    (!is_issue && !is_void && !set_number(event, "amount", words->words[3])))
		return _(number_wanted);
	return NULL;
}

static const char *
read_drop(const struct words *words, json_t *event)
{
	json_t *counts;

	if (words->n < 3)
		return _("it is TABLE BOX KIND=AMOUNT…, or TABLE estimate AMOUNT");
	set(event, "table", words->words[0]);
	if (strcmp(words->words[1], "estimate") == 0) {
		set(event, "do", "estimate");
		return set_number(event, "amount", words->words[2]) ? NULL : _(number_wanted);
	}
	set(event, "do", "box");
	set(event, "box", words->words[1]);
	counts = json_object();
	json_object_set_new(event, "counts", counts);
	for (int i = 2; i < words->n; i++) {
		g_auto(GStrv) parts = g_strsplit(words->words[i], "=", 2);

		if (!parts[0] || !parts[1] || !set_number(counts, parts[0], parts[1]))
			return _("counts are KIND=AMOUNT, as cash=40000");
	}
	return NULL;
}

static const char *
read_tips(const struct words *words, json_t *event)
{
	if (words->n != 2)
		return _("a table and an amount are wanted");
	set(event, "table", words->words[0]);
	return set_number(event, "amount", words->words[1]) ? NULL : _(number_wanted);
}

static const char *
read_cash(const struct words *words, json_t *event)
{
	if (words->n != 3 && words->n != 4)
		return _("it is TABLE in|out AMOUNT [PATRON]");
	set(event, "table", words->words[0]);
	set(event, "do", words->words[1]);
	if (words->n == 4)
		set(event, "patron", words->words[3]);
	return set_number(event, "amount", words->words[2]) ? NULL : _(number_wanted);
}

static const char *
read_cards(const struct words *words, json_t *event)
{
	bool is_receipt = words->n > 0 && strcmp(words->words[0], "receive") == 0;
	bool is_issue = words->n > 0 && strcmp(words->words[0], "issue") == 0;

	if (words->n != (is_receipt || is_issue ? 3 : 2))
		return _("it is receive SET DECKS, issue SET TABLE, or return, cancel or "
			 "destroy, SET");
	set(event, "do", words->words[0]);
	set(event, "set", words->words[1]);
	if (is_issue)
		set(event, "table", words->words[2]);
	return is_receipt && !set_number(event, "decks", words->words[2]) ? _(number_wanted) : NULL;
}

static bool
is_bank_step(const char *word)
{
	static const char *const steps[] = {"opener", "closer", "check", "in", "out", NULL};

	return g_strv_contains(steps, word);
}

/* "cash=40000", or "USD=12500" of foreign money. */
static bool
set_money(json_t *event, json_t *currencies, const char *word)
{
	g_auto(GStrv) parts = g_strsplit(word, "=", 2);
	json_t *one;

	if (strcmp(parts[0], "cash") == 0)
		return set_number(event, "cash", parts[1]);
	one = json_object();
	set(one, "currency", parts[0]);
	json_array_append_new(currencies, one);
	return set_number(one, "amount", parts[1]);
}

/* opener|closer|check|in|out CHIPS… [cash=AMOUNT] [CURRENCY=AMOUNT…] */
static const char *
read_bank(const struct words *words, json_t *event)
{
	struct words chips = *words;
	json_t *currencies = json_array();
	bool is_read = true;

	if (!is_bank_step(words->words[0])) {
		json_decref(currencies);
		return _("it is opener, closer, check, in or out");
	}
	set(event, "do", words->words[0]);
	while (chips.n > 1 && strchr(words->words[chips.n - 1], '=') && is_read)
		is_read = set_money(event, currencies, words->words[--chips.n]);
	if (json_array_size(currencies) > 0)
		json_object_set(event, "currencies", currencies);
	json_decref(currencies);
	if (!is_read)
		return _("money is cash=AMOUNT or CURRENCY=AMOUNT, as cash=40000 USD=12500");
	if (chips.n == 1 && strcmp(words->words[0], "in") != 0 &&
	    strcmp(words->words[0], "out") != 0)
		json_object_set_new(event, "chips", json_array());
	return set_chips(event, &chips, 1) ? NULL : _("chips are VALUExCOUNT, as 500x20");
}

/* in|out CURRENCY[:DIGITS] AMOUNT RATE [PATRON] */
static const char *
read_exchange(const struct words *words, json_t *event)
{
	g_auto(GStrv) currency = NULL;

	if (words->n != 4 && words->n != 5)
		return _("it is in|out CURRENCY AMOUNT RATE [PATRON], as in USD 10000 0.9215");
	currency = g_strsplit(words->words[1], ":", 2);
	set(event, "do", words->words[0]);
	set(event, "currency", currency[0] ? currency[0] : "");
	set(event, "rate", words->words[3]);
	if (words->n == 5)
		set(event, "patron", words->words[4]);
	if (currency[0] && currency[1] && !set_number(event, "digits", currency[1]))
		return _(number_wanted);
	return set_number(event, "foreign", words->words[2]) ? NULL : _(number_wanted);
}

/* AMOUNT PERSON=POINTS… */
static const char *
read_tronc(const struct words *words, json_t *event)
{
	json_t *points = json_array();

	json_object_set_new(event, "points", points);
	if (words->n < 2)
		return _("it is AMOUNT PERSON=POINTS…, as 420000 p3=12 p4=8");
	for (int i = 1; i < words->n; i++) {
		g_auto(GStrv) parts = g_strsplit(words->words[i], "=", 2);
		json_t *one = json_object();

		json_array_append_new(points, one);
		if (!parts[0] || !parts[1] || !set_number(one, "points", parts[1]))
			return _("points are PERSON=POINTS, as p3=12");
		set(one, "person", parts[0]);
	}
	return set_number(event, "amount", words->words[0]) ? NULL : _(number_wanted);
}

static int
run(const char *summary, read_fn *read, int argc, char **argv)
{
	struct money_options options = {0};
	json_t *event = json_pack("{s:s}", "ev", argv[0]);
	struct words words;
	const char *why;
	int status = SABOTCTL_FAILED;

	if (money_options_parse(&options, argc, argv, summary)) {
		words.words = argv + 1;
		for (words.n = 0; words.words[words.n];)
			words.n++;
		why = read(&words, event);
		status = why ? sabotctl_complain(why) : money_write(&options, json_incref(event));
	}
	json_decref(event);
	money_options_clear(&options);
	return status;
}

int
sabotctl_count(int argc, char **argv)
{
	return run(_("TABLE opener|closer|check CHIPS…: the chips of a table, as 500x20"),
		   read_count, argc, argv);
}

int
sabotctl_slip(int argc, char **argv)
{
	return run(_("request TABLE fill|credit CHIPS…\nissue, receive, void TABLE NUMBER\n"
		     "paper FORMS [TABLE]: numbers for blank forms"),
		   read_slip, argc, argv);
}

int
sabotctl_marker(int argc, char **argv)
{
	return run(_("issue TABLE AMOUNT PATRON\nredeem TABLE NUMBER AMOUNT\nvoid TABLE NUMBER"),
		   read_marker, argc, argv);
}

int
sabotctl_drop(int argc, char **argv)
{
	return run(_("TABLE BOX KIND=AMOUNT…: a drop box, counted\nTABLE estimate AMOUNT"),
		   read_drop, argc, argv);
}

int
sabotctl_tips(int argc, char **argv)
{
	return run(_("TABLE AMOUNT: tips"), read_tips, argc, argv);
}

int
sabotctl_cash(int argc, char **argv)
{
	return run(_("TABLE in|out AMOUNT [PATRON]: cash that the house has to know about"),
		   read_cash, argc, argv);
}

int
sabotctl_cards(int argc, char **argv)
{
	return run(_("receive SET DECKS\nissue SET TABLE\nreturn, cancel, destroy SET"), read_cards,
		   argc, argv);
}

int
sabotctl_exchange(int argc, char **argv)
{
	return run(_("in CURRENCY AMOUNT RATE [PATRON]: foreign money that the cage takes, in its\n"
		     "minor units (JPY:0 of one without), and what one unit of it is worth\n"
		     "out CURRENCY AMOUNT RATE [PATRON]: that it gives"),
		   read_exchange, argc, argv);
}

int
sabotctl_tronc(int argc, char **argv)
{
	return run(_("AMOUNT PERSON=POINTS…: tips, shared out by the points that persons hold"),
		   read_tronc, argc, argv);
}

static void
add_amount(GPtrArray *rows, const char *what, int64_t amount_minor)
{
	char money[SABOT_TEXT_MONEY_SIZE];

	if (amount_minor != SABOT_WIRE_NO_NUMBER)
		sabotctl_rows_add(rows, what, sabot_text_money(amount_minor, money), NULL);
}

/* A currency's own minor units, as they were written: their decimals are not known here. */
static void
print_currency(const struct sabot_wire_bank_currency *currency)
{
	/* Translators: foreign money in the main bank, in its minor units: code, then numbers. */
	printf(_("%s: opener %lld, in %lld, out %lld, float %lld"),
	       sabot_text_plain(currency->currency), (long long)currency->opener_minor,
	       (long long)currency->in_minor, (long long)currency->out_minor,
	       (long long)currency->float_minor);
	if (currency->difference_minor != SABOT_WIRE_NO_NUMBER)
		/* Translators: of foreign money: what a count lies above what it should be. */
		printf(_(", difference %lld"), (long long)currency->difference_minor);
	putchar('\n');
}

static void
print_tips(const struct sabot_wire_tips *tips)
{
	GPtrArray *rows = sabotctl_rows_new();

	add_amount(rows, _("tips left before"), tips->before_minor);
	add_amount(rows, _("tips collected"), tips->collected_minor);
	add_amount(rows, _("tips shared out"), tips->shared_minor);
	if (tips->difference_minor != SABOT_WIRE_NO_NUMBER && tips->difference_minor < 0)
		add_amount(rows, _("less than there was"), -tips->difference_minor);
	else
		add_amount(rows, _("more than there was"), tips->difference_minor);
	add_amount(rows, _("tips left"), tips->left_minor);
	sabotctl_rows_print(rows);
	g_ptr_array_unref(rows);
}

static void
print_bank(const struct sabot_wire_bank *bank)
{
	GPtrArray *rows;

	printf("%s\n", sabot_text_plain(bank->shift));
	if (bank->tips)
		print_tips(bank->tips);
	if (bank->fills_minor == SABOT_WIRE_NO_NUMBER) {
		puts(_("Nothing was written of the main bank."));
		return;
	}
	rows = sabotctl_rows_new();
	/* Translators: of the main bank; an opener that is the closer of the shift before. */
	add_amount(rows, bank->is_rolled ? _("opener, rolled") : C_("bank", "opener"),
		   bank->opener_minor);
	add_amount(rows, _("opener less the closer before"), bank->opener_difference_minor);
	add_amount(rows, _("fills issued"), bank->fills_minor);
	add_amount(rows, _("credits taken back"), bank->credits_minor);
	add_amount(rows, _("markers redeemed"), bank->redeemed_minor);
	add_amount(rows, _("came in"), bank->in_minor);
	add_amount(rows, _("went out"), bank->out_minor);
	add_amount(rows, _("given for foreign money"), bank->exchanged_minor);
	add_amount(rows, C_("bank", "float"), bank->float_minor);
	if (bank->count)
		add_amount(rows, _("last count"), bank->count->amount_minor);
	add_amount(rows, _("float at its time"), bank->expected_minor);
	add_amount(rows, C_("bank", "difference"), bank->difference_minor);
	sabotctl_rows_print(rows);
	g_ptr_array_unref(rows);
	for (guint i = 0; i < bank->currencies->len; i++)
		print_currency(g_ptr_array_index(bank->currencies, i));
}

/* False, said, when the answer has another form. */
static bool
print_bank_of(const struct sabot_wire_each *each)
{
	g_autoptr(GError) error = NULL;
	struct sabot_wire_bank *bank = sabot_record_parse(&sabot_wire_bank_type, each->ok, &error);

	if (!bank) {
		sabotctl_complain(error->message);
		return false;
	}
	if (each->upstream)
		printf("%s: ", sabot_text_plain(each->upstream));
	print_bank(bank);
	sabot_record_unref(bank);
	return true;
}

static int
show_bank(const struct money_options *options)
{
	json_t *answer =
		money_request(options, "bank", json_pack("{s:s*}", "shift", options->shift));
	g_autoptr(GPtrArray) all = answer ? sabot_wire_each_of(answer) : NULL;
	bool is_well = answer != NULL;

	if (answer && options->json)
		sabotctl_print_json(answer);
	for (guint i = 0; answer && !options->json && i < all->len; i++)
		is_well = print_bank_of(g_ptr_array_index(all, i)) && is_well;
	json_decref(answer);
	return is_well ? SABOTCTL_OK : SABOTCTL_FAILED;
}

int
sabotctl_bank(int argc, char **argv)
{
	static const char *const summary =
		N_("opener, closer, check CHIPS… cash=AMOUNT CURRENCY=AMOUNT: the main bank,\n"
		   "counted\n"
		   "in, out CHIPS… cash=AMOUNT CURRENCY=AMOUNT: with a --note from or to where\n"
		   "without words: its float, and what came and went");
	struct money_options options = {0};
	int status = SABOTCTL_FAILED;

	for (int i = 1; i < argc; i++)
		if (argv[i][0] != '-' && is_bank_step(argv[i]))
			return run(_(summary), read_bank, argc, argv);
	if (money_options_parse(&options, argc, argv, _(summary)))
		status = argv[1] ? sabotctl_complain(_("it is opener, closer, check, in or out"))
				 : show_bank(&options);
	money_options_clear(&options);
	return status;
}
