/*
 * What the daemon costs, and how long a card takes: from the first byte that its shoe sends to the
 * line with the prompt at a client that watches, with every event on the disk before; and which
 * part of it was before the daemon took the card. Below each stage stand controls, which have
 * nothing to do with the daemon: how long the disk takes to sync a page, how late this program is
 * woken when it waits for nothing but the time, and how long it is away from its lines, which a
 * line may wait. On a busy machine they say so.
 * usage: bench-daemon SABOTD DIRECTORY [TABLES [SECONDS]]
 */
#include "bench-floor.h"

#include <fcntl.h>
#include <ftw.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PAGE_BYTES = 4096, SYNC_PAUSE_US = 20000 };

/* Beside a stage, as the disk is busy then. */
struct control {
	const char *directory;
	GArray *times_us; /* int64_t; read behind the thread's end */
	int is_over;      /* atomic */
};

static void
sync_pages(int fd, struct control *control)
{
	char page[PAGE_BYTES] = {0};

	while (!g_atomic_int_get(&control->is_over)) {
		int64_t begin_us = g_get_monotonic_time();
		int64_t time_us;

		if (write(fd, page, sizeof(page)) < 0 || fdatasync(fd) != 0)
			perror(control->directory);
		time_us = g_get_monotonic_time() - begin_us;
		g_array_append_val(control->times_us, time_us);
		g_usleep(SYNC_PAUSE_US);
	}
}

/* How long the disk takes for what each commit takes at least. */
static gpointer
measure_syncs(gpointer data)
{
	struct control *control = data;
	g_autofree char *path = g_build_filename(control->directory, "control", NULL);
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

	if (fd < 0) {
		perror(path);
		return NULL;
	}
	sync_pages(fd, control);
	close(fd);
	unlink(path);
	return NULL;
}

static void
print_times(const char *what, GArray *times_us)
{
	printf("    %-42s p50 %6.2f ms  p99 %6.2f ms\n", what, bench_percentile_ms(times_us, 0.5),
	       bench_percentile_ms(times_us, 0.99));
}

static void
run(struct bench_floor *floor, const char *directory, struct bench_stage stage)
{
	g_autoptr(GArray) syncs_us = g_array_new(FALSE, FALSE, sizeof(int64_t));
	struct control control = {directory, syncs_us, 0};
	GThread *thread = g_thread_new("control", measure_syncs, &control);
	g_autofree char *name = stage.cards_a_second
					? g_strdup_printf("%u card/s a table", stage.cards_a_second)
					: g_strdup("as fast as it goes");
	struct bench_result result;

	bench_floor_run(floor, stage, &result);
	g_atomic_int_set(&control.is_over, 1);
	g_thread_join(thread);
	printf("%-19s %6.0f cards/s %6.0f events/s  p50 %6.2f ms  p99 %6.2f ms  max %6.1f ms  "
	       "CPU %3.0f %% of a core, %3.0f us an event  RSS %u KiB\n",
	       name, result.n_cards / result.elapsed_s, result.n_events / result.elapsed_s,
	       bench_percentile_ms(result.prompt_us, 0.5),
	       bench_percentile_ms(result.prompt_us, 0.99),
	       bench_percentile_ms(result.prompt_us, 1), 100 * result.cpu_s / result.elapsed_s,
	       1e6 * result.cpu_s / MAX(result.n_events, 1), result.rss_kib);
	print_times("of that: until the daemon has taken it", result.taken_us);
	print_times("of that: until it is on the disk and sent", result.acknowledged_us);
	print_times("control: a page synced meanwhile", syncs_us);
	print_times("control: this program woken late", result.late_us);
	print_times("control: this program looking at nothing", result.busy_us);
	fflush(stdout);
	bench_result_clear(&result);
}

static int
remove_one(const char *path, const struct stat *status, int kind, struct FTW *walk)
{
	(void)status;
	(void)kind;
	(void)walk;
	return remove(path);
}

int
main(int argc, char **argv)
{
	unsigned n_tables = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 300;
	unsigned seconds = argc > 4 ? (unsigned)strtoul(argv[4], NULL, 10) : 10;
	g_autofree char *directory = NULL;
	struct bench_floor *floor;

	if (argc < 3 || n_tables == 0 || n_tables > 1000 || seconds == 0) {
		fprintf(stderr, "usage: bench-daemon SABOTD DIRECTORY [TABLES [SECONDS]]\n");
		return 2;
	}
	directory = g_build_filename(argv[2], "bench-XXXXXX", NULL);
	if (!g_mkdtemp(directory)) {
		perror(directory);
		return EXIT_FAILURE;
	}
	printf("%u tables, a shoe on a pty each, %u s a stage, files in %s; %s\n", n_tables,
	       seconds, directory, BENCH_BUILD);
	floor = bench_floor_new(argv[1], directory, n_tables, "");
	run(floor, directory, (struct bench_stage){1, seconds});
	run(floor, directory, (struct bench_stage){10, seconds});
	run(floor, directory, (struct bench_stage){0, seconds});
	bench_floor_free(floor);
	nftw(directory, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	return EXIT_SUCCESS;
}
