/* The verdict of a proof: the first fault counts. */
#include "verify-private.h"

bool
sabot_verify_fail_at(struct sabot_verify *verify, enum sabot_verify_fault fault, const char *log,
		     int64_t n, int64_t seq)
{
	struct sabot_verify_result *verdict = &verify->verdict;

	if (verdict->fault != SABOT_VERIFY_INTACT)
		return false;
	verdict->fault = fault;
	verdict->log = g_strdup(log);
	verdict->n = n;
	verdict->seq = seq;
	return false;
}

bool
sabot_verify_fail(struct sabot_verify *verify, enum sabot_verify_fault fault, const char *log,
		  int64_t number)
{
	struct sabot_verify_result *verdict = &verify->verdict;

	if (verdict->fault != SABOT_VERIFY_INTACT)
		return false;
	if (fault == SABOT_VERIFY_PERSON && verify->hole_seq)
		return sabot_verify_fail_at(verify, SABOT_VERIFY_MISSING, NULL, 0,
					    verify->hole_seq);
	sabot_verify_fail_at(verify, fault, log, 0, 0);
	*sabot_verify_result_number(verdict, fault) = number;
	return false;
}

bool
sabot_verify_fail_row(struct sabot_verify *verify, enum sabot_verify_fault fault, char *row)
{
	sabot_verify_fail_at(verify, fault, NULL, 0, 0);
	g_free(verify->verdict.row);
	verify->verdict.row = row;
	return false;
}
