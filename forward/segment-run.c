/* See segment-run.h. */
#include "segment-run.h"

#include <string.h>

enum { RUN_SEGMENTS_MAX = 64, RUN_BYTES_FULL = 256 * 1024 };

struct sabot_segment_run *
sabot_segment_run_new(const char *log, int64_t n, struct sabot_chain_hash previous)
{
	struct sabot_segment_run *run = g_new0(struct sabot_segment_run, 1);

	run->log = g_strdup(log);
	run->first_n = n;
	run->last_n = n - 1;
	run->previous = run->last = previous;
	run->last_ns = sabot_core_array_new(SABOT_CORE_NUMBERS);
	run->lasts = sabot_core_array_new(SABOT_CORE_BYTES_LIST);
	run->first_us = sabot_core_array_new(SABOT_CORE_NUMBERS);
	run->last_us = sabot_core_array_new(SABOT_CORE_NUMBERS);
	run->lines = sabot_core_array_new(SABOT_CORE_BYTES_LIST);
	run->rows = sabot_core_array_new(SABOT_CORE_TEXTS);
	return run;
}

void
sabot_segment_run_free(struct sabot_segment_run *run)
{
	if (!run)
		return;
	g_free(run->log);
	sabot_core_array_free(run->last_ns);
	sabot_core_array_free(run->lasts);
	sabot_core_array_free(run->first_us);
	sabot_core_array_free(run->last_us);
	sabot_core_array_free(run->lines);
	sabot_core_array_free(run->rows);
	g_free(run);
}

bool
sabot_segment_run_add(struct sabot_segment_run *run, struct sabot_segment *segment, GError **error)
{
	struct sabot_segment_ends ends = sabot_segment_get_ends(segment);
	g_autoptr(GBytes) bytes = sabot_segment_pack(segment, error);
	const char *rows = sabot_segment_get_tip(segment);
	int64_t first_us, last_us;

	if (!bytes)
		return false;
	sabot_segment_get_times(segment, &first_us, &last_us);
	sabot_core_array_add_number(run->last_ns, ends.last_n);
	sabot_core_array_add(run->lasts, ends.last.bytes, sizeof(ends.last.bytes));
	sabot_core_array_add_number(run->first_us, first_us);
	sabot_core_array_add_number(run->last_us, last_us);
	sabot_core_array_add(run->lines, g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
	sabot_core_array_add(run->rows, rows, rows ? strlen(rows) : 0);
	run->last_n = ends.last_n;
	run->last = ends.last;
	run->n_segments++;
	run->n_bytes += (int64_t)g_bytes_get_size(bytes);
	run->n_sent_bytes += g_bytes_get_size(bytes) + (rows ? strlen(rows) : 0);
	return true;
}

bool
sabot_segment_run_is_full(const struct sabot_segment_run *run)
{
	return run->n_segments >= RUN_SEGMENTS_MAX || run->n_sent_bytes >= RUN_BYTES_FULL;
}
