/*
 * Sums of incidents by kind, table, shoe, dealer and hour of the day, each divided without blame
 * into those caused by people, by a device and by a procedure.
 */
#pragma once

#include "report/figures.h"

struct sabot_exception_sum {
	int64_t rounds;
	int64_t causes[SABOT_CAUSES];
};

struct sabot_exception_kind {
	int64_t causes[SABOT_CAUSES];
	int64_t ruled, explained, false_alarms, amount_minor;
	int64_t judged, right; /* ruled or explained; ruled and not a false alarm */
};

struct sabot_exception_sums {
	struct sabot_exception_kind kinds[SABOT_INCIDENT_CODES];
	struct sabot_exception_sum hours[24];
	struct sabot_exception_sum *tables; /* by the table's place in the facts */
	GHashTable *shoes;   /* serial number or name -> struct sabot_exception_sum */
	GHashTable *dealers; /* the log's id -> the same; empty if persons are not named */
};

/* Transferred. */
struct sabot_exception_sums *
sabot_exception_sums_new(const struct sabot_facts *facts);
void
sabot_exception_sums_free(struct sabot_exception_sums *sums);

/* The sum over all causes. */
static inline int64_t
sabot_exception_count(const int64_t causes[SABOT_CAUSES])
{
	return causes[SABOT_CAUSE_HUMAN] + causes[SABOT_CAUSE_DEVICE] +
	       causes[SABOT_CAUSE_PROCEDURE];
}
