/*
 * A connection to a PostgreSQL core by libpq. One statement at a time, with a deadline. A commit
 * that waits is never cancelled, because a cancelled commit reports success before it is safe
 * anywhere else; the connection is closed instead, and the next one reads the core's state. On one
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
	SABOT_CORE_ERROR_LINK, /* no connection, or it was lost or closed */
	/* the server refused the statement: the sentence is the server's */
	SABOT_CORE_ERROR_REFUSED,
	SABOT_CORE_ERROR_SCHEMA, /* no schema, or one of another program */
	SABOT_CORE_ERROR_DATA,   /* a row with contents that none of our programs wrote */
};

struct sabot_core;

/* True if `text` has the beginning of a core's address. */
bool
sabot_core_is_address(const char *text);

/*
 * Connect to an address in libpq's form (postgresql://…). Defaults if the address does not set
 * them: for `writing`, of the hosts that it names a server that accepts writes; an unresponsive
 * server is given up after some seconds. NULL with SABOT_CORE_ERROR_LINK; the sentence has no
 * password. Transferred.
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

/* An empty array of one of the array kinds. Transferred. */
struct sabot_core_array *
sabot_core_array_new(enum sabot_core_kind kind);
/* NULL is allowed. */
void
sabot_core_array_free(struct sabot_core_array *array);
void
sabot_core_array_add_number(struct sabot_core_array *array, int64_t number);
/* Append a copy of the bytes; a text comes without its NUL. NULL: an SQL null. */
void
sabot_core_array_add(struct sabot_core_array *array, const void *bytes, size_t n_bytes);

/* A value for a statement: one of the members. */
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
 * Run a statement with its values; rows are returned in text form. NULL with an error; after
 * SABOT_CORE_ERROR_LINK the connection cannot be used any more. Transferred: free with PQclear().
 */
PGresult *
sabot_core_query(struct sabot_core *core, enum sabot_core_statement which,
		 const struct sabot_core_value *values, size_t n_values, GError **error);

/*
 * The same in two steps: send the statement, and wait for its rows. In between the caller can do
 * other work, but must not use the connection.
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

/* Read a number; false with SABOT_CORE_ERROR_DATA if the value is not one. */
bool
sabot_core_get_number(struct sabot_core_cell cell, int64_t *ret_number, GError **error);

/*
 * Read a bytea; NULL with an error if it is not one, or not `n_bytes` long (0: any length).
 * Transferred.
 */
GBytes *
sabot_core_get_bytes(struct sabot_core_cell cell, size_t n_bytes, GError **error);

/* Copy a bytea of a fixed length to `ret_bytes`. False as above. */
bool
sabot_core_copy_bytes(struct sabot_core_cell cell, void *ret_bytes, size_t n_bytes, GError **error);

/* The server's host and port, for messages. Borrowed. */
const char *
sabot_core_get_server(const struct sabot_core *core);

/* True as long as the server has not ended the connection. */
bool
sabot_core_is_alive(struct sabot_core *core);
