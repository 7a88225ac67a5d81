/*
 * Fuzzes the copy of the persons, as a house without a key would read one that somebody put there:
 * what is read of it can be written and read again, and says the same of the persons.
 */
#include "store/log/record-json.h"

#include <stdlib.h>
#include <string.h>

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes);

/* As it is written after `text` was read. Free it with free(). */
static char *
write_again(const char *text)
{
	g_autoptr(GPtrArray) persons = g_ptr_array_new_with_free_func(sabot_person_free);
	struct sabot_rights *rights = sabot_rights_new();
	char *again;

	sabot_persons_from_text(text, persons, rights);
	again = sabot_persons_to_text(persons, rights);
	sabot_rights_free(rights);
	return again;
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	g_autofree char *text = g_strndup((const char *)bytes, n_bytes);
	char *once = write_again(text), *twice = write_again(once);

	if (strcmp(once, twice) != 0)
		abort();
	free(once);
	free(twice);
	return 0;
}
