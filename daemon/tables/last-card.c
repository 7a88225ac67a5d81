/* See last-card.h. */
#include "last-card.h"

void
sabot_last_card_apply(struct sabot_last_card *card, const struct sabot_event *event, int64_t n)
{
	if (event->type == SABOT_EVENT_LOAD || event->type == SABOT_EVENT_UNLOAD)
		card->n = 0;
	if (event->type != SABOT_EVENT_CARD)
		return;
	card->n = n;
	card->at_us = event->at_us;
	card->source = event->source;
}

bool
sabot_last_card_is_recent(const struct sabot_last_card *card, int64_t now_us, int within_s)
{
	enum { SECOND_US = 1000000 };

	return card->n != 0 && card->at_us != SABOT_TIME_NONE &&
	       now_us - card->at_us <= (int64_t)within_s * SECOND_US;
}
