/*
 * The invariants of a table: cards are neither lost nor doubled, money of void rounds is nobody's,
 * what is asked next fits what lies there.
 */
#include "invariants.h"

#include "engine/games/blackjack.h"
#include "engine/table/prompt.h"
#include "engine/games/punto-banco.h"
#include "engine/games/settle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Section 8 of docs/event-log.md: what happened at the device or the table happened. */
static bool
is_explicable(enum sabot_incident_code code)
{
	return code != SABOT_INCIDENT_UNREAD_CARD && code != SABOT_INCIDENT_FRAMES_LOST &&
	       code != SABOT_INCIDENT_DEVICE_ERROR && code != SABOT_INCIDENT_DEVICE_OFFLINE &&
	       code != SABOT_INCIDENT_DISPUTE && code != SABOT_INCIDENT_BOXED_CARD;
}

/* An incident that is withdrawn was raised, and is withdrawn once. */
static const char *
check_explained(const struct sabot_table *table, const struct sabot_update *update, unsigned place)
{
	unsigned id = update->outputs[place].u.explained.id;
	const struct sabot_kept_incident *kept = &table->kept[id % SABOT_INCIDENTS_KEPT];

	if (id == 0 || id > table->n_incidents)
		return "an incident is explained that was not raised";
	if (kept->id == id && !kept->explained)
		return "an incident is explained and stands";
	if (!is_explicable(update->outputs[place].u.explained.code))
		return "a fact is explained";
	for (unsigned i = 0; i < place; i++)
		if (update->outputs[i].kind == SABOT_OUTPUT_EXPLAINED &&
		    update->outputs[i].u.explained.id == id)
			return "an incident is explained twice";
	return NULL;
}

static const char *
check_output(const struct sabot_table *table, const struct sabot_update *update, unsigned place)
{
	const struct sabot_output *output = &update->outputs[place];
	const struct sabot_redress_due *redress = &output->u.redress;

	switch (output->kind) {
	case SABOT_OUTPUT_EXPLAINED:
		return check_explained(table, update, place);
	case SABOT_OUTPUT_ASIDE:
		if (output->u.aside.n_cards < 2 ||
		    output->u.aside.first_card + output->u.aside.n_cards > update->n_cards)
			return "one card went on, or cards are set aside that are none";
		break;
	case SABOT_OUTPUT_REDRESS:
		if (redress->difference_minor != redress->due_minor - redress->paid_minor)
			return "a difference is not what is due less what was paid";
		if (redress->round == 0 || redress->round > table->n_rounds)
			return "the redress is of no round";
		break;
	case SABOT_OUTPUT_RULED:
		if (output->u.id == 0 || output->u.id > table->n_incidents)
			return "a ruling is on no incident";
		break;
	case SABOT_OUTPUT_OPEN:
		if (output->u.open.n_cards < 0 || output->u.open.staked_minor < 0)
			return "an open round has less than nothing";
		break;
	case SABOT_OUTPUT_INCIDENT:
	case SABOT_OUTPUT_ROUND:
	case SABOT_OUTPUT_LOAD:
		break;
	}
	return NULL;
}

/* What is left to be put right, and the sum that is kept of it. */
static const char *
check_ledger(const struct sabot_accounts *ledger)
{
	int64_t sum_minor = 0;

	if (ledger->n_accounts < 0 || ledger->n_accounts > SABOT_ACCOUNTS_MAX)
		return "the ledger has more lines than it can";
	for (int i = 0; i < ledger->n_accounts; i++) {
		const struct sabot_account *account = &ledger->accounts[i];
		if (account->redressed)
			sum_minor += account->difference_minor;
		else if (account->difference_minor != 0)
			return "a difference is kept of which nothing was said";
		if (account->n_dues > 1 && account->due_min_minor >= account->due_max_minor)
			return "several dues, and the least is not less than the most";
		if (i > 0 && account->round < ledger->accounts[i - 1].round)
			return "the ledger is not in the order of the rounds";
	}
	/* With a full ledger lines were dropped, and their differences stay in the sum. */
	if (ledger->n_accounts < SABOT_ACCOUNTS_MAX / 4 && sum_minor != ledger->redress_minor)
		return "the sum of the redress is not that of its lines";
	return NULL;
}

static const char *
check_update(const struct sabot_table *table, const struct sabot_update *update)
{
	unsigned last_id = 0;
	const char *wrong;

	if (update->fault != NULL)
		return update->fault;
	if (update->n_outputs > SABOT_OUTPUTS_MAX || update->n_cards > SABOT_UPDATE_CARDS_MAX)
		return "the update is longer than it can be";
	for (unsigned i = 0; i < update->n_outputs; i++)
		if ((wrong = check_output(table, update, i)) != NULL)
			return wrong;
	for (unsigned i = 0; i < update->n_outputs; i++) {
		const struct sabot_output *output = &update->outputs[i];
		if (output->kind != SABOT_OUTPUT_INCIDENT)
			continue;
		const struct sabot_incident *incident = &output->u.incident;
		if (sabot_incident_code_to_string(incident->code) == NULL)
			return "an incident has no code";
		if (incident->id <= last_id || incident->id > table->n_incidents)
			return "the incidents are not numbered one by one";
		if (incident->n_fields > SABOT_FIELDS_MAX)
			return "an incident has too many fields";
		last_id = incident->id;
	}
	if (last_id != 0 && last_id != table->n_incidents)
		return "an incident was not told";
	return NULL;
}

static const char *
check_load(const struct sabot_load *load)
{
	int copies[SABOT_SUITS + 1][SABOT_RANKS + 1] = {{0}};
	int n_seen = load->n_seen - load->n_used;
	int most = n_seen < SABOT_ORDER_MAX ? n_seen : SABOT_ORDER_MAX;

	if (!load->in_shoe)
		return NULL;
	if (load->n_order != most)
		return "cards seen and cards remembered differ";
	if (load->burned_cards > load->n_seen)
		return "more cards were burned than seen";
	if (load->n_seen > SABOT_ORDER_MAX)
		return NULL;
	for (int i = 0; i < load->n_order; i++)
		copies[load->order[i].card.suit][load->order[i].card.rank]++;
	if (copies[0][0] != load->composition.unknown)
		return "unread cards are miscounted";
	for (int suit = 0; suit <= SABOT_SUITS; suit++)
		for (int rank = SABOT_ACE; rank <= SABOT_RANKS; rank++)
			if (copies[suit][rank] != load->composition.copies[suit][rank])
				return "copies are miscounted";
	return NULL;
}

/* Each card of a round once, with an owner of this game, as it is in the load. */
static const char *
check_cards(const struct sabot_table *table, const struct sabot_round *round)
{
	bool used[SABOT_ORDER_MAX] = {false};
	bool same_load = table->load.in_shoe && round->load == table->load.number;
	bool blackjack = table->rules.game == SABOT_BLACKJACK;

	for (int i = 0; i < round->n_cards; i++) {
		const struct sabot_round_card *card = &round->cards[i];
		if (card->owner > SABOT_OWNER_PLAYER)
			return "a card's owner is none of the owners";
		bool at_boxes =
			card->owner == SABOT_OWNER_DEALER || card->owner == SABOT_OWNER_PLAYER;
		if (card->owner != SABOT_OWNER_NONE && at_boxes != blackjack)
			return "a card lies in a hand of another game";
		if (card->order_index < -1 || card->order_index >= SABOT_ORDER_MAX)
			return "a card's place in the load is none";
		if (card->order_index < 0)
			continue;
		if (used[card->order_index])
			return "a card lies twice in a round";
		used[card->order_index] = true;
		if (same_load &&
		    (card->order_index >= table->load.n_order ||
		     !sabot_card_is_equal(table->load.order[card->order_index].card, card->card)))
			return "a card of the round is another one in the load";
	}
	return NULL;
}

static bool
is_same_pile(const struct sabot_pile *kept, const struct sabot_round *round,
	     struct sabot_hand_id id)
{
	struct sabot_pile counted = sabot_round_count_pile(round, id);

	return kept->n_cards == counted.n_cards && kept->sum == counted.sum &&
	       kept->has_ace == counted.has_ace &&
	       (counted.n_cards == 0 || kept->last == counted.last) &&
	       memcmp(kept->first, counted.first,
		      (counted.n_cards < 3 ? counted.n_cards : 3) * sizeof(counted.first[0])) == 0;
}

/* What is kept up as cards are laid is what counting them again gives. */
static const char *
check_piles(const struct sabot_round *round)
{
	for (int owner = SABOT_OWNER_PUNTO; owner < SABOT_OWNER_PLAYER; owner++)
		if (!is_same_pile(&round->piles[owner], round,
				  (struct sabot_hand_id){(enum sabot_owner)owner, 0, 0}))
			return "a side's sum is not that of its cards";
	for (int box = 1; box <= SABOT_BOXES_MAX; box++)
		for (int hand = 0; hand < SABOT_HANDS_MAX; hand++)
			if (!is_same_pile(&round->boxes[box].hands[hand].pile, round,
					  (struct sabot_hand_id){SABOT_OWNER_PLAYER, box, hand}))
				return "a hand's sum is not that of its cards";
	return NULL;
}

static const char *
check_bets(const struct sabot_box *box)
{
	for (int i = 0; i < box->n_bettors; i++)
		for (int on = 0; on < SABOT_BETS; on++)
			if (box->bettors[i].stakes_minor[on] != 0 && (box->bets >> on & 1) == 0)
				return "a stake is on a bet that is not marked so";
	return NULL;
}

/* The boxes in play in ascending order, and none before the turn that could still decide. */
static const char *
check_seats(const struct sabot_table *table, const struct sabot_round *round)
{
	int n_seats = 0;

	for (int box = 1; box <= SABOT_BOXES_MAX; box++) {
		const struct sabot_box *place = &round->boxes[box];
		if ((round->used >> box & 1) == 0 && (place->in_play || place->n_bettors > 0))
			return "a box is used that is not marked so";
		if (place->in_play && (n_seats >= round->n_seats || round->seats[n_seats++] != box))
			return "a box in play has no seat";
		const char *wrong = check_bets(place);
		if (wrong != NULL)
			return wrong;
	}
	if (n_seats != round->n_seats || round->turn > n_seats)
		return "there are more seats than boxes in play";
	for (int seat = 0; seat < round->turn; seat++)
		for (int hand = 0; hand < round->boxes[round->seats[seat]].n_hands; hand++)
			if (!sabot_blackjack_hand_is_complete(&table->rules, round,
							      round->seats[seat], hand))
				return "the turn has passed a hand that may still decide";
	return NULL;
}

static const char *
check_hands(const struct sabot_table *table, const struct sabot_round *round)
{
	for (int i = 0; i < round->n_cards; i++) {
		const struct sabot_round_card *card = &round->cards[i];
		if (card->owner != SABOT_OWNER_PLAYER)
			continue;
		if (card->box < 1 || card->box > SABOT_BOXES_MAX ||
		    card->hand >= round->boxes[card->box].n_hands)
			return "a card lies in a hand that is not there";
	}
	for (int box = 1; box <= SABOT_BOXES_MAX; box++) {
		const struct sabot_box *place = &round->boxes[box];
		if (place->n_hands > SABOT_HANDS_MAX || place->in_play != (place->n_hands > 0))
			return "a box has hands and is not in play, or the other way round";
		if (place->in_play && place->n_hands != 1 + place->n_splits)
			return "a box has another number of hands than its splits made";
	}
	if (table->rules.game != SABOT_BLACKJACK && round->boxes[0].n_hands != 0)
		return "a hand without a box";
	const char *wrong = check_piles(round);
	return wrong != NULL ? wrong : check_seats(table, round);
}

static const char *
check_coup(const struct sabot_table *table, const struct sabot_round *round)
{
	int n_punto = 0, n_banca = 0;

	if (table->rules.game != SABOT_PUNTO_BANCO)
		return NULL;
	for (int i = 0; i < round->n_cards; i++) {
		n_punto += round->cards[i].owner == SABOT_OWNER_PUNTO;
		n_banca += round->cards[i].owner == SABOT_OWNER_BANCA;
	}
	return n_punto > 3 || n_banca > 3 ? "a side has more than three cards" : NULL;
}

/* BJ-06: the hand in turn may act, and all boxes before it are done. */
static const char *
check_turn(const struct sabot_table *table)
{
	const struct sabot_round *round = &table->round;

	if (table->rules.game != SABOT_BLACKJACK || !round->open || !round->bets_closed)
		return NULL;
	struct sabot_next next = sabot_blackjack_next(&table->rules, round);
	if (next.owner != SABOT_OWNER_PLAYER || next.kind == SABOT_NEXT_DEAL)
		return NULL;
	if (!round->boxes[next.box].in_play || next.hand >= round->boxes[next.box].n_hands)
		return "the hand in turn is not there";
	if (sabot_blackjack_hand_is_complete(&table->rules, round, next.box, next.hand))
		return "the hand in turn is complete";
	for (int box = 1; box < next.box; box++)
		for (int hand = 0; hand < round->boxes[box].n_hands; hand++)
			if (!sabot_blackjack_hand_is_complete(&table->rules, round, box, hand))
				return "two boxes are in turn";
	return NULL;
}

static const char *
check_open_round(const struct sabot_table *table)
{
	const struct sabot_round *round = &table->round;

	if (!round->open)
		return NULL;
	if (round->number != table->n_rounds)
		return "the open round is not the last one";
	if (round->n_log < 0 || round->n_log > SABOT_ROUND_LOG_MAX)
		return "the round's log is longer than it can be";
	if (round->waiting && (round->waiting_line == 0 || !round->bets_closed))
		return "a round waits for no incident";
	if (round->waiting && sabot_table_waits_for(table) == 0)
		return "what a round waits for cannot be ruled on";
	if (table->rules.game == SABOT_PUNTO_BANCO && (round->dummy || round->reopened) &&
	    sabot_table_phase(table) == SABOT_PHASE_DECIDED)
		return "a round that closes by itself did not";
	const char *wrong = check_cards(table, round);
	if (wrong == NULL)
		wrong = check_hands(table, round);
	if (wrong == NULL)
		wrong = check_coup(table, round);
	return wrong != NULL ? wrong : check_turn(table);
}

static const char *
check_stake(const struct sabot_round_report *round, const struct sabot_stake_report *stake)
{
	if (stake->due == SABOT_DUE_UNKNOWN)
		return round->unverified ? NULL : "a due is unknown in a round that is certain";
	if (stake->due_min_minor > stake->due_max_minor)
		return "the least that is due is more than the most";
	if (stake->due == SABOT_DUE_CERTAIN && stake->due_min_minor != stake->due_max_minor)
		return "a due is certain and not";
	if (round->winner == SABOT_WINNER_VOID &&
	    (stake->due_max_minor != 0 || stake->commission_minor != 0))
		return "a void round moves money";
	/* In a void round nothing is due, whatever an open card made of the stake. */
	bool is_void = stake->due_min_minor == 0 && stake->due_max_minor == 0;
	if (!stake->has_stake)
		return round->unverified || is_void
			       ? NULL
			       : "a stake is unknown in a round that is certain";
	if (stake->stake_minor <= 0 || stake->due_min_minor < -stake->stake_minor ||
	    stake->commission_minor < 0)
		return "more is lost than was staked";
	return NULL;
}

static const char *
check_reported_round(const struct sabot_table *table, const struct sabot_update *update,
		     const struct sabot_output *output)
{
	const struct sabot_round_report *round = sabot_update_round(update, output);
	const char *wrong = NULL;

	if (output->u.index >= update->n_rounds)
		return "a round is told that has no report";
	if (round->number == 0 || round->number > table->n_rounds)
		return "a round is told that was not closed";
	for (unsigned i = 0; wrong == NULL && i < round->n_stakes; i++)
		wrong = check_stake(round, &update->stakes[round->first_stake + i]);
	return wrong;
}

static bool
is_prompt_of_phase(enum sabot_phase phase, enum sabot_prompt_kind kind)
{
	switch (phase) {
	case SABOT_PHASE_NO_LOAD:
		return kind == SABOT_PROMPT_LOAD;
	case SABOT_PHASE_BURN:
		return kind == SABOT_PROMPT_BURN || kind == SABOT_PROMPT_READ;
	case SABOT_PHASE_BETTING: /* the burn may be over, as far as is known, and may not */
		return kind == SABOT_PROMPT_BETS || kind == SABOT_PROMPT_READ;
	case SABOT_PHASE_DEALING:
		return kind == SABOT_PROMPT_DEAL || kind == SABOT_PROMPT_DRAW ||
		       kind == SABOT_PROMPT_INSURANCE || kind == SABOT_PROMPT_READ;
	case SABOT_PHASE_DECIDING:
		return kind == SABOT_PROMPT_PLAY || kind == SABOT_PROMPT_INSURANCE;
	case SABOT_PHASE_DECIDED:
		return kind == SABOT_PROMPT_RESULT;
	case SABOT_PHASE_RULING:
		return kind == SABOT_PROMPT_RULING;
	case SABOT_PHASE_AFTER_CUT:
		return kind == SABOT_PROMPT_UNLOAD;
	}
	return false;
}

static const char *
check_prompt(const struct sabot_table *table)
{
	struct sabot_prompt prompt;

	sabot_table_prompt(table, &prompt);
	if (!is_prompt_of_phase(sabot_table_phase(table), prompt.kind))
		return "phase and prompt contradict each other";
	if (prompt.kind == SABOT_PROMPT_PLAY && (prompt.can & 1U << SABOT_ACTION_STAND) == 0)
		return "a hand in turn may not even stand";
	if (prompt.kind == SABOT_PROMPT_BURN && prompt.left_cards < 1)
		return "a burn that is done goes on";
	if (prompt.incident > table->n_incidents ||
	    (prompt.kind == SABOT_PROMPT_RULING && prompt.incident == 0))
		return "a ruling is required on no incident";
	return NULL;
}

const char *
invariants_check(const struct sabot_table *table, const struct sabot_update *update)
{
	const char *wrong = check_update(table, update);

	if (wrong == NULL)
		wrong = check_load(&table->load);
	if (wrong == NULL)
		wrong = check_ledger(&table->ledger);
	if (wrong == NULL)
		wrong = check_open_round(table);
	if (wrong == NULL)
		wrong = check_prompt(table);
	if (wrong == NULL)
		wrong = invariants_check_prompts(table);
	for (unsigned i = 0; wrong == NULL && i < update->n_outputs; i++)
		if (update->outputs[i].kind == SABOT_OUTPUT_ROUND)
			wrong = check_reported_round(table, update, &update->outputs[i]);
	return wrong;
}

static void
describe_hands(FILE *out, const struct sabot_round *round)
{
	char text[SABOT_CARD_TEXT_SIZE];

	for (int i = 0; i < round->n_cards; i++)
		fprintf(out, "card %s of %d at %d.%d\n",
			sabot_card_format(round->cards[i].card, text), round->cards[i].owner,
			round->cards[i].box, round->cards[i].hand);
	for (int box = 1; box <= SABOT_BOXES_MAX; box++) {
		for (int i = 0; i < round->boxes[box].n_hands; i++) {
			const struct sabot_hand *hand = &round->boxes[box].hands[i];
			fprintf(out, "hand %d.%d split %d %d stood %d doubled %d surrendered %d\n",
				box, i, hand->from_split, hand->from_aces, hand->stood,
				hand->doubled, hand->surrendered);
		}
	}
}

static void
describe_stakes(FILE *out, const struct sabot_table *table)
{
	struct sabot_settle_walk walk = {0};
	struct sabot_settlement stake;

	while (sabot_settle_next(&table->rules, &table->round, &walk, &stake))
		fprintf(out, "stake %d.%d %s %s %lld due %lld\n", stake.box, stake.hand,
			sabot_bet_to_string(stake.on), stake.bettor, (long long)stake.stake_minor,
			(long long)stake.due_minor);
}

char *
invariants_describe(const struct sabot_table *table)
{
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);
	struct sabot_prompt prompt;

	if (out == NULL)
		abort();
	sabot_table_prompt(table, &prompt);
	fprintf(out, "phase %s prompt %s %d %d.%d total %d left %d can %x winner %d last %d\n",
		sabot_phase_to_string(sabot_table_phase(table)),
		sabot_prompt_kind_to_string(prompt.kind), prompt.who, prompt.box, prompt.hand,
		prompt.total, prompt.left_cards, prompt.can, prompt.winner, prompt.last_round);
	fprintf(out, "load %u seen %d rounds left %d last round %u next cards %d\n",
		table->load.number, table->load.n_seen, table->load.rounds_left, table->last.number,
		table->n_next_cards);
	if (table->round.open) {
		describe_hands(out, &table->round);
		describe_stakes(out, table);
	}
	fclose(out);
	return text;
}
