/*
 * Review requests: for each incident that somebody may want to see, the camera and from when to
 * when. What is not severe is left out; a dispute is in it always.
 */
#include "proto/review.h"
#include "report/reports.h"
#include "report-private.h"
#include "report/figures.h"
#include "text/words.h"

#include <glib/gi18n-lib.h>

enum { BEFORE_S = 90, AFTER_S = 60 };

static const struct sabot_report_column columns[] = {
	{"from", N_("From"), SABOT_REPORT_TIME},
	{"to", N_("To"), SABOT_REPORT_TIME},
	{"table", N_("Table"), SABOT_REPORT_TEXT},
	{"camera", N_("Camera"), SABOT_REPORT_TEXT},
	{"load", N_("Load"), SABOT_REPORT_NUMBER},
	{"round", N_("Round"), SABOT_REPORT_NUMBER},
	{"incident", N_("No."), SABOT_REPORT_NUMBER},
	{"severity", N_("Severity"), SABOT_REPORT_TEXT},
	{"reason", N_("Reason"), SABOT_REPORT_TEXT},
	{"state", N_("State"), SABOT_REPORT_TEXT},
};

static bool
is_worth_it(enum sabot_incident_code code)
{
	return code == SABOT_INCIDENT_DISPUTE || sabot_incident_severity(code) >= SABOT_HIGH;
}

static int64_t
moved(int64_t at_us, int64_t seconds)
{
	return at_us != SABOT_REPORT_NONE ? at_us + seconds * G_USEC_PER_SEC : SABOT_REPORT_NONE;
}

static const struct sabot_report_column asked_columns[] = {
	{"review", N_("No."), SABOT_REPORT_NUMBER},
	{"state", N_("State"), SABOT_REPORT_TEXT},
	{"table", N_("Table"), SABOT_REPORT_TEXT},
	{"round", N_("Round"), SABOT_REPORT_NUMBER},
	{"incident", N_("Incident"), SABOT_REPORT_NUMBER},
	{"camera", N_("Camera"), SABOT_REPORT_TEXT},
	{"from", N_("From"), SABOT_REPORT_TIME},
	{"to", N_("To"), SABOT_REPORT_TIME},
	{"by", N_("By"), SABOT_REPORT_TEXT},
	{"why", N_("Reason"), SABOT_REPORT_TEXT},
	{"answered_by", N_("Answered by"), SABOT_REPORT_TEXT},
	{"answered", N_("Answered"), SABOT_REPORT_TIME},
	{"note", N_("Answer"), SABOT_REPORT_TEXT},
};

static int64_t
phrase_time(int64_t at_us)
{
	return at_us != SABOT_TIME_NONE ? at_us : SABOT_REPORT_NONE;
}

static void
add_review(struct sabot_report_section *section, const struct sabot_wire_review *review)
{
	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_add_number(section, review->review);
	sabot_report_add_text(section, sabot_review_state_name(review->state));
	sabot_report_add_text(section, review->table);
	sabot_report_add_number(section, review->round ? review->round : SABOT_REPORT_NONE);
	sabot_report_add_number(section, review->incident ? review->incident : SABOT_REPORT_NONE);
	sabot_report_add_text(section, review->camera);
	sabot_report_add_number(section, phrase_time(review->from_us));
	sabot_report_add_number(section, phrase_time(review->to_us));
	sabot_report_add_text(section, review->by);
	sabot_report_add_text(section, review->why);
	sabot_report_add_text(section, review->answered_by);
	sabot_report_add_number(section, phrase_time(review->answered_us));
	sabot_report_add_text(section, review->note);
}

/* Requests made in this time, and answers given in this time. */
static void
add_asked(struct sabot_report *report, const struct sabot_facts *facts)
{
	g_autoptr(GPtrArray) reviews = sabot_reviews_new();
	struct sabot_report_section *section;

	for (guint i = 0; i < facts->house->len; i++) {
		const struct sabot_facts_event *event =
			&g_array_index(facts->house, struct sabot_facts_event, i);

		sabot_reviews_apply(reviews, event->n, event->object);
	}
	if (reviews->len == 0)
		return;
	section = sabot_report_add_section(report, "asked", _("Asked for"), asked_columns,
					   G_N_ELEMENTS(asked_columns));
	for (guint i = 0; i < reviews->len; i++)
		add_review(section, g_ptr_array_index(reviews, i));
}

void
sabot_report_fill_surveillance(struct sabot_report *report, const struct sabot_facts *facts)
{
	struct sabot_report_section *section = sabot_report_add_section(
		report, "requests", _("Requests"), columns, G_N_ELEMENTS(columns));
	struct sabot_facts_walk walk = {.facts = facts};
	const struct sabot_sheet_incident *incident;

	while ((incident = sabot_facts_next_incident(&walk)) != NULL) {
		if (!is_worth_it(incident->code))
			continue;
		sabot_report_begin_row(section, SABOT_REPORT_ROW);
		sabot_report_add_number(section, moved(incident->at_us, -BEFORE_S));
		sabot_report_add_number(section, moved(incident->at_us, AFTER_S));
		sabot_report_add_text(section, walk.its_table->name);
		sabot_report_add_text(section, walk.its_table->camera);
		sabot_report_add_number(section, sabot_figure_number(incident->load));
		sabot_report_add_number(section, sabot_figure_number(incident->round));
		sabot_report_add_number(section, incident->id);
		sabot_report_add_text(section,
				      sabot_text_severity(sabot_incident_severity(incident->code)));
		sabot_report_take_text(section, sabot_figure_incident(walk.its_sheet, incident));
		sabot_report_add_text(section, incident->is_ruled       ? C_("request", "decided")
					       : incident->is_explained ? C_("request", "explained")
									: C_("request", "open"));
	}
	sabot_report_remark(report,
			    _("Each from %d s before the incident was noticed to %d s after it."),
			    BEFORE_S, AFTER_S);
	add_asked(report, facts);
}
