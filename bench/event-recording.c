/*
 * Makes a recording: see the header. A hand is hit below 17, doubled on 10 and 11, split on a pair.
 */
#include "event-recording.h"

#include "simulate/shoe-pack.h"
#include "engine/table/prompt.h"

#include <glib.h>

enum {
	BOXES = 5,          /* at blackjack */
	EVENTS_MAX = 4096,  /* of one load */
	CARDS_BEHIND = 100, /* behind the cut card: more than any profile asks for */
};

struct recorder {
	struct recording *recording;
	enum recording_stakes stakes;
	struct shoe_pack pack;
	struct shoe_random random;
	struct sabot_table table;
	struct sabot_update update;
};

static struct sabot_event
event_of(enum sabot_event_type type)
{
	return (struct sabot_event){
		.type = type, .hand = SABOT_HAND_IN_TURN, .at_us = SABOT_TIME_NONE};
}

static void
record(struct recorder *recorder, struct sabot_event event)
{
	recorder->recording->events[recorder->recording->n_events++] = event;
	sabot_table_step(&recorder->table, &event, &recorder->update);
}

static void
draw(struct recorder *recorder)
{
	struct sabot_event event = event_of(SABOT_EVENT_CARD);

	if (shoe_pack_cut_is_next(&recorder->pack)) {
		shoe_pack_draw_cut(&recorder->pack);
		record(recorder, event_of(SABOT_EVENT_CUT_CARD));
	}
	if (!shoe_pack_draw(&recorder->pack, &event.card))
		g_error("the shoe is empty");
	event.has_card = true;
	recorder->recording->n_cards++;
	record(recorder, event);
}

static void
bet(struct recorder *recorder)
{
	struct sabot_event event = event_of(SABOT_EVENT_BET);
	bool punto_banco = recorder->table.rules.game == SABOT_PUNTO_BANCO;

	for (event.box = 1; event.box <= BOXES; event.box++) {
		event.amount_minor = recorder->table.min_minor;
		event.on = !punto_banco         ? SABOT_BET_MAIN
			   : event.box % 2 == 0 ? SABOT_BET_PUNTO
						: SABOT_BET_BANCA;
		record(recorder, event);
	}
}

static void
begin_round(struct recorder *recorder)
{
	struct sabot_event event = event_of(SABOT_EVENT_NO_MORE_BETS);

	if (recorder->stakes == RECORDING_STAKES)
		bet(recorder);
	else if (recorder->table.rules.game == SABOT_BLACKJACK)
		event.u.no_more_bets.boxes = (UINT32_C(1) << (BOXES + 1)) - 2;
	record(recorder, event);
}

static void
play(struct recorder *recorder, const struct sabot_prompt *prompt)
{
	struct sabot_event event = event_of(SABOT_EVENT_ACTION);

	event.box = prompt->box;
	event.hand = prompt->hand;
	event.u.action.kind = SABOT_ACTION_STAND;
	if ((prompt->can >> SABOT_ACTION_SPLIT & 1) != 0)
		event.u.action.kind = SABOT_ACTION_SPLIT;
	else if ((prompt->can >> SABOT_ACTION_DOUBLE & 1) != 0 &&
		 (prompt->total == 10 || prompt->total == 11))
		event.u.action.kind = SABOT_ACTION_DOUBLE;
	else if (prompt->total < 17) {
		draw(recorder);
		return;
	}
	record(recorder, event);
}

static void
load(struct recorder *recorder)
{
	struct sabot_event event = event_of(SABOT_EVENT_LOAD);

	shoe_pack_fill(&recorder->pack, recorder->table.rules.decks, &recorder->random);
	recorder->pack.behind_cards = CARDS_BEHIND;
	event.u.load.decks = recorder->table.rules.decks;
	event.u.load.behind_cards = CARDS_BEHIND;
	record(recorder, event);
}

static void
unload(struct recorder *recorder, struct sabot_card *cards)
{
	struct sabot_event event = event_of(SABOT_EVENT_UNLOAD);

	memcpy(cards, recorder->pack.cards, recorder->pack.n_cards * sizeof(cards[0]));
	event.u.unload.left_cards = -1;
	event.u.unload.cards = cards + recorder->pack.n_drawn;
	event.u.unload.n_cards = shoe_pack_left(&recorder->pack);
	record(recorder, event);
}

/* Do what comes next; false when the load is to be taken out. */
static bool
go_on(struct recorder *recorder)
{
	struct sabot_prompt prompt;
	struct sabot_event result = event_of(SABOT_EVENT_RESULT);

	sabot_table_prompt(&recorder->table, &prompt);
	switch (prompt.kind) {
	case SABOT_PROMPT_BURN:
	case SABOT_PROMPT_DEAL:
	case SABOT_PROMPT_DRAW:
		draw(recorder);
		break;
	case SABOT_PROMPT_BETS:
		begin_round(recorder);
		break;
	case SABOT_PROMPT_PLAY:
		play(recorder, &prompt);
		break;
	case SABOT_PROMPT_INSURANCE:
		record(recorder, event_of(SABOT_EVENT_INSURANCE_CLOSED));
		break;
	case SABOT_PROMPT_RESULT:
		result.u.result.winner = prompt.winner;
		recorder->recording->n_rounds++;
		record(recorder, result);
		break;
	case SABOT_PROMPT_LOAD:
	case SABOT_PROMPT_READ: /* every card is read */
	case SABOT_PROMPT_RULING:
	case SABOT_PROMPT_UNLOAD:
		return false;
	}
	return true;
}

void
recording_record(struct recording *recording, const struct sabot_rules *rules, unsigned loads,
		 enum recording_stakes stakes)
{
	g_autofree struct recorder *recorder = g_new0(struct recorder, 1);

	*recording = (struct recording){
		.events = g_new(struct sabot_event, loads * EVENTS_MAX),
		.cards = g_new(struct sabot_card, loads * SHOE_PACK_CARDS_MAX),
	};
	recorder->recording = recording;
	recorder->stakes = stakes;
	shoe_random_init(&recorder->random, 1);
	sabot_table_init(&recorder->table, rules, 0, 0, 0);
	for (unsigned i = 0; i < loads; i++) {
		load(recorder);
		while (go_on(recorder))
			;
		unload(recorder, &recording->cards[i * SHOE_PACK_CARDS_MAX]);
	}
}

void
recording_clear(struct recording *recording)
{
	g_free(recording->events);
	g_free(recording->cards);
}
