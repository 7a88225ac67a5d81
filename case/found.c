/*
 * The words of a find, see the header.
 */
#include "found.h"

#include "proto/json-text.h"
#include "proto/rfc3339.h"

#include <string.h>

enum { BOX_MAX = 16 };

bool
sabot_found_parse_lay(const char *text, int *ret_lay)
{
	static const struct {
		const char *word;
		int lay;
	} lays[] = {
		{"aside", SABOT_LAY_ASIDE},
		{"punto", SABOT_LAY_PUNTO},
		{"banca", SABOT_LAY_BANCA},
		{"dealer", SABOT_LAY_DEALER},
	};
	gint64 box;

	for (size_t i = 0; i < G_N_ELEMENTS(lays); i++) {
		if (strcmp(text, lays[i].word) != 0)
			continue;
		*ret_lay = lays[i].lay;
		return true;
	}
	if (!g_ascii_string_to_signed(text, 10, 1, BOX_MAX, &box, NULL))
		return false;
	*ret_lay = (int)box;
	return true;
}

G_STATIC_ASSERT(SABOT_INDEX_UNCERTAIN == SABOT_WIRE_NO_NUMBER &&
		SABOT_INDEX_UNCERTAIN == SABOT_TEXT_NO_MONEY);

json_t *
sabot_found_to_json(const char *table, const struct sabot_index_round *round)
{
	g_autofree char *at = sabot_time_format(round->at_us);
	g_autofree char *end = sabot_time_format(round->end_us);
	json_t *object = json_pack("{s:s, s:s, s:I, s:I, s:I}", "table", table, "at", at, "seq",
				   (json_int_t)round->place, "n", (json_int_t)round->n, "end_n",
				   (json_int_t)round->end_n);

	if (!round->round) {
		json_object_set_new(object, "ev", json_string(round->ev));
		return object;
	}
	json_object_update_new(
		object, json_pack("{s:I, s:I, s:s, s:s}", "load", (json_int_t)round->load, "round",
				  (json_int_t)round->round, "end", end, "outcome", round->outcome));
	sabot_json_set_money(object, "staked", round->staked_minor);
	sabot_json_set_money(object, "due", round->due_minor);
	return object;
}

void
sabot_found_read(const struct sabot_wire_found *found, struct sabot_index_round *ret_round)
{
	*ret_round = (struct sabot_index_round){
		.place = found->seq,
		.n = found->n,
		.end_n = found->end_n,
		.load = found->load,
		.round = found->round,
		.staked_minor = found->staked_minor,
		.due_minor = found->due_minor,
		.at_us = found->at_us,
		.end_us = found->end_us != SABOT_TIME_NONE ? found->end_us : found->at_us,
	};
	g_strlcpy(ret_round->outcome, found->outcome ? found->outcome : "",
		  sizeof(ret_round->outcome));
	g_strlcpy(ret_round->ev, found->ev ? found->ev : "", sizeof(ret_round->ev));
}
