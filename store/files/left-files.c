/* See left-files.h. */
#include "left-files.h"

#include <glib.h>
#include <glib/gstdio.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LEFT_RANDOM_LETTERS = 6 };

/* Each is written with g_file_set_contents_full(), by daemon or command. */
static const char *const names[] = {
	"restored.note",       "sabotd-persons.json", "sabotd-progress.note",
	"sabotd-unsaved.note", "signing.note",        "started.conf",
};

static bool
is_name(const char *name, size_t length)
{
	for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
		if (strlen(names[i]) == length && strncmp(names[i], name, length) == 0)
			return true;
	return false;
}

/* "NAME.XXXXXX" */
static bool
is_left(const char *name)
{
	const char *random = strrchr(name, '.');

	if (!random || strlen(random + 1) != LEFT_RANDOM_LETTERS)
		return false;
	for (const char *at = random + 1; *at; at++)
		if (!g_ascii_isalnum(*at))
			return false;
	return is_name(name, (size_t)(random - name));
}

static bool
is_own(const char *path)
{
	struct stat seen;

	return lstat(path, &seen) == 0 && S_ISREG(seen.st_mode) && seen.st_uid == geteuid() &&
	       seen.st_nlink == 1;
}

/* `does_remove`: and remove each. */
static unsigned
walk(const char *folder, bool does_remove)
{
	g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
	const char *name;
	unsigned n = 0;

	while (dir && (name = g_dir_read_name(dir))) {
		g_autofree char *path = g_build_filename(folder, name, NULL);

		if (is_left(name) && is_own(path) && (!does_remove || g_unlink(path) == 0))
			n++;
	}
	return n;
}

unsigned
sabot_left_files_count(const char *folder)
{
	return walk(folder, false);
}

unsigned
sabot_left_files_remove(const char *folder)
{
	return walk(folder, true);
}
