/* See round-results.h. */
#include "round-results.h"

/* The index of a round's result among those of the load, or where it would be inserted. */
static guint
find_result(const GArray *results, unsigned round)
{
	guint place = results->len;

	while (place > 0 &&
	       g_array_index(results, struct sabot_round_result, place - 1).round >= round)
		place--;
	return place;
}

void
sabot_round_results_apply(GArray *results, const struct sabot_round_report *round)
{
	struct sabot_round_result result = {round->number, round->winner};
	guint place = find_result(results, round->number);

	if (place < results->len &&
	    g_array_index(results, struct sabot_round_result, place).round == round->number)
		g_array_remove_index(results, place);
	if (round->winner != SABOT_WINNER_NONE)
		g_array_insert_val(results, place, result);
}
