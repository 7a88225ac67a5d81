/*
 * The bets of a round: kept until a round can be opened, placed, limited and closed. The events are
 * in step-bets.c.
 */
#include "readings-apply.h"
#include "engine/rules/articles.h"
#include "table-private.h"

#include <string.h>

/* A round takes so many cards at least, of those that a ruling keeps for it. */
enum { FIRST_DEAL_CARDS = 3 };

void
sabot_step_close_insurance(struct sabot_step *step)
{
	const struct sabot_table *table = step->table;

	if (table->rules.game != SABOT_BLACKJACK || table->round.insurance_over ||
	    !sabot_blackjack_deal_is_complete(&table->rules, &table->round) ||
	    sabot_readings_test(step, sabot_table_insurance_is_open) == SABOT_FOR_NONE)
		return;
	sabot_step_play(step, &(struct sabot_round_step){.kind = SABOT_STEP_INSURANCE_CLOSED});
}

void
sabot_step_begin_round(struct sabot_step *step)
{
	struct sabot_table *table = step->table;

	sabot_step_end_run(step);
	sabot_round_begin(&table->round, ++table->n_rounds, table->load.number);
	sabot_round_tear(&table->round, table->aside.lost_cards);
	if (table->aside.may_be_open)
		sabot_round_tear(&table->round, -1);
	table->aside.lost_cards = 0;
	table->aside.unmade = table->aside.may_be_open = false;
}

enum sabot_reason
sabot_bet_refuse(const struct sabot_table *table, int box, enum sabot_bet on)
{
	if (box < 1 || box > table->rules.boxes)
		return SABOT_WHY_NO_SUCH_BOX;
	if (!sabot_rules_offer_bet(&table->rules, on))
		return SABOT_WHY_NO_SUCH_BET;
	return SABOT_WHY_NONE;
}

/* False when the box has no place for another bettor. */
bool
sabot_bet_place(struct sabot_round *round, int box, enum sabot_bet on, const char *bettor,
		int64_t amount_minor)
{
	int bettor_index = sabot_round_find_bettor(round, box, bettor, true);
	struct sabot_box *place = &round->boxes[box];

	if (bettor_index < 0)
		return false;
	place->bettors[bettor_index].stakes_minor[on] = amount_minor;
	place->bets |= UINT32_C(1) << on;
	return true;
}

void
sabot_step_explain_bets_aside(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	struct sabot_aside *aside = &table->aside;

	if (aside->n_bets == 0)
		return;
	for (int i = 0; i < aside->n_bets; i++) {
		struct sabot_incident incident = {.code = SABOT_INCIDENT_BET_AFTER_NO_MORE_BETS};
		sabot_incident_add_number(&incident, "box", aside->bets[i].box);
		sabot_incident_add_word(
			&incident, "on",
			sabot_bet_to_string((enum sabot_bet)aside->bets[i].on) != NULL
				? sabot_bet_to_string((enum sabot_bet)aside->bets[i].on)
				: "");
		sabot_step_explain(step, incident.code, aside->bets[i].line,
				   sabot_incident_identity(&incident));
	}
	/* They raise nothing any more, whatever the cards turn out to be. */
	for (int i = table->round.n_log - 1; i >= 0; i--)
		if (table->round.log[i].kind == SABOT_STEP_CARD)
			break;
		else if (table->round.log[i].kind == SABOT_STEP_LATE_BET)
			table->round.log[i].is_next = true;
	aside->bets_are_next = true;
}

void
sabot_step_place_bets_aside(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	struct sabot_aside *aside = &table->aside;
	int n_bets = aside->bets_are_next ? aside->n_bets : 0;
	bool may_be_more = aside->bets_are_next && aside->may_be_more;

	aside->n_bets = 0;
	aside->bets_are_next = aside->may_be_more = false;
	for (int i = 0; i < n_bets; i++) {
		const struct sabot_bet_aside *bet = &aside->bets[i];
		if (sabot_bet_refuse(table, bet->box, (enum sabot_bet)bet->on) != SABOT_WHY_NONE)
			continue;
		if (!table->round.open)
			sabot_step_begin_round(step);
		sabot_bet_place(&table->round, bet->box, (enum sabot_bet)bet->on, bet->bettor,
				bet->amount_minor);
	}
	/* By the readings that have the bet late, and so not taken back, the round has begun. */
	aside->may_be_open |= may_be_more && !table->round.open;
}

void
sabot_table_put_bets_aside(struct sabot_table *table)
{
	struct sabot_round *round = &table->round;
	struct sabot_aside *aside = &table->aside;

	for (uint32_t boxes = round->used; boxes != 0;) {
		int box = sabot_take_lowest(&boxes);
		for (int i = 0; i < round->boxes[box].n_bettors; i++) {
			const struct sabot_bettor *bettor = &round->boxes[box].bettors[i];
			for (int on = 0; on < SABOT_BETS; on++) {
				if (bettor->stakes_minor[on] == 0 ||
				    aside->n_bets == SABOT_BETS_ASIDE_MAX)
					continue;
				struct sabot_bet_aside *bet = &aside->bets[aside->n_bets++];
				*bet = (struct sabot_bet_aside){
					.box = (uint8_t)box,
					.on = (uint8_t)on,
					.amount_minor = bettor->stakes_minor[on],
				};
				memcpy(bet->bettor, bettor->name, sizeof(bet->bettor));
			}
		}
	}
	aside->bets_are_next = true;
	round->open = false;
	table->n_rounds--;
}

/* The cut card came while its bets were open, and its first card may have been lost before that. */
static bool
may_have_begun_before_cut(const struct sabot_table *table)
{
	const struct sabot_load *load = &table->load;

	return load->cut_first_round == table->round.number &&
	       (sabot_round_is_torn(&table->round) || load->late_cards != 0 ||
		load->offline_cards != 0);
}

/* PB-03, ES-13: rounds that the cut card still allows. */
static void
judge_cut(struct sabot_step *step)
{
	struct sabot_load *load = &step->table->load;

	if (!load->in_shoe || load->rounds_left < 0 || may_have_begun_before_cut(step->table))
		return;
	if (load->rounds_left > 0)
		load->rounds_left--;
	else if (!load->in_doubt)
		sabot_step_raise(step, SABOT_INCIDENT_DEAL_AFTER_CUT,
				 sabot_rules_article(&step->table->rules, SABOT_RULE_LAST_ROUNDS));
}

/* What is known to be due of the burn; -1 = its first card was not read. */
static int
burn_due(const struct sabot_load *load)
{
	if (load->burn_unread)
		return -1;
	/* PB-04: at least the first card and one more were due when not even that was drawn. */
	return load->burn_due_cards == SABOT_BURN_FIRST_CARD ? 1 : load->burn_due_cards;
}

static void
judge_burn(struct sabot_step *step)
{
	struct sabot_load *load = &step->table->load;
	struct sabot_incident *incident;
	int burned = load->burned_cards + load->burn_lost_cards;
	/* The first card was burned, and as many as it may have demanded. */
	bool complete = load->burn_unread || load->burn_due_cards == SABOT_BURN_FIRST_CARD
				? burned >= 2
				: burned >= load->burn_due_cards;

	if (!load->in_shoe || load->bets_closed || step->table->rules.burn_cards == 0)
		return;
	load->burn_done = true;
	if (step->table->rules.flow == SABOT_FLOW_CARDS_ONLY || complete || load->burn_lost_unknown)
		return;
	incident = sabot_step_raise(step, SABOT_INCIDENT_BURN_INCOMPLETE,
				    sabot_rules_article(&step->table->rules, SABOT_RULE_BURN));
	sabot_incident_add_number(incident, "burned", load->burned_cards);
	if (burn_due(load) >= 0)
		sabot_incident_add_number(incident, "due", burn_due(load));
}

static void
raise_below(struct sabot_step *step, int box, enum sabot_bet on, const struct sabot_bettor *bettor)
{
	struct sabot_incident *incident =
		sabot_step_raise(step, SABOT_INCIDENT_BET_BELOW_MINIMUM,
				 sabot_rules_article(&step->table->rules, SABOT_RULE_LIMITS));

	sabot_incident_add_number(incident, "box", box);
	sabot_incident_add_word(incident, "on", sabot_bet_to_string(on));
	sabot_incident_add_bettor(incident, "bettor", bettor->name);
	sabot_incident_add_number(incident, "amount", bettor->stakes_minor[on]);
	sabot_incident_add_number(incident, "limit", step->table->min_minor);
}

static void
raise_above(struct sabot_step *step, int box, enum sabot_bet on, int64_t sum_minor)
{
	struct sabot_incident *incident =
		sabot_step_raise(step, SABOT_INCIDENT_BET_ABOVE_MAXIMUM,
				 sabot_rules_article(&step->table->rules, SABOT_RULE_LIMITS));

	sabot_incident_add_number(incident, "box", box);
	sabot_incident_add_word(incident, "on", sabot_bet_to_string(on));
	sabot_incident_add_number(incident, "sum", sum_minor);
	sabot_incident_add_number(incident, "limit", step->table->max_minor);
}

/* The bets that have limits, in the byte order of their words. */
static const enum sabot_bet limited_bets[] = {SABOT_BET_BANCA, SABOT_BET_MAIN, SABOT_BET_PUNTO};
enum {
	N_LIMITED_BETS = sizeof(limited_bets) / sizeof(limited_bets[0]),
	LIMITED_BETS = 1 << SABOT_BET_BANCA | 1 << SABOT_BET_MAIN | 1 << SABOT_BET_PUNTO,
};

/* By bet, then by bettor. */
static void
judge_box_minimum(struct sabot_step *step, int box)
{
	const struct sabot_box *place = &step->table->round.boxes[box];
	uint8_t by_name[SABOT_BETTORS_MAX];

	sabot_settle_sort_bettors(place, by_name);
	for (int i = 0; i < N_LIMITED_BETS; i++) {
		enum sabot_bet on = limited_bets[i];
		if ((place->bets >> on & 1) == 0)
			continue;
		for (int j = 0; j < place->n_bettors; j++) {
			const struct sabot_bettor *bettor = &place->bettors[by_name[j]];
			int64_t stake_minor = bettor->stakes_minor[on];
			if (stake_minor > 0 && stake_minor < step->table->min_minor)
				raise_below(step, box, on, bettor);
		}
	}
}

static void
judge_box_maximum(struct sabot_step *step, int box)
{
	const struct sabot_round *round = &step->table->round;

	for (int i = 0; i < N_LIMITED_BETS; i++) {
		enum sabot_bet on = limited_bets[i];
		if ((round->boxes[box].bets >> on & 1) == 0)
			continue;
		int64_t sum_minor = sabot_round_stake(round, box, on);
		if (sum_minor > step->table->max_minor)
			raise_above(step, box, on, sum_minor);
	}
}

/* True if each bet with limits keeps them: the sum of a box's stakes, and each of them. */
static bool
box_keeps_limits(const struct sabot_table *table, const struct sabot_box *box)
{
	uint32_t bets = box->bets & LIMITED_BETS;

	while (bets != 0) {
		int on = sabot_take_lowest(&bets);
		int64_t sum_minor = 0;
		for (int i = 0; i < box->n_bettors; i++) {
			int64_t stake_minor = box->bettors[i].stakes_minor[on];
			if (stake_minor > 0 && stake_minor < table->min_minor)
				return false;
			sum_minor += stake_minor;
		}
		if (sum_minor > table->max_minor)
			return false;
	}
	return true;
}

static bool
are_limits_kept(const struct sabot_table *table)
{
	for (uint32_t boxes = table->round.used; boxes != 0;)
		if (!box_keeps_limits(table, &table->round.boxes[sabot_take_lowest(&boxes)]))
			return false;
	return true;
}

/* BJ-07, PB-05, on the stakes that lie when bets are closed. They stand either way. */
static void
judge_limits(struct sabot_step *step)
{
	uint32_t used = step->table->round.used;

	if (are_limits_kept(step->table))
		return;
	for (uint32_t boxes = used; boxes != 0;)
		judge_box_minimum(step, sabot_take_lowest(&boxes));
	for (uint32_t boxes = used; boxes != 0;)
		judge_box_maximum(step, sabot_take_lowest(&boxes));
}

/* Cards that a ruling keeps for this round come before any from the shoe. */
static void
deal_kept_cards(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	int n_cards = table->n_next_cards;
	int16_t cards[SABOT_NEXT_CARDS_MAX];

	memcpy(cards, table->next_cards, sizeof(cards));
	table->n_next_cards = 0;
	/* One more or less of them, and each card of the round lies elsewhere. */
	table->round.torn |= table->aside.n_differing > 0;
	if (table->aside.n_differing <= FIRST_DEAL_CARDS)
		table->aside.n_differing = 0;
	else
		table->aside.n_differing -= FIRST_DEAL_CARDS;
	for (int i = 0; i < n_cards; i++) {
		/* Those that the round does not need are kept for the one after. */
		if (sabot_readings_test(step, sabot_round_is_decided) == SABOT_FOR_ALL)
			table->next_cards[table->n_next_cards++] = cards[i];
		else if (cards[i] < table->load.n_order)
			sabot_step_deal(step, table->load.order[cards[i]].card, cards[i]);
	}
}

void
sabot_step_close_bets(struct sabot_step *step)
{
	struct sabot_table *table = step->table;

	table->round.load = table->load.number;
	judge_burn(step);
	judge_cut(step);
	sabot_step_close_payments(step);
	sabot_step_judge_commission(step);
	if (table->round.number > table->load.silent_round)
		table->load.silent_round = 0;
	judge_limits(step);
	/* The shoe has been silent since: what it dealt is not known. */
	if (table->load.offline_cards != 0)
		table->load.offline_round = table->round.number;
	sabot_round_tear(&table->round, table->load.offline_cards);
	sabot_round_tear(&table->round, table->load.late_cards);
	/* That a load went in may be among what was lost. */
	if (!table->load.in_shoe && table->load.lost_outside)
		sabot_round_tear(&table->round, -1);
	sabot_step_play(step, &(struct sabot_round_step){.kind = SABOT_STEP_CLOSE_BETS});
	table->rulings_open = false;
	table->load.bets_closed = true;
	deal_kept_cards(step);
}
