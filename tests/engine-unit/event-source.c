/*
 * Choosing events: three of four follow the prompt, so that rounds are really played to their end.
 */
#include "event-source.h"

#include "engine/table/prompt.h"

static bool
one_in(struct event_source *source, unsigned n)
{
	return event_source_choose(source, n) == n - 1;
}

static struct sabot_card
any_card(struct event_source *source)
{
	struct sabot_card card;

	card.rank = (uint8_t)(1 + event_source_choose(source, SABOT_RANKS));
	card.suit = (uint8_t)(1 + event_source_choose(source, SABOT_SUITS));
	return card;
}

/* Pairs more often than chance, `??` and `7?` now and then, seldom a card that cannot be. */
static struct sabot_card
card_from_shoe(struct event_source *source, const struct sabot_table *table)
{
	const struct sabot_load *load = &table->load;
	struct sabot_card card = any_card(source);

	for (int tries = 0; tries < 4 && load->in_shoe &&
			    sabot_composition_card_lack(&load->composition, card) == 0;
	     tries++)
		card = any_card(source);
	unsigned kind = event_source_choose(source, 64);
	if (kind >= 56 && load->n_order > 0 &&
	    load->order[load->n_order - 1].card.rank != SABOT_RANK_UNKNOWN)
		card.rank = load->order[load->n_order - 1].card.rank;
	else if (kind >= 56)
		card.rank = SABOT_ACE;
	else if (kind == 1)
		card = (struct sabot_card){SABOT_RANK_UNKNOWN, SABOT_SUIT_UNKNOWN};
	else if (kind == 2)
		card.suit = SABOT_SUIT_UNKNOWN;
	return card;
}

static void
make_card(struct event_source *source, const struct sabot_table *table, struct sabot_event *event)
{
	static const char *const backs[] = {"red", "blue", "green"};

	event->type = SABOT_EVENT_CARD;
	event->card = card_from_shoe(source, table);
	event->has_card = true;
	event->u.card.face_up = one_in(source, 100);
	if (one_in(source, 8))
		event->u.card.back = backs[event_source_choose(source, 3)];
}

static void
make_load(struct event_source *source, const struct sabot_table *table, struct sabot_event *event)
{
	event->type = SABOT_EVENT_LOAD;
	event->u.load.decks =
		one_in(source, 8) ? 1 + (int)event_source_choose(source, 8) : table->rules.decks;
	event->u.load.behind_cards = one_in(source, 4) ? (int)event_source_choose(source, 200) : -1;
	if (!one_in(source, 6))
		return;
	event->u.load.n_backs = 2;
	event->u.load.backs[0] = "red";
	event->u.load.backs[1] = "blue";
}

static enum sabot_bet
any_bet(struct event_source *source, const struct sabot_table *table)
{
	static const uint8_t of_coup[] = {SABOT_BET_PUNTO, SABOT_BET_BANCA, SABOT_BET_TIE};
	static const uint8_t of_deal[] = {SABOT_BET_MAIN, SABOT_BET_MAIN, SABOT_BET_NONE};

	if (one_in(source, 8))
		return (enum sabot_bet)(
			SABOT_BET_UNKNOWN +
			event_source_choose(source, SABOT_BETS - SABOT_BET_UNKNOWN));
	unsigned which = event_source_choose(source, 3);
	return (enum sabot_bet)(table->rules.game == SABOT_PUNTO_BANCO ? of_coup[which]
								       : of_deal[which]);
}

static int64_t
any_amount(struct event_source *source)
{
	static const int64_t amounts[] = {500,   501,  1000,  333, 2500,
					  60000, 1000, 50000, 0,   SABOT_AMOUNT_MAX};

	return amounts[event_source_choose(source, sizeof(amounts) / sizeof(amounts[0]))];
}

/* The round in play or one of the last, seldom one that is none. */
static unsigned
any_round(struct event_source *source, const struct sabot_table *table)
{
	unsigned back = event_source_choose(source, one_in(source, 8) ? 32 : 4);

	return table->n_rounds > back ? table->n_rounds - back : table->n_rounds + 1;
}

/* Box, bettor and stake, as all events of money have them. */
static void
make_money(struct event_source *source, const struct sabot_table *table, struct sabot_event *event)
{
	static const char *const bettors[] = {"ana", "beto", "1", "2"};

	event->box = one_in(source, 16) ? 1 + (int)event_source_choose(source, SABOT_BOXES_MAX)
					: 1 + (int)event_source_choose(source, 3);
	if (one_in(source, 4))
		event->bettor = bettors[event_source_choose(source, 4)];
	event->amount_minor = any_amount(source);
	if (event->type != SABOT_EVENT_BET && event->type != SABOT_EVENT_PAID)
		return;
	event->on = any_bet(source, table);
	if (event->on == SABOT_BET_NONE && table->rules.game == SABOT_PUNTO_BANCO)
		event->on = SABOT_BET_PUNTO;
	if (event->on == SABOT_BET_UNKNOWN)
		event->on_word = "marker";
}

static void
make_bet(struct event_source *source, const struct sabot_table *table, struct sabot_event *event)
{
	event->type = SABOT_EVENT_BET;
	make_money(source, table, event);
}

static void
make_payment(struct event_source *source, const struct sabot_table *table,
	     struct sabot_event *event)
{
	event->type = one_in(source, 4) ? SABOT_EVENT_CORRECTION : SABOT_EVENT_PAID;
	make_money(source, table, event);
	if (one_in(source, 2))
		event->amount_minor = -event->amount_minor;
	if (event->type == SABOT_EVENT_CORRECTION || one_in(source, 4))
		event->round = any_round(source, table);
}

static void
make_no_more_bets(struct event_source *source, struct sabot_event *event)
{
	event->type = SABOT_EVENT_NO_MORE_BETS;
	if (one_in(source, 6))
		event->u.no_more_bets.boxes = 2U << event_source_choose(source, SABOT_BOXES_MAX);
}

static void
make_action(struct event_source *source, const struct sabot_prompt *prompt,
	    struct sabot_event *event)
{
	event->type = SABOT_EVENT_ACTION;
	event->box = prompt->box > 0 ? prompt->box : 1;
	event->u.action.kind = (enum sabot_action)event_source_choose(source, SABOT_ACTIONS);
	for (int i = 0; i < SABOT_ACTIONS && (prompt->can >> event->u.action.kind & 1) == 0; i++)
		event->u.action.kind =
			(enum sabot_action)event_source_choose(source, SABOT_ACTIONS);
	if (one_in(source, 8))
		event->hand = (int)event_source_choose(source, 4);
	if (one_in(source, 16))
		event->box = 1 + (int)event_source_choose(source, SABOT_BOXES_MAX);
}

static void
make_insurance(struct event_source *source, const struct sabot_table *table,
	       struct sabot_event *event)
{
	static const enum sabot_event_type types[] = {SABOT_EVENT_INSURANCE, SABOT_EVENT_EVEN_MONEY,
						      SABOT_EVENT_INSURANCE_CLOSED};

	event->type = types[event_source_choose(source, 3)];
	if (event->type == SABOT_EVENT_INSURANCE_CLOSED)
		return;
	make_money(source, table, event);
	if (event->type == SABOT_EVENT_EVEN_MONEY)
		event->amount_minor = 0;
	else
		event->amount_minor = sabot_round_stake(&table->round, event->box, SABOT_BET_MAIN) /
				      (2 + event_source_choose(source, 2));
	if (event->amount_minor > SABOT_AMOUNT_MAX)
		event->amount_minor = SABOT_AMOUNT_MAX;
}

/* Mostly what the rules offer. */
static enum sabot_remedy
any_remedy(struct event_source *source, const struct sabot_table *table, unsigned incident)
{
	const struct sabot_kept_incident *kept = &table->kept[incident % SABOT_INCIDENTS_KEPT];
	const struct sabot_remedies *offered = &table->rules.remedies[kept->code];

	if (kept->id != incident || offered->n_remedies == 0 || one_in(source, 12))
		return (enum sabot_remedy)(1 + event_source_choose(source, SABOT_REMEDIES - 1));
	return (enum sabot_remedy)
		offered->remedies[event_source_choose(source, offered->n_remedies)];
}

/* Each incident is decided once; what is said of it later moves no card. */
static enum sabot_remedy
first_remedy(struct event_source *source, const struct sabot_table *table, unsigned incident)
{
	unsigned *ruled = &source->ruled[incident % EVENT_SOURCE_RULED_MAX];
	enum sabot_remedy remedy = any_remedy(source, table, incident);

	if (*ruled == incident && remedy != SABOT_REMEDY_READ_AS)
		return SABOT_REMEDY_LET_STAND;
	*ruled = incident;
	return remedy;
}

static void
make_ruling_on(struct event_source *source, const struct sabot_table *table, unsigned id,
	       struct sabot_event *event)
{
	int n_order = table->load.n_order;

	event->type = SABOT_EVENT_RULING;
	event->u.ruling.incident = id;
	event->u.ruling.remedy = first_remedy(source, table, id);
	if (!one_in(source, 8)) {
		event->card = any_card(source);
		event->has_card = true;
	}
	if (one_in(source, 3))
		event->box = 1 + (int)event_source_choose(source, 4);
	if (one_in(source, 4))
		event->hand = (int)event_source_choose(source, 3);
	/* One of the last cards, seldom a line that has none. */
	if (n_order > 0 && one_in(source, 3)) {
		int back = (int)event_source_choose(source, 8);
		event->of = table->load.order[back < n_order ? n_order - 1 - back : 0].line;
	} else if (one_in(source, 16)) {
		event->of = 1 + event_source_choose(source, 200);
	}
}

/* The dealer mends the last card, seldom one before it. */
static void
make_mend(struct event_source *source, const struct sabot_table *table, struct sabot_event *event)
{
	static const enum sabot_remedy mends[] = {SABOT_REMEDY_MOVE_CARD, SABOT_REMEDY_READ_AS,
						  SABOT_REMEDY_FIRST_OF_NEXT_ROUND};
	make_ruling_on(source, table, 0, event);
	event->u.ruling.is_mend = true;
	event->u.ruling.remedy = mends[event_source_choose(source, 3)];
	event->of = one_in(source, 4) ? event->of : 0;
}

static void
make_ruling(struct event_source *source, const struct sabot_table *table, struct sabot_event *event)
{
	unsigned back = event_source_choose(source, one_in(source, 8) ? 64 : 3),
		 last = table->n_incidents;

	if (one_in(source, 3))
		make_mend(source, table, event);
	else
		make_ruling_on(source, table, last > back ? last - back : 1, event);
}

/* On the incident for which the table waits, or without an answer to it. */
static void
make_answer(struct event_source *source, const struct sabot_table *table,
	    const struct sabot_prompt *prompt, struct sabot_event *event)
{
	unsigned kind = event_source_choose(source, 8);

	if (kind == 0)
		make_card(source, table, event);
	else if (kind == 1)
		event->type = SABOT_EVENT_RESULT;
	else if (kind < 4 || prompt->incident == 0)
		make_ruling(source, table, event);
	else
		make_ruling_on(source, table, prompt->incident, event);
}

static void
make_unload(struct event_source *source, const struct sabot_table *table, struct sabot_event *event)
{
	int left = table->load.composition.decks * SABOT_DECK_CARDS - table->load.n_seen;
	unsigned kind = event_source_choose(source, 4);

	event->type = SABOT_EVENT_UNLOAD;
	event->u.unload.left_cards = -1;
	if (kind == 0 && left >= 0)
		event->u.unload.left_cards = left;
	if (kind == 1)
		event->u.unload.left_cards = (int)event_source_choose(source, 200);
	if (kind != 2)
		return;
	event->u.unload.cards = source->run_out;
	event->u.unload.n_cards = event_source_choose(source, EVENT_SOURCE_RUN_OUT_MAX);
	for (size_t i = 0; i < event->u.unload.n_cards; i++)
		source->run_out[i] = any_card(source);
}

static void
make_result(struct event_source *source, const struct sabot_prompt *prompt,
	    struct sabot_event *event)
{
	event->type = SABOT_EVENT_RESULT;
	if (prompt->winner != SABOT_WINNER_VOID)
		event->u.result.winner = prompt->winner;
	if (one_in(source, 16))
		event->u.result.winner =
			(enum sabot_winner)event_source_choose(source, SABOT_WINNER_VOID);
	event->u.result.claims_punto = one_in(source, 16);
	event->u.result.claims_banca = one_in(source, 16);
	if (event->u.result.claims_punto)
		event->u.result.punto_points = (uint8_t)event_source_choose(source, 10);
	if (event->u.result.claims_banca)
		event->u.result.banca_points = (uint8_t)event_source_choose(source, 10);
}

/* Stakes for an open betting, then its end. */
static void
make_betting(struct event_source *source, const struct sabot_table *table,
	     struct sabot_event *event)
{
	if (event_source_choose(source, 3) != 0)
		make_bet(source, table, event);
	else if (table->round.open || table->rules.game == SABOT_PUNTO_BANCO || one_in(source, 8))
		make_no_more_bets(source, event);
	else
		make_bet(source, table, event);
}

static void
make_next(struct event_source *source, const struct sabot_table *table, struct sabot_event *event)
{
	struct sabot_prompt prompt;

	sabot_table_prompt(table, &prompt);
	switch (prompt.kind) {
	case SABOT_PROMPT_LOAD:
		make_load(source, table, event);
		break;
	case SABOT_PROMPT_BURN:
	case SABOT_PROMPT_DEAL:
	case SABOT_PROMPT_DRAW:
		make_card(source, table, event);
		break;
	case SABOT_PROMPT_BETS:
		if (table->load.n_seen > 50 * table->load.composition.decks)
			make_unload(source, table, event);
		else
			make_betting(source, table, event);
		break;
	case SABOT_PROMPT_PLAY:
		if (event_source_choose(source, 4) != 0)
			make_action(source, &prompt, event);
		else
			make_card(source, table, event);
		break;
	case SABOT_PROMPT_INSURANCE:
		make_insurance(source, table, event);
		break;
	case SABOT_PROMPT_RESULT:
		if (one_in(source, 8))
			make_card(source, table, event);
		else
			make_result(source, &prompt, event);
		break;
	case SABOT_PROMPT_RULING:
	case SABOT_PROMPT_READ:
		make_answer(source, table, &prompt, event);
		break;
	case SABOT_PROMPT_UNLOAD:
		make_unload(source, table, event);
		break;
	}
}

static void
make_device(struct event_source *source, struct sabot_event *event)
{
	event->type = SABOT_EVENT_DEVICE;
	event->u.device.state =
		(enum sabot_device_state)event_source_choose(source, SABOT_DEVICE_STATES);
	if (one_in(source, 2))
		event->u.device.code = "E-17";
	if (one_in(source, 2)) {
		event->u.device.detail = "lid open";
	} else if (event->u.device.state == SABOT_DEVICE_LOST ||
		   event->u.device.state == SABOT_DEVICE_ONLINE) {
		event->u.device.lost_cards = (int)event_source_choose(source, 3);
		/* Of `lost` 0 is the same as no number. */
		event->u.device.is_counted = event->u.device.lost_cards > 0 ||
					     event->u.device.state == SABOT_DEVICE_ONLINE;
	}
}

/* What a type needs to be well formed, without a look at the table. */
static void
make_any(struct event_source *source, const struct sabot_table *table, struct sabot_event *event)
{
	struct sabot_prompt prompt = {.can = ~UINT32_C(0)};

	switch ((enum sabot_event_type)event_source_choose(source, SABOT_EVENT_TYPES)) {
	case SABOT_EVENT_LOAD:
		/* Whole loads are more telling than new ones. */
		if (one_in(source, 8))
			make_load(source, table, event);
		else
			make_card(source, table, event);
		break;
	case SABOT_EVENT_UNLOAD:
		if (one_in(source, 8))
			make_unload(source, table, event);
		else
			make_ruling(source, table, event);
		break;
	case SABOT_EVENT_CUT_CARD:
		event->type = one_in(source, 4) ? SABOT_EVENT_CUT_CARD : SABOT_EVENT_UNDO;
		break;
	case SABOT_EVENT_CARD:
		make_card(source, table, event);
		break;
	case SABOT_EVENT_BET:
		make_bet(source, table, event);
		break;
	case SABOT_EVENT_NO_MORE_BETS:
		make_no_more_bets(source, event);
		break;
	case SABOT_EVENT_INSURANCE:
	case SABOT_EVENT_EVEN_MONEY:
	case SABOT_EVENT_INSURANCE_CLOSED:
		make_insurance(source, table, event);
		break;
	case SABOT_EVENT_ACTION:
		make_action(source, &prompt, event);
		break;
	case SABOT_EVENT_RESULT:
		make_result(source, &prompt, event);
		break;
	case SABOT_EVENT_PAID:
	case SABOT_EVENT_CORRECTION:
		make_payment(source, table, event);
		break;
	case SABOT_EVENT_COMMISSION_PAID:
		event->type = SABOT_EVENT_COMMISSION_PAID;
		make_money(source, table, event);
		break;
	case SABOT_EVENT_UNDO:
		event->type = SABOT_EVENT_UNDO;
		break;
	case SABOT_EVENT_CALL:
		event->type = SABOT_EVENT_CALL;
		event->box = (int)event_source_choose(source, 4);
		break;
	case SABOT_EVENT_LIMITS:
		event->type = SABOT_EVENT_LIMITS;
		event->u.limits.min_minor = any_amount(source);
		event->u.limits.max_minor = any_amount(source);
		break;
	case SABOT_EVENT_REVEAL:
		event->type = SABOT_EVENT_REVEAL;
		event->u.reveal.what =
			(enum sabot_reveal)event_source_choose(source, SABOT_REVEALS);
		break;
	case SABOT_EVENT_DEVICE:
		make_device(source, event);
		break;
	case SABOT_EVENT_TABLE:
		event->type = SABOT_EVENT_TABLE;
		break;
	case SABOT_EVENT_RULING:
	case SABOT_EVENT_HOLDER:
	case SABOT_EVENT_STAFF:
	case SABOT_EVENT_PREPARED:
		make_ruling(source, table, event);
		break;
	}
}

/* The last incident is about the round that lies on the table. */
static bool
is_incident_fresh(const struct sabot_table *table)
{
	const struct sabot_kept_incident *kept =
		&table->kept[table->n_incidents % SABOT_INCIDENTS_KEPT];

	return table->round.open && kept->id != 0 && kept->round == table->round.number;
}

static enum sabot_source
source_of(enum sabot_event_type type)
{
	return type == SABOT_EVENT_CARD || type == SABOT_EVENT_CUT_CARD ||
			       type == SABOT_EVENT_DEVICE
		       ? SABOT_SOURCE_READ
		       : SABOT_SOURCE_MANUAL;
}

/* Most events have none; now and then the clock goes back. */
static int64_t
any_time(struct event_source *source)
{
	enum { SECOND_US = 1000000 };

	if (!one_in(source, 16))
		return SABOT_TIME_NONE;
	source->seconds += one_in(source, 32) ? 3 : 60;
	return (int64_t)(source->seconds - (one_in(source, 16) ? 90 : 0)) * SECOND_US;
}

void
event_source_next(struct event_source *source, const struct sabot_table *table,
		  struct sabot_event *ret_event)
{
	struct sabot_event event = {.at_us = SABOT_TIME_NONE, .hand = SABOT_HAND_IN_TURN};

	if (is_incident_fresh(table) && one_in(source, 4))
		make_ruling(source, table, &event);
	else if (!one_in(source, 8))
		make_next(source, table, &event);
	else
		make_any(source, table, &event);
	event.source = source_of(event.type);
	event.at_us = any_time(source);
	*ret_event = event;
}
