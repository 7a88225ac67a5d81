/*
 * There are two sequences: the cards keyed in, and the cards that the shoe stored. Compared place
 * by place, one is the beginning of the other, or they differ; then nothing further can be proven.
 */
#include "keyed-cards.h"
#include "run-out.h"

enum {
	KEYED_CARDS_MAX = 512, /* more than any load */
	/*
	 * A line that stalls is given up sooner, so a card read later than this equals a keyed-in
	 * one only by chance.
	 */
	SAME_WITHIN_US = 30 * 1000000,
	/* A card that waited in a line arrives as soon as the line is open. */
	WAITED_US = 2 * 1000000,
};

struct sabot_keyed_card {
	bool is_cut;
	struct sabot_card card;
	int64_t at_us;
};

void
sabot_keyed_cards_init(struct sabot_keyed_cards *keyed)
{
	*keyed = (struct sabot_keyed_cards){
		.cards = g_array_new(FALSE, FALSE, sizeof(struct sabot_keyed_card)),
	};
}

void
sabot_keyed_cards_clear(struct sabot_keyed_cards *keyed)
{
	g_array_unref(keyed->cards);
}

static void
record_card(struct sabot_keyed_cards *keyed, const struct sabot_event *event)
{
	struct sabot_keyed_card card = {
		.is_cut = event->type == SABOT_EVENT_CUT_CARD,
		.card = event->card,
		.at_us = event->at_us,
	};

	/* Cards come in order, so the shoe has sent all that it had stored. */
	if (event->source == SABOT_SOURCE_READ) {
		g_array_set_size(keyed->cards, 0);
		keyed->was_keyed = keyed->has_differed = keyed->went_on = keyed->is_out = false;
		return;
	}
	/* A shoe may read well and yet not report its cut card. */
	if (!keyed->is_out && card.is_cut)
		return;
	keyed->was_keyed = true;
	if (keyed->cards->len < KEYED_CARDS_MAX)
		g_array_append_val(keyed->cards, card);
	else
		keyed->has_differed = true;
}

static void
record_device(struct sabot_keyed_cards *keyed, const struct sabot_event *event)
{
	const char *code = event->u.device.code;
	bool differs = g_strcmp0(code, SABOT_KEYED_DIFFERS) == 0;

	if (event->u.device.state == SABOT_DEVICE_OFFLINE)
		keyed->is_out = true;
	/* The shoe itself has lost events: no place can be compared any more. */
	if (event->u.device.state == SABOT_DEVICE_LOST && keyed->cards->len > 0) {
		g_array_set_size(keyed->cards, 0);
		keyed->has_differed = true;
	}
	if (event->u.device.state != SABOT_DEVICE_ONLINE)
		return;
	keyed->is_out = false;
	/*
	 * An event that only reports that nothing was missed does not mean that the line is open
	 * again.
	 */
	if (event->u.device.is_counted)
		return;
	if (!differs && g_strcmp0(code, SABOT_KEYED_CONFIRMED) != 0) {
		keyed->online_at_us = event->at_us;
		return;
	}
	keyed->has_differed |= differs;
	if (keyed->cards->len > 0)
		g_array_remove_index(keyed->cards, 0);
}

/* A card keyed in while a load is run out and the shoe is away: the shoe sends it late, too. */
static void
record_run_out(struct sabot_keyed_cards *keyed, const struct sabot_event *event)
{
	const struct sabot_event card = {
		.type = SABOT_EVENT_CARD,
		.source = event->source,
		.at_us = event->at_us,
		.card = event->u.device.card,
	};

	if (event->u.device.names_card && (keyed->is_out || event->source == SABOT_SOURCE_READ))
		record_card(keyed, &card);
}

static void
record_loss(struct sabot_keyed_cards *keyed, const struct sabot_event *event)
{
	if (event->type == SABOT_EVENT_UNLOAD ||
	    (event->type == SABOT_EVENT_LOAD && keyed->has_load))
		keyed->has_uncounted_loss = false;
	else if (event->type == SABOT_EVENT_DEVICE && event->u.device.state == SABOT_DEVICE_LOST &&
		 event->u.device.lost_cards <= 0)
		keyed->has_uncounted_loss = true;
	if (event->type == SABOT_EVENT_LOAD || event->type == SABOT_EVENT_UNLOAD)
		keyed->has_load = event->type == SABOT_EVENT_LOAD;
}

/* It says how the cards lie: what the shoe sends later was dealt before it, or was not. */
static bool
rests_on_cards(enum sabot_event_type type)
{
	switch (type) {
	case SABOT_EVENT_LOAD:
	case SABOT_EVENT_NO_MORE_BETS:
	case SABOT_EVENT_INSURANCE:
	case SABOT_EVENT_EVEN_MONEY:
	case SABOT_EVENT_INSURANCE_CLOSED:
	case SABOT_EVENT_ACTION:
	case SABOT_EVENT_RESULT:
	case SABOT_EVENT_PAID:
	case SABOT_EVENT_UNLOAD:
		return true;
	case SABOT_EVENT_CARD:
	case SABOT_EVENT_CUT_CARD:
	case SABOT_EVENT_BET:
	case SABOT_EVENT_RULING:
	case SABOT_EVENT_UNDO:
	case SABOT_EVENT_CALL:
	case SABOT_EVENT_LIMITS:
	case SABOT_EVENT_HOLDER:
	case SABOT_EVENT_TABLE:
	case SABOT_EVENT_STAFF:
	case SABOT_EVENT_PREPARED:
	case SABOT_EVENT_CORRECTION:
	case SABOT_EVENT_COMMISSION_PAID:
	case SABOT_EVENT_REVEAL:
	case SABOT_EVENT_DEVICE:
		return false;
	}
	return false;
}

void
sabot_keyed_cards_apply(struct sabot_keyed_cards *keyed, const struct sabot_event *event,
			bool is_torn)
{
	if (is_torn && keyed->is_out && rests_on_cards(event->type))
		keyed->was_keyed = keyed->went_on = true;
	record_loss(keyed, event);
	if (event->type == SABOT_EVENT_CARD || event->type == SABOT_EVENT_CUT_CARD)
		record_card(keyed, event);
	else if (event->type == SABOT_EVENT_DEVICE &&
		 g_strcmp0(event->u.device.code, SABOT_RUN_OUT) == 0)
		record_run_out(keyed, event);
	else if (event->type == SABOT_EVENT_DEVICE)
		record_device(keyed, event);
}

/* A rank or suit that one of them does not have cannot contradict the other. */
static bool
agree(struct sabot_card a, struct sabot_card b)
{
	return (!a.rank || !b.rank || a.rank == b.rank) && (!a.suit || !b.suit || a.suit == b.suit);
}

bool
sabot_keyed_cards_has(const struct sabot_keyed_cards *keyed, const struct sabot_event *event)
{
	const struct sabot_keyed_card *first;

	if (keyed->cards->len == 0)
		return false;
	first = &g_array_index(keyed->cards, struct sabot_keyed_card, 0);
	if (first->is_cut || event->type != SABOT_EVENT_CARD || !first->card.rank ||
	    first->card.rank != event->card.rank || first->card.suit != event->card.suit)
		return false;
	return event->at_us - first->at_us <= SAME_WITHIN_US ||
	       event->at_us - keyed->online_at_us <= WAITED_US;
}

enum sabot_late
sabot_keyed_cards_judge(const struct sabot_keyed_cards *keyed, const struct sabot_event *event)
{
	const struct sabot_keyed_card *first;
	bool is_cut = event->type == SABOT_EVENT_CUT_CARD;

	if (keyed->cards->len == 0)
		return keyed->has_differed || keyed->went_on ? SABOT_LATE_UNPLACED
							     : SABOT_LATE_TAKE;
	first = &g_array_index(keyed->cards, struct sabot_keyed_card, 0);
	if (first->is_cut == is_cut && (is_cut || agree(first->card, event->card)))
		return SABOT_LATE_CONFIRM;
	return SABOT_LATE_DIFFERS;
}
