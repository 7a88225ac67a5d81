/*
 * Stakes are kept by key, so that payments find them. A later payment of a round is added to the
 * stake of its box that differs most; if there is none it is a separate difference.
 */
#include "reckoning.h"
#include "ledger-marker.h"
#include "ledger-slip.h"

#include <stdio.h>
#include <string.h>

struct stake {
	struct sabot_reckoned_stake reported; /* its strings are the stake's own */
	bool is_settled, has_paid;
	int64_t paid_minor, later_minor;
};

/* Paid later where no stake is known. */
struct later {
	int64_t round, box, amount_minor;
};

struct seat {
	int64_t box;
	char *bettor;
	int64_t owed_minor, collected_minor;
	bool is_uncertain; /* of a stake of it nobody knows what was due */
};

struct sabot_reckoning {
	GHashTable *by_key;                    /* char * → struct stake, borrowed */
	GPtrArray *stakes;                     /* of struct stake, in the order of their settling */
	GArray *later;                         /* of struct later */
	GPtrArray *seats;                      /* of struct seat */
	int64_t reported_from, reported_to;    /* rounds; 0 = never */
	struct sabot_expectation *expectation; /* NULL: no odds are known */
	bool has_chips, is_veiled;
	int64_t chips_win_minor, closer_minor;
	int64_t issued_minor, missing_minor; /* markers, and what of them is in no drop box */
	int64_t missing_marker;              /* the one that is of this amount; 0: none */
	GPtrArray *differences, *bets;
};

static const char *const kind_words[SABOT_DIFFERENCE_KINDS] = {
	"payout", "unpaid", "commission", "opener",      "closer",
	"slip",   "gap",    "marker",     "unexplained",
};

const char *
sabot_difference_kind_to_string(enum sabot_difference_kind kind)
{
	return kind_words[kind];
}

static void
free_stake(gpointer data)
{
	struct stake *stake = data;

	g_free((char *)stake->reported.bettor);
	g_free((char *)stake->reported.on);
	g_free(stake);
}

static void
free_seat(gpointer data)
{
	struct seat *seat = data;

	g_free(seat->bettor);
	g_free(seat);
}

static void
free_difference(gpointer data)
{
	struct sabot_difference *difference = data;

	g_free(difference->bettor);
	g_free(difference->on);
	g_free(difference);
}

static void
free_bet(gpointer data)
{
	struct sabot_reckoned_bet *bet = data;

	g_free(bet->on);
	g_free(bet);
}

struct sabot_reckoning *
sabot_reckoning_new(void)
{
	struct sabot_reckoning *reckoning = g_new0(struct sabot_reckoning, 1);

	reckoning->by_key = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	reckoning->stakes = g_ptr_array_new_with_free_func(free_stake);
	reckoning->later = g_array_new(FALSE, FALSE, sizeof(struct later));
	reckoning->seats = g_ptr_array_new_with_free_func(free_seat);
	reckoning->differences = g_ptr_array_new_with_free_func(free_difference);
	reckoning->bets = g_ptr_array_new_with_free_func(free_bet);
	return reckoning;
}

void
sabot_reckoning_free(struct sabot_reckoning *reckoning)
{
	if (!reckoning)
		return;
	g_hash_table_unref(reckoning->by_key);
	g_ptr_array_unref(reckoning->stakes);
	g_array_unref(reckoning->later);
	g_ptr_array_unref(reckoning->seats);
	g_ptr_array_unref(reckoning->differences);
	g_ptr_array_unref(reckoning->bets);
	sabot_expectation_free(reckoning->expectation);
	g_free(reckoning);
}

static struct stake *
need_stake(struct sabot_reckoning *reckoning, const struct sabot_reckoned_stake *shown)
{
	g_autofree char *key =
		g_strdup_printf("%" G_GINT64_FORMAT "/%" G_GINT64_FORMAT "/%" G_GINT64_FORMAT
				"/%s/%s",
				shown->round, shown->box, shown->hand, shown->on, shown->bettor);
	struct stake *stake = g_hash_table_lookup(reckoning->by_key, key);

	if (stake)
		return stake;
	stake = g_new0(struct stake, 1);
	stake->reported = *shown;
	stake->reported.bettor = g_strdup(shown->bettor);
	stake->reported.on = g_strdup(shown->on);
	stake->reported.stake_minor = stake->reported.due_minor = stake->reported.commission_minor =
		0;
	stake->reported.bet_minor = 0;
	g_ptr_array_add(reckoning->stakes, stake);
	g_hash_table_insert(reckoning->by_key, g_steal_pointer(&key), stake);
	return stake;
}

void
sabot_reckoning_add_stake(struct sabot_reckoning *reckoning,
			  const struct sabot_reckoned_stake *shown)
{
	struct stake *stake = need_stake(reckoning, shown);

	stake->is_settled = true;
	stake->reported.is_uncertain = shown->is_uncertain;
	stake->reported.stake_minor = shown->stake_minor;
	stake->reported.bet_minor = shown->bet_minor;
	stake->reported.due_minor = shown->is_uncertain ? 0 : shown->due_minor;
	stake->reported.commission_minor = shown->is_uncertain ? 0 : shown->commission_minor;
}

void
sabot_reckoning_add_paid(struct sabot_reckoning *reckoning,
			 const struct sabot_reckoned_stake *reported, int64_t amount_minor)
{
	struct stake *stake = need_stake(reckoning, reported);

	stake->has_paid = true;
	stake->paid_minor += amount_minor;
}

void
sabot_reckoning_add_later(struct sabot_reckoning *reckoning, int64_t round, int64_t box,
			  int64_t amount_minor)
{
	struct later later = {round, box, amount_minor};

	g_array_append_val(reckoning->later, later);
}

static struct seat *
need_seat(struct sabot_reckoning *reckoning, int64_t box, const char *bettor)
{
	struct seat *seat;

	for (guint i = 0; i < reckoning->seats->len; i++) {
		seat = g_ptr_array_index(reckoning->seats, i);
		if (seat->box == box && strcmp(seat->bettor, bettor) == 0)
			return seat;
	}
	seat = g_new0(struct seat, 1);
	seat->box = box;
	seat->bettor = g_strdup(bettor);
	g_ptr_array_add(reckoning->seats, seat);
	return seat;
}

void
sabot_reckoning_add_commission(struct sabot_reckoning *reckoning, int64_t box, const char *bettor,
			       int64_t amount_minor)
{
	need_seat(reckoning, box, bettor)->collected_minor += amount_minor;
}

void
sabot_reckoning_set_reported(struct sabot_reckoning *reckoning, int64_t from_round,
			     int64_t to_round)
{
	reckoning->reported_from = from_round;
	reckoning->reported_to = to_round;
}

void
sabot_reckoning_set_veiled(struct sabot_reckoning *reckoning)
{
	reckoning->is_veiled = true;
}

void
sabot_reckoning_set_expectation(struct sabot_reckoning *reckoning,
				struct sabot_expectation *expectation)
{
	sabot_expectation_free(reckoning->expectation);
	reckoning->expectation = expectation;
}

static struct sabot_difference *
add_difference(struct sabot_reckoning *reckoning, enum sabot_difference_kind kind,
	       int64_t expected_minor, int64_t is_minor)
{
	struct sabot_difference *difference = g_new0(struct sabot_difference, 1);

	difference->kind = kind;
	difference->hand = -1;
	difference->expected_minor = expected_minor;
	difference->is_minor = is_minor;
	difference->amount_minor = is_minor - expected_minor;
	g_ptr_array_add(reckoning->differences, difference);
	return difference;
}

static void
add_slip(struct sabot_reckoning *reckoning, const struct sabot_slip *slip)
{
	struct sabot_difference *difference = NULL;

	if (slip->state == SABOT_SLIP_RESERVED)
		difference = add_difference(reckoning, SABOT_DIFFERENCE_GAP, 0, 0);
	else if (slip->state == SABOT_SLIP_RECEIVED &&
		 slip->issue->amount_minor != slip->receipt->amount_minor)
		difference = add_difference(reckoning, SABOT_DIFFERENCE_SLIP,
					    slip->issue->amount_minor, slip->receipt->amount_minor);
	if (!difference)
		return;
	difference->number = slip->number;
	difference->amount_minor = -difference->amount_minor;
}

static void
add_slips(struct sabot_reckoning *reckoning, const struct sabot_ledger *ledger, const char *shift,
	  const char *table)
{
	for (guint i = 0; i < ledger->slips->len; i++) {
		const struct sabot_slip *slip = g_ptr_array_index(ledger->slips, i);

		if (strcmp(slip->shift, shift) == 0 &&
		    g_strcmp0(sabot_slip_table(slip), table) == 0)
			add_slip(reckoning, slip);
	}
}

/* Chips were given for a marker, and its issue copy is in the box. */
static void
set_markers(struct sabot_reckoning *reckoning, const struct sabot_ledger *ledger, const char *shift,
	    const char *table, const struct sabot_result *result)
{
	int64_t missing_minor =
		result->markers_minor - result->drop_kinds_minor[SABOT_DROP_MARKERS];

	reckoning->issued_minor = result->markers_minor;
	reckoning->missing_minor = missing_minor;
	reckoning->missing_marker = sabot_ledger_marker_of(ledger, shift, table, missing_minor);
}

void
sabot_reckoning_set_result(struct sabot_reckoning *reckoning, const struct sabot_ledger *ledger,
			   const char *shift, const char *table)
{
	struct sabot_formula all = {.counts = {true, true, true, true, true, false}};
	struct sabot_difference *difference;
	const struct sabot_document *after;
	struct sabot_result result;

	sabot_result_make(ledger, shift, table, &all, &result);
	reckoning->has_chips = result.has_win;
	reckoning->chips_win_minor = result.win_minor;
	if (result.opener_difference_minor) {
		difference = add_difference(reckoning, SABOT_DIFFERENCE_OPENER,
					    result.expected_minor, result.opener_minor);
		difference->amount_minor = -result.opener_difference_minor;
	}
	add_slips(reckoning, ledger, shift, table);
	set_markers(reckoning, ledger, shift, table, &result);
	after = sabot_ledger_opener_after(ledger, shift, table);
	if (!after || !result.has_closer || after->amount_minor == result.closer_minor)
		return;
	reckoning->closer_minor = after->amount_minor - result.closer_minor;
	add_difference(reckoning, SABOT_DIFFERENCE_CLOSER, after->amount_minor, result.closer_minor)
		->amount_minor = reckoning->closer_minor;
}

/* What was paid on a stake, or must be taken to have been: who loses is collected from. */
static int64_t
paid_on(const struct sabot_reckoning *reckoning, const struct stake *stake)
{
	bool is_reported = reckoning->reported_from > 0 &&
			   stake->reported.round >= reckoning->reported_from &&
			   stake->reported.round <= reckoning->reported_to;

	if (stake->has_paid)
		return stake->paid_minor;
	return stake->reported.due_minor > 0 && is_reported ? 0 : stake->reported.due_minor;
}

/* Of a stake of which the due is not certain nothing can be said. */
static int64_t
difference_of(const struct sabot_reckoning *reckoning, const struct stake *stake)
{
	if (stake->reported.is_uncertain)
		return 0;
	return paid_on(reckoning, stake) + stake->later_minor - stake->reported.due_minor;
}

/* The stake of the round, and box if it is said, that differs most the other way. */
static struct stake *
find_wronged(const struct sabot_reckoning *reckoning, const struct later *later)
{
	struct stake *wronged = NULL;
	int64_t most = 0;

	for (guint i = 0; i < reckoning->stakes->len; i++) {
		struct stake *stake = g_ptr_array_index(reckoning->stakes, i);
		int64_t difference = difference_of(reckoning, stake);
		int64_t gain = later->amount_minor < 0 ? difference : -difference;

		if (stake->reported.round != later->round ||
		    (later->box && stake->reported.box != later->box) || (wronged && gain <= most))
			continue;
		wronged = stake;
		most = gain;
	}
	return wronged;
}

static void
put_right(struct sabot_reckoning *reckoning, struct sabot_reckoning_sum *sum)
{
	for (guint i = 0; i < reckoning->later->len; i++) {
		const struct later *later = &g_array_index(reckoning->later, struct later, i);
		struct stake *stake = find_wronged(reckoning, later);
		struct sabot_difference *difference;

		sum->put_right_minor += later->amount_minor;
		if (stake) {
			stake->later_minor += later->amount_minor;
			continue;
		}
		difference =
			add_difference(reckoning, SABOT_DIFFERENCE_PAYOUT, 0, later->amount_minor);
		difference->round = later->round;
		difference->box = later->box;
		sum->payouts_minor += later->amount_minor;
	}
}

static struct sabot_reckoned_bet *
need_bet(struct sabot_reckoning *reckoning, const char *on)
{
	struct sabot_reckoned_bet *bet;

	for (guint i = 0; i < reckoning->bets->len; i++) {
		bet = g_ptr_array_index(reckoning->bets, i);
		if (strcmp(bet->on, on) == 0)
			return bet;
	}
	bet = g_new0(struct sabot_reckoned_bet, 1);
	bet->on = g_strdup(on);
	g_ptr_array_add(reckoning->bets, bet);
	return bet;
}

static void
sum_settled(struct sabot_reckoning *reckoning, const struct stake *stake,
	    struct sabot_reckoning_sum *sum)
{
	const struct sabot_reckoned_stake *reported = &stake->reported;
	struct sabot_reckoned_bet *bet;

	if (reported->is_uncertain) {
		sum->n_uncertain++;
		need_seat(reckoning, reported->box, reported->bettor)->is_uncertain = true;
		return;
	}
	bet = need_bet(reckoning, reported->on);
	bet->n_stakes++;
	bet->staked_minor += reported->stake_minor;
	bet->due_minor += reported->due_minor;
	sum->n_stakes++;
	sum->staked_minor += reported->stake_minor;
	sum->cards_win_minor += reported->commission_minor - reported->due_minor;
	sum->commission_minor += reported->commission_minor;
	if (reported->commission_minor)
		need_seat(reckoning, reported->box, reported->bettor)->owed_minor +=
			reported->commission_minor;
}

/* Its due and payment into the sums. A payment without a stake is one that was due nothing. */
static void
sum_stake(struct sabot_reckoning *reckoning, const struct stake *stake,
	  struct sabot_reckoning_sum *sum)
{
	int64_t amount_minor = difference_of(reckoning, stake);
	struct sabot_difference *difference;

	if (stake->is_settled)
		sum_settled(reckoning, stake, sum);
	if (amount_minor == 0)
		return;
	sum->payouts_minor += amount_minor;
	difference =
		add_difference(reckoning,
			       stake->has_paid || stake->later_minor ? SABOT_DIFFERENCE_PAYOUT
								     : SABOT_DIFFERENCE_UNPAID,
			       stake->reported.due_minor, stake->reported.due_minor + amount_minor);
	difference->round = stake->reported.round;
	difference->box = stake->reported.box;
	difference->hand = stake->reported.hand;
	difference->bettor = g_strdup(stake->reported.bettor);
	difference->on = g_strdup(stake->reported.on);
}

static void
sum_seats(struct sabot_reckoning *reckoning, struct sabot_reckoning_sum *sum)
{
	for (guint i = 0; i < reckoning->seats->len; i++) {
		const struct seat *seat = g_ptr_array_index(reckoning->seats, i);
		int64_t unpaid = seat->owed_minor - seat->collected_minor;
		struct sabot_difference *difference;

		if (unpaid == 0 || seat->is_uncertain)
			continue;
		sum->commission_unpaid_minor += unpaid;
		difference = add_difference(reckoning, SABOT_DIFFERENCE_COMMISSION,
					    seat->owed_minor, seat->collected_minor);
		difference->amount_minor = unpaid;
		difference->box = seat->box;
		difference->bettor = g_strdup(seat->bettor);
	}
}

static int
compare_stakes(gconstpointer a, gconstpointer b)
{
	const struct stake *left = *(const struct stake *const *)a;
	const struct stake *right = *(const struct stake *const *)b;

	return (left->reported.round > right->reported.round) -
	       (left->reported.round < right->reported.round);
}

/* Over the stakes, which are in the order of their rounds. */
static void
expect(const struct sabot_reckoning *reckoning, struct sabot_reckoning_sum *sum)
{
	for (guint i = 0; reckoning->expectation && i < reckoning->stakes->len; i++) {
		const struct stake *stake = g_ptr_array_index(reckoning->stakes, i);
		const struct sabot_expected_bet place = {stake->reported.round, stake->reported.box,
							 stake->reported.on};

		if (stake->is_settled && !stake->reported.is_uncertain)
			sabot_expectation_add(reckoning->expectation, &place,
					      stake->reported.bet_minor);
	}
	if (reckoning->expectation && sum->n_stakes > 0)
		sum->has_expectation = sabot_expectation_finish(
			reckoning->expectation, &sum->expected_minor, &sum->deviation_minor);
	if (sum->has_expectation && sum->deviation_minor > 0)
		sum->z_hundredths = sabot_expectation_z(sum->cards_win_minor - sum->expected_minor,
							sum->deviation_minor);
}

static int
compare_differences(gconstpointer a, gconstpointer b)
{
	const struct sabot_difference *left = *(const struct sabot_difference *const *)a;
	const struct sabot_difference *right = *(const struct sabot_difference *const *)b;

	if (left->kind != right->kind)
		return left->kind < right->kind ? -1 : 1;
	if (left->round != right->round)
		return left->round < right->round ? -1 : 1;
	return (left->box > right->box) - (left->box < right->box);
}

/* Perhaps by a slip that has not come back: the first of them is named. */
static void
add_unexplained(struct sabot_reckoning *reckoning, const struct sabot_reckoning_sum *sum)
{
	int64_t number = 0;

	for (guint i = 0; i < reckoning->differences->len && number == 0; i++) {
		const struct sabot_difference *difference =
			g_ptr_array_index(reckoning->differences, i);

		if (difference->kind == SABOT_DIFFERENCE_GAP)
			number = difference->number;
	}
	add_difference(reckoning, SABOT_DIFFERENCE_UNEXPLAINED,
		       sum->chips_win_minor + sum->closer_minor + sum->markers_minor,
		       sum->paid_win_minor)
		->number = number;
}

/*
 * Markers without their copies are a difference as far as chips are missing: where these are all
 * there, the copies prove nothing about money.
 */
static void
explain_by_markers(struct sabot_reckoning *reckoning, struct sabot_reckoning_sum *sum)
{
	int64_t rest_minor = sum->chips_win_minor + sum->closer_minor - sum->paid_win_minor;
	struct sabot_difference *difference;

	sum->unexplained_minor = rest_minor;
	if (reckoning->missing_minor <= 0 || rest_minor + reckoning->missing_minor / 2 >= 0)
		return;
	sum->markers_minor = reckoning->missing_minor;
	sum->unexplained_minor += sum->markers_minor;
	difference = add_difference(reckoning, SABOT_DIFFERENCE_MARKER, reckoning->issued_minor,
				    reckoning->issued_minor - reckoning->missing_minor);
	difference->amount_minor = reckoning->missing_minor;
	difference->number = reckoning->missing_marker;
}

void
sabot_reckoning_finish(struct sabot_reckoning *reckoning, struct sabot_reckoning_sum *ret_sum)
{
	struct sabot_reckoning_sum sum = {0};
	int64_t round = 0;

	g_ptr_array_sort(reckoning->stakes, compare_stakes);
	put_right(reckoning, &sum);
	for (guint i = 0; i < reckoning->stakes->len; i++) {
		const struct stake *stake = g_ptr_array_index(reckoning->stakes, i);

		sum.n_rounds += stake->is_settled && stake->reported.round != round;
		if (stake->is_settled)
			round = stake->reported.round;
		sum_stake(reckoning, stake, &sum);
	}
	if (!reckoning->is_veiled)
		sum_seats(reckoning, &sum);
	sum.paid_win_minor = sum.cards_win_minor - sum.payouts_minor - sum.commission_unpaid_minor;
	sum.has_chips = reckoning->has_chips;
	sum.chips_win_minor = reckoning->chips_win_minor;
	sum.closer_minor = reckoning->closer_minor;
	sum.has_unexplained = sum.has_chips && !reckoning->is_veiled && sum.n_uncertain == 0;
	if (sum.has_unexplained)
		explain_by_markers(reckoning, &sum);
	if (sum.unexplained_minor)
		add_unexplained(reckoning, &sum);
	expect(reckoning, &sum);
	g_ptr_array_sort(reckoning->differences, compare_differences);
	*ret_sum = sum;
}

const GPtrArray *
sabot_reckoning_differences(const struct sabot_reckoning *reckoning)
{
	return reckoning->differences;
}

const GPtrArray *
sabot_reckoning_bets(const struct sabot_reckoning *reckoning)
{
	return reckoning->bets;
}
