/*
 * Cards and rounds per second on one core, of the engine as this binary was built. Prints a table:
 * what was measured, on which input, how fast. `bench/worst.py` builds it with gcc and clang and
 * keeps the worse of both. usage: bench-engine [SECONDS of each line]
 */
#include "simulate/simulate.h"
#include "engine/table/table.h"
#include "profiles/profile.h"
#include "event-recording.h"

#include <glib.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
	RECORDING_LOADS = 2, /* events enough for the caches, not for the memory */
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
step_recording(const char *profile, enum recording_stakes stakes, double seconds)
{
	static struct sabot_table table;
	static struct sabot_update update;
	g_autofree char *input = g_strdup_printf(
		"%s, %s", profile, stakes == RECORDING_STAKES ? "5 stakes" : "no stakes");
	struct sabot_rules rules;
	struct recording recording;
	struct rate rate = begin(seconds);
	gint64 begin_us;

	load_rules(profile, &rules);
	recording_record(&recording, &rules, RECORDING_LOADS, stakes);
	sabot_table_init(&table, &rules, 0, 0, 0);
	do {
		begin_us = now();
		for (size_t i = 0; i < recording.n_events; i++)
			sabot_table_step(&table, &recording.events[i], &update);
	} while (pass(&rate, begin_us));
	if (table.n_incidents > 0)
		g_error("an honest recording raised incidents");
	print_rate("step, card by card", input, "cards", recording.n_cards, rate.best_us);
	print_rate("step, card by card", input, "events", recording.n_events, rate.best_us);
	recording_clear(&recording);
}

/* (b) What `sabotctl simulate` does. */
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
	for (enum recording_stakes stakes = RECORDING_NO_STAKES; stakes <= RECORDING_STAKES;
	     stakes++) {
		step_recording("punto-banco-es", stakes, seconds);
		step_recording("blackjack-standard", stakes, seconds);
	}
	simulate("punto-banco-es", (uint64_t)(seconds * 1e6));
	simulate("punto-banco-house", (uint64_t)(seconds * 1e6));
	simulate("blackjack-standard", (uint64_t)(seconds * 1e6));
	simulate("blackjack-house", (uint64_t)(seconds * 1e6));
	return 0;
}
