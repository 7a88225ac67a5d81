/*
 * The order in which the cards of a load come: a run that a shuffle hardly leaves, and the order of
 * an earlier load. Cards between which messages were lost do not follow on each other.
 */
#include "table-private.h"

#include <string.h>

/* True if the card has the suit of the last one and is one rank above or below it. */
static bool
continues_run(const struct sabot_load *load, struct sabot_card card)
{
	struct sabot_card last = load->run_last;

	return card.suit == last.suit &&
	       (card.rank == last.rank + 1 || last.rank == card.rank + 1) &&
	       sabot_card_is_known(card) && sabot_card_is_known(last);
}

static void
begin_run(struct sabot_load *load, struct sabot_card card)
{
	load->run_last = card;
	load->run_length = 1;
	load->run_direction = 0;
}

SABOT_SELDOM static void
raise_run(struct sabot_step *step, struct sabot_card card, int direction)
{
	unsigned first = step->update->n_cards;

	step->table->load.order_reported = true;
	for (int i = SABOT_UNSHUFFLED_RUN - 1; i >= 0; i--)
		sabot_step_list_card(step, (struct sabot_card){
						   (uint8_t)(card.rank - i * direction),
						   card.suit,
					   });
	sabot_incident_add_cards(sabot_step_raise(step, SABOT_INCIDENT_UNSHUFFLED_ORDER, ""),
				 "cards", first, SABOT_UNSHUFFLED_RUN);
}

static void
check_run(struct sabot_step *step, struct sabot_card card)
{
	struct sabot_load *load = &step->table->load;
	int direction = (int)card.rank - (int)load->run_last.rank;
	bool after_gap = load->order_gap;

	load->order_gap = false;
	if (after_gap || !continues_run(load, card)) {
		begin_run(load, card);
		return;
	}
	load->run_last = card;
	load->run_length = direction == load->run_direction ? load->run_length + 1 : 2;
	load->run_direction = direction;
	if (!load->order_reported && load->run_length >= SABOT_UNSHUFFLED_RUN)
		raise_run(step, card, direction);
}

static void
raise_repeat(struct sabot_step *step, unsigned repeats_load)
{
	if (repeats_load == 0 || step->table->load.repeat_reported)
		return;
	step->table->load.repeat_reported = true;
	sabot_incident_add_number(sabot_step_raise(step, SABOT_INCIDENT_REPEATED_ORDER, ""), "load",
				  repeats_load);
}

/* Known cards in a row, the newest last. */
struct row {
	int n_cards;
	struct sabot_card cards[SABOT_REPEAT_CARDS];
};

static void
add_to_row(struct row *row, struct sabot_card card, bool after_gap)
{
	if (after_gap || !sabot_card_is_known(card))
		row->n_cards = 0;
	if (!sabot_card_is_known(card))
		return;
	if (row->n_cards == SABOT_REPEAT_CARDS)
		memmove(&row->cards[0], &row->cards[1],
			(size_t)--row->n_cards * sizeof(row->cards[0]));
	row->cards[row->n_cards++] = card;
}

/* The last cards of the load, as far as they are known and in a row. */
static void
read_row(const struct sabot_load *load, struct row *row)
{
	const struct sabot_seen_card *end = &load->order[load->n_order], *card = end;

	while (card > load->order && end - card < SABOT_REPEAT_CARDS &&
	       sabot_card_is_known(card[-1].card)) {
		card--;
		if ((card->marks & SABOT_SEEN_AFTER_GAP) != 0)
			break;
	}
	row->n_cards = (int)(end - card);
	for (int i = 0; i < row->n_cards; i++)
		row->cards[i] = card[i].card;
}

static unsigned
find_repeat(const struct sabot_step *step, const struct row *row)
{
	const struct sabot_repeats *repeats = &step->update->repeats;

	return row->n_cards == SABOT_REPEAT_CARDS ? repeats->find(row->cards, repeats->data) : 0;
}

/* The ruling says so of cards in a row among which is the one that it is about. */
static bool
is_hinted(const struct sabot_step *step, const struct row *row)
{
	const struct sabot_scratch *scratch = &step->update->scratch;
	const struct sabot_load *load = &step->table->load;
	const struct sabot_seen_card *first = &load->order[load->n_order - row->n_cards];
	bool holds = false;

	if (scratch->hinted_load == 0 || row->n_cards < SABOT_REPEAT_CARDS)
		return false;
	for (int i = 0; i < row->n_cards; i++)
		holds |= first[i].line == scratch->hinted_line;
	return holds || (first->line < scratch->hinted_line &&
			 first[row->n_cards - 1].line > scratch->hinted_line);
}

/* The load whose cards came last; `said`: by the event itself. */
SABOT_APART static unsigned
search_repeat(struct sabot_step *step, unsigned said)
{
	struct sabot_scratch *scratch = &step->update->scratch;
	unsigned repeats = said;
	struct row row;

	read_row(&step->table->load, &row);
	if (step->update->repeats.find != NULL) {
		repeats = find_repeat(step, &row);
	} else if (repeats == 0 && is_hinted(step, &row)) {
		repeats = scratch->hinted_load;
		scratch->hinted_load = 0;
	}
	return repeats;
}

/*
 * The load whose cards these are. Found here it stays with the card, for who derives the load again
 * without those before it.
 */
static unsigned
repeated_load(struct sabot_step *step)
{
	const struct sabot_update *update = step->update;
	const struct sabot_event *event = step->event;
	unsigned said = event->type == SABOT_EVENT_CARD ? event->u.card.repeats_load : 0;

	if (step->card_index < 0 ||
	    (update->repeats.find == NULL && update->scratch.hinted_load == 0))
		return said;
	unsigned repeats = search_repeat(step, said);
	if (step->entry >= 0 && step->journal->entries[step->entry].type == SABOT_EVENT_CARD)
		step->journal->entries[step->entry].number = repeats;
	return repeats;
}

void
sabot_step_check_order(struct sabot_step *step)
{
	check_run(step, step->event->card);
	raise_repeat(step, repeated_load(step));
}

static unsigned
repeated_by_run_out(const struct sabot_step *step, bool after_gap)
{
	const struct sabot_event *event = step->event;
	unsigned found = 0;
	struct row row;

	if (step->update->repeats.find == NULL)
		return event->u.unload.repeats_load;
	read_row(&step->table->load, &row);
	for (size_t i = 0; i < event->u.unload.n_cards && found == 0; i++) {
		add_to_row(&row, event->u.unload.cards[i], after_gap && i == 0);
		found = find_repeat(step, &row);
	}
	return found;
}

void
sabot_step_check_order_of_run_out(struct sabot_step *step)
{
	const struct sabot_event *event = step->event;
	bool after_gap = step->table->load.order_gap;

	for (size_t i = 0; i < event->u.unload.n_cards; i++)
		check_run(step, event->u.unload.cards[i]);
	raise_repeat(step, repeated_by_run_out(step, after_gap));
}

void
sabot_step_reorder(struct sabot_step *step, int place, unsigned line)
{
	struct sabot_journal *journal = &step->table->journal;

	for (int i = place, n_cards = 0; i < journal->n_entries && n_cards < SABOT_REPEAT_CARDS;
	     i++) {
		if (journal->entries[i].type != SABOT_EVENT_CARD)
			continue;
		journal->entries[i].number = 0;
		n_cards++;
	}
	step->update->scratch.hinted_load =
		step->event->type == SABOT_EVENT_RULING ? step->event->u.ruling.repeats_load : 0;
	step->update->scratch.hinted_line = line;
}
