/*
 * Documents of table money, and what they come to, in the lines that the console shows. No GTK.
 */
#pragma once

#include "money-document.h"

/* "Fill requested · 7 · 500.00". Transferred. */
char *
sabot_money_document_phrase(const struct sabot_wire_document *written);

/* What the documents of a shift come to at a table (`shift_tables`), a line a fact. Transferred. */
char *
sabot_money_result_phrase(const struct sabot_wire_table_result *result);
/* Of these only drop and win, in a line; "" when neither is known. Transferred. */
char *
sabot_money_drop_phrase(const struct sabot_wire_table_result *result);
