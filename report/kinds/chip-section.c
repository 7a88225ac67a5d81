/* The chips of a document by kind and value: see chip-section.h. */
#include "chip-section.h"

#include "text/document-text.h"

#include <glib/gi18n-lib.h>

static const struct sabot_report_column chip_columns[] = {
	{"kind", N_("Kind"), SABOT_REPORT_TEXT},
	{"chip_minor", N_("Chip"), SABOT_REPORT_MONEY},
	{"count", N_("How many"), SABOT_REPORT_COUNT},
	{"amount_minor", N_("Amount"), SABOT_REPORT_MONEY},
};

static void
write_chip(struct sabot_report_section *section, const struct sabot_chip_count *chip)
{
	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_set_text(section, "kind",
			      sabot_text_chip_kind(sabot_chip_kind_to_string(chip->kind)));
	sabot_report_set_number(section, "chip_minor", chip->chip_minor);
	sabot_report_set_number(section, "count", chip->count);
	sabot_report_set_number(section, "amount_minor", chip->chip_minor * chip->count);
}

static void
write_total(struct sabot_report_section *section, int64_t amount_minor)
{
	sabot_report_begin_row(section, SABOT_REPORT_TOTAL);
	sabot_report_set_text(section, "kind", _("Total"));
	sabot_report_set_number(section, "chip_minor", SABOT_REPORT_NONE);
	sabot_report_set_number(section, "count", SABOT_REPORT_NONE);
	sabot_report_set_number(section, "amount_minor", amount_minor);
}

struct sabot_report_section *
sabot_chip_section_add(struct sabot_report *report, const char *id, const char *title,
		       const struct sabot_document *document)
{
	struct sabot_report_section *section = sabot_report_add_section(
		report, id, title, chip_columns, G_N_ELEMENTS(chip_columns));

	section->begins_page = true;
	for (guint i = 0; i < document->chips->len; i++) {
		const struct sabot_chip_count *chip =
			&g_array_index(document->chips, struct sabot_chip_count, i);

		if (chip->count > 0 || document->kind == SABOT_DOCUMENT_COUNT)
			write_chip(section, chip);
	}
	write_total(section, document->amount_minor);
	return section;
}
