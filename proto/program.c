/* Finds programs: see program.h. */
#include "proto/program.h"

#include <glib.h>

/*
 * From the directory of a program: that of another, installed and in the build tree. SABOT_UP leads
 * from the directory of helpers to that of the installation.
 */
static const char *const places[] = {
	".",
	"../bin",
	"../sbin",
	"../cli",
	"../daemon",
	"../report",
	"../forward",
	SABOT_UP "bin",
	SABOT_UP "sbin",
	("../" SABOT_HELPERS), /* clang takes two strings in a list for a forgotten comma */
};

char *
sabot_program_find(const char *name)
{
	g_autofree char *self = g_file_read_link("/proc/self/exe", NULL);
	g_autofree char *directory = self ? g_path_get_dirname(self) : NULL;
	char *found;

	for (guint i = 0; directory && i < G_N_ELEMENTS(places); i++) {
		g_autofree char *path = g_build_filename(directory, places[i], name, NULL);

		if (g_file_test(path, G_FILE_TEST_IS_REGULAR) &&
		    g_file_test(path, G_FILE_TEST_IS_EXECUTABLE))
			return g_canonicalize_filename(path, NULL);
	}
	found = g_find_program_in_path(name);
	return found ? found : g_strdup(name);
}
