/* A verdict's words and the memory it owns. */
#include "verify-result.h"

#include <glib.h>

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
	case SABOT_VERIFY_PERSON:
		return "person";
	case SABOT_VERIFY_ROW:
		return "row";
	case SABOT_VERIFY_SCHEMA:
		return "schema";
	case SABOT_VERIFY_STRUCTURE:
		return "structure";
	case SABOT_VERIFY_SEAL:
		return "seal";
	case SABOT_VERIFY_UNSEALED:
		return "unsealed";
	case SABOT_VERIFY_WITNESS:
		return "witness";
	case SABOT_VERIFY_UNWITNESSED:
		return "unwitnessed";
	}
	return "intact";
}

void
sabot_verify_result_clear(struct sabot_verify_result *verdict)
{
	g_clear_pointer(&verdict->log, g_free);
	g_clear_pointer(&verdict->row, g_free);
	g_clear_pointer(&verdict->object, g_free);
	g_clear_pointer(&verdict->signer, g_free);
}

int64_t *
sabot_verify_result_number(struct sabot_verify_result *verdict, enum sabot_verify_fault fault)
{
	switch (fault) {
	case SABOT_VERIFY_CHECKPOINT:
	case SABOT_VERIFY_SIGNATURE:
	case SABOT_VERIFY_WITNESS:
	case SABOT_VERIFY_UNWITNESSED:
		return &verdict->checkpoint;
	case SABOT_VERIFY_ANCHOR:
	case SABOT_VERIFY_GAP:
		return &verdict->archive;
	case SABOT_VERIFY_PERSON:
		return &verdict->person;
	case SABOT_VERIFY_SEAL:
		return &verdict->line;
	case SABOT_VERIFY_INTACT:
	case SABOT_VERIFY_CHANGED:
	case SABOT_VERIFY_MISSING:
	case SABOT_VERIFY_UNEXPECTED:
	case SABOT_VERIFY_REWRITTEN:
	case SABOT_VERIFY_CUT:
	case SABOT_VERIFY_UNSIGNED:
	case SABOT_VERIFY_UNSEALED:
	case SABOT_VERIFY_ROW:
	case SABOT_VERIFY_SCHEMA:
	case SABOT_VERIFY_STRUCTURE:
		break;
	}
	return &verdict->n;
}

bool
sabot_verify_result_fail_at(struct sabot_verify_result *verdict, enum sabot_verify_fault fault,
			    const char *log, int64_t n, int64_t seq)
{
	if (verdict->fault != SABOT_VERIFY_INTACT)
		return false;
	verdict->fault = fault;
	verdict->log = g_strdup(log);
	verdict->n = n;
	verdict->seq = seq;
	return false;
}

bool
sabot_verify_result_fail(struct sabot_verify_result *verdict, enum sabot_verify_fault fault,
			 const char *log, int64_t number)
{
	if (verdict->fault != SABOT_VERIFY_INTACT)
		return false;
	sabot_verify_result_fail_at(verdict, fault, log, 0, 0);
	*sabot_verify_result_number(verdict, fault) = number;
	return false;
}
