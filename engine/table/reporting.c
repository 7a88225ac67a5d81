/*
 * The report of a closed round, and the accounts of its stakes, from all that its open cards may
 * have been.
 */
#include "reporting.h"

#include "readings-apply.h"
#include "round-digest.h"
#include "stand-dues.h"

#include <string.h>

/* What the readings agree on while they are walked through. */
struct merge {
	struct sabot_step *step;
	struct sabot_round_report *report;
	struct sabot_closed *closed;
	unsigned number;                   /* of the round */
	const struct sabot_round *as_read; /* the round, its cards as they were read */
	bool is_first;
	bool all_hit;  /* some player drew, by all readings so far */
	bool is_alone; /* there is no other reading to compare with */
	bool differs;
	bool is_void;                                    /* by a ruling: nothing is owed */
	bool is_voided;                                  /* it was settled before */
	bool has_accounts;                               /* something was paid on it in play */
	unsigned at;                                     /* the number of the reading */
	uint64_t punto_order, banca_order, dealer_order; /* of the cards that lie there */
};

/* The cards of a hand as they were read, which `as_if` lays there. */
static struct sabot_cards_report
list_cards(const struct merge *merge, const struct sabot_round *as_if, struct sabot_hand_id id)
{
	const struct sabot_round *round = merge->as_read;
	struct sabot_cards_report report = {.known = true, .first = merge->step->update->n_cards};

	for (int i = 0; i < as_if->n_cards; i++) {
		const struct sabot_round_card *card = &as_if->cards[i];
		if (card->owner != (uint8_t)id.owner ||
		    (id.owner == SABOT_OWNER_PLAYER &&
		     (card->box != id.box || card->hand != id.hand)))
			continue;
		sabot_step_list_card(merge->step, round->cards[i].card);
		report.n_cards++;
	}
	return report;
}

static void
merge_cards(struct merge *merge, const struct sabot_round *as_if, enum sabot_owner owner,
	    struct sabot_cards_report *cards, uint64_t *order)
{
	struct sabot_hand_id id = {owner, 0, 0};

	if (merge->is_first) {
		*cards = list_cards(merge, as_if, id);
		*order = merge->is_alone ? 0 : sabot_digest_order(as_if, id);
	} else if (cards->known && *order != sabot_digest_order(as_if, id)) {
		cards->known = false;
		merge->differs = true;
	}
}

static void
merge_total(struct merge *merge, int *total, int value)
{
	if (merge->is_first)
		*total = value;
	else if (*total != value && *total != SABOT_TOTAL_NULL) {
		*total = SABOT_TOTAL_NULL;
		merge->differs = true;
	}
}

static void
merge_coup(struct merge *merge, const struct sabot_table *as_if)
{
	struct sabot_round_report *report = merge->report;
	struct sabot_coup coup;
	enum sabot_winner winner;

	sabot_punto_banco_read(&as_if->round, &coup);
	winner = sabot_punto_banco_winner(&as_if->round);
	if (merge->is_first)
		report->winner = winner;
	else if (report->winner != winner) {
		report->winner = SABOT_WINNER_NONE;
		merge->differs = true;
	}
	merge->closed->winners |= (uint8_t)(1 << winner);
	merge->closed->punto |= (uint16_t)(1 << coup.punto_points);
	merge->closed->banca |= (uint16_t)(1 << coup.banca_points);
	merge_total(merge, &report->punto, coup.punto_points);
	merge_total(merge, &report->banca, coup.banca_points);
	merge_cards(merge, &as_if->round, SABOT_OWNER_PUNTO, &report->punto_cards,
		    &merge->punto_order);
	merge_cards(merge, &as_if->round, SABOT_OWNER_BANCA, &report->banca_cards,
		    &merge->banca_order);
}

static struct sabot_hand_report *
find_hand(struct merge *merge, int box, int hand)
{
	struct sabot_update *update = merge->step->update;

	for (unsigned i = 0; i < merge->report->n_hands; i++) {
		struct sabot_hand_report *found = &update->hands[merge->report->first_hand + i];
		if (found->box == box && found->hand == hand)
			return found;
	}
	return NULL;
}

static struct sabot_hand_report *
add_hand(struct merge *merge, int box, int hand)
{
	struct sabot_update *update = merge->step->update;

	if (update->n_hands == SABOT_UPDATE_HANDS_MAX) {
		update->fault = "more hands than an update holds";
		return NULL;
	}
	unsigned place = update->n_hands++;
	merge->report->n_hands++;
	for (; place > merge->report->first_hand &&
	       (update->hands[place - 1].box > box ||
		(update->hands[place - 1].box == box && update->hands[place - 1].hand > hand));
	     place--)
		update->hands[place] = update->hands[place - 1];
	update->hands[place] = (struct sabot_hand_report){.box = box, .hand = hand};
	return &update->hands[place];
}

/* A hand that only some readings have is printed with nulls. */
static void
merge_hand(struct merge *merge, const struct sabot_table *as_if, int box, int hand)
{
	struct sabot_hand_report *report = merge->is_first ? NULL : find_hand(merge, box, hand);
	struct sabot_hand_id id = {SABOT_OWNER_PLAYER, box, hand};
	bool is_new = report == NULL;
	int total = sabot_blackjack_hand_total(&as_if->rules, &as_if->round, box, hand).total;
	enum sabot_hand_result result =
		sabot_settle_hand_result(&as_if->rules, &as_if->round, box, hand);
	uint64_t order = merge->is_alone ? 0 : sabot_digest_order(&as_if->round, id);

	if (is_new)
		report = add_hand(merge, box, hand);
	if (report == NULL)
		return;
	if (is_new) {
		report->total = merge->is_first ? total : SABOT_TOTAL_NULL;
		report->has_result = merge->is_first;
		report->result = result;
		report->order = order;
		report->is_doubled = as_if->round.boxes[box].hands[hand].doubled;
		merge->differs |= !merge->is_first;
		return;
	}
	merge_total(merge, &report->total, total);
	if (report->has_result && report->result != result) {
		report->has_result = false;
		merge->differs = true;
	}
	if (report->cards.known && report->order != order) {
		report->cards.known = false;
		merge->differs = true;
	}
}

/* The cards of all hands as they were read, one hand after the other, in one pass. */
static void
list_hands(struct merge *merge, const struct sabot_round *as_if)
{
	struct sabot_update *update = merge->step->update;
	struct sabot_hand_report *first = &update->hands[merge->report->first_hand], *hand = first;
	struct sabot_hand_report *of_box[SABOT_BOXES_MAX + 1];

	if (update->n_cards + (unsigned)as_if->n_cards > SABOT_UPDATE_CARDS_MAX) {
		update->fault = "more cards than an update lists";
		return;
	}
	for (; hand < first + merge->report->n_hands; hand++) {
		if (hand->hand == 0)
			of_box[hand->box] = hand;
		hand->cards = (struct sabot_cards_report){.known = true, .first = update->n_cards};
		update->n_cards += as_if->boxes[hand->box].hands[hand->hand].pile.n_cards;
	}
	for (int i = 0; i < as_if->n_cards; i++) {
		const struct sabot_round_card *card = &as_if->cards[i];
		if (card->owner != SABOT_OWNER_PLAYER)
			continue;
		struct sabot_cards_report *cards = &of_box[card->box][card->hand].cards;
		update->cards[cards->first + cards->n_cards++] = merge->as_read->cards[i].card;
	}
}

/* Hands of the readings so far that this one has not. */
static void
miss_hands(struct merge *merge, const struct sabot_table *as_if)
{
	struct sabot_update *update = merge->step->update;

	for (unsigned i = 0; i < merge->report->n_hands; i++) {
		struct sabot_hand_report *hand = &update->hands[merge->report->first_hand + i];
		if (hand->hand < as_if->round.boxes[hand->box].n_hands)
			continue;
		hand->cards.known = hand->has_result = false;
		hand->total = SABOT_TOTAL_NULL;
		merge->differs = true;
	}
}

static void
merge_deal(struct merge *merge, const struct sabot_table *as_if)
{
	merge_total(merge, &merge->report->dealer,
		    sabot_blackjack_dealer_total(&as_if->round).total);
	merge_cards(merge, &as_if->round, SABOT_OWNER_DEALER, &merge->report->dealer_cards,
		    &merge->dealer_order);
	for (int seat = 0; seat < as_if->round.n_seats; seat++) {
		int box = as_if->round.seats[seat];
		for (int hand = 0; hand < as_if->round.boxes[box].n_hands; hand++)
			merge_hand(merge, as_if, box, hand);
	}
	if (merge->is_first)
		list_hands(merge, &as_if->round);
	else
		miss_hands(merge, as_if);
}

static bool
is_same_stake(const struct sabot_stake_report *report, const struct sabot_settlement *stake)
{
	return report->box == stake->box && report->hand == stake->hand &&
	       report->on == stake->on && strcmp(report->bettor, stake->bettor) == 0;
}

static struct sabot_stake_report *
find_stake(struct merge *merge, const struct sabot_settlement *stake)
{
	struct sabot_update *update = merge->step->update;

	for (unsigned i = 0; i < merge->report->n_stakes; i++) {
		struct sabot_stake_report *report = &update->stakes[merge->report->first_stake + i];
		if (is_same_stake(report, stake))
			return report;
	}
	return NULL;
}

/* As the lines are sorted: box, hand (those without one last), bet by its word, bettor. */
static bool
comes_before(const struct sabot_settlement *stake, const struct sabot_stake_report *report)
{
	if (stake->box != report->box)
		return stake->box < report->box;
	if (stake->hand != report->hand)
		return stake->hand >= 0 && (report->hand < 0 || stake->hand < report->hand);
	int by_word = strcmp(sabot_bet_to_string(stake->on), sabot_bet_to_string(report->on));
	return by_word != 0 ? by_word < 0 : strcmp(stake->bettor, report->bettor) < 0;
}

static struct sabot_stake_report *
add_stake(struct merge *merge, const struct sabot_settlement *stake)
{
	struct sabot_update *update = merge->step->update;

	if (update->n_stakes == SABOT_UPDATE_STAKES_MAX) {
		update->fault = "more stakes than an update holds";
		return NULL;
	}
	unsigned place = update->n_stakes++;
	merge->report->n_stakes++;
	/* One reading has them in order. */
	for (; !merge->is_first && place > merge->report->first_stake &&
	       comes_before(stake, &update->stakes[place - 1]);
	     place--)
		update->stakes[place] = update->stakes[place - 1];
	struct sabot_stake_report *report = &update->stakes[place];
	report->box = stake->box;
	report->hand = stake->hand;
	report->on = stake->on;
	sabot_bettor_copy(report->bettor, stake->bettor);
	report->has_stake = true;
	report->due = merge->is_first || merge->is_void ? SABOT_DUE_CERTAIN : SABOT_DUE_BETWEEN;
	report->stake_minor = stake->stake_minor;
	report->due_minor = report->due_min_minor = report->due_max_minor = stake->due_minor;
	report->commission_minor = merge->is_first ? stake->commission_minor : 0;
	return report;
}

static void
widen(struct sabot_stake_report *report, int64_t due_minor)
{
	if (due_minor < report->due_min_minor)
		report->due_min_minor = due_minor;
	if (due_minor > report->due_max_minor)
		report->due_max_minor = due_minor;
	if (report->due_min_minor != report->due_max_minor)
		report->due = SABOT_DUE_BETWEEN;
}

/* Where the sums that may be due are collected. */
struct due_sink {
	struct sabot_stake_report *report;
	struct sabot_account *account; /* or NULL */
};

static void
merge_due(int64_t due_minor, void *data)
{
	struct due_sink *sink = data;

	widen(sink->report, due_minor);
	if (sink->account != NULL)
		sabot_account_add_due(sink->account, due_minor);
}

static struct sabot_account *
open_account(struct merge *merge, const struct sabot_settlement *stake)
{
	struct sabot_accounts *ledger = &merge->step->table->ledger;

	if (merge->is_voided)
		return NULL;
	/* The walk over the stakes comes to each once. */
	return merge->is_first && !merge->has_accounts
		       ? sabot_accounts_add(ledger, merge->number, stake)
		       : sabot_accounts_open(ledger, merge->number, stake);
}

static void
merge_stake(struct merge *merge, struct sabot_table *as_if, const struct sabot_settlement *stake)
{
	struct sabot_stake_report *report = merge->is_first ? NULL : find_stake(merge, stake);
	struct sabot_account *account = open_account(merge, stake);

	if (report == NULL) {
		report = add_stake(merge, stake);
		/* The readings before have no such stake, and owe nothing on it. */
		if (account != NULL && !merge->is_first)
			sabot_account_add_due(account, 0);
	}
	if (report == NULL)
		return;
	report->seen_at = merge->at;
	if (report->stake_minor != stake->stake_minor)
		report->has_stake = false;
	if (report->commission_minor != stake->commission_minor)
		report->commission_minor = 0;
	if (account != NULL)
		account->stake_minor = stake->stake_minor;
	/* Of a round of which nothing is known, the due is not reported anyway. */
	struct due_sink sink = {report, account};
	if (as_if->round.any_unread && !sabot_readings_are_none(as_if))
		sabot_readings_each_due(as_if, stake, merge_due, &sink);
	else
		merge_due(stake->due_minor, &sink);
}

/* This reading has no such stake, and owes nothing on it. */
static void
miss_stake(struct merge *merge, struct sabot_stake_report *report)
{
	const struct sabot_settlement stake = {.box = report->box,
					       .hand = report->hand,
					       .on = report->on,
					       .bettor = report->bettor};
	struct sabot_account *account =
		merge->is_voided
			? NULL
			: sabot_accounts_find(&merge->step->table->ledger, merge->number, &stake);

	if (!merge->is_void)
		report->due = SABOT_DUE_BETWEEN;
	if (account != NULL)
		sabot_account_add_due(account, 0);
}

static void
merge_stakes(struct merge *merge, struct sabot_table *as_if)
{
	struct sabot_update *update = merge->step->update;
	struct sabot_settle_walk walk = {0};
	struct sabot_settlement stake;

	while (sabot_settle_next(&as_if->rules, &as_if->round, &walk, &stake))
		merge_stake(merge, as_if, &stake);
	for (unsigned i = 0; !merge->is_first && i < merge->report->n_stakes; i++) {
		struct sabot_stake_report *report = &update->stakes[merge->report->first_stake + i];
		if (report->seen_at != merge->at)
			miss_stake(merge, report);
	}
}

static void
merge_reading(struct merge *merge, struct sabot_table *as_if)
{
	merge->at++;
	merge->all_hit = (merge->is_first || merge->all_hit) && as_if->round.someone_hit;
	if (as_if->rules.game == SABOT_PUNTO_BANCO)
		merge_coup(merge, as_if);
	else
		merge_deal(merge, as_if);
	if (!as_if->round.dummy)
		merge_stakes(merge, as_if);
	merge->is_first = false;
}

/* Which cards of the row were unwanted is not known: the last one may be one of several. */
static void
leave_run_open(struct sabot_table *table)
{
	const struct sabot_round *round = &table->round;
	struct sabot_aside *aside = &table->aside;

	aside->run_min = (struct sabot_run){0};
	if (aside->run_max.n_cards > 0)
		return;
	aside->run_max = (struct sabot_run){.n_cards = 1, .first_index = -1};
	if (round->n_cards > 0) {
		aside->run_max.first_index = round->cards[round->n_cards - 1].order_index;
		aside->run_max.first_line = round->cards[round->n_cards - 1].line;
	}
}

/* Nothing is known about the order: cards as they were laid, no totals, no dues. */
static void
report_unknown(struct merge *merge, struct sabot_table *as_if)
{
	struct sabot_update *update = merge->step->update;
	struct sabot_accounts *ledger = &merge->step->table->ledger;
	struct sabot_round_report *report = merge->report;
	bool is_void = as_if->round.is_void;

	merge_reading(merge, as_if);
	report->winner = is_void && report->game == SABOT_PUNTO_BANCO ? SABOT_WINNER_VOID
								      : SABOT_WINNER_NONE;
	report->punto = report->banca = report->dealer = SABOT_TOTAL_NULL;
	merge->all_hit = false;
	for (unsigned i = 0; i < report->n_hands; i++) {
		update->hands[report->first_hand + i].total = SABOT_TOTAL_NULL;
		update->hands[report->first_hand + i].has_result = is_void;
	}
	if (is_void)
		return;
	for (unsigned i = 0; i < report->n_stakes; i++)
		update->stakes[report->first_stake + i].due = SABOT_DUE_UNKNOWN;
	for (int i = sabot_accounts_first(ledger, report->number);
	     i < ledger->n_accounts && ledger->accounts[i].round == report->number; i++)
		ledger->accounts[i].torn = true;
	report->unverified = true;
	merge->closed->torn = true;
}

/* The round by each reading of its open cards. */
static void
merge_readings(struct merge *merge)
{
	struct sabot_step *step = merge->step;
	struct sabot_table *table = step->table;
	struct sabot_readings readings;

	if (!sabot_readings_begin(&readings, step, true)) {
		report_unknown(merge, table);
		leave_run_open(table);
		return;
	}
	while (sabot_readings_next(&readings)) {
		sabot_round_void_unfinished(readings.as_if);
		if (readings.is_stand) {
			sabot_step_add_stand_dues(step, readings.as_if);
			continue;
		}
		sabot_step_merge_run(table, &readings.as_if->round.run, merge->is_first);
		merge_reading(merge, readings.as_if);
	}
}

static struct sabot_round_report *
new_report(struct sabot_step *step, const struct sabot_round *round)
{
	struct sabot_update *update = step->update;

	if (update->n_rounds == SABOT_UPDATE_ROUNDS_MAX) {
		update->fault = "more rounds than an update holds";
		update->n_rounds--;
	}
	struct sabot_round_report *report = &update->rounds[update->n_rounds++];
	*report = (struct sabot_round_report){
		.game = step->table->rules.game,
		.load = round->load,
		.number = round->number,
		.line = round->closed_line,
		.dummy = round->dummy,
		.first_hand = update->n_hands,
		.first_stake = update->n_stakes,
	};
	return report;
}

/* Each due is: the round was walked through once, and all of its cards were read. */
static bool
is_certain(const struct merge *merge)
{
	return merge->is_alone && !merge->as_read->any_unread;
}

struct sabot_round_report *
sabot_step_report_round(struct sabot_step *step, bool *ret_has_payments)
{
	struct sabot_table *table = step->table;
	struct sabot_round *round = &table->round;
	struct merge merge = {
		.step = step,
		.report = new_report(step, round),
		.closed = &table->closed,
		.number = round->number,
		.as_read = round,
		.is_first = true,
		.is_void = round->ruled_void,
		.has_accounts = sabot_accounts_unsettle(&table->ledger, round->number),
	};

	table->aside.run_min = table->aside.run_max = round->run;
	if (round->open && round->bets_closed && sabot_readings_are_needed(table)) {
		merge_readings(&merge);
	} else {
		/* It is what it was read as. */
		merge.is_alone = true;
		merge_reading(&merge, table);
		if (merge.report->n_stakes > 0)
			sabot_step_add_dues_of_stands(step);
	}
	if (round->run_unsure)
		leave_run_open(table);
	for (unsigned i = 0; !is_certain(&merge) && i < merge.report->n_stakes; i++)
		merge.differs |= step->update->stakes[merge.report->first_stake + i].due !=
				 SABOT_DUE_CERTAIN;
	merge.report->unverified |=
		merge.differs && merge.report->winner != SABOT_WINNER_VOID && !round->is_void;
	merge.report->inferred = table->rules.game == SABOT_BLACKJACK &&
				 table->rules.actions == SABOT_ACTIONS_CHANGES && merge.all_hit &&
				 !round->acted;
	sabot_accounts_settle(&table->ledger, round->number,
			      !step->revising && !round->ruled_void && !round->dummy);
	merge.report->digest = sabot_digest_report(step->update, merge.report);
	*ret_has_payments = merge.has_accounts;
	return merge.report;
}

struct sabot_round_report *
sabot_step_report_voided(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	struct sabot_table *as_if = &step->update->scratch.reading;
	struct sabot_closed ignored = {0};
	struct sabot_readings readings;
	struct merge merge = {
		.step = step,
		.report = new_report(step, &table->last),
		.closed = &ignored,
		.number = table->last.number,
		.as_read = &table->last,
		.is_first = true,
		.is_void = true,
		.is_voided = true,
	};

	as_if->rules = table->rules;
	sabot_round_copy(&table->last, &as_if->round);
	if (!sabot_round_is_doubtful(&table->last))
		merge_reading(&merge, as_if);
	else if (!sabot_readings_begin_last(&readings, step))
		report_unknown(&merge, as_if);
	else
		while (sabot_readings_next(&readings))
			merge_reading(&merge, readings.as_if);
	merge.report->inferred = table->last.inferred;
	merge.report->digest = sabot_digest_report(step->update, merge.report);
	return merge.report;
}
