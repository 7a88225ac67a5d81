/* The paper sizes for reports. */
#pragma once

#include <stdbool.h>

enum sabot_report_paper { SABOT_REPORT_A4, SABOT_REPORT_LETTER };

/* "a4", "letter"; NULL if the number is not a paper size. Static. */
const char *
sabot_report_paper_to_string(enum sabot_report_paper paper);
/* False for any other word. */
bool
sabot_report_paper_from_string(const char *word, enum sabot_report_paper *ret_paper);
