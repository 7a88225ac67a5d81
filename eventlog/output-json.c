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

static void
set_total(json_t *object, const char *name, int total)
{
	json_object_set_new(object, name,
			    total == SABOT_TOTAL_NULL ? json_null() : json_integer(total));
}

static void
set_flag(json_t *object, const char *name, bool value)
{
	if (value)
		json_object_set_new(object, name, json_true());
}

static void
set_cards(const struct writer *writer, json_t *object, const char *name,
	  const struct sabot_cards_report *cards)
{
	const struct sabot_card *first = writer->update->cards + cards->first;

	json_object_set_new(object, name,
			    cards->known ? card_list(first, cards->n_cards) : json_null());
}

static void
write_coup(const struct writer *writer, json_t *object, const struct sabot_round_report *round)
{
	json_object_set_new(object, "winner",
			    round->winner == SABOT_WINNER_NONE
				    ? json_null()
				    : json_string(sabot_winner_to_string(round->winner)));
	set_total(object, "punto", round->punto);
	set_total(object, "banca", round->banca);
	set_cards(writer, object, "punto_cards", &round->punto_cards);
	set_cards(writer, object, "banca_cards", &round->banca_cards);
}

static json_t *
hand_object(const struct writer *writer, const struct sabot_hand_report *hand)
{
	json_t *item = json_object();

	set_number(item, "box", hand->box);
	set_number(item, "hand", hand->hand);
	set_cards(writer, item, "cards", &hand->cards);
	set_total(item, "total", hand->total);
	json_object_set_new(item, "result",
			    hand->has_result
				    ? json_string(sabot_hand_result_to_string(hand->result))
				    : json_null());
	return item;
}

static void
write_deal(const struct writer *writer, json_t *object, const struct sabot_round_report *round)
{
	json_t *hands = json_array();

	set_total(object, "dealer", round->dealer);
	set_cards(writer, object, "dealer_cards", &round->dealer_cards);
	for (unsigned i = 0; i < round->n_hands; i++)
		json_array_append_new(
			hands, hand_object(writer, &writer->update->hands[round->first_hand + i]));
	json_object_set_new(object, "hands", hands);
}

static void
write_due(json_t *object, const struct sabot_stake_report *stake)
{
	if (stake->due == SABOT_DUE_CERTAIN) {
		set_number(object, "due", stake->due_min_minor);
		return;
	}
	json_object_set_new(object, "unverified", json_true());
	if (stake->due == SABOT_DUE_UNKNOWN)
		return;
	set_number(object, "due_min", stake->due_min_minor);
	set_number(object, "due_max", stake->due_max_minor);
}

static void
write_stake(struct writer *writer, const struct sabot_round_report *round,
	    const struct sabot_stake_report *stake)
{
	json_t *object = new_line(writer, "settle");

	set_number(object, "round", round->number);
	set_number(object, "box", stake->box);
	if (stake->hand >= 0)
		set_number(object, "hand", stake->hand);
	set_word(object, "bettor", stake->bettor);
	set_word(object, "on", sabot_bet_to_string(stake->on));
	json_object_set_new(object, "stake",
			    stake->has_stake ? json_integer(stake->stake_minor) : json_null());
	write_due(object, stake);
	if (stake->commission_minor != 0)
		set_number(object, "commission", stake->commission_minor);
	set_flag(object, "again", round->again);
}

static void
write_round(struct writer *writer, const struct sabot_round_report *round)
{
	json_t *object = new_line(writer, "round");

	set_number(object, "load", round->load);
	set_number(object, "round", round->number);
	set_number(object, "line", round->line);
	if (round->game == SABOT_PUNTO_BANCO)
		write_coup(writer, object, round);
	else
		write_deal(writer, object, round);
	set_flag(object, "unverified", round->unverified);
	set_flag(object, "inferred", round->inferred);
	set_flag(object, "dummy", round->dummy);
	set_flag(object, "again", round->again);
	for (unsigned i = 0; i < round->n_stakes; i++)
		write_stake(writer, round, &writer->update->stakes[round->first_stake + i]);
}

static json_t *
deck_list(int64_t decks)
{
	json_t *list = json_array();

	for (int i = 1; i <= SABOT_DECKS_MAX; i++)
		if ((decks >> i & 1) != 0)
			json_array_append_new(list, json_integer(i));
	return list;
}

static json_t *
word_list(const struct sabot_update *update, unsigned n_words)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < n_words; i++)
		json_array_append_new(list, json_string(update->words[i]));
	return list;
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
	case SABOT_FIELD_REASON:
		return json_string(sabot_reason_to_string((enum sabot_reason)field->u.number));
	case SABOT_FIELD_DECKS:
		return deck_list(field->u.number);
	case SABOT_FIELD_WORDS:
		return word_list(writer->update, field->n_cards);
	}
	return json_null();
}

char *
sabot_incident_phrase(const struct sabot_incident *incident, const struct sabot_update *update)
{
	const struct sabot_field *missing = sabot_incident_field(incident, "missing");
	const struct sabot_field *extra = sabot_incident_field(incident, "extra");
	struct sabot_proven_cards proven = {0};
	char *text = sabot_text_incident(incident);

	if (missing && missing->kind == SABOT_FIELD_CARDS) {
		proven.missing = update->cards + missing->u.number;
		proven.n_missing = missing->n_cards;
	}
	if (extra && extra->kind == SABOT_FIELD_CARDS) {
		proven.extra = update->cards + extra->u.number;
		proven.n_extra = extra->n_cards;
	}
	return text ? sabot_text_proven_cards(text, &proven) : NULL;
}

static void
write_incident(struct writer *writer, const struct sabot_incident *incident)
{
	json_t *object = new_line(writer, "incident");
	json_t *detail = json_object();
	g_autofree char *text = sabot_incident_phrase(incident, writer->update);

	set_number(object, "id", incident->id);
	set_number(object, "line", writer->line);
	if (incident->of != 0)
		set_number(object, "of", incident->of);
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
	if (load->n_deduced > 0)
		json_object_set_new(object, load->deduced_among ? "deduced_among" : "deduced",
				    card_list(writer->update->cards + load->first_deduced,
					      load->n_deduced));
}

static void
write_explained(struct writer *writer, const struct sabot_output *output)
{
	json_t *object = new_line(writer, "explained");

	set_number(object, "id", output->u.explained.id);
	set_number(object, "line", output->u.explained.line);
	set_number(object, "by", writer->line);
}

static void
write_aside(struct writer *writer, const struct sabot_output *output)
{
	json_t *object = new_line(writer, "aside");

	set_number(object, "line", writer->line);
	set_number(object, "first", output->u.aside.first_line);
	json_object_set_new(object, "cards",
			    card_list(writer->update->cards + output->u.aside.first_card,
				      output->u.aside.n_cards));
}

static void
write_redress(struct writer *writer, const struct sabot_redress_due *redress)
{
	json_t *object = new_line(writer, "redress");

	set_number(object, "line", writer->line);
	set_number(object, "round", redress->round);
	set_number(object, "box", redress->box);
	if (redress->hand >= 0)
		set_number(object, "hand", redress->hand);
	set_word(object, "bettor", redress->bettor);
	set_word(object, "on", sabot_bet_to_string(redress->on));
	set_number(object, "paid", redress->paid_minor);
	set_number(object, "due", redress->due_minor);
	set_number(object, "difference", redress->difference_minor);
}

static void
write_open(struct writer *writer, const struct sabot_output *output)
{
	json_t *object = new_line(writer, "open");

	set_number(object, "load", output->u.open.load);
	set_number(object, "round", output->u.open.round);
	set_number(object, "line", writer->line);
	set_number(object, "cards", output->u.open.n_cards);
	set_number(object, "staked", output->u.open.staked_minor);
}

void
sabot_outputs_append_json(json_t *lines, const struct sabot_update *update, unsigned line)
{
	struct writer writer = {lines, update, line};

	for (unsigned i = 0; i < update->n_outputs; i++) {
		const struct sabot_output *output = &update->outputs[i];
		switch (output->kind) {
		case SABOT_OUTPUT_INCIDENT:
			write_incident(&writer, &output->u.incident);
			break;
		case SABOT_OUTPUT_ROUND:
			write_round(&writer, &update->rounds[output->u.index]);
			break;
		case SABOT_OUTPUT_LOAD:
			write_load(&writer, &output->u.load);
			break;
		case SABOT_OUTPUT_EXPLAINED:
			write_explained(&writer, output);
			break;
		case SABOT_OUTPUT_ASIDE:
			write_aside(&writer, output);
			break;
		case SABOT_OUTPUT_REDRESS:
			write_redress(&writer, &output->u.redress);
			break;
		case SABOT_OUTPUT_OPEN:
			write_open(&writer, output);
			break;
		case SABOT_OUTPUT_RULED:
			break;
		}
	}
}
