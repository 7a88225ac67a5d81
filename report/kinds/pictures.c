/*
 * A request without an answer has empty cells; the digest is that of the file that was delivered.
 */
#include "pictures.h"
#include "engine/core/event.h"
#include "proto/review.h"

#include <glib/gi18n-lib.h>

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
	{"sha256", N_("SHA-256 of the file"), SABOT_REPORT_TEXT},
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
	sabot_report_set_number(section, "review", review->review);
	sabot_report_set_text(section, "state", sabot_review_state_name(review->state));
	sabot_report_set_text(section, "table", review->table);
	sabot_report_set_number(section, "round",
				review->round ? review->round : SABOT_REPORT_NONE);
	sabot_report_set_number(section, "incident",
				review->incident ? review->incident : SABOT_REPORT_NONE);
	sabot_report_set_text(section, "camera", review->camera);
	sabot_report_set_number(section, "from", phrase_time(review->from_us));
	sabot_report_set_number(section, "to", phrase_time(review->to_us));
	sabot_report_set_text(section, "by", review->by);
	sabot_report_set_text(section, "why", review->why);
	sabot_report_set_text(section, "answered_by", review->answered_by);
	sabot_report_set_number(section, "answered", phrase_time(review->answered_us));
	sabot_report_set_text(section, "note", review->note);
	sabot_report_set_text(section, "sha256", review->sha256);
}

void
sabot_report_add_pictures(struct sabot_report *report, const GPtrArray *reviews)
{
	struct sabot_report_section *section;

	if (reviews->len == 0)
		return;
	section = sabot_report_add_section(report, "asked", _("Pictures requested"), asked_columns,
					   G_N_ELEMENTS(asked_columns));
	for (guint i = 0; i < reviews->len; i++)
		add_review(section, g_ptr_array_index(reviews, i));
}
