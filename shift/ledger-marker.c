/*
 * Markers: a player's credit under a number of the gaming day, redeemed in one or more amounts.
 */
#include "ledger-marker.h"
#include "text/refusal.h"
#include "ledger-private.h"

#include <string.h>

const struct sabot_marker *
sabot_ledger_find_marker(const struct sabot_ledger *ledger, const char *day, int64_t number)
{
	for (guint i = ledger->markers->len; i-- > 0;) {
		const struct sabot_marker *marker = g_ptr_array_index(ledger->markers, i);

		if (marker->number == number && strcmp(marker->day, day) == 0)
			return marker;
	}
	return NULL;
}

int64_t
sabot_ledger_marker_of(const struct sabot_ledger *ledger, const char *shift, const char *table,
		       int64_t amount_minor)
{
	int64_t number = 0;

	for (guint i = 0; i < ledger->markers->len; i++) {
		const struct sabot_marker *marker = g_ptr_array_index(ledger->markers, i);

		if (marker->voided || strcmp(marker->issue->shift, shift) != 0 ||
		    strcmp(marker->issue->table, table) != 0 ||
		    marker->issue->amount_minor != amount_minor)
			continue;
		if (number)
			return 0;
		number = marker->number;
	}
	return number;
}

int64_t
sabot_ledger_next_marker(const struct sabot_ledger *ledger, const char *day)
{
	int64_t next = 1;

	for (guint i = ledger->markers->len; i-- > 0;) {
		const struct sabot_marker *marker = g_ptr_array_index(ledger->markers, i);

		if (strcmp(marker->day, day) == 0)
			next = MAX(next, marker->number + 1);
	}
	return next;
}

static bool
issue(struct sabot_ledger *ledger, const struct sabot_document *document, char *why)
{
	int64_t next = sabot_ledger_next_marker(ledger, document->day);
	struct sabot_marker *marker;

	if (document->number != next)
		return sabot_ledger_refuse(why,
					   SABOT_REFUSAL_AS("number: the next free one is %d",
							    "the next free number is %1$s"),
					   (int)next);
	marker = g_new0(struct sabot_marker, 1);
	g_strlcpy(marker->day, document->day, sizeof marker->day);
	marker->number = document->number;
	marker->issue = document;
	marker->left_minor = document->amount_minor;
	g_ptr_array_add(ledger->markers, marker);
	return true;
}

bool
sabot_ledger_add_marker(struct sabot_ledger *ledger, struct sabot_document *document, char *why)
{
	struct sabot_marker *marker = (struct sabot_marker *)sabot_ledger_find_marker(
		ledger, document->day, document->number);

	if (sabot_ledger_corrected(ledger, document))
		return sabot_ledger_refuse(
			why, SABOT_REFUSAL_AS(
				     "corrects: a marker is made void, and written anew",
				     "a marker is not corrected: make it void, and write another"));
	if (document->step == SABOT_STEP_ISSUE)
		return issue(ledger, document, why);
	if (!marker || marker->voided)
		return sabot_ledger_refuse(why,
					   SABOT_REFUSAL_AS("number: there is no marker %d of %s",
							    "there is no marker %1$s of %2$s"),
					   (int)document->number, document->day);
	if (document->step == SABOT_STEP_VOID) {
		if (marker->left_minor != marker->issue->amount_minor)
			return sabot_ledger_refuse(
				why, SABOT_REFUSAL_AS("number: it is partly redeemed already",
						      "this marker is partly redeemed already"));
		marker->voided = document;
		marker->left_minor = 0;
		return true;
	}
	if (document->amount_minor > marker->left_minor)
		return sabot_ledger_refuse(
			why, SABOT_REFUSAL_AS("amount: more than is left of it",
					      "this is more than is left of the marker"));
	marker->left_minor -= document->amount_minor;
	return true;
}
