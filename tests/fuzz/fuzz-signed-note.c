/*
 * Fuzzes a note of others with the head in it, which witnesses and verifiers read: what is read is
 * exactly what was given, and nobody who has no key has signed it.
 */
#include "store/proof/log-head.h"
#include "store/proof/signed-note.h"

#include <stdlib.h>
#include <string.h>

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes);

/* Its parts, put together again, are the note. */
static void
check_whole(const struct sabot_signed_note *note, const uint8_t *bytes, size_t n_bytes)
{
	g_autoptr(GString) again = g_string_new(note->body);

	g_string_append_c(again, '\n');
	for (guint i = 0; i < note->signatures->len; i++) {
		const struct sabot_note_signature *signature =
			g_ptr_array_index(note->signatures, i);

		g_string_append_printf(again, "%s\n", signature->line);
	}
	if (again->len != n_bytes || memcmp(again->str, bytes, n_bytes) != 0)
		abort();
}

static void
check_head(const struct sabot_signed_note *note)
{
	struct sabot_log_head head;
	g_autofree char *again = NULL;

	if (!sabot_log_head_parse(note->body, &head))
		return;
	again = sabot_log_head_format(&head);
	if (!g_str_has_prefix(note->body, again) || head.size < 0)
		abort();
	sabot_log_head_clear(&head);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	const struct sabot_key house = {.name = (char *)"example.com/foo"};
	const struct sabot_key witness = {.name = (char *)"witness.example.com/w1",
					  .is_cosigner = true};
	struct sabot_signed_note *note =
		sabot_signed_note_parse((const char *)bytes, n_bytes, NULL);

	if (!note)
		return 0;
	check_whole(note, bytes, n_bytes);
	check_head(note);
	/* A public key of zeros signs nothing. */
	if (sabot_signed_note_check(note, &house, NULL) == SABOT_NOTE_SIGNED ||
	    sabot_signed_note_check(note, &witness, NULL) == SABOT_NOTE_SIGNED)
		abort();
	sabot_signed_note_free(note);
	return 0;
}
