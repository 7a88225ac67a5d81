/* See cosigner-state.h. */
#include "cosigner-state.h"
#include "cosigner-schema-sql.h"

#include <sqlite3.h>
#include <string.h>

enum { STATE_WAIT_MS = 5000, STATE_VERSION = 1 };

struct sabot_cosigner_state {
	sqlite3 *handle;
	char *path;
};

static bool
fail(const struct sabot_cosigner_state *state, GError **error)
{
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED, "%s: %s", state->path,
		    state->handle ? sqlite3_errmsg(state->handle) : "no memory");
	return false;
}

static sqlite3_stmt *
prepare(struct sabot_cosigner_state *state, enum sabot_cosigner_statement which, GError **error)
{
	sqlite3_stmt *statement = NULL;

	if (sqlite3_prepare_v2(state->handle, sabot_cosigner_statement_texts[which], -1, &statement,
			       NULL) == SQLITE_OK)
		return statement;
	fail(state, error);
	return NULL;
}

/* Run a statement without values; returns the first column of its row, or 0. */
static bool
run(struct sabot_cosigner_state *state, enum sabot_cosigner_statement which, int64_t *ret_number,
    GError **error)
{
	sqlite3_stmt *statement = prepare(state, which, error);
	int result;

	if (!statement)
		return false;
	result = sqlite3_step(statement);
	if (ret_number)
		*ret_number = result == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
	sqlite3_finalize(statement);
	return result == SQLITE_ROW || result == SQLITE_DONE || fail(state, error);
}

/* Each step is a transaction. */
static bool
make_schema(struct sabot_cosigner_state *state, GError **error)
{
	if (!run(state, SABOT_COSIGNER_STATEMENT_BEGIN, NULL, error))
		return false;
	if (sqlite3_exec(state->handle, sabot_cosigner_migrations[0], NULL, NULL, NULL) !=
		    SQLITE_OK ||
	    !run(state, SABOT_COSIGNER_STATEMENT_VERSION_SET, NULL, NULL)) {
		fail(state, error);
		run(state, SABOT_COSIGNER_STATEMENT_ROLLBACK, NULL, NULL);
		return false;
	}
	return run(state, SABOT_COSIGNER_STATEMENT_COMMIT, NULL, error);
}

static bool
prepare_file(struct sabot_cosigner_state *state, GError **error)
{
	int64_t version;

	sqlite3_busy_timeout(state->handle, STATE_WAIT_MS);
	if (!run(state, SABOT_COSIGNER_STATEMENT_WAL, NULL, error) ||
	    !run(state, SABOT_COSIGNER_STATEMENT_SYNC, NULL, error) ||
	    !run(state, SABOT_COSIGNER_STATEMENT_VERSION, &version, error))
		return false;
	if (version == STATE_VERSION)
		return true;
	if (version == 0)
		return make_schema(state, error);
	return sabot_store_fail(error, state->path, "made by a later program");
}

struct sabot_cosigner_state *
sabot_cosigner_state_open(const char *path, GError **error)
{
	struct sabot_cosigner_state *state = g_new0(struct sabot_cosigner_state, 1);
	int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOFOLLOW;

	state->path = g_strdup(path);
	if (sqlite3_open_v2(path, &state->handle, flags, NULL) != SQLITE_OK)
		fail(state, error);
	else if (prepare_file(state, error))
		return state;
	sabot_cosigner_state_close(state);
	return NULL;
}

void
sabot_cosigner_state_close(struct sabot_cosigner_state *state)
{
	if (!state)
		return;
	sqlite3_close(state->handle);
	g_free(state->path);
	g_free(state);
}

bool
sabot_cosigner_state_begin(struct sabot_cosigner_state *state, GError **error)
{
	return run(state, SABOT_COSIGNER_STATEMENT_BEGIN, NULL, error);
}

bool
sabot_cosigner_state_end(struct sabot_cosigner_state *state, bool keeps, GError **error)
{
	if (keeps && run(state, SABOT_COSIGNER_STATEMENT_COMMIT, NULL, error))
		return true;
	run(state, SABOT_COSIGNER_STATEMENT_ROLLBACK, NULL, NULL);
	return !keeps;
}

static sqlite3_stmt *
prepare_of(struct sabot_cosigner_state *state, enum sabot_cosigner_statement which,
	   const char *origin, GError **error)
{
	sqlite3_stmt *statement = prepare(state, which, error);

	if (statement)
		sqlite3_bind_text(statement, 1, origin, -1, SQLITE_TRANSIENT);
	return statement;
}

static bool
read_row(struct sabot_cosigner_state *state, sqlite3_stmt *row, struct sabot_cosigned *ret_cosigned,
	 GError **error)
{
	const char *note = (const char *)sqlite3_column_text(row, 2);

	if (sqlite3_column_bytes(row, 1) != SABOT_CHAIN_HASH_BYTES || !note)
		return sabot_store_fail(error, state->path, "a head that was not written here");
	memcpy(ret_cosigned->root.bytes, sqlite3_column_blob(row, 1), SABOT_CHAIN_HASH_BYTES);
	ret_cosigned->size = sqlite3_column_int64(row, 0);
	ret_cosigned->note = g_strdup(note);
	ret_cosigned->at_us = sqlite3_column_int64(row, 3);
	return true;
}

bool
sabot_cosigner_state_read(struct sabot_cosigner_state *state, const char *origin,
			  struct sabot_cosigned *ret_cosigned, GError **error)
{
	sqlite3_stmt *read = prepare_of(state, SABOT_COSIGNER_STATEMENT_HEAD_READ, origin, error);
	bool is_read;
	int result;

	*ret_cosigned = (struct sabot_cosigned){0};
	if (!read)
		return false;
	result = sqlite3_step(read);
	if (result == SQLITE_ROW)
		is_read = read_row(state, read, ret_cosigned, error);
	else
		is_read = result == SQLITE_DONE || fail(state, error);
	sqlite3_finalize(read);
	return is_read;
}

void
sabot_cosigned_clear(struct sabot_cosigned *cosigned)
{
	g_clear_pointer(&cosigned->note, g_free);
}

static bool
finish(struct sabot_cosigner_state *state, sqlite3_stmt *statement, GError **error)
{
	bool is_done = sqlite3_step(statement) == SQLITE_DONE || fail(state, error);

	sqlite3_finalize(statement);
	return is_done;
}

bool
sabot_cosigner_state_put(struct sabot_cosigner_state *state, const char *origin,
			 const struct sabot_cosigned *cosigned, GError **error)
{
	sqlite3_stmt *put = prepare_of(state, SABOT_COSIGNER_STATEMENT_HEAD_PUT, origin, error);

	if (!put)
		return false;
	sqlite3_bind_int64(put, 2, cosigned->size);
	sqlite3_bind_blob(put, 3, cosigned->root.bytes, sizeof(cosigned->root.bytes),
			  SQLITE_TRANSIENT);
	sqlite3_bind_text(put, 4, cosigned->note, -1, SQLITE_TRANSIENT);
	sqlite3_bind_int64(put, 5, cosigned->at_us);
	return finish(state, put, error);
}

bool
sabot_cosigner_state_refuse(struct sabot_cosigner_state *state, const char *origin,
			    const char *note, int64_t old_size, GError **error)
{
	sqlite3_stmt *put = prepare_of(state, SABOT_COSIGNER_STATEMENT_REFUSED_PUT, origin, error);

	if (!put)
		return false;
	sqlite3_bind_text(put, 2, note, -1, SQLITE_TRANSIENT);
	sqlite3_bind_int64(put, 3, old_size);
	sqlite3_bind_int64(put, 4, g_get_real_time());
	return finish(state, put, error);
}

int64_t
sabot_cosigner_state_count_refused(struct sabot_cosigner_state *state, const char *origin,
				   GError **error)
{
	sqlite3_stmt *count =
		prepare_of(state, SABOT_COSIGNER_STATEMENT_REFUSED_COUNT, origin, error);
	int64_t n = -1;

	if (!count)
		return -1;
	if (sqlite3_step(count) == SQLITE_ROW)
		n = sqlite3_column_int64(count, 0);
	else
		fail(state, error);
	sqlite3_finalize(count);
	return n;
}
