/*
 * Blackjack: whether bets follow the count of the cards seen before them. Only for loads that have
 * left the shoe. The count is Hi-Lo (2 to 6 one up, tens and aces one down) over the decks not seen
 * yet. For each load the correlation of bet and count is one number, weighted by how much the count
 * went up and down; shuffling makes it as likely to be above zero as below, so Student's t over the
 * loads shows what chance can explain.
 */
#include "protection.h"
#include "protection-private.h"

#include "chance.h"

#include <math.h>
#include <string.h>

enum {
	GAME_OF_COUNTING = 1, /* blackjack */
	DECK_CARDS = 52,
	ROUNDS_LEAST = 8, /* of a load */
	LOADS_LEAST = 5,  /* in which bets were not all alike */
	HIGH_COUNT = 2,
};

/* A seat's bets in the load at hand. */
struct series {
	GArray *bets, *counts; /* of double */
	struct seat *seat;
};

/* A seat over all loads; where persons are not named, a whole table: box 0. */
struct seat {
	const char *table, *bettor;
	int box;
	int64_t loads, rising, bets;
	double sum, squares, weights; /* of the loads' correlations, each with its weight */
	double high_minor, low_minor;
	int64_t n_high, n_low;
	double load_sum, load_weight; /* of the series of the load at hand */
	int n_load;
};

struct counting {
	const struct sabot_facts *facts;
	GHashTable *seats;  /* "TABLE\nBOX\nBETTOR" -> struct seat */
	GHashTable *series; /* "BOX\nBETTOR" -> struct series */
};

static void
free_series(gpointer data)
{
	struct series *series = data;

	g_array_unref(series->bets);
	g_array_unref(series->counts);
	g_free(series);
}

static struct seat *
seat_of(struct counting *counting, const char *table, int box, const char *bettor)
{
	g_autofree char *key = g_strdup_printf("%s\n%02d\n%s", table, box, bettor);
	struct seat *seat = g_hash_table_lookup(counting->seats, key);

	if (seat == NULL) {
		seat = g_new0(struct seat, 1);
		*seat = (struct seat){.table = table, .bettor = bettor, .box = box};
		g_hash_table_insert(counting->seats, g_steal_pointer(&key), seat);
	}
	return seat;
}

static struct series *
series_of(struct counting *counting, const char *table, int box, const char *bettor)
{
	g_autofree char *key = g_strdup_printf("%02d\n%s", box, bettor);
	struct series *series = g_hash_table_lookup(counting->series, key);

	if (series == NULL) {
		series = g_new0(struct series, 1);
		series->bets = g_array_new(FALSE, FALSE, sizeof(double));
		series->counts = g_array_new(FALSE, FALSE, sizeof(double));
		series->seat = counting->facts->names_people ? seat_of(counting, table, box, bettor)
							     : seat_of(counting, table, 0, "");
		g_hash_table_insert(counting->series, g_steal_pointer(&key), series);
	}
	return series;
}

static int
value_of(char rank)
{
	if (rank >= '2' && rank <= '6')
		return 1;
	return strchr("TJQKA", rank) != NULL ? -1 : 0;
}

/* What the cards of a round add to the count, by its word: "D: 9S KS | 1: 2S 3D". */
static void
count_cards(const char *cards, int *count, int *seen)
{
	for (const char *at = cards; *at != '\0';) {
		size_t length = strcspn(at, " ");

		if (length == 2 && strchr("A23456789TJQK", at[0]) != NULL && at[1] != ':') {
			*count += value_of(at[0]);
			++*seen;
		}
		at += length;
		at += strspn(at, " ");
	}
}

static void
record_bet(struct series *series, double bet, double count)
{
	struct seat *seat = series->seat;

	g_array_append_val(series->bets, bet);
	g_array_append_val(series->counts, count);
	seat->bets++;
	if (count >= HIGH_COUNT) {
		seat->high_minor += bet;
		seat->n_high++;
	} else {
		seat->low_minor += bet;
		seat->n_low++;
	}
}

static void
record_round(struct counting *counting, const struct sabot_facts_table *table,
	     const struct sabot_sheet *sheet, const struct sabot_sheet_round *round, double count)
{
	for (uint32_t i = 0; i < round->n_stakes; i++) {
		const struct sabot_sheet_stake *stake = &sheet->stakes[round->first_stake + i];
		int64_t bet = sabot_sheet_bet(stake);
		const char *bettor = sabot_sheet_word(sheet, stake->bettor);

		if (stake->on != SABOT_BET_MAIN || bet == 0)
			continue;
		record_bet(series_of(counting, table->name, stake->box, bettor), (double)bet,
			   count);
	}
}

/* Pearson's, and the counts' deviation; false where bets or counts were all alike. */
static bool
correlate(const struct series *series, double *ret_r, double *ret_weight)
{
	const double *x = (const double *)(void *)series->counts->data;
	const double *y = (const double *)(void *)series->bets->data;
	double mean_x = 0, mean_y = 0, xx = 0, yy = 0, xy = 0;
	guint n = series->bets->len;

	for (guint i = 0; i < n; i++) {
		mean_x += x[i] / n;
		mean_y += y[i] / n;
	}
	for (guint i = 0; i < n; i++) {
		xx += (x[i] - mean_x) * (x[i] - mean_x);
		yy += (y[i] - mean_y) * (y[i] - mean_y);
		xy += (x[i] - mean_x) * (y[i] - mean_y);
	}
	*ret_r = xy / sqrt(xx * yy);
	*ret_weight = sqrt(xx / n);
	return n >= ROUNDS_LEAST && xx > 1e-9 && yy > 1e-9;
}

/* A load is one number, however many seats of it are taken together. */
static void
close_seats(struct counting *counting)
{
	GHashTableIter iter;
	gpointer value;

	g_hash_table_iter_init(&iter, counting->seats);
	while (g_hash_table_iter_next(&iter, NULL, &value)) {
		struct seat *seat = value;
		double sum;

		if (seat->n_load == 0)
			continue;
		sum = seat->load_sum / seat->n_load;
		seat->loads++;
		seat->rising += sum > 0;
		seat->sum += sum;
		seat->squares += sum * sum;
		seat->weights += seat->load_weight / seat->n_load;
		seat->load_sum = seat->load_weight = seat->n_load = 0;
	}
}

static void
close_load(struct counting *counting)
{
	GHashTableIter iter;
	gpointer value;

	g_hash_table_iter_init(&iter, counting->series);
	while (g_hash_table_iter_next(&iter, NULL, &value)) {
		struct series *series = value;
		double r, weight;

		if (!correlate(series, &r, &weight))
			continue;
		series->seat->load_sum += r * weight;
		series->seat->load_weight += weight;
		series->seat->n_load++;
	}
	g_hash_table_remove_all(counting->series);
	close_seats(counting);
}

static void
add_load(struct counting *counting, const struct sabot_facts_table *table,
	 const struct sabot_sheet *sheet, const struct sabot_sheet_load *load)
{
	int count = 0, seen = 0;

	for (guint i = sabot_sheet_first_round(sheet, load->begin_us); i < sheet->n_rounds; i++) {
		const struct sabot_sheet_round *round = &sheet->rounds[i];
		double decks_left = load->decks - (double)seen / DECK_CARDS;

		if (round->load > load->number)
			break;
		if (round->load != load->number)
			continue;
		record_round(counting, table, sheet, round, count / MAX(decks_left, 0.5));
		count_cards(sabot_sheet_word(sheet, round->cards), &count, &seen);
	}
	close_load(counting);
}

static void
set_numbers(struct sabot_trial *trial, const struct seat *seat)
{
	double n = (double)seat->loads, mean, error, wide, weight;

	trial->cases = seat->loads;
	trial->hits = seat->rising;
	trial->bets = seat->bets;
	trial->at_high_minor = seat->n_high > 0 ? seat->high_minor / (double)seat->n_high : NAN;
	trial->at_low_minor = seat->n_low > 0 ? seat->low_minor / (double)seat->n_low : NAN;
	trial->is_tried = seat->loads >= LOADS_LEAST;
	if (!trial->is_tried)
		return;
	mean = seat->sum / n;
	weight = seat->weights / n;
	/* No surer than this, be the loads all alike. */
	error = sqrt(MAX((seat->squares - n * mean * mean) / (n - 1), 1e-4 * weight) / n);
	wide = sabot_chance_t_95(seat->loads - 1) * error;
	trial->statistic = mean / weight;
	trial->low = MAX((mean - wide) / weight, -1);
	trial->high = MIN((mean + wide) / weight, 1);
	trial->p = sabot_chance_t(mean / error, seat->loads - 1);
}

static void
try_seats(GPtrArray *trials, struct counting *counting)
{
	g_autoptr(GList) keys =
		g_list_sort(g_hash_table_get_keys(counting->seats), (GCompareFunc)strcmp);

	for (const GList *at = keys; at != NULL; at = at->next) {
		const struct seat *seat = g_hash_table_lookup(counting->seats, at->data);
		struct sabot_trial *trial = sabot_protection_trial(
			trials, SABOT_TRIAL_COUNT,
			seat->box > 0 ? SABOT_TRIAL_SEAT : SABOT_TRIAL_TABLE);

		trial->game = GAME_OF_COUNTING;
		trial->table = g_strdup(seat->table);
		trial->box = seat->box;
		trial->who = seat->bettor[0] != '\0' ? g_strdup(seat->bettor) : NULL;
		set_numbers(trial, seat);
	}
}

/* A load belongs to the time in which it left the shoe; what is still in it is left alone. */
void
sabot_protection_add_counts(GPtrArray *trials, const struct sabot_facts *facts)
{
	struct counting counting = {.facts = facts};
	struct sabot_facts_walk walk = {.facts = facts};
	const struct sabot_sheet_load *load;

	counting.seats = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	counting.series = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_series);
	while ((load = sabot_facts_next_load(&walk)) != NULL)
		if (load->is_over && walk.its_sheet->game == GAME_OF_COUNTING &&
		    sabot_facts_has(facts, load->end_us))
			add_load(&counting, walk.its_table, walk.its_sheet, load);
	try_seats(trials, &counting);
	g_hash_table_unref(counting.series);
	g_hash_table_unref(counting.seats);
}
