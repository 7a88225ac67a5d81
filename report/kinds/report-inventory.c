/*
 * Table inventory: the chips of each table by value, from its opener to its closer; who counted
 * them; and what was in each drop box.
 */
#include "reports.h"
#include "report-private.h"
#include "seals.h"
#include "report/figures.h"
#include "shift/ledger-slip.h"
#include "text/document-text.h"

#include <glib/gi18n-lib.h>

static const struct sabot_report_column chip_columns[] = {
	{"shift", N_("Shift"), SABOT_REPORT_TEXT},
	{"table", N_("Table"), SABOT_REPORT_TEXT},
	{"kind", N_("Kind"), SABOT_REPORT_TEXT},
	{"chip_minor", N_("Chip"), SABOT_REPORT_MONEY},
	{"opener", N_("Opener"), SABOT_REPORT_COUNT},
	{"filled", N_("Filled"), SABOT_REPORT_COUNT},
	{"credited", N_("Credited"), SABOT_REPORT_COUNT},
	{"closer", N_("Closer"), SABOT_REPORT_COUNT},
	{"closer_minor", N_("Closer, amount"), SABOT_REPORT_MONEY},
};
static const struct sabot_report_column kind_columns[] = {
	{"shift", N_("Shift"), SABOT_REPORT_TEXT},
	{"table", N_("Table"), SABOT_REPORT_TEXT},
	{"kind", N_("Kind"), SABOT_REPORT_TEXT},
	{"opener_minor", N_("Opener"), SABOT_REPORT_MONEY},
	{"filled_minor", N_("Filled"), SABOT_REPORT_MONEY},
	{"credited_minor", N_("Credited"), SABOT_REPORT_MONEY},
	{"closer_minor", N_("Closer"), SABOT_REPORT_MONEY},
	{"stayed_minor", N_("Came to the table"), SABOT_REPORT_MONEY},
};
static const struct sabot_report_column count_columns[] = {
	{"shift", N_("Shift"), SABOT_REPORT_TEXT},
	{"table", N_("Table"), SABOT_REPORT_TEXT},
	{"step", N_("Count"), SABOT_REPORT_TEXT},
	{"happened", N_("When"), SABOT_REPORT_TIME},
	{"entered", N_("Entered"), SABOT_REPORT_TIME},
	{"amount_minor", N_("Amount"), SABOT_REPORT_MONEY},
	{"by", N_("By"), SABOT_REPORT_TEXT},
	{"second", N_("With"), SABOT_REPORT_TEXT},
	{"note", N_("Note"), SABOT_REPORT_TEXT},
};
static const struct sabot_report_column box_columns[] = {
	{"shift", N_("Shift"), SABOT_REPORT_TEXT},
	{"table", N_("Table"), SABOT_REPORT_TEXT},
	{"box", N_("Drop box"), SABOT_REPORT_TEXT},
	{"cash_minor", N_("Cash"), SABOT_REPORT_MONEY},
	{"markers_minor", N_("Markers"), SABOT_REPORT_MONEY},
	{"vouchers_minor", N_("Vouchers"), SABOT_REPORT_MONEY},
	{"match_play_minor", N_("Match play"), SABOT_REPORT_MONEY},
	{"foreign_chips_minor", N_("Foreign chips"), SABOT_REPORT_MONEY},
	{"redemptions_minor", N_("Redemptions"), SABOT_REPORT_MONEY},
	{"drop_minor", N_("Drop"), SABOT_REPORT_MONEY},
	{"by", N_("By"), SABOT_REPORT_TEXT},
	{"second", N_("With"), SABOT_REPORT_TEXT},
};

enum place { AT_OPENER, FILLED, CREDITED, AT_CLOSER, PLACES };

/* How many of a chip there were, came and went. */
struct line {
	enum sabot_chip_kind kind;
	int64_t chip_minor, counts[PLACES];
};

struct inventory {
	const struct sabot_facts *facts;
	struct sabot_report *report;
	struct sabot_report_section *chips, *counts, *boxes;
	const char *shift;                  /* the one that is being written */
	struct sabot_report_section *kinds; /* NULL: there were cash chips only */
};

/* By kind, largest first: negative if `line` comes before the chip. */
static int
compare_line(const struct line *line, const struct sabot_chip_count *chip)
{
	if (line->kind != chip->kind)
		return line->kind < chip->kind ? -1 : 1;
	return (line->chip_minor < chip->chip_minor) - (line->chip_minor > chip->chip_minor);
}

static struct line *
need_line(GArray *lines, const struct sabot_chip_count *chip)
{
	struct line line = {.kind = chip->kind, .chip_minor = chip->chip_minor};
	guint place = 0;

	while (place < lines->len &&
	       compare_line(&g_array_index(lines, struct line, place), chip) < 0)
		place++;
	if (place == lines->len ||
	    compare_line(&g_array_index(lines, struct line, place), chip) != 0)
		g_array_insert_val(lines, place, line);
	return &g_array_index(lines, struct line, place);
}

static void
add_chips(GArray *lines, const struct sabot_document *document, enum place place)
{
	for (guint i = 0; document != NULL && document->chips != NULL && i < document->chips->len;
	     i++) {
		const struct sabot_chip_count *chip =
			&g_array_index(document->chips, struct sabot_chip_count, i);

		need_line(lines, chip)->counts[place] += chip->count;
	}
}

/* A fill came when it was received, a credit went when it was issued. */
static void
add_slip(GArray *lines, const struct sabot_facts *facts, const struct sabot_document *document)
{
	const struct sabot_slip *slip =
		sabot_ledger_find_slip(facts->ledger, document->day, document->number);

	if (slip == NULL || slip->state == SABOT_SLIP_VOID)
		return;
	if (document->is_credit && document->step == SABOT_STEP_ISSUE)
		add_chips(lines, document, CREDITED);
	else if (!document->is_credit && document->step == SABOT_STEP_RECEIVE)
		add_chips(lines, document, FILLED);
}

static void
write_line(const struct inventory *inventory, const char *table, const struct line *line,
	   bool has_closer)
{
	struct sabot_report_section *section = inventory->chips;
	int64_t closer = line->counts[AT_CLOSER];

	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_set_text(section, "shift", inventory->shift);
	sabot_report_set_text(section, "table", table);
	sabot_report_set_text(section, "kind",
			      sabot_text_chip_kind(sabot_chip_kind_to_string(line->kind)));
	sabot_report_set_number(section, "chip_minor", line->chip_minor);
	sabot_report_set_number(section, "opener", line->counts[AT_OPENER]);
	sabot_report_set_number(section, "filled", line->counts[FILLED]);
	sabot_report_set_number(section, "credited", line->counts[CREDITED]);
	sabot_report_set_number(section, "closer", has_closer ? closer : SABOT_REPORT_NONE);
	sabot_report_set_number(section, "closer_minor",
				has_closer ? line->chip_minor * closer : SABOT_REPORT_NONE);
}

/* What the chips of one kind were worth at a place. */
static int64_t
worth_of(const GArray *lines, enum sabot_chip_kind kind, enum place place)
{
	int64_t sum_minor = 0;

	for (guint i = 0; i < lines->len; i++) {
		const struct line *line = &g_array_index(lines, struct line, i);

		if (line->kind == kind)
			sum_minor += line->chip_minor * line->counts[place];
	}
	return sum_minor;
}

static bool
has_kind(const GArray *lines, enum sabot_chip_kind kind)
{
	for (guint i = 0; i < lines->len; i++)
		if (g_array_index(lines, struct line, i).kind == kind)
			return true;
	return false;
}

static void
write_kind(const struct inventory *inventory, const struct sabot_table_money *money,
	   const GArray *lines, enum sabot_chip_kind kind)
{
	struct sabot_report_section *section = inventory->kinds;
	int64_t opener_minor = worth_of(lines, kind, AT_OPENER);
	int64_t filled_minor = worth_of(lines, kind, FILLED);
	int64_t credited_minor = worth_of(lines, kind, CREDITED);
	int64_t closer_minor = SABOT_REPORT_NONE, stayed_minor = SABOT_REPORT_NONE;

	if (sabot_table_money_count(money, SABOT_STEP_CLOSER, SABOT_LEDGER_NOW) != NULL) {
		closer_minor = worth_of(lines, kind, AT_CLOSER);
		stayed_minor = closer_minor + credited_minor - opener_minor - filled_minor;
	}
	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_set_text(section, "shift", inventory->shift);
	sabot_report_set_text(section, "table", money->table);
	sabot_report_set_text(section, "kind",
			      sabot_text_chip_kind(sabot_chip_kind_to_string(kind)));
	sabot_report_set_number(section, "opener_minor", opener_minor);
	sabot_report_set_number(section, "filled_minor", filled_minor);
	sabot_report_set_number(section, "credited_minor", credited_minor);
	sabot_report_set_number(section, "closer_minor", closer_minor);
	sabot_report_set_number(section, "stayed_minor", stayed_minor);
}

/* Rolling and promotional chips by what they are worth, where a table had some. */
static void
write_kinds(struct inventory *inventory, const struct sabot_table_money *money, const GArray *lines)
{
	for (int kind = SABOT_CHIP_ROLLING; kind < SABOT_CHIP_KINDS; kind++) {
		if (!has_kind(lines, (enum sabot_chip_kind)kind))
			continue;
		if (inventory->kinds == NULL)
			inventory->kinds =
				sabot_report_add_section(inventory->report, "kinds",
							 _("Rolling and promotional chips"),
							 kind_columns, G_N_ELEMENTS(kind_columns));
		write_kind(inventory, money, lines, (enum sabot_chip_kind)kind);
	}
}

/* Whether there were chips, and so should be a closer. */
static bool
write_chips(struct inventory *inventory, const struct sabot_table_money *money)
{
	const struct sabot_document *opener =
		sabot_table_money_count(money, SABOT_STEP_OPENER, SABOT_LEDGER_NOW);
	const struct sabot_document *closer =
		sabot_table_money_count(money, SABOT_STEP_CLOSER, SABOT_LEDGER_NOW);
	g_autoptr(GArray) lines = g_array_new(FALSE, FALSE, sizeof(struct line));

	if (opener == NULL)
		opener = sabot_ledger_closer_before(inventory->facts->ledger, inventory->shift,
						    money->table, SABOT_LEDGER_NOW);
	add_chips(lines, opener, AT_OPENER);
	add_chips(lines, closer, AT_CLOSER);
	for (guint i = 0; i < money->documents->len; i++) {
		const struct sabot_document *document = g_ptr_array_index(money->documents, i);

		if (document->kind == SABOT_DOCUMENT_SLIP && document->replaced_by == NULL)
			add_slip(lines, inventory->facts, document);
	}
	for (guint i = 0; i < lines->len; i++)
		write_line(inventory, money->table, &g_array_index(lines, struct line, i),
			   closer != NULL);
	write_kinds(inventory, money, lines);
	return lines->len > 0;
}

static const char *
step_words(const struct sabot_document *count)
{
	if (count->step == SABOT_STEP_OPENER)
		return count->is_recount ? C_("count", "opener, counted again")
					 : C_("count", "opener");
	if (count->step == SABOT_STEP_CLOSER)
		return count->is_recount ? C_("count", "closer, counted again")
					 : C_("count", "closer");
	return C_("count", "check");
}

static void
write_count(struct sabot_report_section *section, const struct sabot_facts *facts,
	    const struct sabot_document *count)
{
	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_set_text(section, "shift", count->shift);
	sabot_report_set_text(section, "table", count->table);
	sabot_report_set_text(section, "step", step_words(count));
	sabot_report_set_number(section, "happened", count->happened_us);
	sabot_report_set_number(section, "entered", count->at_us);
	sabot_report_set_number(section, "amount_minor", count->amount_minor);
	sabot_report_set_text(section, "by", sabot_facts_signer(facts, count->by));
	sabot_report_set_text(section, "second", sabot_facts_signer(facts, count->second));
	sabot_report_set_text(section, "note", count->note);
}

static void
write_box(const struct inventory *inventory, const struct sabot_document *drop)
{
	static const char *const ids[] = {
		[SABOT_DROP_CASH] = "cash_minor",
		[SABOT_DROP_MARKERS] = "markers_minor",
		[SABOT_DROP_VOUCHERS] = "vouchers_minor",
		[SABOT_DROP_MATCH_PLAY] = "match_play_minor",
		[SABOT_DROP_FOREIGN_CHIPS] = "foreign_chips_minor",
		[SABOT_DROP_REDEMPTIONS] = "redemptions_minor",
	};
	struct sabot_report_section *section = inventory->boxes;
	int64_t sum_minor = 0;

	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_set_text(section, "shift", drop->shift);
	sabot_report_set_text(section, "table", drop->table);
	sabot_report_set_text(section, "box", drop->name);
	for (int i = 0; i < SABOT_DROP_KINDS; i++) {
		sabot_report_set_number(section, ids[i], drop->drop_minor[i]);
		if (inventory->facts->formula.counts[i])
			sum_minor += drop->drop_minor[i];
	}
	sabot_report_set_number(section, "drop_minor", sum_minor);
	sabot_report_set_text(section, "by", sabot_facts_signer(inventory->facts, drop->by));
	sabot_report_set_text(section, "second",
			      sabot_facts_signer(inventory->facts, drop->second));
}

static void
write_papers(const struct inventory *inventory, const struct sabot_table_money *money)
{
	for (guint i = 0; i < money->documents->len; i++) {
		const struct sabot_document *document = g_ptr_array_index(money->documents, i);

		if (document->replaced_by != NULL)
			continue;
		if (document->kind == SABOT_DOCUMENT_COUNT)
			write_count(inventory->counts, inventory->facts, document);
		else if (document->kind == SABOT_DOCUMENT_DROP && document->step == SABOT_STEP_BOX)
			write_box(inventory, document);
	}
}

/* Chips of different value make no sum, and a shift's closers none with another's. */
static void
write_closers(const struct inventory *inventory, const char *shift, int64_t closers_minor)
{
	static const char *const empty[] = {"chip_minor", "opener", "filled", "credited", "closer"};
	struct sabot_report_section *section = inventory->chips;

	sabot_report_begin_row(section, SABOT_REPORT_TOTAL);
	sabot_report_set_text(section, "shift", shift);
	sabot_report_set_text(section, "table", _("Total"));
	sabot_report_set_text(section, "kind", NULL);
	for (guint i = 0; i < G_N_ELEMENTS(empty); i++)
		sabot_report_set_number(section, empty[i], SABOT_REPORT_NONE);
	sabot_report_set_number(section, "closer_minor", closers_minor);
}

/* The total is of what was counted, and empty where nothing was. */
static void
write_shift(struct inventory *inventory, const struct sabot_shift *shift)
{
	int64_t closers_minor = SABOT_REPORT_NONE;
	g_autoptr(GString) missing = g_string_new(NULL);

	inventory->shift = shift->id;
	for (guint i = 0; i < shift->tables->len; i++) {
		const struct sabot_table_money *money = g_ptr_array_index(shift->tables, i);
		const struct sabot_document *closer =
			sabot_table_money_count(money, SABOT_STEP_CLOSER, SABOT_LEDGER_NOW);

		if (!sabot_facts_asks(inventory->facts, money->table))
			continue;
		if (write_chips(inventory, money) && closer == NULL)
			g_string_append_printf(missing, "%s%s", missing->len > 0 ? ", " : "",
					       money->table);
		if (closer != NULL)
			closers_minor = closer->amount_minor +
					(closers_minor == SABOT_REPORT_NONE ? 0 : closers_minor);
		write_papers(inventory, money);
	}
	write_closers(inventory, shift->id, closers_minor);
	if (missing->len > 0)
		sabot_report_remark(inventory->report,
				    _("%s: the total is without the chips of tables whose closer "
				      "is missing: %s."),
				    shift->id, missing->str);
}

void
sabot_report_fill_inventory(struct sabot_report *report, const struct sabot_facts *facts)
{
	struct inventory inventory = {
		.facts = facts,
		.report = report,
		.chips = sabot_report_add_section(report, "chips", _("Chips"), chip_columns,
						  G_N_ELEMENTS(chip_columns)),
		.counts = sabot_report_add_section(report, "counts", _("Counts"), count_columns,
						   G_N_ELEMENTS(count_columns)),
		.boxes = sabot_report_add_section(report, "boxes", _("Drop boxes"), box_columns,
						  G_N_ELEMENTS(box_columns)),
	};
	g_autoptr(GPtrArray) shifts = sabot_facts_shifts(facts);

	for (guint i = 0; i < shifts->len; i++)
		write_shift(&inventory, g_ptr_array_index(shifts, i));
	sabot_seals_write(report, facts);
	if (inventory.boxes->rows->len > 1)
		sabot_report_add_sums(inventory.boxes, _("Total"));
	sabot_report_remark(report, "%s",
			    _("Opener: where nobody counted it, the closer before. Filled: what "
			      "was received. Credited: what was issued. Drop: of the box what the "
			      "house counts as drop."));
	if (inventory.kinds != NULL)
		sabot_report_remark(report, "%s",
				    _("Rolling and promotional chips count by their value in "
				      "every sum. Came to the table: closer and credited, less "
				      "opener and filled."));
	sabot_report_add_signature(report, _("Supervisor going"));
	sabot_report_add_signature(report, _("Supervisor coming"));
}
