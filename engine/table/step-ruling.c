/*
 * The pit boss decides an incident. A ruling changes the open round by an entry in its log, or the
 * load by a new derivation; one that can no longer do what it says is recorded and says so.
 */
#include "table-private.h"

#include "readings-apply.h"
#include "reporting.h"
#include "revise.h"
#include "ruled-run.h"

static enum target
target_of(const struct sabot_table *table, const struct sabot_kept_incident *kept)
{
	if (kept->round == 0)
		return TARGET_NONE;
	if (table->round.open && kept->round == table->round.number)
		return TARGET_OPEN;
	if (table->rulings_open && kept->round == table->last.number)
		return TARGET_LAST;
	return TARGET_NONE;
}

static bool
is_about_card(enum sabot_incident_code code)
{
	return code == SABOT_INCIDENT_CARD_IN_EXCESS ||
	       code == SABOT_INCIDENT_CARD_BEFORE_NO_MORE_BETS ||
	       code == SABOT_INCIDENT_DEALING_WENT_ON || code == SABOT_INCIDENT_UNREAD_CARD ||
	       code == SABOT_INCIDENT_IMPOSSIBLE_CARD || code == SABOT_INCIDENT_BOXED_CARD ||
	       code == SABOT_INCIDENT_CARD_NOT_ASKED;
}

/* Cards of the first deal are missing, and none was lost. */
static bool
is_certainly_incomplete(const struct sabot_table *table)
{
	return !sabot_round_deal_is_complete(table) && !sabot_round_is_torn(&table->round);
}

/* The card of the open round that the ruling is about: as named, the incident's, or the last. */
static int
card_of(const struct ruling *ruling)
{
	const struct sabot_round *round = &ruling->step->table->round;

	if (ruling->step->event->of != 0)
		return sabot_round_find_line(round, ruling->step->event->of);
	if (is_about_card(ruling->kept.code))
		return sabot_round_find_line(round, ruling->kept.line);
	return round->n_cards - 1;
}

/* The place in the load's order of the last card of a round; -1 = it has none in this load. */
static int
last_of_round(const struct sabot_load *load, unsigned round)
{
	for (int i = load->n_order - 1; round != 0 && i >= 0; i--)
		if (load->order[i].round == round)
			return i;
	return -1;
}

/* Its place in the load's order. */
static int
order_of(const struct ruling *ruling)
{
	const struct sabot_table *table = ruling->step->table;
	const struct sabot_round *round =
		ruling->target == TARGET_OPEN ? &table->round : &table->last;

	if (ruling->step->event->of != 0)
		return sabot_load_find_line(&table->load, ruling->step->event->of);
	if (is_about_card(ruling->kept.code))
		return sabot_load_find_line(&table->load, ruling->kept.line);
	if (ruling->target == TARGET_NONE)
		return last_of_round(&table->load, ruling->kept.round);
	return round->n_cards == 0 ? -1 : round->cards[round->n_cards - 1].order_index;
}

/* Applied again only by what it has changed. */
static void
skip_in_journal(struct sabot_step *step)
{
	if (step->entry >= 0 && !step->revising)
		step->journal->entries[step->entry].flags |= SABOT_ENTRY_SKIPPED;
}

static void
void_last(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	struct sabot_round_report *report;

	table->last.is_void = table->last.ruled_void = table->closed.is_void = true;
	table->last.unverified = false;
	table->last.winner = SABOT_WINNER_VOID;
	sabot_holder_update(&table->holder, &table->rules, &table->last, true);
	sabot_commission_update(&table->commission, &table->rules, &table->last, true);
	report = sabot_step_report_voided(step);
	report->again = true;
	report->line = step->event_line;
	sabot_step_add_output(step, SABOT_OUTPUT_ROUND)->u.index =
		(unsigned)(report - step->update->rounds);
	if (!step->revising)
		table->printed[report->number % SABOT_ROUNDS_KEPT] =
			(struct sabot_printed){report->number, report->digest};
	sabot_step_redress(step, table->last.number);
}

static void
void_round(struct ruling *ruling)
{
	struct sabot_step *step = ruling->step;
	struct sabot_table *table = step->table;

	if (ruling->target == TARGET_OPEN) {
		if (!table->round.bets_closed)
			sabot_step_play(step,
					&(struct sabot_round_step){.kind = SABOT_STEP_CLOSE_BETS});
		sabot_step_judge(step);
		table->round.is_void = table->round.ruled_void = true;
		sabot_step_close_round(step);
	} else if (ruling->target == TARGET_LAST) {
		void_last(step);
	} else {
		ruling->why = ruling->kept.round == 0 ? SABOT_WHY_NOTHING_TO_DO
						      : SABOT_WHY_ROUND_IS_CLOSED;
	}
}

static void
read_as(struct ruling *ruling)
{
	struct sabot_step *step = ruling->step;
	struct sabot_table *table = step->table;
	int order_index = order_of(ruling);
	int place;

	ruling->why = SABOT_WHY_NOTHING_TO_DO;
	if (order_index < 0 || !table->load.in_shoe || table->journal.full ||
	    ruling->kept.load != table->load.number)
		return;
	place = sabot_journal_find(&table->journal, table->load.order[order_index].line,
				   SABOT_EVENT_CARD);
	if (place < 0)
		return;
	ruling->why = SABOT_WHY_NONE;
	table->journal.entries[place].card = step->event->card;
	sabot_step_reorder(step, place, table->journal.entries[place].line);
	unsigned round = table->load.order[order_index].round;
	bool is_open = table->round.open && round == table->round.number;
	step->named_round = is_open ? 0 : round;
	skip_in_journal(step);
	sabot_step_revise(step);
	step->named_round = 0;
}

static void
take_off(struct ruling *ruling, int index)
{
	struct sabot_step *step = ruling->step;
	bool move = step->event->u.ruling.remedy == SABOT_REMEDY_MOVE_CARD;

	step->table->round.waiting = false;
	sabot_step_play(step,
			&(struct sabot_round_step){
				.kind = SABOT_STEP_TAKE_OFF,
				.card = (int16_t)index,
				.box = (uint8_t)(move ? step->event->box : 0),
				.hand = (int8_t)(step->event->hand > 0 ? step->event->hand : 0),
			});
}

static bool
waits_for(const struct sabot_round *round, const struct sabot_kept_incident *kept)
{
	return round->open && round->waiting && round->waiting_line == kept->line &&
	       (kept->code == SABOT_INCIDENT_CARD_MISSING ||
		kept->code == SABOT_INCIDENT_CARD_NOT_ASKED);
}

/* The round waits as nobody requested that card. */
static bool
is_not_asked(const struct ruling *ruling, int index)
{
	const struct sabot_round *round = &ruling->step->table->round;

	return waits_for(round, &ruling->kept) ||
	       (round->open && round->waiting && round->not_asked >= 0 &&
		round->not_asked == index);
}

static void
burn_card(struct ruling *ruling)
{
	struct sabot_step *step = ruling->step;
	struct sabot_table *table = step->table;
	struct sabot_round *round = &table->round;
	int index = card_of(ruling);

	if (ruling->target != TARGET_OPEN) {
		if (!sabot_run_is_unwanted(ruling->kept.code))
			ruling->why = ruling->kept.round != 0 ? SABOT_WHY_ROUND_IS_CLOSED
							      : SABOT_WHY_NOTHING_TO_DO;
		return;
	}
	/* The card too many lies in no hand, whichever it is. */
	if (index < 0 || round->cards[index].owner == SABOT_OWNER_NONE ||
	    (ruling->kept.general && step->event->of == 0))
		return;
	if (is_not_asked(ruling, index)) {
		take_off(ruling, index);
		return;
	}
	if (ruling->kept.code != SABOT_INCIDENT_DISPUTE) {
		round->cards[index].burned = true;
		/* It waited for a ruling on a card that may lie elsewhere now. */
		round->waiting &= round->not_asked < 0;
		sabot_step_derive_again(step);
		/* Without it the next card came to a hand that had requested none. */
		sabot_step_wait_for_hit(step);
		return;
	}
	if (is_certainly_incomplete(table)) {
		sabot_step_out_of_order(step, SABOT_WHY_DEAL_NOT_COMPLETE);
		return;
	}
	sabot_step_play(step, &(struct sabot_round_step){
				      .kind = SABOT_STEP_SET_ASIDE,
				      .card = (int16_t)index,
			      });
}

static bool
has_hand(const struct sabot_round *round, int box, int hand)
{
	return box >= 1 && box <= SABOT_BOXES_MAX && round->boxes[box].in_play && hand >= 0 &&
	       hand < round->boxes[box].n_hands;
}

/* No reading of the round has that hand. */
static bool
is_no_hand(struct sabot_step *step, int box, int hand)
{
	struct sabot_readings readings;

	if (!sabot_readings_are_many(step->table))
		return !has_hand(&step->table->round, box, hand);
	if (!sabot_readings_begin(&readings, step, false))
		return false;
	while (sabot_readings_next(&readings))
		if (has_hand(&readings.as_if->round, box, hand))
			return false;
	return true;
}

static void
move_card(struct ruling *ruling)
{
	struct sabot_step *step = ruling->step;
	struct sabot_table *table = step->table;
	const struct sabot_event *event = step->event;
	int hand = event->hand > 0 ? event->hand : 0;
	int index = card_of(ruling);

	ruling->why = SABOT_WHY_ROUND_IS_CLOSED;
	if (ruling->target != TARGET_OPEN)
		return;
	ruling->why = SABOT_WHY_NOTHING_TO_DO;
	if (index < 0)
		return;
	ruling->why = SABOT_WHY_NONE;
	if (is_certainly_incomplete(table)) {
		sabot_step_out_of_order(step, SABOT_WHY_DEAL_NOT_COMPLETE);
		return;
	}
	if (event->box != 0 && is_no_hand(step, (int)event->box, hand)) {
		sabot_step_out_of_order(step, SABOT_WHY_NO_SUCH_HAND);
		return;
	}
	if (is_not_asked(ruling, index)) {
		take_off(ruling, index);
		return;
	}
	sabot_step_play(step, &(struct sabot_round_step){
				      .kind = SABOT_STEP_MOVE_CARD,
				      .card = (int16_t)index,
				      .box = (uint8_t)event->box,
				      .hand = (int8_t)hand,
			      });
	sabot_step_close_if_due(step);
}

static void
insert_card(struct ruling *ruling)
{
	enum sabot_reason why;

	skip_in_journal(ruling->step);
	if (!sabot_step_insert_card(ruling->step, &ruling->kept, &why))
		ruling->why = why;
}

static void
end_load(struct ruling *ruling)
{
	struct sabot_load *load = &ruling->step->table->load;

	if (!load->in_shoe || ruling->kept.load != load->number) {
		ruling->why = SABOT_WHY_LOAD_IS_OUT;
		return;
	}
	load->cut_seen = true;
	load->rounds_left = 0;
}

/* What was dealt stands; a round that waited for this ruling continues, or is closed as dealt. */
static void
let_stand(struct ruling *ruling)
{
	struct sabot_step *step = ruling->step;

	if (waits_for(&step->table->round, &ruling->kept))
		sabot_step_end_wait(step);
	else if (step->event->u.ruling.remedy == SABOT_REMEDY_FALSE_ALARM &&
		 (ruling->kept.code == SABOT_INCIDENT_FRAMES_LOST ||
		  ruling->kept.code == SABOT_INCIDENT_DEVICE_OFFLINE) &&
		 !step->revising && sabot_step_mend(step, &ruling->kept))
		skip_in_journal(step);
}

/* Whatever its cards turn out to have been: the dealer was ordered to continue. */
static void
record_reopened(struct sabot_journal *journal, unsigned line)
{
	int place = sabot_journal_find(journal, line, SABOT_EVENT_RESULT);

	if (place >= 0)
		journal->entries[place].flags |= SABOT_ENTRY_REOPENED;
}

static void
draw_now(struct ruling *ruling)
{
	struct sabot_step *step = ruling->step;
	struct sabot_round *round = &step->table->round;

	if (!waits_for(round, &ruling->kept)) {
		ruling->why = SABOT_WHY_ROUND_DOES_NOT_WAIT;
		return;
	}
	round->waiting = false;
	round->reopened = true;
	record_reopened(step->journal, round->waiting_line);
	sabot_step_play(step, &(struct sabot_round_step){.kind = SABOT_STEP_DRAW_NOW});
	sabot_step_close_if_due(step);
}

static void
apply_remedy(struct ruling *ruling)
{
	switch (ruling->step->event->u.ruling.remedy) {
	case SABOT_REMEDY_LET_STAND:
	case SABOT_REMEDY_COUNTED_AGAIN:
	case SABOT_REMEDY_CARDS_REPLACED:
	case SABOT_REMEDY_FALSE_ALARM:
		let_stand(ruling);
		break;
	case SABOT_REMEDY_VOID_ROUND:
		void_round(ruling);
		break;
	case SABOT_REMEDY_BURN_CARD:
		burn_card(ruling);
		break;
	case SABOT_REMEDY_USE_AS_BANCA_THIRD:
		sabot_ruling_use_as_third(ruling, card_of(ruling));
		break;
	case SABOT_REMEDY_FIRST_OF_NEXT_ROUND:
		sabot_ruling_keep_for_next(ruling);
		break;
	case SABOT_REMEDY_DUMMY_HAND:
		sabot_ruling_dummy_hand(ruling);
		break;
	case SABOT_REMEDY_DRAW_NOW:
		draw_now(ruling);
		break;
	case SABOT_REMEDY_READ_AS:
		read_as(ruling);
		break;
	case SABOT_REMEDY_MOVE_CARD:
		move_card(ruling);
		break;
	case SABOT_REMEDY_INSERT_CARD:
		insert_card(ruling);
		break;
	case SABOT_REMEDY_END_LOAD:
		end_load(ruling);
		break;
	case SABOT_REMEDY_PAY_DIFFERENCE:
	case SABOT_REMEDY_UNKNOWN:
		break;
	}
}

/* The card that is named lies in another round than the incident. */
static bool
is_of_other_round(const struct sabot_table *table, const struct sabot_kept_incident *kept,
		  unsigned of)
{
	int order_index = sabot_load_find_line(&table->load, of);

	return order_index < 0 || kept->load != table->load.number ||
	       (kept->round != 0 && table->load.order[order_index].round != kept->round);
}

static enum sabot_reason
refuse(const struct sabot_step *step, const struct sabot_kept_incident *kept)
{
	const struct sabot_event *event = step->event;
	enum sabot_remedy remedy = event->u.ruling.remedy;

	if (kept == NULL)
		return SABOT_WHY_NO_SUCH_INCIDENT;
	if (!sabot_rules_offer_remedy(&step->table->rules, kept->code, remedy))
		return SABOT_WHY_NO_SUCH_REMEDY;
	if ((remedy == SABOT_REMEDY_READ_AS || remedy == SABOT_REMEDY_INSERT_CARD) &&
	    event->card.rank == SABOT_RANK_UNKNOWN)
		return SABOT_WHY_NO_CARD_GIVEN;
	if (event->of != 0 &&
	    (remedy == SABOT_REMEDY_READ_AS || remedy == SABOT_REMEDY_MOVE_CARD ||
	     remedy == SABOT_REMEDY_BURN_CARD) &&
	    is_of_other_round(step->table, kept, event->of))
		return SABOT_WHY_NO_SUCH_CARD;
	return SABOT_WHY_NONE;
}

static void
raise_without_effect(const struct ruling *ruling)
{
	struct sabot_step *step = ruling->step;
	struct sabot_incident *incident =
		sabot_step_raise(step, SABOT_INCIDENT_RULING_WITHOUT_EFFECT, "");

	sabot_incident_add_number(incident, "incident", ruling->kept.id);
	sabot_incident_add_word(incident, "remedy",
				sabot_remedy_to_string(step->event->u.ruling.remedy));
	sabot_incident_add_reason(incident, ruling->why);
	skip_in_journal(step);
	if (ruling->ended_run && step->entry >= 0 && !step->revising)
		step->journal->entries[step->entry].flags |= SABOT_ENTRY_ENDS_RUN;
}

/* The load is derived again, and the ruling has had no effect but that it ended a run. */
static bool
only_ends_run(const struct sabot_step *step)
{
	return step->revising && step->entry >= 0 &&
	       (step->journal->entries[step->entry].flags & SABOT_ENTRY_ENDS_RUN) != 0;
}

/* Derived again, a load's rounds may get other numbers: the incident has that of its round. */
static void
renumber(const struct sabot_step *step, struct sabot_kept_incident *kept)
{
	for (int i = 0; i < step->facts->n_facts; i++) {
		const struct sabot_incident *fact = &step->facts->facts[i];
		if (fact->round != 0 && fact->code == kept->code && fact->line == kept->line &&
		    sabot_incident_identity(fact) == kept->identity)
			kept->round = fact->round;
	}
}

void
sabot_step_ruling(struct sabot_step *step)
{
	struct sabot_kept_incident *found =
		sabot_step_find_kept(step->table, step->event->u.ruling.incident);
	unsigned answer = step->update->n_outputs;
	struct ruling ruling;

	if (step->event->u.ruling.is_mend) {
		sabot_step_mend_card(step);
		return;
	}
	if (step->revising && found != NULL)
		renumber(step, found);
	enum sabot_reason why = refuse(step, found);
	if (why != SABOT_WHY_NONE) {
		sabot_step_out_of_order(step, why);
		skip_in_journal(step);
		return;
	}
	ruling = (struct ruling){
		.step = step,
		.kept = *found,
		.target = target_of(step->table, found),
	};
	if (!step->revising)
		sabot_step_add_output(step, SABOT_OUTPUT_RULED)->u.id = found->id;
	ruling.run_differs = sabot_run_is_unwanted(found->code) && sabot_run_differs(step, found);
	ruling.ended_run = sabot_ruling_end_run(&ruling);
	if (only_ends_run(step))
		return;
	apply_remedy(&ruling);
	if (ruling.ended_run && !step->revising && ruling.target == TARGET_OPEN)
		sabot_ruling_put_aside_last(step, answer, ruling.kept.round);
	if (ruling.why != SABOT_WHY_NONE)
		raise_without_effect(&ruling);
	/* A round that continues waiting for the incident leaves it open. */
	if (!step->revising && waits_for(&step->table->round, &ruling.kept))
		sabot_step_drop_output(step, answer);
}
