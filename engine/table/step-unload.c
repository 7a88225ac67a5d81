/*
 * A load comes out of the shoe: the count, what it proves, which cards the open ones were, the
 * load's report.
 */
#include "table-private.h"

#include "engine/rules/articles.h"
#include "readings.h"
#include "revise.h"

#include <string.h>

static void
add_run_out(struct sabot_step *step)
{
	struct sabot_load *load = &step->table->load;
	const struct sabot_event *event = step->event;

	for (size_t i = 0; i < event->u.unload.n_cards; i++)
		sabot_composition_add(&load->composition, event->u.unload.cards[i], -1);
}

/* ---- which cards the open ones were ---- */

/* What the remainder says of the cards that were not read. */
struct deduction {
	struct sabot_card lacking[SABOT_ORDER_MAX];
	unsigned n_lacking;
	int open[SABOT_ORDER_MAX]; /* places in the load's order */
	unsigned n_open;
	bool is_unique;
};

/* The lacking cards of a rank; `ret_same`: they are all of one suit. */
static unsigned
lacking_of_rank(const struct deduction *deduction, uint8_t rank, bool *ret_same)
{
	unsigned n_cards = 0;
	uint8_t suit = SABOT_SUIT_UNKNOWN;

	*ret_same = true;
	for (unsigned i = 0; i < deduction->n_lacking; i++) {
		if (deduction->lacking[i].rank != rank)
			continue;
		*ret_same &= n_cards == 0 || deduction->lacking[i].suit == suit;
		suit = deduction->lacking[i].suit;
		n_cards++;
	}
	return n_cards;
}

/* Lay the lacking cards onto the open ones of known rank. False when they do not fit. */
static bool
fit_ranks(struct deduction *deduction, const struct sabot_load *load, bool *ret_unique)
{
	*ret_unique = true;
	for (uint8_t rank = SABOT_ACE; rank <= SABOT_KING; rank++) {
		unsigned n_open = 0;
		bool same;
		for (unsigned i = 0; i < deduction->n_open; i++)
			n_open += load->order[deduction->open[i]].card.rank == rank;
		unsigned n_lacking = lacking_of_rank(deduction, rank, &same);
		if (n_open > n_lacking)
			return false;
		if (n_open > 0 && !same && (n_open != 1 || n_lacking != 1))
			*ret_unique = false;
	}
	return true;
}

/* The cards that are left for those whose rank was not read: all the same, or only one. */
static bool
rest_is_same(const struct deduction *deduction, const struct sabot_load *load)
{
	struct sabot_card first = {0};
	unsigned n_by_rank[SABOT_RANKS + 1] = {0};

	for (unsigned i = 0; i < deduction->n_open; i++)
		n_by_rank[load->order[deduction->open[i]].card.rank]++;
	for (unsigned i = 0; i < deduction->n_lacking; i++) {
		struct sabot_card card = deduction->lacking[i];
		if (n_by_rank[card.rank] > 0) {
			n_by_rank[card.rank]--;
			continue;
		}
		if (first.rank != SABOT_RANK_UNKNOWN && !sabot_card_is_equal(first, card))
			return false;
		first = card;
	}
	return true;
}

/* True if the lacking cards are the open ones. */
static bool
find_deduction(struct sabot_step *step, struct deduction *deduction)
{
	const struct sabot_load *load = &step->table->load;
	unsigned first = step->update->n_cards;
	bool ranks_unique;

	if (sabot_composition_count_open(&load->composition) == 0)
		return false;
	deduction->n_open = 0;
	for (int i = 0; i < load->n_order; i++)
		if (!sabot_card_is_known(load->order[i].card))
			deduction->open[deduction->n_open++] = i;
	if ((unsigned)sabot_composition_count_open(&load->composition) != deduction->n_open ||
	    sabot_load_cards_found(load, step->event) != sabot_load_cards_expected(load))
		return false;
	unsigned n_extra = sabot_composition_list_cards(step, true);
	step->update->n_cards = first;
	unsigned n_lacking = sabot_composition_list_cards(step, false);
	step->update->n_cards = first;
	if (n_extra > 0 || n_lacking != deduction->n_open || n_lacking > SABOT_ORDER_MAX)
		return false;
	deduction->n_lacking = n_lacking;
	memcpy(deduction->lacking, step->update->cards + first,
	       n_lacking * sizeof(deduction->lacking[0]));
	if (!fit_ranks(deduction, load, &ranks_unique))
		return false;
	deduction->is_unique = ranks_unique && rest_is_same(deduction, load);
	return true;
}

/* The lacking card that lies at an open place, taken out of the list. */
static struct sabot_card
take_lacking(struct deduction *deduction, uint8_t rank)
{
	for (unsigned i = 0; i < deduction->n_lacking; i++) {
		struct sabot_card card = deduction->lacking[i];
		if (rank != SABOT_RANK_UNKNOWN && card.rank != rank)
			continue;
		deduction->lacking[i] = deduction->lacking[--deduction->n_lacking];
		return card;
	}
	return (struct sabot_card){0};
}

/* Read the open cards as the lacking ones, those of known rank first. */
static void
read_open(struct sabot_step *step, struct deduction *deduction)
{
	struct sabot_table *table = step->table;

	for (int known = 1; known >= 0; known--) {
		for (unsigned i = 0; i < deduction->n_open; i++) {
			struct sabot_seen_card *seen = &table->load.order[deduction->open[i]];
			if ((seen->card.rank != SABOT_RANK_UNKNOWN) != (known == 1))
				continue;
			struct sabot_card card = take_lacking(deduction, seen->card.rank);
			int place =
				sabot_journal_find(&table->journal, seen->line, SABOT_EVENT_CARD);
			if (place >= 0)
				table->journal.entries[place].card = card;
			seen->card = card;
		}
	}
	for (unsigned i = 0; i < deduction->n_open; i++)
		sabot_step_list_card(step, table->load.order[deduction->open[i]].card);
}

/* Every card is there: no message was lost that was a card. */
static bool
mend_all(struct sabot_step *step)
{
	struct sabot_journal *journal = &step->table->journal;
	bool mended = false;

	for (int i = 0; i < journal->n_entries; i++) {
		struct sabot_entry *entry = &journal->entries[i];
		if (entry->type != SABOT_EVENT_DEVICE ||
		    (entry->what != SABOT_DEVICE_LOST && entry->what != SABOT_DEVICE_OFFLINE) ||
		    entry->number_2 == SABOT_LOST_MENDED)
			continue;
		entry->number_2 = SABOT_LOST_MENDED;
		mended = true;
	}
	return mended;
}

/* What the run-out shows of losses and open cards ends the doubt of their rounds. */
/* True if the load was derived again. */
static bool
deduce(struct sabot_step *step, struct sabot_load_report *report)
{
	struct sabot_table *table = step->table;
	struct deduction deduction;
	unsigned first = step->update->n_cards;
	bool mended;

	if (step->event->u.unload.cards == NULL || table->journal.full)
		return false;
	bool extra = sabot_composition_list_cards(step, true) > 0;
	step->update->n_cards = first;
	mended = !extra &&
		 sabot_load_cards_found(&table->load, step->event) ==
			 sabot_load_cards_expected(&table->load) &&
		 mend_all(step);
	bool found = find_deduction(step, &deduction);
	report->first_deduced = step->update->n_cards;
	if (found && deduction.is_unique) {
		read_open(step, &deduction);
		report->n_deduced = deduction.n_open;
	} else if (found) {
		for (unsigned i = 0; i < deduction.n_lacking; i++)
			sabot_step_list_card(step, deduction.lacking[i]);
		report->n_deduced = deduction.n_lacking;
		report->deduced_among = true;
		step->limits = &step->table->load.composition;
	}
	if (mended || found)
		sabot_step_revise(step);
	step->limits = NULL;
	return mended || found;
}

/* ---- the count ---- */

/* When the load is derived again, its last round ends here. */
static void
enter_end(struct sabot_step *step)
{
	struct sabot_journal *journal = &step->table->journal;
	struct sabot_entry *entry = sabot_journal_insert(journal, journal->n_entries);

	if (entry == NULL) {
		journal->full = true;
		return;
	}
	entry->type = SABOT_EVENT_UNLOAD;
	entry->line = step->line;
	entry->flags = SABOT_ENTRY_JUST_ENDS;
}

void
sabot_step_unload(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	struct sabot_load_report report = {0};

	if (!table->load.in_shoe) {
		sabot_step_out_of_order(step, SABOT_WHY_NO_LOAD);
		return;
	}
	sabot_step_end_play(step);
	report.unread = sabot_load_count_unread(&table->load);
	/* That nothing of this load was missed does not say that the shoe is back. */
	int offline_cards = table->load.offline_cards;
	unsigned offline_line = table->load.offline_line;
	enter_end(step);
	add_run_out(step);
	/* The load is derived again without its remainder. */
	if (deduce(step, &report))
		add_run_out(step);
	sabot_step_end_run(step);
	sabot_step_close_payments(step);
	sabot_step_check_order_of_run_out(step);
	sabot_step_report_end(step, step->event, report);
	table->load.offline_cards = offline_cards;
	table->load.offline_line = offline_line;
	sabot_course_begin(table, step->line);
}
