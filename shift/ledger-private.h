/*
 * Internals of the ledger, shared by ledger.c, ledger-apply.c and the files that each apply one
 * kind of document.
 */
#pragma once

#include "ledger.h"

/*
 * Apply a document, or with `is_trial` only check whether it can be applied. False with an error;
 * nothing is changed then. `document` is transferred to the ledger if it is applied.
 */
typedef bool
sabot_ledger_add_fn(struct sabot_ledger *ledger, struct sabot_document *document, char *why);

/* ledger-slip.c */

sabot_ledger_add_fn sabot_ledger_add_slip, sabot_ledger_add_paper;

/* ledger-marker.c */

sabot_ledger_add_fn sabot_ledger_add_marker;

/* ledger-cards.c */

sabot_ledger_add_fn sabot_ledger_add_cards;

/* ledger-forget.c */

/* Drop what was sealed long ago. Call it after each seal. */
void
sabot_ledger_forget(struct sabot_ledger *ledger);

/* ledger.c */

/* The shift of this id, and the table's part of it; created if missing. Borrowed. */
struct sabot_shift *
sabot_ledger_need_shift(struct sabot_ledger *ledger, const char *id);
struct sabot_table_money *
sabot_shift_need_table(struct sabot_shift *shift, const char *table);

/* Write the message to `why`. Always false. */
bool
sabot_ledger_refuse(char *why, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* The document that this one corrects; NULL: it corrects none. */
struct sabot_document *
sabot_ledger_corrected(const struct sabot_ledger *ledger, const struct sabot_document *document);
