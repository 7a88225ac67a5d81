/*
 * Shoes on a bad line, for as many frames as requested: the real device, driver and line (a
 * socket), with noise between all frames and in their copies. Of each shoe it says how many
 * messages it sent, and how many of them did not arrive, were said to be lost, or were never sent
 * and arrived all the same; and how often it was reported that a message was said again as another
 * one. Only what is certain is insisted on; the rest is measured.
 * usage: soak-devices [MESSAGES]
 */
#include "noise.h"

#include "devices/shoe/shoe-reader.h"
#include "simulate/shoe-ref.h"
#include "devices/shoe/angeleye-frame.h"
#include "devices/shoe/shoe-device.h"

#include <glib.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
	COPIES = 3,
	BEAT_MS = 100,
	WAITS = 10,      /* the last run is so much shorter where spoilt answers are waited for */
	ROUND = 5,       /* messages: two cards each, and the result */
	LOOK_AHEAD = 60, /* a message is taken for one of the next so many */
	KEY_BYTES = 16,
	ALL_OF = 20, /* one message of so many is hit in all its copies */
	SEED = 20261121,
};

enum noise {
	NOISE_ONCE, /* in up to two copies of each message, a byte each */
	NOISE_HARD, /* the same, noise_hit_hard() */
	NOISE_ALL,  /* the same, and all copies of some messages */
};

/* What distinguishes one message from the others near it. */
struct key {
	uint8_t bytes[KEY_BYTES];
};

struct soak;

struct shoe {
	const char *name, *driver;
	void (*begin)(struct soak *soak);
	/* Say message `n` to on_said(), COPIES times. */
	void (*say)(struct soak *soak, uint64_t n);
	struct key (*key_of)(const uint8_t *frame, size_t n_bytes);
	/* The rest may be NULL. */
	void (*heard)(struct soak *soak, const uint8_t *bytes, size_t n_bytes);
	bool (*is_behind)(const struct soak *soak); /* something was requested and has not come */
};

struct soak {
	const struct shoe *shoe;
	enum noise noise;
	GRand *chance;
	int64_t now_us;
	struct sabot_shoe_device *device;
	int line;
	uint64_t n_written;
	struct shoe_ref ref;
	guint beat;    /* its timer; 0 = none */
	unsigned copy; /* of the message that is being said */
	bool hits[COPIES];
	struct key sent[LOOK_AHEAD]; /* message n at n modulo the length */
	uint64_t last_frame;         /* that said something: its number */
	uint64_t n_sent, next;       /* the one waited for */
	uint64_t n_missing, n_lost_uncounted, n_invented, n_twice;
};

static int64_t
now_us(void *user)
{
	return ((struct soak *)user)->now_us;
}

static bool
key_is(const struct key *a, const struct key *b)
{
	return memcmp(a, b, sizeof *a) == 0;
}

/* ---- the line ---- */

static void
write_all(struct soak *soak, const GByteArray *bytes)
{
	if (write(soak->line, bytes->data, bytes->len) != (ssize_t)bytes->len)
		g_error("the line takes no more");
	soak->n_written += bytes->len;
}

/* A frame of the shoe's: one of the copies of a message, or an answer, which comes whole. */
static void
on_said(const uint8_t *bytes, size_t n_bytes, void *user)
{
	struct soak *soak = user;
	g_autoptr(GByteArray) line = g_byte_array_new(), frame = g_byte_array_new();

	g_byte_array_append(frame, bytes, (guint)n_bytes);
	if (soak->copy < COPIES && soak->hits[soak->copy++]) {
		if (soak->noise == NOISE_ONCE)
			noise_hit_once(frame, soak->chance);
		else
			noise_hit_hard(frame, soak->chance);
	}
	noise_add(line, soak->chance);
	g_byte_array_append(line, frame->data, frame->len);
	write_all(soak, line);
}

/* Which copies are hit. */
static void
aim(struct soak *soak)
{
	bool all = soak->noise == NOISE_ALL && g_rand_int_range(soak->chance, 0, ALL_OF) == 0;
	int spared = g_rand_int_range(soak->chance, 0, COPIES);

	for (int i = 0; i < COPIES; i++)
		soak->hits[i] = all || (i != spared && g_rand_boolean(soak->chance));
	soak->copy = 0;
}

static void
receive(struct soak *soak)
{
	uint8_t bytes[256];
	ssize_t n;

	while ((n = recv(soak->line, bytes, sizeof bytes, MSG_DONTWAIT)) > 0) {
		if (soak->shoe->heard)
			soak->shoe->heard(soak, bytes, (size_t)n);
	}
}

/*
 * Until the device has read all, and got what it requested. An answer may be spoilt; it is asked
 * for again when the main loop had nothing else to do for some beats.
 */
static void
settle(struct soak *soak)
{
	for (;;) {
		receive(soak);
		if (sabot_shoe_device_get_counters(soak->device).bytes == soak->n_written &&
		    !(soak->shoe->is_behind && soak->shoe->is_behind(soak)))
			return;
		g_main_context_iteration(NULL, TRUE);
	}
}

/* ---- what arrives ---- */

static void
on_message(struct soak *soak, struct key key)
{
	uint64_t n_frames = sabot_shoe_device_get_counters(soak->device).frames;
	uint64_t n = soak->next;

	if (n_frames == soak->last_frame)
		return; /* what the same frame says besides */
	soak->last_frame = n_frames;
	while (n < soak->n_sent && !key_is(&soak->sent[n % LOOK_AHEAD], &key))
		n++;
	if (n == soak->n_sent) {
		soak->n_invented++;
		return;
	}
	soak->n_missing += n - soak->next;
	soak->next = n + 1;
}

static void
on_event(struct sabot_shoe_device *device, const struct sabot_shoe_report *report, void *user)
{
	struct soak *soak = user;
	bool is_device = report->event.type == SABOT_EVENT_DEVICE;
	enum sabot_device_state state = report->event.u.device.state;

	(void)device;
	if (is_device && g_strcmp0(report->event.u.device.code, "twice") == 0)
		soak->n_twice++;
	else if (is_device && state == SABOT_DEVICE_LOST)
		soak->n_lost_uncounted += !report->event.u.device.detail;
	else if (!is_device || state != SABOT_DEVICE_ONLINE || report->event.u.device.code)
		on_message(soak, soak->shoe->key_of(report->last_frame.bytes,
						    report->last_frame.n_bytes));
}

/* ---- the shoes: rounds of two cards each, dealt in turn, and a result ---- */

static uint8_t
any_rank(struct soak *soak)
{
	return (uint8_t)g_rand_int_range(soak->chance, SABOT_ACE, SABOT_KING + 1);
}

static uint8_t
any_suit(struct soak *soak)
{
	return (uint8_t)g_rand_int_range(soak->chance, 1, SABOT_SUITS + 1);
}

static void
begin_angeleye(struct soak *soak)
{
	(void)soak;
}

static void
send_angeleye(struct soak *soak, uint64_t n)
{
	struct sabot_angeleye_frame frame = {.seq = (char)('0' + n % 10)};
	uint8_t bytes[SABOT_ANGELEYE_FRAME_BYTES_MAX];
	size_t n_bytes;

	if (n % ROUND == ROUND - 1) {
		struct sabot_angeleye_result result = {.winner = SABOT_ANGELEYE_TIE};

		frame.code = SABOT_ANGELEYE_RESULT;
		sabot_angeleye_result_set(&frame, &result);
	} else {
		struct sabot_angeleye_draw draw = {.target = n % ROUND % 2,
						   .index = (uint8_t)(1 + n % ROUND / 2),
						   .card = {any_rank(soak), any_suit(soak)}};

		frame.code = SABOT_ANGELEYE_DRAW;
		sabot_angeleye_draw_set(&frame, &draw);
	}
	n_bytes = sabot_angeleye_encode(&frame, bytes);
	soak->sent[n % LOOK_AHEAD] = soak->shoe->key_of(bytes, n_bytes);
	for (int i = 0; i < COPIES; i++)
		on_said(bytes, n_bytes, soak);
}

static struct key
key_of_angeleye(const uint8_t *frame, size_t n_bytes)
{
	struct key key = {0};

	memcpy(key.bytes, frame, MIN(n_bytes, sizeof key.bytes));
	return key;
}

/* That the last message was spoilt, the next one shows. */
static bool
ref_is_behind(const struct soak *soak)
{
	return soak->ref.acknowledged + 1 < soak->ref.last_event;
}

/* The shoe's heartbeat, as far as it has a meaning. */
static gboolean
on_beat_due(gpointer user)
{
	struct soak *soak = user;

	soak->copy = COPIES;
	if (ref_is_behind(soak))
		shoe_ref_send_state(&soak->ref);
	return G_SOURCE_CONTINUE;
}

static void
begin_ref(struct soak *soak)
{
	shoe_ref_init(&soak->ref, SEED, "simulated", on_said, soak);
	soak->beat = g_timeout_add(BEAT_MS, on_beat_due, soak);
	soak->copy = COPIES;
	shoe_ref_send_hello(&soak->ref);
}

static void
send_ref(struct soak *soak, uint64_t n)
{
	struct sabot_ref_message message = {.type = SABOT_REF_HAND_END};
	struct sabot_ref_frame frame = {0};
	uint8_t bytes[SABOT_REF_FRAME_BYTES_MAX];

	if (n % ROUND != ROUND - 1) {
		message.type = SABOT_REF_CARD;
		message.u.card.target = (uint8_t)(SABOT_REF_PUNTO + n % ROUND % 2);
		message.u.card.index = (uint8_t)(1 + n % ROUND / 2);
		message.u.card.rank = any_rank(soak);
		message.u.card.suit = any_suit(soak);
		message.u.card.quality = SABOT_REF_NOT_SAID;
	}
	message.boot_id = SEED;
	message.event_no = (uint32_t)(n + 1);
	sabot_ref_message_set(&frame, &message);
	soak->sent[n % LOOK_AHEAD] = soak->shoe->key_of(bytes, sabot_ref_encode(&frame, bytes));
	shoe_ref_happened(&soak->ref, message, COPIES);
}

/* Which event and what it says; not which frame of the line it came in. */
static struct key
key_of_ref(const uint8_t *bytes, size_t n_bytes)
{
	struct sabot_ref_frame frame = {0};
	struct key key = {0};
	size_t consumed;

	sabot_ref_decode(bytes, n_bytes, &consumed, &frame);
	key.bytes[0] = frame.type;
	memcpy(key.bytes + 1, frame.payload, sizeof key.bytes - 1);
	return key;
}

static void
hear_ref(struct soak *soak, const uint8_t *bytes, size_t n_bytes)
{
	soak->copy = COPIES;
	shoe_ref_heard(&soak->ref, bytes, n_bytes);
}

/* simulate/shoe-ref.h says that it is simulated, which the driver `ref` would report each time. */
static const struct shoe shoes[] = {
	{"angeleye2", "angeleye2", begin_angeleye, send_angeleye, key_of_angeleye, NULL, NULL},
	{"ref", "sim", begin_ref, send_ref, key_of_ref, hear_ref, ref_is_behind},
};

/* ---- the runs ---- */

static const struct sabot_shoe_device_handler handler = {.event = on_event};

static void
set_up(struct soak *soak, int far_end)
{
	g_autofree char *url = g_strdup_printf("fd:%d", far_end);
	g_autoptr(GError) error = NULL;
	struct sabot_shoe_device_options options = {
		.name = "soaked",
		.driver = soak->shoe->driver,
		.transport = url,
		.driver_options = {.seq_first = '0', .seq_last = '9'},
		.result_by = SABOT_RESULT_BY_DEVICE,
		.clock = {now_us, now_us, soak},
	};

	soak->device = sabot_shoe_device_new(&options, &handler, soak, &error);
	if (!soak->device)
		g_error("%s", error->message);
	sabot_shoe_device_start(soak->device);
	soak->shoe->begin(soak);
	settle(soak);
}

static void
run_messages(struct soak *soak, uint64_t n_messages)
{
	enum { CARD_US = 200000 };

	while (soak->n_sent < n_messages) {
		soak->now_us += CARD_US;
		aim(soak);
		soak->n_sent++;
		soak->shoe->say(soak, soak->n_sent - 1);
		settle(soak);
	}
	soak->n_missing += soak->n_sent - soak->next;
}

/*
 * Nothing is missing. A byte changed is always seen, unless the noise in front of the frame makes
 * good for it: an ENQ there, where the frame's own is spoilt, and a right sum by chance. That is
 * a message in some hundred thousand, and may look like most of a turn of the numbers gone.
 */
static bool
is_as_it_must_be(const struct soak *soak, const struct sabot_shoe_counters *counters)
{
	enum { ONE_IN = 100000, TURN = 10 };

	return !soak->n_missing && soak->n_invented <= soak->n_sent / ONE_IN &&
	       counters->lost + soak->n_lost_uncounted <= (TURN - 1) * soak->n_invented;
}

/* False if something was not as it must be. */
static bool
run(const struct shoe *shoe, enum noise noise, uint64_t n_messages)
{
	static const char *const names[] = {
		[NOISE_ONCE] = "a byte of up to two of three copies",
		[NOISE_HARD] = "more in up to two of three copies",
		[NOISE_ALL] = "more in all copies of one message in 20",
	};
	struct soak soak = {.shoe = shoe, .noise = noise, .chance = g_rand_new_with_seed(SEED)};
	struct sabot_shoe_counters counters;
	int ends[2];

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
		g_error("no sockets");
	soak.line = ends[0];
	set_up(&soak, ends[1]);
	run_messages(&soak, n_messages);
	counters = sabot_shoe_device_get_counters(soak.device);
	printf("%-9s %-39s %8" PRIu64 " sent %6" PRIu64 " missing %6" PRIu64 " said lost %4" PRIu64
	       " invented %4" PRIu64 " said as another; %" PRIu64 " good frames, %" PRIu64
	       " bytes of garbage\n",
	       shoe->name, names[noise], soak.n_sent, soak.n_missing,
	       counters.lost + soak.n_lost_uncounted, soak.n_invented, soak.n_twice,
	       counters.frames, counters.garbage_bytes);
	if (soak.beat)
		g_source_remove(soak.beat);
	sabot_shoe_device_free(soak.device);
	close(ends[0]);
	close(ends[1]);
	g_rand_free(soak.chance);
	return noise != NOISE_ONCE || is_as_it_must_be(&soak, &counters);
}

int
main(int argc, char **argv)
{
	uint64_t n_messages = argc > 1 ? strtoull(argv[1], NULL, 10) : 20000;
	bool is_good = n_messages > 0;

	setvbuf(stdout, NULL, _IOLBF, 0);
	for (size_t i = 0; i < G_N_ELEMENTS(shoes); i++) {
		is_good &= run(&shoes[i], NOISE_ONCE, n_messages);
		is_good &= run(&shoes[i], NOISE_HARD, n_messages);
		is_good &= run(&shoes[i], NOISE_ALL,
			       shoes[i].is_behind ? n_messages / WAITS : n_messages);
	}
	return is_good ? 0 : 1;
}
