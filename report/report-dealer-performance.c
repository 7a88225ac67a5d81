/*
 * Dealers, where the house has switched it on: rounds an hour, and errors of people only. What a
 * shoe or a procedure brought about stands beside and is nobody's error.
 */
#include "report/reports.h"
#include "report/told.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Longer between two rounds is a break. */
#define PAUSE_US (10 * 60 * G_USEC_PER_SEC)

static const struct sabot_report_column columns[] = {
	{"dealer", N_("Dealer"), SABOT_REPORT_TEXT},
	{"rounds", N_("Rounds"), SABOT_REPORT_COUNT},
	{"hands", N_("Hands"), SABOT_REPORT_COUNT},
	{"dealing_us", N_("Time dealing"), SABOT_REPORT_DURATION},
	{"rounds_an_hour", N_("Rounds an hour"), SABOT_REPORT_DECIMAL},
	{"errors", N_("Errors"), SABOT_REPORT_COUNT},
	{"per_thousand", N_("A thousand rounds"), SABOT_REPORT_DECIMAL},
	{"device", N_("Device's"), SABOT_REPORT_COUNT},
	{"procedure", N_("Procedure's"), SABOT_REPORT_COUNT},
};

struct dealer {
	int64_t rounds, hands, timed_rounds, dealing_us;
	int64_t causes[SABOT_CAUSES];
};

static struct dealer *
dealer_of(GHashTable *dealers, const char *name)
{
	struct dealer *dealer = g_hash_table_lookup(dealers, name);

	if (dealer == NULL) {
		dealer = g_new0(struct dealer, 1);
		g_hash_table_insert(dealers, g_strdup(name), dealer);
	}
	return dealer;
}

static void
add_rounds(const struct sabot_facts *facts, GHashTable *dealers)
{
	struct sabot_facts_walk walk = {.facts = facts};
	const struct sabot_sheet_round *round, *before = NULL;
	guint table = 0;

	while ((round = sabot_facts_next_round(&walk)) != NULL) {
		struct dealer *dealer =
			dealer_of(dealers, sabot_sheet_word(walk.its_sheet, round->dealer));

		dealer->rounds++;
		dealer->hands += round->n_hands;
		if (before != NULL && walk.table == table && before->end_us != SABOT_REPORT_NONE &&
		    round->end_us - before->end_us <= PAUSE_US) {
			dealer->timed_rounds++;
			dealer->dealing_us += round->end_us - before->end_us;
		}
		before = round;
		table = walk.table;
	}
}

static void
add_incidents(const struct sabot_facts *facts, GHashTable *dealers)
{
	struct sabot_facts_walk walk = {.facts = facts};
	const struct sabot_sheet_incident *incident;

	while ((incident = sabot_facts_next_incident(&walk)) != NULL) {
		struct dealer *dealer =
			dealer_of(dealers, sabot_sheet_word(walk.its_sheet, incident->dealer));
		bool is_none = incident->is_explained ||
			       (incident->is_ruled && incident->remedy == SABOT_REMEDY_FALSE_ALARM);

		if (!is_none)
			dealer->causes[sabot_cause_of(walk.its_sheet, incident)]++;
	}
}

static void
tell_dealer(struct sabot_report_section *section, const char *name, const struct dealer *dealer)
{
	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_add_text(section, name[0] != '\0' ? name : _("(not named)"));
	sabot_report_add_number(section, dealer->rounds);
	sabot_report_add_number(section, dealer->hands > 0 ? dealer->hands : SABOT_REPORT_NONE);
	sabot_report_add_number(section, dealer->dealing_us);
	sabot_report_add_number(section,
				sabot_told_an_hour(dealer->timed_rounds, dealer->dealing_us));
	sabot_report_add_number(section, dealer->causes[SABOT_CAUSE_HUMAN]);
	sabot_report_add_number(section, sabot_told_per_thousand(dealer->causes[SABOT_CAUSE_HUMAN],
								 dealer->rounds));
	sabot_report_add_number(section, dealer->causes[SABOT_CAUSE_DEVICE]);
	sabot_report_add_number(section, dealer->causes[SABOT_CAUSE_PROCEDURE]);
}

void
sabot_report_fill_dealer_performance(struct sabot_report *report, const struct sabot_facts *facts)
{
	struct sabot_report_section *section = sabot_report_add_section(
		report, "dealers", _("By dealer"), columns, G_N_ELEMENTS(columns));
	g_autoptr(GHashTable) dealers =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	g_autoptr(GList) names = NULL;

	add_rounds(facts, dealers);
	add_incidents(facts, dealers);
	names = g_list_sort(g_hash_table_get_keys(dealers), (GCompareFunc)strcmp);
	for (const GList *at = names; at != NULL; at = at->next)
		tell_dealer(section, at->data, g_hash_table_lookup(dealers, at->data));
	sabot_report_remark(report, "%s",
			    _("Errors: incidents that people brought about, false alarms left "
			      "out; players' late or wrong bets are among them. Few rounds make "
			      "large rates: compare nobody by less than a thousand."));
}
