/*
 * What a shoe says of itself: faults, silence, messages that were lost; and the rulings that put a
 * lost card back in.
 */
#include "table-private.h"

#include "readings-apply.h"
#include "revise.h"

static void
add_device_words(struct sabot_incident *incident, const struct sabot_event *event)
{
	if (event->u.device.code != NULL)
		sabot_incident_add_text(incident, "code", event->u.device.code);
	if (event->u.device.detail != NULL)
		sabot_incident_add_text(incident, "detail", event->u.device.detail);
}

/* And in the round in progress. */
static void
lose_of_round(struct sabot_table *table, int lost_cards)
{
	if (!table->round.open)
		return;
	/* Its first card may have come before the cut card. */
	if (table->round.n_cards == 0 && table->round.bets_closed &&
	    table->load.cut_first_round == table->round.number && table->round.number != 0) {
		table->load.cut_first_round = 0;
		table->load.rounds_left++;
	}
	sabot_round_tear(&table->round, lost_cards > 0 ? lost_cards : -1);
	if (table->round.bets_closed && table->aside.n_bets > 0)
		table->aside.lost_cards = lost_cards > 0 ? lost_cards : -1;
}

/* The entry of the last card in the journal; -1 = none has come. */
static int
find_last_card(const struct sabot_table *table)
{
	const struct sabot_journal *journal = &table->journal;

	for (int i = journal->n_entries - 1; i >= 0; i--)
		if (journal->entries[i].type == SABOT_EVENT_CARD)
			return i;
	return -1;
}

/* The line of the last card that came from the shoe itself. */
static unsigned
last_card_line(const struct sabot_journal *journal)
{
	for (int i = journal->n_entries - 1; i >= 0; i--)
		if (journal->entries[i].type == SABOT_EVENT_CARD &&
		    (journal->entries[i].flags & SABOT_ENTRY_INSERTED) == 0)
			return journal->entries[i].line;
	return journal->begin_line;
}

static bool
is_dealt(const struct sabot_round *round)
{
	return round->open && round->bets_closed && round->n_cards > 0;
}

static bool
is_waiting(const struct sabot_round *round)
{
	return round->open && round->bets_closed && round->waiting;
}

/* No card has come since the last round of this load was closed. */
static bool
may_be_of_closed(const struct sabot_table *table)
{
	return table->closed.number != 0 && table->closed.load == table->load.number &&
	       !table->closed.card_since;
}

/*
 * The loss is reported after the round to which it may belong was closed, or began to wait, or
 * after something was said of it, of the burn or of the cut card: the message was sent before the
 * frame that shows that it is missing.
 */
static bool
is_reported_late(const struct sabot_step *step)
{
	const struct sabot_table *table = step->table;

	if (table->journal.full || !table->load.in_shoe)
		return false;
	if (is_waiting(&table->round) || (!is_dealt(&table->round) && may_be_of_closed(table)))
		return true;
	return sabot_step_said_since(step, last_card_line(&table->journal) + 1);
}

/* A copy of the loss lies after the last card, where it tears the round of that card. */
static void
report_late(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	struct sabot_entry *entry =
		sabot_journal_insert(&table->journal, find_last_card(table) + 1);

	if (entry == NULL)
		return;
	entry->type = SABOT_EVENT_DEVICE;
	entry->what = SABOT_DEVICE_LOST;
	entry->line = step->event_line;
	entry->number_2 = step->event->u.device.is_counted ? step->event->u.device.lost_cards : -1;
	entry->flags = SABOT_ENTRY_REPORTED_LATE;
	step->entry++;
	if (is_dealt(&table->round) || is_waiting(&table->round))
		sabot_accounts_unjudge(&table->ledger, table->round.number);
	if (!is_dealt(&table->round) && may_be_of_closed(table))
		sabot_accounts_unjudge(&table->ledger, table->closed.number);
	sabot_step_revise(step);
}

static void
raise_lost(struct sabot_step *step)
{
	int lost = step->event->u.device.lost_cards;
	struct sabot_incident *incident = sabot_step_raise(step, SABOT_INCIDENT_FRAMES_LOST, "");

	add_device_words(incident, step->event);
	if (lost > 0)
		sabot_incident_add_number(incident, "detail", lost);
}

static bool
has_late_report(const struct sabot_step *step)
{
	return step->entry >= 0 &&
	       (step->journal->entries[step->entry].flags & SABOT_ENTRY_REPORTED_LATE) != 0;
}

/* The same loss was counted where it may have happened. */
static bool
has_late_copy(const struct sabot_step *step)
{
	const struct sabot_journal *journal = step->journal;

	for (int i = step->entry - 1; i >= 0; i--)
		if (journal->entries[i].line == step->line &&
		    (journal->entries[i].flags & SABOT_ENTRY_REPORTED_LATE) != 0)
			return true;
	return false;
}

static void
frames_lost(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	int lost = step->event->u.device.lost_cards;

	/* Nothing that was lost is left: it was put back in, or was a false alarm. */
	if (step->revising && step->event->u.device.lost_cards == SABOT_LOST_MENDED)
		return;
	sabot_step_judge(step);
	if (has_late_report(step)) {
		sabot_load_lose(table, lost);
		lose_of_round(table, lost);
		table->load.late_cards = lost > 0 ? lost : -1;
		return;
	}
	table->load.late_cards = 0;
	if (!step->revising && is_reported_late(step)) {
		report_late(step);
	} else {
		if (has_late_copy(step)) {
			sabot_run_lose(table);
			sabot_aside_lose(table);
		} else {
			sabot_load_lose(table, lost);
		}
		lose_of_round(table, lost);
	}
	raise_lost(step);
}

static void
go_offline(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	struct sabot_round *round = &table->round;
	int lost = step->revising && step->event->u.device.lost_cards > 0
			   ? step->event->u.device.lost_cards
			   : -1;

	if (step->revising && step->event->u.device.lost_cards == SABOT_LOST_MENDED)
		return;
	sabot_step_judge(step);
	sabot_load_lose(table, lost);
	table->load.offline_cards = lost;
	table->load.offline_line = step->line;
	table->load.offline_round = 0;
	if (round->open && round->bets_closed &&
	    (round->waiting ||
	     sabot_readings_test(step, sabot_round_is_decided) != SABOT_FOR_ALL)) {
		lose_of_round(table, lost);
		table->load.offline_round = round->number;
	} else if (round->open && round->bets_closed) {
		sabot_step_play(step, &(struct sabot_round_step){.kind = SABOT_STEP_SILENCE});
	}
	add_device_words(sabot_step_raise(step, SABOT_INCIDENT_DEVICE_OFFLINE, ""), step->event);
}

/* An unknown number of messages was lost there. */
static bool
is_unknown_loss(const struct sabot_entry *entry)
{
	return entry->type == SABOT_EVENT_DEVICE && entry->number_2 != SABOT_LOST_MENDED &&
	       entry->number_2 <= 0 &&
	       (entry->what == SABOT_DEVICE_OFFLINE || entry->what == SABOT_DEVICE_LOST);
}

/* Before it lies what can no longer be mended: the bets after it are closed. */
static bool
is_close_of_bets(const struct sabot_entry *entry)
{
	return entry->type == SABOT_EVENT_NO_MORE_BETS && (entry->flags & SABOT_ENTRY_SKIPPED) == 0;
}

/* So many cards were put in for the loss at that line. */
static int
count_inserted(const struct sabot_journal *journal, unsigned line)
{
	int n_cards = 0;

	for (int i = 0; i < journal->n_entries; i++)
		n_cards += journal->entries[i].type == SABOT_EVENT_CARD &&
			   (journal->entries[i].flags & SABOT_ENTRY_INSERTED) != 0 &&
			   journal->entries[i].of == line;
	return n_cards;
}

/*
 * The losses of unknown size since the shoe answered last are counted now: nothing, or (the silence
 * alone) so many messages. That nothing was missed holds for the whole silence; of other losses,
 * for those since the bets of the round in progress, or of the last closed one, were closed. False
 * when there were none.
 */
static bool
count_losses(struct sabot_journal *journal, int before, int missed)
{
	bool found = false, is_old = false, is_last = true, is_beyond_silence = false;
	unsigned mended_line = 0; /* a copy of that loss is mended, too */

	for (int i = before - 1; i >= 0; i--) {
		struct sabot_entry *entry = &journal->entries[i];
		if (entry->type == SABOT_EVENT_DEVICE && entry->what == SABOT_DEVICE_ONLINE) {
			if (entry->number_2 >= 0)
				break;
			/* The one by which this silence ended does not make it an older one. */
			is_last &= !is_beyond_silence;
		}
		is_old |= missed == 0 && is_close_of_bets(entry);
		if (is_old && !is_last)
			break;
		bool is_silence = entry->what == SABOT_DEVICE_OFFLINE;
		is_beyond_silence |= is_silence && entry->type == SABOT_EVENT_DEVICE;
		bool is_copy = entry->line == mended_line && is_unknown_loss(entry);
		if (!is_unknown_loss(entry) ||
		    ((missed > 0 || is_old) && !is_silence && !is_copy) || (missed > 0 && found))
			continue;
		found = true;
		mended_line = entry->line;
		int left = missed - count_inserted(journal, entry->line);
		entry->number_2 = left > 0 ? left : SABOT_LOST_MENDED;
	}
	return found;
}

static void
come_online(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	int missed = step->event->u.device.is_counted ? step->event->u.device.lost_cards : -1;

	/* So many cards may have come while its bets were open. */
	if (table->load.offline_cards > 0 && table->round.open && !table->round.bets_closed) {
		sabot_round_tear(&table->round, table->load.offline_cards);
		table->load.offline_round = table->round.number;
	}
	table->load.offline_cards = 0;
	if (missed < 0 || step->revising || table->journal.full || step->entry < 0)
		return;
	if (count_losses(&table->journal, step->entry, missed))
		sabot_step_revise(step);
}

void
sabot_step_device(struct sabot_step *step)
{
	switch (step->event->u.device.state) {
	case SABOT_DEVICE_OFFLINE:
		go_offline(step);
		break;
	case SABOT_DEVICE_ERROR:
		add_device_words(sabot_step_raise(step, SABOT_INCIDENT_DEVICE_ERROR, ""),
				 step->event);
		break;
	case SABOT_DEVICE_LOST:
		frames_lost(step);
		break;
	case SABOT_DEVICE_ONLINE:
		come_online(step);
		break;
	case SABOT_DEVICE_CLEARED:
	case SABOT_DEVICE_LOCKED:
	case SABOT_DEVICE_UNLOCKED:
		break;
	}
}

static bool
is_seen_card(const struct sabot_entry *entry)
{
	return entry->type == SABOT_EVENT_CARD && (entry->flags & SABOT_ENTRY_INSERTED) == 0;
}

/*
 * A silence lasts until the next card: of the round whose bets were closed in it the card was
 * missed, unless it was one of the burn.
 */
static int
index_in_silence(const struct sabot_table *table, int lost)
{
	const struct sabot_journal *journal = &table->journal;
	int place = lost;

	if (lost < 0 || journal->entries[lost].what != SABOT_DEVICE_OFFLINE ||
	    table->load.burn_lost_cards > 0 || table->load.burn_lost_unknown)
		return lost;
	for (int i = lost + 1; i < journal->n_entries && !is_seen_card(&journal->entries[i]); i++)
		if (is_close_of_bets(&journal->entries[i]))
			place = i;
	return place;
}

/* Where a card that was lost belongs when nobody says after which line. */
static int
default_index(const struct sabot_table *table, unsigned line)
{
	const struct sabot_journal *journal = &table->journal;
	int lost = -1;

	for (int i = 0; i < journal->n_entries; i++)
		if (sabot_entry_is_of_loss(&journal->entries[i], line) &&
		    (journal->entries[i].flags & SABOT_ENTRY_REPORTED_LATE) == 0)
			lost = i;
	lost = index_in_silence(table, lost);
	/* Before whatever closed a round that lacked a card, if no card came between. */
	int place = lost;
	while (place > 0 && journal->entries[place - 1].type != SABOT_EVENT_CARD)
		place--;
	for (int i = place; i < lost; i++)
		if ((journal->entries[i].flags & SABOT_ENTRY_REOPENED) == 0 &&
		    sabot_round_lacked_card(table, journal->entries[i].line))
			return i;
	/* After those of this loss that were put in before. */
	for (int i = lost; i < journal->n_entries; i++) {
		if (i > lost && (journal->entries[i].type != SABOT_EVENT_CARD ||
				 (journal->entries[i].flags & SABOT_ENTRY_INSERTED) == 0 ||
				 journal->entries[i].of != line))
			return i;
	}
	return journal->n_entries;
}

/* An event after which its card was dealt lies before it here; a note is no entry. */
static int
index_after(const struct sabot_journal *journal, unsigned of, const struct sabot_entry *loss)
{
	unsigned lost_line = loss->line;
	int place = of >= journal->begin_line ? 0 : -1;

	if (loss->what == SABOT_DEVICE_LOST && of > lost_line)
		return -1;
	for (int i = 0; i < journal->n_entries; i++) {
		const struct sabot_entry *entry = &journal->entries[i];
		bool is_out_of_line =
			(entry->flags & (SABOT_ENTRY_INSERTED | SABOT_ENTRY_REPORTED_LATE)) != 0;
		if (entry->line <= of && place >= 0 && !is_out_of_line)
			place = i + 1;
	}
	for (int i = 0; i < journal->n_entries; i++)
		if (journal->entries[i].line == of &&
		    (journal->entries[i].flags & SABOT_ENTRY_INSERTED) != 0)
			place = i + 1;
	if (place < 0)
		return -1;
	while (place < journal->n_entries && journal->entries[place].type == SABOT_EVENT_CARD &&
	       (journal->entries[place].flags & SABOT_ENTRY_INSERTED) != 0 &&
	       journal->entries[place].of == lost_line)
		place++;
	return place;
}

/* The loss that the incident is about, as long as the round after it has no closed bets. */
static struct sabot_entry *
find_loss(struct sabot_table *table, const struct sabot_kept_incident *kept)
{
	struct sabot_journal *journal = &table->journal;

	for (int i = 0; i < journal->n_entries; i++)
		if (sabot_entry_is_of_loss(&journal->entries[i], kept->line) &&
		    (journal->entries[i].flags & SABOT_ENTRY_REPORTED_LATE) == 0)
			return &journal->entries[i];
	return NULL;
}

/* The next bets after the close of the round in which it was lost are not closed. */
static bool
is_in_time(const struct sabot_table *table, const struct sabot_kept_incident *kept)
{
	const struct sabot_load *load = &table->load;
	/* A silence may have begun before the round, or the load, in which a card was missed. */
	bool is_silence = kept->line == load->offline_line;
	unsigned number =
		is_silence && load->offline_round != 0 ? load->offline_round : kept->round;

	if (!load->in_shoe || (kept->load != load->number && !is_silence))
		return false;
	if (table->round.open && number == table->round.number)
		return true;
	/* Bets close with the first card of each coup there: a card put in may have begun one. */
	if (table->rules.flow == SABOT_FLOW_CARDS_ONLY)
		return true;
	/* Of a round that was taken back no number is left. */
	if (number == 0 || number > table->n_rounds || table->closed.number == number)
		return !table->round.open || !table->round.bets_closed;
	return false;
}

bool
sabot_step_insert_card(struct sabot_step *step, const struct sabot_kept_incident *kept,
		       enum sabot_reason *ret_why)
{
	struct sabot_table *table = step->table;
	struct sabot_entry *loss = find_loss(table, kept);
	int place;

	*ret_why = SABOT_WHY_TOO_LATE;
	if (table->journal.full || !is_in_time(table, kept))
		return false;
	*ret_why = SABOT_WHY_NOTHING_LOST;
	if (loss == NULL || loss->number_2 == SABOT_LOST_MENDED)
		return false;
	place = step->event->of != 0 ? index_after(&table->journal, step->event->of, loss)
				     : default_index(table, kept->line);
	*ret_why = SABOT_WHY_NO_SUCH_CARD;
	if (place < 0)
		return false;
	*ret_why = SABOT_WHY_NO_ROOM;
	struct sabot_entry *entry = sabot_journal_insert(&table->journal, place);
	if (entry == NULL)
		return false;
	entry->type = SABOT_EVENT_CARD;
	entry->card = step->event->card;
	entry->line = step->event_line;
	entry->of = kept->line;
	entry->flags = SABOT_ENTRY_INSERTED;
	for (int i = 0; i < table->journal.n_entries; i++) {
		struct sabot_entry *each = &table->journal.entries[i];
		if (sabot_entry_is_of_loss(each, kept->line) && each->number_2 > 0)
			each->number_2 =
				each->number_2 > 1 ? each->number_2 - 1 : SABOT_LOST_MENDED;
	}
	sabot_step_reorder(step, place, entry->line);
	sabot_step_revise(step);
	return true;
}

bool
sabot_step_mend(struct sabot_step *step, const struct sabot_kept_incident *kept)
{
	struct sabot_table *table = step->table;
	struct sabot_entry *loss = find_loss(table, kept);

	/* Nothing was missed while no load was in the shoe: the next one begins whole. */
	if (!table->load.in_shoe && table->load.offline_cards != 0 &&
	    kept->line == table->load.offline_line) {
		table->load.offline_cards = 0;
		return true;
	}
	if (loss == NULL || loss->number_2 == SABOT_LOST_MENDED || table->journal.full ||
	    !table->load.in_shoe)
		return false;
	for (int i = 0; i < table->journal.n_entries; i++)
		if (sabot_entry_is_of_loss(&table->journal.entries[i], kept->line))
			table->journal.entries[i].number_2 = SABOT_LOST_MENDED;
	sabot_step_reorder(step, (int)(loss - table->journal.entries), kept->line);
	sabot_step_revise(step);
	return true;
}
