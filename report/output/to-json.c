/* JSON, written as it comes: a year's coups are 200 MB. See to-json.h. */
#include "to-json.h"

#include "plain.h"
#include "report/report-words.h"

#include <jansson.h>

struct writer {
	GString *text;
	int depth;
	bool is_first; /* of its object or list */
};

/* The next member's place; `key` is NULL in a list. */
static void
begin_member(struct writer *writer, const char *key)
{
	if (!writer->is_first)
		g_string_append_c(writer->text, ',');
	writer->is_first = false;
	g_string_append_c(writer->text, '\n');
	for (int i = 0; i < writer->depth; i++)
		g_string_append_c(writer->text, ' ');
	if (key == NULL)
		return;
	g_string_append_c(writer->text, '"');
	g_string_append(writer->text, key);
	g_string_append(writer->text, "\": ");
}

static void
open_with(struct writer *writer, const char *key, char bracket)
{
	begin_member(writer, key);
	g_string_append_c(writer->text, bracket);
	writer->depth++;
	writer->is_first = true;
}

static void
close_with(struct writer *writer, char bracket)
{
	writer->depth--;
	if (!writer->is_first) {
		g_string_append_c(writer->text, '\n');
		for (int i = 0; i < writer->depth; i++)
			g_string_append_c(writer->text, ' ');
	}
	g_string_append_c(writer->text, bracket);
	writer->is_first = false;
}

static bool
needs_no_escape(const char *text)
{
	for (; *text != '\0'; text++)
		if (*text < ' ' || *text > '~' || *text == '"' || *text == '\\')
			return false;
	return true;
}

/* What is no UTF-8 is null. */
static void
append_text(GString *out, const char *text)
{
	json_t *string;
	char *escaped;

	if (text != NULL && needs_no_escape(text)) {
		g_string_append_c(out, '"');
		g_string_append(out, text);
		g_string_append_c(out, '"');
		return;
	}
	string = text != NULL ? json_string(text) : NULL;
	escaped = json_dumps(string, JSON_ENCODE_ANY);
	g_string_append(out, escaped != NULL ? escaped : "null");
	free(escaped);
	json_decref(string);
}

static void
add_text(struct writer *writer, const char *key, const char *text)
{
	begin_member(writer, key);
	append_text(writer->text, text);
}

static void
add_number(struct writer *writer, const char *key, int64_t number)
{
	begin_member(writer, key);
	if (number == SABOT_REPORT_NONE)
		g_string_append(writer->text, "null");
	else
		sabot_report_append_integer(writer->text, number);
}

static void
add_texts(struct writer *writer, const char *key, const GPtrArray *sentences)
{
	open_with(writer, key, '[');
	for (guint i = 0; i < sentences->len; i++)
		add_text(writer, NULL, g_ptr_array_index(sentences, i));
	close_with(writer, ']');
}

static const char *
kind_word(enum sabot_report_kind kind)
{
	switch (kind) {
	case SABOT_REPORT_TEXT:
		return "text";
	case SABOT_REPORT_CARDS:
		return "cards";
	case SABOT_REPORT_INCIDENT:
		return "incident";
	case SABOT_REPORT_DIFFERENCE:
		return "difference";
	case SABOT_REPORT_RATE:
		return "rate";
	case SABOT_REPORT_NUMBER:
		return "number";
	case SABOT_REPORT_COUNT:
		return "count";
	case SABOT_REPORT_MONEY:
		return "minor";
	case SABOT_REPORT_UNITS:
		return "foreign_minor";
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

static void
add_columns(struct writer *writer, const struct sabot_report_section *section)
{
	open_with(writer, "columns", '[');
	for (guint i = 0; i < section->n_columns; i++) {
		const struct sabot_report_column *column = &section->columns[i];

		open_with(writer, NULL, '{');
		add_text(writer, "id", column->id);
		add_text(writer, "kind", kind_word(column->kind));
		add_text(writer, "title", sabot_report_column_title(column));
		close_with(writer, '}');
	}
	close_with(writer, ']');
}

static void
add_row(struct writer *writer, const struct sabot_report_section *section,
	const struct sabot_report_row *row)
{
	static const char *const roles[] = {"row", "total"};

	open_with(writer, NULL, '{');
	add_text(writer, "role", roles[row->role]);
	for (guint i = 0; i < section->n_columns; i++) {
		const struct sabot_report_cell *cell = &row->cells[i];

		if (cell->text != NULL || sabot_report_kind_is_text(section->columns[i].kind))
			add_text(writer, section->columns[i].id, cell->text);
		else
			add_number(writer, section->columns[i].id, cell->number);
	}
	close_with(writer, '}');
}

static void
add_section(struct writer *writer, const struct sabot_report_section *section)
{
	open_with(writer, NULL, '{');
	add_text(writer, "id", section->id);
	add_text(writer, "title", section->title);
	if (section->barcode != NULL)
		add_text(writer, "barcode", section->barcode);
	add_columns(writer, section);
	open_with(writer, "rows", '[');
	for (guint i = 0; i < section->rows->len; i++)
		add_row(writer, section, g_ptr_array_index(section->rows, i));
	close_with(writer, ']');
	close_with(writer, '}');
}

static void
add_head(struct writer *writer, const struct sabot_report *report)
{
	add_text(writer, "report", report->name);
	add_text(writer, "title", report->title);
	add_text(writer, "house", report->house);
	add_text(writer, "span", report->span);
	add_number(writer, "from_us", report->from_us);
	add_number(writer, "to_us", report->to_us);
	add_number(writer, "made_us", report->made_us);
	add_text(writer, "checkpoint", report->checkpoint);
	add_text(writer, "number", report->number);
	add_text(writer, "seal", report->seal);
}

GString *
sabot_report_to_json(const struct sabot_report *report)
{
	struct writer writer = {.text = g_string_new("{"), .depth = 1, .is_first = true};

	add_head(&writer, report);
	open_with(&writer, "sections", '[');
	for (guint i = 0; i < report->sections->len; i++)
		add_section(&writer, g_ptr_array_index(report->sections, i));
	close_with(&writer, ']');
	add_texts(&writer, "remarks", report->remarks);
	add_texts(&writer, "signatures", report->signatures);
	close_with(&writer, '}');
	g_string_append_c(writer.text, '\n');
	return writer.text;
}
