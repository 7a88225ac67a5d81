/*
 * What follows from all readings of the round in play, and has not been said yet.
 */
#include "engine/rules/articles.h"
#include "readings-apply.h"

#include <string.h>

/* By run: a card too many in every reading, though not the same one in all. */
struct excess {
	bool in_all[SABOT_ROUND_RUNS_MAX];
	unsigned last_line[SABOT_ROUND_RUNS_MAX];
};

/* What would vanish had the last hand stood before cards that nobody announced is withheld. */
static bool
may_vanish(enum sabot_incident_code code)
{
	return code == SABOT_INCIDENT_CARD_MISSING || code == SABOT_INCIDENT_CARD_IN_EXCESS ||
	       code == SABOT_INCIDENT_DEALING_WENT_ON;
}

static struct sabot_incident *
find(struct sabot_step_facts *facts, const struct sabot_incident *fact)
{
	for (int i = 0; i < facts->n_facts; i++)
		if (sabot_incident_is_same(&facts->facts[i], fact))
			return &facts->facts[i];
	return NULL;
}

static bool
is_equal_field(const struct sabot_field *a, const struct sabot_field *b)
{
	if (a->kind != b->kind)
		return false;
	switch (a->kind) {
	case SABOT_FIELD_NUMBER:
	case SABOT_FIELD_REASON:
	case SABOT_FIELD_DECKS:
		return a->u.number == b->u.number;
	case SABOT_FIELD_WORD:
	case SABOT_FIELD_TEXT:
		return strcmp(a->u.word, b->u.word) == 0;
	case SABOT_FIELD_CARD:
		return sabot_card_is_equal(a->card, b->card);
	case SABOT_FIELD_BETTOR:
	case SABOT_FIELD_WORDS:
	case SABOT_FIELD_CARDS:
		break;
	}
	return true;
}

/* Of one card, what both readings of it agree on: that is how it was read. */
static struct sabot_card
common_card(struct sabot_card a, struct sabot_card b)
{
	return (struct sabot_card){
		.rank = a.rank == b.rank ? a.rank : SABOT_RANK_UNKNOWN,
		.suit = a.rank == b.rank && a.suit == b.suit ? a.suit : SABOT_SUIT_UNKNOWN,
	};
}

/* Keep the fields on which both agree. */
static void
keep_common_fields(struct sabot_incident *fact, const struct sabot_incident *other)
{
	unsigned n_kept = 0;

	for (unsigned i = 0; i < fact->n_fields; i++) {
		const struct sabot_field *field = sabot_incident_field(other, fact->fields[i].key);
		if (field == NULL)
			continue;
		if (field->kind == SABOT_FIELD_CARD && fact->fields[i].kind == field->kind)
			fact->fields[i].card = common_card(fact->fields[i].card, field->card);
		if (is_equal_field(&fact->fields[i], field) || field->kind == SABOT_FIELD_CARD)
			fact->fields[n_kept++] = fact->fields[i];
	}
	fact->n_fields = n_kept;
}

/* Drop from what is certain so far what this reading does not yield. */
static void
intersect(struct sabot_step_facts *certain, struct sabot_step_facts *facts, bool is_stand)
{
	int n_kept = 0;

	for (int i = 0; i < certain->n_facts; i++) {
		struct sabot_incident *fact = &certain->facts[i];
		const struct sabot_incident *other = NULL;
		if (!is_stand || may_vanish(fact->code)) {
			other = find(facts, fact);
			if (other == NULL)
				continue;
		}
		if (!is_stand)
			keep_common_fields(fact, other);
		if (n_kept != i)
			certain->facts[n_kept] = *fact;
		n_kept++;
	}
	certain->n_facts = n_kept;
}

static void
copy_facts(const struct sabot_step_facts *from, struct sabot_step_facts *to)
{
	to->n_facts = from->n_facts;
	memcpy(to->facts, from->facts, (size_t)from->n_facts * sizeof(from->facts[0]));
}

static void
look_for_excess(const struct sabot_round *round, const struct sabot_step_facts *facts,
		struct excess *excess)
{
	bool has[SABOT_ROUND_RUNS_MAX] = {false};

	for (int i = 0; i < facts->n_facts; i++) {
		const struct sabot_incident *fact = &facts->facts[i];
		if (fact->code != SABOT_INCIDENT_CARD_IN_EXCESS)
			continue;
		int run = sabot_round_run_at(round, fact->line);
		if (has[run])
			continue;
		has[run] = true;
		if (fact->line > excess->last_line[run])
			excess->last_line[run] = fact->line;
	}
	for (int run = 0; run < SABOT_ROUND_RUNS_MAX; run++)
		excess->in_all[run] &= has[run];
}

static bool
is_any_in_all(const struct excess *excess)
{
	for (int run = 0; run < SABOT_ROUND_RUNS_MAX; run++)
		if (excess->in_all[run])
			return true;
	return false;
}

/* Where every reading has a card too many, but not the same: at the last such card, once a run. */
static void
add_general_excess(struct sabot_step *step, struct sabot_step_facts *certain, struct excess *excess)
{
	const struct sabot_table *table = step->table;
	const struct sabot_round *round = &table->round;

	for (int i = 0; i < certain->n_facts; i++)
		if (certain->facts[i].code == SABOT_INCIDENT_CARD_IN_EXCESS)
			excess->in_all[sabot_round_run_at(round, certain->facts[i].line)] = false;
	for (int run = 0; run < SABOT_ROUND_RUNS_MAX; run++) {
		if (!excess->in_all[run] || certain->n_facts == SABOT_FACTS_MAX)
			continue;
		certain->facts[certain->n_facts++] = (struct sabot_incident){
			.code = SABOT_INCIDENT_CARD_IN_EXCESS,
			.line = excess->last_line[run],
			.load = table->load.number,
			.round = round->number,
			.rule = table->rules.game == SABOT_PUNTO_BANCO
					? "PB-11"
					: sabot_rules_article(&table->rules,
							      SABOT_RULE_DEALER_DRAWS),
		};
	}
}

/* False when nothing is known. */
static bool
find_certain(struct sabot_step *step, struct sabot_step_facts *certain)
{
	struct sabot_step_facts *facts = &step->update->scratch.facts;
	struct excess excess;
	struct sabot_readings readings;
	bool is_first = true;

	if (!sabot_readings_begin(&readings, step, true))
		return false;
	for (int run = 0; run < SABOT_ROUND_RUNS_MAX; run++) {
		excess.in_all[run] = true;
		excess.last_line[run] = 0;
	}
	while (sabot_readings_next(&readings)) {
		look_for_excess(&step->table->round, facts, &excess);
		if (is_first)
			copy_facts(facts, certain);
		else
			intersect(certain, facts, readings.is_stand);
		is_first = false;
		if (certain->n_facts == 0 && !is_any_in_all(&excess))
			break;
	}
	add_general_excess(step, certain, &excess);
	return true;
}

static void
report_certain(struct sabot_step *step)
{
	struct sabot_step_facts *certain = &step->update->scratch.certain;

	certain->n_facts = 0;
	if (!find_certain(step, certain))
		return;
	sabot_step_sort_facts(certain);
	for (int i = 0; i < certain->n_facts; i++)
		sabot_step_report_fact(step, &certain->facts[i]);
}

void
sabot_step_judge(struct sabot_step *step)
{
	struct sabot_round *round = &step->table->round;

	/* As it lies, with an unread card counting 0, blackjack's round is none of its readings. */
	if (!round->open || !round->bets_closed ||
	    !(round->withheld || sabot_round_is_doubtful(round)))
		return;
	sabot_step_seal(step);
	if (sabot_readings_are_many(step->table)) {
		report_certain(step);
		return;
	}
	/* An action says that the last hand had not stood: what was withheld for that holds. */
	round->withheld = false;
	sabot_step_derive_again(step);
}
