/*
 * Rounds and their stakes: what the engine says of a closed round, and of what was paid on it, as
 * rows of the sheet.
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
append_hand(GString *cards, const struct sabot_round *round, const char *name,
	    struct sabot_place place)
{
	struct sabot_card hand[SABOT_ROUND_CARDS_MAX];
	char text[SABOT_CARD_TEXT_SIZE];
	int n_cards = sabot_round_hand_cards(round, place, hand, SABOT_ROUND_CARDS_MAX);

	g_string_append_printf(cards, "%s%s:", cards->len > 0 ? " | " : "", name);
	for (int i = 0; i < n_cards; i++)
		g_string_append_printf(cards, " %s", sabot_card_format(hand[i], text));
}

static void
append_boxes(GString *cards, const struct sabot_round *round, uint32_t *ret_n_hands)
{
	*ret_n_hands = 0;
	for (int box = 1; box <= SABOT_BOXES_MAX; box++) {
		const struct sabot_box *place = &round->boxes[box];

		for (int hand = 0; place->in_play && hand < place->n_hands; hand++) {
			g_autofree char *name = hand > 0 ? g_strdup_printf("%d/%d", box, hand + 1)
							 : g_strdup_printf("%d", box);

			++*ret_n_hands;
			append_hand(cards, round, name,
				    (struct sabot_place){SABOT_OWNER_PLAYER, box, hand});
		}
	}
}

static uint32_t
cards_of(struct report_derive *derive, const struct sabot_round *round, uint32_t *ret_n_hands)
{
	g_autoptr(GString) cards = g_string_new(NULL);

	*ret_n_hands = 0;
	if (derive->game == SABOT_PUNTO_BANCO) {
		append_hand(cards, round, "P", (struct sabot_place){SABOT_OWNER_PUNTO, 0, 0});
		append_hand(cards, round, "B", (struct sabot_place){SABOT_OWNER_BANCA, 0, 0});
	} else {
		append_hand(cards, round, "D", (struct sabot_place){SABOT_OWNER_DEALER, 0, 0});
		append_boxes(cards, round, ret_n_hands);
	}
	return report_derive_word(derive, cards->str);
}

static void
set_result(struct report_derive *derive, struct sabot_sheet_round *row,
	   const struct sabot_round *round)
{
	struct sabot_coup coup;

	if (derive->game != SABOT_PUNTO_BANCO) {
		row->banca = (int8_t)sabot_blackjack_dealer_total(round).total;
		return;
	}
	sabot_punto_banco_read(round, &coup);
	row->winner = (uint8_t)(round->is_void ? SABOT_WINNER_VOID : round->winner);
	row->punto = (int8_t)coup.punto_points;
	row->banca = (int8_t)coup.banca_points;
}

static bool
is_doubled(const struct sabot_round *round, const struct sabot_settlement *settlement)
{
	return settlement->on == SABOT_BET_MAIN && settlement->hand >= 0 &&
	       round->boxes[settlement->box].hands[settlement->hand].doubled;
}

static void
add_stakes(struct report_derive *derive, guint place, const struct sabot_round *round)
{
	const struct sabot_table *table = sabot_derive_table(derive->derive);
	GArray *stakes = derive->writer->stakes;
	struct sabot_sheet_round *row =
		&g_array_index(derive->writer->rounds, struct sabot_sheet_round, place);
	struct sabot_settle_walk walk = {0};
	struct sabot_settlement settlement;

	row->first_stake = stakes->len;
	while (!round->dummy && sabot_settle_next(&table->rules, round, &walk, &settlement)) {
		struct sabot_sheet_stake stake = {
			.stake_minor = settlement.stake_minor,
			.due_minor = settlement.due_minor,
			.commission_minor = settlement.commission_minor,
			.round = place,
			.bettor = report_derive_word(derive, settlement.bettor),
			.box = (uint8_t)settlement.box,
			.on = (uint8_t)settlement.on,
			.hand = (int8_t)settlement.hand,
			.is_doubled = is_doubled(round, &settlement),
		};
		g_array_append_val(stakes, stake);
	}
	row->n_stakes = stakes->len - row->first_stake;
}

static struct sabot_sheet_stake *
find_stake(struct report_derive *derive, const struct sabot_sheet_round *row,
	   const struct sabot_paid *paid)
{
	uint32_t bettor = report_derive_word(derive, paid->bettor);

	for (uint32_t i = 0; i < row->n_stakes; i++) {
		struct sabot_sheet_stake *stake = &g_array_index(
			derive->writer->stakes, struct sabot_sheet_stake, row->first_stake + i);

		if (stake->box == paid->box && stake->on == paid->on && stake->hand == paid->hand &&
		    stake->bettor == bettor)
			return stake;
	}
	return NULL;
}

/* A payment on a stake that there is not: a row of its own, all the round's rows together. */
static struct sabot_sheet_stake *
add_unstaked(struct report_derive *derive, struct sabot_sheet_round *row,
	     const struct sabot_paid *paid)
{
	GArray *stakes = derive->writer->stakes;
	struct sabot_sheet_stake stake = {
		.round = (uint32_t)(row - (struct sabot_sheet_round *)(void *)
						  derive->writer->rounds->data),
		.bettor = report_derive_word(derive, paid->bettor),
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

/* What the engine has booked of payments goes to the stakes. */
void
report_derive_book_payments(struct report_derive *derive, const struct sabot_round *round)
{
	struct sabot_sheet_round *row = find_round(derive, round->number);

	for (int i = 0; row != NULL && i < round->n_paid; i++) {
		const struct sabot_paid *paid = &round->paid[i];
		struct sabot_sheet_stake *stake = find_stake(derive, row, paid);

		if (stake == NULL)
			stake = add_unstaked(derive, row, paid);
		stake->paid_minor = paid->sum_minor;
		stake->is_paid = true;
	}
}

static uint8_t
flags_of(const struct sabot_round *round, bool again)
{
	return (uint8_t)((round->is_void ? SABOT_SHEET_VOID : 0) |
			 (round->dummy ? SABOT_SHEET_DUMMY : 0) |
			 (round->unverified ? SABOT_SHEET_UNVERIFIED : 0) |
			 (again ? SABOT_SHEET_RULED : 0));
}

static guint
add_round(struct report_derive *derive, const struct sabot_round *round)
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
	g_array_append_val(derive->writer->rounds, row);
	return derive->writer->rounds->len - 1;
}

void
report_derive_add_round(struct report_derive *derive, const struct sabot_output *output)
{
	const struct sabot_round *round =
		sabot_table_reported_round(sabot_derive_table(derive->derive), output);
	struct sabot_sheet_round *row = find_round(derive, round->number);
	guint place =
		row != NULL && output->u.round.again
			? (guint)(row -
				  (struct sabot_sheet_round *)(void *)derive->writer->rounds->data)
			: add_round(derive, round);
	uint32_t n_hands, cards = cards_of(derive, round, &n_hands);

	row = &g_array_index(derive->writer->rounds, struct sabot_sheet_round, place);
	row->flags = flags_of(round, output->u.round.again);
	row->cards = cards;
	row->n_hands = n_hands;
	set_result(derive, row, round);
	add_stakes(derive, place, round);
	report_derive_book_payments(derive, round);
}
