/*
 * Fill and credit slips of a ledger, and their numbers.
 */
#pragma once

#include "ledger.h"

/* The slip of that number. Borrowed; NULL if the number was not used on that gaming day. */
const struct sabot_slip *
sabot_ledger_find_slip(const struct sabot_ledger *ledger, const char *day, int64_t number);

/* The table that it is for: a form may have been printed for one. NULL: not known. Borrowed. */
const char *
sabot_slip_table(const struct sabot_slip *slip);

/*
 * Whether who signs this part of the slip may, after who signed its other parts: who issued it
 * signs no other part and, with `is_strict`, nobody signs two. A void one anybody signs. False with
 * an error that begins with the field's name. Replaying a log does not ask.
 */
bool
sabot_slip_check_signers(const struct sabot_slip *slip, const struct sabot_document *document,
			 bool is_strict, char ret_why[SABOT_DOCUMENT_WHY_SIZE]);

/* The number that the next slip of a gaming day gets. */
int64_t
sabot_ledger_next_slip(const struct sabot_ledger *ledger, const char *day);

/* The state as a word of the wire. Static. */
const char *
sabot_slip_state_to_string(enum sabot_slip_state state);
