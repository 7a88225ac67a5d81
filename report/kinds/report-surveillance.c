/*
 * Review requests: for each incident that somebody may want to see, the camera and the time span.
 * Incidents that are not severe are left out; a dispute is always included.
 */
#include "proto/review.h"
#include "report/kinds/pictures.h"
#include "reports.h"
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

/* Requests made in this time, and answers given in this time. */
static void
add_asked(struct sabot_report *report, const struct sabot_facts *facts)
{
	g_autoptr(GPtrArray) reviews = sabot_reviews_new();

	for (guint i = 0; i < facts->house->len; i++) {
		const struct sabot_facts_event *event =
			&g_array_index(facts->house, struct sabot_facts_event, i);

		sabot_reviews_apply(reviews, event->n, event->object);
	}
	sabot_report_add_pictures(report, reviews);
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
		sabot_report_set_number(section, "from", moved(incident->at_us, -BEFORE_S));
		sabot_report_set_number(section, "to", moved(incident->at_us, AFTER_S));
		sabot_report_set_text(section, "table", walk.its_table->name);
		sabot_report_set_text(section, "camera", walk.its_table->camera);
		sabot_report_set_number(section, "load", sabot_figure_number(incident->load));
		sabot_report_set_number(section, "round", sabot_figure_number(incident->round));
		sabot_report_set_number(section, "incident", incident->id);
		sabot_report_set_text(section, "severity",
				      sabot_text_severity(sabot_incident_severity(incident->code)));
		sabot_report_set_own_text(section, "reason",
					  sabot_figure_incident(walk.its_sheet, incident));
		sabot_report_set_text(section, "state",
				      incident->is_ruled       ? C_("request", "decided")
				      : incident->is_explained ? C_("request", "explained")
							       : C_("request", "open"));
	}
	sabot_report_remark(report,
			    _("Each from %d s before the incident was noticed to %d s after it."),
			    BEFORE_S, AFTER_S);
	add_asked(report, facts);
}
