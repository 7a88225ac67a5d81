/* The card that was named last: see dealer-reading.h. */
#include "dealer-reading.h"

struct sabot_dealer_reading
sabot_dealer_reading_new(const struct sabot_wire_view *view, const struct sabot_wire_unread *unread,
			 struct sabot_card card)
{
	return (struct sabot_dealer_reading){
		.unread = sabot_record_ref((gpointer)unread),
		.card = card,
		.load = view->load,
		.seen_cards = view->shoe ? view->shoe->seen_cards : 0,
	};
}

void
sabot_dealer_reading_clear(struct sabot_dealer_reading *reading)
{
	sabot_record_unref(reading->unread);
	*reading = (struct sabot_dealer_reading){0};
}

void
sabot_dealer_reading_check(struct sabot_dealer_reading *reading, const struct sabot_wire_view *view)
{
	if (reading->unread && (!view->shoe || view->load != reading->load ||
				view->shoe->seen_cards != reading->seen_cards))
		sabot_dealer_reading_clear(reading);
}

json_t *
sabot_dealer_reading_event(const struct sabot_dealer_reading *reading)
{
	char card[SABOT_CARD_TEXT_SIZE];

	return json_pack("{s:s, s:I, s:s, s:s}", "ev", "ruling", "incident",
			 (json_int_t)reading->unread->incident, "remedy", "read_as", "card",
			 sabot_card_format(reading->card, card));
}
