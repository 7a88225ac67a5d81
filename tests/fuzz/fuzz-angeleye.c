/*
 * Fuzzing of the Angel Eye frames and driver. The input is a line's bytes. What must hold: every
 * step makes progress, no frame is longer than the protocol allows, a decoded frame encodes to
 * the bytes it came from, the driver's texts end, and the line fed a byte at a time yields as
 * many frames as fed whole.
 */
#include "devices/shoe/angeleye-frame.h"
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
check_frame(const uint8_t *bytes, size_t n_bytes)
{
	struct sabot_angeleye_frame frame;
	uint8_t again[SABOT_ANGELEYE_FRAME_BYTES_MAX];
	size_t consumed;

	require(sabot_angeleye_decode(bytes, n_bytes, &consumed, &frame) == SABOT_ANGELEYE_FRAME);
	require(consumed == n_bytes && n_bytes <= sizeof again);
	/* A frame of a foreign shoe may carry what we would not send, but never something else. */
	if (sabot_angeleye_encode(&frame, again))
		require(memcmp(again, bytes, n_bytes) == 0);
}

static void
decode(const struct sabot_shoe_driver *driver, void *state, const uint8_t *bytes, size_t n_bytes)
{
	struct sabot_shoe_bytes out = {0};
	struct sabot_shoe_event said;

	check_frame(bytes, n_bytes);
	driver->decode(state, bytes, n_bytes, &said, &out);
	require(memchr(said.code, '\0', sizeof said.code));
	require(memchr(said.detail, '\0', sizeof said.detail));
	require(said.card.rank <= SABOT_KING && said.card.suit <= SABOT_SUITS);
	require(said.index >= SABOT_SHOE_INDEX_NONE && said.index <= SABOT_ANGELEYE_INDEX_MAX);
}

/* At most `step` new bytes at a time become visible. Returns the number of frames. */
static size_t
feed(const struct sabot_shoe_driver *driver, const uint8_t *bytes, size_t n_bytes, size_t step)
{
	static const struct sabot_shoe_driver_options options = {.seq_first = '0', .seq_last = '9'};
	struct sabot_shoe_bytes out = {0};
	void *state = calloc(1, driver->state_bytes);
	size_t at = 0, seen = 0, n_frames = 0, consumed;

	require(state);
	driver->reset(state, &options);
	driver->opened(state, &out);
	while (at < n_bytes) {
		enum sabot_shoe_scan found = driver->scan(bytes + at, seen - at, &consumed);

		if (found == SABOT_SHOE_NEED_MORE) {
			require(seen - at < SABOT_ANGELEYE_FRAME_BYTES_MAX);
			if (seen == n_bytes)
				break;
			seen += n_bytes - seen < step ? n_bytes - seen : step;
			continue;
		}
		require(consumed > 0 && consumed <= seen - at);
		if (found == SABOT_SHOE_FRAME) {
			decode(driver, state, bytes + at, consumed);
			n_frames++;
		}
		at += consumed;
	}
	free(state);
	return n_frames;
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	const struct sabot_shoe_driver *driver = sabot_shoe_driver_find("angeleye2");

	require(feed(driver, bytes, n_bytes, 1) == feed(driver, bytes, n_bytes, n_bytes));
	return 0;
}
