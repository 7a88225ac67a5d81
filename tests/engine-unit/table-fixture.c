/*
 * Playing a table in tests. What goes wrong fails the test at once.
 */
#include "table-fixture.h"

#include "engine/games/settle.h"
#include "engine/rules/rules-set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

int
parse_cards(const char *text, struct sabot_card *ret_cards, int max)
{
	int n_cards = 0;

	for (; *text != '\0'; text += text[2] == ' ' ? 3 : 2) {
		assert_true(n_cards < max);
		if (!sabot_card_parse(text, strlen(text) < 2 ? 0 : 2, &ret_cards[n_cards]))
			fail_msg("no card: %s", text);
		n_cards++;
	}
	return n_cards;
}

static void
set_rules(struct sabot_rules *rules, const char *settings)
{
	char key[64], value[256], error[SABOT_RULES_ERROR_SIZE];

	while (*settings != '\0') {
		size_t length = strcspn(settings, ";");
		assert_int_equal(sscanf(settings, "%63[^=]=%255[^;]", key, value), 2);
		if (!sabot_rules_set(rules, key, value, error))
			fail_msg("%s", error);
		settings += length + (settings[length] == ';');
	}
}

void
fixture_step(struct table_fixture *fixture, struct sabot_event event)
{
	event.at_us = SABOT_TIME_NONE;
	sabot_table_step(&fixture->table, &event, &fixture->update);
	assert_null(fixture->update.fault);
}

void
fixture_begin(struct table_fixture *fixture, enum sabot_game game, const char *settings)
{
	struct sabot_rules rules;

	sabot_rules_init(&rules, game);
	rules.burn_cards = 0;
	set_rules(&rules, settings);
	sabot_table_init(&fixture->table, &rules, 0, 0, 0);
	fixture_step(fixture, (struct sabot_event){
				      .type = SABOT_EVENT_LOAD,
				      .u.load = {.decks = rules.decks, .behind_cards = -1},
			      });
}

void
fixture_bet(struct table_fixture *fixture, int box, enum sabot_bet on, int64_t amount_minor)
{
	fixture_step(fixture, (struct sabot_event){
				      .type = SABOT_EVENT_BET,
				      .box = box,
				      .hand = SABOT_HAND_IN_TURN,
				      .on = on,
				      .amount_minor = amount_minor,
			      });
	assert_true(fixture->update.applied);
}

void
fixture_no_more_bets(struct table_fixture *fixture)
{
	fixture_say(fixture, SABOT_EVENT_NO_MORE_BETS);
	assert_true(fixture->update.applied);
}

void
fixture_cards(struct table_fixture *fixture, const char *cards)
{
	struct sabot_card list[32];
	int n_cards = parse_cards(cards, list, 32);

	for (int i = 0; i < n_cards; i++)
		fixture_step(fixture, (struct sabot_event){
					      .type = SABOT_EVENT_CARD,
					      .hand = SABOT_HAND_IN_TURN,
					      .card = list[i],
					      .has_card = true,
				      });
}

void
fixture_action(struct table_fixture *fixture, int box, int hand, enum sabot_action action)
{
	fixture_step(fixture, (struct sabot_event){
				      .type = SABOT_EVENT_ACTION,
				      .box = box,
				      .hand = hand,
				      .u.action.kind = action,
			      });
}

void
fixture_insure(struct table_fixture *fixture, int box, int64_t amount_minor)
{
	fixture_step(fixture, (struct sabot_event){
				      .type = SABOT_EVENT_INSURANCE,
				      .box = box,
				      .hand = SABOT_HAND_IN_TURN,
				      .amount_minor = amount_minor,
			      });
}

void
fixture_say(struct table_fixture *fixture, enum sabot_event_type type)
{
	fixture_step(fixture, (struct sabot_event){.type = type, .hand = SABOT_HAND_IN_TURN});
}

static const struct sabot_incident *
find_incident(const struct table_fixture *fixture)
{
	const struct sabot_incident *found = NULL;

	for (unsigned i = 0; i < fixture->update.n_outputs; i++) {
		if (fixture->update.outputs[i].kind != SABOT_OUTPUT_INCIDENT)
			continue;
		assert_null(found);
		found = &fixture->update.outputs[i].u.incident;
	}
	return found;
}

enum sabot_incident_code
fixture_incident(const struct table_fixture *fixture)
{
	const struct sabot_incident *incident = find_incident(fixture);

	return incident != NULL ? incident->code : SABOT_INCIDENT_NONE;
}

const char *
fixture_incident_rule(const struct table_fixture *fixture)
{
	const struct sabot_incident *incident = find_incident(fixture);

	return incident != NULL ? incident->rule : "";
}

const char *
fixture_incident_word(const struct table_fixture *fixture, const char *key)
{
	const struct sabot_incident *incident = find_incident(fixture);
	const struct sabot_field *field =
		incident != NULL ? sabot_incident_field(incident, key) : NULL;

	if (field != NULL && field->kind == SABOT_FIELD_REASON)
		return sabot_reason_to_string((enum sabot_reason)field->u.number);
	return field != NULL && field->kind == SABOT_FIELD_WORD ? field->u.word : "";
}

struct sabot_settlement
fixture_due(const struct table_fixture *fixture, int box, int hand, enum sabot_bet on)
{
	const struct sabot_round *round =
		fixture->table.round.open ? &fixture->table.round : &fixture->table.last;
	char seat[SABOT_SEAT_NAME_SIZE];
	struct sabot_settlement stake = {
		.box = box,
		.hand = hand,
		.on = on,
		.bettor = sabot_seat_name(box, seat),
	};

	sabot_settle_find(&fixture->table.rules, round, &stake);
	stake.bettor = NULL;
	return stake;
}
