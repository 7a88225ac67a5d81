/* Device faults: what the shoes reported, how long they were away, cards between two faults. */
#include "reports.h"
#include "report-private.h"
#include "report/figures.h"
#include "text/device-text.h"

#include <glib/gi18n-lib.h>

static const struct sabot_report_column table_columns[] = {
	{"table", N_("Table"), SABOT_REPORT_TEXT},
	{"cards", N_("Cards dealt"), SABOT_REPORT_COUNT},
	{"unread", N_("Unread"), SABOT_REPORT_COUNT},
	{"faults", N_("Faults"), SABOT_REPORT_COUNT},
	{"away_us", N_("Away"), SABOT_REPORT_DURATION},
	{"cards_per_fault", N_("Cards a fault"), SABOT_REPORT_COUNT},
};
static const struct sabot_report_column event_columns[] = {
	{"at", N_("When"), SABOT_REPORT_TIME},
	{"table", N_("Table"), SABOT_REPORT_TEXT},
	{"state", N_("State"), SABOT_REPORT_TEXT},
	{"detail", N_("In the shoe's words"), SABOT_REPORT_TEXT},
};

static const char *
state_words(enum sabot_device_state state)
{
	switch (state) {
	case SABOT_DEVICE_ONLINE:
		return C_("shoe", "there");
	case SABOT_DEVICE_OFFLINE:
		return C_("shoe", "away");
	case SABOT_DEVICE_ERROR:
		return C_("shoe", "error");
	case SABOT_DEVICE_CLEARED:
		return C_("shoe", "cleared");
	case SABOT_DEVICE_LOCKED:
		return C_("shoe", "locked");
	case SABOT_DEVICE_UNLOCKED:
		return C_("shoe", "unlocked");
	case SABOT_DEVICE_LOST:
		return C_("shoe", "messages lost");
	}
	return NULL;
}

static void
write_tables(struct sabot_report *report, const struct sabot_facts *facts)
{
	struct sabot_report_section *section = sabot_report_add_section(
		report, "tables", _("By table"), table_columns, G_N_ELEMENTS(table_columns));
	g_autofree struct sabot_figure_table *tables = sabot_figure_tables(facts);
	g_autofree int64_t *cards = g_new0(int64_t, facts->tables->len + 1);
	g_autofree int64_t *unread = g_new0(int64_t, facts->tables->len + 1);
	struct sabot_facts_walk walk = {.facts = facts};
	const struct sabot_sheet_load *load;

	while ((load = sabot_facts_next_load(&walk)) != NULL) {
		cards[walk.table] += load->seen;
		unread[walk.table] += load->unread;
	}
	for (guint i = 0; i < facts->tables->len; i++) {
		int64_t faults = tables[i].n_faults + unread[i];

		if (cards[i] == 0 && faults == 0 && tables[i].away_us == 0)
			continue; /* it was not opened */
		sabot_report_begin_row(section, SABOT_REPORT_ROW);
		sabot_report_set_text(section, "table", tables[i].name);
		sabot_report_set_number(section, "cards", cards[i]);
		sabot_report_set_number(section, "unread", unread[i]);
		sabot_report_set_number(section, "faults", tables[i].n_faults);
		sabot_report_set_number(section, "away_us", tables[i].away_us);
		sabot_report_set_number(section, "cards_per_fault",
					faults > 0 ? cards[i] / faults : SABOT_REPORT_NONE);
	}
}

/* A card of a load that is run out, said by the shoe: nothing is wrong with it. */
static bool
is_run_out(const struct sabot_sheet *sheet, const struct sabot_sheet_note *note)
{
	return note->what == SABOT_DEVICE_UNLOCKED &&
	       g_str_has_prefix(sabot_figure_word(sheet, note->words), "run_out");
}

void
sabot_report_fill_device_faults(struct sabot_report *report, const struct sabot_facts *facts)
{
	struct sabot_report_section *events;
	struct sabot_facts_walk walk = {.facts = facts};
	const struct sabot_sheet_note *note;
	const char *words;

	write_tables(report, facts);
	events = sabot_report_add_section(report, "events", _("One by one"), event_columns,
					  G_N_ELEMENTS(event_columns));
	while ((note = sabot_facts_next_note(&walk)) != NULL) {
		if (note->ev != SABOT_EVENT_DEVICE || is_run_out(walk.its_sheet, note))
			continue;
		sabot_report_begin_row(events, SABOT_REPORT_ROW);
		sabot_report_set_number(events, "at", note->at_us);
		sabot_report_set_text(events, "table", walk.its_table->name);
		sabot_report_set_text(events, "state", state_words(note->what));
		words = sabot_figure_word(walk.its_sheet, note->words);
		sabot_report_set_own_text(events, "detail",
					  words ? sabot_text_device(words) : NULL);
	}
	sabot_report_remark(report, "%s",
			    _("Cards a fault: cards dealt, over faults reported and cards not "
			      "read. Loads that were in the shoe at some time of the report count "
			      "whole."));
}
