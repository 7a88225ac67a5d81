/* See kept-database.h. */
#include "kept-database.h"

#include <stdlib.h>
#include <string.h>

enum {
	AT_PAGE_BYTES = 16,
	/* What a writer changes at each commit, and what says whether the size beside it holds. */
	AT_CHANGES = 24,
	AT_CHANGES_END = 40,
	AT_VALID_FOR = 92,
	NUMBER_BYTES = 4,
};

size_t
kept_database_page_bytes(const uint8_t *bytes)
{
	size_t n_bytes = (size_t)bytes[AT_PAGE_BYTES] << 8 | bytes[AT_PAGE_BYTES + 1];

	return n_bytes == 1 ? 65536 : n_bytes;
}

static void
put_number(uint8_t *bytes, unsigned number)
{
	for (int i = NUMBER_BYTES - 1; i >= 0; i--, number >>= 8)
		bytes[i] = (uint8_t)number;
}

/* The first page, but for what a commit changes. */
static bool
is_first_page(const uint8_t *page, const uint8_t *other, size_t n_bytes)
{
	return memcmp(page, other, AT_CHANGES) == 0 &&
	       memcmp(page + AT_CHANGES_END, other + AT_CHANGES_END,
		      AT_VALID_FOR - AT_CHANGES_END) == 0 &&
	       memcmp(page + KEPT_HEADER_BYTES, other + KEPT_HEADER_BYTES,
		      n_bytes - KEPT_HEADER_BYTES) == 0;
}

bool
kept_database_is_same(const struct kept_database *database, const uint8_t *bytes, size_t n_bytes)
{
	size_t n_page = kept_database_page_bytes(database->schema);

	if (n_bytes < n_page || !is_first_page(bytes, database->schema, n_page))
		return false;
	for (int i = 1; i < database->n_pages; i++) {
		size_t at = (database->pages[i] - 1) * n_page;

		if (at + n_page > n_bytes ||
		    memcmp(bytes + at, database->schema + (size_t)i * n_page, n_page) != 0)
			return false;
	}
	return true;
}

bool
kept_database_has_schema(const struct kept_database *database, uint32_t page)
{
	for (int i = 0; i < database->n_pages; i++) {
		if (database->pages[i] == page)
			return true;
	}
	return false;
}

/* As another process writes it: SQLite sees by the count of changes that it must read again. */
static bool
put_bytes(struct kept_databases *kept, sqlite3 *handle, const uint8_t *bytes, size_t n_bytes)
{
	uint8_t header[KEPT_HEADER_BYTES];
	sqlite3_file *file = NULL;
	unsigned count = kept->n_inputs;

	memcpy(header, bytes, sizeof(header));
	put_number(header + AT_VALID_FOR,
		   count + (memcmp(bytes + AT_CHANGES, bytes + AT_VALID_FOR, NUMBER_BYTES) != 0));
	put_number(header + AT_CHANGES, count);
	return sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file) ==
		       SQLITE_OK &&
	       file->pMethods->xWrite(file, bytes, (int)n_bytes, 0) == SQLITE_OK &&
	       file->pMethods->xWrite(file, header, sizeof(header), 0) == SQLITE_OK &&
	       file->pMethods->xTruncate(file, (sqlite3_int64)n_bytes) == SQLITE_OK;
}

static void
clear(struct kept_databases *kept, struct kept_database *database)
{
	if (database->handle)
		kept->close(database->handle, database->data);
	free(database->pages);
	free(database->schema);
	*database = (struct kept_database){0};
}

void
kept_database_drop(struct kept_databases *kept, struct kept_database *database)
{
	clear(kept, database);
}

sqlite3 *
kept_database_open(const uint8_t *bytes, size_t n_bytes)
{
	uint8_t *copy = sqlite3_malloc64(n_bytes);
	sqlite3 *handle = NULL;

	memcpy(copy, bytes, n_bytes);
	if (sqlite3_open_v2(":memory:", &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY,
			    NULL) != SQLITE_OK ||
	    sqlite3_deserialize(
		    handle, "main", copy, (sqlite3_int64)n_bytes, (sqlite3_int64)n_bytes,
		    SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE) != SQLITE_OK)
		abort();
	return handle;
}

struct kept_database *
kept_database_find(struct kept_databases *kept, const uint8_t *bytes, size_t n_bytes)
{
	bool are_old = ++kept->n_inputs % KEPT_INPUTS_MAX == 0;

	for (int i = 0; i < KEPT_DATABASES; i++) {
		struct kept_database *database = &kept->list[i];

		if (are_old)
			clear(kept, database);
		if (!database->handle || !kept_database_is_same(database, bytes, n_bytes))
			continue;
		database->last_used = kept->n_inputs;
		if (put_bytes(kept, database->handle, bytes, n_bytes))
			return database;
		clear(kept, database);
	}
	return NULL;
}

/* The numbers of the pages that the schema is in. The first is 1. */
static bool
find_pages(struct kept_database *database, sqlite3 *handle)
{
	sqlite3_stmt *list = NULL;
	int code = sqlite3_prepare_v2(handle,
				      "SELECT pageno FROM dbstat WHERE name = 'sqlite_schema'"
				      " ORDER BY pageno",
				      -1, &list, NULL);

	while (code == SQLITE_OK && (code = sqlite3_step(list)) == SQLITE_ROW) {
		database->pages = realloc(database->pages, sizeof(*database->pages) *
								   ((size_t)database->n_pages + 1));
		database->pages[database->n_pages++] = (uint32_t)sqlite3_column_int64(list, 0);
		code = SQLITE_OK;
	}
	sqlite3_finalize(list);
	return code == SQLITE_DONE && database->n_pages > 0 && database->pages[0] == 1;
}

static bool
copy_schema(struct kept_database *database, const uint8_t *bytes, size_t n_bytes)
{
	size_t n_page = kept_database_page_bytes(bytes);

	database->schema = calloc((size_t)database->n_pages, n_page);
	for (int i = 0; i < database->n_pages; i++) {
		size_t at = (database->pages[i] - 1) * n_page;

		if (at + n_page > n_bytes)
			return false;
		memcpy(database->schema + (size_t)i * n_page, bytes + at, n_page);
	}
	return true;
}

struct kept_database *
kept_database_add(struct kept_databases *kept, sqlite3 *handle, void *data, const uint8_t *bytes,
		  size_t n_bytes)
{
	struct kept_database added = {.last_used = kept->n_inputs};
	struct kept_database *place = &kept->list[0];

	for (int i = 1; i < KEPT_DATABASES && place->handle; i++) {
		if (!kept->list[i].handle || kept->list[i].last_used < place->last_used)
			place = &kept->list[i];
	}
	if (!find_pages(&added, handle) || !copy_schema(&added, bytes, n_bytes)) {
		clear(kept, &added);
		return NULL;
	}
	added.handle = handle;
	added.data = data;
	clear(kept, place);
	*place = added;
	return place;
}
