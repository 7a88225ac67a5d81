/*
 * Fuzzes the note on an archive, as a stranger may put one beside a file. What is read is exactly
 * what this program would have written, so signing it again yields the same body.
 */
#include "store/log/anchor.h"
#include "store/keys/key.h"

#include <stdlib.h>
#include <string.h>

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes);

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	g_autofree char *note = g_strndup((const char *)bytes, n_bytes);
	g_autoptr(GError) error = NULL;
	struct sabot_anchor *anchor = sabot_anchor_parse(note, &error);
	const struct sabot_key key = {.name = (char *)"fuzz"};
	g_autofree char *again = anchor ? sabot_anchor_sign(anchor, &key) : NULL;
	g_autofree char *body = anchor ? sabot_note_get_body(note) : NULL;

	if (!anchor != (error != NULL))
		abort();
	if (anchor && (!body || !g_str_has_prefix(again, body)))
		abort();
	for (guint i = 0; anchor && i < anchor->logs->len; i++) {
		const struct sabot_anchor_log *log = g_ptr_array_index(anchor->logs, i);

		if (!sabot_anchor_find(anchor, log->log) || log->from_n > log->n)
			abort();
	}
	sabot_anchor_free(anchor);
	return 0;
}
