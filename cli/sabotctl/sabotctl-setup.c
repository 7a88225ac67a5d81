/*
 * sabotctl setup: see sabotctl-setup.h. Nothing that exists is written over. The configuration is
 * written beside its place, checked by sabotd, and then linked there.
 */

#include "setup-start.h"
#include "setup-line.h"
#include "setup-ask.h"
#include "sabotctl-private.h"
#include "verb-options.h"
#include "disk/whole-file.h"
#include "sabotctl-store.h"
#include "sabotctl-verbs.h"
#include "proto/client.h"
#include "proto/connector.h"
#include "proto/program.h"
#include "store/files/backup.h"
#include "store/files/key-change.h"
#include "store/keys/key-find.h"
#include "text/escape.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { LISTEN_S = 5, LISTEN_S_MAX = 600 };

struct options {
	char *config, *answers, *admin;
	int seconds;
	gboolean has_no_start;
};

/* The places of a configuration; owned. */
struct places {
	char *state_dir, *spool_dir, *socket;
};

static void
places_clear(struct places *places)
{
	g_free(places->state_dir);
	g_free(places->spool_dir);
	g_free(places->socket);
}

static bool
complain(const char *path, const char *what)
{
	g_autofree char *text = g_strdup_printf("%s: %s", path, what);

	sabotctl_complain(text);
	return false;
}

/* An absolute path, as the commands that are printed may be typed anywhere. */
static void
set_config(struct options *options)
{
	char *path;

	if (options->config)
		path = g_canonicalize_filename(options->config, NULL);
	else if (geteuid() == 0)
		path = g_strdup(SETUP_CONFIG_OF_SERVICE);
	else
		path = g_build_filename(g_get_user_config_dir(), "sabot", "sabotd.conf", NULL);
	g_free(options->config);
	options->config = path;
}

static bool
parse(struct options *options, int argc, char **argv)
{
	const GOptionEntry entries[] = {
		{"config", 0, 0, G_OPTION_ARG_FILENAME, &options->config,
		 N_("the configuration to make"), N_("FILE")},
		{"answers", 0, 0, G_OPTION_ARG_FILENAME, &options->answers,
		 N_("take the answers from here and ask nothing"), N_("FILE")},
		{"admin", 0, 0, G_OPTION_ARG_STRING, &options->admin, N_("the first administrator"),
		 N_("NAME")},
		{"seconds", 0, 0, G_OPTION_ARG_INT, &options->seconds,
		 N_("listen so long to each shoe's line; 0: not at all"), N_("N")},
		{"no-start", 0, 0, G_OPTION_ARG_NONE, &options->has_no_start,
		 N_("do not start the daemon"), NULL},
		G_OPTION_ENTRY_NULL,
	};

	const struct verb_options verb = {
		.summary =
			_("Makes directories, configuration and signing key, listens to the "
			  "shoes' lines, starts the daemon\nand creates the first administrator. "
			  "What is there already is kept. If it was interrupted, run it again.\n"
			  "Exit status 1: all was made, but a shoe was not heard."),
		.entries = entries,
	};

	if (!verb_options_parse(&verb, &argc, &argv))
		return false;
	if (argc > 1)
		return verb_options_refuse(_("too many arguments"));
	if (options->seconds < 0 || options->seconds > LISTEN_S_MAX)
		return verb_options_refuse(_("--seconds is from 0 to 600"));
	set_config(options);
	return true;
}

static bool
load(GKeyFile *file, const char *path)
{
	g_autoptr(GError) error = NULL;

	return g_key_file_load_from_file(file, path, G_KEY_FILE_KEEP_COMMENTS, &error) ||
	       complain(path, error->message);
}

/* The answers of the file or of the terminal. */
static bool
answer(const struct options *options, GKeyFile *file)
{
	if (options->answers) {
		if (!load(file, options->answers))
			return false;
	} else if (!isatty(STDIN_FILENO)) {
		sabotctl_complain(_("there is no terminal to ask on: give --answers FILE"));
		return false;
	} else if (!setup_ask(file)) {
		sabotctl_complain(_("the questions were not answered: nothing was made"));
		return false;
	}
	setup_add_places(file);
	return true;
}

/* The existing configuration, else the answers. Only the administrator's name comes from both. */
static bool
gather(struct options *options, GKeyFile *file)
{
	g_autoptr(GKeyFile) answers = g_key_file_new();
	bool is_there = g_file_test(options->config, G_FILE_TEST_EXISTS);

	if (is_there) {
		printf(_("%s is there already and is not changed; tables and places are taken "
			 "from it.\n"),
		       options->config);
		if (!load(file, options->config) ||
		    (options->answers && !load(answers, options->answers)))
			return false;
		if (!options->answers && !options->admin && isatty(STDIN_FILENO))
			setup_ask_admin(answers);
	} else if (!answer(options, file)) {
		return false;
	}
	if (!options->admin)
		options->admin = g_key_file_get_string(is_there ? answers : file, SETUP_GROUP,
						       "admin", NULL);
	g_key_file_remove_group(file, SETUP_GROUP, NULL);
	return true;
}

/* `path` is the configuration's. What it leaves out is as in the daemon. */
static bool
read_places(GKeyFile *file, const char *path, struct places *places)
{
	g_autofree char *socket = sabot_connect_default_path();
	const struct {
		const char *key, *otherwise;
		char **result;
	} keys[] = {
		{"state_dir", SABOTCTL_STATE_DIR, &places->state_dir},
		{"spool_dir", "/var/spool/sabot", &places->spool_dir},
		{"socket", socket, &places->socket},
	};

	for (size_t i = 0; i < G_N_ELEMENTS(keys); i++) {
		g_autofree char *place = g_key_file_get_string(file, "daemon", keys[i].key, NULL);
		g_autofree char *what = NULL;

		*keys[i].result = place ? g_strdup(g_strstrip(place)) : g_strdup(keys[i].otherwise);
		if (g_path_is_absolute(*keys[i].result))
			continue;
		what = g_strdup_printf(_("[daemon] %s must be an absolute path"), keys[i].key);
		return complain(path, what);
	}
	return true;
}

static bool
make_directory(const char *path, int mode)
{
	if (g_file_test(path, G_FILE_TEST_IS_DIR)) {
		if (g_access(path, W_OK | X_OK) == 0)
			return true;
		return complain(path, _("the directory is there, but cannot be written by this "
					"user"));
	}
	if (!sabot_disk_make_folder(path, mode))
		return complain(path, g_strerror(errno));
	printf(_("Made the directory %s\n"), sabot_text_plain(path));
	return true;
}

static bool
make_directories(const char *config, const struct places *places)
{
	g_autofree char *of_config = g_path_get_dirname(config);
	g_autofree char *of_socket = g_path_get_dirname(places->socket);

	return make_directory(of_config, 0755) && make_directory(places->state_dir, 0700) &&
	       make_directory(places->spool_dir, 0700) && make_directory(of_socket, 0750);
}

/* On standard error, with the name that the file is going to have. */
static void
print_with_name(const char *said, const char *draft, const char *path)
{
	g_auto(GStrv) parts = g_strsplit(said, draft, -1);
	g_autofree char *text = g_strjoinv(path, parts);

	fputs(text, stderr);
}

/* Let sabotd check `draft`, which is going to be `path`. What it finds goes to standard error. */
static bool
check_config(const char *draft, const char *path)
{
	g_autofree char *sabotd = sabot_program_find("sabotd");
	char *command[] = {sabotd, (char *)"--config", (char *)draft, (char *)"--check-config",
			   NULL};
	g_autoptr(GError) error = NULL;
	g_autofree char *said = NULL;
	int status;

	if (!g_spawn_sync(NULL, command, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, &said,
			  &status, &error))
		return complain(sabotd, error->message);
	print_with_name(said, draft, path);
	return g_spawn_check_wait_status(status, NULL);
}

/* link() fails where a file is: what was made in the meantime is not written over. */
static bool
write_config(GKeyFile *file, const char *path)
{
	g_autofree char *draft = g_strconcat(path, ".new", NULL);
	g_autofree char *text = g_key_file_to_data(file, NULL, NULL);
	g_autoptr(GError) error = NULL;
	bool is_written;

	if (g_file_test(path, G_FILE_TEST_EXISTS))
		return check_config(path, path);
	/* In place: a draft that a killed run left is written over by the next one. */
	if (!g_file_set_contents_full(draft, text, -1, G_FILE_SET_CONTENTS_NONE, 0644, &error) ||
	    !sabot_backup_sync(draft, &error))
		return complain(path, error->message);
	is_written = check_config(draft, path);
	if (is_written && !sabot_backup_publish(draft, path, &error))
		is_written = complain(path, error->message);
	g_unlink(draft);
	if (is_written)
		printf(_("Made the configuration %s\n"), sabot_text_plain(path));
	return is_written;
}

static bool
make_key(const char *state_dir)
{
	static const struct sabot_key_wish wish = {.name = "sabot"};
	g_autoptr(GError) error = NULL;
	struct sabot_key *key = sabot_key_find(state_dir, &error);
	g_autofree char *line = NULL;
	bool is_there = key != NULL;

	if (!key && g_error_matches(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_NO_KEY)) {
		g_clear_error(&error);
		key = sabot_key_change_create(state_dir, &wish, &error);
	}
	if (!key)
		return complain(state_dir, error->message);
	line = sabot_key_to_public_line(key);
	if (is_there)
		printf(_("The signing key is there already and is kept: %s\n"),
		       sabot_text_plain(line));
	else
		printf(_("Made the signing key. Give this public key to everybody who will "
			 "verify the log:\n%s\n"),
		       sabot_text_plain(line));
	sabot_key_free(key);
	return true;
}

/* The service runs as the user `sabot`: what root has made there is that user's. */
static bool
give_to_service(const char *directory)
{
	const struct passwd *user = getpwnam("sabot");
	g_autoptr(GDir) dir = g_dir_open(directory, 0, NULL);
	const char *name;

	if (!user || !dir)
		return complain(directory, _("there is no user sabot: run systemd-sysusers"));
	if (chown(directory, user->pw_uid, user->pw_gid) != 0)
		return complain(directory, g_strerror(errno));
	while ((name = g_dir_read_name(dir))) {
		g_autofree char *path = g_build_filename(directory, name, NULL);

		if (lchown(path, user->pw_uid, user->pw_gid) != 0)
			return complain(path, g_strerror(errno));
	}
	return true;
}

static bool
make_files(GKeyFile *file, const char *config, const struct places *places)
{
	if (!make_directories(config, places) || !write_config(file, config) ||
	    !make_key(places->state_dir))
		return false;
	return !setup_has_service(config) ||
	       (give_to_service(places->state_dir) && give_to_service(places->spool_dir));
}

/* A daemon that runs has the lines, and no second reader may open them. */
static bool
test_lines(GKeyFile *file, const struct options *options, const char *socket)
{
	if (options->seconds == 0 || setup_is_running(options->config, socket))
		return true;
	printf(_("Listening to the shoes' lines, %d s each:\n"), options->seconds);
	fflush(stdout);
	return setup_test_lines(file, options->seconds);
}

static bool
begin(const struct options *options, const struct places *places)
{
	if (options->has_no_start) {
		printf(_("The daemon was not started. To start it: sabotd --config %s\n"),
		       options->config);
		return true;
	}
	if (!setup_start(options->config, places->state_dir, places->socket))
		return false;
	if (options->admin && options->admin[0])
		return setup_create_admin(places->socket, options->admin);
	printf("%s\n", _("No administrator was named. To create the first one: sabotctl user "
			 "first"));
	return true;
}

static int
run(struct options *options)
{
	g_autoptr(GKeyFile) file = g_key_file_new();
	struct places places = {0};
	bool is_heard = true, is_done = false;

	setvbuf(stdout, NULL, _IOLBF, 0);
	if (gather(options, file) && read_places(file, options->config, &places)) {
		is_done = make_files(file, options->config, &places);
		is_heard = !is_done || test_lines(file, options, places.socket);
		is_done = is_done && begin(options, &places);
		if (!is_done)
			sabotctl_complain(_("not finished. What was made stays; mend what is said "
					    "above and run the same command again"));
		else
			printf(_("Done. To look: sabotctl status --socket %s\n"), places.socket);
	}
	places_clear(&places);
	if (!is_done)
		return SABOTCTL_FAILED;
	return is_heard ? SABOTCTL_OK : SABOTCTL_FOUND;
}

int
sabotctl_setup(int argc, char **argv)
{
	struct options options = {.seconds = LISTEN_S};
	int status = parse(&options, argc, argv) ? run(&options) : SABOTCTL_FAILED;

	g_free(options.config);
	g_free(options.answers);
	g_free(options.admin);
	return status;
}
