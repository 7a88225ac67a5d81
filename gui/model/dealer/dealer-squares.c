/* The bets on the squares: see dealer-squares.h. */
#include "dealer-squares.h"

#include <string.h>

void
sabot_dealer_squares_init(struct sabot_dealer_squares *squares)
{
	*squares = (struct sabot_dealer_squares){
		.laid = g_array_new(FALSE, FALSE, sizeof(struct sabot_dealer_bet)),
		.before = g_array_new(FALSE, FALSE, sizeof(struct sabot_dealer_bet)),
		.removed = g_array_new(FALSE, FALSE, sizeof(struct sabot_dealer_bet)),
		.boxes = g_array_new(FALSE, FALSE, sizeof(int64_t)),
		.last_boxes = g_array_new(FALSE, FALSE, sizeof(int64_t)),
	};
}

void
sabot_dealer_squares_clear(struct sabot_dealer_squares *squares)
{
	g_array_unref(squares->laid);
	g_array_unref(squares->before);
	g_array_unref(squares->removed);
	g_array_unref(squares->boxes);
	g_array_unref(squares->last_boxes);
}

const struct sabot_dealer_bet *
sabot_dealer_find_bet(const GArray *list, const struct sabot_dealer_bet *wanted)
{
	for (guint i = 0; i < list->len; i++) {
		const struct sabot_dealer_bet *bet = sabot_dealer_nth_bet(list, i);

		if (bet->box == wanted->box && bet->on == wanted->on &&
		    bet->bettor == wanted->bettor)
			return bet;
	}
	return NULL;
}

bool
sabot_dealer_has_box(const GArray *boxes, int64_t box)
{
	for (guint i = 0; i < boxes->len; i++) {
		if (g_array_index(boxes, int64_t, i) == box)
			return true;
	}
	return false;
}

struct sabot_dealer_bet
sabot_dealer_bet_of_box(int64_t box)
{
	return (struct sabot_dealer_bet){
		.box = box, .on = SABOT_DEALER_BOX, .bettor = SABOT_DEALER_BOX};
}

/* The seat's own player, or a letter for others who bet there. */
const char *
sabot_dealer_name_bettor(const struct sabot_dealer_square *square)
{
	char name[24];

	if (square->bettor > 0)
		g_snprintf(name, sizeof(name), "%d%c", (int)square->box, 'a' + square->bettor);
	else
		g_snprintf(name, sizeof(name), "%d", (int)square->box);
	return g_intern_string(name);
}

/*
 * In punto banco a bettor at a seat is shown with the seat's own player; behind a box, a bettor
 * whose name this display did not give is shown as the first.
 */
static int
find_index(const struct sabot_dealer_squares *squares, const struct sabot_dealer_bet *bet)
{
	if (!squares->is_blackjack)
		return 0;
	for (int i = 0; i < 3; i++) {
		struct sabot_dealer_square square = {bet->box, bet->on, i};

		if (sabot_dealer_name_bettor(&square) == bet->bettor)
			return i;
	}
	return 1;
}

bool
sabot_dealer_squares_is_on(const struct sabot_dealer_squares *squares,
			   const struct sabot_dealer_bet *bet,
			   const struct sabot_dealer_square *square)
{
	return bet->box == square->box && bet->on == square->on &&
	       find_index(squares, bet) == square->bettor;
}

bool
sabot_dealer_squares_is_one_bettor(const struct sabot_dealer_squares *squares,
				   const struct sabot_dealer_bet *one,
				   const struct sabot_dealer_bet *two)
{
	return one->box == two->box && find_index(squares, one) == find_index(squares, two);
}

/* In blackjack a side bet is added to the main one; otherwise a new bet replaces all old ones. */
bool
sabot_dealer_squares_does_replace(const struct sabot_dealer_squares *squares,
				  const struct sabot_dealer_bet *laid,
				  const struct sabot_dealer_bet *before)
{
	return sabot_dealer_squares_is_one_bettor(squares, laid, before) &&
	       (!squares->is_blackjack || laid->on == before->on ||
		laid->on == g_intern_static_string("main"));
}

bool
sabot_dealer_squares_is_as_before(const struct sabot_dealer_squares *squares,
				  const struct sabot_dealer_bet *before)
{
	if (sabot_dealer_find_bet(squares->removed, before))
		return false;
	for (guint i = 0; i < squares->laid->len; i++) {
		if (sabot_dealer_squares_does_replace(
			    squares, sabot_dealer_nth_bet(squares->laid, i), before))
			return false;
	}
	return true;
}

bool
sabot_dealer_squares_is_box_as_before(const struct sabot_dealer_squares *squares, int64_t box)
{
	struct sabot_dealer_bet bet = sabot_dealer_bet_of_box(box);

	return sabot_dealer_has_box(squares->last_boxes, box) &&
	       !sabot_dealer_has_box(squares->boxes, box) &&
	       !sabot_dealer_find_bet(squares->removed, &bet);
}

/* The bets that have the table's limits; those of side bets are not checked. */
static const char *const limited_bets[] = {"main", "punto", "banca"};

static bool
is_limited(const char *on)
{
	for (gsize i = 0; i < G_N_ELEMENTS(limited_bets); i++) {
		if (strcmp(on, limited_bets[i]) == 0)
			return true;
	}
	return false;
}

static bool
is_too_low(const struct sabot_dealer_squares *squares, const struct sabot_dealer_bet *bet)
{
	return is_limited(bet->on) && bet->amount_minor < squares->min_minor;
}

/* The maximum is that of a box: who bets behind it counts with its own player (PB-05, BJ-07). */
static bool
is_too_high(const struct sabot_dealer_squares *squares, int64_t box, const char *on)
{
	int64_t sum_minor = 0;

	for (guint i = 0; i < squares->laid->len; i++) {
		const struct sabot_dealer_bet *bet = sabot_dealer_nth_bet(squares->laid, i);

		if (bet->box == box && strcmp(bet->on, on) == 0)
			sum_minor += bet->amount_minor;
	}
	for (guint i = 0; i < squares->before->len; i++) {
		const struct sabot_dealer_bet *bet = sabot_dealer_nth_bet(squares->before, i);

		if (bet->box == box && strcmp(bet->on, on) == 0 &&
		    sabot_dealer_squares_is_as_before(squares, bet))
			sum_minor += bet->amount_minor;
	}
	return is_limited(on) && sum_minor > squares->max_minor;
}

static struct sabot_dealer_square_state
get_box(const struct sabot_dealer_squares *squares, int64_t box)
{
	bool is_as_before = sabot_dealer_squares_is_box_as_before(squares, box);
	bool is_in = is_as_before || sabot_dealer_has_box(squares->boxes, box);

	return (struct sabot_dealer_square_state){
		.is_in = is_in,
		.is_as_before = is_as_before,
		.is_changed = squares->last_boxes->len > 0 && is_in &&
			      !sabot_dealer_has_box(squares->last_boxes, box),
	};
}

struct sabot_dealer_square_state
sabot_dealer_squares_get(const struct sabot_dealer_squares *squares,
			 const struct sabot_dealer_square *square)
{
	struct sabot_dealer_square_state state = {0};
	int64_t laid_minor = 0, before_minor = 0;

	if (squares->has_no_stakes)
		return get_box(squares, square->box);
	for (guint i = 0; i < squares->laid->len; i++) {
		const struct sabot_dealer_bet *bet = sabot_dealer_nth_bet(squares->laid, i);

		if (!sabot_dealer_squares_is_on(squares, bet, square))
			continue;
		laid_minor += bet->amount_minor;
		state.is_too_low |= is_too_low(squares, bet);
	}
	for (guint i = 0; i < squares->before->len; i++) {
		const struct sabot_dealer_bet *bet = sabot_dealer_nth_bet(squares->before, i);

		if (!sabot_dealer_squares_is_on(squares, bet, square))
			continue;
		before_minor += bet->amount_minor;
		if (!sabot_dealer_squares_is_as_before(squares, bet))
			continue;
		state.amount_minor += bet->amount_minor;
		state.is_too_low |= is_too_low(squares, bet);
	}
	state.amount_minor += laid_minor;
	state.is_in = state.amount_minor > 0;
	state.is_as_before = state.is_in && laid_minor == 0;
	state.is_too_high = state.is_in && is_too_high(squares, square->box, square->on);
	state.is_changed =
		laid_minor > 0 && squares->before->len > 0 && state.amount_minor != before_minor;
	return state;
}

/* The bets of a box now and in the last round. */
struct box_sum {
	int64_t now_minor, before_minor;
	bool is_other; /* the bets differ */
	int n_too_low;
};

static void
add_laid(const struct sabot_dealer_squares *squares, int64_t box, struct box_sum *sum)
{
	for (guint i = 0; i < squares->laid->len; i++) {
		const struct sabot_dealer_bet *bet = sabot_dealer_nth_bet(squares->laid, i);
		const struct sabot_dealer_bet *before = sabot_dealer_find_bet(squares->before, bet);

		if (bet->box != box)
			continue;
		sum->now_minor += bet->amount_minor;
		sum->is_other |= !before || before->amount_minor != bet->amount_minor;
		sum->n_too_low += is_too_low(squares, bet);
	}
}

static struct box_sum
sum_box(const struct sabot_dealer_squares *squares, int64_t box)
{
	struct box_sum sum = {0};

	add_laid(squares, box, &sum);
	for (guint i = 0; i < squares->before->len; i++) {
		const struct sabot_dealer_bet *bet = sabot_dealer_nth_bet(squares->before, i);

		if (bet->box != box)
			continue;
		sum.before_minor += bet->amount_minor;
		if (sabot_dealer_squares_is_as_before(squares, bet)) {
			sum.now_minor += bet->amount_minor;
			sum.n_too_low += is_too_low(squares, bet);
		} else if (!sabot_dealer_find_bet(squares->laid, bet)) {
			sum.is_other = true;
		}
	}
	return sum;
}

/* Without stakes: 1 for each box that is in. */
static struct box_sum
sum_without_stakes(const struct sabot_dealer_squares *squares, int64_t box)
{
	struct box_sum sum = {.now_minor = get_box(squares, box).is_in,
			      .before_minor = sabot_dealer_has_box(squares->last_boxes, box)};

	sum.is_other = sum.now_minor != sum.before_minor;
	return sum;
}

static struct box_sum
sum_any(const struct sabot_dealer_squares *squares, int64_t box)
{
	return squares->has_no_stakes ? sum_without_stakes(squares, box) : sum_box(squares, box);
}

static int
count_too_high(const struct sabot_dealer_squares *squares, int64_t box)
{
	int n = 0;

	for (gsize i = 0; i < G_N_ELEMENTS(limited_bets) && !squares->has_no_stakes; i++)
		n += is_too_high(squares, box, limited_bets[i]);
	return n;
}

bool
sabot_dealer_squares_is_out(const struct sabot_dealer_squares *squares, int64_t box)
{
	struct box_sum sum = sum_any(squares, box);

	return sum.now_minor == 0 && sum.before_minor > 0;
}

bool
sabot_dealer_squares_is_in(const struct sabot_dealer_squares *squares, int64_t box)
{
	return sum_any(squares, box).now_minor > 0;
}

/* True if a bet of the last round neither stands nor is replaced. */
static bool
can_repeat(const struct sabot_dealer_squares *squares)
{
	struct sabot_dealer_squares all = *squares;
	g_autoptr(GArray) none = g_array_new(FALSE, FALSE, sizeof(struct sabot_dealer_bet));

	all.removed = none;
	for (guint i = 0; i < squares->removed->len; i++) {
		const struct sabot_dealer_bet *bet = sabot_dealer_nth_bet(squares->removed, i);

		if (squares->has_no_stakes ? sabot_dealer_squares_is_box_as_before(&all, bet->box)
					   : sabot_dealer_squares_is_as_before(&all, bet))
			return true;
	}
	return false;
}

struct sabot_dealer_bets_state
sabot_dealer_squares_sum(const struct sabot_dealer_squares *squares)
{
	struct sabot_dealer_bets_state state = {
		.has_before = squares->has_no_stakes ? squares->last_boxes->len > 0
						     : squares->before->len > 0,
		.can_repeat = can_repeat(squares),
	};

	for (int64_t box = 1; box <= squares->n_boxes; box++) {
		struct box_sum sum = sum_any(squares, box);

		state.n_playing += sum.now_minor > 0;
		state.n_as_before += state.has_before && sum.now_minor > 0 && !sum.is_other;
		state.n_changed += state.has_before && sum.is_other;
		state.n_too_low += sum.n_too_low;
		state.n_too_high += count_too_high(squares, box);
		state.sum_minor += squares->has_no_stakes ? 0 : sum.now_minor;
	}
	state.can_clear = state.n_playing > 0;
	return state;
}
