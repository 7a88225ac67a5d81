/* The terminal is restored before a secret is used; no part of a secret is printed. */
#include "user-request.h"
#include "upstream-request.h"
#include "text/escape.h"
#include "text/refusal.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

struct user_session {
	GMainLoop *loop;
	struct sabot_client *client;
	json_t *answer; /* to the request under way, or NULL */
	bool is_live;   /* connected and greeted */
	bool is_failed; /* refused or disconnected: nothing more is asked */
};

void
user_secret_free(char *secret)
{
	if (secret)
		explicit_bzero(secret, strlen(secret));
	free(secret);
}

/* One line, without its end. */
static char *
read_line(void)
{
	char *line = NULL;
	size_t size_bytes = 0;
	ssize_t n = getline(&line, &size_bytes, stdin);

	if (n < 0) {
		free(line);
		return NULL;
	}
	line[strcspn(line, "\r\n")] = '\0';
	return line;
}

char *
user_read_secret(const char *prompt)
{
	struct termios before, silent;
	char *secret;

	if (tcgetattr(STDIN_FILENO, &before) != 0)
		return read_line();
	silent = before;
	silent.c_lflag &= ~(tcflag_t)ECHO;
	/* First, so that nothing typed after the prompt is shown or thrown away. */
	tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent);
	fprintf(stderr, "%s: ", sabot_text_plain(prompt));
	fflush(stderr);
	secret = read_line();
	tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
	fputc('\n', stderr);
	return secret;
}

char *
user_read_new_secret(const char *prompt)
{
	char *secret = user_read_secret(prompt);

	while (secret && isatty(STDIN_FILENO)) {
		char *again = user_read_secret(_("The same again"));
		bool is_same = again && strcmp(secret, again) == 0;

		user_secret_free(again);
		if (is_same)
			return secret;
		user_secret_free(secret);
		fprintf(stderr, "%s\n", _("They differ."));
		secret = again ? user_read_secret(prompt) : NULL;
	}
	return secret;
}

static void
fail(struct user_session *session, const char *reason)
{
	g_autofree char *said = sabot_text_refusal(reason);

	if (!session->is_failed)
		fprintf(stderr, "%s: %s\n", g_get_prgname(), sabot_text_plain(said));
	session->is_failed = true;
	g_main_loop_quit(session->loop);
}

static void
on_replied(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	struct user_session *session = data;

	(void)client;
	if (error) {
		fail(session, error->message);
		return;
	}
	session->answer = json_incref(ok);
	g_main_loop_quit(session->loop);
}

static void
on_state_changed(struct sabot_client *client, gpointer data)
{
	struct user_session *session = data;
	g_autofree char *reason = NULL;

	switch (sabot_client_get_state(client)) {
	case SABOT_CLIENT_LIVE:
		if (!session->is_live)
			g_main_loop_quit(session->loop);
		session->is_live = true;
		break;
	case SABOT_CLIENT_OFFLINE:
		reason = g_strdup_printf("%s: %s", sabot_client_get_path(client),
					 sabot_client_get_reason(client));
		fail(session, reason);
		break;
	case SABOT_CLIENT_CONNECTING:
	case SABOT_CLIENT_STALE:
		break;
	}
}

static struct user_session *
connect_session(const char *socket)
{
	static const struct sabot_client_callbacks callbacks = {.state_changed = on_state_changed};
	struct user_session *session = g_new0(struct user_session, 1);

	session->loop = g_main_loop_new(NULL, FALSE);
	session->client = sabot_client_new(socket, false, &callbacks, session);
	sabot_client_start(session->client);
	g_main_loop_run(session->loop);
	return session;
}

json_t *
user_session_request_pages(struct user_session *session, const char *verb, const char *list)
{
	json_t *all = NULL;
	int64_t next = 0;

	do {
		json_t *page = user_session_request(session, verb,
						    json_pack("{s:I}", "from", (json_int_t)next));

		if (!page) {
			json_decref(all);
			return NULL;
		}
		next = sabot_wire_page_append(&all, page, list);
		json_decref(page);
	} while (next);
	return all;
}

void
user_session_close(struct user_session *session)
{
	if (!session)
		return;
	sabot_client_stop(session->client);
	sabot_client_unref(session->client);
	g_main_loop_unref(session->loop);
	g_free(session);
}

json_t *
user_session_request(struct user_session *session, const char *verb, json_t *args)
{
	json_t *own = args ? json_incref(args) : json_object();

	upstream_request_add(verb, own);
	if (!session->is_failed) {
		sabot_client_request(session->client, verb, own, NULL, on_replied, session);
		g_main_loop_run(session->loop);
	}
	if (session->answer)
		upstream_request_print_missing(session->answer);
	json_decref(own);
	json_decref(args);
	return g_steal_pointer(&session->answer);
}

struct user_session *
user_session_open_with_pin(const char *socket, const char *name, const char *pin)
{
	struct user_session *session = connect_session(socket);
	json_t *person = NULL;

	if (name && !session->is_failed)
		person = user_session_request(session, "login",
					      json_pack("{s:s, s:s}", "name", name, "pin", pin));
	if (!session->is_failed) {
		json_decref(person);
		return session;
	}
	user_session_close(session);
	return NULL;
}

struct user_session *
user_session_open(const char *socket, const char *name)
{
	char *pin = name ? user_read_pin_of(name) : NULL;
	struct user_session *session = NULL;

	if (!name || pin)
		session = user_session_open_with_pin(socket, name, pin);
	user_secret_free(pin);
	return session;
}

json_t *
user_request_with_pin(const char *socket, const char *name, const char *pin, const char *verb,
		      json_t *args)
{
	struct user_session *session = user_session_open_with_pin(socket, name, pin);
	json_t *answer;

	if (!session) {
		json_decref(args);
		return NULL;
	}
	answer = user_session_request(session, verb, args);
	user_session_close(session);
	return answer;
}

char *
user_read_pin_of(const char *name)
{
	g_autofree char *prompt = g_strdup_printf(_("PIN of %s"), name);
	char *pin = user_read_secret(prompt);

	if (!pin)
		fprintf(stderr, "%s: %s\n", g_get_prgname(), _("there is no PIN"));
	return pin;
}

json_t *
user_request_as(const char *socket, const char *name, const char *verb, json_t *args)
{
	char *pin = name ? user_read_pin_of(name) : NULL;
	json_t *answer = NULL;

	if (!name || pin)
		answer = user_request_with_pin(socket, name, pin, verb, args);
	else
		json_decref(args);
	user_secret_free(pin);
	return answer;
}
