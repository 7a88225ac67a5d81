/* The sentences for results of the log's events: see log-outcome.h. */
#include "log-outcome.h"

#include "log-wording.h"
#include "proto/json-text.h"
#include "wording.h"
#include "proto/wire-words.h"
#include "text/incident-text.h"
#include "text/money.h"
#include "text/reason-text.h"
#include "text/words.h"

#include <glib/gi18n-lib.h>
#include <string.h>

char *
sabot_log_outcome_incident(const json_t *line, const char *words)
{
	int id = sabot_json_number(line, "id"), round = sabot_json_number(line, "round");

	/* Between rounds it is about none. */
	if (round <= 0)
		return g_strdup_printf(_("INCIDENT %d: %s"), id, words);
	/* Translators: an incident's number, its round's, what it says. */
	return g_strdup_printf(_("INCIDENT %d, round %d: %s"), id, round, words);
}

static char *
phrase_incident(const json_t *line)
{
	const char *word = sabot_json_text(line, "code");
	enum sabot_incident_code code;

	return sabot_log_outcome_incident(line, sabot_incident_code_from_string(word, &code)
							? sabot_text_incident_name(code)
							: word);
}

/* A total, or "?": an unread card counts 0 in it, and an absent one is not known at all. */
static char *
get_total(const json_t *hand, const char *key, const char *cards_key)
{
	const json_t *total = json_object_get(hand, key);
	bool is_known = json_is_integer(total);
	size_t index;
	json_t *card;

	json_array_foreach(json_object_get(hand, cards_key), index, card)
		is_known &= strchr("?#", json_string_value(card)[0]) == NULL;
	return is_known ? g_strdup_printf("%d", (int)json_integer_value(total)) : g_strdup("?");
}

static void
append_hand(GString *text, const json_t *line)
{
	g_autofree char *total = get_total(line, "total", "cards");
	const char *known = sabot_json_text(line, "result"), *word = *known ? known : "?";

	for (int result = SABOT_WIRE_RESULT_BLACKJACK; result <= SABOT_WIRE_RESULT_VOID; result++) {
		const struct sabot_wire_hand hand = {
			.result = (enum sabot_wire_hand_result)result,
		};

		if (strcmp(word, sabot_wire_hand_result_to_string(hand.result)) == 0)
			word = sabot_phrase_hand(&hand);
	}
	/* Translators: a box, the points of a hand in it, what became of it. */
	g_string_append_printf(text, _("; box %d: %s %s"), sabot_json_number(line, "box"), total,
			       word);
}

static void
append_coup(GString *text, const json_t *round)
{
	const char *word = sabot_json_text(round, "winner");
	const char *winner = *word ? sabot_log_wording_winner(word) : "?";
	g_autofree char *punto = get_total(round, "punto", "punto_cards");
	g_autofree char *banca = get_total(round, "banca", "banca_cards");

	if (json_object_get(round, "punto"))
		/* Translators: who won, and the points of both. */
		g_string_append_printf(text, _("%s (punto %s, banca %s)"), winner, punto, banca);
	else
		g_string_append(text, winner);
}

static void
append_deal(GString *text, const json_t *round)
{
	g_autofree char *dealer = get_total(round, "dealer", "dealer_cards");
	size_t index;
	json_t *hand;

	/* Translators: points. */
	g_string_append_printf(text, _("dealer %s"), dealer);
	json_array_foreach(json_object_get(round, "hands"), index, hand)
		append_hand(text, hand);
}

/* The result of a round, with all that distinguishes it from another. */
static char *
phrase_result(const json_t *round)
{
	GString *text = g_string_new(NULL);

	if (!json_is_object(round))
		g_string_assign(text, _("not dealt"));
	else if (json_object_get(round, "hands"))
		append_deal(text, round);
	else
		append_coup(text, round);
	if (json_is_true(json_object_get(round, "unverified")))
		g_string_append_printf(text, "; %s", C_("round", "unverified"));
	return g_string_free(text, FALSE);
}

static char *
phrase_round(const json_t *line)
{
	g_autofree char *result = phrase_result(line);

	/* Translators: a round's number, what it came to. */
	return g_strdup_printf(_("round %d: %s"), sabot_json_number(line, "round"), result);
}

/* Where both came to the same. */
static const char *
phrase_what_differs(const struct sabot_wire_change *change)
{
	if (!json_equal(change->before, change->after))
		return _("the cards are others");
	if (change->stakes->len > 0)
		return _("other amounts are due");
	return _("the incidents are others");
}

static bool
holds(const json_t *lines, const json_t *line)
{
	size_t index;
	json_t *one;

	json_array_foreach((json_t *)lines, index, one)
		if (json_equal(one, line))
			return true;
	return false;
}

/* Whether the incident says that a ruling did nothing. */
static bool
is_refusal(const json_t *line)
{
	const char *code = sabot_json_text(line, "code");
	const char *event = sabot_json_text(json_object_get(line, "detail"), "ev");

	return strcmp(code, "ruling_without_effect") == 0 ||
	       (strcmp(code, "event_out_of_order") == 0 && strcmp(event, "ruling") == 0);
}

/* Why the ruling that was tried does nothing, as the log says it; NULL: it does something. */
static const char *
why_without_effect(const struct sabot_wire_change *change)
{
	size_t index;
	json_t *line;

	json_array_foreach(change->incidents_after, index, line)
		if (is_refusal(line) && !holds(change->incidents_before, line))
			return sabot_json_text(json_object_get(line, "detail"), "why");
	return NULL;
}

static char *
phrase_change(const struct sabot_wire_change *change)
{
	g_autofree char *before = phrase_result(change->before);
	g_autofree char *after = phrase_result(change->after);
	char delta[SABOT_TEXT_MONEY_SIZE];

	sabot_text_money(change->delta_minor, delta);
	if (change->round == 0)
		return g_strdup(_("Between rounds: other incidents."));
	if (strcmp(before, after) != 0)
		/* Translators: a round's number, its outcome now and before, an amount. */
		return g_strdup_printf(_("Round %d: %s instead of %s; due %s more"),
				       (int)change->round, after, before, delta);
	/* Translators: a round's number, its outcome, what differs all the same, an amount. */
	return g_strdup_printf(_("Round %d: %s as before, but %s; due %s more"), (int)change->round,
			       after, phrase_what_differs(change), delta);
}

char *
sabot_log_outcome_change(const struct sabot_wire_change *change)
{
	g_autofree char *phrase = phrase_change(change);
	const char *why = why_without_effect(change);

	if (why == NULL)
		return g_steal_pointer(&phrase);
	why = sabot_text_why(why);
	if (change->round == 0)
		/* Translators: why a ruling that was tried does nothing. */
		return g_strdup_printf(_("Between rounds: the ruling has no effect (%s)."), why);
	/* Translators: what differs; why a ruling that was tried does nothing. */
	return g_strdup_printf(_("%s; the ruling has no effect (%s)"), phrase, why);
}

static void
append_cards(GString *text, const json_t *cards)
{
	size_t index;
	json_t *card;

	json_array_foreach((json_t *)cards, index, card) {
		const char *code = json_string_value(card);
		struct sabot_card known;
		char sign[SABOT_TEXT_CARD_SIZE];

		g_string_append_printf(text, " %s",
				       sabot_card_parse(code, strlen(code), &known)
					       ? sabot_text_card_sign(known, sign)
					       : code);
	}
}

static char *
phrase_load_end(const json_t *line)
{
	g_autoptr(GString) cards = g_string_new(NULL);

	append_cards(cards, json_object_get(line, "extra"));
	append_cards(cards, json_object_get(line, "missing"));
	/* Translators: a load's number, what was proven of it, which cards, how many were seen. */
	return g_strdup_printf(_("load %d is over: %s%s; cards seen: %d"),
			       sabot_json_number(line, "load"),
			       sabot_text_verdict(sabot_json_text(line, "verdict")), cards->str,
			       sabot_json_number(line, "cards_seen"));
}

/* An amount; the least and the most that it may be; "?" where nothing is known about it. */
static char *
phrase_due(const json_t *line)
{
	if (json_object_get(line, "due"))
		return sabot_json_money(line, "due");
	if (json_object_get(line, "due_min") && json_object_get(line, "due_max")) {
		g_autofree char *least = sabot_json_money(line, "due_min"),
				*most = sabot_json_money(line, "due_max");

		/* Translators: what is due is not certain: the least and the most of it. */
		return g_strdup_printf(_("? (%s to %s)"), least, most);
	}
	return g_strdup("?");
}

static char *
phrase_settled(const json_t *line)
{
	g_autofree char *stake = json_is_integer(json_object_get(line, "stake"))
					 ? sabot_json_money(line, "stake")
					 : g_strdup("?");
	g_autofree char *due = phrase_due(line);

	return g_strdup_printf(_("box %d, %s on %s: due %s"), sabot_json_number(line, "box"), stake,
			       sabot_log_wording_bet(sabot_json_text(line, "on")), due);
}

/* What is to be put right because a due changed after it was paid. */
static char *
phrase_redress_line(const json_t *line)
{
	g_autofree char *paid = sabot_json_money(line, "paid");
	g_autofree char *due = sabot_json_money(line, "due");
	g_autofree char *difference = sabot_json_money(line, "difference");
	const char *on = sabot_log_wording_bet(sabot_json_text(line, "on"));
	int round = sabot_json_number(line, "round"), box = sabot_json_number(line, "box");

	if (json_integer_value(json_object_get(line, "difference")) == 0)
		/* Translators: a round, a box, a bet: what was to be put right has been. */
		return g_strdup_printf(_("round %d, box %d, %s: put right"), round, box, on);
	/* Translators: a round, a box, a bet, amounts: the due changed after it was paid. */
	return g_strdup_printf(_("round %d, box %d, %s: %s to be put right (due %s, paid %s)"),
			       round, box, on, difference, due, paid);
}

static char *
phrase_aside(const json_t *line)
{
	g_autoptr(GString) cards = g_string_new(NULL);

	append_cards(cards, json_object_get(line, "cards"));
	/* Translators: cards that nobody needed, in a row. */
	return g_strdup_printf(_("set aside:%s"), cards->str);
}

static char *
phrase_open(const json_t *line)
{
	/* Translators: the log ends while a round is being dealt. */
	return g_strdup_printf(_("round %d is not over"), sabot_json_number(line, "round"));
}

char *
sabot_log_outcome_line(const json_t *line)
{
	const char *out = sabot_json_text(line, "out");

	if (strcmp(out, "incident") == 0)
		return phrase_incident(line);
	if (strcmp(out, "round") == 0)
		return phrase_round(line);
	if (strcmp(out, "settle") == 0)
		return phrase_settled(line);
	if (strcmp(out, "load") == 0)
		return phrase_load_end(line);
	if (strcmp(out, "explained") == 0)
		/* Translators: an incident's number: what it said turned out not to be so. */
		return g_strdup_printf(_("incident %d is explained"),
				       sabot_json_number(line, "id"));
	if (strcmp(out, "aside") == 0)
		return phrase_aside(line);
	if (strcmp(out, "redress") == 0)
		return phrase_redress_line(line);
	if (strcmp(out, "open") == 0)
		return phrase_open(line);
	return sabot_log_wording_fields(out, line);
}
