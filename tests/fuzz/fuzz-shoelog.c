/*
 * Fuzzes the reader of recordings: any text, line by line, must be read or refused.
 */
#include "devices/transport/shoelog.h"

#include <stdlib.h>

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes);

static bool
on_entry_read(const struct sabot_shoelog_entry *entry, void *user)
{
	size_t *n_entries = user;

	(void)entry;
	return ++*n_entries < 100000;
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	g_autoptr(GError) error = NULL;
	size_t n_entries = 0;

	if (!sabot_shoelog_parse((const char *)bytes, n_bytes, on_entry_read, &n_entries, &error) &&
	    error == NULL && n_entries < 100000)
		abort();
	return 0;
}
