/*
 * A connection to a PostgreSQL core by libpq. One statement at a time, with a deadline: a commit
 * that waits is never cancelled, for a cancelled one says that it was done before it is safe
 * anywhere else; the connection is closed instead, and the next one asks what is there. On one
 * thread.
 */
#pragma once

#include "core-schema-sql.h"

#include <glib.h>
#include <libpq-fe.h>
#include <stdbool.h>
#include <stdint.h>

#define SABOT_CORE_ERROR (sabot_core_error_quark())
GQuark
sabot_core_error_quark(void);

enum sabot_core_error {
	SABOT_CORE_ERROR_LINK,    /* no connection, or it was lost or closed */
	SABOT_CORE_ERROR_REFUSED, /* the server refuses the statement: the sentence is its own */
	SABOT_CORE_ERROR_SCHEMA,  /* no schema, or not this program's */
	SABOT_CORE_ERROR_DATA,    /* a row holds what no program of ours wrote there */
};

struct sabot_core;

/* True if `text` begins as a core's address does. */
bool
sabot_core_is_address(const char *text);

/*
 * Connect to an address as libpq takes it (postgresql://…). What it does not say: for `writing`
 * a server that takes writes is wanted, of the hosts that it names; a dead one is given up after
 * some seconds. NULL with SABOT_CORE_ERROR_LINK; no password is in the sentence. Transferred.
 */
struct sabot_core *
sabot_core_open(const char *address, bool writing, GError **error);
/* Closes the connection, whatever it is doing. NULL is allowed. */
void
sabot_core_free(struct sabot_core *core);

enum sabot_core_kind {
	SABOT_CORE_NUMBER,
	SABOT_CORE_TEXT,
	SABOT_CORE_BYTES,
	SABOT_CORE_NUMBERS, /* arrays of these */
	SABOT_CORE_TEXTS,
	SABOT_CORE_BYTES_LIST,
};

/* An array while it is filled. */
struct sabot_core_array;

/* Empty, of one of the kinds of arrays. Transferred. */
struct sabot_core_array *
sabot_core_array_new(enum sabot_core_kind kind);
/* NULL is allowed. */
void
sabot_core_array_free(struct sabot_core_array *array);
void
sabot_core_array_add_number(struct sabot_core_array *array, int64_t number);
/* Copied; of a text without its NUL. NULL: an SQL null. */
void
sabot_core_array_add(struct sabot_core_array *array, const void *bytes, size_t n_bytes);

/* A value for a statement: one of them. */
struct sabot_core_value {
	enum sabot_core_kind kind;
	int64_t number;
	const void *bytes; /* TEXT with its NUL; NULL: an SQL null */
	size_t n_bytes;    /* of all but NUMBER and TEXT */
};

/* The array as a value, which borrows it. */
struct sabot_core_value
sabot_core_array_get(const struct sabot_core_array *array);

enum { SABOT_CORE_VALUES_MAX = 12 };

/*
 * Run a statement with its values; rows come in text form. NULL with an error; after
 * SABOT_CORE_ERROR_LINK the connection is of no more use. Transferred: free with PQclear().
 */
PGresult *
sabot_core_ask(struct sabot_core *core, enum sabot_core_statement which,
	       const struct sabot_core_value *values, size_t n_values, GError **error);

/*
 * Likewise in two steps, between which something else can be done, but nothing with the connection:
 * send it, and wait for its rows.
 */
bool
sabot_core_send(struct sabot_core *core, enum sabot_core_statement which,
		const struct sabot_core_value *values, size_t n_values, GError **error);
PGresult *
sabot_core_receive(struct sabot_core *core, GError **error);

/* Run a script of several statements in one transaction of their own. */
bool
sabot_core_run_script(struct sabot_core *core, const char *script, GError **error);

/* A value of a row. */
struct sabot_core_cell {
	const PGresult *rows; /* borrowed */
	int row, column;
};

/* A number; false with SABOT_CORE_ERROR_DATA when it is none. */
bool
sabot_core_get_number(struct sabot_core_cell cell, int64_t *ret_number, GError **error);

/*
 * A bytea; NULL with an error when it is none, or not `n_bytes` long; 0: of any length.
 * Transferred.
 */
GBytes *
sabot_core_get_bytes(struct sabot_core_cell cell, size_t n_bytes, GError **error);

/* Likewise of a fixed length, into `ret_bytes`. */
bool
sabot_core_copy_bytes(struct sabot_core_cell cell, void *ret_bytes, size_t n_bytes, GError **error);

/* What the server calls itself: its host and port. Borrowed. */
const char *
sabot_core_get_server(const struct sabot_core *core);

/* True as long as the server has not ended the connection. */
bool
sabot_core_is_alive(struct sabot_core *core);

/* Close the connection if nothing comes for so long; 0: wait. Before, 30 s. */
void
sabot_core_set_deadline(struct sabot_core *core, int64_t deadline_ms);
