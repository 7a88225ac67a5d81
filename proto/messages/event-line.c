/* The table behind event-line.h. */
#include "proto/messages/event-line.h"

#include "engine/core/event.h"
#include "proto/messages/members.h"
#include "proto/rfc3339.h"

#define M(member_name, member_kind, member)                                                        \
	{                                                                                          \
		member_name, SABOT_MEMBER_##member_kind, offsetof(struct sabot_event_line, member) \
	}

static const struct sabot_member event_members[] = {
	M("amount", NUMBER, amount_minor),
	M("at", TEXT, at),
	M("bettor", TEXT, bettor),
	M("box", NUMBER, box),
	M("by", TEXT, by),
	M("card", TEXT, card),
	M("cards", HAS, has_cards),
	M("code", TEXT, code),
	M("ev", TEXT, ev),
	M("hand", NUMBER, hand),
	M("hand", HAS, has_hand),
	M("incident", NUMBER, incident),
	M("incidents", NUMBER, incidents),
	M("note", TEXT, note),
	M("on", TEXT, on),
	M("on", FALSE, is_off),
	M("person", TEXT, person),
	M("post", TEXT, post),
	M("prompted", TRUE, is_prompted),
	M("remedy", TEXT, remedy),
	M("round", NUMBER, round),
	M("second", TEXT, second),
	M("sim", TRUE, is_simulated),
	M("step", TEXT, step),
	M("table", TEXT, table),
	M("to", TEXT, to),
	M("who", TEXT, who),
};

void
sabot_event_line_read(const json_t *event, struct sabot_event_line *ret_line)
{
	*ret_line = (struct sabot_event_line){0};
	sabot_members_read(event, event_members, G_N_ELEMENTS(event_members), ret_line);
}

bool
sabot_event_line_is_simulated(const json_t *event)
{
	return json_is_true(json_object_get(event, "sim"));
}

bool
sabot_event_text_is_simulated(const char *line)
{
	json_t *event = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
	bool is_simulated = sabot_event_line_is_simulated(event);

	json_decref(event);
	return is_simulated;
}

int64_t
sabot_event_line_time(const json_t *event)
{
	const char *at = json_string_value(json_object_get(event, "at"));
	int64_t at_us = SABOT_TIME_NONE;

	if (at)
		sabot_time_parse(at, &at_us);
	return at_us;
}

json_t *
sabot_event_line_select(const json_t *event, const char *const *names)
{
	json_t *selected = json_object();

	for (size_t i = 0; names[i]; i++) {
		json_t *value = json_object_get(event, names[i]);

		if (value)
			json_object_set(selected, names[i], value);
	}
	return selected;
}
