/*
 * What a table's rules offer. No state.
 */
#include "rules.h"

bool
sabot_rules_offer_remedy(const struct sabot_rules *rules, enum sabot_incident_code code,
			 enum sabot_remedy remedy)
{
	const struct sabot_remedies *list = &rules->remedies[code];

	for (int i = 0; i < list->n_remedies; i++)
		if (list->remedies[i] == (uint8_t)remedy)
			return true;
	return false;
}

bool
sabot_rules_suit_remedy(const struct sabot_rules *rules, enum sabot_remedy remedy)
{
	return rules->game == SABOT_PUNTO_BANCO ||
	       (remedy != SABOT_REMEDY_USE_AS_BANCA_THIRD && remedy != SABOT_REMEDY_DUMMY_HAND);
}

bool
sabot_rules_next_remedy(const struct sabot_rules *rules, enum sabot_incident_code code, int *place,
			enum sabot_remedy *ret_remedy)
{
	const struct sabot_remedies *list = &rules->remedies[code];

	while (*place < list->n_remedies) {
		enum sabot_remedy remedy = (enum sabot_remedy)list->remedies[(*place)++];

		if (sabot_rules_suit_remedy(rules, remedy)) {
			*ret_remedy = remedy;
			return true;
		}
	}
	return false;
}

bool
sabot_rules_offer_bet(const struct sabot_rules *rules, enum sabot_bet bet)
{
	if (rules->game == SABOT_PUNTO_BANCO &&
	    (bet == SABOT_BET_PUNTO || bet == SABOT_BET_BANCA || rules->bets[bet].pays > 0))
		return true;
	if (rules->game == SABOT_BLACKJACK && bet == SABOT_BET_MAIN)
		return true;
	for (int i = 0; i < SABOT_SIDE_BET_OUTCOMES; i++)
		if (rules->side_bets[bet][i].pays > 0)
			return true;
	return false;
}
