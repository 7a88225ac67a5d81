/* Messages of the shoe that are missing, and what is no longer certain because of them. */
#include "table-private.h"

void
sabot_run_lose(struct sabot_table *table)
{
	struct sabot_aside *aside = &table->aside;

	if (table->round.open && table->round.bets_closed)
		return;
	aside->run_min = (struct sabot_run){0};
	if (aside->run_max.n_cards == 0)
		aside->run_max = (struct sabot_run){.n_cards = 1, .first_index = -1};
}

/* The row of cards that a ruling keeps for the next round may have been a longer one. */
static void
lose_of_kept_cards(struct sabot_table *table)
{
	int n_cards = table->n_next_cards;

	if (n_cards > 0 && table->next_cards[n_cards - 1] == table->load.n_order - 1 &&
	    table->aside.n_differing < n_cards)
		table->aside.n_differing = n_cards;
}

/* A card before the `undo` means that the round continues. */
void
sabot_aside_lose(struct sabot_table *table)
{
	table->aside.may_be_open |= table->aside.unmade && !table->round.open;
}

/* Messages are missing among the cards of the load. */
void
sabot_load_lose(struct sabot_table *table, int lost_cards)
{
	struct sabot_load *load = &table->load;

	sabot_run_lose(table);
	lose_of_kept_cards(table);
	load->lost_since_card = true;
	load->lost_outside |= !load->in_shoe;
	sabot_aside_lose(table);
	load->order_gap = true;
	if (lost_cards > 0)
		load->lost_cards += lost_cards;
	else
		load->lost_unknown = true;
	if (!load->burn_done && lost_cards > 0)
		load->burn_lost_cards += lost_cards;
	else if (!load->burn_done)
		load->burn_lost_unknown = true;
}

void
sabot_step_stay_offline(struct sabot_step *step, unsigned line)
{
	struct sabot_table *table = step->table;
	struct sabot_event event = {
		.type = SABOT_EVENT_DEVICE,
		.u.device.state = SABOT_DEVICE_OFFLINE,
	};

	sabot_journal_append(&table->journal, &event, line);
	sabot_load_lose(table, -1);
	table->load.offline_cards = -1;
	table->load.offline_line = line;
}

/* All entries of one loss: the event itself, and its copy for the round before. */
bool
sabot_entry_is_of_loss(const struct sabot_entry *entry, unsigned line)
{
	return entry->type == SABOT_EVENT_DEVICE && entry->line == line &&
	       (entry->what == SABOT_DEVICE_LOST || entry->what == SABOT_DEVICE_OFFLINE);
}

bool
sabot_step_is_lost(const struct sabot_journal *journal, unsigned line)
{
	for (int i = 0; i < journal->n_entries; i++)
		if (sabot_entry_is_of_loss(&journal->entries[i], line))
			return journal->entries[i].number_2 != SABOT_LOST_MENDED;
	return false;
}

bool
sabot_round_lacked_card(const struct sabot_table *table, unsigned line)
{
	for (int i = 0; i < SABOT_INCIDENTS_KEPT; i++)
		if (table->kept[i].id != 0 && table->kept[i].code == SABOT_INCIDENT_CARD_MISSING &&
		    table->kept[i].line == line)
			return true;
	return false;
}
