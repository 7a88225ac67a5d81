/*
 * Fuzzes what a database signs about itself when one of its tables goes elsewhere: the file comes
 * from another house. What is read is exactly what this program would have written.
 */
#include "store/keys/note.h"
#include "store/proof/witness.h"

#include <stdlib.h>
#include <string.h>

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes);

static void
check(const struct sabot_witness *witness, const char *note)
{
	const struct sabot_key key = {.name = (char *)"fuzz"};
	g_autofree char *again = sabot_witness_sign(witness, &key);
	g_autofree char *body = sabot_note_get_body(note);

	if (!body || !g_str_has_prefix(again, body))
		abort();
	/* It denies nothing that it names, nor what is not of its time. */
	for (guint i = 0; i < witness->given->len; i++) {
		const struct sabot_witness_line *line =
			&g_array_index(witness->given, struct sabot_witness_line, i);

		if (sabot_witness_denies(witness, line->checkpoint, line->sealed) ||
		    sabot_witness_denies(witness, witness->until, line->sealed))
			abort();
	}
	if (sabot_witness_has_restored_since(witness, witness, INT64_MAX) ||
	    (witness->restored->len == 0 && sabot_witness_has_restored_since(witness, NULL, 0)))
		abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	g_autofree char *note = g_strndup((const char *)bytes, n_bytes);
	g_autoptr(GError) error = NULL;
	struct sabot_witness *witness = sabot_witness_parse(note, &error);

	if (!witness != (error != NULL))
		abort();
	if (witness)
		check(witness, note);
	sabot_witness_free(witness);
	return 0;
}
