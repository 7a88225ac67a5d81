/* A daemon for a training: see training-house.h. */
#include "training-house.h"

#include <ftw.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>

enum { OPEN_DIRECTORIES = 16 };

struct sabot_training_house {
	char *directory, *socket, *line, *log;
	GSubprocess *daemon; /* NULL: not started */
	GCancellable *cancellable;
	sabot_training_house_ended_fn *ended;
	gpointer data;
};

static bool
write_config(const struct sabot_training_house *house, const char *profile, GError **error)
{
	g_autofree char *path = g_build_filename(house->directory, "sabotd.conf", NULL);
	g_autofree char *text = g_strdup_printf(
		"[daemon]\nsite = training\nsocket = %s\n"
		"state_dir = %s/state\nspool_dir = %s/spool\n"
		"[table " SABOT_TRAINING_TABLE "]\nrules = %s\nsimulated = yes\ndevice = shoe\n"
		"[device shoe]\ndriver = keyboard\ntransport = pty:%s\n",
		house->socket, house->directory, house->directory, profile, house->line);

	return g_file_set_contents(path, text, -1, error);
}

/* The daemon must not outlive the display, however that ends. */
static void
end_with_us(gpointer data)
{
	(void)data;
	prctl(PR_SET_PDEATHSIG, SIGTERM);
}

static void
on_ended(GObject *object, GAsyncResult *result, gpointer data)
{
	struct sabot_training_house *house = data;
	g_autoptr(GError) error = NULL;
	g_autofree char *said = NULL;
	char *last;

	if (!g_subprocess_wait_finish(G_SUBPROCESS(object), result, &error) &&
	    g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
		return;
	g_file_get_contents(house->log, &said, NULL, NULL);
	g_strchomp(said ? said : "");
	last = said ? strrchr(said, '\n') : NULL;
	house->ended(last ? last + 1 : said ? said : "", house->data);
}

static bool
start_daemon(struct sabot_training_house *house, const char *sabotd, GError **error)
{
	g_autofree char *config = g_build_filename(house->directory, "sabotd.conf", NULL);
	g_autoptr(GSubprocessLauncher) launcher =
		g_subprocess_launcher_new(G_SUBPROCESS_FLAGS_STDOUT_SILENCE);

	g_subprocess_launcher_set_stderr_file_path(launcher, house->log);
	g_subprocess_launcher_set_child_setup(launcher, end_with_us, NULL, NULL);
	house->daemon =
		g_subprocess_launcher_spawn(launcher, error, sabotd, "--config", config, NULL);
	if (!house->daemon)
		return false;
	g_subprocess_wait_async(house->daemon, house->cancellable, on_ended, house);
	return true;
}

struct sabot_training_house *
sabot_training_house_new(const char *sabotd, const char *profile,
			 sabot_training_house_ended_fn *ended, gpointer data, GError **error)
{
	struct sabot_training_house *house = g_new0(struct sabot_training_house, 1);

	house->ended = ended;
	house->data = data;
	house->cancellable = g_cancellable_new();
	house->directory = g_dir_make_tmp("sabot-training-XXXXXX", error);
	if (house->directory) {
		house->socket = g_build_filename(house->directory, "sabotd.sock", NULL);
		house->line = g_build_filename(house->directory, "shoe", NULL);
		house->log = g_build_filename(house->directory, "log", NULL);
	}
	if (house->directory && write_config(house, profile, error) &&
	    start_daemon(house, sabotd, error))
		return house;
	sabot_training_house_free(house);
	return NULL;
}

static int
remove_one(const char *path, const struct stat *status, int kind, struct FTW *walk)
{
	(void)status;
	(void)kind;
	(void)walk;
	return remove(path);
}

void
sabot_training_house_free(struct sabot_training_house *house)
{
	g_cancellable_cancel(house->cancellable);
	if (house->daemon) {
		g_subprocess_force_exit(house->daemon); /* the daemon's files are removed, too */
		g_subprocess_wait(house->daemon, NULL, NULL);
	}
	g_clear_object(&house->daemon);
	g_object_unref(house->cancellable);
	if (house->directory)
		nftw(house->directory, remove_one, OPEN_DIRECTORIES, FTW_DEPTH | FTW_PHYS);
	g_free(house->directory);
	g_free(house->socket);
	g_free(house->line);
	g_free(house->log);
	g_free(house);
}

const char *
sabot_training_house_get_socket(const struct sabot_training_house *house)
{
	return house->socket;
}

const char *
sabot_training_house_get_line(const struct sabot_training_house *house)
{
	return house->line;
}
