/* See run-out.h. The cut card's position no longer matters. */
#include "run-out.h"

#include <string.h>

static bool
is_run_out(const struct sabot_event *event)
{
	return event->type == SABOT_EVENT_DEVICE && event->u.device.code &&
	       strcmp(event->u.device.code, SABOT_RUN_OUT) == 0;
}

static json_t *
drop(json_t *cards)
{
	json_decref(cards);
	return NULL;
}

json_t *
sabot_run_out_apply(json_t *cards, const struct sabot_event *event)
{
	const char *detail;

	if (event->type == SABOT_EVENT_UNLOAD || event->type == SABOT_EVENT_LOAD)
		return drop(cards);
	if (!is_run_out(event))
		return cards;
	detail = event->u.device.detail;
	if (!cards)
		cards = json_array();
	if (event->u.device.names_card)
		json_array_append_new(cards, json_string(detail));
	else if (detail && strcmp(detail, SABOT_RUN_OUT_STOP) == 0 && json_array_size(cards) == 0)
		return drop(cards);
	return cards;
}

const char *
sabot_run_out_detail(const struct sabot_event *event, char buffer[SABOT_RUN_OUT_DETAIL_SIZE])
{
	if (event->type == SABOT_EVENT_CUT_CARD)
		return "cut_card";
	return event->type == SABOT_EVENT_CARD ? sabot_card_format(event->card, buffer) : NULL;
}

bool
sabot_run_out_is_card(const struct sabot_event *event)
{
	return event->type == SABOT_EVENT_CARD ||
	       (event->type == SABOT_EVENT_DEVICE &&
		g_strcmp0(event->u.device.code, SABOT_RUN_OUT) == 0);
}
