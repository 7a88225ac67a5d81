/*
 * Incidents: numbering, fields, and the ring of those that can still be ruled on.
 */
#include "table-private.h"

#include <stdio.h>
#include <string.h>

struct sabot_output *
sabot_step_add_output(struct sabot_step *step, enum sabot_output_kind kind)
{
	static const struct sabot_output none;
	struct sabot_update *update = step->update;
	unsigned place = update->n_outputs;

	if (place == SABOT_OUTPUTS_MAX) {
		update->fault = "more outputs than an update holds";
		place = SABOT_OUTPUTS_MAX - 1;
	} else {
		update->n_outputs++;
	}
	update->outputs[place] = none;
	update->outputs[place].kind = kind;
	return &update->outputs[place];
}

void
sabot_step_list_card(struct sabot_step *step, struct sabot_card card)
{
	if (step->update->n_cards == SABOT_UPDATE_CARDS_MAX)
		step->update->fault = "more cards than an update lists";
	else
		step->update->cards[step->update->n_cards++] = card;
}

static bool
recognise(struct sabot_step *step, enum sabot_incident_code code)
{
	struct sabot_table *table = step->table;

	for (int i = 0; i < SABOT_INCIDENTS_KEPT; i++) {
		const struct sabot_kept_incident *kept = &table->kept[i];
		if (kept->id != 0 && !kept->explained && kept->code == code &&
		    kept->round == table->round.number && kept->log_index == step->log_index &&
		    !step->anew->matched[i]) {
			step->anew->matched[i] = true;
			return true;
		}
	}
	return false;
}

static void
keep(struct sabot_step *step, const struct sabot_incident *incident)
{
	struct sabot_table *table = step->table;
	unsigned place = incident->id % SABOT_INCIDENTS_KEPT;

	if (step->anew != NULL)
		step->anew->matched[place] = true;
	table->kept[place] = (struct sabot_kept_incident){
		.id = incident->id,
		.code = incident->code,
		.load = incident->load,
		.round = incident->round,
		.card_index = (int16_t)step->card_index,
		.log_index = (int16_t)step->log_index,
	};
	if (step->log_index >= 0 && step->log_index < table->round.n_log)
		table->round.log[step->log_index].flags |= SABOT_STEP_RAISED;
}

struct sabot_incident *
sabot_step_raise(struct sabot_step *step, enum sabot_incident_code code, const char *rule)
{
	struct sabot_table *table = step->table;

	if (step->anew != NULL && recognise(step, code)) {
		memset(&step->anew->scratch, 0, sizeof(step->anew->scratch));
		return &step->anew->scratch;
	}
	struct sabot_incident *incident =
		&sabot_step_add_output(step, SABOT_OUTPUT_INCIDENT)->u.incident;
	incident->id = ++table->n_incidents;
	incident->code = code;
	incident->load = table->load.number;
	incident->round = table->round.open ? table->round.number : 0;
	incident->rule = rule;
	keep(step, incident);
	return incident;
}

static struct sabot_field *
add_field(struct sabot_incident *incident, const char *key, enum sabot_field_kind kind)
{
	/* Six fields are the most any code has; see docs/event-log.md. */
	unsigned place =
		incident->n_fields < SABOT_FIELDS_MAX ? incident->n_fields++ : SABOT_FIELDS_MAX - 1;
	struct sabot_field *field = &incident->fields[place];

	memset(field, 0, sizeof(*field));
	field->key = key;
	field->kind = kind;
	return field;
}

void
sabot_incident_add_number(struct sabot_incident *incident, const char *key, int64_t number)
{
	add_field(incident, key, SABOT_FIELD_NUMBER)->u.number = number;
}

void
sabot_incident_add_word(struct sabot_incident *incident, const char *key, const char *word)
{
	add_field(incident, key, SABOT_FIELD_WORD)->u.word = word;
}

void
sabot_incident_add_card(struct sabot_incident *incident, const char *key, struct sabot_card card)
{
	add_field(incident, key, SABOT_FIELD_CARD)->card = card;
}

void
sabot_incident_add_bettor(struct sabot_incident *incident, const char *key, const char *bettor)
{
	add_field(incident, key, SABOT_FIELD_BETTOR);
	snprintf(incident->bettor, sizeof(incident->bettor), "%s", bettor);
}

void
sabot_incident_add_text(struct sabot_incident *incident, const char *key, const char *text)
{
	add_field(incident, key, SABOT_FIELD_TEXT)->u.word = text;
}

void
sabot_incident_add_cards(struct sabot_incident *incident, const char *key, unsigned first,
			 unsigned n_cards)
{
	struct sabot_field *field = add_field(incident, key, SABOT_FIELD_CARDS);

	field->u.number = first;
	field->n_cards = (uint16_t)n_cards;
}

void
sabot_step_out_of_order(struct sabot_step *step, const char *why)
{
	struct sabot_incident *incident =
		sabot_step_raise(step, SABOT_INCIDENT_EVENT_OUT_OF_ORDER, "");

	sabot_incident_add_word(incident, "ev", sabot_event_type_to_string(step->event->type));
	sabot_incident_add_word(incident, "why", why);
	step->update->applied = false;
}

struct sabot_kept_incident *
sabot_step_find_kept(struct sabot_table *table, unsigned id)
{
	struct sabot_kept_incident *kept = &table->kept[id % SABOT_INCIDENTS_KEPT];

	return id != 0 && kept->id == id ? kept : NULL;
}

const char *
sabot_step_rule(const struct sabot_step *step, const char *punto_banco, const char *blackjack)
{
	return step->table->rules.game == SABOT_PUNTO_BANCO ? punto_banco : blackjack;
}
