/*
 * A verdict's words and what it owns.
 */
#include "verify.h"

const char *
sabot_verify_fault_to_string(enum sabot_verify_fault fault)
{
	switch (fault) {
	case SABOT_VERIFY_INTACT:
		return "intact";
	case SABOT_VERIFY_CHANGED:
		return "changed";
	case SABOT_VERIFY_MISSING:
		return "missing";
	case SABOT_VERIFY_UNEXPECTED:
		return "unexpected";
	case SABOT_VERIFY_CHECKPOINT:
		return "checkpoint";
	case SABOT_VERIFY_SIGNATURE:
		return "signature";
	case SABOT_VERIFY_REWRITTEN:
		return "rewritten";
	case SABOT_VERIFY_CUT:
		return "cut";
	case SABOT_VERIFY_UNSIGNED:
		return "unsigned";
	case SABOT_VERIFY_ANCHOR:
		return "anchor";
	case SABOT_VERIFY_GAP:
		return "gap";
	case SABOT_VERIFY_SEAL:
		return "seal";
	}
	return "intact";
}

void
sabot_verify_result_clear(struct sabot_verify_result *verdict)
{
	g_clear_pointer(&verdict->log, g_free);
}
