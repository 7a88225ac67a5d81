/*
 * One thread. Each table waits for the step of all it has said, then does what the prompt says: so
 * nothing is said twice, and a slow daemon is given less to do, which shows as cards that are late.
 */
#include "bench-floor.h"
#include "simulate/shoe-pack.h"
#include "devices/shoe/angeleye-frame.h"
#include "devices/shoe/shoe-device.h"
#include "proto/wire.h"
#include "step-line.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

enum {
	DECKS = 6,
	LEFT_CARDS = 40, /* then it is shuffled */
	COPIES = 3,      /* of a frame */
	/* Between two cards: the daemon gives up a line that is faster for long. */
	PAUSE_US_MIN = COPIES * G_USEC_PER_SEC / SABOT_SHOE_FRAMES_PER_S,
	TABLES_A_DEALER = 10,
	DEALERS_MAX = 60, /* a daemon takes 64 clients by default */
	TABLES_MAX = 1000,
	WAIT_US = 120 * G_USEC_PER_SEC,
	FILES = 4096,
};

struct line {
	int fd;
	struct sabot_wire_splitter splitter;
};

struct table {
	int shoe; /* the pty's master */
	struct line *dealer;
	struct shoe_pack pack;
	char seq;
	char prompt[16], who[8];
	bool is_online;
	unsigned n_waiting; /* steps that have not come yet */
	int64_t sent_us;    /* the card that is under way; 0: none is */
	int64_t sent_at_us; /* likewise, on the clock on the wall */
	int64_t due_us;     /* the next card */
};

struct bench_floor {
	char *directory;
	pid_t pid;
	struct table *tables;
	struct line *dealers, watcher;
	unsigned n_tables, n_dealers;
	struct shoe_random random;
	int64_t pause_us; /* between two cards of a table */
	bool is_dealing;
	struct bench_result *result;
};

static void
die(const char *what)
{
	fprintf(stderr, "bench-daemon: %s: %s\n", what, strerror(errno));
	exit(EXIT_FAILURE);
}

/* ---- what is said ---- */

static void
send_event(struct bench_floor *floor, struct table *table, const char *event)
{
	g_autofree char *line =
		g_strdup_printf("{\"do\":\"event\",\"table\":\"T%03u\",\"event\":%s}\n",
				(unsigned)(table - floor->tables), event);

	table->n_waiting++;
	if (write(table->dealer->fd, line, strlen(line)) != (ssize_t)strlen(line))
		die("a dealer cannot write");
}

static void
send_card(struct bench_floor *floor, struct table *table)
{
	struct sabot_angeleye_frame frame = {.code = SABOT_ANGELEYE_DRAW};
	struct sabot_angeleye_draw draw = {.target = SABOT_ANGELEYE_BURN};
	uint8_t bytes[COPIES * SABOT_ANGELEYE_FRAME_BYTES_MAX];
	size_t n_bytes = 0;
	int64_t now_us = g_get_monotonic_time();

	if (strcmp(table->who, "punto") == 0)
		draw.target = SABOT_ANGELEYE_PUNTO;
	else if (strcmp(table->who, "banca") == 0)
		draw.target = SABOT_ANGELEYE_BANCA;
	frame.seq = table->seq = table->seq == '9' ? '0' : (char)(table->seq + 1);
	shoe_pack_draw(&table->pack, &draw.card);
	sabot_angeleye_draw_set(&frame, &draw);
	for (unsigned i = 0; i < COPIES; i++)
		n_bytes += sabot_angeleye_encode(&frame, bytes + n_bytes);
	table->n_waiting++;
	table->sent_at_us = g_get_real_time();
	__atomic_store_n(&table->sent_us, now_us, __ATOMIC_RELAXED);
	table->due_us = MAX(table->due_us + floor->pause_us, now_us);
	if (write(table->shoe, bytes, n_bytes) != (ssize_t)n_bytes)
		die("a shoe cannot write");
}

static void
begin_load(struct bench_floor *floor, struct table *table)
{
	shoe_pack_fill(&table->pack, DECKS, &floor->random);
	send_event(floor, table, "{\"ev\":\"load\",\"decks\":6}");
}

/* What the prompt asks for. */
static void
act(struct bench_floor *floor, struct table *table)
{
	bool asks_bets = strcmp(table->prompt, "bets") == 0;

	if (!floor->is_dealing || table->n_waiting > 0)
		return;
	if (strcmp(table->prompt, "load") == 0 ||
	    (asks_bets && shoe_pack_left(&table->pack) < LEFT_CARDS)) {
		begin_load(floor, table);
	} else if (asks_bets) {
		send_event(floor, table,
			   "{\"ev\":\"bet\",\"box\":3,\"on\":\"punto\",\"amount\":1000}");
		send_event(floor, table,
			   "{\"ev\":\"bet\",\"box\":5,\"on\":\"banca\",\"amount\":2000}");
		send_event(floor, table, "{\"ev\":\"no_more_bets\"}");
	} else if (strcmp(table->prompt, "result") == 0) {
		send_event(floor, table, "{\"ev\":\"result\"}");
	} else if (table->due_us <= g_get_monotonic_time()) {
		send_card(floor, table);
	}
}

/* ---- what is heard ---- */

/* NULL: it is not dealt here. */
static struct table *
find_table(struct bench_floor *floor, json_t *view)
{
	const char *name = json_string_value(json_object_get(view, "table"));
	unsigned number;

	if (!name || sscanf(name, "T%3u", &number) != 1 || number >= floor->n_tables)
		return NULL;
	return &floor->tables[number];
}

static void
note_view(struct table *table, json_t *view)
{
	json_t *prompt = json_object_get(view, "prompt");
	const char *kind = json_string_value(json_object_get(prompt, "kind"));
	const char *who = json_string_value(json_object_get(prompt, "who"));
	const char *state =
		json_string_value(json_object_get(json_object_get(view, "device"), "state"));

	table->is_online = g_strcmp0(state, "online") == 0;
	g_strlcpy(table->prompt, kind ? kind : "", sizeof(table->prompt));
	g_strlcpy(table->who, who ? who : "", sizeof(table->who));
}

static void
note_step(struct bench_floor *floor, struct table *table, const struct step_line *step)
{
	struct bench_result *result = floor->result;
	int64_t prompt_us = g_get_monotonic_time() - table->sent_us;
	int64_t taken_us = step->at_us - table->sent_at_us;
	int64_t acknowledged_us = g_get_real_time() - step->at_us;

	if (strcmp(step->ev, "device") == 0 || table->n_waiting == 0)
		return;
	table->n_waiting--;
	if (!result)
		return;
	result->n_events++;
	if (strcmp(step->ev, "card") != 0)
		return;
	result->n_cards++;
	g_array_append_val(result->prompt_us, prompt_us);
	g_array_append_val(result->taken_us, taken_us);
	g_array_append_val(result->acknowledged_us, acknowledged_us);
}

static void
note_snapshot(struct bench_floor *floor, json_t *views)
{
	size_t i;
	json_t *view;

	json_array_foreach(views, i, view) {
		struct table *table = find_table(floor, view);

		if (table)
			note_view(table, view);
	}
}

/* The reply to `watch`; of other lines nothing matters. */
static void
note_other(struct bench_floor *floor, const char *line, size_t length_bytes)
{
	json_t *json = json_loadb(line, length_bytes, 0, NULL);

	note_snapshot(floor, json_object_get(json_object_get(json, "ok"), "tables"));
	json_decref(json);
}

/* A line of the watching client. */
static bool
on_reported(const char *line, size_t length_bytes, void *data)
{
	struct bench_floor *floor = data;
	struct step_line step;
	struct table *table;

	if (!step_line_read(line, length_bytes, &step)) {
		note_other(floor, line, length_bytes);
		return true;
	}
	g_assert(step.table < floor->n_tables);
	table = &floor->tables[step.table];
	table->is_online = strcmp(step.device, "online") == 0;
	g_strlcpy(table->prompt, step.prompt, sizeof(table->prompt));
	g_strlcpy(table->who, step.who, sizeof(table->who));
	if (step.is_step)
		note_step(floor, table, &step);
	act(floor, table);
	return true;
}

static bool
on_answered(const char *line, size_t length_bytes, void *data)
{
	(void)data;
	if (!memmem(line, length_bytes, "\"error\"", strlen("\"error\"")))
		return true;
	fprintf(stderr, "bench-daemon: %.*s\n", (int)length_bytes, line);
	exit(EXIT_FAILURE);
}

static void
receive(struct bench_floor *floor, struct line *line)
{
	char bytes[65536];
	ssize_t n = read(line->fd, bytes, sizeof(bytes));

	if (n <= 0)
		die("the daemon closed a connection");
	sabot_wire_splitter_feed(&line->splitter, bytes, (size_t)n,
				 line == &floor->watcher ? on_reported : on_answered, floor);
}

/* ---- the loop ---- */

static int64_t
next_due_us(const struct bench_floor *floor)
{
	int64_t next_us = INT64_MAX;

	for (unsigned i = 0; floor->is_dealing && i < floor->n_tables; i++) {
		if (floor->tables[i].n_waiting == 0)
			next_us = MIN(next_us, floor->tables[i].due_us);
	}
	return next_us;
}

/* It began then, so late if it had only the time to wait for (else -1). */
static void
note_turn(struct bench_result *result, int64_t late_us, int64_t begin_us)
{
	int64_t busy_us = g_get_monotonic_time() - begin_us;

	if (late_us >= 0)
		g_array_append_val(result->late_us, late_us);
	g_array_append_val(result->busy_us, busy_us);
}

/* Hear what there is, at most until `until_us`, and deal what is due. */
static void
turn(struct bench_floor *floor, int64_t until_us)
{
	struct pollfd lines[DEALERS_MAX + 1];
	int64_t next_us = MIN(next_due_us(floor), until_us);
	int64_t now_us = g_get_monotonic_time();
	int64_t wait_us = MAX(next_us - now_us, 0);
	struct timespec wait = {wait_us / G_USEC_PER_SEC, wait_us % G_USEC_PER_SEC * 1000};
	int64_t begin_us;
	int n_ready;

	for (unsigned i = 0; i <= floor->n_dealers; i++)
		lines[i] = (struct pollfd){
			i < floor->n_dealers ? floor->dealers[i].fd : floor->watcher.fd, POLLIN, 0};
	n_ready = ppoll(lines, floor->n_dealers + 1, &wait, NULL);
	if (n_ready < 0)
		die("poll");
	begin_us = g_get_monotonic_time();
	for (unsigned i = 0; i <= floor->n_dealers; i++) {
		if (lines[i].revents)
			receive(floor, i < floor->n_dealers ? &floor->dealers[i] : &floor->watcher);
	}
	for (unsigned i = 0; i < floor->n_tables; i++) {
		if (floor->tables[i].due_us <= begin_us)
			act(floor, &floor->tables[i]);
	}
	if (floor->result)
		note_turn(floor->result, n_ready == 0 ? begin_us - next_us : -1, begin_us);
}

static bool
is_quiet(const struct bench_floor *floor)
{
	for (unsigned i = 0; i < floor->n_tables; i++) {
		if (floor->tables[i].n_waiting > 0)
			return false;
	}
	return true;
}

static bool
is_online(const struct bench_floor *floor)
{
	for (unsigned i = 0; i < floor->n_tables; i++) {
		if (!floor->tables[i].is_online)
			return false;
	}
	return true;
}

static void
wait_until(struct bench_floor *floor, bool (*is_so)(const struct bench_floor *), const char *what)
{
	int64_t end_us = g_get_monotonic_time() + WAIT_US;

	while (!is_so(floor)) {
		if (g_get_monotonic_time() > end_us) {
			errno = ETIMEDOUT;
			die(what);
		}
		turn(floor, end_us);
	}
}

/* ---- the daemon ---- */

static double
cpu_s(pid_t pid)
{
	g_autofree char *path = g_strdup_printf("/proc/%d/stat", (int)pid);
	g_autofree char *text = NULL;
	unsigned long user = 0, system = 0;

	if (g_file_get_contents(path, &text, NULL, NULL))
		sscanf(strrchr(text, ')') + 1,
		       " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system);
	return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

static unsigned
rss_kib(pid_t pid)
{
	static const char key[] = "VmRSS:";
	g_autofree char *path = g_strdup_printf("/proc/%d/status", (int)pid);
	g_autofree char *text = NULL;
	const char *found;

	if (!g_file_get_contents(path, &text, NULL, NULL))
		return 0;
	found = strstr(text, key);
	return found ? (unsigned)strtoul(found + strlen(key), NULL, 10) : 0;
}

static void
open_shoe(struct bench_floor *floor, unsigned number)
{
	struct table *table = &floor->tables[number];
	g_autofree char *link = g_strdup_printf("%s/shoe-%u", floor->directory, number);
	char path[64];
	struct termios raw;
	int slave;

	if (openpty(&table->shoe, &slave, path, NULL, NULL) != 0)
		die("a pty");
	tcgetattr(slave, &raw);
	cfmakeraw(&raw);
	tcsetattr(slave, TCSANOW, &raw);
	fcntl(table->shoe, F_SETFD, FD_CLOEXEC);
	fcntl(slave, F_SETFD, FD_CLOEXEC); /* stays open, so that the line does not hang up */
	if (symlink(path, link) != 0)
		die(link);
}

static char *
write_config(const struct bench_floor *floor, const char *more)
{
	char *path = g_build_filename(floor->directory, "sabotd.conf", NULL);
	GString *text = g_string_new(NULL);

	g_string_printf(text,
			"[daemon]\nsite=bench\nsocket=%s/sock\nstate_dir=%s/state\n"
			"spool_dir=%s/spool\ncreate_key=yes\n",
			floor->directory, floor->directory, floor->directory);
	for (unsigned i = 0; i < floor->n_tables; i++)
		g_string_append_printf(text,
				       "[device shoe-%u]\ntransport=pty:%s/shoe-%u\nseq_first=0\n"
				       "seq_last=9\n[table T%03u]\nrules=punto-banco-es\n"
				       "device=shoe-%u\n",
				       i, floor->directory, i, i, i);
	g_string_append(text, more);
	if (!g_file_set_contents(path, text->str, -1, NULL))
		die(path);
	g_string_free(text, TRUE);
	return path;
}

static void
start(struct bench_floor *floor, const char *program, const char *more)
{
	g_autofree char *config = write_config(floor, more);

	floor->pid = fork();
	if (floor->pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		execl(program, program, "--config", config, (char *)NULL);
		die(program);
	}
}

static void
open_line(struct bench_floor *floor, struct line *line)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int64_t end_us = g_get_monotonic_time() + WAIT_US;

	snprintf(address.sun_path, sizeof(address.sun_path), "%s/sock", floor->directory);
	sabot_wire_splitter_init(&line->splitter);
	line->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	while (connect(line->fd, (struct sockaddr *)&address, sizeof(address)) != 0) {
		if (g_get_monotonic_time() > end_us || waitpid(floor->pid, NULL, WNOHANG) != 0)
			die("the daemon does not start");
		g_usleep(10000);
	}
}

static void
open_lines(struct bench_floor *floor)
{
	static const char watch[] = "{\"do\":\"watch\"}\n";

	for (unsigned i = 0; i < floor->n_dealers; i++)
		open_line(floor, &floor->dealers[i]);
	for (unsigned i = 0; i < floor->n_tables; i++)
		floor->tables[i].dealer = &floor->dealers[i % floor->n_dealers];
	open_line(floor, &floor->watcher);
	if (write(floor->watcher.fd, watch, strlen(watch)) < 0)
		die("watch");
}

struct bench_floor *
bench_floor_new(const char *program, const char *directory, unsigned n_tables, const char *more)
{
	struct bench_floor *floor = g_new0(struct bench_floor, 1);
	struct rlimit files = {FILES, FILES};

	g_assert(n_tables <= TABLES_MAX);
	setrlimit(RLIMIT_NOFILE, &files);
	floor->directory = g_canonicalize_filename(directory, NULL);
	floor->n_tables = n_tables;
	floor->tables = g_new0(struct table, n_tables);
	floor->n_dealers =
		MIN((n_tables + TABLES_A_DEALER - 1) / TABLES_A_DEALER, DEALERS_MAX);
	floor->dealers = g_new0(struct line, floor->n_dealers);
	shoe_random_init(&floor->random, 20261121);
	for (unsigned i = 0; i < n_tables; i++) {
		floor->tables[i].seq = '0';
		open_shoe(floor, i);
	}
	start(floor, program, more);
	open_lines(floor);
	wait_until(floor, is_online, "the shoes do not come online");
	return floor;
}

void
bench_floor_run(struct bench_floor *floor, struct bench_stage stage,
		struct bench_result *ret_result)
{
	int64_t begin_us = g_get_monotonic_time();
	int64_t end_us = begin_us + (int64_t)stage.seconds * G_USEC_PER_SEC;
	double cpu_before_s = cpu_s(floor->pid);

	*ret_result = (struct bench_result){
		.prompt_us = g_array_new(FALSE, FALSE, sizeof(int64_t)),
		.taken_us = g_array_new(FALSE, FALSE, sizeof(int64_t)),
		.acknowledged_us = g_array_new(FALSE, FALSE, sizeof(int64_t)),
		.late_us = g_array_new(FALSE, FALSE, sizeof(int64_t)),
		.busy_us = g_array_new(FALSE, FALSE, sizeof(int64_t)),
	};
	floor->result = ret_result;
	floor->pause_us =
		stage.cards_a_second ? G_USEC_PER_SEC / stage.cards_a_second : PAUSE_US_MIN;
	floor->is_dealing = true;
	for (unsigned i = 0; i < floor->n_tables; i++) /* not all at once, as no floor does */
		floor->tables[i].due_us =
			begin_us + floor->pause_us * (int64_t)i / (int64_t)floor->n_tables;
	while (g_get_monotonic_time() < end_us)
		turn(floor, end_us);
	ret_result->elapsed_s = (double)(g_get_monotonic_time() - begin_us) / G_USEC_PER_SEC;
	ret_result->cpu_s = cpu_s(floor->pid) - cpu_before_s;
	ret_result->rss_kib = rss_kib(floor->pid);
	floor->result = NULL;
	floor->is_dealing = false;
	wait_until(floor, is_quiet, "a step does not come");
}

int64_t
bench_floor_last_card_us(const struct bench_floor *floor, unsigned number)
{
	return __atomic_load_n(&floor->tables[number].sent_us, __ATOMIC_RELAXED);
}

char *
bench_floor_get_socket(const struct bench_floor *floor)
{
	return g_build_filename(floor->directory, "sock", NULL);
}

static int
compare_times(const void *a, const void *b)
{
	const int64_t *left = a, *right = b;

	return (*left > *right) - (*left < *right);
}

double
bench_percentile_ms(GArray *times_us, double part)
{
	if (times_us->len == 0)
		return 0;
	qsort(times_us->data, times_us->len, sizeof(int64_t), compare_times);
	return (double)g_array_index(times_us, int64_t, (guint)(part * (times_us->len - 1))) / 1000;
}

void
bench_result_clear(struct bench_result *result)
{
	g_array_unref(result->prompt_us);
	g_array_unref(result->taken_us);
	g_array_unref(result->acknowledged_us);
	g_array_unref(result->late_us);
	g_array_unref(result->busy_us);
}

void
bench_floor_free(struct bench_floor *floor)
{
	kill(floor->pid, SIGTERM);
	waitpid(floor->pid, NULL, 0);
	g_free(floor->tables);
	g_free(floor->dealers);
	g_free(floor->directory);
	g_free(floor);
}
