/* See year-cheats.h. */
#include "year-cheats.h"
#include "engine/table/prompt.h"

enum {
	COUNTER_BOX = 2,
	COUNTER_UNITS = 8,
	COUNTER_COUNT = 2, /* from this true count on */
	COUNTER_COVER_PERCENT = 20, /* of his bets do not follow the count */
	FRIEND_BOX = 6,
	FRIEND_DEALER = 17,
	FRIEND_PERCENT = 3, /* of his payments are too high */
	POSTER_BOX = 7,
	POSTER_PERCENT = 10, /* of his rounds */
	PACKET_CARDS = 10,   /* that stay together */
	PACKET_FROM = 40,
};

static const char counter_table[] = "BJ-02", poster_table[] = "PB-03", shuffle_table[] = "PB-05";
static const char friend_name[] = "friend";

void
year_cheats_init(struct year_cheats *cheats, const char *table, uint64_t seed, int64_t *counts)
{
	*cheats = (struct year_cheats){.table = table, .counts = counts};
	shoe_random_init(&cheats->random, seed);
}

static bool
is_at(const struct year_cheats *cheats, const char *table)
{
	return g_str_equal(cheats->table, table);
}

static bool
is_same_face(struct sabot_card a, struct sabot_card b)
{
	return a.rank == b.rank && a.suit == b.suit;
}

/* The card there becomes one of this face, by an exchange with a later one. */
static void
bring_to(struct shoe_pack *pack, unsigned place, struct sabot_card face)
{
	for (unsigned i = place; i < pack->n_cards; i++) {
		struct sabot_card card = pack->cards[i];

		if (!is_same_face(card, face))
			continue;
		pack->cards[i] = pack->cards[place];
		pack->cards[place] = card;
		return;
	}
}

void
year_cheats_shuffle(struct year_cheats *cheats, struct shoe_pack *pack)
{
	bool is_false = is_at(cheats, shuffle_table) && cheats->last.n_cards > 0 &&
			cheats->counts[YEAR_SHUFFLE] == 0;

	for (unsigned i = 0; is_false && i < PACKET_CARDS; i++)
		bring_to(pack, PACKET_FROM + i, cheats->last.cards[PACKET_FROM + i]);
	cheats->counts[YEAR_SHUFFLE] += is_false;
	cheats->last = *pack;
}

/* The Hi-Lo count of the cards that have left the shoe, over the decks that have not. */
static double
true_count(const struct shoe_pack *pack)
{
	int count = 0;

	for (unsigned i = 0; i < pack->n_drawn; i++) {
		int rank = pack->cards[i].rank;

		count += rank >= 2 && rank <= 6;
		count -= rank == SABOT_ACE || rank >= SABOT_TEN;
	}
	return (double)count * SABOT_DECK_CARDS / (double)(pack->n_cards - pack->n_drawn);
}

void
year_cheats_stake(struct year_cheats *cheats, const struct simulate *sim, int box,
		  int64_t *amount_minor)
{
	int64_t unit_minor = simulate_table(sim)->min_minor;
	bool is_high;

	if (!is_at(cheats, counter_table) || box != COUNTER_BOX)
		return;
	is_high = true_count(simulate_pack(sim)) >= COUNTER_COUNT;
	if (shoe_random_chance(&cheats->random, COUNTER_COVER_PERCENT))
		is_high = shoe_random_chance(&cheats->random, 50);
	*amount_minor = is_high ? unit_minor * COUNTER_UNITS : unit_minor;
	cheats->counts[YEAR_COUNTER] += is_high;
}

/* Who will win, by the cards that come: played out on a copy of the table. */
static enum sabot_bet
foresee(const struct simulate *sim)
{
	g_autofree struct sabot_table *table =
		g_memdup2(simulate_table(sim), sizeof(struct sabot_table));
	g_autofree struct sabot_update *update = g_new0(struct sabot_update, 1);
	const struct shoe_pack *pack = simulate_pack(sim);
	struct sabot_event event = {.type = SABOT_EVENT_NO_MORE_BETS,
				    .hand = SABOT_HAND_IN_TURN,
				    .at_us = SABOT_TIME_NONE};
	struct sabot_prompt prompt;

	sabot_table_step(table, &event, update);
	for (unsigned i = pack->n_drawn; i < pack->n_cards; i++) {
		sabot_table_prompt(table, &prompt);
		if (prompt.kind == SABOT_PROMPT_RESULT)
			return prompt.winner == SABOT_WINNER_PUNTO   ? SABOT_BET_PUNTO
			       : prompt.winner == SABOT_WINNER_BANCA ? SABOT_BET_BANCA
								     : SABOT_BET_TIE;
		event.type = SABOT_EVENT_CARD;
		event.card = pack->cards[i];
		event.has_card = true;
		sabot_table_step(table, &event, update);
	}
	return SABOT_BET_TIE;
}

static void
emit_bet(struct simulate *sim, int box, enum sabot_bet on, const char *bettor)
{
	struct sabot_event event = {
		.type = SABOT_EVENT_BET,
		.hand = SABOT_HAND_IN_TURN,
		.at_us = SABOT_TIME_NONE,
		.box = box,
		.on = on,
		.bettor = bettor,
		.amount_minor = simulate_table(sim)->min_minor * 5,
	};

	simulate_emit(sim, &event);
}

static enum sabot_bet
any_main_bet(struct year_cheats *cheats, const struct simulate *sim)
{
	if (simulate_table(sim)->rules.game == SABOT_BLACKJACK)
		return SABOT_BET_MAIN;
	return shoe_random_chance(&cheats->random, 50) ? SABOT_BET_PUNTO : SABOT_BET_BANCA;
}

/* He bets like others, and now and then when he knows. */
static void
post(struct year_cheats *cheats, struct simulate *sim)
{
	enum sabot_bet on = any_main_bet(cheats, sim);
	enum sabot_bet winner = foresee(sim);

	cheats->is_hurried = winner != SABOT_BET_TIE &&
			     shoe_random_chance(&cheats->random, POSTER_PERCENT);
	cheats->counts[YEAR_PAST_POSTER] += cheats->is_hurried;
	emit_bet(sim, POSTER_BOX, cheats->is_hurried ? winner : on, NULL);
}

void
year_cheats_close(struct year_cheats *cheats, struct simulate *sim, int dealer)
{
	cheats->is_hurried = false;
	if (dealer == FRIEND_DEALER)
		emit_bet(sim, FRIEND_BOX, any_main_bet(cheats, sim), friend_name);
	if (is_at(cheats, poster_table))
		post(cheats, sim);
}

void
year_cheats_pay(struct year_cheats *cheats, const struct simulate *sim, int dealer,
		struct sabot_event *event)
{
	if (dealer != FRIEND_DEALER || event->box != FRIEND_BOX ||
	    g_strcmp0(event->bettor, friend_name) != 0 ||
	    !shoe_random_chance(&cheats->random, FRIEND_PERCENT))
		return;
	event->amount_minor += simulate_table(sim)->min_minor;
	cheats->counts[YEAR_FRIEND]++;
}

json_t *
year_cheats_to_json(const int64_t *counts)
{
	return json_pack("[{s:s, s:s, s:i, s:I}, {s:s, s:s, s:i, s:I}, {s:s, s:s, s:i, s:I},"
			 " {s:s, s:s, s:I}]",
			 "cheat", "counter", "table", counter_table, "box", COUNTER_BOX, "times",
			 (json_int_t)counts[YEAR_COUNTER], "cheat", "friend", "bettor", friend_name,
			 "dealer", FRIEND_DEALER, "times", (json_int_t)counts[YEAR_FRIEND],
			 "cheat", "past_poster", "table", poster_table, "box", POSTER_BOX, "times",
			 (json_int_t)counts[YEAR_PAST_POSTER], "cheat", "shuffle", "table",
			 shuffle_table, "times", (json_int_t)counts[YEAR_SHUFFLE]);
}
