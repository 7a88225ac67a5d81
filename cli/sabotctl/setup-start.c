/*
 * The end of sabotctl setup: a daemon that answers, and its first administrator.
 */

#include "setup-start.h"
#include "sabotctl-verbs.h"
#include "cli/common/user-request.h"
#include "sabotctl-client.h"
#include "proto/messages/access-messages.h"
#include "proto/person.h"
#include "proto/program.h"
#include "text/escape.h"

#include <gio/gio.h>
#include <gio/gunixsocketaddress.h>
#include <glib/gi18n.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { START_S = 60, LOOK_MS = 50 };

static bool
does_answer(const char *socket)
{
	g_autoptr(GSocketClient) client = g_socket_client_new();
	g_autoptr(GSocketAddress) address = g_unix_socket_address_new(socket);
	g_autoptr(GSocketConnection) connection =
		g_socket_client_connect(client, G_SOCKET_CONNECTABLE(address), NULL, NULL);

	return connection != NULL;
}

/* `ret_said`: what it wrote on standard error, transferred, or NULL where nobody wants that. */
static bool
run_quietly(const char *const *command, char **ret_said)
{
	GSpawnFlags flags = G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL;
	int status;

	if (!ret_said)
		flags |= G_SPAWN_STDERR_TO_DEV_NULL;
	return g_spawn_sync(NULL, (char **)command, NULL, flags, NULL, NULL, NULL, ret_said,
			    &status, NULL) &&
	       g_spawn_check_wait_status(status, NULL);
}

bool
setup_has_service(const char *path)
{
	static const char *const look[] = {"systemctl", "cat", "sabotd.service", NULL};

	return geteuid() == 0 && strcmp(path, SETUP_CONFIG_OF_SERVICE) == 0 &&
	       g_file_test("/run/systemd/system", G_FILE_TEST_IS_DIR) && run_quietly(look, NULL);
}

bool
setup_is_running(const char *path, const char *socket)
{
	static const char *const look[] = {"systemctl", "--quiet", "is-active", "sabotd.service",
					   NULL};

	return setup_has_service(path) ? run_quietly(look, NULL) : does_answer(socket);
}

/* systemd holds the socket: what connects there waits until the daemon answers. */
static bool
start_service(void)
{
	static const char *const start[] = {"systemctl",     "enable",         "--now",
					    "sabotd.socket", "sabotd.service", NULL};
	g_autofree char *said = NULL;

	if (run_quietly(start, &said)) {
		printf("%s\n", _("The daemon runs as the service sabotd. To stop it: systemctl "
				 "stop sabotd"));
		return true;
	}
	fputs(said ? said : "", stderr);
	sabotctl_complain(_("the service sabotd did not start; journalctl -u sabotd says why"));
	return false;
}

/* Between fork and exec: a session of its own, and `log_fd` instead of the terminal. */
static void
detach(gpointer data)
{
	int log_fd = GPOINTER_TO_INT(data);

	setsid();
	dup2(log_fd, STDOUT_FILENO);
	dup2(log_fd, STDERR_FILENO);
}

/* True once it answers; false if it ends before, or does not answer in time. */
static bool
wait_until_it_answers(GPid pid, const char *socket)
{
	gint64 deadline_us = g_get_monotonic_time() + START_S * G_USEC_PER_SEC;

	while (g_get_monotonic_time() < deadline_us) {
		if (waitpid(pid, NULL, WNOHANG) == pid)
			return false;
		if (does_answer(socket))
			return true;
		g_usleep(LOOK_MS * 1000);
	}
	kill(pid, SIGTERM);
	return false;
}

static bool
start_in_background(const char *path, const char *state_dir, const char *socket)
{
	g_autofree char *sabotd = sabot_program_find("sabotd");
	g_autofree char *log = g_build_filename(state_dir, "sabotd.log", NULL), *what = NULL;
	char *command[] = {sabotd, (char *)"--config", (char *)path, NULL};
	FILE *file = fopen(log, "ae");
	g_autoptr(GError) error = NULL;
	GPid pid = 0;
	bool has_begun;

	has_begun = file && g_spawn_async(NULL, command, NULL,
					  G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_SEARCH_PATH, detach,
					  GINT_TO_POINTER(fileno(file)), &pid, &error);
	if (file)
		fclose(file);
	if (has_begun && wait_until_it_answers(pid, socket)) {
		printf(_("The daemon runs as process %d and writes what it says to %s.\n"
			 "To stop it: kill %d\nTo start it again: %s --config %s\n"),
		       (int)pid, sabot_text_plain(log), (int)pid, sabot_text_plain(sabotd),
		       sabot_text_plain(path));
		return true;
	}
	what = g_strdup_printf(_("the daemon did not start; %s says why"), log);
	sabotctl_complain(error ? error->message : what);
	return false;
}

bool
setup_start(const char *path, const char *state_dir, const char *socket)
{
	if (setup_is_running(path, socket)) {
		printf(_("A daemon answers on %s already: it continues as it is.\n"),
		       sabot_text_plain(socket));
		return true;
	}
	return setup_has_service(path) ? start_service()
				       : start_in_background(path, state_dir, socket);
}

/* The answer to `verb`, new reference, or NULL, reported. Takes `args`. */
static json_t *
send_request(const char *socket, const char *verb, json_t *args)
{
	return user_request_as(socket, NULL, verb, args);
}

static bool
has_admin(const struct sabot_wire_persons *page)
{
	for (guint i = 0; i < page->persons->len; i++) {
		const struct sabot_wire_person *person = g_ptr_array_index(page->persons, i);

		if (g_strcmp0(person->role, "admin") == 0)
			return true;
	}
	return false;
}

enum admins { ADMINS_UNKNOWN, ADMINS_NONE, ADMINS_SOME };

/*
 * The configuration may require persons before there are any: only the list of persons shows it.
 * ADMINS_UNKNOWN: the daemon did not answer, which was reported.
 */
static enum admins
look_for_admin(const char *socket)
{
	int64_t from = 0;

	do {
		struct sabot_wire_persons *page = sabotctl_read_answer(
			"setup",
			send_request(socket, "persons",
				     json_pack("{s:I}", "from", (json_int_t)from)),
			&sabot_wire_persons_type);
		bool is_found = page && has_admin(page);

		if (!page)
			return ADMINS_UNKNOWN;
		from = page->next;
		sabot_record_unref(page);
		if (is_found)
			return ADMINS_SOME;
	} while (from > 0);
	return ADMINS_NONE;
}

/* A code to make the first administrator with; NULL, reported, when it is refused. Transferred. */
static char *
draw_code(const char *socket)
{
	struct sabot_wire_code *drawn = sabotctl_read_answer(
		"setup", send_request(socket, "person_code", json_pack("{s:b}", "recover", 0)),
		&sabot_wire_code_type);
	char *code = drawn ? g_strdup(drawn->code) : NULL;

	sabot_record_unref(drawn);
	return code;
}

bool
setup_create_admin(const char *socket, const char *name)
{
	g_autofree char *prompt = g_strdup_printf(_("New PIN for %s"), name);
	g_autofree char *code = NULL;
	json_t *person = NULL;
	enum admins admins = look_for_admin(socket);
	char *pin;

	if (admins == ADMINS_UNKNOWN)
		return false;
	if (admins == ADMINS_SOME) {
		printf("%s\n", _("There is an administrator already: none is added. To add one: "
				 "sabotctl user create NAME admin --as ADMIN"));
		return true;
	}
	pin = user_read_new_secret(prompt);
	if (!pin) {
		sabotctl_complain(_("there is no PIN"));
		return false;
	}
	code = draw_code(socket);
	if (code)
		person = send_request(socket, "person_create",
				      json_pack("{s:s, s:s, s:s, s:s}", "name", name, "role",
						"admin", "pin", pin, "code", code));
	user_secret_free(pin);
	json_decref(person);
	if (person)
		printf(_("%s is the first administrator.\n"), sabot_text_plain(name));
	return person != NULL;
}
