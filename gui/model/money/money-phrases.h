/* Documents of table money and their totals, in the lines that the console shows. No GTK. */
#pragma once

#include "money-document.h"

/* "Fill requested · 7 · 500.00". Transferred. */
char *
sabot_money_document_phrase(const struct sabot_wire_document *written);

/* The totals of a shift's documents at a table (`shift_tables`), one fact a line. Transferred. */
char *
sabot_money_result_phrase(const struct sabot_wire_table_result *result);
/* Only drop and win, in one line; "" if neither is known. Transferred. */
char *
sabot_money_drop_phrase(const struct sabot_wire_table_result *result);
