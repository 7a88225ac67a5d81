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

	/* What is derived again is compared, not printed. */
	if (step->revising) {
		update->scratch.ignored = none;
		return &update->scratch.ignored;
	}
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
sabot_step_drop_output(struct sabot_step *step, unsigned place)
{
	struct sabot_update *update = step->update;

	sabot_step_seal(step);
	update->n_outputs--;
	memmove(&update->outputs[place], &update->outputs[place + 1],
		(update->n_outputs - place) * sizeof(update->outputs[0]));
}

void
sabot_step_list_card(struct sabot_step *step, struct sabot_card card)
{
	if (step->update->n_cards == SABOT_UPDATE_CARDS_MAX)
		step->update->fault = "more cards than an update lists";
	else
		step->update->cards[step->update->n_cards++] = card;
}

/* FNV-1a. */
static uint32_t
mix(uint32_t hash, const void *bytes, size_t n_bytes)
{
	const uint8_t *byte = bytes;

	for (size_t i = 0; i < n_bytes; i++)
		hash = (hash ^ byte[i]) * UINT32_C(16777619);
	return hash;
}

static bool
is_identifying(const struct sabot_incident *incident, const struct sabot_field *field)
{
	static const char *const keys[] = {"box", "on", "bettor", "index", "incident", "ev"};

	if (strcmp(field->key, "hand") == 0)
		return incident->code != SABOT_INCIDENT_CARD_IN_EXCESS;
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (strcmp(field->key, keys[i]) == 0)
			return true;
	return false;
}

uint32_t
sabot_incident_identity(const struct sabot_incident *incident)
{
	uint32_t hash = UINT32_C(2166136261);

	for (unsigned i = 0; i < incident->n_fields; i++) {
		const struct sabot_field *field = &incident->fields[i];
		if (!is_identifying(incident, field))
			continue;
		if (field->kind == SABOT_FIELD_NUMBER)
			hash = mix(hash, &field->u.number, sizeof(field->u.number));
		else if (field->kind == SABOT_FIELD_WORD || field->kind == SABOT_FIELD_TEXT)
			hash = mix(hash, field->u.word, strlen(field->u.word));
		else if (field->kind == SABOT_FIELD_BETTOR)
			hash = mix(hash, incident->bettor, strlen(incident->bettor));
	}
	return hash;
}

bool
sabot_incident_is_same(const struct sabot_incident *a, const struct sabot_incident *b)
{
	return a->code == b->code && sabot_incident_about(a) == sabot_incident_about(b) &&
	       sabot_incident_identity(a) == sabot_incident_identity(b);
}

bool
sabot_incident_is_derived(enum sabot_incident_code code)
{
	static const uint8_t derived[] = {
		SABOT_INCIDENT_BURN_INCOMPLETE,    SABOT_INCIDENT_CARD_BEFORE_NO_MORE_BETS,
		SABOT_INCIDENT_CARD_IN_EXCESS,     SABOT_INCIDENT_CARD_MISSING,
		SABOT_INCIDENT_WRONG_RESULT,       SABOT_INCIDENT_IMPOSSIBLE_CARD,
		SABOT_INCIDENT_CUT_CARD_MISSED,    SABOT_INCIDENT_BET_AFTER_NO_MORE_BETS,
		SABOT_INCIDENT_ACTION_NOT_ALLOWED, SABOT_INCIDENT_ACTION_OUT_OF_TURN,
		SABOT_INCIDENT_PAYOUT_WRONG,       SABOT_INCIDENT_PAYOUT_MISSING,
		SABOT_INCIDENT_UNSHUFFLED_ORDER,   SABOT_INCIDENT_REPEATED_ORDER,
		SABOT_INCIDENT_EVENT_OUT_OF_ORDER, SABOT_INCIDENT_DEALING_WENT_ON,
		SABOT_INCIDENT_ROUND_NOT_CLOSED,   SABOT_INCIDENT_CARD_NOT_ASKED,
		SABOT_INCIDENT_WRONG_TOTAL,        SABOT_INCIDENT_CUT_CARD_MISPLACED,
		SABOT_INCIDENT_DEAL_AFTER_CUT,     SABOT_INCIDENT_BET_BELOW_MINIMUM,
		SABOT_INCIDENT_BET_ABOVE_MAXIMUM,
	};

	return memchr(derived, (int)code, sizeof(derived)) != NULL;
}

void
sabot_step_seal(struct sabot_step *step)
{
	struct sabot_incident *incident = step->pending;

	step->pending = NULL;
	if (incident == NULL)
		return;
	struct sabot_kept_incident *kept = &step->table->kept[incident->id % SABOT_INCIDENTS_KEPT];
	kept->identity = sabot_incident_identity(incident);
	kept->line = sabot_incident_about(incident);
	kept->round = incident->round;
}

bool
sabot_step_said_since(const struct sabot_step *step, unsigned line)
{
	const struct sabot_table *table = step->table;

	for (int i = 0; step->sink == SABOT_SINK_COLLECT && i < step->facts->n_facts; i++)
		if (step->facts->facts[i].line >= line)
			return true;
	for (int i = 0; i < SABOT_INCIDENTS_KEPT && step->sink == SABOT_SINK_PRINT; i++) {
		const struct sabot_kept_incident *kept = &table->kept[i];
		if (kept->id != 0 && !kept->explained && kept->load == table->load.number &&
		    kept->line >= line && sabot_incident_is_derived(kept->code))
			return true;
	}
	return false;
}

static void
keep(struct sabot_step *step, const struct sabot_incident *incident)
{
	struct sabot_table *table = step->table;

	table->kept[incident->id % SABOT_INCIDENTS_KEPT] = (struct sabot_kept_incident){
		.id = incident->id,
		.code = incident->code,
		.load = incident->load,
		.round = incident->round,
		.said_line = incident->line,
		.card_index = (int16_t)step->card_index,
	};
}

/* A number, a place in the update, and a record for rulings. */
static struct sabot_incident *
print(struct sabot_step *step, const struct sabot_incident *begun)
{
	struct sabot_incident *incident;

	sabot_step_seal(step);
	incident = &sabot_step_add_output(step, SABOT_OUTPUT_INCIDENT)->u.incident;
	*incident = *begun;
	incident->id = ++step->table->n_incidents;
	keep(step, incident);
	step->pending = incident;
	step->raised = true;
	return incident;
}

static struct sabot_incident *
collect(struct sabot_step *step, const struct sabot_incident *begun)
{
	struct sabot_step_facts *facts = step->facts;

	if (facts->n_facts == SABOT_FACTS_MAX) {
		step->update->scratch.dropped = *begun;
		return &step->update->scratch.dropped;
	}
	facts->facts[facts->n_facts] = *begun;
	/* Which card it is about, for its kept record. */
	facts->facts[facts->n_facts].id = (unsigned)(step->card_index + 1);
	return &facts->facts[facts->n_facts++];
}

/* What hangs on which cards are this round's, and stakes that another reading has in the next. */
static bool
is_of_round(enum sabot_incident_code code)
{
	return sabot_incident_is_derived(code) && code != SABOT_INCIDENT_IMPOSSIBLE_CARD &&
	       code != SABOT_INCIDENT_UNSHUFFLED_ORDER && code != SABOT_INCIDENT_REPEATED_ORDER &&
	       code != SABOT_INCIDENT_CUT_CARD_MISSED && code != SABOT_INCIDENT_CUT_CARD_MISPLACED;
}

struct sabot_incident *
sabot_step_raise(struct sabot_step *step, enum sabot_incident_code code, const char *rule)
{
	const struct sabot_table *table = step->table;
	struct sabot_incident incident = {
		.code = code,
		.line = step->event_line,
		.load = table->load.number,
		.round = table->round.open ? table->round.number : 0,
		.rule = rule,
	};

	if (table->load.silent_round != 0 && is_of_round(code)) {
		step->update->scratch.dropped = incident;
		return &step->update->scratch.dropped;
	}
	if (code == SABOT_INCIDENT_DEALING_WENT_ON && step->sink != SABOT_SINK_DROP)
		step->table->aside.went_on = true;
	switch (step->sink) {
	case SABOT_SINK_PRINT:
		if (step->line != step->event_line)
			incident.of = step->line;
		return print(step, &incident);
	case SABOT_SINK_COLLECT:
		incident.line = step->line;
		return collect(step, &incident);
	case SABOT_SINK_DROP:
		step->table->round.withheld = true;
		break;
	}
	step->update->scratch.dropped = incident;
	return &step->update->scratch.dropped;
}

void
sabot_step_date_back(struct sabot_step *step, struct sabot_incident *incident, unsigned line,
		     unsigned round)
{
	incident->round = round;
	if (step->sink == SABOT_SINK_PRINT)
		incident->of = line != incident->line ? line : 0;
	else
		incident->line = line;
}

void
sabot_step_print_fact(struct sabot_step *step, const struct sabot_incident *fact)
{
	struct sabot_incident incident = *fact;
	int card_index = step->card_index;

	incident.line = step->event_line;
	incident.of = fact->line != incident.line ? fact->line : 0;
	step->card_index = (int)fact->id - 1;
	print(step, &incident);
	step->card_index = card_index;
	sabot_step_seal(step);
	sabot_step_find_kept(step->table, step->table->n_incidents)->general =
		fact->code == SABOT_INCIDENT_CARD_IN_EXCESS &&
		sabot_incident_field(fact, "card") == NULL;
}

void
sabot_step_print_explained(struct sabot_step *step, struct sabot_kept_incident *kept)
{
	struct sabot_output *output;

	kept->explained = true;
	output = sabot_step_add_output(step, SABOT_OUTPUT_EXPLAINED);
	output->u.explained.id = kept->id;
	output->u.explained.line = kept->said_line;
	output->u.explained.code = kept->code;
}

static void
drop_fact(struct sabot_step_facts *facts, enum sabot_incident_code code, unsigned line,
	  uint32_t identity)
{
	for (int i = 0; i < facts->n_facts; i++) {
		const struct sabot_incident *fact = &facts->facts[i];
		if (fact->code != code || fact->line != line ||
		    sabot_incident_identity(fact) != identity)
			continue;
		facts->n_facts--;
		memmove(&facts->facts[i], &facts->facts[i + 1],
			(size_t)(facts->n_facts - i) * sizeof(facts->facts[0]));
		return;
	}
}

void
sabot_step_explain(struct sabot_step *step, enum sabot_incident_code code, unsigned line,
		   uint32_t identity)
{
	struct sabot_table *table = step->table;

	if (step->sink != SABOT_SINK_PRINT) {
		drop_fact(step->facts, code, line, identity);
		return;
	}
	sabot_step_seal(step);
	for (int i = 0; i < SABOT_INCIDENTS_KEPT; i++) {
		struct sabot_kept_incident *kept = &table->kept[i];
		if (kept->id != 0 && !kept->explained && kept->code == code && kept->line == line &&
		    kept->identity == identity) {
			sabot_step_print_explained(step, kept);
			return;
		}
	}
}

static struct sabot_field *
add_field(struct sabot_incident *incident, const char *key, enum sabot_field_kind kind)
{
	/* Seven fields are the most any code has; see docs/event-log.md. */
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
sabot_incident_add_reason(struct sabot_incident *incident, enum sabot_reason why)
{
	add_field(incident, "why", SABOT_FIELD_REASON)->u.number = why;
}

void
sabot_incident_add_decks(struct sabot_incident *incident, const char *key, uint32_t decks)
{
	add_field(incident, key, SABOT_FIELD_DECKS)->u.number = decks;
}

void
sabot_incident_add_words(struct sabot_incident *incident, const char *key, unsigned n_words)
{
	add_field(incident, key, SABOT_FIELD_WORDS)->n_cards = (uint16_t)n_words;
}

/* Whether the event makes sense depends on the cards: it is applied again when one is read. */
static bool
hangs_on_cards(enum sabot_event_type type)
{
	return type == SABOT_EVENT_BET || type == SABOT_EVENT_NO_MORE_BETS ||
	       type == SABOT_EVENT_INSURANCE || type == SABOT_EVENT_EVEN_MONEY ||
	       type == SABOT_EVENT_INSURANCE_CLOSED || type == SABOT_EVENT_ACTION ||
	       type == SABOT_EVENT_RESULT || type == SABOT_EVENT_PAID ||
	       type == SABOT_EVENT_CUT_CARD || type == SABOT_EVENT_UNDO;
}

void
sabot_step_out_of_order(struct sabot_step *step, enum sabot_reason why)
{
	/* It may be of the round that an `undo` took back, or did not. */
	if (step->table->aside.may_be_open && !step->table->round.open)
		step->update->applied = false;
	else
		sabot_step_refuse(step, step->event->type, why);
}

void
sabot_step_refuse(struct sabot_step *step, enum sabot_event_type type, enum sabot_reason why)
{
	struct sabot_incident *incident =
		sabot_step_raise(step, SABOT_INCIDENT_EVENT_OUT_OF_ORDER, "");

	/* In a round of which nothing is said there is none. */
	struct sabot_kept_incident *kept = sabot_step_find_kept(step->table, incident->id);
	if (step->sink == SABOT_SINK_PRINT && kept != NULL)
		kept->is_fact = !hangs_on_cards(type);
	sabot_incident_add_word(incident, "ev", sabot_event_type_to_string(type));
	sabot_incident_add_reason(incident, why);
	step->update->applied = false;
}

struct sabot_kept_incident *
sabot_step_find_kept(struct sabot_table *table, unsigned id)
{
	return (struct sabot_kept_incident *)sabot_table_find_kept(table, id);
}

