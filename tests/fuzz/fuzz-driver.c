/*
 * Fuzzing of a shoe driver, whichever DRIVER_ID names. The input is a line's bytes. What must
 * hold of every driver: each step makes progress, no frame is longer than allowed, what it says is
 * within its type and its texts end, what it wants sent fits, the line fed a byte at a time yields
 * as many frames as fed whole, and any bytes may come as a USB report.
 */
#include "devices/shoe/shoe-driver.h"

#include <stdlib.h>
#include <string.h>

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes);

static void
require(bool condition)
{
	if (!condition)
		abort();
}

static void
require_text(const char *text, size_t n_bytes)
{
	require(memchr(text, '\0', n_bytes));
	for (; text[0]; text++)
		require(text[0] >= ' ' && text[0] < 0x7f);
}

static void
decode(const struct sabot_shoe_driver *driver, void *state, const uint8_t *bytes, size_t n_bytes)
{
	struct sabot_shoe_bytes out = {0};
	struct sabot_shoe_event said;

	memset(&said, 0xff, sizeof said);
	driver->decode(state, bytes, n_bytes, &said, &out);
	require_text(said.code, sizeof said.code);
	require_text(said.ends, sizeof said.ends);
	require_text(said.detail, sizeof said.detail);
	require(strlen(said.detail) <= 64);
	require((unsigned)said.kind <= SABOT_SHOE_BOOT && sabot_shoe_fault_to_string(said.fault));
	require(said.card.rank <= SABOT_KING && said.card.suit <= SABOT_SUITS);
	require(said.index >= SABOT_SHOE_INDEX_NONE && sabot_shoe_target_to_string(said.target));
	require(said.winner <= SABOT_WINNER_TIE);
	require(out.n_bytes <= sizeof out.bytes);
	require(!out.n_bytes || driver->needs_reply);
}

/* At most `step` new bytes at a time become visible. Returns the number of frames. */
static size_t
feed(const struct sabot_shoe_driver *driver, const uint8_t *bytes, size_t n_bytes, size_t step)
{
	static const struct sabot_shoe_driver_options options = {0};
	void *state = calloc(1, driver->state_bytes);
	size_t at = 0, seen = 0, n_frames = 0, consumed;
	struct sabot_shoe_bytes out = {0};

	require(state);
	driver->reset(state, &options);
	driver->opened(state, &out);
	while (at < n_bytes) {
		enum sabot_shoe_scan found = driver->scan(bytes + at, seen - at, &consumed);

		if (found == SABOT_SHOE_NEED_MORE) {
			require(seen - at < SABOT_SHOE_FRAME_BYTES_MAX);
			if (seen == n_bytes)
				break;
			seen += n_bytes - seen < step ? n_bytes - seen : step;
			continue;
		}
		require(consumed > 0 && consumed <= seen - at);
		if (found == SABOT_SHOE_FRAME) {
			require(consumed <= SABOT_SHOE_FRAME_BYTES_MAX);
			decode(driver, state, bytes + at, consumed);
			n_frames++;
		}
		at += consumed;
	}
	free(state);
	return n_frames;
}

static void
unpack(const struct sabot_shoe_driver *driver, const uint8_t *bytes, size_t n_bytes)
{
	static const struct sabot_shoe_driver_options options = {0};
	void *state = calloc(1, driver->state_bytes);
	struct sabot_shoe_bytes stream;

	require(state);
	driver->reset(state, &options);
	for (size_t at = 0; at < n_bytes; at += SABOT_SHOE_REPORT_BYTES_MAX) {
		size_t n = n_bytes - at;

		if (n > SABOT_SHOE_REPORT_BYTES_MAX)
			n = SABOT_SHOE_REPORT_BYTES_MAX;
		require(!driver->unpack(state, bytes + at, n, &stream) ||
			stream.n_bytes <= sizeof stream.bytes);
	}
	free(state);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	const struct sabot_shoe_driver *driver = sabot_shoe_driver_find(DRIVER_ID);

	require(feed(driver, bytes, n_bytes, 1) == feed(driver, bytes, n_bytes, n_bytes));
	if (driver->unpack)
		unpack(driver, bytes, n_bytes);
	return 0;
}
