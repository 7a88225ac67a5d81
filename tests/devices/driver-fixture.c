/*
 * The driver tests' fixture; see the header. Owns the driver's state and the text.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "driver-fixture.h"

#include <string.h>

static const char *
kind_word(enum sabot_shoe_kind kind)
{
	switch (kind) {
	case SABOT_SHOE_NOTHING:
		return "nothing";
	case SABOT_SHOE_REPEAT:
		return "repeat";
	case SABOT_SHOE_CARD:
		return "card";
	case SABOT_SHOE_CUT_CARD:
		return "cut_card";
	case SABOT_SHOE_RESULT:
		return "result";
	case SABOT_SHOE_ERROR:
		return "error";
	case SABOT_SHOE_CLEARED:
		return "cleared";
	case SABOT_SHOE_LOCKED:
		return "locked";
	case SABOT_SHOE_UNLOCKED:
		return "unlocked";
	case SABOT_SHOE_BOOT:
		return "boot";
	}
	return NULL;
}

static void
append_lost(GString *text, uint32_t lost)
{
	if (lost == SABOT_SHOE_LOST_UNCOUNTED)
		g_string_append(text, "lost some ");
	else if (lost)
		g_string_append_printf(text, "lost %u ", (unsigned)lost);
}

static void
append_said(GString *text, const struct sabot_shoe_event *said)
{
	char card[SABOT_CARD_TEXT_SIZE];

	append_lost(text, said->lost);
	if (said->ends[0])
		g_string_append_printf(text, "over %s, ", said->ends);
	g_string_append(text, kind_word(said->kind));
	if (said->kind == SABOT_SHOE_CARD)
		g_string_append_printf(text, " %s", sabot_card_format(said->card, card));
	if (said->target != SABOT_SHOE_TARGET_NONE || said->index != SABOT_SHOE_INDEX_NONE)
		g_string_append_printf(text, " %s", sabot_shoe_target_to_string(said->target));
	if (said->index != SABOT_SHOE_INDEX_NONE)
		g_string_append_printf(text, " %d", said->index);
	if (said->kind == SABOT_SHOE_RESULT)
		g_string_append_printf(text, " %s",
				       said->winner == SABOT_WINNER_NONE
					       ? "-"
					       : sabot_winner_to_string(said->winner));
	if (said->code[0])
		g_string_append_printf(text, " [%s %s]", said->code, said->detail);
	g_string_append_c(text, '\n');
	assert_true(strlen(said->detail) <= 64);
}

static void
append_sent(GString *text, const struct sabot_shoe_bytes *out)
{
	if (!out->n_bytes)
		return;
	g_string_append(text, ">");
	for (size_t i = 0; i < out->n_bytes; i++)
		g_string_append_printf(text, " %02x", out->bytes[i]);
	g_string_append_c(text, '\n');
}

void
driver_fixture_init(struct driver_fixture *fixture, const struct sabot_shoe_driver *driver,
		    const struct sabot_shoe_driver_options *options)
{
	static const struct sabot_shoe_driver_options none;

	assert_non_null(driver);
	*fixture = (struct driver_fixture){.driver = driver, .text = g_string_new(NULL)};
	fixture->state = g_malloc(driver->state_bytes);
	memset(fixture->state, 0xa5, driver->state_bytes);
	driver->reset(fixture->state, options ? options : &none);
	driver_fixture_open(fixture);
}

void
driver_fixture_clear(struct driver_fixture *fixture)
{
	g_string_free(fixture->text, TRUE);
	g_free(fixture->state);
}

void
driver_fixture_decode(struct driver_fixture *fixture, const uint8_t *frame, size_t n_bytes)
{
	struct sabot_shoe_bytes out = {0};
	struct sabot_shoe_event said;

	memset(&said, 0xa5, sizeof said);
	fixture->driver->decode(fixture->state, frame, n_bytes, &said, &out);
	append_said(fixture->text, &said);
	append_sent(fixture->text, &out);
}

static void
drop(struct driver_fixture *fixture, size_t n_bytes)
{
	assert_true(n_bytes > 0 && n_bytes <= fixture->n_line);
	fixture->n_line -= n_bytes;
	memmove(fixture->line, fixture->line + n_bytes, fixture->n_line);
}

/* False when more bytes are needed. */
static bool
scan_once(struct driver_fixture *fixture)
{
	size_t consumed;

	if (!fixture->n_line)
		return false;
	switch (fixture->driver->scan(fixture->line, fixture->n_line, &consumed)) {
	case SABOT_SHOE_NEED_MORE:
		assert_true(fixture->n_line < SABOT_SHOE_FRAME_BYTES_MAX);
		return false;
	case SABOT_SHOE_FRAME:
		driver_fixture_decode(fixture, fixture->line, consumed);
		break;
	case SABOT_SHOE_GARBAGE:
		if (!g_str_has_suffix(fixture->text->str, "garbage\n"))
			g_string_append(fixture->text, "garbage\n");
		break;
	case SABOT_SHOE_FILLER:
		break;
	}
	drop(fixture, consumed);
	return true;
}

void
driver_fixture_feed(struct driver_fixture *fixture, const void *bytes, size_t n_bytes, size_t step)
{
	const uint8_t *next = bytes;

	while (n_bytes) {
		size_t n = MIN(MIN(n_bytes, step), sizeof fixture->line - fixture->n_line);

		assert_true(n > 0);
		memcpy(fixture->line + fixture->n_line, next, n);
		fixture->n_line += n;
		next += n;
		n_bytes -= n;
		while (scan_once(fixture))
			;
	}
}

void
driver_fixture_open(struct driver_fixture *fixture)
{
	struct sabot_shoe_bytes out = {0};

	fixture->driver->opened(fixture->state, &out);
	append_sent(fixture->text, &out);
}

void
driver_fixture_tick(struct driver_fixture *fixture)
{
	struct sabot_shoe_bytes out = {0};

	fixture->driver->tick(fixture->state, &out);
	append_sent(fixture->text, &out);
}

void
driver_fixture_report(struct driver_fixture *fixture, const void *report, size_t n_bytes)
{
	struct sabot_shoe_bytes stream;

	assert_true(fixture->driver->unpack(fixture->state, report, n_bytes, &stream));
	driver_fixture_feed(fixture, stream.bytes, stream.n_bytes, stream.n_bytes);
}

void
driver_fixture_expect(struct driver_fixture *fixture, const char *what, const char *expected)
{
	if (strcmp(fixture->text->str, expected) != 0)
		fail_msg("%s:\nexpected\n%sbut it said\n%s", what, expected, fixture->text->str);
	g_string_truncate(fixture->text, 0);
}

static char *
without_garbage(const char *text)
{
	g_auto(GStrv) parts = g_strsplit(text, "garbage\n", -1);

	return g_strjoinv("", parts);
}

void
driver_fixture_check(const struct sabot_shoe_driver *driver,
		     const struct sabot_shoe_driver_options *options, const GByteArray *bytes,
		     const char *garbage, const char *expected)
{
	const size_t steps[] = {SABOT_SHOE_FRAME_BYTES_MAX, 1};

	for (size_t i = 0; i < 2 * G_N_ELEMENTS(steps); i++) {
		struct driver_fixture fixture;
		g_autofree char *said = NULL;

		driver_fixture_init(&fixture, driver, options);
		if (i >= G_N_ELEMENTS(steps))
			driver_fixture_feed(&fixture, garbage, strlen(garbage), 1);
		driver_fixture_feed(&fixture, bytes->data, bytes->len,
				    steps[i % G_N_ELEMENTS(steps)]);
		said = without_garbage(fixture.text->str);
		g_string_assign(fixture.text, said);
		driver_fixture_expect(&fixture, i < G_N_ELEMENTS(steps) ? "clean" : "behind noise",
				      expected);
		driver_fixture_clear(&fixture);
	}
}
