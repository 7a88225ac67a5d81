/*
 * `rules`: what can be bet at a table, and with what, so that a screen offers nothing that is not.
 */
#include "api-private.h"

static json_t *
list_bets(const struct sabot_rules *rules)
{
	json_t *bets = json_array();

	for (int bet = SABOT_BET_MAIN; bet < SABOT_BETS; bet++) {
		if (sabot_rules_offer_bet(rules, (enum sabot_bet)bet))
			json_array_append_new(
				bets, json_string(sabot_bet_to_string((enum sabot_bet)bet)));
	}
	return bets;
}

static json_t *
list_chips(const struct sabot_denominations *chips)
{
	json_t *list = json_array();

	for (int i = 0; i < chips->n; i++)
		json_array_append_new(list, json_integer(chips->minor[i]));
	return list;
}

json_t *
sabot_api_rules(struct sabot_api *api, struct sabot_peer *peer,
		const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_table_service *table = sabot_api_get_table(api, peer, request, error);
	const struct sabot_rules *rules;
	bool is_blackjack;

	if (!table)
		return NULL;
	rules = &sabot_derive_table(table->derive)->rules;
	is_blackjack = rules->game == SABOT_BLACKJACK;
	return json_pack("{s:s, s:s, s:i, s:i, s:i, s:o, s:o, s:b, s:b}", "rules", rules->name,
			 "game", is_blackjack ? "blackjack" : "punto_banco", "decks", rules->decks,
			 "boxes", rules->boxes, "cut_min", rules->cut_min_cards, "bets",
			 list_bets(rules), "chips", list_chips(&rules->chips), "insurance",
			 is_blackjack && rules->insurance != SABOT_INSURE_NONE, "even_money",
			 is_blackjack && rules->even_money);
}
