/* See dealer-event.h. */
#include "dealer-event.h"

bool
sabot_dealer_event_can_be_undone(const json_t *event)
{
	static const char *const words[] = {"bet",        "no_more_bets", "insurance",
					    "even_money", "action",       NULL};
	const char *word = json_string_value(json_object_get(event, "ev"));

	return word && g_strv_contains(words, word);
}

/* A dealer's only ruling says what an unread card was. */
const char *
sabot_dealer_event_right(const json_t *event)
{
	const char *word = json_string_value(json_object_get(event, "ev"));

	return g_strcmp0(word, "ruling") == 0 ? "read_as" : "deal";
}

json_t *
sabot_dealer_event_paid(const struct sabot_wire_payout *payout, int64_t amount_minor)
{
	json_t *event = json_pack("{s:s, s:I, s:s, s:s, s:I}", "ev", "paid", "box",
				  (json_int_t)payout->box, "bettor", payout->bettor, "on",
				  payout->on, "amount", (json_int_t)amount_minor);

	if (payout->hand >= 0)
		json_object_set_new(event, "hand", json_integer(payout->hand));
	return event;
}
