/*
 * Checks that the rows of archive and anchor equal the notes, that each note carries the digest of
 * the previous one, and that the checkpoint with which the last one ends is still in a database.
 */
#include "verify-anchor.h"
#include "seal.h"
#include "store/db/statements.h"
#include "store/log/archive.h"

#include <string.h>

/* What is read of the archives so far. */
struct chain {
	struct sabot_verify *verify;
	char *note;     /* the last one's, or NULL */
	int64_t number; /* its own */
	bool is_archive;
	struct sabot_chain_hash digest; /* of the last note */
};

static bool
agrees_with_row(const struct sabot_anchor *anchor, sqlite3_stmt *row)
{
	return anchor->number == sqlite3_column_int64(row, 0) &&
	       anchor->at_us == sqlite3_column_int64(row, 3) &&
	       anchor->seq == sqlite3_column_int64(row, 4) &&
	       anchor->checkpoint == sqlite3_column_int64(row, 5);
}

/* A row of archive_walk. An archive's file has only the note of the one before it. */
static bool
check_row(struct chain *chain, sqlite3_stmt *row)
{
	const char *note = (const char *)sqlite3_column_text(row, 2);
	struct sabot_anchor *anchor = sabot_anchor_parse(note, NULL);
	bool is_good = anchor && agrees_with_row(anchor, row) &&
		       (chain->is_archive ? !chain->note : anchor->number == chain->number + 1) &&
		       (chain->is_archive || sabot_chain_is_equal(anchor->previous, chain->digest));

	if (is_good) {
		g_free(chain->note);
		chain->note = g_strdup(note);
		chain->number = anchor->number;
		chain->digest = sabot_chain_digest(note, strlen(note));
	} else {
		sabot_verify_fail(chain->verify, SABOT_VERIFY_ANCHOR, NULL,
				  sqlite3_column_int64(row, 0));
	}
	sabot_anchor_free(anchor);
	return is_good;
}

static bool
read_rows(struct sabot_db *db, struct chain *chain, GError **error)
{
	sqlite3_stmt *walk = sabot_statement_get(db, SABOT_STATEMENT_ARCHIVE_WALK, error);
	g_autoptr(GError) failure = NULL;
	bool goes_on = true;

	if (!walk || !sabot_statement_bind(db, walk, error, "i", (int64_t)0))
		return false;
	while (goes_on && sabot_statement_next(db, walk, &failure))
		goes_on = check_row(chain, walk);
	return sabot_statement_end(walk, &failure, error);
}

/* A row of anchor_walk: where the log continues in this file. */
static bool
is_as_noted(const struct chain *chain, const struct sabot_anchor *anchor, sqlite3_stmt *row)
{
	const struct sabot_anchor_log *log =
		sabot_anchor_find(anchor, (const char *)sqlite3_column_text(row, 0));
	const struct sabot_chain_hash *hash;

	if (!log || sqlite3_column_bytes(row, 2) != SABOT_CHAIN_HASH_BYTES)
		return false;
	hash = chain->is_archive ? &log->hash : &log->from_hash;
	return sqlite3_column_int64(row, 1) == (chain->is_archive ? log->n : log->from_n) &&
	       memcmp(sqlite3_column_blob(row, 2), hash->bytes, sizeof(hash->bytes)) == 0;
}

/* The anchors of the last archive; those before it count no more. */
static bool
check_anchors(struct sabot_db *db, const struct chain *chain, const struct sabot_anchor *anchor,
	      GError **error)
{
	sqlite3_stmt *walk = sabot_statement_get(db, SABOT_STATEMENT_ANCHOR_WALK, error);
	g_autoptr(GError) failure = NULL;
	bool is_good = true;
	guint n_rows = 0;

	if (!walk || !sabot_statement_bind(db, walk, error, "i", chain->number))
		return false;
	for (; is_good && sabot_statement_next(db, walk, &failure); n_rows++)
		is_good = is_as_noted(chain, anchor, walk);
	if (!sabot_statement_end(walk, &failure, error))
		return false;
	if (!is_good || n_rows != anchor->logs->len)
		sabot_verify_fail(chain->verify, SABOT_VERIFY_ANCHOR, NULL, chain->number);
	return true;
}

/* A database keeps the checkpoint that the archive ended with. */
static bool
check_seal(struct sabot_db *db, const struct chain *chain, const struct sabot_anchor *anchor,
	   GError **error)
{
	struct sabot_checkpoint *checkpoint;
	struct sabot_seal seal;

	if (chain->is_archive)
		return true;
	if (!sabot_seal_read(db, anchor->checkpoint, &seal, error))
		return false;
	checkpoint = seal.note ? sabot_checkpoint_parse(seal.note, NULL) : NULL;
	if (!checkpoint || checkpoint->at_us != seal.at_us || checkpoint->seq != seal.seq ||
	    !sabot_chain_is_equal(anchor->sealed, sabot_chain_digest(seal.note, strlen(seal.note))))
		sabot_verify_fail(chain->verify, SABOT_VERIFY_CHECKPOINT, NULL, anchor->checkpoint);
	sabot_checkpoint_free(checkpoint);
	sabot_seal_clear(&seal);
	return true;
}

static void
record_beginnings(const struct sabot_anchor *anchor, GHashTable *begun)
{
	for (guint i = 0; i < anchor->logs->len; i++) {
		const struct sabot_anchor_log *log = g_ptr_array_index(anchor->logs, i);

		/* One that is here from its first event shows its time by itself. */
		if (log->from_n > 0 || log->n > 0)
			g_hash_table_insert(begun, g_strdup(log->log),
					    g_memdup2(&log->created_us, sizeof(int64_t)));
	}
}

static bool
give_anchor(struct sabot_db *db, const struct chain *chain, GHashTable *begun, GError **error)
{
	const struct sabot_anchor *anchor;

	if (!sabot_verify_anchor(chain->verify, chain->note, chain->is_archive))
		return true;
	anchor = sabot_verify_get_anchor(chain->verify);
	if (sabot_verify_lacks_kept(chain->verify)) {
		g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
			    "%s: the checkpoint that was kept is in archive %" G_GINT64_FORMAT
			    " or one before it: give these files first",
			    db->path, anchor->number);
		return false;
	}
	record_beginnings(anchor, begun);
	return check_anchors(db, chain, anchor, error) && check_seal(db, chain, anchor, error);
}

/* An archive's file begins behind the one before it; any other file behind no other. */
static bool
is_in_place(const struct chain *chain, int64_t file_number)
{
	if (chain->is_archive)
		return chain->number == file_number - 1;
	return chain->note || !sabot_verify_has_file(chain->verify);
}

bool
sabot_verify_db_anchor(struct sabot_db *db, struct sabot_verify *verify, GHashTable *begun,
		       bool *ret_is_archive, GError **error)
{
	struct chain chain = {.verify = verify};
	int64_t file_number;
	bool is_read;

	if (!sabot_archive_read_number(db, &file_number, error))
		return false;
	chain.is_archive = file_number > 0;
	*ret_is_archive = chain.is_archive;
	is_read = read_rows(db, &chain, error);
	if (is_read && sabot_verify_is_good(verify)) {
		if (!is_in_place(&chain, file_number) ||
		    (sabot_verify_has_file(verify) && !chain.note))
			sabot_verify_fail(verify, SABOT_VERIFY_GAP, NULL, MAX(file_number - 1, 0));
		else if (chain.note)
			is_read = give_anchor(db, &chain, begun, error);
	}
	g_free(chain.note);
	return is_read;
}
