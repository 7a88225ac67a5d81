/*
 * A load goes into the shoe and comes out: the count, what it proves, the load's report.
 */
#include "table-private.h"

#include <string.h>

static void
begin_load(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	struct sabot_load *load = &table->load;
	const struct sabot_event *event = step->event;
	unsigned number = load->number + 1;

	memset(load, 0, sizeof(*load));
	load->in_shoe = true;
	load->number = number;
	load->behind_cards = event->u.load.behind_cards;
	load->burn_due_cards = table->rules.burn_cards;
	load->burn_first_index = -1;
	load->burn_done = table->rules.burn_cards == 0;
	load->rounds_left = -1;
	load->order_reported = !table->rules.check_unshuffled_order;
	load->repeat_reported = !table->rules.check_repeated_order;
	sabot_composition_init(&load->composition, event->u.load.decks, table->rules.backs);
	table->n_next_cards = 0;
	if (table->round.open && !table->round.bets_closed)
		table->round.load = number;
}

/* What was dealt ends; stakes that lie for the next round stay. */
static void
end_play(struct sabot_step *step)
{
	struct sabot_round *round = &step->table->round;

	if (!round->open || !round->bets_closed)
		return;
	if (round->n_cards == 0)
		round->open = false;
	else
		sabot_step_end_round(step);
}

static void
check_declared(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	int behind_cards = table->load.behind_cards;
	struct sabot_incident *incident;

	if (behind_cards < 0 || behind_cards >= table->rules.cut_min_cards)
		return;
	table->load.cut_reported = true;
	incident = sabot_step_raise(step, SABOT_INCIDENT_CUT_CARD_MISPLACED,
				    sabot_step_rule(step, "PB-02", "ES-03"));
	sabot_incident_add_number(incident, "behind", behind_cards);
	sabot_incident_add_number(incident, "min", table->rules.cut_min_cards);
}

/* The old load's report is made before the new one replaces it, but is published after. */
static void
move_output_last(struct sabot_update *update, unsigned place)
{
	struct sabot_output moved = update->outputs[place];

	for (unsigned i = place; i + 1 < update->n_outputs; i++)
		update->outputs[i] = update->outputs[i + 1];
	update->outputs[update->n_outputs - 1] = moved;
}

void
sabot_step_load(struct sabot_step *step)
{
	struct sabot_table *table = step->table;

	end_play(step);
	unsigned report = step->update->n_outputs;
	bool had_load = table->load.in_shoe;
	if (had_load)
		sabot_step_report_load(step, NULL);
	begin_load(step);
	check_declared(step);
	if (had_load)
		move_output_last(step->update, report);
}

static void
add_run_out(struct sabot_step *step)
{
	struct sabot_load *load = &step->table->load;
	const struct sabot_event *event = step->event;

	for (size_t i = 0; i < event->u.unload.n_cards; i++) {
		sabot_composition_add(&load->composition, event->u.unload.cards[i], -1);
		sabot_step_check_run(step, event->u.unload.cards[i]);
	}
	if (event->u.unload.repeats_load != 0 && !load->repeat_reported) {
		load->repeat_reported = true;
		sabot_incident_add_number(sabot_step_raise(step, SABOT_INCIDENT_REPEATED_ORDER, ""),
					  "load", event->u.unload.repeats_load);
	}
}

static bool
every_card_is_known(const struct sabot_load *load)
{
	if (load->composition.unknown > 0)
		return false;
	for (int rank = SABOT_ACE; rank <= SABOT_KING; rank++)
		if (load->composition.copies[SABOT_SUIT_UNKNOWN][rank] > 0)
			return false;
	return true;
}

/* Append the surplus or the lacking cards to the update's list, sorted; returns how many. */
static unsigned
list_cards(struct sabot_step *step, bool extra)
{
	const struct sabot_composition *composition = &step->table->load.composition;
	unsigned n_cards = 0;

	for (uint8_t suit = SABOT_SPADES; suit <= SABOT_CLUBS; suit++) {
		for (uint8_t rank = SABOT_ACE; rank <= SABOT_KING; rank++) {
			struct sabot_card card = {.rank = rank, .suit = suit};
			int copies = extra ? sabot_composition_card_excess(composition, card)
					   : sabot_composition_card_lack(composition, card);
			for (int i = 0; i < copies && step->update->fault == NULL; i++, n_cards++)
				sabot_step_list_card(step, card);
		}
	}
	return n_cards;
}

/* The lists of a load that was run out (or of what was seen of it). */
struct lists {
	unsigned first_extra, n_extra, first_missing, n_missing, first_resolved, n_resolved;
};

/* Each rank lacks at least as many cards as were read as that rank without their suit. */
static bool
ranks_fit(const struct sabot_composition *composition)
{
	for (uint8_t rank = SABOT_ACE; rank <= SABOT_KING; rank++) {
		int lack = -composition->copies[SABOT_SUIT_UNKNOWN][rank];
		for (uint8_t suit = SABOT_SPADES; suit <= SABOT_CLUBS; suit++)
			lack += sabot_composition_card_lack(
				composition, (struct sabot_card){.rank = rank, .suit = suit});
		if (lack < 0)
			return false;
	}
	return true;
}

/*
 * As many cards are lacking as were not fully read, none is extra: these are the unread ones. A
 * load of the wrong count, or one in which frames were lost, proves nothing about them.
 */
static void
resolve_unread(struct sabot_step *step, struct lists *lists)
{
	const struct sabot_load *load = &step->table->load;
	const struct sabot_composition *composition = &load->composition;
	int unread = composition->unknown;

	for (int rank = SABOT_ACE; rank <= SABOT_KING; rank++)
		unread += composition->copies[SABOT_SUIT_UNKNOWN][rank];
	if (unread == 0 || lists->n_extra > 0 || load->lost_cards > 0 || !ranks_fit(composition))
		return;
	unsigned n_cards = list_cards(step, false);
	if (n_cards == (unsigned)unread)
		lists->n_resolved = n_cards;
	else
		step->update->n_cards = lists->first_resolved;
}

static struct lists
make_lists(struct sabot_step *step, bool run_out)
{
	struct lists lists = {.first_extra = step->update->n_cards};

	lists.n_extra = list_cards(step, true);
	lists.first_missing = step->update->n_cards;
	if (run_out && every_card_is_known(&step->table->load))
		lists.n_missing = list_cards(step, false);
	lists.first_resolved = step->update->n_cards;
	if (run_out)
		resolve_unread(step, &lists);
	return lists;
}

static int
cards_found(const struct sabot_load *load, const struct sabot_event *unload)
{
	if (unload->u.unload.cards != NULL)
		return load->n_seen + (int)unload->u.unload.n_cards;
	return load->n_seen + unload->u.unload.left_cards;
}

static int
left_given(const struct sabot_event *unload)
{
	if (unload == NULL)
		return -1;
	return unload->u.unload.cards != NULL ? (int)unload->u.unload.n_cards
					      : unload->u.unload.left_cards;
}

/* What is already explained is not a mismatch: reported surplus cards, frames said to be lost. */
static void
check_count(struct sabot_step *step, const struct lists *lists)
{
	struct sabot_load *load = &step->table->load;
	const struct sabot_event *event = step->event;
	bool run_out = event->u.unload.cards != NULL;
	int expected = load->composition.decks * SABOT_DECK_CARDS;
	bool count_ok = sabot_load_left_can_be(load, left_given(event), 0);
	bool cards_ok = (int)lists->n_extra <= load->impossible_cards &&
			(int)lists->n_missing <= load->lost_cards;
	struct sabot_incident *incident;

	if (left_given(event) < 0 || (count_ok && (!run_out || cards_ok)))
		return;
	incident = sabot_step_raise(step, SABOT_INCIDENT_COUNT_MISMATCH,
				    sabot_step_rule(step, "PB-02", "BJ-01"));
	sabot_incident_add_number(incident, "expected", expected);
	sabot_incident_add_number(incident, "found", cards_found(load, event));
	if (!run_out)
		return;
	sabot_incident_add_cards(incident, "extra", lists->first_extra, lists->n_extra);
	sabot_incident_add_cards(incident, "missing", lists->first_missing, lists->n_missing);
}

static enum sabot_verdict
verdict_of(const struct sabot_load *load, const struct sabot_event *unload,
	   const struct lists *lists, enum sabot_proof proven)
{
	int expected = load->composition.decks * SABOT_DECK_CARDS;
	int found = proven == SABOT_PROVEN_SEEN ? load->n_seen : cards_found(load, unload);

	if (lists->n_extra > 0 || found > expected)
		return SABOT_EXTRA;
	if (proven == SABOT_PROVEN_SEEN)
		return SABOT_INCOMPLETE;
	return found < expected || lists->n_missing > 0 ? SABOT_MISSING : SABOT_COMPLETE;
}

static int
count_unread(const struct sabot_load *load)
{
	int unread = 0;

	for (int i = 0; i < load->n_order; i++)
		unread += !sabot_card_is_known(load->order[i].card);
	return unread;
}

void
sabot_step_report_load(struct sabot_step *step, const struct sabot_event *unload)
{
	struct sabot_load *load = &step->table->load;
	bool run_out = unload != NULL && unload->u.unload.cards != NULL;
	enum sabot_proof proven = run_out                   ? SABOT_PROVEN_CARDS
				  : left_given(unload) >= 0 ? SABOT_PROVEN_COUNT
							    : SABOT_PROVEN_SEEN;
	struct lists lists = make_lists(step, run_out);

	if (unload != NULL)
		check_count(step, &lists);
	struct sabot_load_report *report = &sabot_step_add_output(step, SABOT_OUTPUT_LOAD)->u.load;
	*report = (struct sabot_load_report){
		.load = load->number,
		.cards_seen = load->n_seen,
		.unread = count_unread(load),
		.burned = load->burned_cards,
		.left_cards = left_given(unload),
		.verdict = verdict_of(load, unload, &lists, proven),
		.proven = proven,
		.first_extra = lists.first_extra,
		.n_extra = lists.n_extra,
		.first_missing = lists.first_missing,
		.n_missing = lists.n_missing,
		.first_resolved = lists.first_resolved,
		.n_resolved = lists.n_resolved,
	};
	load->in_shoe = false;
}

void
sabot_step_unload(struct sabot_step *step)
{
	if (!step->table->load.in_shoe) {
		sabot_step_out_of_order(step, "no load in the shoe");
		return;
	}
	end_play(step);
	add_run_out(step);
	sabot_step_report_load(step, step->event);
}
