/*
 * Connections to a database in memory that stay open from one input of a fuzzer to the next: to
 * read a schema and to prepare statements takes most of the time of a small database. The next
 * input takes the place of the last one's bytes, as if another process had written the file, where
 * it has the same schema, byte by byte; SQLite then reads all else again.
 */
#pragma once

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	KEPT_DATABASES = 64,
	KEPT_INPUTS_MAX = 1024, /* then all are closed, so that their memory is given back */
	KEPT_HEADER_BYTES = 100,
};

/* What is done with a connection that is kept no longer; `data` is its owner's. */
typedef void (*kept_close_fn)(sqlite3 *handle, void *data);

struct kept_database {
	sqlite3 *handle;
	void *data;
	uint32_t *pages; /* those with its schema, and how many */
	int n_pages;
	uint8_t *schema; /* their bytes, of the size that the first one says */
	unsigned last_used;
};

struct kept_databases {
	kept_close_fn close;
	struct kept_database list[KEPT_DATABASES];
	unsigned n_inputs; /* so far */
};

/* A new connection to the bytes, which are copied. The caller's. */
sqlite3 *
kept_database_open(const uint8_t *bytes, size_t n_bytes);

/* The kept connection that has this schema, at these bytes from now on; or NULL. Borrowed. */
struct kept_database *
kept_database_find(struct kept_databases *kept, const uint8_t *bytes, size_t n_bytes);

/*
 * Keep a connection of kept_database_open() that has these bytes, in place of the one that was used
 * longest ago. Transferred, with `data`. NULL when its schema cannot be read: it is the caller's
 * still.
 */
struct kept_database *
kept_database_add(struct kept_databases *kept, sqlite3 *handle, void *data, const uint8_t *bytes,
		  size_t n_bytes);

/* Whether the bytes have the schema that the connection has read. */
bool
kept_database_is_same(const struct kept_database *database, const uint8_t *bytes, size_t n_bytes);

/* Whether some of its schema is in page 1, 2, … */
bool
kept_database_has_schema(const struct kept_database *database, uint32_t page);

/* The size of a page as a file's header has it, which may be anything. */
size_t
kept_database_page_bytes(const uint8_t *bytes);

/* Close it. */
void
kept_database_drop(struct kept_databases *kept, struct kept_database *database);
