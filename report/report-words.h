/*
 * A report's values as they are printed for people: the language's decimal and thousands marks, its
 * order of day and month, the house's time zone. Results are transferred.
 */
#pragma once

#include "report/report.h"

/* "" if the value is not known. */
char *
sabot_report_cell_words(const struct sabot_report *report, enum sabot_report_kind kind,
			const struct sabot_report_cell *cell);
/* "1,234.50". */
char *
sabot_report_money_words(int64_t minor);
char *
sabot_report_time_words(const struct sabot_report *report, int64_t at_us);
/* The report's time span, with the shift's name if it has one. */
char *
sabot_report_span_words(const struct sabot_report *report);
/* A sheet's game, by the engine's number: 0 is punto banco. Borrowed. */
const char *
sabot_report_game_words(unsigned game);
/* A column's title in the user's language. Borrowed. */
const char *
sabot_report_column_title(const struct sabot_report_column *column);
