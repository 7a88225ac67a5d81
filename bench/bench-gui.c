/*
 * What the pit's console costs: its real window over a socket to a thread that plays a daemon of
 * 300 tables with 1,000 changed views a second. Prints the time to the first complete picture, the
 * main thread's share of one core, and its longest stall. Needs a display; run by
 * tests/gui/on-display.sh.
 *
 * Usage: bench-gui [TABLES [STEPS_A_SECOND [SECONDS]]]
 */
#include "gui/console/console-window.h"
#include "gui/style/look.h"
#include "text/text.h"

#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

enum { TICK_MS = 5, BURST_MS = 10, WARM_UP_S = 2 };

struct bench {
	int n_tables, steps_a_second, seconds;
	char *path;
	GPtrArray *lines; /* of char: two views of each table in turn, pushed */
	gint is_over;
	int64_t started_us, complete_us, last_tick_us, stall_us;
	int64_t complete_cpu_us, last_cpu_us, work_us; /* the longest between two ticks */
	int64_t measured_us, cpu_us;                   /* where measuring began */
	SabotFloorModel *floor;
	GMainLoop *loop;
};

static json_t *
hand(const char *first, const char *second, int total)
{
	return json_pack("{s:[s,s], s:i}", "cards", first, second, "total", total);
}

/* `turn` 0 or 1: two views that differ in all that a round changes. */
static json_t *
view(int table, int turn)
{
	char name[16];
	json_t *json;

	g_snprintf(name, sizeof(name), "PB-%03d", table);
	json = json_pack("{s:s, s:s, s:s, s:s, s:b, s:b, s:i, s:i, s:s, s:i, s:i, s:i, s:i}",
			 "table", name, "game", "punto_banco", "rules", "punto-banco-es", "state",
			 "open", "simulated", 0, "saved", 1, "min", 500, "max", 50000, "phase",
			 turn ? "dealing" : "betting", "load", 3, "round", 17 + turn, "n",
			 400 + turn, "pace", 62);
	json_object_set_new(json, "punto", hand(turn ? "TD" : "4C", "9H", turn ? 9 : 3));
	json_object_set_new(json, "banca", hand("KS", turn ? "5S" : "6D", turn ? 5 : 6));
	json_object_set_new(json, "coups", json_string(turn ? "babbacab" : "babbaca"));
	json_object_set_new(json, "prompt",
			    json_pack("{s:s, s:s, s:i, s:s}", "kind", "draw", "who", "punto",
				      "total", 4, "text", "Card for punto"));
	json_object_set_new(json, "incidents", json_pack("{s:i}", "open", 0));
	return json;
}

static char *
line_of(json_t *json)
{
	char *line = json_dumps(json, JSON_COMPACT);
	char *whole = g_strdup_printf("%s\n", line);

	free(line);
	json_decref(json);
	return whole;
}

static void
make_lines(struct bench *bench)
{
	bench->lines = g_ptr_array_new_with_free_func(g_free);
	for (int turn = 0; turn < 2; turn++)
		for (int i = 0; i < bench->n_tables; i++)
			g_ptr_array_add(bench->lines,
					line_of(json_pack("{s:s, s:s, s:o}", "push", "view",
							  "table", "PB", "view", view(i, turn))));
}

static gboolean
send_line(GOutputStream *out, const char *line)
{
	return g_output_stream_write_all(out, line, strlen(line), NULL, NULL, NULL);
}

/* Everything but `watch` is refused, as an older daemon would. */
static void
answer(GDataInputStream *in, GOutputStream *out)
{
	gboolean is_watched = FALSE;

	while (!is_watched) {
		g_autofree char *line = g_data_input_stream_read_line(in, NULL, NULL, NULL);
		json_t *request = line ? json_loads(line, 0, NULL) : NULL;
		json_t *id = json_object_get(request, "id"), *reply;

		if (!request)
			return;
		is_watched =
			g_strcmp0(json_string_value(json_object_get(request, "do")), "watch") == 0;
		reply = is_watched ? json_pack("{s:O, s:{s:i, s:b, s:[], s:[]}}", "id", id, "ok",
					       "seq", 1, "resumed", 0, "tables", "incidents")
				   : json_pack("{s:O, s:{s:s, s:s}}", "id", id, "error", "class",
					       "unknown_request", "text", "no");
		g_autofree char *text = line_of(reply);
		send_line(out, text);
		json_decref(request);
	}
}

/* The other thread: a daemon of one client. */
static gpointer
play_daemon(gpointer data)
{
	struct bench *bench = data;
	g_autoptr(GSocketListener) listener = g_socket_listener_new();
	g_autoptr(GSocketAddress) address = g_unix_socket_address_new(bench->path);
	g_autoptr(GSocketConnection) peer = NULL;
	g_autoptr(GDataInputStream) in = NULL;
	GOutputStream *out;
	int64_t began_us;
	guint n = 0;

	g_socket_listener_add_address(listener, address, G_SOCKET_TYPE_STREAM,
				      G_SOCKET_PROTOCOL_DEFAULT, NULL, NULL, NULL);
	peer = g_socket_listener_accept(listener, NULL, NULL, NULL);
	out = g_io_stream_get_output_stream(G_IO_STREAM(peer));
	in = g_data_input_stream_new(g_io_stream_get_input_stream(G_IO_STREAM(peer)));
	send_line(
		out,
		"{\"sabot\":{\"version\":\"0\",\"protocol\":1,\"site\":\"bench\",\"role\":\"pit\","
		"\"seq\":1,\"beat_ms\":5000}}\n");
	answer(in, out);
	for (int i = 0; i < bench->n_tables; i++)
		send_line(out, g_ptr_array_index(bench->lines, (guint)i));
	send_line(out, "{\"push\":\"beat\",\"seq\":1,\"at\":\"2026-01-01T00:00:00Z\"}\n");
	began_us = g_get_monotonic_time();
	while (!g_atomic_int_get(&bench->is_over)) {
		guint due = (guint)((g_get_monotonic_time() - began_us) * bench->steps_a_second /
				    G_USEC_PER_SEC);

		for (; n < due; n++)
			if (!send_line(out,
				       g_ptr_array_index(bench->lines, ((guint)bench->n_tables +
									n) % bench->lines->len)))
				return NULL;
		g_usleep(BURST_MS * 1000);
	}
	return NULL;
}

static int64_t
cpu_us(void)
{
	struct rusage usage;

	getrusage(RUSAGE_THREAD, &usage);
	return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * G_USEC_PER_SEC +
	       usage.ru_utime.tv_usec + usage.ru_stime.tv_usec;
}

static void
report(struct bench *bench)
{
	int64_t now_us = g_get_monotonic_time();
	double share =
		100.0 * (double)(cpu_us() - bench->cpu_us) / (double)(now_us - bench->measured_us);

	printf("%d tables, %d steps a second, for %d s (%s)\n", bench->n_tables,
	       bench->steps_a_second, bench->seconds, BENCH_BUILD);
	printf("first complete picture after %.2f s, %.2f s of them at work\n",
	       (double)(bench->complete_us - bench->started_us) / G_USEC_PER_SEC,
	       (double)bench->complete_cpu_us / G_USEC_PER_SEC);
	printf("main thread: %.1f %% of a core, longest stall %.0f ms, %.0f ms of it at work\n",
	       share, (double)bench->stall_us / 1000, (double)bench->work_us / 1000);
}

/* Late by how much? */
static gboolean
on_tick(gpointer data)
{
	struct bench *bench = data;
	int64_t now_us = g_get_monotonic_time();

	if (!bench->complete_us)
		return G_SOURCE_CONTINUE;
	if (!bench->measured_us) {
		if (now_us - bench->complete_us > WARM_UP_S * G_USEC_PER_SEC) {
			bench->measured_us = bench->last_tick_us = now_us;
			bench->cpu_us = bench->last_cpu_us = cpu_us();
		}
		return G_SOURCE_CONTINUE;
	}
	bench->stall_us = MAX(bench->stall_us, now_us - bench->last_tick_us - TICK_MS * 1000);
	bench->work_us = MAX(bench->work_us, cpu_us() - bench->last_cpu_us);
	bench->last_tick_us = now_us;
	bench->last_cpu_us = cpu_us();
	if (now_us - bench->measured_us < bench->seconds * G_USEC_PER_SEC)
		return G_SOURCE_CONTINUE;
	report(bench);
	g_main_loop_quit(bench->loop);
	return G_SOURCE_REMOVE;
}

/* After everything else of a frame: is it the first that shows all tables? */
static void
on_painted(GdkFrameClock *clock, gpointer data)
{
	struct bench *bench = data;
	guint n = g_list_model_get_n_items(sabot_floor_model_get_tables(bench->floor));

	(void)clock;
	if (!bench->complete_us && n == (guint)bench->n_tables)
		bench->complete_us = g_get_monotonic_time();
	if (!bench->complete_cpu_us && bench->complete_us)
		bench->complete_cpu_us = cpu_us();
}

static void
run(struct bench *bench)
{
	g_autofree char *settings_path = g_strconcat(bench->path, ".conf", NULL);
	g_autoptr(SabotSettings) settings = sabot_settings_new(settings_path);
	struct sabot_look *look = sabot_look_new(settings);
	GtkWidget *window;

	bench->floor = sabot_floor_model_new();
	sabot_floor_model_add(bench->floor, bench->path);
	window = sabot_console_window_new(NULL, bench->floor, settings);
	gtk_widget_show(window);
	g_signal_connect(gtk_widget_get_frame_clock(window), "after-paint", G_CALLBACK(on_painted),
			 bench);
	bench->loop = g_main_loop_new(NULL, FALSE);
	g_timeout_add(TICK_MS, on_tick, bench);
	g_main_loop_run(bench->loop);
	gtk_widget_destroy(window);
	g_object_unref(bench->floor);
	sabot_look_free(look);
	g_main_loop_unref(bench->loop);
}

int
main(int argc, char **argv)
{
	struct bench bench = {.n_tables = argc > 1 ? atoi(argv[1]) : 300,
			      .steps_a_second = argc > 2 ? atoi(argv[2]) : 1000,
			      .seconds = argc > 3 ? atoi(argv[3]) : 10,
			      .started_us = g_get_monotonic_time()};
	g_autofree char *folder = g_dir_make_tmp("bench-gui-XXXXXX", NULL);
	GThread *daemon;

	sabot_text_init();
	bench.path = g_build_filename(folder, "socket", NULL);
	make_lines(&bench);
	daemon = g_thread_new("daemon", play_daemon, &bench);
	bench.started_us = g_get_monotonic_time();
	if (!gtk_init_check(&argc, &argv)) {
		fprintf(stderr, "bench-gui: there is no display\n");
		return 77;
	}
	run(&bench);
	g_atomic_int_set(&bench.is_over, 1);
	g_thread_join(daemon);
	g_unlink(bench.path);
	g_rmdir(folder);
	g_ptr_array_unref(bench.lines);
	g_free(bench.path);
	return 0;
}
