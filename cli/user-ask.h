/*
 * What `sabotctl user` shares: secrets from the terminal, and a few requests one after another on
 * one connection, so that the first can be a log-in.
 */
#pragma once

#include "proto/client.h"

/* Overwrite a secret and free it. NULL is allowed. */
void
user_secret_free(char *secret);

/*
 * A secret: from the terminal without echo, else a line of standard input. NULL at the end of
 * input. Transferred.
 */
char *
user_read_secret(const char *prompt);

/* A new one: on a terminal asked for twice until both are the same. */
char *
user_read_new_secret(const char *prompt);

struct user_request {
	const char *verb;
	json_t *args; /* transferred, or NULL */
};

/*
 * Ask `n` requests in turn; the first refusal ends it and is said on standard error. The answer to
 * the last one, new reference; NULL when it did not come to that.
 */
json_t *
user_ask(const char *socket, struct user_request *requests, unsigned n);

/*
 * The PIN of `name`, read; NULL, said, when there is none. Transferred: user_secret_free() it.
 */
char *
user_read_pin_of(const char *name);

/* Log in as `name`, with his PIN as it is read, and ask; otherwise as user_ask(). */
json_t *
user_ask_as(const char *socket, const char *name, const char *verb, json_t *args);
