/*
 * The terminal is put back as it was before a secret is used; nothing of a secret is printed.
 */
#include "cli/user-ask.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

struct dialogue {
	GMainLoop *loop;
	struct user_request *requests;
	unsigned n, next;
	json_t *answer;
	bool is_asked, is_failed;
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
	fprintf(stderr, "%s: ", prompt);
	fflush(stderr);
	tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent);
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
fail(struct dialogue *dialogue, const char *reason)
{
	if (!dialogue->is_failed)
		fprintf(stderr, "%s: %s\n", g_get_prgname(), reason);
	dialogue->is_failed = true;
	g_main_loop_quit(dialogue->loop);
}

static void
ask_next(struct sabot_client *client, struct dialogue *dialogue);

static void
on_replied(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	struct dialogue *dialogue = data;

	if (error) {
		fail(dialogue, error->message);
	} else if (dialogue->next < dialogue->n) {
		ask_next(client, dialogue);
	} else {
		dialogue->answer = json_incref(ok);
		g_main_loop_quit(dialogue->loop);
	}
}

static void
ask_next(struct sabot_client *client, struct dialogue *dialogue)
{
	const struct user_request *request = &dialogue->requests[dialogue->next++];

	sabot_client_request(client, request->verb, request->args, NULL, on_replied, dialogue);
}

static void
on_state_changed(struct sabot_client *client, gpointer data)
{
	struct dialogue *dialogue = data;
	g_autofree char *reason = NULL;

	switch (sabot_client_get_state(client)) {
	case SABOT_CLIENT_LIVE:
		if (!dialogue->is_asked)
			ask_next(client, dialogue);
		dialogue->is_asked = true;
		break;
	case SABOT_CLIENT_OFFLINE:
		reason = g_strdup_printf("%s: %s", sabot_client_get_path(client),
					 sabot_client_get_reason(client));
		fail(dialogue, reason);
		break;
	case SABOT_CLIENT_CONNECTING:
	case SABOT_CLIENT_STALE:
		break;
	}
}

json_t *
user_ask(const char *socket, struct user_request *requests, unsigned n)
{
	static const struct sabot_client_callbacks callbacks = {.state_changed = on_state_changed};
	struct dialogue dialogue = {.requests = requests, .n = n};
	struct sabot_client *client = sabot_client_new(socket, false, &callbacks, &dialogue);

	dialogue.loop = g_main_loop_new(NULL, FALSE);
	sabot_client_start(client);
	g_main_loop_run(dialogue.loop);
	sabot_client_stop(client);
	sabot_client_unref(client);
	g_main_loop_unref(dialogue.loop);
	for (unsigned i = 0; i < n; i++)
		json_decref(requests[i].args);
	return dialogue.answer;
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
user_ask_as(const char *socket, const char *name, const char *verb, json_t *args)
{
	char *pin = user_read_pin_of(name);
	struct user_request requests[] = {
		{"login", json_pack("{s:s, s:s}", "name", name, "pin", pin ? pin : "")},
		{verb, args},
	};
	json_t *answer = NULL;

	if (pin) {
		answer = user_ask(socket, requests, G_N_ELEMENTS(requests));
	} else {
		json_decref(requests[0].args);
		json_decref(args);
	}
	user_secret_free(pin);
	return answer;
}
