/*
 * Rounds and their stakes: the engine's report of a closed round, and the payments on it, as rows
 * of the sheet.
 */
#include "report-derive-private.h"

#include "engine/games/blackjack.h"
#include "engine/games/settle.h"

uint32_t
report_derive_word(struct report_derive *derive, const char *text)
{
	return sabot_sheet_writer_word(derive->writer, text);
}

/* The last row of that number; NULL. They are looked for near the end. */
static struct sabot_sheet_round *
find_round(struct report_derive *derive, unsigned number)
{
	GArray *rounds = derive->writer->rounds;

	for (guint i = rounds->len; i > 0; i--) {
		struct sabot_sheet_round *round =
			&g_array_index(rounds, struct sabot_sheet_round, i - 1);

		if (round->number == number)
			return round;
		if (round->number < number)
			return NULL;
	}
	return NULL;
}

struct sabot_sheet_load *
report_derive_find_load(struct report_derive *derive, unsigned number)
{
	GArray *loads = derive->writer->loads;

	for (guint i = loads->len; i > 0; i--) {
		struct sabot_sheet_load *load =
			&g_array_index(loads, struct sabot_sheet_load, i - 1);

		if (load->number == number)
			return load;
	}
	return NULL;
}

static void
append_hand(GString *cards, const struct sabot_update *update, const char *name,
	    const struct sabot_cards_report *hand)
{
	char text[SABOT_CARD_TEXT_SIZE];

	g_string_append_printf(cards, "%s%s:", cards->len > 0 ? " | " : "", name);
	/* Which cards lay there is not certain. */
	if (!hand->known)
		g_string_append(cards, " ?");
	for (unsigned i = 0; hand->known && i < hand->n_cards; i++)
		g_string_append_printf(cards, " %s",
				       sabot_card_format(update->cards[hand->first + i], text));
}

static void
append_boxes(GString *cards, const struct sabot_update *update,
	     const struct sabot_round_report *round)
{
	for (unsigned i = 0; i < round->n_hands; i++) {
		const struct sabot_hand_report *hand = &update->hands[round->first_hand + i];
		g_autofree char *name =
			hand->hand > 0 ? g_strdup_printf("%d/%d", hand->box, hand->hand + 1)
				       : g_strdup_printf("%d", hand->box);

		append_hand(cards, update, name, &hand->cards);
	}
}

static uint32_t
cards_of(struct report_derive *derive, const struct sabot_update *update,
	 const struct sabot_round_report *round)
{
	g_autoptr(GString) cards = g_string_new(NULL);

	if (derive->game == SABOT_PUNTO_BANCO) {
		append_hand(cards, update, "P", &round->punto_cards);
		append_hand(cards, update, "B", &round->banca_cards);
	} else {
		append_hand(cards, update, "D", &round->dealer_cards);
		append_boxes(cards, update, round);
	}
	return report_derive_word(derive, cards->str);
}

/* A total that is not certain is none. */
static int8_t
total_of(int total)
{
	return total == SABOT_TOTAL_NULL ? 0 : (int8_t)total;
}

static void
set_result(struct report_derive *derive, struct sabot_sheet_round *row,
	   const struct sabot_round_report *round)
{
	if (derive->game != SABOT_PUNTO_BANCO) {
		row->banca = total_of(round->dealer);
		return;
	}
	row->winner = (uint8_t)round->winner;
	row->punto = total_of(round->punto);
	row->banca = total_of(round->banca);
}

bool
report_derive_is_last_moment(const struct report_derive *derive, uint32_t bettor, int box, int on)
{
	for (guint i = derive->bets->len; derive->closed_us != SABOT_TIME_NONE && i > 0; i--) {
		const struct report_bet_time *bet =
			&g_array_index(derive->bets, struct report_bet_time, i - 1);

		if (bet->bettor == bettor && bet->box == box && bet->on == on)
			return derive->closed_us - bet->at_us <=
			       REPORT_LAST_MOMENT_MS * G_TIME_SPAN_MILLISECOND;
	}
	return false;
}

static bool
is_doubled(const struct sabot_update *update, const struct sabot_round_report *round,
	   const struct sabot_stake_report *stake)
{
	for (unsigned i = 0; stake->on == SABOT_BET_MAIN && i < round->n_hands; i++) {
		const struct sabot_hand_report *hand = &update->hands[round->first_hand + i];

		if (hand->box == stake->box && hand->hand == stake->hand)
			return hand->is_doubled;
	}
	return false;
}

/* No sum takes a guess for a fact: what is not certainly owed counts as nothing. */
static void
add_stakes(struct report_derive *derive, guint place, const struct sabot_update *update,
	   const struct sabot_round_report *round)
{
	GArray *stakes = derive->writer->stakes;
	struct sabot_sheet_round *row =
		&g_array_index(derive->writer->rounds, struct sabot_sheet_round, place);

	row->first_stake = stakes->len;
	for (unsigned i = 0; !round->dummy && i < round->n_stakes; i++) {
		const struct sabot_stake_report *of = &update->stakes[round->first_stake + i];
		bool certain = of->due == SABOT_DUE_CERTAIN;
		struct sabot_sheet_stake stake = {
			.stake_minor = of->has_stake ? of->stake_minor : 0,
			.due_minor = certain ? of->due_min_minor : 0,
			.commission_minor = certain ? of->commission_minor : 0,
			.round = place,
			.bettor = report_derive_word(derive, of->bettor),
			.box = (uint8_t)of->box,
			.on = (uint8_t)of->on,
			.hand = (int8_t)of->hand,
			.is_doubled = is_doubled(update, round, of),
			.is_uncertain = !certain || !of->has_stake,
		};

		stake.is_last_moment =
			report_derive_is_last_moment(derive, stake.bettor, of->box, of->on);
		g_array_append_val(stakes, stake);
	}
	row->n_stakes = stakes->len - row->first_stake;
}

/* Where something was paid. The bettor is a word of the sheet. */
struct place {
	uint32_t bettor;
	uint8_t box, on;
	int8_t hand;
};

static struct sabot_sheet_stake *
find_stake(struct report_derive *derive, const struct sabot_sheet_round *row,
	   const struct place *paid)
{
	for (uint32_t i = 0; i < row->n_stakes; i++) {
		struct sabot_sheet_stake *stake = &g_array_index(
			derive->writer->stakes, struct sabot_sheet_stake, row->first_stake + i);

		if (stake->box == paid->box && stake->on == paid->on && stake->hand == paid->hand &&
		    stake->bettor == paid->bettor)
			return stake;
	}
	return NULL;
}

/* A payment on a stake that there is not: a row of its own, all the round's rows together. */
static struct sabot_sheet_stake *
add_unstaked(struct report_derive *derive, struct sabot_sheet_round *row, const struct place *paid)
{
	GArray *stakes = derive->writer->stakes;
	struct sabot_sheet_stake stake = {
		.round = (uint32_t)(row - (struct sabot_sheet_round *)(void *)
						  derive->writer->rounds->data),
		.bettor = paid->bettor,
		.box = paid->box,
		.on = paid->on,
		.hand = paid->hand,
	};

	if (row->first_stake + row->n_stakes != stakes->len) {
		g_autofree struct sabot_sheet_stake *moved = g_memdup2(
			&g_array_index(stakes, struct sabot_sheet_stake, row->first_stake),
			row->n_stakes * sizeof(*moved));

		row->first_stake = stakes->len;
		g_array_append_vals(stakes, moved, row->n_stakes);
	}
	g_array_append_val(stakes, stake);
	row->n_stakes++;
	return &g_array_index(stakes, struct sabot_sheet_stake, stakes->len - 1);
}

static void
add_payment(struct report_derive *derive, struct sabot_sheet_round *row, const struct place *paid,
	    int64_t amount_minor)
{
	struct sabot_sheet_stake *stake = find_stake(derive, row, paid);

	if (stake == NULL)
		stake = add_unstaked(derive, row, paid);
	stake->paid_minor += amount_minor;
	stake->is_paid = true;
}

/* What was paid while the round was in play. */
static void
add_early_payments(struct report_derive *derive, struct sabot_sheet_round *row)
{
	const struct sabot_accounts *ledger = &sabot_derive_table(derive->derive)->ledger;

	for (int i = 0; i < ledger->n_accounts; i++) {
		const struct sabot_account *account = &ledger->accounts[i];
		const struct place paid = {
			.bettor = report_derive_word(derive, account->bettor),
			.box = account->box,
			.on = account->on,
			.hand = account->hand,
		};

		if (account->round == row->number && account->is_paid)
			add_payment(derive, row, &paid, account->sum_minor);
	}
}

/* A round that is settled again has had what it had before, and was bet on when it was. */
static void
keep_payments(struct report_derive *derive, struct sabot_sheet_round *row, uint32_t first,
	      uint32_t n_stakes)
{
	for (uint32_t i = first; i < first + n_stakes; i++) {
		const struct sabot_sheet_stake old =
			g_array_index(derive->writer->stakes, struct sabot_sheet_stake, i);
		const struct place paid = {old.bettor, old.box, old.on, old.hand};

		struct sabot_sheet_stake *now = find_stake(derive, row, &paid);

		if (now != NULL)
			now->is_last_moment = old.is_last_moment;
		if (old.is_paid)
			add_payment(derive, row, &paid, old.paid_minor);
	}
}

void
report_derive_add_payment(struct report_derive *derive, const struct sabot_event *event)
{
	const struct sabot_table *table = sabot_derive_table(derive->derive);
	struct sabot_sheet_round *row =
		find_round(derive, event->round != 0 ? event->round : table->last.number);
	enum sabot_bet on = event->on == SABOT_BET_NONE ? SABOT_BET_MAIN : event->on;
	bool in_play = event->round == 0 && table->round.open && table->round.bets_closed;
	char seat[SABOT_SEAT_NAME_SIZE];
	struct place paid = {
		.box = (uint8_t)event->box,
		.on = (uint8_t)on,
		.hand = on == SABOT_BET_MAIN ? (int8_t)MAX(event->hand, 0) : -1,
	};

	/* What ended its round is booked with the round. */
	if (row == NULL || in_play ||
	    (derive->begun_n == derive->n && derive->begun_round == row->number) ||
	    !sabot_derive_last_update(derive->derive)->applied)
		return;
	paid.bettor = report_derive_word(derive, event->bettor != NULL && event->bettor[0] != '\0'
							 ? event->bettor
							 : sabot_seat_name(event->box, seat));
	add_payment(derive, row, &paid, event->amount_minor);
}

static uint8_t
flags_of(const struct sabot_table *table, const struct sabot_round_report *round)
{
	const struct sabot_round *whole = sabot_table_find_round(table, round->number);
	bool is_void = round->winner == SABOT_WINNER_VOID || (whole != NULL && whole->is_void);

	return (uint8_t)((is_void ? SABOT_SHEET_VOID : 0) | (round->dummy ? SABOT_SHEET_DUMMY : 0) |
			 (round->unverified ? SABOT_SHEET_UNVERIFIED : 0) |
			 (round->again ? SABOT_SHEET_RULED : 0));
}

static guint
add_round(struct report_derive *derive, const struct sabot_round_report *round)
{
	struct sabot_sheet_load *load = report_derive_find_load(derive, round->load);
	struct sabot_sheet_round row = {
		.begin_us = derive->round_begin_us,
		.end_us = derive->now_us,
		.load = round->load,
		.number = round->number,
		.dealer = derive->dealer,
	};

	if (load != NULL)
		load->n_rounds++;
	derive->round_begin_us = SABOT_TIME_NONE;
	derive->begun_n = derive->n;
	derive->begun_round = round->number;
	g_array_append_val(derive->writer->rounds, row);
	return derive->writer->rounds->len - 1;
}

void
report_derive_add_round(struct report_derive *derive, const struct sabot_output *output)
{
	const struct sabot_update *update = sabot_derive_last_update(derive->derive);
	const struct sabot_round_report *round = sabot_update_round(update, output);
	struct sabot_sheet_round *row = find_round(derive, round->number);
	guint place =
		row != NULL && round->again
			? (guint)(row -
				  (struct sabot_sheet_round *)(void *)derive->writer->rounds->data)
			: add_round(derive, round);
	uint32_t cards = cards_of(derive, update, round), first, n_before;

	row = &g_array_index(derive->writer->rounds, struct sabot_sheet_round, place);
	first = row->first_stake;
	n_before = row->n_stakes;
	row->flags = flags_of(sabot_derive_table(derive->derive), round);
	row->cards = cards;
	row->n_hands = round->n_hands;
	set_result(derive, row, round);
	add_stakes(derive, place, update, round);
	if (round->again) {
		keep_payments(derive, row, first, n_before);
		return;
	}
	add_early_payments(derive, row);
	g_array_set_size(derive->bets, 0);
	derive->closed_us = SABOT_TIME_NONE;
}
