/*
 * The file is written under a temporary name, synced, reopened and proven against the heads of the
 * database before it gets its final name; the digest and the signature come last. A crash leaves
 * either a file under the temporary name, which is then begun again, or a complete one, which is
 * verified and kept.
 */
#include "archive-file.h"
#include "backup.h"
#include "store/keys/hex.h"
#include "store/proof/seal.h"
#include "store/db/statements.h"
#include "store/log/taking.h"
#include "store/proof/verify-db.h"
#include "store/proof/verify-structure.h"
#include "store/log/walk.h"
#include "store/db/db-open.h"
#include "store/log/log.h"
#include "store/log/archive.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { ARCHIVE_COMMIT_CHECKPOINTS = 256, ARCHIVE_READ_BYTES = 1 << 16 };

struct making {
	struct sabot_db *db; /* the database, borrowed */
	const struct sabot_archive_wish *wish;
	struct sabot_archive *last; /* the archive before, or NULL */
	struct sabot_chain_origin origin;
	int64_t number, begin_seq, begin_checkpoint; /* behind which it begins */
	struct sabot_seal end;                       /* the checkpoint with which it ends */
	char *name, *path, *part;
	struct sabot_db *file; /* being written */
};

static void
clear_making(struct making *making)
{
	sabot_archive_free(making->last);
	sabot_seal_clear(&making->end);
	g_free(making->name);
	g_free(making->path);
	g_free(making->part);
}

static bool
is_cancelled(const struct making *making, GError **error)
{
	return making->wish->cancel && g_atomic_int_get(making->wish->cancel) &&
	       !sabot_store_fail(error, making->path, "given up");
}

/* Where it begins, and what it is called. */
static bool
begin(struct making *making, GError **error)
{
	struct sabot_anchor *anchor = NULL;

	if (!sabot_chain_read_origin(making->db, &making->origin, error) ||
	    !sabot_archive_read_last(making->db, &making->last, error))
		return false;
	if (making->last) {
		anchor = sabot_anchor_parse(making->last->note, error);
		if (!anchor)
			return false;
		making->begin_seq = anchor->seq;
		making->begin_checkpoint = anchor->checkpoint;
		sabot_anchor_free(anchor);
	}
	making->number = making->last ? making->last->number + 1 : 1;
	making->name = g_strdup_printf("sabot-archive-%06" G_GINT64_FORMAT ".db", making->number);
	making->path = g_build_filename(making->wish->dir, making->name, NULL);
	making->part = g_strconcat(making->path, ".part", NULL);
	return true;
}

/* Checkpoints have rising numbers without holes and, but for a clock that was set, rising times. */
static bool
find_end(struct making *making, GError **error)
{
	struct sabot_seal last, middle;
	int64_t low = making->begin_checkpoint, high;

	if (!sabot_seal_read_last(making->db, &last, error))
		return false;
	sabot_seal_clear(&last);
	high = last.number;
	while (low < high) {
		int64_t number = low + (high - low + 1) / 2;

		if (!sabot_seal_read(making->db, number, &middle, error))
			return false;
		if (middle.note && middle.at_us < making->wish->before_us)
			low = number;
		else
			high = number - 1;
		sabot_seal_clear(&middle);
	}
	return low == making->begin_checkpoint ||
	       sabot_seal_read(making->db, low, &making->end, error);
}

/* A statement's only number; `ret_number` is left alone when it has no row. */
struct question {
	enum sabot_statement which;
	int64_t log_id, limit;
};

static bool
read_number(struct sabot_db *db, struct question ask, int64_t *ret_number, GError **error)
{
	sqlite3_stmt *read = sabot_statement_get(db, ask.which, error);
	bool has_row;

	if (!read || !sabot_statement_bind(db, read, error, "ii", ask.log_id, ask.limit) ||
	    !sabot_statement_row(db, read, &has_row, error))
		return false;
	if (has_row)
		*ret_number = sqlite3_column_int64(read, 0);
	sqlite3_reset(read);
	return true;
}

/* The hash in the row's column; an event from before the chain has the log's beginning. */
static struct sabot_chain_hash
get_hash(const struct making *making, sqlite3_stmt *row, int column, const char *log)
{
	struct sabot_chain_hash hash;

	if (sqlite3_column_bytes(row, column) != SABOT_CHAIN_HASH_BYTES)
		return sabot_chain_begin(&making->origin, log);
	memcpy(hash.bytes, sqlite3_column_blob(row, column), sizeof(hash.bytes));
	return hash;
}

/* The log's head at the archive's end. */
static bool
read_head(const struct making *making, int64_t id, struct sabot_anchor_log *log, GError **error)
{
	sqlite3_stmt *read =
		sabot_statement_get(making->db, SABOT_STATEMENT_EVENT_HEAD_BEFORE, error);
	bool has_row;

	if (!read || !sabot_statement_bind(making->db, read, error, "ii", id, making->end.seq) ||
	    !sabot_statement_row(making->db, read, &has_row, error))
		return false;
	if (has_row) {
		log->n = sqlite3_column_int64(read, 1);
		log->hash = get_hash(making, read, 2, log->log);
	}
	sqlite3_reset(read);
	return true;
}

/*
 * Behind which event the database continues: before the log's last part, which the daemon derives
 * again at its start, or the last note of the house log on what came before it.
 */
static bool
find_from(const struct making *making, int64_t id, struct sabot_anchor_log *log, GError **error)
{
	const struct question carried = {SABOT_STATEMENT_EVENT_BEGIN_BEFORE, id,
					 MIN(making->wish->house_seq, making->end.seq)};
	const struct question part = {SABOT_STATEMENT_PART_BEFORE, id, log->n};
	int64_t begins = 1;

	if (!read_number(making->db, carried, &begins, error) ||
	    !read_number(making->db, part, &begins, error))
		return false;
	log->from_n = begins - 1;
	return true;
}

/* The hash of the event that the database gives up last. */
static bool
read_from_hash(const struct making *making, int64_t id, const struct sabot_anchor *before,
	       struct sabot_anchor_log *log, GError **error)
{
	const struct sabot_anchor_log *old = sabot_anchor_find(before, log->log);
	sqlite3_stmt *read = sabot_statement_get(making->db, SABOT_STATEMENT_EVENT_HASH, error);
	bool has_row, came;

	if (old && log->from_n <= old->from_n) {
		log->from_n = old->from_n;
		log->from_hash = old->from_hash;
		return true;
	}
	if (log->from_n == 0)
		return sabot_taking_begin(making->db, log->log, &log->from_hash, &came, error);
	if (!read || !sabot_statement_bind(making->db, read, error, "ii", id, log->from_n) ||
	    !sabot_statement_row(making->db, read, &has_row, error))
		return false;
	if (has_row)
		log->from_hash = get_hash(making, read, 0, log->log);
	sqlite3_reset(read);
	return has_row || sabot_store_fail(error, making->db->path, "an event is missing");
}

static bool
add_log(const struct making *making, struct sabot_anchor *anchor, sqlite3_stmt *row,
	const struct sabot_anchor *before, GError **error)
{
	int64_t id = sqlite3_column_int64(row, 0);
	struct sabot_anchor_log *log =
		sabot_anchor_add(anchor, (const char *)sqlite3_column_text(row, 1));

	log->created_us = sqlite3_column_int64(row, 2);
	if (!read_head(making, id, log, error))
		return false;
	if (log->n > 0)
		return find_from(making, id, log, error) &&
		       read_from_hash(making, id, before, log, error);
	/* It began later. */
	g_ptr_array_set_size(anchor->logs, (int)anchor->logs->len - 1);
	return true;
}

static bool
add_logs(const struct making *making, struct sabot_anchor *anchor, GError **error)
{
	sqlite3_stmt *list = sabot_statement_get(making->db, SABOT_STATEMENT_LOG_LIST, error);
	struct sabot_anchor *before =
		making->last ? sabot_anchor_parse(making->last->note, NULL) : NULL;
	g_autoptr(GError) failure = NULL;

	while (list && !failure && sabot_statement_next(making->db, list, &failure))
		add_log(making, anchor, list, before, &failure);
	sabot_anchor_free(before);
	return sabot_statement_end(list, &failure, error);
}

/* The anchor, but for the file's digest. NULL on failure. */
static struct sabot_anchor *
build_anchor(const struct making *making, GError **error)
{
	struct sabot_anchor *anchor = sabot_anchor_new(&making->origin);

	anchor->number = making->number;
	if (making->last)
		anchor->previous =
			sabot_chain_digest(making->last->note, strlen(making->last->note));
	anchor->at_us = g_get_real_time();
	anchor->seq = making->end.seq;
	anchor->checkpoint = making->end.number;
	anchor->sealed = sabot_chain_digest(making->end.note, strlen(making->end.note));
	if (add_logs(making, anchor, error))
		return anchor;
	sabot_anchor_free(anchor);
	return NULL;
}

/* What the file begins with: whose it is, and the anchor behind which it continues. */
static bool
write_beginning(struct making *making, const struct sabot_anchor *before, GError **error)
{
	struct sabot_db *file = making->file;
	sqlite3_stmt *number = sabot_statement_get(file, SABOT_STATEMENT_ARCHIVE_FILE_SET, error);
	sqlite3_stmt *origin = sabot_statement_get(file, SABOT_STATEMENT_ORIGIN_SET, error);
	sqlite3_stmt *add = sabot_statement_get(file, SABOT_STATEMENT_LOG_ADD, error);
	g_autoptr(GBytes) database =
		g_bytes_new(making->origin.database, sizeof(making->origin.database));

	if (!number || !origin || !add ||
	    !sabot_statement_bind(file, number, error, "i", making->number) ||
	    !sabot_statement_finish(file, number, error) ||
	    !sabot_statement_bind(file, origin, error, "bi", database,
				  making->origin.unchained_seq) ||
	    !sabot_statement_finish(file, origin, error))
		return false;
	for (guint i = 0; before && i < before->logs->len; i++) {
		const struct sabot_anchor_log *log = g_ptr_array_index(before->logs, i);

		if (!sabot_statement_bind(file, add, error, "si", log->log, log->created_us) ||
		    !sabot_statement_finish(file, add, error))
			return false;
	}
	return !making->last || sabot_archive_put(file, making->last, error);
}

/* A record is put as it stands; what is wrong with it is found when the file is proven. */
struct copying {
	struct sabot_db *file;
	GError **error;
	bool is_good;
};

static bool
on_event(const struct sabot_log_record *record, const struct sabot_chain_hash *hash, void *data)
{
	struct copying *copying = data;
	g_autoptr(GBytes) bytes = hash ? g_bytes_new(hash->bytes, sizeof(hash->bytes)) : NULL;

	copying->is_good = sabot_log_put(copying->file, record, bytes, copying->error);
	return copying->is_good;
}

/* Checkpoint `number` and the events that it covers. */
static bool
write_checkpoint(struct making *making, int64_t number, int64_t *seq, GError **error)
{
	struct copying copying = {making->file, error, true};
	const struct sabot_walker walker = {.event = on_event, .data = &copying};
	struct sabot_seal seal;
	bool is_written;

	if (!sabot_seal_read(making->db, number, &seal, error))
		return false;
	if (!seal.note)
		return sabot_store_fail(error, making->db->path, "a checkpoint is missing");
	is_written = sabot_walk_events(making->db, *seq, seal.seq, &walker, error) &&
		     copying.is_good && sabot_seal_put(making->file, &seal, error);
	*seq = seal.seq;
	sabot_seal_clear(&seal);
	return is_written;
}

static bool
write_rows(struct making *making, GError **error)
{
	int64_t seq = making->begin_seq;

	for (int64_t number = making->begin_checkpoint + 1; number <= making->end.number;
	     number++) {
		if (is_cancelled(making, error) || !write_checkpoint(making, number, &seq, error))
			return false;
		if (number % ARCHIVE_COMMIT_CHECKPOINTS != 0)
			continue;
		if (!sabot_statement_run(making->file, SABOT_STATEMENT_COMMIT, error) ||
		    !sabot_statement_run(making->file, SABOT_STATEMENT_BEGIN, error))
			return false;
	}
	return sabot_statement_run(making->file, SABOT_STATEMENT_COMMIT, error);
}

/* The parts that began in an earlier archive are not here: references end at the file. */
static bool
write_content(struct making *making, GError **error)
{
	struct sabot_anchor *before = NULL;
	bool is_written;

	if (making->last) {
		before = sabot_anchor_parse(making->last->note, error);
		if (!before)
			return false;
	}
	is_written = sqlite3_db_config(making->file->handle, SQLITE_DBCONFIG_ENABLE_FKEY, 0,
				       NULL) == SQLITE_OK &&
		     sabot_statement_run(making->file, SABOT_STATEMENT_BEGIN, error) &&
		     write_beginning(making, before, error) && write_rows(making, error);
	sabot_anchor_free(before);
	return is_written;
}

/* A whole file under its other name, on the disk. */
static bool
write_part(struct making *making, GError **error)
{
	bool is_written;

	sabot_backup_remove(making->part);
	making->file = sabot_db_open(making->part, SABOT_DB_WRITER, error);
	if (!making->file)
		return false;
	is_written = write_content(making, error) && sabot_db_close_single(making->file, error);
	if (!is_written)
		sabot_db_close(making->file);
	return is_written && sabot_backup_sync(making->part, error);
}

/* Open the file again: its content is what it says, and ends as the anchor does. */
static bool
prove(const char *path, const struct sabot_anchor *anchor, GError **error)
{
	g_autoptr(GPtrArray) no_keys = g_ptr_array_new();
	struct sabot_verify *verify = sabot_verify_new(no_keys, NULL, error);
	struct sabot_db *file = sabot_db_open(path, SABOT_DB_FILE, error);
	g_autofree char *damage = file ? sabot_verify_db_structure(file, false) : NULL;
	bool is_good = false;

	if (damage)
		sabot_store_fail(error, path, damage);
	else if (file && sabot_verify_db(file, verify, error))
		is_good = (sabot_verify_is_good(verify) && sabot_verify_ends_at(verify, anchor)) ||
			  sabot_store_fail(error, path,
					   "is not what the database says that it must be");
	sabot_db_close(file);
	sabot_verify_free(verify);
	return is_good;
}

/* An earlier run came so far: its end is ours. */
static bool
read_end(struct making *making, GError **error)
{
	struct sabot_db *file = sabot_db_open(making->path, SABOT_DB_FILE, error);
	struct sabot_seal last = {0};
	bool is_read = file && sabot_seal_read_last(file, &last, error);

	sabot_db_close(file);
	sabot_seal_clear(&making->end);
	is_read = is_read && sabot_seal_read(making->db, last.number, &making->end, error);
	sabot_seal_clear(&last);
	return is_read &&
	       (making->end.note || sabot_store_fail(error, making->path, "is of another log"));
}

static struct sabot_archive *
sign(const struct making *making, struct sabot_anchor *anchor, GError **error)
{
	g_autofree char *note = NULL;

	if (!sabot_archive_digest(making->path, &anchor->file, error))
		return NULL;
	note = sabot_anchor_sign(anchor, making->wish->key);
	return sabot_archive_new(making->number, making->name, note);
}

static struct sabot_archive *
make(struct making *making, GError **error)
{
	struct sabot_anchor *anchor = build_anchor(making, error);
	struct sabot_archive *archive = NULL;

	if (anchor && write_part(making, error) && prove(making->part, anchor, error) &&
	    sabot_backup_publish(making->part, making->path, error) &&
	    prove(making->path, anchor, error))
		archive = sign(making, anchor, error);
	sabot_anchor_free(anchor);
	return archive;
}

/* What an interrupted run left complete; NULL when it is anything else. */
static struct sabot_archive *
finish_interrupted(struct making *making)
{
	struct sabot_anchor *anchor = read_end(making, NULL) ? build_anchor(making, NULL) : NULL;
	struct sabot_archive *archive = NULL;

	if (anchor && prove(making->path, anchor, NULL))
		archive = sign(making, anchor, NULL);
	sabot_anchor_free(anchor);
	sabot_seal_clear(&making->end);
	return archive;
}

/*
 * A file of that name that is not of this log: an archive that was made after the backup which was
 * restored since. The database has all that belongs into its own; the file may be all that is left
 * of what the backup lacks.
 */
static bool
set_aside(const struct making *making, GError **error)
{
	g_autofree char *aside =
		g_strdup_printf("%s.%" G_GINT64_FORMAT, making->path, g_get_real_time());

	if (g_rename(making->path, aside) != 0)
		return sabot_store_fail_errno(error, making->path);
	g_warning("%s is no archive of this log; it is kept as %s", making->path, aside);
	return sabot_backup_sync(aside, error);
}

struct sabot_archive *
sabot_archive_make(struct sabot_db *db, const struct sabot_archive_wish *wish, GError **error)
{
	struct making making = {.db = db, .wish = wish};
	struct sabot_archive *archive = NULL;
	bool is_begun = begin(&making, error);
	bool is_there = is_begun && access(making.path, F_OK) == 0;

	if (is_there)
		archive = finish_interrupted(&making);
	if (is_begun && !archive && find_end(&making, error) && making.end.note &&
	    (!is_there || set_aside(&making, error)))
		archive = make(&making, error);
	clear_making(&making);
	return archive;
}

bool
sabot_archive_digest(const char *path, struct sabot_chain_hash *ret_digest, GError **error)
{
	g_autofree unsigned char *bytes = g_malloc(ARCHIVE_READ_BYTES);
	FILE *file = fopen(path, "re");
	struct sha256_ctx state;
	size_t n_bytes;
	bool is_read;

	if (!file)
		return sabot_store_fail_errno(error, path);
	sha256_init(&state);
	while ((n_bytes = fread(bytes, 1, ARCHIVE_READ_BYTES, file)) > 0)
		sha256_update(&state, n_bytes, bytes);
	is_read = !ferror(file);
	fclose(file);
	sha256_digest(&state, sizeof(ret_digest->bytes), ret_digest->bytes);
	return is_read || sabot_store_fail(error, path, "cannot be read");
}

json_t *
sabot_archive_to_event(const struct sabot_archive *archive, const char *by)
{
	struct sabot_anchor *anchor = sabot_anchor_parse(archive->note, NULL);
	g_autofree char *digest = sabot_hex_encode(anchor->file.bytes, sizeof(anchor->file.bytes));
	json_t *event = json_pack("{s:s, s:I, s:s, s:s, s:I, s:s}", "ev", "archive", "number",
				  (json_int_t)archive->number, "file", archive->file, "digest",
				  digest, "seq", (json_int_t)anchor->seq, "by", by);

	sabot_anchor_free(anchor);
	return event;
}
