/*
 * Fuzzes the reader of rule profiles: any file must be read, or refused with an error.
 */
#include "profiles/profile.h"

#include <glib/gstdio.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes);

static char *directory;

static void
remove_directory(void)
{
	g_rmdir(directory);
	g_free(directory);
}

static void
make_directory(void)
{
	if (directory != NULL)
		return;
	directory = g_dir_make_tmp("sabot-fuzz-XXXXXX", NULL);
	if (directory == NULL)
		abort();
	atexit(remove_directory);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	make_directory();
	g_autofree char *path = g_build_filename(directory, "fuzzed.conf", NULL);
	g_autoptr(GError) error = NULL;
	struct sabot_rules rules;

	if (!g_file_set_contents_full(path, (const char *)bytes, (gssize)n_bytes,
				      G_FILE_SET_CONTENTS_NONE, 0600, NULL))
		abort();
	bool ok = sabot_profile_load("fuzzed", directory, &rules, &error);
	if (ok == (error != NULL))
		abort();
	g_unlink(path);
	return 0;
}
