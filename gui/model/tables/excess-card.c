/* See excess-card.h. */
#include "excess-card.h"

#include "gui/model/phrases.h"
#include "proto/messages/members.h"

struct sabot_wire_hand *
sabot_excess_of_incident(const struct sabot_wire_incident *incident)
{
	static const struct sabot_member members[] = {{"card", SABOT_MEMBER_TEXT, 0}};
	struct sabot_wire_hand *excess;
	const char *card = NULL;
	json_t *hand;

	sabot_members_read(incident->detail, members, G_N_ELEMENTS(members), &card);
	if (!card || (g_strcmp0(incident->code, "card_in_excess") != 0 &&
		      g_strcmp0(incident->code, "dealing_went_on") != 0))
		return NULL;
	hand = json_pack("{s:[s], s:i}", "cards", card, "total", SABOT_PHRASE_TOTAL_HIDDEN);
	excess = sabot_record_parse(&sabot_wire_hand_type, hand, NULL);
	json_decref(hand);
	return excess;
}

struct sabot_wire_hand *
sabot_excess_of_view(const struct sabot_wire_view *view)
{
	const struct sabot_wire_open_incidents *open = view->incidents;
	const struct sabot_wire_incident *const candidates[] = {
		open ? open->stops : NULL,
		open ? open->worst : NULL,
	};
	struct sabot_wire_hand *excess = NULL;

	for (gsize i = 0; i < G_N_ELEMENTS(candidates) && !excess; i++)
		if (candidates[i] && candidates[i]->load == view->load &&
		    candidates[i]->round == view->round)
			excess = sabot_excess_of_incident(candidates[i]);
	return excess;
}
