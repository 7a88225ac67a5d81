/*
 * Fuzzes what a stranger hands to `sabotctl verify` as a case file: it must be read or refused, and
 * what is read is all there.
 */
#include "store/files/case-file.h"

#include <stdlib.h>

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes);

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	g_autoptr(GPtrArray) keys = g_ptr_array_new();
	g_autoptr(GError) error = NULL;
	struct sabot_verify *verify = sabot_verify_new(keys, NULL, NULL);
	struct sabot_case_file *file =
		sabot_case_read((const char *)bytes, n_bytes, verify, &error);
	bool is_good = !error && sabot_verify_finish(verify)->fault == SABOT_VERIFY_INTACT;

	if ((file != NULL) != is_good || (file && (!file->about.table || !file->database)))
		abort();
	sabot_case_file_free(file);
	sabot_verify_free(verify);
	return 0;
}
