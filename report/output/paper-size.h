/* What a report is printed on. */
#pragma once

#include <stdbool.h>

enum sabot_report_paper { SABOT_REPORT_A4, SABOT_REPORT_LETTER };

/* "a4", "letter"; NULL for a number that is none. Static. */
const char *
sabot_report_paper_to_string(enum sabot_report_paper paper);
/* False for another word. */
bool
sabot_report_paper_from_string(const char *word, enum sabot_report_paper *ret_paper);
