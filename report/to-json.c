/* JSON: see to-json.h. */
#include "report/to-json.h"

#include "report/words.h"

static json_t *
text_or_null(const char *text)
{
	return text != NULL ? json_string(text) : json_null();
}

static json_t *
number_or_null(int64_t number)
{
	return number != SABOT_REPORT_NONE ? json_integer(number) : json_null();
}

static json_t *
texts(const GPtrArray *sentences)
{
	json_t *list = json_array();

	for (guint i = 0; i < sentences->len; i++)
		json_array_append_new(list, json_string(g_ptr_array_index(sentences, i)));
	return list;
}

static const char *
kind_word(enum sabot_report_kind kind)
{
	switch (kind) {
	case SABOT_REPORT_TEXT:
		return "text";
	case SABOT_REPORT_CARDS:
		return "cards";
	case SABOT_REPORT_NUMBER:
		return "number";
	case SABOT_REPORT_COUNT:
		return "count";
	case SABOT_REPORT_MONEY:
		return "minor";
	case SABOT_REPORT_RATIO:
		return "millionths";
	case SABOT_REPORT_DECIMAL:
		return "thousandths";
	case SABOT_REPORT_TIME:
		return "time_us";
	case SABOT_REPORT_DURATION:
		return "duration_us";
	}
	return NULL;
}

static json_t *
columns_of(const struct sabot_report_section *section)
{
	json_t *columns = json_array();

	for (guint i = 0; i < section->n_columns; i++)
		json_array_append_new(
			columns, json_pack("{s:s, s:s, s:s}", "id", section->columns[i].id, "kind",
					   kind_word(section->columns[i].kind), "title",
					   sabot_report_column_title(&section->columns[i])));
	return columns;
}

static json_t *
row_of(const struct sabot_report_section *section, const struct sabot_report_row *row)
{
	static const char *const roles[] = {"row", "group", "total"};
	json_t *object = json_object();

	json_object_set_new(object, "role", json_string(roles[row->role]));
	for (guint i = 0; i < section->n_columns; i++) {
		const struct sabot_report_cell *cell = &row->cells[i];
		bool is_text =
			cell->text != NULL || sabot_report_kind_is_text(section->columns[i].kind);

		json_object_set_new(object, section->columns[i].id,
				    is_text ? text_or_null(cell->text)
					    : number_or_null(cell->number));
	}
	return object;
}

static json_t *
section_of(const struct sabot_report_section *section)
{
	json_t *rows = json_array();

	for (guint i = 0; i < section->rows->len; i++)
		json_array_append_new(rows, row_of(section, g_ptr_array_index(section->rows, i)));
	return json_pack("{s:s, s:s, s:o, s:o}", "id", section->id, "title", section->title,
			 "columns", columns_of(section), "rows", rows);
}

json_t *
sabot_report_to_json(const struct sabot_report *report)
{
	json_t *sections = json_array();

	for (guint i = 0; i < report->sections->len; i++)
		json_array_append_new(sections, section_of(g_ptr_array_index(report->sections, i)));
	return json_pack("{s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "report",
			 report->name, "title", report->title, "house", report->house, "span",
			 text_or_null(report->span), "from_us", number_or_null(report->from_us),
			 "to_us", number_or_null(report->to_us), "made_us",
			 number_or_null(report->made_us), "checkpoint",
			 text_or_null(report->checkpoint), "sections", sections, "remarks",
			 texts(report->remarks), "signatures", texts(report->signatures));
}
