/* Card inventory: the decks that were in play, load by load, and what was wrong with them. */
#include "reports.h"
#include "report-private.h"
#include "report/figures.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static const struct sabot_report_column table_columns[] = {
	{"table", N_("Table"), SABOT_REPORT_TEXT},
	{"loads", N_("Loads"), SABOT_REPORT_COUNT},
	{"decks", N_("Decks put in"), SABOT_REPORT_COUNT},
	{"boxed", N_("Face up in the shoe"), SABOT_REPORT_COUNT},
	{"extra", N_("Cards too many"), SABOT_REPORT_COUNT},
	{"missing", N_("Cards missing"), SABOT_REPORT_COUNT},
	{"unproven", N_("Loads not proven"), SABOT_REPORT_COUNT},
};
static const struct sabot_report_column load_columns[] = {
	{"table", N_("Table"), SABOT_REPORT_TEXT},
	{"load", N_("Load"), SABOT_REPORT_NUMBER},
	{"begin", N_("In the shoe"), SABOT_REPORT_TIME},
	{"decks", N_("Decks"), SABOT_REPORT_COUNT},
	{"extra", N_("Too many"), SABOT_REPORT_CARDS},
	{"missing", N_("Missing"), SABOT_REPORT_CARDS},
	{"operator", N_("Put in by"), SABOT_REPORT_TEXT},
};

static const struct sabot_report_column set_columns[] = {
	{"set", N_("Set"), SABOT_REPORT_TEXT},     {"decks", N_("Decks"), SABOT_REPORT_COUNT},
	{"state", N_("State"), SABOT_REPORT_TEXT}, {"table", N_("Table"), SABOT_REPORT_TEXT},
	{"since", N_("Since"), SABOT_REPORT_TIME},
};

struct decks {
	int64_t loads, decks, boxed, extra, missing, unproven;
};

enum { PROVEN_SEEN = 0, CARD_WORD_BYTES = 3 }; /* "7H " */

static int64_t
count_cards(const char *words)
{
	return ((int64_t)strlen(words) + 1) / CARD_WORD_BYTES;
}

static void
write_load(struct sabot_report_section *section, const struct sabot_facts_walk *walk,
	   const struct sabot_sheet_load *load)
{
	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_set_text(section, "table", walk->its_table->name);
	sabot_report_set_number(section, "load", load->number);
	sabot_report_set_number(section, "begin", load->begin_us);
	sabot_report_set_number(section, "decks", load->decks);
	sabot_report_set_text(section, "extra", sabot_figure_word(walk->its_sheet, load->extra));
	sabot_report_set_text(section, "missing",
			      sabot_figure_word(walk->its_sheet, load->missing));
	sabot_report_set_text(section, "operator",
			      sabot_figure_person(walk->facts, walk->its_sheet, load->by));
}

static const char *
state_words(enum sabot_set_state state)
{
	switch (state) {
	case SABOT_SET_STOCK:
		return C_("cards", "in stock");
	case SABOT_SET_IN_USE:
		return C_("cards", "in use");
	case SABOT_SET_RETURNED:
		return C_("cards", "returned");
	case SABOT_SET_CANCELLED:
		return C_("cards", "cancelled");
	case SABOT_SET_DESTROYED:
		return C_("cards", "destroyed");
	}
	return NULL;
}

static void
write_sets(struct sabot_report *report, const struct sabot_facts *facts)
{
	struct sabot_report_section *section =
		sabot_report_add_section(report, "sets", _("Sets of cards, as they are today"),
					 set_columns, G_N_ELEMENTS(set_columns));

	for (guint i = 0; i < facts->ledger->sets->len; i++) {
		const struct sabot_card_set *set = g_ptr_array_index(facts->ledger->sets, i);

		sabot_report_begin_row(section, SABOT_REPORT_ROW);
		sabot_report_set_text(section, "set", set->name);
		sabot_report_set_number(section, "decks", set->decks);
		sabot_report_set_text(section, "state", state_words(set->state));
		sabot_report_set_text(section, "table", set->table);
		sabot_report_set_number(section, "since", set->since_us);
	}
}

static void
add_boxed(struct decks *tables, const struct sabot_facts *facts)
{
	struct sabot_facts_walk walk = {.facts = facts};
	const struct sabot_sheet_incident *incident;

	while ((incident = sabot_facts_next_incident(&walk)) != NULL)
		tables[walk.table].boxed += incident->code == SABOT_INCIDENT_BOXED_CARD;
}

static void
write_tables(struct sabot_report_section *section, const struct sabot_facts *facts,
	     const struct decks *tables)
{
	for (guint i = 0; i < facts->tables->len; i++) {
		const struct sabot_facts_table *table = g_ptr_array_index(facts->tables, i);

		if (tables[i].loads == 0 && tables[i].boxed == 0)
			continue; /* it was not opened */
		sabot_report_begin_row(section, SABOT_REPORT_ROW);
		sabot_report_set_text(section, "table", table->name);
		sabot_report_set_number(section, "loads", tables[i].loads);
		sabot_report_set_number(section, "decks", tables[i].decks);
		sabot_report_set_number(section, "boxed", tables[i].boxed);
		sabot_report_set_number(section, "extra", tables[i].extra);
		sabot_report_set_number(section, "missing", tables[i].missing);
		sabot_report_set_number(section, "unproven", tables[i].unproven);
	}
	if (section->rows->len > 1)
		sabot_report_add_sums(section, _("Total"));
}

void
sabot_report_fill_cards(struct sabot_report *report, const struct sabot_facts *facts)
{
	struct sabot_report_section *by_table = sabot_report_add_section(
		report, "tables", _("By table"), table_columns, G_N_ELEMENTS(table_columns));
	struct sabot_report_section *by_load = sabot_report_add_section(
		report, "loads", _("Loads"), load_columns, G_N_ELEMENTS(load_columns));
	g_autofree struct decks *tables = g_new0(struct decks, facts->tables->len + 1);
	struct sabot_facts_walk walk = {.facts = facts};
	const struct sabot_sheet_load *load;

	while ((load = sabot_facts_next_load(&walk)) != NULL) {
		struct decks *decks = &tables[walk.table];

		decks->loads++;
		decks->decks += load->decks;
		decks->extra += count_cards(sabot_sheet_word(walk.its_sheet, load->extra));
		decks->missing += count_cards(sabot_sheet_word(walk.its_sheet, load->missing));
		decks->unproven += !load->is_over || load->proven == PROVEN_SEEN;
		write_load(by_load, &walk, load);
	}
	add_boxed(tables, facts);
	write_tables(by_table, facts, tables);
	write_sets(report, facts);
	sabot_report_remark(report, "%s",
			    _("A deck that went through three loads is counted three times."));
	sabot_report_add_signature(report, _("Card room"));
	sabot_report_add_signature(report, _("Supervisor"));
}
