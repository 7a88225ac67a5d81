/* See shift-work.h. */
#include "shift-work.h"

#include "text/money.h"

#include <glib/gi18n-lib.h>
#include <string.h>

const struct sabot_shift_kind *
sabot_shift_kind_find(const char *what)
{
	enum { COUNT = SABOT_SHIFT_MONEY, BOTH = SABOT_SHIFT_MONEY | SABOT_SHIFT_REMARK };
	static const struct sabot_shift_kind kinds[] = {
		{"running", SABOT_SHIFT_AREA_TIME, 0},
		{"incident_grave", SABOT_SHIFT_AREA_INCIDENTS, SABOT_SHIFT_RULE},
		{"incident", SABOT_SHIFT_AREA_INCIDENTS, SABOT_SHIFT_OPEN | SABOT_SHIFT_REMARK},
		{"opener_missing", SABOT_SHIFT_AREA_OPENERS, COUNT},
		{"opener_recount", SABOT_SHIFT_AREA_OPENERS, COUNT},
		{"opener_differs", SABOT_SHIFT_AREA_OPENERS, SABOT_SHIFT_REMARK},
		{"closer_missing", SABOT_SHIFT_AREA_CLOSERS, COUNT},
		{"drop_missing", SABOT_SHIFT_AREA_DROPS, BOTH},
		{"bank_missing", SABOT_SHIFT_AREA_CLOSERS, 0},
		{"bank_differs", SABOT_SHIFT_AREA_DIFFERENCES, SABOT_SHIFT_REMARK},
		{"currency_differs", SABOT_SHIFT_AREA_DIFFERENCES, SABOT_SHIFT_REMARK},
		{"slip_open", SABOT_SHIFT_AREA_SLIPS, COUNT},
		{"slip_gap", SABOT_SHIFT_AREA_SLIPS, COUNT},
		{"slip_differs", SABOT_SHIFT_AREA_SLIPS, SABOT_SHIFT_REMARK},
		{"load_open", SABOT_SHIFT_AREA_LOADS, SABOT_SHIFT_OPEN},
		{"load_incomplete", SABOT_SHIFT_AREA_LOADS, SABOT_SHIFT_REMARK},
		{"load_wrong", SABOT_SHIFT_AREA_LOADS, SABOT_SHIFT_REMARK},
		{"redress_open", SABOT_SHIFT_AREA_PAYMENTS, SABOT_SHIFT_OPEN},
		{"unexplained", SABOT_SHIFT_AREA_DIFFERENCES, SABOT_SHIFT_REMARK},
		{"tips_differ", SABOT_SHIFT_AREA_DIFFERENCES, SABOT_SHIFT_REMARK},
		{"unsigned", SABOT_SHIFT_AREA_KEY, SABOT_SHIFT_REMARK},
	};

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (strcmp(kinds[i].what, what) == 0)
			return &kinds[i];
	return NULL;
}

const char *
sabot_shift_brief(enum sabot_shift_area area)
{
	switch (area) {
	case SABOT_SHIFT_AREA_TIME:
		return "";
	case SABOT_SHIFT_AREA_INCIDENTS:
		return C_("shift", "incident");
	case SABOT_SHIFT_AREA_OPENERS:
		return C_("shift", "opener");
	case SABOT_SHIFT_AREA_CLOSERS:
		return C_("shift", "closer");
	case SABOT_SHIFT_AREA_DROPS:
		return C_("shift", "drop box");
	case SABOT_SHIFT_AREA_SLIPS:
		return C_("shift", "slip");
	case SABOT_SHIFT_AREA_LOADS:
		/* Translators: of a table: its load of cards was not proven whole. */
		return C_("shift", "cards");
	case SABOT_SHIFT_AREA_PAYMENTS:
		return C_("shift", "payment");
	case SABOT_SHIFT_AREA_DIFFERENCES:
		return C_("shift", "difference");
	case SABOT_SHIFT_AREA_KEY:
	case SABOT_SHIFT_AREAS:
		break;
	}
	return "";
}

const char *
sabot_shift_done(enum sabot_shift_area area)
{
	switch (area) {
	case SABOT_SHIFT_AREA_TIME:
		return _("The shift's time is over");
	case SABOT_SHIFT_AREA_INCIDENTS:
		return _("Incidents: all are answered");
	case SABOT_SHIFT_AREA_OPENERS:
		return _("Openers: none is missing");
	case SABOT_SHIFT_AREA_CLOSERS:
		return _("Closers: none is missing");
	case SABOT_SHIFT_AREA_DROPS:
		return _("Drop boxes: all are counted");
	case SABOT_SHIFT_AREA_SLIPS:
		return _("Fills and credits: no number is missing");
	case SABOT_SHIFT_AREA_LOADS:
		return _("Loads: all are proven whole");
	case SABOT_SHIFT_AREA_PAYMENTS:
		return _("Payments put right: all are made");
	case SABOT_SHIFT_AREA_DIFFERENCES:
		return _("Differences: all are explained");
	case SABOT_SHIFT_AREA_KEY:
	case SABOT_SHIFT_AREAS:
		break;
	}
	return _("There is a key: the seal will be signed");
}

void
sabot_shift_explained_add(struct sabot_shift_explained *sum, int64_t amount_minor,
			  gboolean is_explained)
{
	int64_t size_minor = ABS(amount_minor);

	sum->differences_minor += size_minor;
	sum->explained_minor += is_explained ? size_minor : 0;
}

char *
sabot_shift_explained_phrase(const struct sabot_shift_explained *sum)
{
	char all[SABOT_TEXT_MONEY_SIZE], explained[SABOT_TEXT_MONEY_SIZE],
		left[SABOT_TEXT_MONEY_SIZE];

	if (sum->differences_minor == 0)
		return g_strdup("");
	/* Translators: amounts: of all differences of a shift, and of those that are explained. */
	return g_strdup_printf(_("Differences %s · explained %s · left %s"),
			       sabot_text_money(sum->differences_minor, all),
			       sabot_text_money(sum->explained_minor, explained),
			       sabot_text_money(sum->differences_minor - sum->explained_minor,
						left));
}
