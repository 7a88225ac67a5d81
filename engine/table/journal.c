/*
 * Packing and unpacking of events.
 */
#include "journal.h"

#include "engine/core/inlining.h"

#include <string.h>

void
sabot_journal_clear(struct sabot_journal *journal)
{
	journal->full = false;
	journal->n_entries = journal->n_names = 0;
}

static uint16_t
name_index(struct sabot_journal *journal, const char *name)
{
	for (int i = 0; i < journal->n_names; i++)
		if (strcmp(journal->names[i], name) == 0)
			return (uint16_t)i;
	size_t length = strlen(name);
	if (length > SABOT_BETTOR_BYTES_MAX || journal->n_names == SABOT_JOURNAL_NAMES_MAX) {
		journal->full = true;
		return SABOT_NO_NAME;
	}
	memcpy(journal->names[journal->n_names], name, length + 1);
	return (uint16_t)journal->n_names++;
}

/* Most events name nobody. */
SABOT_APART static int
enter_name(struct sabot_journal *journal, int place, const char *name)
{
	journal->entries[place].bettor = name_index(journal, name);
	return place;
}

/* Not a load or its end, which begin the journal again, nor what decides nothing in the play. */
static bool
is_kept(enum sabot_event_type type)
{
	switch (type) {
	case SABOT_EVENT_LOAD:
	case SABOT_EVENT_UNLOAD:
	case SABOT_EVENT_STAFF:
	case SABOT_EVENT_PREPARED:
	case SABOT_EVENT_TABLE:
		return false;
	case SABOT_EVENT_CARD:
	case SABOT_EVENT_CUT_CARD:
	case SABOT_EVENT_BET:
	case SABOT_EVENT_NO_MORE_BETS:
	case SABOT_EVENT_INSURANCE:
	case SABOT_EVENT_EVEN_MONEY:
	case SABOT_EVENT_INSURANCE_CLOSED:
	case SABOT_EVENT_ACTION:
	case SABOT_EVENT_RESULT:
	case SABOT_EVENT_PAID:
	case SABOT_EVENT_UNDO:
	case SABOT_EVENT_RULING:
	case SABOT_EVENT_CALL:
	case SABOT_EVENT_LIMITS:
	case SABOT_EVENT_HOLDER:
	case SABOT_EVENT_CORRECTION:
	case SABOT_EVENT_COMMISSION_PAID:
	case SABOT_EVENT_REVEAL:
	case SABOT_EVENT_DEVICE:
		break;
	}
	return true;
}

static void
pack_union(const struct sabot_event *event, struct sabot_entry *entry)
{
	switch (event->type) {
	case SABOT_EVENT_CARD:
		entry->face_up = event->u.card.face_up;
		entry->number = event->u.card.repeats_load;
		break;
	case SABOT_EVENT_NO_MORE_BETS:
		entry->number = event->u.no_more_bets.boxes;
		break;
	case SABOT_EVENT_ACTION:
		entry->what = (uint8_t)event->u.action.kind;
		break;
	case SABOT_EVENT_RESULT:
		entry->what = (uint8_t)event->u.result.winner;
		entry->number =
			event->u.result.claims_punto ? event->u.result.punto_points + 1U : 0;
		entry->number_2 = event->u.result.claims_banca ? event->u.result.banca_points : -1;
		break;
	case SABOT_EVENT_RULING:
		entry->what = (uint8_t)event->u.ruling.remedy;
		entry->number = event->u.ruling.incident;
		break;
	case SABOT_EVENT_LIMITS:
		entry->amount_minor = event->u.limits.min_minor;
		entry->amount_2_minor = event->u.limits.max_minor;
		break;
	case SABOT_EVENT_REVEAL:
		entry->what = (uint8_t)event->u.reveal.what;
		break;
	case SABOT_EVENT_DEVICE:
		entry->what = (uint8_t)event->u.device.state;
		/* How many a shoe misses that goes offline is said when it is online again. */
		entry->number_2 =
			event->u.device.is_counted && event->u.device.state != SABOT_DEVICE_OFFLINE
				? event->u.device.lost_cards
				: -1;
		break;
	case SABOT_EVENT_LOAD:
	case SABOT_EVENT_CUT_CARD:
	case SABOT_EVENT_BET:
	case SABOT_EVENT_INSURANCE:
	case SABOT_EVENT_EVEN_MONEY:
	case SABOT_EVENT_INSURANCE_CLOSED:
	case SABOT_EVENT_PAID:
	case SABOT_EVENT_UNDO:
	case SABOT_EVENT_CALL:
	case SABOT_EVENT_HOLDER:
	case SABOT_EVENT_TABLE:
	case SABOT_EVENT_STAFF:
	case SABOT_EVENT_PREPARED:
	case SABOT_EVENT_CORRECTION:
	case SABOT_EVENT_COMMISSION_PAID:
	case SABOT_EVENT_UNLOAD:
		break;
	}
}

/*
 * Each member is set, one after the other: as one literal they would be read before any is written,
 * into registers that each event would save.
 */
static void
pack(const struct sabot_event *event, unsigned line, struct sabot_entry *entry)
{
	entry->type = (uint8_t)event->type;
	entry->box = (uint8_t)(event->box > SABOT_BOXES_MAX ? SABOT_BOXES_MAX + 1 : event->box);
	entry->on = (uint8_t)event->on;
	entry->hand = (int8_t)(event->hand > 100 ? 100 : event->hand);
	entry->back = -1;
	entry->card = event->card;
	entry->bettor = SABOT_NO_NAME;
	entry->flags = 0;
	entry->face_up = false;
	entry->what = 0;
	entry->line = line;
	entry->of = event->of;
	entry->round = event->round;
	entry->number = 0;
	entry->number_2 = 0;
	entry->amount_minor = event->amount_minor;
	entry->amount_2_minor = 0;
	pack_union(event, entry);
}

int
sabot_journal_append(struct sabot_journal *journal, const struct sabot_event *event, unsigned line)
{
	int place = journal->n_entries;

	if (!is_kept(event->type))
		return -1;
	if (place == SABOT_JOURNAL_MAX) {
		journal->full = true;
		return -1;
	}
	journal->n_entries++;
	struct sabot_entry *entry = &journal->entries[place];
	pack(event, line, entry);
	if (event->bettor != NULL && event->bettor[0] != '\0')
		return enter_name(journal, place, event->bettor);
	return place;
}

struct sabot_entry *
sabot_journal_insert(struct sabot_journal *journal, int place)
{
	if (journal->n_entries == SABOT_JOURNAL_MAX)
		return NULL;
	memmove(&journal->entries[place + 1], &journal->entries[place],
		(size_t)(journal->n_entries - place) * sizeof(journal->entries[0]));
	journal->n_entries++;
	journal->entries[place] = (struct sabot_entry){
		.hand = SABOT_HAND_IN_TURN,
		.back = -1,
		.bettor = SABOT_NO_NAME,
	};
	return &journal->entries[place];
}

void
sabot_journal_remove(struct sabot_journal *journal, int place)
{
	journal->n_entries--;
	memmove(&journal->entries[place], &journal->entries[place + 1],
		(size_t)(journal->n_entries - place) * sizeof(journal->entries[0]));
}

static void
unpack_union(const struct sabot_entry *entry, struct sabot_event *event)
{
	switch (event->type) {
	case SABOT_EVENT_CARD:
		event->u.card.face_up = entry->face_up;
		event->u.card.repeats_load = entry->number;
		break;
	case SABOT_EVENT_NO_MORE_BETS:
		event->u.no_more_bets.boxes = entry->number;
		break;
	case SABOT_EVENT_ACTION:
		event->u.action.kind = (enum sabot_action)entry->what;
		break;
	case SABOT_EVENT_RESULT:
		event->u.result.winner = (enum sabot_winner)entry->what;
		event->u.result.claims_punto = entry->number > 0;
		event->u.result.claims_banca = entry->number_2 >= 0;
		event->u.result.punto_points = (uint8_t)(entry->number > 0 ? entry->number - 1 : 0);
		event->u.result.banca_points =
			(uint8_t)(entry->number_2 >= 0 ? entry->number_2 : 0);
		break;
	case SABOT_EVENT_RULING:
		event->u.ruling.remedy = (enum sabot_remedy)entry->what;
		event->u.ruling.incident = entry->number;
		break;
	case SABOT_EVENT_LIMITS:
		event->u.limits.min_minor = entry->amount_minor;
		event->u.limits.max_minor = entry->amount_2_minor;
		break;
	case SABOT_EVENT_REVEAL:
		event->u.reveal.what = (enum sabot_reveal)entry->what;
		break;
	case SABOT_EVENT_DEVICE:
		event->u.device.state = (enum sabot_device_state)entry->what;
		event->u.device.lost_cards = entry->number_2;
		event->u.device.is_counted = entry->number_2 >= 0;
		break;
	case SABOT_EVENT_LOAD:
	case SABOT_EVENT_CUT_CARD:
	case SABOT_EVENT_BET:
	case SABOT_EVENT_INSURANCE:
	case SABOT_EVENT_EVEN_MONEY:
	case SABOT_EVENT_INSURANCE_CLOSED:
	case SABOT_EVENT_PAID:
	case SABOT_EVENT_UNDO:
	case SABOT_EVENT_CALL:
	case SABOT_EVENT_HOLDER:
	case SABOT_EVENT_TABLE:
	case SABOT_EVENT_STAFF:
	case SABOT_EVENT_PREPARED:
	case SABOT_EVENT_CORRECTION:
	case SABOT_EVENT_COMMISSION_PAID:
	case SABOT_EVENT_UNLOAD:
		break;
	}
}

void
sabot_journal_read(const struct sabot_journal *journal, int place, struct sabot_event *ret_event)
{
	const struct sabot_entry *entry = &journal->entries[place];

	*ret_event = (struct sabot_event){
		.type = (enum sabot_event_type)entry->type,
		.at_us = SABOT_TIME_NONE,
		.line = entry->line,
		.of = entry->of,
		.round = entry->round,
		.box = entry->box,
		.hand = entry->hand,
		.bettor = entry->bettor == SABOT_NO_NAME ? NULL : journal->names[entry->bettor],
		.on = (enum sabot_bet)entry->on,
		.amount_minor = entry->amount_minor,
		.card = entry->card,
		.has_card = entry->card.rank != SABOT_RANK_UNKNOWN,
	};
	unpack_union(entry, ret_event);
}

int
sabot_journal_find(const struct sabot_journal *journal, unsigned line, enum sabot_event_type type)
{
	for (int i = journal->n_entries - 1; i >= 0; i--)
		if (journal->entries[i].line == line && journal->entries[i].type == (uint8_t)type &&
		    (journal->entries[i].flags & SABOT_ENTRY_REPORTED_LATE) == 0)
			return i;
	return -1;
}
