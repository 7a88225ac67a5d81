/*
 * Cards and rounds per second on one core, of the engine as this binary was built. Prints a table:
 * what was measured, on which input, how fast. `bench/worst.py` builds it with gcc and clang and
 * keeps the worse of both. usage: bench-engine [SECONDS of each line]
 */
#include "cli/shoe-pack.h"
#include "cli/simulate.h"
#include "engine/batch-blackjack.h"
#include "engine/batch.h"
#include "profiles/profile.h"
#include "tape.h"

#include <glib.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
	TAPE_LOADS = 2, /* events enough for the caches, not for the memory */
	LOADS = 20,
	PASSES = 100, /* over them, between two looks at the clock */
};

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

/* One line: what, on which input, how many a second. */
static void
print_rate(const char *what, const char *input, const char *unit, uint64_t count, gint64 took_us)
{
	printf("%-36s %-34s %8.2f M %s/s\n", what, input, (double)count / (double)took_us, unit);
}

static void
load_rules(const char *profile, struct sabot_rules *rules)
{
	g_autoptr(GError) error = NULL;

	if (!sabot_profile_load(profile, NULL, rules, &error))
		g_error("%s", error->message);
}

/* (a) Every event of whole loads through the engine's door. */
static void
step_tape(const char *profile, enum tape_stakes stakes, double seconds)
{
	static struct sabot_table table;
	static struct sabot_update update;
	g_autofree char *input = g_strdup_printf("%s, %s", profile,
						 stakes == TAPE_STAKES ? "5 stakes" : "no stakes");
	struct sabot_rules rules;
	struct tape tape;
	struct rate rate = begin(seconds);
	gint64 begin_us;

	load_rules(profile, &rules);
	tape_record(&tape, &rules, TAPE_LOADS, stakes);
	sabot_table_init(&table, &rules, 0, 0, 0);
	do {
		begin_us = now();
		for (size_t i = 0; i < tape.n_events; i++)
			sabot_table_step(&table, &tape.events[i], &update);
	} while (pass(&rate, begin_us));
	if (table.n_incidents > 0)
		g_error("an honest tape raised incidents");
	print_rate("step, card by card", input, "cards", tape.n_cards, rate.best_us);
	print_rate("step, card by card", input, "events", tape.n_events, rate.best_us);
	tape_clear(&tape);
}

/* A shuffled load as bytes, and the rounds that an honest dealer makes of it. */
struct load {
	struct sabot_batch_load batch;
	uint8_t cards[SABOT_LOAD_CARDS_MAX];
	uint8_t rounds[SABOT_BATCH_ROUNDS_MAX]; /* of punto banco */
	struct sabot_batch_play play;           /* of blackjack */
};

/* Its cards; its rounds are dealt by the caller. */
static void
make_load(int decks, int behind_cards, struct shoe_random *random, struct load *load)
{
	struct shoe_pack pack;

	shoe_pack_fill(&pack, decks, random);
	for (unsigned i = 0; i < pack.n_cards; i++)
		load->cards[i] = sabot_batch_card(pack.cards[i]);
	load->batch = (struct sabot_batch_load){
		.decks = decks,
		.behind_cards = behind_cards,
		.cards = load->cards,
		.n_cards = (int)pack.n_cards,
		.cut_at = (int)pack.n_cards - behind_cards,
	};
}

static bool
audit(const struct sabot_batch *batch, const struct sabot_batch_load *load, uint16_t *classes)
{
	struct sabot_batch_places places;

	return sabot_batch_read(batch, load, &places) &&
	       sabot_batch_audit(batch, &places, load, classes);
}

/* (b) Loads in memory, each proven to hold nothing to find. */
static void
audit_loads(const char *profile, double seconds)
{
	static struct load loads[LOADS];
	static struct sabot_batch batch;
	static struct sabot_round scratch;
	uint16_t classes[SABOT_BATCH_ROUNDS_MAX];
	struct sabot_batch_places places;
	struct sabot_rules rules;
	struct shoe_random random;
	struct rate rate = begin(seconds);
	gint64 begin_us;
	uint64_t n_rounds = 0;

	load_rules(profile, &rules);
	if (!sabot_batch_init(&batch, &rules, &scratch))
		g_error("%s: not for the batch", profile);
	shoe_random_init(&random, 1);
	for (int i = 0; i < LOADS; i++) {
		make_load(rules.decks, 20, &random, &loads[i]);
		sabot_batch_read(&batch, &loads[i].batch, &places);
		sabot_batch_deal(&batch, &places, &loads[i].batch, loads[i].rounds);
		n_rounds += (uint64_t)loads[i].batch.n_rounds;
	}
	do {
		begin_us = now();
		for (int i = 0; i < LOADS * PASSES; i++)
			if (!audit(&batch, &loads[i % LOADS].batch, classes))
				g_error("an honest load is not clean");
	} while (pass(&rate, begin_us));
	print_rate("batch audit of loads in memory", profile, "rounds", n_rounds * PASSES,
		   rate.best_us);
}

static bool
audit_blackjack(const struct sabot_blackjack_batch *batch, const struct sabot_batch_load *load,
		struct sabot_batch_witness *witness, struct sabot_blackjack_told *told)
{
	struct sabot_blackjack_places places;

	return sabot_blackjack_batch_read(load, &places) &&
	       sabot_blackjack_batch_audit(batch, &places, load, witness, told);
}

/* (b) The same of blackjack, one box in play. */
static void
audit_blackjack_loads(const char *profile, double seconds)
{
	static struct load loads[LOADS];
	static struct sabot_blackjack_batch batch;
	static struct sabot_batch_witness witness;
	static struct sabot_round scratch;
	struct sabot_blackjack_places places;
	struct sabot_blackjack_told told;
	struct sabot_rules rules;
	struct shoe_random random;
	gint64 begin_us;
	uint64_t n_rounds = 0;

	load_rules(profile, &rules);
	if (!sabot_blackjack_batch_init(&batch, &rules, 100, &scratch))
		g_error("%s: not for the batch", profile);
	witness.is_ready = false;
	shoe_random_init(&random, 1);
	for (int i = 0; i < LOADS; i++) {
		make_load(rules.decks, rules.cut_min_cards + 20, &random, &loads[i]);
		sabot_blackjack_batch_read(&loads[i].batch, &places);
		loads[i].play.n_boxes = 1;
		sabot_blackjack_batch_deal(&batch, &places, &witness, &loads[i].batch,
					   &loads[i].play);
		n_rounds += (uint64_t)loads[i].batch.n_rounds;
	}
	struct rate rate = begin(seconds);
	do {
		begin_us = now();
		for (int i = 0; i < LOADS * PASSES; i++)
			if (!audit_blackjack(&batch, &loads[i % LOADS].batch, &witness, &told))
				g_error("an honest load is not clean");
	} while (pass(&rate, begin_us));
	print_rate("batch audit of loads in memory", profile, "rounds", n_rounds * PASSES,
		   rate.best_us);
}

/* (c) What `sabotctl simulate` does. */
static void
simulate(const char *profile, uint64_t rounds)
{
	struct simulate_options options = {.rounds = rounds, .seed = 1};
	struct simulate_report report;

	load_rules(profile, &options.rules);
	gint64 begin_us = now();
	simulate_run(&options, &report);
	print_rate("simulate, with shuffle", profile, "rounds", report.rounds, now() - begin_us);
}

int
main(int argc, char **argv)
{
	double seconds = argc > 1 ? atof(argv[1]) : 1;

	printf("# %s, one core, processor time, best of many passes; a table is %zu bytes\n",
	       BENCH_BUILD, sizeof(struct sabot_table));
	for (enum tape_stakes stakes = TAPE_NO_STAKES; stakes <= TAPE_STAKES; stakes++) {
		step_tape("punto-banco-es", stakes, seconds);
		step_tape("blackjack-standard", stakes, seconds);
	}
	audit_loads("punto-banco-es", seconds);
	audit_loads("punto-banco-house", seconds);
	audit_blackjack_loads("blackjack-standard", seconds);
	audit_blackjack_loads("blackjack-house", seconds);
	simulate("punto-banco-es", (uint64_t)(seconds * 50e6));
	simulate("punto-banco-house", (uint64_t)(seconds * 50e6));
	simulate("blackjack-standard", (uint64_t)(seconds * 20e6));
	simulate("blackjack-house", (uint64_t)(seconds * 20e6));
	return 0;
}
