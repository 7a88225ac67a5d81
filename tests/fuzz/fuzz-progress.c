/*
 * Fuzzes the progress note, as somebody may put one beside the spool. What is read is exactly what
 * this program would have written, so writing it again yields the same body.
 */
#include "store/keys/note.h"
#include "store/proof/progress.h"

#include <stdlib.h>
#include <string.h>

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes);

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	g_autofree char *note = g_strndup((const char *)bytes, n_bytes);
	g_autoptr(GError) error = NULL;
	struct sabot_progress *progress = sabot_progress_parse(note, &error);
	g_autofree char *again = progress ? sabot_progress_format(progress, NULL) : NULL;

	if (!progress != (error != NULL))
		abort();
	if (progress && (!g_str_has_prefix(note, again) || strlen(note) > SABOT_PROGRESS_BYTES_MAX))
		abort();
	for (guint i = 0; progress && i < progress->heads->len; i++) {
		const struct sabot_note_head *head = g_ptr_array_index(progress->heads, i);

		if (head->n < 1 || !head->log[0] || strpbrk(head->log, " \n"))
			abort();
	}
	sabot_progress_free(progress);
	return 0;
}
