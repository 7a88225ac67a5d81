/*
 * What shoes cost. First, how many frames a second each driver finds and understands (scan() and
 * decode() over its recordings, again and again). Then the CPU time of one main loop with 100 shoes
 * on ptys, silent and at ten cards a second each, journals written; the shoes are another process.
 * Without the engine and the database: bench-engine.c measures those.
 * usage: bench-devices LOGS [SECONDS]
 */
#include "devices/shoe/shoe-reader.h"
#include "simulate/shoe-ref.h"
#include "devices/shoe/angeleye-frame.h"
#include "devices/transport/shoelog.h"
#include "devices/shoe/shoe-device.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <inttypes.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum {
	SHOES = 100,
	CARDS_A_SECOND = 10,
	COPIES = 3, /* of an Angel Eye frame */
};

static double
elapsed_s(gint64 since_us)
{
	return (double)(g_get_monotonic_time() - since_us) / G_USEC_PER_SEC;
}

/* ---- frames through parser and driver ---- */

struct recorded {
	const struct sabot_shoe_driver *driver;
	uint8_t state[SABOT_SHOE_STATE_BYTES_MAX]; /* of unpack() */
	bool has_reports;
	GByteArray *stream;
};

static bool
keep_bytes(const struct sabot_shoelog_entry *entry, void *user)
{
	struct recorded *recorded = user;
	struct sabot_shoe_bytes stream;

	if (entry->kind == SABOT_SHOELOG_REPORTS)
		recorded->has_reports = true;
	if (entry->kind != SABOT_SHOELOG_RECEIVED)
		return true;
	if (!recorded->has_reports || !recorded->driver->unpack)
		g_byte_array_append(recorded->stream, entry->bytes, (guint)entry->n_bytes);
	else if (recorded->driver->unpack(recorded->state, entry->bytes, entry->n_bytes, &stream))
		g_byte_array_append(recorded->stream, stream.bytes, (guint)stream.n_bytes);
	return true;
}

static void
read_recordings(struct recorded *recorded, const char *logs)
{
	g_autofree char *folder = g_build_filename(logs, recorded->driver->id, NULL);
	g_autoptr(GError) error = NULL;
	GDir *dir = g_dir_open(folder, 0, &error);
	const char *name;

	while (dir && (name = g_dir_read_name(dir)) && !error) {
		g_autofree char *path = g_build_filename(folder, name, NULL);

		recorded->has_reports = false;
		if (g_str_has_suffix(name, ".shoelog"))
			sabot_shoelog_read(path, keep_bytes, recorded, &error);
	}
	if (error)
		g_error("%s", error->message);
	g_dir_close(dir);
}

/* All frames of the stream, as a device that is given all of it at once. Returns how many. */
static unsigned
decode_all(const struct sabot_shoe_driver *driver, void *state, const GByteArray *stream)
{
	struct sabot_shoe_event said;
	unsigned n_frames = 0;
	size_t at = 0, consumed;

	while (at < stream->len) {
		struct sabot_shoe_bytes out = {0};
		enum sabot_shoe_scan found =
			driver->scan(stream->data + at, stream->len - at, &consumed);

		if (found == SABOT_SHOE_NEED_MORE)
			break;
		if (found == SABOT_SHOE_FRAME) {
			driver->decode(state, stream->data + at, consumed, &said, &out);
			n_frames++;
		}
		at += consumed;
	}
	return n_frames;
}

static void
bench_driver(const struct sabot_shoe_driver *driver, const char *logs)
{
	struct recorded recorded = {.driver = driver, .stream = g_byte_array_new()};
	struct sabot_shoe_driver_options options = {0};
	uint8_t state[SABOT_SHOE_STATE_BYTES_MAX];
	uint64_t n_frames = 0;
	gint64 begin_us;

	driver->reset(recorded.state, &options);
	driver->reset(state, &options);
	read_recordings(&recorded, logs);
	begin_us = g_get_monotonic_time();
	do
		n_frames += decode_all(driver, state, recorded.stream);
	while (n_frames && elapsed_s(begin_us) < 1);
	printf("%-10s %8.2f million frames/s (%u bytes of recordings again and again)\n",
	       driver->id, (double)n_frames / elapsed_s(begin_us) / 1e6, recorded.stream->len);
	g_byte_array_unref(recorded.stream);
}

/* ---- the shoes, in a process of their own ---- */

struct shoe {
	int master;
	bool is_ref; /* else Angel Eye */
	unsigned n_cards;
	struct shoe_ref ref;
};

static void
on_said(const uint8_t *bytes, size_t n_bytes, void *user)
{
	if (write(((struct shoe *)user)->master, bytes, n_bytes) != (ssize_t)n_bytes)
		g_error("a line takes no more");
}

static void
send_angeleye_card(struct shoe *shoe)
{
	struct sabot_angeleye_frame frame = {.seq = (char)('0' + shoe->n_cards % 10),
					     .code = SABOT_ANGELEYE_DRAW};
	struct sabot_angeleye_draw draw = {.target = SABOT_ANGELEYE_BURN,
					   .card = {SABOT_KING, SABOT_SPADES}};
	uint8_t bytes[SABOT_ANGELEYE_FRAME_BYTES_MAX];
	size_t n_bytes;

	sabot_angeleye_draw_set(&frame, &draw);
	n_bytes = sabot_angeleye_encode(&frame, bytes);
	for (int i = 0; i < COPIES; i++)
		on_said(bytes, n_bytes, shoe);
}

static void
send_card(struct shoe *shoe)
{
	struct sabot_ref_message card = {.type = SABOT_REF_CARD};

	card.u.card.rank = SABOT_KING;
	card.u.card.suit = SABOT_SPADES;
	if (shoe->is_ref)
		shoe_ref_happened(&shoe->ref, card, 1);
	else
		send_angeleye_card(shoe);
	shoe->n_cards++;
}

static void
receive(struct shoe *shoe)
{
	uint8_t bytes[256];
	ssize_t n;

	while ((n = read(shoe->master, bytes, sizeof bytes)) > 0) {
		if (shoe->is_ref)
			shoe_ref_heard(&shoe->ref, bytes, (size_t)n);
	}
}

/* One shoe's turn after the other, so that each has CARDS_A_SECOND of them, forever. */
static void
be_shoes(struct shoe *shoes, const volatile bool *deal)
{
	const long step_ns = 1000000000L / SHOES / CARDS_A_SECOND;
	struct timespec due;

	clock_gettime(CLOCK_MONOTONIC, &due);
	for (unsigned turn = 0;; turn++) {
		struct shoe *shoe = &shoes[turn % SHOES];

		due.tv_nsec += step_ns;
		if (due.tv_nsec >= 1000000000L) {
			due.tv_nsec -= 1000000000L;
			due.tv_sec++;
		}
		clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL);
		receive(shoe);
		if (*deal)
			send_card(shoe);
		if (shoe->is_ref && turn / SHOES % CARDS_A_SECOND == 0)
			shoe_ref_send_state(&shoe->ref);
	}
}

/* ---- the main loop that reads them ---- */

struct floor {
	char *dir;
	struct shoe shoes[SHOES];
	struct sabot_shoe_device *devices[SHOES];
	uint64_t n_cards;
};

static void
on_event(struct sabot_shoe_device *device, const struct sabot_shoe_report *report, void *user)
{
	(void)device;
	((struct floor *)user)->n_cards += report->event.type == SABOT_EVENT_CARD;
}

static const struct sabot_shoe_device_handler handler = {.event = on_event};

static char *
path_of(const struct floor *floor, int i, const char *what)
{
	g_autofree char *name = g_strdup_printf("%d.%s", i, what);

	return g_build_filename(floor->dir, name, NULL);
}

static void
plug(struct floor *floor, int i, const char *driver)
{
	struct shoe *shoe = &floor->shoes[i];
	g_autofree char *link = path_of(floor, i, "line");
	struct termios settings;
	char slave[64];
	int fd;

	*shoe = (struct shoe){.is_ref = g_str_equal(driver, "ref")};
	shoe_ref_init(&shoe->ref, (uint32_t)i + 1, "simulated", on_said, shoe);
	if (openpty(&shoe->master, &fd, slave, NULL, NULL) != 0 || symlink(slave, link) != 0 ||
	    tcgetattr(fd, &settings) != 0)
		g_error("no pty");
	cfmakeraw(&settings);
	tcsetattr(fd, TCSANOW, &settings);
	fcntl(shoe->master, F_SETFL, O_NONBLOCK);
}

static void
open_device(struct floor *floor, int i, const char *driver)
{
	g_autofree char *link = path_of(floor, i, "line"), *journal = path_of(floor, i, "shoelog");
	g_autofree char *url = g_strconcat("pty:", link, NULL);
	g_autoptr(GError) error = NULL;
	struct sabot_shoe_device_options options = {
		.name = "shoe", .driver = driver, .transport = url, .journal_path = journal};

	floor->devices[i] = sabot_shoe_device_new(&options, &handler, floor, &error);
	if (!floor->devices[i])
		g_error("%s", error->message);
	sabot_shoe_device_start(floor->devices[i]);
}

static double
cpu_s(void)
{
	struct rusage used;

	getrusage(RUSAGE_SELF, &used);
	return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
	       (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / G_USEC_PER_SEC;
}

static gboolean
on_over(void *user)
{
	*(bool *)user = true;
	return G_SOURCE_REMOVE;
}

static void
run_for(unsigned seconds)
{
	bool is_over = false;

	g_timeout_add_seconds(seconds, on_over, &is_over);
	while (!is_over)
		g_main_context_iteration(NULL, TRUE);
}

static void
measure(struct floor *floor, const char *driver, const char *what, unsigned seconds)
{
	uint64_t n_cards = floor->n_cards;
	double cpu = cpu_s();
	gint64 begin_us = g_get_monotonic_time();

	run_for(seconds);
	cpu = cpu_s() - cpu;
	printf("%-10s %d %s shoes on ptys: %5.2f %% of a core, %5.0f cards/s\n", driver, SHOES,
	       what, 100 * cpu / elapsed_s(begin_us),
	       (double)(floor->n_cards - n_cards) / elapsed_s(begin_us));
}

static void
close_floor(struct floor *floor)
{
	for (int i = 0; i < SHOES; i++) {
		g_autofree char *link = path_of(floor, i, "line");
		g_autofree char *journal = path_of(floor, i, "shoelog");

		sabot_shoe_device_free(floor->devices[i]);
		close(floor->shoes[i].master);
		g_unlink(link);
		g_unlink(journal);
	}
	g_rmdir(floor->dir);
	g_free(floor->dir);
}

/* A word that both processes see. */
static volatile bool *
make_shared_flag(void)
{
	void *page =
		mmap(NULL, sizeof(bool), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (page == MAP_FAILED)
		g_error("no memory");
	return page;
}

static void
bench_floor(const char *driver, unsigned seconds)
{
	static struct floor floor;
	volatile bool *deal = make_shared_flag();
	pid_t shoes;

	floor.dir = g_dir_make_tmp("bench-devices-XXXXXX", NULL);
	for (int i = 0; i < SHOES; i++)
		plug(&floor, i, driver);
	shoes = fork();
	if (shoes == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		be_shoes(floor.shoes, deal);
	}
	for (int i = 0; i < SHOES; i++)
		open_device(&floor, i, driver);
	run_for(2);
	measure(&floor, driver, "idle", seconds);
	*deal = true;
	measure(&floor, driver, "busy", seconds);
	kill(shoes, SIGKILL);
	waitpid(shoes, NULL, 0);
	close_floor(&floor);
}

int
main(int argc, char **argv)
{
	unsigned seconds = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 10;

	if (argc < 2 || !seconds) {
		fputs("usage: bench-devices LOGS [SECONDS]\n", stderr);
		return 2;
	}
	puts("# " BENCH_BUILD);
	for (const struct sabot_shoe_driver *const *i = sabot_shoe_driver_list(); *i; i++)
		bench_driver(*i, argv[1]);
	bench_floor("angeleye2", seconds);
	bench_floor("ref", seconds);
	return 0;
}
