/* From sheets to reckonings, one per table and shift: see shift-reckonings.h. */
#include "shift-reckonings.h"

#include "report/figures.h"

#include <string.h>

/* A table in a shift. */
struct place {
	struct sabot_reckoning *reckoning;
	uint32_t first, last; /* rounds of the shift; 0: none */
	uint32_t reported_from;
	bool is_last_over; /* nothing more is paid on the last round */
};

/* Nobody is called by his box. */
static char *
bettor_of(const struct sabot_sheet *sheet, uint32_t bettor, int box)
{
	return bettor != 0 ? g_strdup(sabot_sheet_word(sheet, bettor)) : g_strdup_printf("%d", box);
}

static void
add_stake(struct place *place, const struct sabot_sheet *sheet, uint32_t round,
	  const struct sabot_sheet_stake *stake)
{
	g_autofree char *bettor = bettor_of(sheet, stake->bettor, stake->box);
	struct sabot_reckoned_stake reported = {
		.round = round,
		.box = stake->box,
		.hand = stake->hand,
		.bettor = bettor,
		.on = sabot_bet_to_string((enum sabot_bet)stake->on),
		.stake_minor = stake->stake_minor,
		.is_uncertain = stake->is_uncertain,
		.due_minor = stake->due_minor,
		.bet_minor = sabot_sheet_bet(stake),
		.commission_minor = sheet->owes_commission ? stake->commission_minor : 0,
	};

	if (stake->stake_minor != 0 || stake->is_uncertain)
		sabot_reckoning_add_stake(place->reckoning, &reported);
	if (!stake->is_paid)
		return;
	sabot_reckoning_add_paid(place->reckoning, &reported, stake->paid_minor);
	place->reported_from = place->reported_from != 0 ? place->reported_from : round;
}

static bool
is_load_over(const struct sabot_sheet *sheet, uint32_t number)
{
	for (guint i = sheet->n_loads; i > 0; i--)
		if (sheet->loads[i - 1].number == number)
			return sheet->loads[i - 1].is_over;
	return false;
}

static void
add_rounds(struct place *places, const struct sabot_facts *facts)
{
	struct sabot_facts_walk walk = {.facts = facts};
	const struct sabot_sheet_round *round;

	while ((round = sabot_facts_next_round(&walk)) != NULL) {
		struct place *place = &places[walk.table];

		place->first = place->first != 0 ? place->first : round->number;
		place->last = round->number;
		place->is_last_over = is_load_over(walk.its_sheet, round->load);
		for (uint32_t i = 0; i < round->n_stakes; i++)
			add_stake(place, walk.its_sheet, round->number,
				  &walk.its_sheet->stakes[round->first_stake + i]);
	}
}

/* In which round it was raised; between rounds it is about the one that is over. */
static uint32_t
round_of_incident(const struct sabot_sheet *sheet, uint32_t id)
{
	for (guint i = 0; i < sheet->n_incidents; i++)
		if (sheet->incidents[i].id == id)
			return sheet->incidents[i].round;
	return 0;
}

/* What was paid later counts for the shift of its round. */
static void
add_later(struct place *place, const struct sabot_sheet *sheet, const struct sabot_sheet_note *note)
{
	uint32_t round = note->ev == SABOT_EVENT_RULING ? round_of_incident(sheet, note->round)
							: note->round;

	if (sabot_sheet_note_is_redress(note) && place->first != 0 && round >= place->first &&
	    round <= place->last)
		sabot_reckoning_add_later(place->reckoning, round, note->box, note->amount_minor);
}

static void
add_notes(struct place *place, const struct sabot_facts *facts, const struct sabot_sheet *sheet)
{
	for (guint i = 0; i < sheet->n_notes; i++) {
		const struct sabot_sheet_note *note = &sheet->notes[i];
		g_autofree char *bettor = bettor_of(sheet, note->bettor, note->box);

		if (note->ev != SABOT_EVENT_COMMISSION_PAID)
			add_later(place, sheet, note);
		else if (sabot_facts_has(facts, note->at_us))
			sabot_reckoning_add_commission(place->reckoning, note->box, bettor,
						       note->amount_minor);
	}
}

static void
free_reckoning(gpointer data)
{
	struct sabot_shift_reckoning *one = data;

	sabot_reckoning_free(one->reckoning);
	g_free(one);
}

static struct sabot_shift_reckoning *
finish(struct place *place, const struct sabot_facts *facts, const char *shift, const char *table)
{
	struct sabot_shift_reckoning *one = g_new0(struct sabot_shift_reckoning, 1);

	if (place->reported_from != 0)
		sabot_reckoning_set_reported(place->reckoning, place->reported_from,
					     place->is_last_over ? place->last : place->last - 1);
	sabot_reckoning_set_result(place->reckoning, facts->ledger, shift, table);
	sabot_reckoning_finish(place->reckoning, &one->sum);
	one->reckoning = place->reckoning;
	return one;
}

GPtrArray *
sabot_shift_reckonings_make(const struct sabot_facts *facts, const char *shift)
{
	struct sabot_facts part = sabot_facts_of_shift(facts, shift);
	g_autofree struct place *places = g_new0(struct place, facts->tables->len + 1);
	GPtrArray *reckoned = g_ptr_array_new_with_free_func(free_reckoning);

	for (guint i = 0; i < facts->tables->len; i++)
		places[i].reckoning = sabot_reckoning_new();
	add_rounds(places, &part);
	for (guint i = 0; i < facts->tables->len; i++) {
		const struct sabot_facts_table *table = g_ptr_array_index(facts->tables, i);

		if (sabot_facts_is_veiled(&part, i))
			sabot_reckoning_set_veiled(places[i].reckoning);
		for (guint j = 0; j < table->sheets->len; j++)
			add_notes(&places[i], &part, g_ptr_array_index(table->sheets, j));
		g_ptr_array_add(reckoned, finish(&places[i], facts, shift, table->name));
	}
	return reckoned;
}
