/*
 * Cards and rounds per second on one core, of the engine as this binary was built. Prints a table:
 * what was measured, on which input, how fast. usage: bench-engine [SECONDS]
 */
#include "cli/shoe-pack.h"
#include "cli/simulate.h"
#include "engine/batch.h"
#include "profiles/profile.h"
#include "tape.h"

#include <glib.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { LOADS = 20 };

/* The best of several passes: what else runs on the machine only ever slows one down. */
struct rate {
	gint64 best_us;
	gint64 until_us;
};

/* Processor time: what else runs on the machine does not count. In microseconds. */
static gint64
now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

static struct rate
begin(double seconds)
{
	return (struct rate){G_MAXINT64, now() + (gint64)(seconds * 1e6)};
}

static bool
pass(struct rate *rate, gint64 begin_us)
{
	gint64 now_us = now();

	rate->best_us = MIN(rate->best_us, MAX(now_us - begin_us, 1));
	return now_us < rate->until_us;
}

static void
step_tape(const char *profile, enum tape_stakes stakes, double seconds)
{
	static struct sabot_table table;
	static struct sabot_update update;
	struct sabot_rules rules;
	struct tape tape;
	struct rate rate;
	gint64 begin_us;
	unsigned n_incidents;

	if (!sabot_profile_load(profile, NULL, &rules, NULL))
		g_error("no profile %s", profile);
	tape_record(&tape, &rules, LOADS, stakes);
	rate = begin(seconds);
	do {
		begin_us = now();
		sabot_table_init(&table, &rules, 0, 0, 0);
		for (size_t i = 0; i < tape.n_events; i++)
			sabot_table_step(&table, &tape.events[i], &update);
		n_incidents = table.n_incidents;
	} while (pass(&rate, begin_us));
	printf("step()  %-19s %-10s %6.1f M cards/s  %6.1f M events/s  %6.2f M rounds/s  "
	       "(%u incidents)\n",
	       profile, stakes == TAPE_STAKES ? "staked" : "bare",
	       (double)tape.n_cards / (double)rate.best_us,
	       (double)tape.n_events / (double)rate.best_us,
	       (double)tape.n_rounds / (double)rate.best_us, n_incidents);
	tape_clear(&tape);
}

/* A shuffled load as bytes, and the rounds that an honest dealer makes of it. */
struct load {
	struct sabot_batch_load batch;
	uint8_t cards[SABOT_LOAD_CARDS_MAX];
	uint8_t rounds[SABOT_BATCH_ROUNDS_MAX];
};

static void
make_load(const struct sabot_batch *batch, int decks, struct shoe_random *random, struct load *load)
{
	struct sabot_batch_places places;
	struct shoe_pack pack;

	shoe_pack_fill(&pack, decks, random);
	for (unsigned i = 0; i < pack.n_cards; i++)
		load->cards[i] = sabot_batch_card(pack.cards[i]);
	load->batch = (struct sabot_batch_load){
		.decks = decks,
		.behind_cards = 20,
		.cards = load->cards,
		.n_cards = (int)pack.n_cards,
		.cut_at = (int)pack.n_cards - 20,
	};
	sabot_batch_read(batch, &load->batch, &places);
	sabot_batch_deal(batch, &places, &load->batch, load->rounds);
}

static bool
audit(const struct sabot_batch *batch, const struct sabot_batch_load *load, uint16_t *classes)
{
	struct sabot_batch_places places;

	return sabot_batch_read(batch, load, &places) &&
	       sabot_batch_audit(batch, &places, load, classes);
}

static void
audit_loads(const char *profile, double seconds)
{
	static struct load loads[LOADS];
	static struct sabot_batch batch;
	static struct sabot_round scratch;
	uint16_t classes[SABOT_BATCH_ROUNDS_MAX];
	struct sabot_rules rules;
	struct shoe_random random;
	struct rate rate;
	gint64 begin_us;
	uint64_t n_rounds = 0, n_clean = 0, n_cards = 0;

	if (!sabot_profile_load(profile, NULL, &rules, NULL) ||
	    !sabot_batch_init(&batch, &rules, &scratch))
		g_error("no profile %s", profile);
	shoe_random_init(&random, 1);
	for (int i = 0; i < LOADS; i++) {
		make_load(&batch, rules.decks, &random, &loads[i]);
		n_rounds += (uint64_t)loads[i].batch.n_rounds;
		n_cards += (uint64_t)loads[i].batch.n_cards;
	}
	rate = begin(seconds);
	do {
		begin_us = now();
		n_clean = 0;
		for (int i = 0; i < 100 * LOADS; i++)
			n_clean += audit(&batch, &loads[i % LOADS].batch, classes);
	} while (pass(&rate, begin_us));
	printf("audit   %-19s %-10s %6.1f M cards/s  %6.2f M rounds/s (%u of %u loads clean)\n",
	       profile, "in memory", 100 * (double)n_cards / (double)rate.best_us,
	       100 * (double)n_rounds / (double)rate.best_us, (unsigned)n_clean / 100, LOADS);
}

static void
simulate(const char *profile, uint64_t rounds)
{
	struct simulate_options options = {.rounds = rounds, .seed = 1};
	struct simulate_report report;
	gint64 begin_us;

	if (!sabot_profile_load(profile, NULL, &options.rules, NULL))
		g_error("no profile %s", profile);
	begin_us = now();
	simulate_run(&options, &report);
	double took_us = (double)(now() - begin_us);
	printf("shuffle and play %-19s %6.2f M rounds/s (%" PRIu64 " of %" PRIu64
	       " loads stepped, too)\n",
	       profile, (double)report.rounds / took_us, report.stepped_loads, report.loads);
}

int
main(int argc, char **argv)
{
	double seconds = argc > 1 ? atof(argv[1]) : 1;

	step_tape("punto-banco-es", TAPE_NO_STAKES, seconds);
	step_tape("punto-banco-es", TAPE_STAKES, seconds);
	step_tape("blackjack-standard", TAPE_NO_STAKES, seconds);
	step_tape("blackjack-standard", TAPE_STAKES, seconds);
	audit_loads("punto-banco-es", seconds);
	audit_loads("punto-banco-house", seconds);
	simulate("punto-banco-es", 50000000);
	simulate("punto-banco-house", 50000000);
	simulate("blackjack-standard", 500000);
	return 0;
}
