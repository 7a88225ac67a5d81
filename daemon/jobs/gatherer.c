/* One process at a time; the next begins `every_s` after the one before has ended. */
#include "gatherer.h"

#include "proto/program.h"

#include <signal.h>
#include <string.h>
#include <sys/prctl.h>

struct sabot_gatherer {
	const struct sabot_records_config *records;
	char *path, *program;
	sabot_gatherer_done_fn *done;
	void *data;
	GSubprocess *process; /* NULL: it waits */
	GCancellable *cancellable;
	GSource *next;
};

static void
begin(struct sabot_gatherer *gatherer);

static gboolean
on_next(gpointer data)
{
	begin(data);
	return G_SOURCE_REMOVE;
}

static void
plan(struct sabot_gatherer *gatherer)
{
	g_clear_pointer(&gatherer->next, g_source_unref);
	gatherer->next = g_timeout_source_new_seconds((guint)gatherer->records->every_s);
	g_source_set_callback(gatherer->next, on_next, gatherer, NULL);
	g_source_attach(gatherer->next, g_main_context_get_thread_default());
}

static void
finish(struct sabot_gatherer *gatherer, const char *why)
{
	g_clear_object(&gatherer->process);
	plan(gatherer);
	gatherer->done(why, gatherer->data);
}

/* What the program said, one line; it begins with its name. */
static char *
read_reason(GBytes *said)
{
	static const char who[] = "sabotctl floor: ";
	gsize n_bytes;
	const char *bytes = g_bytes_get_data(said, &n_bytes);
	g_autofree char *text = g_utf8_make_valid(bytes ? bytes : "", (gssize)n_bytes);
	char *line = g_str_has_prefix(text, who) ? text + strlen(who) : text;

	g_strdelimit(g_strchomp(line), "\n", ' ');
	return g_strdup(line[0] ? line : "the core cannot be asked");
}

static void
on_ended(GObject *object, GAsyncResult *result, gpointer data)
{
	struct sabot_gatherer *gatherer = data;
	g_autoptr(GError) error = NULL;
	g_autoptr(GBytes) said = NULL;
	g_autofree char *why = NULL;

	if (!g_subprocess_communicate_finish(G_SUBPROCESS(object), result, NULL, &said, &error) &&
	    g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
		return; /* the gatherer has been freed */
	if (error)
		why = g_strdup(error->message);
	else if (!g_subprocess_get_successful(G_SUBPROCESS(object)))
		why = read_reason(said);
	finish(gatherer, why);
}

/* In the new process: end with the daemon. */
static void
end_with_daemon(gpointer data)
{
	(void)data;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
}

static GStrv
build_command(const struct sabot_gatherer *gatherer)
{
	g_autoptr(GStrvBuilder) words = g_strv_builder_new();

	g_strv_builder_add_many(words, gatherer->program, "floor", "export", "--update", "--out",
				gatherer->path, "--origin", gatherer->records->origin, NULL);
	for (size_t i = 0; gatherer->records->keys[i]; i++)
		g_strv_builder_add_many(words, "--key", gatherer->records->keys[i], NULL);
	g_strv_builder_add_many(words, "--", gatherer->records->from, NULL);
	return g_strv_builder_end(words);
}

static void
begin(struct sabot_gatherer *gatherer)
{
	g_autoptr(GSubprocessLauncher) launcher = g_subprocess_launcher_new(
		G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
	g_auto(GStrv) command = build_command(gatherer);
	g_autoptr(GError) error = NULL;

	g_subprocess_launcher_setenv(launcher, "LC_ALL", "C.UTF-8", TRUE);
	g_subprocess_launcher_setenv(launcher, "LANGUAGE", "en", TRUE);
	g_subprocess_launcher_set_child_setup(launcher, end_with_daemon, NULL, NULL);
	gatherer->process =
		g_subprocess_launcher_spawnv(launcher, (const char *const *)command, &error);
	if (gatherer->process)
		g_subprocess_communicate_async(gatherer->process, NULL, gatherer->cancellable,
					       on_ended, gatherer);
	else
		finish(gatherer, error->message);
}

struct sabot_gatherer *
sabot_gatherer_new(const struct sabot_config *config, const char *path,
		   sabot_gatherer_done_fn *done, void *data)
{
	struct sabot_gatherer *gatherer = g_new0(struct sabot_gatherer, 1);

	gatherer->records = config->records;
	gatherer->path = g_strdup(path);
	gatherer->program = sabot_program_find("sabotctl");
	gatherer->done = done;
	gatherer->data = data;
	gatherer->cancellable = g_cancellable_new();
	begin(gatherer);
	return gatherer;
}

void
sabot_gatherer_free(struct sabot_gatherer *gatherer)
{
	if (!gatherer)
		return;
	g_cancellable_cancel(gatherer->cancellable);
	if (gatherer->process)
		g_subprocess_force_exit(gatherer->process);
	if (gatherer->next)
		g_source_destroy(gatherer->next);
	g_clear_pointer(&gatherer->next, g_source_unref);
	g_clear_object(&gatherer->process);
	g_object_unref(gatherer->cancellable);
	g_free(gatherer->path);
	g_free(gatherer->program);
	g_free(gatherer);
}
