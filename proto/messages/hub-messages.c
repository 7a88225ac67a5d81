/* The tables behind hub-messages.h. */
#include "proto/messages/hub-messages.h"

#define F(...) SABOT_RECORD_FIELD(sabot_wire_missing, __VA_ARGS__, )
static const struct sabot_record_field missing_fields[] = {
	F("upstream", STRING, upstream, .required = true),
	F("class", STRING, error_class),
	F("why", STRING, why),
	F("since", TIME, since_us),
};
static const struct sabot_record_type missing_type =
	SABOT_RECORD_TYPE(sabot_wire_missing, missing_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_together, __VA_ARGS__, )
static const struct sabot_record_field together_fields[] = {
	F("upstreams", STRINGS, upstreams),
	F("missing", LIST, missing, .type = &missing_type),
	F("next", INTEGER, next),
};
SABOT_WIRE_TYPE(together);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_each, __VA_ARGS__, )
static const struct sabot_record_field each_fields[] = {
	F("upstream", STRING, upstream, .required = true),
	F("ok", JSON, ok, .required = true),
};
static const struct sabot_record_type each_type = SABOT_RECORD_TYPE(sabot_wire_each, each_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_each_page, __VA_ARGS__, )
static const struct sabot_record_field each_page_fields[] = {
	F("each", LIST, each, .required = true, .type = &each_type),
};
SABOT_WIRE_TYPE(each_page);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_floor_item, __VA_ARGS__, )
static const struct sabot_record_field floor_item_fields[] = {
	F("upstream", STRING, upstream),
	F("table", STRING, table),
	F("shift", STRING, shift),
	F("at", TIME, at_us),
};
SABOT_WIRE_TYPE(floor_item);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_hub_steps, __VA_ARGS__, )
static const struct sabot_record_field hub_steps_fields[] = {
	F("origin", STRING, origin, .required = true),
	F("from", INTEGER, from_seq, .required = true),
};
SABOT_WIRE_TYPE(hub_steps);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_hub_step, __VA_ARGS__, )
static const struct sabot_record_field hub_step_fields[] = {
	F("seq", INTEGER, seq, .required = true),
	F("upstream", STRING, upstream),
	F("own", INTEGER, own_seq),
	F("place", STRING, place, .required = true),
	F("step", JSON, step),
};
SABOT_WIRE_TYPE(hub_step);
#undef F

GPtrArray *
sabot_wire_each_of(json_t *ok)
{
	struct sabot_wire_each_page *page =
		sabot_record_parse(&sabot_wire_each_page_type, ok, NULL);
	GPtrArray *list;
	struct sabot_wire_each *only;

	if (page) {
		list = g_ptr_array_ref(page->each);
		sabot_record_unref(page);
		return list;
	}
	only = sabot_record_new(&each_type);
	only->ok = json_incref(ok);
	list = g_ptr_array_new_with_free_func(sabot_record_unref);
	g_ptr_array_add(list, only);
	return list;
}

json_t *
sabot_wire_missing_build(const struct sabot_wire_missing *missing)
{
	return sabot_record_build(&missing_type, missing);
}

GPtrArray *
sabot_wire_missing_of(json_t *ok)
{
	struct sabot_wire_together *together =
		sabot_record_parse_lenient(&sabot_wire_together_type, ok);
	GPtrArray *missing = g_ptr_array_ref(together->missing);

	sabot_record_unref(together);
	return missing;
}
