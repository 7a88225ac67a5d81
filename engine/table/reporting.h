/*
 * The report of a round that is being closed.
 */
#pragma once

#include "table-private.h"

/*
 * Make the report of the open round as its cards lie, or of what all readings of its open cards
 * agree on; settle its accounts in the ledger and note in `table->closed` what may be claimed of
 * it.
 * Something was paid on it in play: `ret_has_payments`. Borrowed from the update.
 */
struct sabot_round_report *
sabot_step_report_round(struct sabot_step *step, bool *ret_has_payments);

/* The report of the round just closed, which a ruling has made void. Borrowed from the update. */
struct sabot_round_report *
sabot_step_report_voided(struct sabot_step *step);
