/* The chips of a document of table money as a section of a report. */
#pragma once

#include "report/report.h"
#include "shift/ledger.h"

/*
 * Add a section of the document's chips by kind and value with their total, at the beginning of a
 * page. A chip of which there is none has a row only in a count, which says so. Borrowed from the
 * report.
 */
struct sabot_report_section *
sabot_chip_section_add(struct sabot_report *report, const char *id, const char *title,
		       const struct sabot_document *document);
