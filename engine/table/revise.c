/*
 * The table is set back to the beginning of the journal, all entries are applied to a copy without
 * printing, and what that yields is compared with what was printed.
 */
#include "revise.h"

#include <string.h>

/* Which card an incident is about is set again with its load's order. */
static void
copy_kept(const struct sabot_table *table, struct sabot_table *again)
{
	memcpy(again->kept, table->kept, sizeof(again->kept));
	for (int i = 0; i < SABOT_INCIDENTS_KEPT; i++)
		if (again->kept[i].load == table->load.number)
			again->kept[i].card_used = false;
}

static void
begin_again(struct sabot_step *step, struct sabot_table *again)
{
	const struct sabot_table *table = step->table;

	again->rules = table->rules;
	again->state = table->state;
	again->n_incidents = table->n_incidents;
	copy_kept(table, again);
	sabot_course_restore(&table->base, again);
	again->last.number = 0;
}

/* An entry of the journal, read into `event`, as a step of the copy. */
static struct sabot_step
step_of_entry(struct sabot_step *step, struct sabot_table *again, int place,
	      struct sabot_event *event)
{
	struct sabot_step inner = {
		.table = again,
		.event = event,
		.update = step->update,
		.sink = SABOT_SINK_COLLECT,
		.facts = &step->update->scratch.revised_facts,
		.revising = true,
		.card_index = -1,
		.entry = place,
		.journal = &step->table->journal,
		.limits = step->limits,
		.judged = &step->table->ledger,
		.dispatch = step->dispatch,
	};

	sabot_journal_read(&step->table->journal, place, event);
	inner.line = inner.event_line = event->line;
	inner.is_inserted = (inner.journal->entries[place].flags & SABOT_ENTRY_INSERTED) != 0;
	return inner;
}

/* Facts about that line, and payments, which may be judged at a later one: others are only found
 * certain at it. */
static int
count_raised(const struct sabot_step_facts *facts, unsigned line)
{
	int n_raised = 0;

	for (int i = 0; i < facts->n_facts; i++)
		n_raised += facts->facts[i].line == line ||
			    facts->facts[i].code == SABOT_INCIDENT_PAYOUT_WRONG;
	return n_raised;
}

/* Apply one entry to the copy. */
static void
apply_entry(struct sabot_step *step, struct sabot_table *again, int place)
{
	struct sabot_event event;
	struct sabot_step inner = step_of_entry(step, again, place, &event);

	struct sabot_entry *entry = &step->table->journal.entries[place];
	bool left_out = (entry->flags & SABOT_ENTRY_LEFT_OUT) != 0;

	step->update->scratch.was_undone = (entry->flags & SABOT_ENTRY_UNDONE) != 0;
	entry->flags &= (uint16_t) ~(SABOT_ENTRY_CLOSES | SABOT_ENTRY_UNDONE);
	/* What was taken back ended a round all the same. */
	if (!left_out)
		entry->flags &= (uint16_t)~SABOT_ENTRY_ENDED_ROUND;
	if ((entry->flags & (SABOT_ENTRY_SKIPPED | SABOT_ENTRY_ENDS_RUN)) == SABOT_ENTRY_SKIPPED ||
	    (left_out && entry->type == SABOT_EVENT_UNDO))
		return;
	if ((entry->flags & SABOT_ENTRY_UNMADE) != 0 ||
	    (left_out && (entry->flags & SABOT_ENTRY_ENDED_ROUND) == 0)) {
		again->aside.unmade |= !again->round.open;
		return;
	}
	bool is_close = entry->type == SABOT_EVENT_NO_MORE_BETS;
	int n_raised = is_close ? count_raised(inner.facts, entry->line) : 0;
	step->update->applied = true;
	/* What was certain before a third card is open stays said. */
	if (event.type == SABOT_EVENT_CARD && !sabot_card_is_known(event.card))
		sabot_step_judge(&inner);
	if (left_out || (entry->flags & SABOT_ENTRY_JUST_ENDS) != 0) {
		/* The bets that it showed to be the next round's stay so. */
		if (is_close && again->round.open && again->round.bets_closed)
			sabot_step_explain_bets_aside(&inner);
		sabot_step_end_play(&inner);
		again->aside.unmade = !again->round.open;
	} else {
		step->dispatch(&inner);
	}
	if (sabot_entry_can_be_undone(entry) && !step->update->scratch.is_reordered) {
		bool raised = is_close && count_raised(inner.facts, entry->line) > n_raised;
		entry->flags &= (uint16_t)~SABOT_ENTRY_RAISED;
		entry->flags |= step->update->applied && !raised ? 0 : SABOT_ENTRY_RAISED;
	}
}

/* What is certain of the round that is still in play: a closed one was judged at its close. */
static void
judge_open_round(struct sabot_step *step, struct sabot_table *again)
{
	struct sabot_event event;
	int n_entries = step->table->journal.n_entries;

	if (n_entries == 0)
		return;
	struct sabot_step inner = step_of_entry(step, again, n_entries - 1, &event);
	sabot_step_judge(&inner);
}

/* The rounds that were reported while deriving again, of each the last report. */
static void
print_rounds(struct sabot_step *step, unsigned first)
{
	struct sabot_table *table = step->table;
	struct sabot_update *update = step->update;

	for (unsigned i = first; i < update->n_rounds; i++) {
		struct sabot_round_report *report = &update->rounds[i];
		struct sabot_printed *printed = &table->printed[report->number % SABOT_ROUNDS_KEPT];
		bool is_last = true;
		for (unsigned j = i + 1; j < update->n_rounds; j++)
			is_last &= update->rounds[j].number != report->number;
		if (!is_last)
			continue;
		bool was_printed = printed->number == report->number;
		if (was_printed && printed->digest == report->digest &&
		    report->number != step->named_round)
			continue;
		if (was_printed) {
			report->again = true;
			report->line = step->event_line;
		}
		*printed = (struct sabot_printed){report->number, report->digest};
		sabot_step_add_output(step, SABOT_OUTPUT_ROUND)->u.index = i;
	}
}

/* Each incident of the load that the new derivation does not yield any more; the others are taken
 * out of the list of facts. */
static void
print_explained(struct sabot_step *step, struct sabot_step_facts *facts)
{
	struct sabot_table *table = step->table;
	bool used[SABOT_FACTS_MAX] = {false};
	int n_left = 0;

	for (unsigned id = table->n_incidents < SABOT_INCIDENTS_KEPT
				   ? 1
				   : table->n_incidents - SABOT_INCIDENTS_KEPT + 1;
	     id <= table->n_incidents; id++) {
		struct sabot_kept_incident *kept = sabot_step_find_kept(table, id);
		bool found = false;
		if (kept == NULL || kept->explained || kept->load != table->load.number ||
		    !sabot_incident_is_derived(kept->code))
			continue;
		for (int i = 0; i < facts->n_facts && !found; i++) {
			const struct sabot_incident *fact = &facts->facts[i];
			if (used[i] || fact->code != kept->code || fact->line != kept->line ||
			    sabot_incident_identity(fact) != kept->identity)
				continue;
			used[i] = found = true;
			kept->card_index = (int16_t)((int)fact->id - 1);
			kept->round = fact->round;
		}
		if (!found && !kept->is_fact && kept->line > table->journal.begin_line)
			sabot_step_print_explained(step, kept);
	}
	for (int i = 0; i < facts->n_facts; i++)
		if (!used[i] && sabot_incident_is_derived(facts->facts[i].code))
			facts->facts[n_left++] = facts->facts[i];
	facts->n_facts = n_left;
}

/* Earlier facts that are not derived keep their card, whose place in the order may have moved. */
static void
move_cards(struct sabot_table *table, const struct sabot_load *load)
{
	for (int i = 0; i < SABOT_INCIDENTS_KEPT; i++) {
		struct sabot_kept_incident *kept = &table->kept[i];
		if (kept->id == 0 || kept->load != load->number || kept->card_index < 0)
			continue;
		unsigned line = kept->card_index < table->load.n_order
					? table->load.order[kept->card_index].line
					: 0;
		for (int j = 0; j < load->n_order; j++)
			if (load->order[j].line == line)
				kept->card_index = (int16_t)j;
	}
}

/* The table continues as the new derivation left it. */
static void
take_over(struct sabot_table *table, struct sabot_table *again)
{
	struct sabot_composition colours = table->load.composition;
	struct sabot_composition *composition = &again->load.composition;

	memcpy(composition->back_names, colours.back_names, sizeof(colours.back_names));
	memcpy(composition->foreign, colours.foreign, sizeof(colours.foreign));
	table->min_minor = again->min_minor;
	table->max_minor = again->max_minor;
	sabot_load_copy(&again->load, &table->load);
	sabot_round_copy(&again->round, &table->round);
	table->closed = again->closed;
	table->n_rounds = again->n_rounds;
	table->payments_reported = again->payments_reported;
	table->collections_reported = again->collections_reported;
	table->rulings_open = again->rulings_open;
	table->holder = again->holder;
	sabot_commission_copy(&again->commission, &table->commission);
	sabot_aside_copy(&again->aside, &table->aside);
	sabot_accounts_copy(&again->ledger, &table->ledger);
	table->n_next_cards = again->n_next_cards;
	memcpy(table->next_cards, again->next_cards, sizeof(table->next_cards));
	if (again->last.number != 0)
		sabot_round_copy(&again->last, &table->last);
	for (int i = 0; i < SABOT_INCIDENTS_KEPT; i++)
		table->kept[i].card_used = again->kept[i].card_used;
}

/* A round that is closed now stays so: what its card was later makes it wait no more. */
static void
keep_closed(struct sabot_journal *journal)
{
	for (int i = 0; i < journal->n_entries; i++)
		if ((journal->entries[i].flags & SABOT_ENTRY_CLOSES) != 0)
			journal->entries[i].flags |= SABOT_ENTRY_CLOSED;
}

/* What was said last can be taken back if it has raised nothing, as the cards are known now. */
static void
mark_undoable(struct sabot_table *table)
{
	struct sabot_journal *journal = &table->journal;

	for (int i = journal->n_entries - 1; i >= 0 && table->round.open; i--) {
		struct sabot_entry *entry = &journal->entries[i];
		if ((entry->flags & SABOT_ENTRY_JUST_ENDS) != 0)
			break;
		if (sabot_entry_can_be_undone(entry)) {
			entry->flags &= (uint16_t)~SABOT_ENTRY_UNDOABLE;
			if ((entry->flags & SABOT_ENTRY_RAISED) == 0 &&
			    !sabot_table_has_incident(table, entry->line))
				entry->flags |= SABOT_ENTRY_UNDOABLE;
		} else if (!sabot_entry_is_between(entry) && entry->type != SABOT_EVENT_UNDO) {
			break;
		}
	}
}

/* How full an update is. */
struct sizes {
	unsigned n_rounds, n_hands, n_stakes, n_cards;
};

static struct sizes
sizes_of(const struct sabot_update *update)
{
	return (struct sizes){update->n_rounds, update->n_hands, update->n_stakes, update->n_cards};
}

static void
cut_back(struct sabot_update *update, const struct sizes *sizes)
{
	update->n_rounds = sizes->n_rounds;
	update->n_hands = sizes->n_hands;
	update->n_stakes = sizes->n_stakes;
	update->n_cards = sizes->n_cards;
}

/*
 * Derive the whole load into an update that is as full as `before` says; false when its journal was
 * put into another order meanwhile.
 */
static bool
derive(struct sabot_step *step, struct sabot_table *again, const struct sizes *before)
{
	struct sabot_scratch *scratch = &step->update->scratch;
	int n_entries = step->table->journal.n_entries;

	cut_back(step->update, before);

	scratch->revised_facts.n_facts = 0;
	scratch->n_asides = 0;
	scratch->is_reordered = false;
	begin_again(step, again);
	for (int i = 0; i < n_entries && !scratch->is_reordered; i++)
		apply_entry(step, again, i);
	if (!scratch->is_reordered)
		judge_open_round(step, again);
	return !scratch->is_reordered;
}

static void
derive_all(struct sabot_step *step, struct sabot_table *again, const struct sizes *before)
{
	while (!derive(step, again, before))
		;
}

/* The number that the round has now in which the first card of `round` lies. */
static unsigned
number_again(const struct sabot_load *load, const struct sabot_load *again, unsigned round)
{
	for (int i = 0; i < load->n_order; i++) {
		if (load->order[i].round != round)
			continue;
		int place = sabot_load_find_line(again, load->order[i].line);
		return place >= 0 && again->order[place].round != 0 ? again->order[place].round
								    : round;
	}
	return round;
}

/* What was paid stays with the round that was named. True if one has another number now. */
static bool
renumber_payments(struct sabot_step *step, const struct sabot_table *again)
{
	struct sabot_journal *journal = &step->table->journal;
	bool changed = false;

	for (int i = 0; i < journal->n_entries; i++) {
		struct sabot_entry *entry = &journal->entries[i];
		if (entry->type != SABOT_EVENT_PAID || entry->round == 0)
			continue;
		unsigned number = number_again(&step->table->load, &again->load, entry->round);
		changed |= number != entry->round;
		entry->round = number;
	}
	return changed;
}

/*
 * How payments were judged, and what was corrected, stays with its round, too. What was judged as
 * of a round that proves to be the one before was not certain. True if one has another number now.
 */
static bool
renumber_accounts(struct sabot_table *table, const struct sabot_table *again)
{
	struct sabot_accounts *ledger = &table->ledger;
	unsigned round = 0, number = 0;
	bool changed = false, is_merged = false;

	for (int i = 0; i < ledger->n_accounts; i++) {
		struct sabot_account *account = &ledger->accounts[i];
		if (account->round != round) {
			unsigned before = number;
			round = account->round;
			number = number_again(&table->load, &again->load, round);
			is_merged = number == before;
			changed |= number != round;
		}
		account->round = number;
		account->judged &= !is_merged;
		account->known &= !is_merged;
	}
	ledger->closed_round = number_again(&table->load, &again->load, ledger->closed_round);
	ledger->last_paid_round = number_again(&table->load, &again->load, ledger->last_paid_round);
	return changed;
}

void
sabot_step_revise(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	struct sabot_scratch *scratch = &step->update->scratch;
	struct sabot_table *again = &scratch->revised;
	struct sizes before = sizes_of(step->update);
	unsigned first_id = table->n_incidents + 1;
	bool applied = step->update->applied;

	sabot_step_seal(step);
	for (int i = 0; i < table->journal.n_entries; i++)
		table->journal.entries[i].flags &= (uint16_t)~SABOT_ENTRY_LEFT_OUT;
	derive_all(step, again, &before);
	bool has_named = renumber_payments(step, again);
	if (renumber_accounts(table, again) || has_named)
		derive_all(step, again, &before);
	scratch->unchanged_entries = 0;
	step->update->applied = applied;
	move_cards(table, &again->load);
	print_rounds(step, before.n_rounds);
	print_explained(step, &scratch->revised_facts);
	sabot_step_sort_facts(&scratch->revised_facts);
	for (int i = 0; i < scratch->revised_facts.n_facts; i++)
		sabot_step_print_fact(step, &scratch->revised_facts.facts[i]);
	sabot_step_seal(step);
	sabot_step_print_asides(step, again, first_id);
	sabot_step_redress_revised(step, &again->ledger);
	take_over(table, again);
	keep_closed(&table->journal);
	mark_undoable(table);
}
