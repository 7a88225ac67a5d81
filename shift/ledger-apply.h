/* Applies the documents of the house log to the ledger. */
#pragma once

#include "ledger.h"

#include <jansson.h>

/*
 * Apply event `n` of the house log, one of sabot_document_is(). False, with an error that begins
 * with the field's name, if the event is refused; nothing is changed then.
 */
bool
sabot_ledger_apply(struct sabot_ledger *ledger, int64_t n, const json_t *event,
		   char ret_why[SABOT_DOCUMENT_WHY_SIZE]);
