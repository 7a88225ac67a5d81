/*
 * Fuzzes the file by which a table moves to another machine, as it may lie on a stick. It is read
 * or refused with an error; what is read has events, all of one table, and says whose they are.
 */
#include "store/files/table-file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The key that has signed the files of the corpus. */
static const char public_line[] = FUZZ_TABLE_KEY;

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes);

static void
check(struct sabot_table_file *file)
{
	json_t *given;

	if (!file)
		return;
	if (!file->table || !file->signer || file->records->len == 0 ||
	    sabot_table_file_last_n(file) < (int64_t)file->records->len)
		abort();
	for (guint i = 0; i < file->records->len; i++) {
		const struct sabot_log_record *record = g_ptr_array_index(file->records, i);

		if (strcmp(record->table, file->table) != 0)
			abort();
	}
	given = sabot_table_file_given(file, "fuzz");
	if (!given)
		abort();
	json_decref(given);
	sabot_table_file_free(file);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	g_autoptr(GPtrArray) keys = g_ptr_array_new_with_free_func(sabot_key_free);
	g_autoptr(GError) error = NULL;
	int fd = memfd_create("table-file", MFD_CLOEXEC);
	g_autofree char *path = g_strdup_printf("/proc/self/fd/%d", fd);
	struct sabot_key *key = sabot_key_from_public_line(public_line, NULL);
	struct sabot_table_file *file;

	if (fd < 0 || !key || write(fd, bytes, n_bytes) != (ssize_t)n_bytes)
		abort();
	g_ptr_array_add(keys, key);
	file = sabot_table_file_read(path, keys, &error);
	if (!file != (error != NULL))
		abort();
	check(file);
	close(fd);
	return 0;
}
