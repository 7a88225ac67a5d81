/*
 * Past-posting before the close of bets: whether bets placed or changed just before "no more bets"
 * win more often than all others on the main bets of the same game. The moment of a bet is
 * independent of the cards, unless somebody knows one of them.
 */
#include "protection.h"
#include "protection-private.h"

#include "chance.h"

#include <string.h>

enum {
	GAMES = 2,
	LATE_LEAST = 10, /* fewer are not tried */
};

/* A seat; where persons are not named, a whole table: box 0. */
struct seat {
	const char *table, *bettor;
	int box;
	uint8_t game;
	int64_t late, won;
};

struct moments {
	const struct sabot_facts *facts;
	GHashTable *seats;               /* "TABLE\nBOX\nBETTOR" -> struct seat */
	int64_t bets[GAMES], won[GAMES]; /* all main bets that won or lost */
};

/* Bets that win about every other time; of others a late one is another bet, not a surer one. */
static bool
is_main(const struct sabot_sheet_stake *stake)
{
	return (stake->on == SABOT_BET_MAIN || stake->on == SABOT_BET_PUNTO ||
		stake->on == SABOT_BET_BANCA) &&
	       sabot_sheet_bet(stake) > 0 && !stake->is_uncertain && stake->due_minor != 0;
}

static struct seat *
seat_of(struct moments *moments, const struct sabot_facts_walk *walk,
	const struct sabot_sheet_stake *stake)
{
	bool is_named = moments->facts->names_people;
	const char *bettor = is_named ? sabot_sheet_word(walk->its_sheet, stake->bettor) : "";
	int box = is_named ? stake->box : 0;
	g_autofree char *key = g_strdup_printf("%s\n%02d\n%s", walk->its_table->name, box, bettor);
	struct seat *seat = g_hash_table_lookup(moments->seats, key);

	if (seat == NULL) {
		seat = g_new0(struct seat, 1);
		*seat = (struct seat){.table = walk->its_table->name,
				      .bettor = bettor,
				      .box = box,
				      .game = walk->its_sheet->game % GAMES};
		g_hash_table_insert(moments->seats, g_steal_pointer(&key), seat);
	}
	return seat;
}

static void
add_stake(struct moments *moments, const struct sabot_facts_walk *walk,
	  const struct sabot_sheet_stake *stake)
{
	int game = walk->its_sheet->game % GAMES;
	bool is_won = stake->due_minor > 0;
	struct seat *seat;

	if (!is_main(stake))
		return;
	moments->bets[game]++;
	moments->won[game] += is_won;
	if (!stake->is_last_moment)
		return;
	seat = seat_of(moments, walk, stake);
	seat->late++;
	seat->won += is_won;
}

static void
try_seat(GPtrArray *trials, const struct moments *moments, const struct seat *seat)
{
	struct sabot_trial *trial =
		sabot_protection_trial(trials, SABOT_TRIAL_LAST_MOMENT,
				       seat->box > 0 ? SABOT_TRIAL_SEAT : SABOT_TRIAL_TABLE);

	trial->game = seat->game;
	trial->table = g_strdup(seat->table);
	trial->box = seat->box;
	trial->who = seat->bettor[0] != '\0' ? g_strdup(seat->bettor) : NULL;
	trial->cases = seat->late;
	trial->hits = seat->won;
	trial->others_cases = moments->bets[seat->game] - seat->late;
	trial->others_hits = moments->won[seat->game] - seat->won;
	sabot_chance_interval(trial->hits, trial->cases, &trial->low, &trial->high);
	trial->is_tried = trial->cases >= LATE_LEAST && trial->others_cases >= LATE_LEAST;
	/* Only what wins more often: who bets late and loses has known nothing. */
	if (trial->is_tried)
		trial->p = (double)trial->hits * (double)trial->others_cases >
					   (double)trial->others_hits * (double)trial->cases
				   ? sabot_chance_fisher(trial->hits, trial->cases,
							 trial->hits + trial->others_hits,
							 trial->cases + trial->others_cases)
				   : 1;
}

void
sabot_protection_add_last_moment(GPtrArray *trials, const struct sabot_facts *facts)
{
	struct moments moments = {.facts = facts};
	struct sabot_facts_walk walk = {.facts = facts};
	const struct sabot_sheet_round *round;
	g_autoptr(GList) keys = NULL;

	moments.seats = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	while ((round = sabot_facts_next_round(&walk)) != NULL)
		for (uint32_t i = 0; i < round->n_stakes && !(round->flags & SABOT_SHEET_VOID); i++)
			add_stake(&moments, &walk, &walk.its_sheet->stakes[round->first_stake + i]);
	keys = g_list_sort(g_hash_table_get_keys(moments.seats), (GCompareFunc)strcmp);
	for (const GList *at = keys; at != NULL; at = at->next)
		try_seat(trials, &moments, g_hash_table_lookup(moments.seats, at->data));
	g_hash_table_unref(moments.seats);
}
