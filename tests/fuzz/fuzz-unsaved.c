/*
 * Fuzzes the note about events that the database lacks, as a house without a key would read one
 * that somebody put there: whatever it says, there are only numbers that can be.
 */
#include "store/files/unsaved.h"

#include <stdlib.h>

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes);

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	g_autofree char *text = g_strndup((const char *)bytes, n_bytes);
	struct sabot_unsaved_note note;

	sabot_unsaved_parse(text, &note);
	if (note.memory_seq < 0 || note.spool_seq < 0 || note.outage_batch < 0)
		abort();
	return 0;
}
