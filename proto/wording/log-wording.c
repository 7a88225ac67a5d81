/*
 * The sentences for the log's events: most events have one, the others are printed in the log's own
 * words.
 */
#include "proto/json-text.h"
#include "log-wording.h"

#include "log-document.h"
#include "log-note.h"
#include "proto/review.h"
#include "wording.h"
#include "proto/wire-words.h"
#include "text/money.h"
#include "text/payout-text.h"
#include "text/escape.h"
#include "text/words.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* --- Fields ----------------------------------------------------------------------------------- */

static char *
get_card(const json_t *object)
{
	const char *text = sabot_json_text(object, "card");
	struct sabot_card card;

	if (strcmp(text, "##") == 0)
		return g_strdup(C_("card", "hidden card"));
	return sabot_card_parse(text, strlen(text), &card) ? sabot_text_card(card) : g_strdup(text);
}

static bool
is_money(const char *key)
{
	static const char *const money[] = {"amount", "stake", "due", "paid", "commission", NULL};

	return g_strv_contains(money, key);
}

bool
sabot_log_wording_has(const char *key)
{
	/* Of persons the digests of their PINs and names. */
	static const char *const left_out[] = {"at",  "ev",   "out",     "src",       "sim", "by",
					       "pin", "line", "persons", "name_hash", NULL};

	return !g_strv_contains(left_out, key);
}

/* Whatever others wrote, on this line. */
static void
append_plain(GString *text, const char *words)
{
	g_autofree char *plain = sabot_text_escape(words);

	g_string_append(text, plain);
}

void
sabot_log_wording_append_value(GString *text, const char *key, const json_t *value)
{
	char money[SABOT_TEXT_MONEY_SIZE];
	char *dump;

	if (is_money(key) && json_is_integer(value)) {
		g_string_append(text, sabot_text_money(json_integer_value(value), money));
	} else if (json_is_string(value)) {
		append_plain(text, json_string_value(value));
	} else {
		dump = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
		append_plain(text, dump);
		free(dump);
	}
}

char *
sabot_log_wording_fields(const char *word, const json_t *object)
{
	static const char *const reported_elsewhere[] = {"n", "second", NULL};
	GString *text = g_string_new(word);
	gboolean is_first = TRUE;
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)object, key, value) {
		if (!sabot_log_wording_has(key) || g_strv_contains(reported_elsewhere, key))
			continue;
		g_string_append(text, is_first ? ": " : ", ");
		append_plain(text, key);
		g_string_append_c(text, ' ');
		sabot_log_wording_append_value(text, key, value);
		is_first = FALSE;
	}
	return g_string_free(text, FALSE);
}

const char *
sabot_log_wording_bet(const char *word)
{
	/* A stake that names nothing is the box's own. */
	const char *name = sabot_text_bet(*word ? sabot_bet_from_string(word) : SABOT_BET_MAIN);

	return *name ? name : word;
}

const char *
sabot_log_wording_winner(const char *word)
{
	enum sabot_winner winner;

	if (strcmp(word, "void") == 0)
		return C_("round", "void");
	return sabot_winner_from_string(word, &winner) ? sabot_text_winner(winner) : word;
}

char *
sabot_log_wording_result(const char *word)
{
	if (word[0] == '\0') /* not everything in it is certain */
		return g_strdup(C_("round", "unverified"));
	if (g_ascii_isdigit(word[0]))
		return g_strdup_printf(_("dealer: %s"), word);
	return g_strdup(sabot_log_wording_winner(word));
}

/* --- Events ----------------------------------------------------------------------------------- */

static char *
phrase_bet(const json_t *event)
{
	g_autofree char *amount = sabot_json_money(event, "amount");

	return g_strdup_printf(_("stake: box %d, %s on %s"), sabot_json_number(event, "box"),
			       amount, sabot_log_wording_bet(sabot_json_text(event, "on")));
}

static char *
phrase_paid(const json_t *event)
{
	g_autofree char *amount = sabot_json_money(event, "amount");

	return g_strdup_printf(_("paid: box %d, %s"), sabot_json_number(event, "box"), amount);
}

static char *
phrase_card(const json_t *event)
{
	g_autofree char *card = get_card(event);

	return g_strdup_printf(_("card: %s"), card);
}

static char *
phrase_action(const json_t *event)
{
	enum sabot_action action;
	const char *word = sabot_json_text(event, "do");

	return g_strdup_printf(_("box %d: %s"), sabot_json_number(event, "box"),
			       sabot_action_from_string(word, &action) ? sabot_text_action(action)
								       : word);
}

/* The card that it is about is named by its event. */
static char *
phrase_ruling_itself(const json_t *event, int64_t named_n)
{
	enum sabot_remedy remedy;
	const char *word = sabot_json_text(event, "remedy");
	int incident = sabot_json_number(event, "incident");

	if (sabot_remedy_from_string(word, &remedy))
		word = sabot_text_remedy(remedy);
	if (json_is_true(json_object_get(event, "mend")))
		/* Translators: the dealer corrected the last card; how. */
		return g_strdup_printf(_("the last card is mended: %s"), word);
	if (named_n != 0)
		/* Translators: an incident's number, a card's event "#12", what was ruled. */
		return g_strdup_printf(_("ruling on incident %d, card #%d: %s"), incident,
				       (int)named_n, word);
	/* Translators: an incident's number, what was ruled. */
	return g_strdup_printf(_("ruling on incident %d: %s"), incident, word);
}

static char *
phrase_ruling(const json_t *event, int64_t named_n)
{
	const char *note = sabot_json_text(event, "note");
	g_autofree char *ruling = phrase_ruling_itself(event, named_n);

	/* Translators: what was ruled; why. */
	return *note ? g_strdup_printf(C_("ruling", "%s (%s)"), ruling, note)
		     : g_steal_pointer(&ruling);
}

static char *
phrase_load(const json_t *event)
{
	return g_strdup_printf(_("a load of %d decks is in the shoe"),
			       sabot_json_number(event, "decks"));
}

static char *
phrase_correction(const json_t *event)
{
	g_autofree char *amount = sabot_json_money(event, "amount");

	/* Translators: a round's number, an amount, why (may be empty). */
	return g_strdup_printf(_("correction of round %d: %s %s"),
			       sabot_json_number(event, "round"), amount,
			       sabot_json_text(event, "note"));
}

static char *
phrase_acknowledged(const json_t *event)
{
	return g_strdup_printf(_("incident %d acknowledged"), sabot_json_number(event, "incident"));
}

static char *
phrase_comment(const json_t *event)
{
	/* Translators: an incident's number, what somebody has to say about it. */
	return g_strdup_printf(_("comment on incident %d: %s"),
			       sabot_json_number(event, "incident"),
			       sabot_json_text(event, "text"));
}

static char *
phrase_review(const json_t *event)
{
	const char *why = sabot_json_text(event, "why"), *note = sabot_json_text(event, "note");

	return g_strdup_printf("%s %s", sabot_review_step_name(sabot_json_text(event, "do")),
			       *why ? why : note);
}

/* An order to pay or to collect, or that it was done with. */
static char *
phrase_redress(const json_t *event)
{
	const char *what = sabot_json_text(event, "do");
	const struct sabot_redress_line line = {
		.round = sabot_json_number(event, "round"),
		.box = sabot_json_number(event, "box"),
		.bettor = sabot_json_text(event, "bettor"),
		.amount_minor = json_integer_value(json_object_get(event, "amount")),
	};
	g_autofree char *order = NULL;

	if (strcmp(what, "done") == 0)
		/* Translators: the number of an order to pay or collect. */
		return g_strdup_printf(_("no. %d was put right"),
				       sabot_json_number(event, "redress"));
	if (strcmp(what, "withdraw") == 0)
		return g_strdup_printf(_("no. %d is not to be put right any more"),
				       sabot_json_number(event, "redress"));
	order = sabot_text_redress(&line);
	/* Translators: "Round 3, box 2: pay 5.00". */
	return g_strdup_printf(_("to be put right: %s"), order);
}

static char *
phrase_insurance(const json_t *event)
{
	g_autofree char *amount = sabot_json_money(event, "amount");

	return g_strdup_printf(_("insurance: box %d, %s"), sabot_json_number(event, "box"), amount);
}

/* Counted, or run out through the reader. */
static char *
phrase_unload(const json_t *event)
{
	const json_t *cards = json_object_get(event, "cards");

	if (cards)
		return g_strdup_printf(_("the load is out; cards that were run out: %d"),
				       (int)json_array_size(cards));
	if (json_object_get(event, "left"))
		return g_strdup_printf(_("the load is out; cards left: %d"),
				       sabot_json_number(event, "left"));
	return g_strdup(_("the load is out"));
}

static char *
phrase_table(const json_t *event)
{
	const char *word = sabot_json_text(event, "state");

	for (int state = SABOT_WIRE_TABLE_OPEN; state <= SABOT_WIRE_TABLE_PAUSED; state++) {
		if (strcmp(word, sabot_wire_table_state_to_string(
					 (enum sabot_wire_table_state)state)) == 0)
			word = sabot_phrase_table_state((enum sabot_wire_table_state)state);
	}
	/* Translators: open, closed or paused. */
	return g_strdup_printf(_("the table: %s"), word);
}

/* What is said in full by its kind alone. NULL: it is not. */
static const char *
phrase_plain(const char *ev)
{
	static const struct {
		const char *ev, *sentence;
	} known[] = {
		{"result", N_("result: the button was pressed")},
		{"no_more_bets", N_("no more bets")},
		{"insurance_closed", N_("no more insurance")},
		{"cut_card", N_("the cut card came")},
		{"call", N_("the pit is called")},
		{"undo", N_("the last thing said is taken back")},
		{"login", N_("log-in")},
		{"logout", N_("log-out")},
		{"login_refused", N_("a log-in was refused")},
		{"started", N_("the daemon was started")},
		{"stopped", N_("the daemon was stopped")},
		{"software", N_("the installed software was looked at")},
	};

	for (gsize i = 0; i < G_N_ELEMENTS(known); i++) {
		if (strcmp(known[i].ev, ev) == 0)
			return _(known[i].sentence);
	}
	return NULL;
}

static char *
phrase_what(const json_t *event, int64_t named_n)
{
	static const struct {
		const char *ev;
		char *(*describe)(const json_t *event);
	} known[] = {
		{"bet", phrase_bet},
		{"paid", phrase_paid},
		{"card", phrase_card},
		{"action", phrase_action},
		{"insurance", phrase_insurance},
		{"load", phrase_load},
		{"unload", phrase_unload},
		{"table", phrase_table},
		{"correction", phrase_correction},
		{"acknowledge", phrase_acknowledged},
		{"comment", phrase_comment},
		{"review", phrase_review},
		{"redress", phrase_redress},
	};
	const char *ev = sabot_json_text(event, "ev");
	const char *plain = phrase_plain(ev);

	if (strcmp(ev, "ruling") == 0)
		return phrase_ruling(event, named_n);
	for (gsize i = 0; i < G_N_ELEMENTS(known); i++) {
		if (strcmp(known[i].ev, ev) == 0)
			return known[i].describe(event);
	}
	char *note = plain ? g_strdup(plain) : sabot_log_note(event);

	if (!note)
		note = sabot_log_document(event);
	return note ? note : sabot_log_wording_fields(ev, event);
}

const char *
sabot_log_wording_by(const json_t *event)
{
	const char *ev = sabot_json_text(event, "ev");
	gboolean is_own = strncmp(ev, "log", strlen("log")) == 0; /* log-ins and log-outs */

	return json_string_value(json_object_get(event, is_own ? "person" : "by"));
}

const char *
sabot_log_wording_second(const json_t *event)
{
	return json_string_value(json_object_get(event, "second"));
}

char *
sabot_log_wording_event(const json_t *event, const char *by, const char *second, int64_t named_n)
{
	g_autofree char *what = g_strchomp(phrase_what(event, named_n));

	if (by && second)
		/* Translators: what was said or written down, and the two persons who signed it. */
		return g_strdup_printf(_("%s (%s, %s)"), what, by, second);
	/* Translators: what was said, and by whom. */
	return by ? g_strdup_printf(_("%s (%s)"), what, by) : g_steal_pointer(&what);
}

/* --- Stories ---------------------------------------------------------------------------------- */

char *
sabot_log_wording_shown(const json_t *json)
{
	struct sabot_wire_prompt *prompt =
		sabot_record_parse(&sabot_wire_prompt_type, (json_t *)json, NULL);
	g_autofree char *asked = NULL, *calls = NULL;

	if (!prompt)
		return g_strdup(sabot_json_text(json, "text"));
	asked = sabot_phrase_prompt(prompt);
	calls = sabot_phrase_calls(prompt);
	sabot_record_unref(prompt);
	if (!*calls)
		return g_steal_pointer(&asked);
	return g_strdup_printf("%s  %s", asked, calls);
}

const char *
sabot_log_wording_kind(const char *kind)
{
	static const struct {
		const char *kind, *word;
	} kinds[] = {
		{"event", NC_("story", "event")},     {"house", NC_("story", "house")},
		{"frame", NC_("story", "frame")},     {"bytes", NC_("story", "bytes")},
		{"derived", NC_("story", "follows")}, {"shown", NC_("story", "asked")},
	};

	for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++) {
		if (strcmp(kinds[i].kind, kind) == 0)
			return g_dpgettext2(GETTEXT_PACKAGE, "story", kinds[i].word);
	}
	return kind;
}

static void
append_words(GString *text, const char *name, const char *words)
{
	g_string_append(text, "  ");
	append_plain(text, name);
	g_string_append_c(text, ' ');
	append_plain(text, words);
}

static void
append_member(GString *text, const char *name, const json_t *value)
{
	char *json, money[SABOT_TEXT_MONEY_SIZE];

	if (strcmp(name, "amount") == 0 && json_is_integer(value)) {
		g_string_append_printf(text, "  %s",
				       sabot_text_money(json_integer_value(value), money));
	} else if (json_is_string(value)) {
		append_words(text, name, json_string_value(value));
	} else {
		json = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
		append_words(text, name, json);
		free(json);
	}
}

char *
sabot_log_wording_plain(const json_t *event)
{
	static const char *const left_out[] = {"ev", "at", "src", "by", "sim", NULL};
	GString *text = g_string_new(sabot_json_text(event, "ev"));
	const char *name;
	json_t *value;

	json_object_foreach((json_t *)event, name, value)
		if (!g_strv_contains(left_out, name))
			append_member(text, name, value);
	return g_string_free(text, FALSE);
}
