/*
 * Fuzzes a segment's bytes, as a core may give back anything: the input is what the frame holds, so
 * that the fuzzer need not find out zstd, and once more the frame itself. Whatever comes out has
 * the numbers that are wanted.
 */
#include "forward/segment.h"

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes);

static void
check(const char *log, int64_t format, int64_t n_lines, GBytes *bytes)
{
	static const struct sabot_chain_origin origin;
	struct sabot_segment_ends ends = {
		.log = log, .format = format, .first_n = 1, .last_n = n_lines};
	g_autoptr(GError) error = NULL;
	GPtrArray *lines = sabot_segment_unpack(&origin, &ends, bytes, &error);

	/* The hash before the first is nobody's: no lines can have the last that is wanted. */
	if (lines || !error)
		abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	size_t bound = ZSTD_compressBound(n_bytes);
	g_autofree uint8_t *frame = g_malloc(bound);
	g_autoptr(GBytes) raw = g_bytes_new(bytes, n_bytes), packed = NULL;
	int64_t n_lines = 0;

	for (size_t i = 0; i < n_bytes; i++)
		n_lines += bytes[i] == '\n';
	n_lines = CLAMP(n_lines, 1, SABOT_SEGMENT_EVENTS_MAX);
	packed = g_bytes_new(frame, ZSTD_compress(frame, bound, bytes, n_bytes, 1));
	for (int64_t format = 1; format <= SABOT_SEGMENT_FORMAT + 1; format++) {
		check("PB-01", format, n_lines, packed);
		check(SABOT_SEGMENT_CHECKPOINTS, format, n_lines, packed);
	}
	check("PB-01", SABOT_SEGMENT_FORMAT, n_lines, raw);
	return 0;
}
