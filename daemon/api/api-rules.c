/*
 * `rules`: the possible bets at a table and the chips, so that a screen offers only those; and the
 * rules from the next load on. `profiles`: the profiles to choose from.
 */
#include "api-private.h"
#include "engine/rules/articles.h"
#include "daemon/config/overrides.h"
#include "daemon/tables/table-rules.h"
#include "profiles/profile.h"
#include "proto/messages/table-messages.h"

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

/* The settings on top of the profile. New reference. */
static json_t *
list_set(const struct sabot_api *api, const char *profile, const char *overrides)
{
	return sabot_overrides_to_json(profile, api->options.config->profiles_dir, overrides);
}

/* The rules from the next load on, if they differ. */
static void
add_next(const struct sabot_api *api, const struct sabot_table_service *table, json_t *ok)
{
	const struct sabot_table_wish wish = sabot_table_service_wish(table);

	if (!sabot_table_service_has_new_rules(table))
		return;
	json_object_set_new(ok, "next",
			    json_pack("{s:s, s:o, s:I, s:I}", "rules", wish.profile, "set",
				      list_set(api, wish.profile, wish.overrides), "min",
				      (json_int_t)wish.rules->min_minor, "max",
				      (json_int_t)wish.rules->max_minor));
}

static json_t *
build_ratio(struct sabot_ratio ratio)
{
	return json_pack("[i, i]", (int)ratio.pays, (int)ratio.per);
}

/* Add the rules that a guests' board shows. */
static void
add_blackjack_rules(json_t *ok, const struct sabot_rules *rules)
{
	json_object_set_new(ok, "soft_17", json_string(rules->soft_17_hits ? "hit" : "stand"));
	json_object_set_new(ok, "blackjack_pays", build_ratio(rules->blackjack_pays));
	if (rules->insurance != SABOT_INSURE_NONE)
		json_object_set_new(ok, "insurance_pays", build_ratio(rules->insurance_pays));
}

static const char *
game_word(const struct sabot_rules *rules)
{
	return rules->game == SABOT_BLACKJACK ? "blackjack" : "punto_banco";
}

json_t *
sabot_api_rules(struct sabot_api *api, struct sabot_peer *peer,
		const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_table_request *args = request->record;
	const struct sabot_table_service *table =
		sabot_api_get_table(api, peer, args->table, error);
	const struct sabot_table *state;
	const struct sabot_rules *rules;
	struct sabot_table_wish wish;
	bool is_blackjack;
	json_t *ok;

	if (!table)
		return NULL;
	state = sabot_derive_table(table->derive);
	rules = &state->rules;
	wish = sabot_table_service_wish(table);
	is_blackjack = rules->game == SABOT_BLACKJACK;
	ok = json_pack("{s:s, s:s, s:i, s:i, s:i, s:o, s:o, s:b, s:b}", "rules", rules->name,
		       "game", game_word(rules), "decks", rules->decks, "boxes", rules->boxes,
		       "cut_min", rules->cut_min_cards, "bets", list_bets(rules), "chips",
		       list_chips(&rules->chips), "insurance",
		       is_blackjack && rules->insurance != SABOT_INSURE_NONE, "even_money",
		       is_blackjack && rules->even_money);
	if (is_blackjack)
		add_blackjack_rules(ok, rules);
	json_object_set_new(ok, "last_rounds",
			    json_string(sabot_rules_article(rules, SABOT_RULE_LAST_ROUNDS)));
	json_object_set_new(ok, "min", json_integer(state->min_minor));
	json_object_set_new(ok, "max", json_integer(state->max_minor));
	json_object_set_new(ok, "set",
			    table->part ? list_set(api, table->part->rules, table->part->overrides)
					: list_set(api, wish.profile, wish.overrides));
	json_object_set_new(ok, "configured", json_boolean(table->order == NULL));
	add_next(api, table, ok);
	return ok;
}

/* NULL if the profile cannot be read: then it is no choice. New reference. */
static json_t *
describe_profile(const char *name, const char *directory)
{
	struct sabot_profile *profile = sabot_profile_open(name, directory, NULL);
	struct sabot_wire_profile *described;

	if (!profile)
		return NULL;
	described = sabot_record_new(&sabot_wire_profile_type);
	described->name = g_strdup(name);
	described->title = g_strdup(profile->title);
	described->game = g_strdup(game_word(&profile->rules));
	sabot_profile_free(profile);
	return sabot_record_finish(&sabot_wire_profile_type, described);
}

json_t *
sabot_api_profiles(struct sabot_api *api, struct sabot_peer *peer,
		   const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_page_request *args = request->record;
	const char *directory = api->options.config->profiles_dir;
	g_auto(GStrv) names = sabot_profile_list_all(directory);
	guint from, index, n = g_strv_length(names);
	struct sabot_answer_page page;

	(void)peer;
	if (!sabot_api_check_from(args->from, &from, error))
		return NULL;
	sabot_answer_page_init(&page, SABOT_ANSWER_PAGE_BYTES_MAX);
	for (index = from; index < n; index++) {
		json_t *json = describe_profile(names[index], directory);

		if (json && !sabot_answer_page_add(&page, json))
			break;
	}
	return sabot_answer_page_finish(&page, "profiles", index, n);
}
