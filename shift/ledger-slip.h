/* The fill and credit slips in a ledger, and their numbers. */
#pragma once

#include "ledger.h"

/* Find a slip by number. Borrowed; NULL if the number was not used on that gaming day. */
const struct sabot_slip *
sabot_ledger_find_slip(const struct sabot_ledger *ledger, const char *day, int64_t number);

/* The table it is for; a blank form may have been printed for one. NULL: not known. Borrowed. */
const char *
sabot_slip_table(const struct sabot_slip *slip);

/*
 * True if the signer of this part of the slip may sign it, given who signed its other parts: the
 * issuer signs no other part and, with `is_strict`, nobody signs two. Anybody may sign a void.
 * False with an error that begins with the field's name. Not checked when a log is replayed.
 */
bool
sabot_slip_check_signers(const struct sabot_slip *slip, const struct sabot_document *document,
			 bool is_strict, char ret_why[SABOT_DOCUMENT_WHY_SIZE]);

/* The number that the next slip of a gaming day gets. */
int64_t
sabot_ledger_next_slip(const struct sabot_ledger *ledger, const char *day);

/* The state as used on the wire. Static. */
const char *
sabot_slip_state_to_string(enum sabot_slip_state state);
