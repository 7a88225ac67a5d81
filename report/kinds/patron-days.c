/* Entries of cash, with buy-ins and payments, added up by day and patron: see patron-days.h. */
#include "patron-days.h"

#include "report/figures.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static const struct sabot_report_column columns[] = {
	{"day", N_("Gaming day"), SABOT_REPORT_TEXT},
	{"patron", N_("Patron"), SABOT_REPORT_TEXT},
	{"entries", N_("Entries"), SABOT_REPORT_COUNT},
	{"in_minor", N_("Cash in"), SABOT_REPORT_MONEY},
	{"out_minor", N_("Cash out"), SABOT_REPORT_MONEY},
	{"largest_minor", N_("Largest at once"), SABOT_REPORT_MONEY},
	{"state", N_("The threshold"), SABOT_REPORT_TEXT},
};

struct patron_day {
	char day[SABOT_GAMING_DAY_SIZE];
	const char *patron; /* borrowed */
	int64_t n, in_minor, out_minor, largest_minor;
};

static struct patron_day *
need_day(GArray *days, const struct sabot_document *document)
{
	struct patron_day fresh = {.patron = document->name};

	g_strlcpy(fresh.day, document->shift, sizeof fresh.day);
	for (guint i = 0; i < days->len; i++) {
		struct patron_day *day = &g_array_index(days, struct patron_day, i);

		if (strcmp(day->day, fresh.day) == 0 && strcmp(day->patron, fresh.patron) == 0)
			return day;
	}
	g_array_append_val(days, fresh);
	return &g_array_index(days, struct patron_day, days->len - 1);
}

static void
add_shift(GArray *days, const struct sabot_shift *shift)
{
	for (guint i = 0; i < shift->documents->len; i++) {
		const struct sabot_document *document = g_ptr_array_index(shift->documents, i);
		struct patron_day *day;

		if ((document->kind != SABOT_DOCUMENT_CASH &&
		     document->kind != SABOT_DOCUMENT_EXCHANGE) ||
		    document->replaced_by != NULL || document->name == NULL)
			continue;
		day = need_day(days, document);
		day->n++;
		if (document->step == SABOT_STEP_IN)
			day->in_minor += document->amount_minor;
		else
			day->out_minor += document->amount_minor;
		day->largest_minor = MAX(day->largest_minor, document->amount_minor);
	}
}

/* The report's time touches the gaming day of this shift. */
static bool
is_touched(const GPtrArray *shifts, const struct sabot_shift *shift)
{
	for (guint i = 0; i < shifts->len; i++) {
		const struct sabot_shift *of_time = g_ptr_array_index(shifts, i);

		if (strncmp(of_time->id, shift->id, SABOT_GAMING_DAY_SIZE - 1) == 0)
			return true;
	}
	return false;
}

static int
compare_days(gconstpointer a, gconstpointer b)
{
	const struct patron_day *one = a, *other = b;
	int by_day = strcmp(one->day, other->day);

	return by_day != 0 ? by_day : strcmp(one->patron, other->patron);
}

/* In or out: the authority counts each by itself. */
static const char *
state_of(const struct patron_day *day, int64_t threshold_minor)
{
	if (threshold_minor == 0 || MAX(day->in_minor, day->out_minor) < threshold_minor)
		return NULL;
	return day->largest_minor >= threshold_minor
		       ? C_("threshold", "reached at once")
		       /* Translators: several entries, each below the amount that is reported. */
		       : C_("threshold", "reached by several that are below it");
}

static void
write_day(struct sabot_report_section *section, const struct patron_day *day,
	  int64_t threshold_minor)
{
	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_set_text(section, "day", day->day);
	sabot_report_set_text(section, "patron", day->patron);
	sabot_report_set_number(section, "entries", day->n);
	sabot_report_set_number(section, "in_minor", day->in_minor);
	sabot_report_set_number(section, "out_minor", day->out_minor);
	sabot_report_set_number(section, "largest_minor", day->largest_minor);
	sabot_report_set_text(section, "state", state_of(day, threshold_minor));
}

void
sabot_patron_days_write(struct sabot_report *report, const struct sabot_facts *facts)
{
	g_autoptr(GPtrArray) shifts = sabot_facts_shifts(facts);
	g_autoptr(GArray) days = g_array_new(FALSE, TRUE, sizeof(struct patron_day));
	struct sabot_report_section *section;

	for (guint i = 0; i < facts->ledger->shifts->len; i++) {
		const struct sabot_shift *shift = g_ptr_array_index(facts->ledger->shifts, i);

		if (is_touched(shifts, shift))
			add_shift(days, shift);
	}
	section = sabot_report_add_section(report, "patrons", _("Cash by patron and gaming day"),
					   columns, G_N_ELEMENTS(columns));
	g_array_sort(days, compare_days);
	for (guint i = 0; i < days->len; i++)
		write_day(section, &g_array_index(days, struct patron_day, i),
			  facts->cash_threshold_minor);
}
