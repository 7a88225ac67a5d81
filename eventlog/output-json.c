/*
 * What a step yields as the lines that an audit prints (docs/event-log.md, "Derived output").
 */
#include "output-json.h"

#include "engine/games/blackjack.h"
#include "engine/games/settle.h"
#include "text/incident-text.h"

#include <glib.h>
#include <string.h>

struct writer {
	json_t *lines;
	const struct sabot_table *table;
	const struct sabot_update *update;
	unsigned line;
};

static void
set_number(json_t *object, const char *name, int64_t number)
{
	json_object_set_new(object, name, json_integer(number));
}

static void
set_word(json_t *object, const char *name, const char *word)
{
	json_object_set_new(object, name, json_string(word));
}

static json_t *
card_list(const struct sabot_card *cards, size_t n_cards)
{
	json_t *list = json_array();
	char text[SABOT_CARD_TEXT_SIZE];

	for (size_t i = 0; i < n_cards; i++)
		json_array_append_new(list, json_string(sabot_card_format(cards[i], text)));
	return list;
}

static json_t *
new_line(struct writer *writer, const char *out)
{
	json_t *object = json_object();

	set_word(object, "out", out);
	json_array_append_new(writer->lines, object);
	return object;
}

static json_t *
hand_cards(const struct sabot_round *round, enum sabot_owner owner, int box, int hand)
{
	struct sabot_card cards[SABOT_ROUND_CARDS_MAX];
	int n_cards = sabot_round_hand_cards(round, (struct sabot_place){owner, box, hand}, cards,
					     SABOT_ROUND_CARDS_MAX);

	return card_list(cards, (size_t)n_cards);
}

static void
write_coup(json_t *object, const struct sabot_round *round)
{
	struct sabot_coup coup;

	sabot_punto_banco_read(round, &coup);
	set_word(object, "winner",
		 sabot_winner_to_string(round->is_void ? SABOT_WINNER_VOID : round->winner));
	set_number(object, "punto", coup.punto_points);
	set_number(object, "banca", coup.banca_points);
	json_object_set_new(object, "punto_cards", hand_cards(round, SABOT_OWNER_PUNTO, 0, 0));
	json_object_set_new(object, "banca_cards", hand_cards(round, SABOT_OWNER_BANCA, 0, 0));
}

static void
write_deal(json_t *object, const struct sabot_rules *rules, const struct sabot_round *round)
{
	json_t *hands = json_array();

	set_number(object, "dealer", sabot_blackjack_dealer_total(round).total);
	json_object_set_new(object, "dealer_cards", hand_cards(round, SABOT_OWNER_DEALER, 0, 0));
	for (int box = 1; box <= SABOT_BOXES_MAX; box++) {
		const struct sabot_box *place = &round->boxes[box];
		for (int hand = 0; place->in_play && hand < place->n_hands; hand++) {
			json_t *item = json_object();
			set_number(item, "box", box);
			set_number(item, "hand", hand);
			json_object_set_new(item, "cards",
					    hand_cards(round, SABOT_OWNER_PLAYER, box, hand));
			set_number(item, "total",
				   sabot_blackjack_hand_total(rules, round, box, hand).total);
			set_word(item, "result",
				 sabot_hand_result_to_string(
					 sabot_settle_hand_result(rules, round, box, hand)));
			json_array_append_new(hands, item);
		}
	}
	json_object_set_new(object, "hands", hands);
}

static void
write_settlement(struct writer *writer, const struct sabot_settlement *stake, bool again)
{
	json_t *object = new_line(writer, "settle");

	set_number(object, "round", writer->table->last.number);
	set_number(object, "box", stake->box);
	if (stake->hand >= 0)
		set_number(object, "hand", stake->hand);
	set_word(object, "bettor", stake->bettor);
	set_word(object, "on", sabot_bet_to_string(stake->on));
	set_number(object, "stake", stake->stake_minor);
	set_number(object, "due", stake->due_minor);
	if (stake->commission_minor != 0)
		set_number(object, "commission", stake->commission_minor);
	if (again)
		json_object_set_new(object, "again", json_true());
}

static void
write_round(struct writer *writer, const struct sabot_output *output)
{
	const struct sabot_table *table = writer->table;
	const struct sabot_round *round = sabot_table_reported_round(table, output);
	bool again = output->u.round.again;
	struct sabot_settle_walk walk = {0};
	struct sabot_settlement stake;
	json_t *object = new_line(writer, "round");

	set_number(object, "load", round->load);
	set_number(object, "round", round->number);
	set_number(object, "line", writer->line);
	if (table->rules.game == SABOT_PUNTO_BANCO)
		write_coup(object, round);
	else
		write_deal(object, &table->rules, round);
	if (round->unverified)
		json_object_set_new(object, "unverified", json_true());
	if (round->dummy)
		json_object_set_new(object, "dummy", json_true());
	if (again)
		json_object_set_new(object, "again", json_true());
	while (!round->dummy && sabot_settle_next(&table->rules, round, &walk, &stake))
		write_settlement(writer, &stake, again);
}

static json_t *
field_value(const struct writer *writer, const struct sabot_incident *incident,
	    const struct sabot_field *field)
{
	char text[SABOT_CARD_TEXT_SIZE];

	switch (field->kind) {
	case SABOT_FIELD_NUMBER:
		return json_integer(field->u.number);
	case SABOT_FIELD_WORD:
		return json_string(field->u.word);
	case SABOT_FIELD_TEXT:
		return json_string(field->u.word);
	case SABOT_FIELD_BETTOR:
		return json_string(incident->bettor);
	case SABOT_FIELD_CARD:
		return json_string(sabot_card_format(field->card, text));
	case SABOT_FIELD_CARDS:
		return card_list(writer->update->cards + field->u.number, field->n_cards);
	}
	return json_null();
}

static void
write_incident(struct writer *writer, const struct sabot_incident *incident)
{
	json_t *object = new_line(writer, "incident");
	json_t *detail = json_object();
	g_autofree char *text = sabot_text_incident(incident);

	set_number(object, "id", incident->id);
	set_number(object, "line", writer->line);
	set_number(object, "load", incident->load);
	set_number(object, "round", incident->round);
	set_word(object, "code", sabot_incident_code_to_string(incident->code));
	set_word(object, "severity",
		 sabot_severity_to_string(sabot_incident_severity(incident->code)));
	set_word(object, "rule", incident->rule);
	for (unsigned i = 0; i < incident->n_fields; i++)
		json_object_set_new(detail, incident->fields[i].key,
				    field_value(writer, incident, &incident->fields[i]));
	json_object_set_new(object, "detail", detail);
	set_word(object, "text", text);
}

void
sabot_incident_append_json(json_t *lines, const struct sabot_incident *incident, unsigned line)
{
	struct writer writer = {.lines = lines, .line = line};

	write_incident(&writer, incident);
}

static void
write_load(struct writer *writer, const struct sabot_load_report *load)
{
	json_t *object = new_line(writer, "load");

	set_number(object, "load", load->load);
	set_number(object, "cards_seen", load->cards_seen);
	set_number(object, "unread", load->unread);
	set_number(object, "burned", load->burned);
	if (load->left_cards >= 0)
		set_number(object, "left", load->left_cards);
	set_word(object, "verdict", sabot_verdict_to_string(load->verdict));
	json_object_set_new(object, "extra",
			    card_list(writer->update->cards + load->first_extra, load->n_extra));
	json_object_set_new(object, "missing",
			    card_list(writer->update->cards + load->first_missing,
				      load->n_missing));
	set_word(object, "proven", sabot_proof_to_string(load->proven));
}

void
sabot_outputs_append_json(json_t *lines, const struct sabot_table *table,
			  const struct sabot_update *update, unsigned line)
{
	struct writer writer = {lines, table, update, line};

	for (unsigned i = 0; i < update->n_outputs; i++) {
		const struct sabot_output *output = &update->outputs[i];
		switch (output->kind) {
		case SABOT_OUTPUT_INCIDENT:
			write_incident(&writer, &output->u.incident);
			break;
		case SABOT_OUTPUT_ROUND:
			write_round(&writer, output);
			break;
		case SABOT_OUTPUT_LOAD:
			write_load(&writer, &output->u.load);
			break;
		case SABOT_OUTPUT_EXPLAINED:
		case SABOT_OUTPUT_RULED:
			break;
		}
	}
}
