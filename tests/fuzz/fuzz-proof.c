/*
 * Fuzzes what a stranger hands to `sabotctl verify`: a proof, a checkpoint that was kept, a key.
 * Each must be read or refused, and a checkpoint that is read is read again the same.
 */
#include "store/proof/proof.h"

#include <stdlib.h>

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes);

static void
try_proof(const uint8_t *bytes, size_t n_bytes)
{
	g_autoptr(GPtrArray) keys = g_ptr_array_new();
	g_autoptr(GError) error = NULL;
	struct sabot_verify *verify = sabot_verify_new(keys, NULL, NULL);
	FILE *file = fmemopen((void *)bytes, n_bytes, "r");

	if (file && !sabot_proof_verify(file, verify, &error) && !error)
		abort();
	sabot_verify_finish(verify);
	sabot_verify_free(verify);
	if (file)
		fclose(file);
}

static void
try_note(const char *text)
{
	g_autoptr(GPtrArray) keys = g_ptr_array_new_with_free_func(sabot_key_free);
	g_autoptr(GError) error = NULL;
	struct sabot_checkpoint *checkpoint = sabot_checkpoint_parse(text, &error);
	struct sabot_verify *verify = sabot_verify_new(keys, text, NULL);

	if (!checkpoint != !verify || !checkpoint != (error != NULL))
		abort();
	sabot_verify_free(verify);
	sabot_checkpoint_free(checkpoint);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	g_autofree char *text = g_strndup((const char *)bytes, n_bytes);
	struct sabot_key *key = sabot_key_from_public_line(text, NULL);

	if (key)
		sabot_note_is_signed_by(text, key);
	sabot_key_free(key);
	try_note(text);
	if (n_bytes > 0)
		try_proof(bytes, n_bytes);
	return 0;
}
