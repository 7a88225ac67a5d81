/*
 * What is checked of a document when it is entered, and not when a log is replayed: logs of earlier
 * programs have what is refused here. Pure.
 */
#pragma once

#include "ledger.h"

/*
 * True if the document leaves every sealed figure as two persons signed it, unless it is an
 * amendment there, and is in order: nothing is entered in a shift before a sealed one, or in one
 * that is not held any more; a slip's parts are in the order of their shifts; a correction is of
 * the same document. `now_us`: what the clock says, UTC. False with an error that begins with the
 * field's name. Rule: docs/shift.md, "After the seal".
 */
bool
sabot_entry_check(const struct sabot_ledger *ledger, const struct sabot_document *document,
		  int64_t now_us, char ret_why[SABOT_DOCUMENT_WHY_SIZE]);
