/*
 * Requests that a person makes: secrets from the terminal, and a connection on which the person
 * has logged in.
 */
#pragma once

#include "proto/client.h"

/* Overwrite a secret and free it. NULL is allowed. */
void
user_secret_free(char *secret);

/*
 * Read a secret: from the terminal without echo, otherwise a line of standard input. NULL at the
 * end of input. Transferred.
 */
char *
user_read_secret(const char *prompt);

/* Read a new secret: on a terminal it must be typed twice, until both are the same. */
char *
user_read_new_secret(const char *prompt);

/*
 * The PIN of `name`, from user_read_secret(). NULL, reported on standard error, at the end of
 * input. Transferred: user_secret_free() it.
 */
char *
user_read_pin_of(const char *name);

/*
 * A connection to the daemon on which requests are made one after another, so that all of them are
 * made by the person who logged in on it.
 */
struct user_session;

/*
 * Connect to `socket` (NULL: the default path) and, if `name` is not NULL, read that person's PIN
 * and log in. NULL, reported on standard error, on failure. Transferred: user_session_close() it.
 */
struct user_session *
user_session_open(const char *socket, const char *name);

/* As user_session_open(), with a PIN that was read before; NULL if `name` is NULL. */
struct user_session *
user_session_open_with_pin(const char *socket, const char *name, const char *pin);

/*
 * Send one request and wait for its answer. `args` is transferred and may be NULL. The answer is a
 * new reference; NULL, reported on standard error, after a refusal or a loss of the connection:
 * the session then answers nothing more.
 */
json_t *
user_session_request(struct user_session *session, const char *verb, json_t *args);

/*
 * As user_session_request(), page by page; the pages' lists `list` are joined. A new reference;
 * NULL, reported, if a page is refused.
 */
json_t *
user_session_request_pages(struct user_session *session, const char *verb, const char *list);

/* NULL is allowed. */
void
user_session_close(struct user_session *session);

/* One request in its own session, made by `name` (NULL: nobody). As user_session_request(). */
json_t *
user_request_as(const char *socket, const char *name, const char *verb, json_t *args);

/* As user_request_as(), with a PIN that was read before. */
json_t *
user_request_with_pin(const char *socket, const char *name, const char *pin, const char *verb,
		      json_t *args);
