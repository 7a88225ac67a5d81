/* See sabotctl-from.h. What reads a core is another program (floor.c), so that this one loads no
 * library for it. */
#include "sabotctl-from.h"

#include "proto/program.h"
#include "sabotctl-verbs.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>

struct from {
	char *url, *origin; /* borrowed; NULL: not given */
	bool is_late;       /* its file is the last argument */
	char *dir, *file;
};

/* Take `--NAME VALUE` or `--NAME=VALUE` out of the arguments. */
static bool
read_option(const char *name, int *argc, char **argv, char **ret_value)
{
	size_t length = strlen(name);

	for (int i = 1; i < *argc; i++) {
		int n_words = strcmp(argv[i], name) == 0 ? 2 : 1;

		if (strncmp(argv[i], name, length) != 0 || (n_words == 1 && argv[i][length] != '='))
			continue;
		if (i + n_words > *argc)
			return false;
		*ret_value = n_words == 2 ? argv[i + 1] : argv[i] + length + 1;
		memmove(argv + i, argv + i + n_words,
			(size_t)(*argc - i - n_words) * sizeof(*argv));
		*argc -= n_words;
	}
	return true;
}

/* By sabotctl-floor, which says itself what is wrong. The status. */
static int
fetch(const struct from *from)
{
	g_autofree char *program = sabot_program_find("sabotctl-floor");
	char *command[] = {program,
			   (char *)"floor",
			   (char *)"export",
			   from->url,
			   (char *)"--out",
			   from->file,
			   from->origin ? (char *)"--origin" : NULL,
			   from->origin,
			   NULL};
	g_autoptr(GError) error = NULL;
	int status;

	if (!g_spawn_sync(NULL, command, NULL,
			  G_SPAWN_FILE_AND_ARGV_ZERO | G_SPAWN_STDOUT_TO_DEV_NULL |
				  G_SPAWN_CHILD_INHERITS_STDIN,
			  NULL, NULL, NULL, NULL, &status, &error))
		return sabotctl_complain(error->message);
	return WIFEXITED(status) ? WEXITSTATUS(status) : SABOTCTL_FAILED;
}

static int
run_with_file(sabotctl_verb_fn *run, const struct from *from, int argc, char **argv)
{
	g_autofree char **words = g_new0(char *, (size_t)argc + 2);

	memcpy(words + (from->is_late ? 0 : 1), argv, (size_t)argc * sizeof(*argv));
	words[0] = argv[0];
	words[from->is_late ? argc : 1] = from->file;
	return run(argc + 1, words);
}

/* With all that is in it. */
static void
remove_folder(const char *folder)
{
	GDir *dir = g_dir_open(folder, 0, NULL);
	const char *name;

	while (dir && (name = g_dir_read_name(dir))) {
		g_autofree char *path = g_build_filename(folder, name, NULL);

		if (g_file_test(path, G_FILE_TEST_IS_DIR) &&
		    !g_file_test(path, G_FILE_TEST_IS_SYMLINK))
			remove_folder(path);
		else
			g_unlink(path);
	}
	if (dir)
		g_dir_close(dir);
	g_rmdir(folder);
}

/* And what the verb has kept beside it. */
static void
remove_file(struct from *from)
{
	remove_folder(from->dir);
	g_free(from->file);
	g_free(from->dir);
}

int
sabotctl_from_run(sabotctl_verb_fn *run, bool is_late, int argc, char **argv)
{
	g_autoptr(GError) error = NULL;
	struct from from = {.is_late = is_late};
	int status;

	if (!read_option("--from", &argc, argv, &from.url))
		return sabotctl_complain(_("--from URL: a core's address is wanted"));
	if (!from.url)
		return run(argc, argv);
	if (!read_option("--origin", &argc, argv, &from.origin))
		return sabotctl_complain(_("--origin NAME: a database at the core is wanted"));
	from.dir = g_dir_make_tmp("sabot-core-XXXXXX", &error);
	if (!from.dir)
		return sabotctl_complain(error->message);
	from.file = g_build_filename(from.dir, "core.db", NULL);
	status = fetch(&from);
	if (status == SABOTCTL_OK)
		status = run_with_file(run, &from, argc, argv);
	remove_file(&from);
	return status;
}
