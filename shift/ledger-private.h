/*
 * Inside of the ledger, shared by ledger.c, ledger-apply.c and the files that take in one kind of
 * document each.
 */
#pragma once

#include "ledger.h"

/*
 * Take in a document, or with `is_trial` only say whether it can be. False with an error: nothing
 * is changed then. `document` becomes the ledger's if it is taken.
 */
typedef bool
sabot_ledger_add_fn(struct sabot_ledger *ledger, struct sabot_document *document, char *why);

sabot_ledger_add_fn sabot_ledger_add_slip, sabot_ledger_add_paper; /* ledger-slip.c */
sabot_ledger_add_fn sabot_ledger_add_marker;                       /* ledger-marker.c */
sabot_ledger_add_fn sabot_ledger_add_cards;                        /* ledger-cards.c */

/* Give up what is long sealed (ledger-forget.c). After each seal. */
void
sabot_ledger_forget(struct sabot_ledger *ledger);

/* The shift of this id, and the table's part of it; made if they are not there yet. Borrowed. */
struct sabot_shift *
sabot_ledger_need_shift(struct sabot_ledger *ledger, const char *id);
struct sabot_table_money *
sabot_shift_need_table(struct sabot_shift *shift, const char *table);

/* Always false, with the sentence. */
bool
sabot_ledger_refuse(char *why, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* The document that this one puts right, when it does; NULL: it is a new one. */
struct sabot_document *
sabot_ledger_corrected(const struct sabot_ledger *ledger, const struct sabot_document *document);
