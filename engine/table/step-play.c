/*
 * The round's log: each entry is applied when it happens, and all of them again when a ruling says
 * that a card was another one. What is derived is the same either way.
 *
 *   sabot_step_play()  appends and applies
 *   derive again       forgets the play, applies every entry; incidents raised before are
 *                      recognised by their place in the log, the others are explained
 */
#include "table-private.h"

#include <string.h>

static enum sabot_owner
coup_card_due(const struct sabot_table *table)
{
	return sabot_punto_banco_next(&table->rules, &table->round);
}

bool
sabot_round_is_decided(const struct sabot_table *table)
{
	if (!table->round.bets_closed)
		return false;
	if (table->rules.game == SABOT_PUNTO_BANCO)
		return coup_card_due(table) == SABOT_OWNER_NONE;
	return sabot_blackjack_next(&table->rules, &table->round).kind == SABOT_NEXT_DECIDED;
}

bool
sabot_round_deal_is_complete(const struct sabot_table *table)
{
	const struct sabot_pile *piles = table->round.piles;

	if (table->rules.game == SABOT_BLACKJACK)
		return sabot_blackjack_deal_is_complete(&table->rules, &table->round);
	return piles[SABOT_OWNER_PUNTO].n_cards >= 2 && piles[SABOT_OWNER_BANCA].n_cards >= 2;
}

enum sabot_owner
sabot_round_card_due(const struct sabot_table *table)
{
	if (!table->round.bets_closed)
		return SABOT_OWNER_NONE;
	if (table->rules.game == SABOT_PUNTO_BANCO)
		return coup_card_due(table);
	return sabot_blackjack_next(&table->rules, &table->round).owner;
}

static void
apply_close_bets(struct sabot_table *table)
{
	struct sabot_round *round = &table->round;

	round->bets_closed = true;
	if (table->rules.game != SABOT_BLACKJACK)
		return;
	for (uint32_t boxes = round->used | round->listed; boxes != 0;) {
		int box = sabot_take_box(&boxes);
		if ((round->listed >> box & 1) != 0 ||
		    sabot_round_stake(round, box, SABOT_BET_MAIN) > 0)
			sabot_round_seat_box(round, box);
	}
}

void
sabot_play_excess(struct sabot_step *step, struct sabot_card card)
{
	const struct sabot_table *table = step->table;
	bool punto_banco = table->rules.game == SABOT_PUNTO_BANCO;
	struct sabot_coup coup;
	struct sabot_incident *incident;

	if (sabot_round_is_doubtful(&table->round))
		return;
	incident = sabot_step_raise(step, SABOT_INCIDENT_CARD_IN_EXCESS,
				    punto_banco ? "PB-11" : "BJ-05");
	sabot_incident_add_card(incident, "card", card);
	if (table->round.is_void) {
		sabot_incident_add_word(incident, "hand", "");
		sabot_incident_add_number(incident, "total", 0);
		sabot_incident_add_word(incident, "why", "void");
	} else if (punto_banco) {
		sabot_punto_banco_read(&table->round, &coup);
		sabot_incident_add_word(incident, "hand", "banca");
		sabot_incident_add_number(incident, "total", coup.banca_points);
		sabot_incident_add_word(incident, "why",
					sabot_punto_banco_is_natural(&coup) ? "natural" : "stands");
	} else {
		struct sabot_total dealer = sabot_blackjack_dealer_total(&table->round);
		sabot_incident_add_word(incident, "hand", "dealer");
		sabot_incident_add_number(incident, "total", dealer.total);
		sabot_incident_add_word(incident, "why",
					dealer.total > 21     ? "bust"
					: dealer.is_blackjack ? "blackjack"
					: dealer.total <= 16  ? "nothing to decide"
							      : "stands");
	}
}

/* ES-10: a card that comes without an action means that split aces stood. What is due then. */
static struct sabot_next
stand_split_aces(struct sabot_table *table)
{
	struct sabot_next next = sabot_blackjack_next(&table->rules, &table->round);

	while (next.kind == SABOT_NEXT_PLAY) {
		struct sabot_hand *hand = &table->round.boxes[next.box].hands[next.hand];
		if (!hand->from_aces || !table->rules.split_aces_one_card)
			break;
		hand->stood = true;
		next = sabot_blackjack_next(&table->rules, &table->round);
	}
	return next;
}

static struct sabot_next
next_of_game(struct sabot_table *table)
{
	struct sabot_next next = {.kind = SABOT_NEXT_DEAL};

	if (table->rules.game == SABOT_BLACKJACK) {
		if (!sabot_blackjack_deal_is_complete(&table->rules, &table->round))
			return sabot_blackjack_next(&table->rules, &table->round);
		table->round.insurance_over = true;
		return stand_split_aces(table);
	}
	next.owner = coup_card_due(table);
	if (next.owner == SABOT_OWNER_NONE)
		next.kind = SABOT_NEXT_DECIDED;
	return next;
}

static void
apply_card(struct sabot_step *step, int index)
{
	struct sabot_table *table = step->table;
	struct sabot_round *round = &table->round;
	struct sabot_round_card *card = &round->cards[index];

	if (card->card.rank == SABOT_RANK_UNKNOWN)
		round->n_unread++;
	if (card->burned)
		return;
	struct sabot_next next = next_of_game(table);
	if (next.kind == SABOT_NEXT_DECIDED) {
		sabot_play_excess(step, card->card);
		return;
	}
	if (next.kind == SABOT_NEXT_OWED || next.kind == SABOT_NEXT_PLAY)
		round->someone_drew = true;
	sabot_round_place_card(round, index, next.owner, next.box, next.hand);
	if (next.kind == SABOT_NEXT_DEAL)
		round->n_dealt++;
}

/* A ruling takes the card out of its hand, which then stands. */
static void
apply_set_aside(struct sabot_round *round, int index)
{
	struct sabot_round_card *card = &round->cards[index];

	switch ((enum sabot_owner)card->owner) {
	case SABOT_OWNER_PUNTO:
		round->punto_stands = true;
		break;
	case SABOT_OWNER_BANCA:
		round->banca_stands = true;
		break;
	case SABOT_OWNER_DEALER:
		round->dealer_stands = true;
		break;
	case SABOT_OWNER_PLAYER:
		round->boxes[card->box].hands[card->hand].stood = true;
		break;
	case SABOT_OWNER_NONE:
		break;
	}
	sabot_round_lift_card(round, index);
}

static void
apply_move_card(struct sabot_table *table, const struct sabot_round_step *what)
{
	struct sabot_round *round = &table->round;

	apply_set_aside(round, what->card);
	if (what->box != 0) {
		int hand = what->hand > 0 ? what->hand : 0;
		sabot_round_place_card(round, what->card, SABOT_OWNER_PLAYER, what->box, hand);
		return;
	}
	struct sabot_next next = next_of_game(table);
	if (next.kind != SABOT_NEXT_DECIDED)
		sabot_round_place_card(round, what->card, next.owner, next.box, next.hand);
}

/* Hands that still have a decision stand; one that is owed a card goes on waiting for it. */
static void
apply_stand_all(struct sabot_table *table)
{
	struct sabot_round *round = &table->round;

	if (table->rules.game != SABOT_BLACKJACK ||
	    !sabot_blackjack_deal_is_complete(&table->rules, round))
		return;
	round->insurance_over = true;
	for (int seat = 0; seat < round->n_seats; seat++) {
		struct sabot_box *place = &round->boxes[round->seats[seat]];
		for (int i = 0; i < place->n_hands; i++) {
			struct sabot_hand *hand = &place->hands[i];
			bool owed = (hand->from_split && hand->pile.n_cards == 1) ||
				    (hand->doubled && hand->pile.n_cards == 2);
			if (!owed)
				hand->stood = true;
		}
	}
}

static void
apply(struct sabot_step *step, const struct sabot_round_step *what)
{
	struct sabot_table *table = step->table;
	struct sabot_round *round = &table->round;

	switch ((enum sabot_step_kind)what->kind) {
	case SABOT_STEP_BET:
		break;
	case SABOT_STEP_CLOSE_BETS:
		apply_close_bets(table);
		break;
	case SABOT_STEP_CARD:
		apply_card(step, what->card);
		break;
	case SABOT_STEP_ACTION:
		sabot_play_action(step, what);
		break;
	case SABOT_STEP_INSURANCE:
		sabot_play_insurance(step, what);
		break;
	case SABOT_STEP_EVEN_MONEY:
		sabot_play_even_money(step, what);
		break;
	case SABOT_STEP_INSURANCE_CLOSED:
		round->insurance_over = true;
		break;
	case SABOT_STEP_CUT_CARD:
		round->is_void = true;
		break;
	case SABOT_STEP_LOST:
		round->n_lost += (int)what->amount_minor;
		break;
	case SABOT_STEP_MOVE_CARD:
		apply_move_card(table, what);
		break;
	case SABOT_STEP_SET_ASIDE:
		apply_set_aside(round, what->card);
		break;
	case SABOT_STEP_BANCA_THIRD:
		sabot_round_place_card(round, what->card, SABOT_OWNER_BANCA, 0, 0);
		break;
	case SABOT_STEP_STAND_ALL:
		apply_stand_all(table);
		break;
	}
	if (table->rules.game == SABOT_BLACKJACK)
		sabot_blackjack_pass_turn(&table->rules, round);
}

/* Stakes are kept when a round is derived again, so its oldest bet may make room for what comes. */
static void
make_room(struct sabot_round *round)
{
	if (round->n_log < SABOT_ROUND_LOG_MAX || round->log[0].kind != SABOT_STEP_BET)
		return;
	memmove(&round->log[0], &round->log[1], (SABOT_ROUND_LOG_MAX - 1) * sizeof(round->log[0]));
	round->n_log--;
}

/* The log is full: the round goes on, and can no longer be derived again. */
static void
play_unlogged(struct sabot_step *step, struct sabot_round_step what)
{
	step->table->round.log_full = true;
	apply(step, &what);
}

void
sabot_step_play(struct sabot_step *step, struct sabot_round_step what)
{
	struct sabot_round *round = &step->table->round;

	make_room(round);
	if (round->n_log < SABOT_ROUND_LOG_MAX) {
		step->log_index = round->n_log++;
		round->log[step->log_index] = what;
		apply(step, &round->log[step->log_index]);
		step->log_index = -1;
	} else {
		play_unlogged(step, what);
	}
	/* What was refused may be allowed once a card is read: kept while there is room. */
	if (!step->update->applied && round->n_log > SABOT_ROUND_LOG_MAX / 2)
		round->n_log--;
}

static void
explain_unmatched(struct sabot_step *step)
{
	struct sabot_table *table = step->table;

	for (int i = 0; i < SABOT_INCIDENTS_KEPT; i++) {
		struct sabot_kept_incident *kept = &table->kept[i];
		if (kept->id == 0 || kept->explained || step->anew->matched[i] ||
		    kept->log_index < 0 || kept->round != table->round.number ||
		    kept->code == SABOT_INCIDENT_UNREAD_CARD)
			continue;
		kept->explained = true;
		sabot_step_add_output(step, SABOT_OUTPUT_EXPLAINED)->u.id = kept->id;
	}
}

void
sabot_step_derive_anew(struct sabot_step *step)
{
	struct sabot_round *round = &step->table->round;

	if (round->log_full)
		return;
	struct sabot_anew anew = {0};
	step->anew = &anew;
	sabot_round_reset_play(round);
	for (int i = 0; i < round->n_log; i++) {
		step->log_index = i;
		apply(step, &round->log[i]);
	}
	step->log_index = -1;
	explain_unmatched(step);
	step->anew = NULL;
}
