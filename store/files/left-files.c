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
	"restored.note",        "sabotd-mirror-behind.note",
	"sabotd-mirror.note",   "sabotd-persons.json",
	"sabotd-progress.note", "sabotd-unsaved.note",
	"signing.keys",         "signing.note",
	"started.conf",
};

static bool
is_name(const char *name, size_t length)
{
	for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
		if (strlen(names[i]) == length && strncmp(names[i], name, length) == 0)
			return true;
	return false;
}

/* GLib draws capitals and digits. All digits may be somebody's date, and all letters a word. */
static bool
is_drawn(const char *random)
{
	size_t n_capitals = 0;

	if (strlen(random) != LEFT_RANDOM_LETTERS)
		return false;
	for (const char *at = random; *at; at++) {
		if (!g_ascii_isdigit(*at) && !g_ascii_isupper(*at))
			return false;
		n_capitals += g_ascii_isupper(*at);
	}
	return n_capitals > 0 && n_capitals < LEFT_RANDOM_LETTERS;
}

/* "NAME.XXXXXX" */
static bool
is_left(const char *name)
{
	const char *random = strrchr(name, '.');

	return random && is_drawn(random + 1) && is_name(name, (size_t)(random - name));
}

static bool
is_own(const char *path)
{
	struct stat seen;

	return lstat(path, &seen) == 0 && S_ISREG(seen.st_mode) && seen.st_uid == geteuid() &&
	       seen.st_nlink == 1;
}

/* `removed`: remove each, and append its path to it; NULL: do not. */
static unsigned
walk(const char *folder, GString *removed)
{
	g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
	const char *name;
	unsigned n = 0;

	while (dir && (name = g_dir_read_name(dir))) {
		g_autofree char *path = g_build_filename(folder, name, NULL);

		if (!is_left(name) || !is_own(path) || (removed && g_unlink(path) != 0))
			continue;
		if (removed)
			g_string_append_printf(removed, "%s%s", removed->len > 0 ? ", " : "", path);
		n++;
	}
	return n;
}

unsigned
sabot_left_files_count(const char *folder)
{
	return walk(folder, NULL);
}

void
sabot_left_files_remove(const char *folder, GString *removed)
{
	walk(folder, removed);
}
