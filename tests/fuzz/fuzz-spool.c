/*
 * Fuzzes the spool's file, as somebody may plant one. Without the house's signature no record comes
 * out of it; whatever comes out, the sums are right, and what is sealed is in the file.
 */
#include "store/files/spool-read.h"

#include <stdlib.h>
#include <string.h>

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes);

static guint
check(const char *text, size_t n_bytes, const struct sabot_spool_trust *trust)
{
	struct sabot_spool_content *content = sabot_spool_parse(text, n_bytes, trust);
	guint n_records = content->records->len + content->behind->len, n = 0;

	if (content->sealed_bytes < 0 || content->sealed_bytes > (int64_t)n_bytes)
		abort();
	if (!content->why && (content->behind->len > 0 || content->bad_line > 0))
		abort();
	for (guint i = 0; i < content->batches->len; i++) {
		const struct sabot_spool_batch *batch =
			&g_array_index(content->batches, struct sabot_spool_batch, i);

		if (batch->n_records < n || batch->n_records > n_records)
			abort();
		n = batch->n_records;
	}
	sabot_spool_content_free(content);
	return n_records;
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	char *lines[] = {(char *)FUZZ_SPOOL_KEY, NULL};
	const struct sabot_spool_trust none = {0}, open = {.is_open = true},
				       blind = {.is_blind = true}, key = {.formers = lines};
	/* A copy, so that a sanitizer sees each byte behind it. */
	g_autofree char *text = g_memdup2(bytes, n_bytes);

	if (check(text ? text : "", n_bytes, &none) > 0)
		abort();
	check(text ? text : "", n_bytes, &open);
	check(text ? text : "", n_bytes, &blind);
	check(text ? text : "", n_bytes, &key);
	return 0;
}
