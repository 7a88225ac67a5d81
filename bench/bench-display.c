/*
 * How long a card takes from the first byte that its shoe sends until the dealer's display has
 * painted the next prompt, and then a touch until its bet is painted (touches.h), with every event
 * on the disk before: the real daemon, twenty tables that are dealt ten cards a second each, and
 * the real window of one of them, then of one that is not dealt. The floor has a thread of its own;
 * the window has the main one. Needs a display; run by tests/gui/on-display.sh.
 * usage: bench-display SABOTD DIRECTORY [TABLES [SECONDS]]
 */
#include "bench-floor.h"
#include "gui/display/style.h"
#include "gui/display/display-window.h"
#include "text/text.h"
#include "touches.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>

enum { CARDS_A_SECOND = 10, SETTLE_MS = 500 };

#define TOUCHED "HAND" /* the table that is not dealt */

struct bench {
	struct bench_floor *floor;
	struct bench_stage stage;
	struct bench_result result;
	SabotDealerTable *table;
	GtkWidget *window;
	GThread *thread;
	GArray *painted_us; /* int64_t */
	GArray *cpu_us; /* likewise: of the window's thread, from one painted card to the next */
	int64_t last_cpu_us;
	int64_t seen;    /* cards of the load, as shown */
	gboolean is_new; /* a card came and is not painted yet */
	gboolean is_touched;
	struct touches *touches; /* or NULL */
};

static void
on_changed(SabotDealerTable *table, gpointer data)
{
	const struct sabot_wire_view *view = sabot_dealer_table_get_view(table);
	struct bench *bench = data;

	if (!view || !view->shoe || view->shoe->seen_cards == bench->seen)
		return;
	bench->seen = view->shoe->seen_cards;
	bench->is_new = bench->seen > 0;
}

static void
on_painted(GdkFrameClock *clock, gpointer data)
{
	struct bench *bench = data;
	int64_t painted_us = g_get_monotonic_time() - bench_floor_last_card_us(bench->floor, 0);
	int64_t now_cpu_us = touches_cpu_us(), cpu_us = now_cpu_us - bench->last_cpu_us;

	(void)clock;
	if (!bench->is_new)
		return;
	g_array_append_val(bench->painted_us, painted_us);
	g_array_append_val(bench->cpu_us, cpu_us);
	bench->last_cpu_us = now_cpu_us;
	bench->is_new = FALSE;
}

static gboolean
on_over(gpointer data)
{
	struct bench *bench = data;

	gtk_widget_destroy(bench->window);
	return G_SOURCE_REMOVE;
}

static gpointer
deal(gpointer data)
{
	struct bench *bench = data;

	bench_floor_run(bench->floor, bench->stage, &bench->result);
	g_timeout_add(SETTLE_MS, on_over, bench);
	return NULL;
}

static void
on_activated(GtkApplication *application, gpointer data)
{
	const struct sabot_display_options options = {.tracks_stakes = TRUE};
	struct bench *bench = data;

	sabot_display_load_style("light");
	bench->window = sabot_display_window_new(application, bench->table, &options);
	g_signal_connect(bench->table, "changed", G_CALLBACK(on_changed), bench);
	gtk_window_present(GTK_WINDOW(bench->window));
	g_signal_connect(gtk_widget_get_frame_clock(bench->window), "after-paint",
			 G_CALLBACK(on_painted), bench);
	if (bench->is_touched)
		bench->touches = touches_new(bench->window, bench->table);
	sabot_dealer_table_start(bench->table);
	bench->thread = g_thread_new("floor", deal, bench);
}

static int
remove_one(const char *path, const struct stat *status, int kind, struct FTW *walk)
{
	(void)status;
	(void)kind;
	(void)walk;
	return remove(path);
}

/* Deal for a while before the window of that table. */
static void
run(struct bench *bench, const char *socket, const char *table)
{
	g_autoptr(GtkApplication) application =
		gtk_application_new("org.sabot.Bench", G_APPLICATION_NON_UNIQUE);

	bench->table = sabot_dealer_table_new(socket, table);
	g_signal_connect(application, "activate", G_CALLBACK(on_activated), bench);
	g_application_run(G_APPLICATION(application), 0, NULL);
	g_thread_join(bench->thread);
	g_clear_object(&bench->table);
}

static void
measure_cards(struct bench *bench, const char *socket)
{
	run(bench, socket, "T000");
	printf("%u cards painted: p50 %.1f ms, p95 %.1f ms, p99 %.1f ms, max %.1f ms; sent to a "
	       "client: p50 %.1f ms, p99 %.1f ms; cards sent late: p99 %.1f ms\n",
	       bench->painted_us->len, bench_percentile_ms(bench->painted_us, 0.5),
	       bench_percentile_ms(bench->painted_us, 0.95),
	       bench_percentile_ms(bench->painted_us, 0.99),
	       bench_percentile_ms(bench->painted_us, 1),
	       bench_percentile_ms(bench->result.prompt_us, 0.5),
	       bench_percentile_ms(bench->result.prompt_us, 0.99),
	       bench_percentile_ms(bench->result.late_us, 0.99));
	printf("  processor time of the window from one to the next: p50 %.1f ms, p95 %.1f ms\n",
	       bench_percentile_ms(bench->cpu_us, 0.5), bench_percentile_ms(bench->cpu_us, 0.95));
	bench_result_clear(&bench->result);
}

static void
measure_touches(struct bench *bench, const char *socket)
{
	bench->is_touched = TRUE;
	run(bench, socket, TOUCHED);
	touches_end(bench->touches);
	bench_result_clear(&bench->result);
}

static void
print_load(void)
{
	double load[1];

	if (getloadavg(load, 1) == 1)
		printf("load average %.2f\n", load[0]);
}

int
main(int argc, char **argv)
{
	unsigned n_tables = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 20;
	unsigned seconds = argc > 4 ? (unsigned)strtoul(argv[4], NULL, 10) : 20;
	struct bench bench = {.stage = {CARDS_A_SECOND, seconds}};
	g_autofree char *directory = NULL, *path = NULL;

	if (argc < 3 || n_tables == 0 || n_tables > 600 || seconds == 0) {
		fprintf(stderr, "usage: bench-display SABOTD DIRECTORY [TABLES [SECONDS]]\n");
		return 2;
	}
	directory = g_build_filename(argv[2], "bench-XXXXXX", NULL);
	if (!g_mkdtemp(directory)) {
		perror(directory);
		return EXIT_FAILURE;
	}
	sabot_text_init();
	printf("%u tables, %u s, files in %s; %s\n", n_tables, seconds, directory, BENCH_BUILD);
	bench.painted_us = g_array_new(FALSE, FALSE, sizeof(int64_t));
	bench.cpu_us = g_array_new(FALSE, FALSE, sizeof(int64_t));
	bench.floor = bench_floor_new(argv[1], directory, n_tables,
				      "[table " TOUCHED "]\nrules=punto-banco-es\nset.burn=0\n");
	path = bench_floor_get_socket(bench.floor);
	print_load();
	measure_cards(&bench, path);
	measure_touches(&bench, path);
	print_load();
	bench_floor_free(bench.floor);
	g_array_unref(bench.painted_us);
	g_array_unref(bench.cpu_us);
	nftw(directory, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	return EXIT_SUCCESS;
}
