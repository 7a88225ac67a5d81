/*
 * The words of a find, see the header.
 */
#include "found.h"

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

json_t *
sabot_found_to_json(const char *table, const struct sabot_index_round *round)
{
	g_autofree char *at = sabot_time_format(round->at_us);
	g_autofree char *end = sabot_time_format(round->end_us);
	json_t *object = json_pack("{s:s, s:s, s:I, s:I, s:I}", "table", table, "at", at, "seq",
				   (json_int_t)round->place, "n", (json_int_t)round->n, "end_n",
				   (json_int_t)round->end_n);

	if (round->round)
		json_object_update_new(object, json_pack("{s:I, s:I, s:s, s:s, s:I, s:I}", "load",
							 (json_int_t)round->load, "round",
							 (json_int_t)round->round, "end", end,
							 "outcome", round->outcome, "staked",
							 (json_int_t)round->staked_minor, "due",
							 (json_int_t)round->due_minor));
	else
		json_object_set_new(object, "ev", json_string(round->ev));
	return object;
}

void
sabot_found_from_json(const json_t *object, struct sabot_index_round *ret_round)
{
	const struct {
		const char *name;
		int64_t *number;
	} numbers[] = {
		{"seq", &ret_round->place},     {"n", &ret_round->n},
		{"end_n", &ret_round->end_n},   {"load", &ret_round->load},
		{"round", &ret_round->round},   {"staked", &ret_round->staked_minor},
		{"due", &ret_round->due_minor},
	};
	const char *outcome = json_string_value(json_object_get(object, "outcome"));
	const char *ev = json_string_value(json_object_get(object, "ev"));
	const char *at = json_string_value(json_object_get(object, "at"));
	const char *end = json_string_value(json_object_get(object, "end"));

	*ret_round = (struct sabot_index_round){0};
	for (size_t i = 0; i < G_N_ELEMENTS(numbers); i++)
		*numbers[i].number = json_integer_value(json_object_get(object, numbers[i].name));
	g_strlcpy(ret_round->outcome, outcome ? outcome : "", sizeof(ret_round->outcome));
	g_strlcpy(ret_round->ev, ev ? ev : "", sizeof(ret_round->ev));
	if (at)
		sabot_time_parse(at, &ret_round->at_us);
	ret_round->end_us = ret_round->at_us;
	if (end)
		sabot_time_parse(end, &ret_round->end_us);
}
