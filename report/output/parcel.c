/*
 * A GVariant: the report's own members, then sections with columns, rows and charts. A column's
 * title is stored untranslated.
 */
#include "parcel.h"

enum { DIGITS_MAX = 3 }; /* of foreign money */

#define CELL "(xmayy)"
#define ROW "(ua" CELL ")"
#define COLUMN "(ayayu)"
#define CHART "(ayuu)"
#define SECTION "(ayaya" COLUMN "maybbba" ROW "a" CHART ")"
#define PAPER "(maymaymayumay)" /* letterhead, licence, number, copy, seal */
#define REPORT "(ayayaymayxxxmaybay" PAPER "a" SECTION "aayaay)"

/* As g_variant_new_bytestring() takes it; NULL is nothing. */
static GVariant *
maybe_bytes(const char *text)
{
	return g_variant_new_maybe(G_VARIANT_TYPE_BYTESTRING,
				   text ? g_variant_new_bytestring(text) : NULL);
}

static GVariant *
pack_texts(const GPtrArray *texts)
{
	return g_variant_new_bytestring_array((const char *const *)texts->pdata, texts->len);
}

static GVariant *
pack_columns(const struct sabot_report_section *section)
{
	GVariantBuilder list;

	g_variant_builder_init(&list, G_VARIANT_TYPE("a" COLUMN));
	for (guint i = 0; i < section->n_columns; i++)
		g_variant_builder_add(&list, "(^ay^ayu)", section->columns[i].id,
				      section->columns[i].title, (guint32)section->columns[i].kind);
	return g_variant_builder_end(&list);
}

static GVariant *
pack_rows(const struct sabot_report_section *section)
{
	GVariantBuilder list;

	g_variant_builder_init(&list, G_VARIANT_TYPE("a" ROW));
	for (guint i = 0; i < section->rows->len; i++) {
		const struct sabot_report_row *row = g_ptr_array_index(section->rows, i);

		g_variant_builder_open(&list, G_VARIANT_TYPE(ROW));
		g_variant_builder_add(&list, "u", (guint32)row->role);
		g_variant_builder_open(&list, G_VARIANT_TYPE("a" CELL));
		for (guint j = 0; j < row->n_cells; j++)
			g_variant_builder_add(&list, "(x@mayy)", row->cells[j].number,
					      maybe_bytes(row->cells[j].text),
					      row->cells[j].digits);
		g_variant_builder_close(&list);
		g_variant_builder_close(&list);
	}
	return g_variant_builder_end(&list);
}

static GVariant *
pack_charts(const struct sabot_report_section *section)
{
	GVariantBuilder list;

	g_variant_builder_init(&list, G_VARIANT_TYPE("a" CHART));
	for (guint i = 0; i < section->charts->len; i++) {
		const struct sabot_report_chart *chart = g_ptr_array_index(section->charts, i);

		g_variant_builder_add(&list, "(^ayuu)", chart->title, chart->label_column,
				      chart->value_column);
	}
	return g_variant_builder_end(&list);
}

static GVariant *
pack_sections(const struct sabot_report *report)
{
	GVariantBuilder list;

	g_variant_builder_init(&list, G_VARIANT_TYPE("a" SECTION));
	for (guint i = 0; i < report->sections->len; i++) {
		const struct sabot_report_section *section = g_ptr_array_index(report->sections, i);

		g_variant_builder_add(&list, "(^ay^ay@a" COLUMN "@maybbb@a" ROW "@a" CHART ")",
				      section->id, section->title, pack_columns(section),
				      maybe_bytes(section->barcode), section->is_blank,
				      section->begins_page, section->is_layout, pack_rows(section),
				      pack_charts(section));
	}
	return g_variant_builder_end(&list);
}

static GVariant *
pack_paper(const struct sabot_report *report)
{
	return g_variant_new("(@may@may@mayu@may)", maybe_bytes(report->letterhead),
			     maybe_bytes(report->licence), maybe_bytes(report->number),
			     (guint32)report->copy, maybe_bytes(report->seal));
}

GBytes *
sabot_report_pack(const struct sabot_report *report)
{
	g_autoptr(GVariant) whole = g_variant_ref_sink(g_variant_new(
		"(^ay^ay^ay@mayxxx@mayb^ay@" PAPER "@a" SECTION "@aay@aay)", report->name,
		report->title, report->house, maybe_bytes(report->span), report->from_us,
		report->to_us, report->made_us, maybe_bytes(report->checkpoint), report->is_form,
		g_time_zone_get_identifier(report->zone), pack_paper(report), pack_sections(report),
		pack_texts(report->remarks), pack_texts(report->signatures)));

	return g_variant_get_data_as_bytes(whole);
}

static bool
unpack_columns(GVariant *list, struct sabot_report_column *columns, GPtrArray *keep)
{
	for (gsize i = 0; i < g_variant_n_children(list); i++) {
		char *id, *title;
		guint32 kind;

		g_variant_get_child(list, i, "(^ay^ayu)", &id, &title, &kind);
		g_ptr_array_add(keep, id);
		g_ptr_array_add(keep, title);
		columns[i] = (struct sabot_report_column){id, title, (enum sabot_report_kind)kind};
		if (kind > SABOT_REPORT_DURATION)
			return false;
	}
	return true;
}

static void
unpack_cell(struct sabot_report_section *section, guint column, GVariant *packed)
{
	bool is_text = sabot_report_kind_is_text(section->columns[column].kind);
	g_autoptr(GVariant) text = NULL;
	struct sabot_report_cell cell;

	g_variant_get(packed, "(xm@ayy)", &cell.number, &text, &cell.digits);
	cell.digits = MIN(cell.digits, DIGITS_MAX);
	cell.text = is_text && text ? (char *)g_variant_get_bytestring(text) : NULL;
	if (is_text)
		cell.number = SABOT_REPORT_NONE;
	sabot_report_copy_cell(section, column, &cell);
}

static bool
unpack_rows(GVariant *list, struct sabot_report_section *section)
{
	for (gsize i = 0; i < g_variant_n_children(list); i++) {
		g_autoptr(GVariant) cells = NULL;
		guint32 role;

		g_variant_get_child(list, i, "(u@a" CELL ")", &role, &cells);
		if (role > SABOT_REPORT_TOTAL || g_variant_n_children(cells) != section->n_columns)
			return false;
		sabot_report_begin_row(section, (enum sabot_report_role)role);
		for (guint j = 0; j < section->n_columns; j++) {
			g_autoptr(GVariant) cell = g_variant_get_child_value(cells, j);

			unpack_cell(section, j, cell);
		}
	}
	return true;
}

static bool
unpack_charts(GVariant *list, struct sabot_report_section *section)
{
	for (gsize i = 0; i < g_variant_n_children(list); i++) {
		g_autofree char *title = NULL;
		guint32 label, value;

		g_variant_get_child(list, i, "(^ayuu)", &title, &label, &value);
		if (label >= section->n_columns || value >= section->n_columns)
			return false;
		sabot_report_add_chart(section, title, section->columns[label].id,
				       section->columns[value].id);
	}
	return true;
}

/* NULL is nothing. Transferred. */
static char *
read_optional(GVariant *text)
{
	char *copy = text ? g_variant_dup_bytestring(text, NULL) : NULL;

	g_clear_pointer(&text, g_variant_unref);
	return copy;
}

static bool
unpack_section(GVariant *packed, struct sabot_report *report, GPtrArray *keep)
{
	g_autofree char *id = NULL, *title = NULL;
	g_autoptr(GVariant) columns = NULL, rows = NULL, charts = NULL;
	gboolean is_blank, begins_page, is_layout;
	struct sabot_report_column *own;
	GVariant *barcode;
	struct sabot_report_section *section;

	g_variant_get(packed, "(^ay^ay@a" COLUMN "m@aybbb@a" ROW "@a" CHART ")", &id, &title,
		      &columns, &barcode, &is_blank, &begins_page, &is_layout, &rows, &charts);
	own = g_new0(struct sabot_report_column, g_variant_n_children(columns) + 1);
	g_ptr_array_add(keep, own);
	section = sabot_report_add_section(report, id, title, own,
					   (guint)g_variant_n_children(columns));
	section->barcode = read_optional(barcode);
	section->is_blank = is_blank;
	section->begins_page = begins_page;
	section->is_layout = is_layout;
	return unpack_columns(columns, own, keep) && unpack_rows(rows, section) &&
	       unpack_charts(charts, section);
}

static void
unpack_paper(GVariant *paper, struct sabot_report *report)
{
	GVariant *letterhead, *licence, *number, *seal;
	guint32 copy;

	g_variant_get(paper, "(m@aym@aym@ayum@ay)", &letterhead, &licence, &number, &copy, &seal);
	report->letterhead = read_optional(letterhead);
	report->licence = read_optional(licence);
	report->number = read_optional(number);
	report->copy = copy;
	report->seal = read_optional(seal);
}

static void
unpack_texts(GVariant *list, GPtrArray *texts)
{
	g_autofree const char **all = g_variant_get_bytestring_array(list, NULL);

	for (guint i = 0; all[i]; i++)
		g_ptr_array_add(texts, g_strdup(all[i]));
}

static bool
unpack_report(GVariant *whole, struct sabot_report *report, GPtrArray *keep)
{
	g_autoptr(GVariant) paper = NULL, sections = NULL, remarks = NULL, signatures = NULL;
	g_autofree char *zone = NULL;
	GVariant *span, *checkpoint;
	GTimeZone *known;
	gboolean is_form;

	g_free(report->name);
	g_free(report->title);
	g_free(report->house);
	g_variant_get(whole, "(^ay^ay^aym@ayxxxm@ayb^ay@" PAPER "@a" SECTION "@aay@aay)",
		      &report->name, &report->title, &report->house, &span, &report->from_us,
		      &report->to_us, &report->made_us, &checkpoint, &is_form, &zone, &paper,
		      &sections, &remarks, &signatures);
	report->span = read_optional(span);
	report->checkpoint = read_optional(checkpoint);
	report->is_form = is_form;
	unpack_paper(paper, report);
	known = g_time_zone_new_identifier(zone);
	if (!known)
		return false;
	g_time_zone_unref(report->zone);
	report->zone = known;
	unpack_texts(remarks, report->remarks);
	unpack_texts(signatures, report->signatures);
	for (gsize i = 0; i < g_variant_n_children(sections); i++) {
		g_autoptr(GVariant) section = g_variant_get_child_value(sections, i);

		if (!unpack_section(section, report, keep))
			return false;
	}
	return true;
}

struct sabot_report *
sabot_report_unpack(GBytes *bytes, GPtrArray **ret_keep)
{
	g_autoptr(GVariant) whole =
		g_variant_ref_sink(g_variant_new_from_bytes(G_VARIANT_TYPE(REPORT), bytes, FALSE));
	g_autoptr(GPtrArray) keep = g_ptr_array_new_with_free_func(g_free);
	struct sabot_report *report;

	if (!g_variant_is_normal_form(whole))
		return NULL;
	report = sabot_report_new("", "");
	if (unpack_report(whole, report, keep)) {
		*ret_keep = g_steal_pointer(&keep);
		return report;
	}
	sabot_report_free(report);
	return NULL;
}
