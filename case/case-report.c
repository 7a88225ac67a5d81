/*
 * The report of a case: its subject, the table's layout, the rules that applied, the decisions, the
 * pictures to look at, and the story. Columns' ids are for programs, titles for people.
 */
#include "case-make-private.h"

#include "proto/wording/cited-rules.h"
#include "proto/wording/log-wording.h"
#include "proto/messages/log-messages.h"
#include "profiles/profile.h"
#include "report/kinds/pictures.h"
#include "report/report-words.h"
#include "story-text.h"
#include "text/rule-text.h"
#include "text/words.h"

#include <glib/gi18n.h>
#include <string.h>

static const struct sabot_report_column about_columns[] = {
	{"what", N_("What"), SABOT_REPORT_TEXT},
	{"value", N_("Value"), SABOT_REPORT_TEXT},
};

static const struct sabot_report_column layout_columns[] = {
	{"place", N_("Place"), SABOT_REPORT_TEXT},
	{"cards", N_("Cards"), SABOT_REPORT_CARDS},
	{"total", N_("Total"), SABOT_REPORT_NUMBER},
	{"stakes", N_("Stakes"), SABOT_REPORT_TEXT},
};

static const struct sabot_report_column rule_columns[] = {
	{"rule", N_("Rule"), SABOT_REPORT_TEXT},
	{"text", N_("What it says"), SABOT_REPORT_TEXT},
};

static const struct sabot_report_column decision_columns[] = {
	{"at", N_("Time"), SABOT_REPORT_TIME},
	{"event", N_("Event"), SABOT_REPORT_NUMBER},
	{"incident", N_("Incident"), SABOT_REPORT_NUMBER},
	{"round", N_("Round"), SABOT_REPORT_NUMBER},
	{"decision", N_("Decision"), SABOT_REPORT_TEXT},
	{"amount_minor", N_("Amount"), SABOT_REPORT_MONEY},
	{"by", N_("By"), SABOT_REPORT_TEXT},
	{"second", N_("Second person"), SABOT_REPORT_TEXT},
	{"note", N_("Reason"), SABOT_REPORT_TEXT},
};

static const struct sabot_report_column cue_columns[] = {
	{"table", N_("Table"), SABOT_REPORT_TEXT},
	{"camera", N_("Camera"), SABOT_REPORT_TEXT},
	{"from", N_("From"), SABOT_REPORT_TIME},
	{"to", N_("To"), SABOT_REPORT_TIME},
	{"load", N_("Load"), SABOT_REPORT_NUMBER},
	{"round", N_("Round"), SABOT_REPORT_NUMBER},
	{"incident", N_("Incident"), SABOT_REPORT_NUMBER},
	{"reason", N_("Reason"), SABOT_REPORT_TEXT},
};

static const struct sabot_report_column story_columns[] = {
	{"at", N_("Time"), SABOT_REPORT_TIME},
	{"kind", N_("Kind"), SABOT_REPORT_TEXT},
	{"text", N_("What"), SABOT_REPORT_TEXT},
};

static struct sabot_report *
begin_report(const struct sabot_case_facts *facts, const char *name, const char *title)
{
	const struct sabot_case_wish *wish = facts->wish;
	struct sabot_report *report = sabot_report_new(name, title);

	g_free(report->house);
	report->house = g_strdup(wish->house ? wish->house : "");
	report->letterhead = g_strdup(wish->letterhead);
	report->licence = g_strdup(wish->licence);
	report->from_us = facts->round.at_us;
	report->to_us = facts->round.end_us;
	report->checkpoint = g_strdup(facts->checkpoint);
	report->made_us = facts->about.made_us;
	if (wish->zone) {
		g_time_zone_unref(report->zone);
		report->zone = g_time_zone_ref(wish->zone);
	}
	return report;
}

/* "Pia (p3)" if the house allows names, else "p3"; NULL for nobody. Transferred. */
static char *
person_words(const struct sabot_case_facts *facts, const char *id)
{
	const char *name = id ? g_hash_table_lookup(facts->names, id) : NULL;

	/* Translators: a person's name, and what the log calls the person. */
	return name ? g_strdup_printf(C_("person", "%s (%s)"), name, id) : g_strdup(id);
}

/* Transferred. */
static char *
logged_in_words(const struct sabot_case_facts *facts)
{
	g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);

	for (guint i = 0; i < facts->story->logged_in->len; i++)
		g_ptr_array_add(words,
				person_words(facts, g_ptr_array_index(facts->story->logged_in, i)));
	g_ptr_array_add(words, NULL);
	return words->len > 1 ? g_strjoinv(", ", (char **)words->pdata) : g_strdup(_("nobody"));
}

/* A row "what: value". Takes the value. */
static void
add_row(struct sabot_report_section *section, const char *what, char *value)
{
	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_set_text(section, "what", what);
	sabot_report_set_own_text(section, "value", value);
}

static char *
number_words(int64_t number)
{
	return g_strdup_printf("%" G_GINT64_FORMAT, number);
}

/* "Europe/Madrid", for all its times. */
static char *
zone_words(const struct sabot_report *report)
{
	return g_strdup(g_time_zone_get_identifier(report->zone));
}

/* "blackjack-es: Black Jack (Spain)"; without the profile's file its id alone. Transferred. */
static char *
profile_words(const struct sabot_case_facts *facts)
{
	const char *id = facts->view->rules;
	struct sabot_profile *profile = sabot_profile_open(id, facts->book->profiles_dir, NULL);
	char *words = profile && profile->title
			      /* Translators: the id of a table's rules, and their title. */
			      ? g_strdup_printf(C_("rules", "%s: %s"), id, profile->title)
			      : g_strdup(id);

	sabot_profile_free(profile);
	return words;
}

static void
add_about_incident(struct sabot_report_section *section, const struct sabot_case_facts *facts)
{
	const char *rule = sabot_cited_rules_of_incident(facts->story, facts->about.incident);

	add_row(section, _("Incident"),
		g_strdup_printf("%" G_GINT64_FORMAT ": %s", facts->about.incident,
				facts->incident_text ? facts->incident_text : ""));
	if (rule)
		add_row(section, _("Its rule"), sabot_text_rule_full(rule));
}

static void
add_about(struct sabot_report *report, const struct sabot_case_facts *facts)
{
	struct sabot_report_section *section = sabot_report_add_section(
		report, "about", _("What it is about"), about_columns, G_N_ELEMENTS(about_columns));

	add_row(section, _("Table"), g_strdup(facts->about.table));
	add_row(section, _("Rules"), profile_words(facts));
	add_row(section, _("Load"), number_words(facts->about.load));
	add_row(section, _("Round"), number_words(facts->about.round));
	if (facts->about.incident)
		add_about_incident(section, facts);
	add_row(section, _("Disputed moment"), sabot_report_time_words(report, facts->about.at_us));
	add_row(section, _("All times are of"), zone_words(report));
	add_row(section, _("Event in the table's log"), number_words(facts->moment_n));
	add_row(section, _("Outcome"), sabot_log_wording_result(facts->round.outcome));
	add_row(section, _("Logged in"), logged_in_words(facts));
	if (facts->about.by)
		add_row(section, _("Case file made by"), person_words(facts, facts->about.by));
}

static char *
cards_of(const struct sabot_wire_hand *hand)
{
	GString *words = g_string_new(NULL);

	for (guint i = 0; i < hand->cards->len; i++) {
		const struct sabot_wire_card *card =
			&g_array_index(hand->cards, struct sabot_wire_card, i);
		char name[SABOT_CARD_TEXT_SIZE];

		g_string_append_printf(words, "%s%s", i > 0 ? " " : "",
				       card->is_hidden ? "##"
						       : sabot_card_format(card->card, name));
	}
	return g_string_free(words, FALSE);
}

/* "punto 10.00, tie 5.00" */
static char *
stakes_of(const struct sabot_wire_box *box)
{
	GString *words = g_string_new(NULL);

	for (guint i = 0; i < box->stakes->len; i++) {
		const struct sabot_wire_stake *stake = g_ptr_array_index(box->stakes, i);
		g_autofree char *money = sabot_report_money_words(stake->amount_minor);

		g_string_append_printf(words, "%s%s %s", i > 0 ? ", " : "",
				       sabot_log_wording_bet(stake->on), money);
	}
	return g_string_free(words, FALSE);
}

/* Takes the words. */
static void
add_hand(struct sabot_report_section *section, const char *place,
	 const struct sabot_wire_hand *hand, char *stakes)
{
	if (hand && hand->cards->len == 0 && (!stakes || !stakes[0])) {
		g_free(stakes);
		return;
	}
	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_set_text(section, "place", place);
	sabot_report_set_own_text(section, "cards", hand ? cards_of(hand) : NULL);
	sabot_report_set_number(section, "total",
				hand && hand->total >= 0 ? hand->total : SABOT_REPORT_NONE);
	sabot_report_set_own_text(section, "stakes", stakes);
}

static void
add_box(struct sabot_report_section *section, const struct sabot_wire_box *box)
{
	g_autofree char *place = g_strdup_printf(_("Box %d"), (int)box->box);

	if (box->hands->len == 0)
		add_hand(section, place, NULL, stakes_of(box));
	for (guint i = 0; i < box->hands->len; i++)
		add_hand(section, place, g_ptr_array_index(box->hands, i),
			 i == 0 ? stakes_of(box) : NULL);
}

static void
add_layout(struct sabot_report *report, const struct sabot_case_facts *facts)
{
	const struct sabot_wire_view *view = facts->view;
	struct sabot_report_section *section = sabot_report_add_section(
		report, "layout", _("The layout at the disputed moment, as the screens showed it"),
		layout_columns, G_N_ELEMENTS(layout_columns));

	section->is_layout = true;
	if (view->punto)
		add_hand(section, _("Punto"), view->punto, NULL);
	if (view->banca)
		add_hand(section, _("Banca"), view->banca, NULL);
	if (view->dealer)
		add_hand(section, _("Dealer"), view->dealer, NULL);
	for (guint i = 0; i < view->boxes->len; i++)
		add_box(section, g_ptr_array_index(view->boxes, i));
	if (!facts->aside[0])
		return;
	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_set_text(section, "place", _("In no hand"));
	sabot_report_set_text(section, "cards", facts->aside);
	sabot_report_set_number(section, "total", SABOT_REPORT_NONE);
	sabot_report_set_text(section, "stakes", NULL);
}

static void
add_rules(struct sabot_report *report, const struct sabot_case_facts *facts)
{
	g_autoptr(GPtrArray) rules = sabot_cited_rules_list(facts->story);
	struct sabot_report_section *section;

	if (rules->len == 0)
		return;
	section =
		sabot_report_add_section(report, "rules", _("The rules that applied in this round"),
					 rule_columns, G_N_ELEMENTS(rule_columns));
	for (guint i = 0; i < rules->len; i++) {
		const char *rule = g_ptr_array_index(rules, i);

		sabot_report_begin_row(section, SABOT_REPORT_ROW);
		sabot_report_set_own_text(section, "rule", sabot_text_rule(rule));
		sabot_report_set_text(section, "text", sabot_text_rule_sentence(rule));
	}
	sabot_report_remark(report,
			    _("Rules: their ids, and what they say in Sabot's words. Where "
			      "the table's own rules have another figure, that one holds."));
}

/* "void the round", or "correction". */
static const char *
decision_words(const struct sabot_wire_decision *decision)
{
	enum sabot_remedy remedy = SABOT_REMEDY_UNKNOWN;

	if (!decision->remedy)
		return _("correction");
	return sabot_remedy_from_string(decision->remedy, &remedy) ? sabot_text_remedy(remedy)
								   : decision->remedy;
}

static int64_t
number_or_none(int64_t number)
{
	return number != SABOT_WIRE_NO_NUMBER ? number : SABOT_REPORT_NONE;
}

/* A ruling names its incident, not the round in which that was raised. */
static int64_t
round_of(const struct sabot_case_facts *facts, const struct sabot_wire_decision *decision)
{
	struct sabot_index_round round;

	if (decision->round != SABOT_WIRE_NO_NUMBER)
		return decision->round;
	if (decision->incident == SABOT_WIRE_NO_NUMBER ||
	    !sabot_book_get_round_of_incident(facts->book, facts->about.table, decision->incident,
					      &round, NULL))
		return SABOT_REPORT_NONE;
	return round.round > 0 ? round.round : SABOT_REPORT_NONE;
}

static void
add_decision(struct sabot_report_section *section, const struct sabot_case_facts *facts,
	     json_t *event)
{
	struct sabot_wire_decision *decision =
		sabot_record_parse(&sabot_wire_decision_type, event, NULL);

	if (!decision)
		return;
	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_set_number(section, "at",
				decision->at_us != SABOT_TIME_NONE ? decision->at_us
								   : SABOT_REPORT_NONE);
	sabot_report_set_number(section, "event", number_or_none(decision->n));
	sabot_report_set_number(section, "incident", number_or_none(decision->incident));
	sabot_report_set_number(section, "round", round_of(facts, decision));
	sabot_report_set_text(section, "decision", decision_words(decision));
	sabot_report_set_number(section, "amount_minor", number_or_none(decision->amount_minor));
	sabot_report_set_own_text(section, "by", person_words(facts, decision->by));
	sabot_report_set_own_text(section, "second", person_words(facts, decision->second));
	sabot_report_set_text(section, "note", decision->note);
	sabot_record_unref(decision);
}

static void
add_decisions(struct sabot_report *report, const struct sabot_case_facts *facts)
{
	struct sabot_report_section *section =
		sabot_report_add_section(report, "decisions",
					 _("Rulings and corrections of this load"),
					 decision_columns, G_N_ELEMENTS(decision_columns));
	size_t index;
	json_t *event;

	json_array_foreach(facts->decisions, index, event)
		add_decision(section, facts, event);
}

static void
add_cue(struct sabot_report *report, const struct sabot_case_facts *facts)
{
	const struct sabot_case_wish *wish = facts->wish;
	struct sabot_report_section *section = sabot_report_add_section(
		report, "cue", _("What to look at"), cue_columns, G_N_ELEMENTS(cue_columns));
	bool is_moment = facts->about.incident > 0;
	int64_t begin_us = is_moment ? facts->about.at_us : facts->round.at_us;

	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_set_text(section, "table", facts->about.table);
	sabot_report_set_text(section, "camera", wish->camera);
	sabot_report_set_number(section, "from", begin_us - wish->before_s * G_USEC_PER_SEC);
	sabot_report_set_number(section, "to", facts->about.at_us + wish->after_s * G_USEC_PER_SEC);
	sabot_report_set_number(section, "load", facts->about.load);
	sabot_report_set_number(section, "round", facts->about.round);
	sabot_report_set_number(section, "incident",
				is_moment ? facts->about.incident : SABOT_REPORT_NONE);
	sabot_report_set_text(section, "reason",
			      facts->incident_text ? facts->incident_text : _("the whole round"));
}

static void
add_story(struct sabot_report *report, const struct sabot_case_facts *facts)
{
	struct sabot_report_section *section = sabot_report_add_section(
		report, "story", _("The story"), story_columns, G_N_ELEMENTS(story_columns));

	for (guint i = 0; i < facts->story->lines->len; i++) {
		const struct sabot_wire_story_line *line =
			g_ptr_array_index(facts->story->lines, i);

		sabot_report_begin_row(section, SABOT_REPORT_ROW);
		sabot_report_set_number(section, "at", line->at_us);
		sabot_report_set_text(section, "kind", sabot_log_wording_kind(line->kind));
		sabot_report_set_own_text(section, "text", sabot_story_line_to_text(line));
	}
}

struct sabot_report *
sabot_case_report(const struct sabot_case_facts *facts)
{
	g_autofree char *title = g_strdup_printf(_("Case: table %s, round %d"), facts->about.table,
						 (int)facts->about.round);
	struct sabot_report *report = begin_report(facts, "case", title);
	char *const tables[] = {facts->about.table, NULL};

	sabot_report_number(report, (unsigned)facts->about.load, tables);
	add_about(report, facts);
	add_layout(report, facts);
	add_rules(report, facts);
	add_decisions(report, facts);
	add_cue(report, facts);
	sabot_report_add_pictures(report, facts->reviews);
	add_story(report, facts);
	sabot_report_remark(report,
			    _("Behind an event stand its number in the table's log, its number "
			      "over all logs and, behind ✓, the checkpoint it is signed under. The "
			      "case file that this report lies in proves them: sabotctl verify."));
	sabot_report_check(report);
	return report;
}

struct sabot_report *
sabot_case_cue_sheet(const struct sabot_case_facts *facts)
{
	struct sabot_report *report = begin_report(facts, "cue", _("Cue sheet"));

	add_cue(report, facts);
	sabot_report_check(report);
	return report;
}
