/*
 * See core-copy.h. What is new is verified while it is written, in one transaction, which is
 * committed only if everything is proven.
 */
#include "core-copy.h"

#include "core-check.h"
#include "core-drop.h"

#include "store/db/db-open.h"
#include "store/db/statements.h"
#include "store/files/backup.h"
#include "store/log/log.h"
#include "store/proof/seal.h"
#include "store/proof/verify.h"
#include "store/proof/verify-checkpoint.h"

#include <gio/gio.h>
#include <string.h>

struct writing {
	struct sabot_db *file;
	GError **error;
	bool is_good;
	const char *before; /* the earlier export, or NULL */
};

/* True if an earlier export has the event. */
static bool
has_event(struct writing *writing, const struct sabot_log_record *record, bool *ret_has)
{
	int64_t id, last_n = 0;

	*ret_has = false;
	if (!writing->before)
		return true;
	if (!sabot_log_get_id(writing->file, record->table, &id, writing->error) ||
	    !sabot_log_get_last_n(writing->file, id, &last_n, writing->error))
		return false;
	*ret_has = record->n <= last_n;
	return record->n <= last_n + 1 ||
	       sabot_store_fail(writing->error, record->table,
				"the earlier export ends before what the core has of it");
}

static bool
has_note(struct writing *writing, const struct sabot_checkpoint *checkpoint, bool *ret_has)
{
	struct sabot_seal last = {0};

	if (writing->before && !sabot_seal_read_last(writing->file, &last, writing->error))
		return false;
	*ret_has = checkpoint->number <= last.number;
	sabot_seal_clear(&last);
	return true;
}

static bool
put_event(struct sabot_db *file, const struct sabot_log_record *record,
	  const struct sabot_chain_hash *hash, GError **error)
{
	g_autoptr(GBytes) bytes = hash ? g_bytes_new(hash->bytes, sizeof(hash->bytes)) : NULL;

	return sabot_log_put(file, record, bytes, error);
}

static bool
put_note(struct sabot_db *file, const struct sabot_checkpoint *checkpoint, const char *note,
	 GError **error)
{
	const struct sabot_seal seal = {checkpoint->number, checkpoint->seq, checkpoint->at_us,
					(char *)note};

	return sabot_seal_put(file, &seal, error);
}

static bool
write_event(const struct sabot_log_record *record, const struct sabot_chain_hash *hash, void *data)
{
	struct writing *writing = data;
	bool has;

	writing->is_good = has_event(writing, record, &has) &&
			   (has || put_event(writing->file, record, hash, writing->error));
	return writing->is_good;
}

static bool
write_note(const char *note, void *data)
{
	struct writing *writing = data;
	struct sabot_checkpoint *checkpoint = sabot_checkpoint_parse(note, writing->error);
	bool has;

	writing->is_good = checkpoint && has_note(writing, checkpoint, &has) &&
			   (has || put_note(writing->file, checkpoint, note, writing->error));
	sabot_checkpoint_free(checkpoint);
	return writing->is_good;
}

/* The file's first rows: whose database it is. */
static bool
write_beginning(struct sabot_db *file, const struct sabot_chain_origin *origin, GError **error)
{
	g_autoptr(GBytes) database = g_bytes_new(origin->database, sizeof(origin->database));

	return sabot_statement_put(file, SABOT_STATEMENT_ARCHIVE_FILE_SET, error, "i",
				   INT64_C(1)) &&
	       sabot_statement_put(file, SABOT_STATEMENT_ORIGIN_SET, error, "bi", database,
				   origin->unchained_seq);
}

static bool
check_beginning(struct sabot_db *file, const struct sabot_chain_origin *origin, const char *path,
		GError **error)
{
	struct sabot_chain_origin own;

	return sabot_chain_read_origin(file, &own, error) &&
	       (memcmp(own.database, origin->database, sizeof(own.database)) == 0 ||
		sabot_store_fail(error, path, "is of another database"));
}

/* True if an earlier export has what was dropped. */
static bool
has_beginning(struct sabot_core *core, const struct sabot_core_origin *origin,
	      const struct writing *writing)
{
	g_autoptr(GPtrArray) months = sabot_core_list_months(core, origin, writing->error);

	return months &&
	       (months->len == 0 || writing->before ||
		sabot_store_fail(writing->error, origin->site,
				 "months were dropped: what was exported then is wanted, as "
				 "--before FILE or as the file that is brought up to date"));
}

static bool
write_file(struct sabot_core *core, const struct sabot_core_origin *origin, struct writing *writing,
	   struct sabot_core_cover *ret_cover)
{
	const struct sabot_core_walker walker = {
		.event = write_event, .note = write_note, .data = writing};
	GError **error = writing->error;

	if (!has_beginning(core, origin, writing) ||
	    !sabot_statement_run(writing->file, SABOT_STATEMENT_BEGIN, error) ||
	    !(writing->before
		      ? check_beginning(writing->file, &origin->origin, writing->before, error)
		      : write_beginning(writing->file, &origin->origin, error)) ||
	    !sabot_core_walk(core, origin, &walker, ret_cover, error) || !writing->is_good)
		return false;
	return sabot_statement_run(writing->file, SABOT_STATEMENT_COMMIT, error);
}

/* The new file, with the contents of the earlier one. NULL with an error. */
static struct sabot_db *
open_part(const char *part, const char *before, GError **error)
{
	g_autoptr(GFile) from = before ? g_file_new_for_path(before) : NULL;
	g_autoptr(GFile) to = g_file_new_for_path(part);

	sabot_backup_remove(part);
	if (from && !g_file_copy(from, to, G_FILE_COPY_NONE, NULL, NULL, NULL, error))
		return NULL;
	return sabot_db_open(part, SABOT_DB_WRITER, error);
}

bool
sabot_core_export(struct sabot_core *core, const struct sabot_core_origin *origin,
		  const struct sabot_core_export *where, struct sabot_core_cover *ret_cover,
		  GError **error)
{
	g_autofree char *part = g_strconcat(where->path, ".part", NULL);
	struct writing writing = {open_part(part, where->before, error), error, true,
				  where->before};
	bool is_written;

	if (!writing.file)
		return false;
	is_written = write_file(core, origin, &writing, ret_cover) &&
		     sabot_db_close_single(writing.file, error);
	if (!is_written) {
		sabot_db_close(writing.file);
		sabot_backup_remove(part);
	}
	return is_written && sabot_backup_publish(part, where->path, error);
}

/* A file that is brought up to date. */
struct updating {
	const char *path;
	struct sabot_db *file;
	GError **error;
	struct sabot_core_walker feed; /* what verifies each item first */
	struct sabot_verify *verify;
	GPtrArray *ends; /* of struct sabot_core_end: of the file */
	bool is_good;    /* the file could be read and written */
	bool is_new;     /* it has nothing yet */
};

static bool
update_event(const struct sabot_log_record *record, const struct sabot_chain_hash *hash, void *data)
{
	struct updating *updating = data;

	if (!updating->feed.event(record, hash, updating->feed.data))
		return false;
	updating->is_good = put_event(updating->file, record, hash, updating->error);
	return updating->is_good;
}

static bool
update_note(const char *note, void *data)
{
	struct updating *updating = data;
	struct sabot_checkpoint *checkpoint;

	if (!updating->feed.note(note, updating->feed.data))
		return false;
	checkpoint = sabot_checkpoint_parse(note, updating->error);
	updating->is_good =
		checkpoint && put_note(updating->file, checkpoint, note, updating->error);
	sabot_checkpoint_free(checkpoint);
	return updating->is_good;
}

static void
free_end(gpointer data)
{
	struct sabot_core_end *end = data;

	g_free(end->log);
	g_free(end);
}

static struct sabot_core_end *
add_end(struct updating *updating, const char *log)
{
	struct sabot_core_end *end = g_new0(struct sabot_core_end, 1);

	end->log = g_strdup(log);
	g_ptr_array_add(updating->ends, end);
	return end;
}

/* The log's last event, and its hash. */
static bool
read_end(struct updating *updating, const struct sabot_chain_origin *origin, const char *log)
{
	sqlite3_stmt *read =
		sabot_statement_get(updating->file, SABOT_STATEMENT_EVENT_HASH, updating->error);
	struct sabot_core_end *end = add_end(updating, log);
	bool has_row;
	int64_t id;

	if (!read || !sabot_log_get_id(updating->file, log, &id, updating->error) ||
	    !sabot_log_get_last_n(updating->file, id, &end->n, updating->error) ||
	    !sabot_statement_bind(updating->file, read, updating->error, "ii", id, end->n) ||
	    !sabot_statement_row(updating->file, read, &has_row, updating->error))
		return false;
	if (has_row && sqlite3_column_bytes(read, 0) == SABOT_CHAIN_HASH_BYTES)
		memcpy(end->hash.bytes, sqlite3_column_blob(read, 0), SABOT_CHAIN_HASH_BYTES);
	else
		end->hash = sabot_chain_begin(origin, log);
	sqlite3_reset(read);
	return true;
}

/* The file's last checkpoint covers all of its events: verification continues there. */
static bool
read_last_note(struct updating *updating)
{
	struct sabot_core_end *end;
	struct sabot_seal seal;

	if (!sabot_seal_read_last(updating->file, &seal, updating->error))
		return false;
	if (seal.note) {
		end = add_end(updating, SABOT_SEGMENT_CHECKPOINTS);
		end->n = seal.number;
		end->hash = sabot_chain_digest(seal.note, strlen(seal.note));
		updating->feed.resume(seal.note, updating->feed.data);
	}
	sabot_seal_clear(&seal);
	return true;
}

static bool
read_ends(struct updating *updating, const struct sabot_chain_origin *origin)
{
	g_autoptr(GPtrArray) logs = sabot_log_list(updating->file, updating->error);

	for (guint i = 0; logs && i < logs->len; i++) {
		const struct sabot_core_end *end;

		if (!read_end(updating, origin, g_ptr_array_index(logs, i)))
			return false;
		end = g_ptr_array_index(updating->ends, i);
		updating->feed.begin(end->log, end->n, &end->hash, updating->feed.data);
	}
	updating->is_new = logs && logs->len == 0;
	return logs && read_last_note(updating);
}

/* False with an error: what the core has is not what the house recorded. */
static bool
judge(const struct updating *updating)
{
	const struct sabot_verify_result *verdict = sabot_verify_finish(updating->verify);

	if (verdict->fault == SABOT_VERIFY_INTACT)
		return true;
	g_set_error(updating->error, SABOT_SEGMENT_ERROR, SABOT_SEGMENT_ERROR_HASH,
		    "%s, log %s, event %" G_GINT64_FORMAT,
		    sabot_verify_fault_to_string(verdict->fault), verdict->log ? verdict->log : "-",
		    verdict->n);
	return false;
}

static bool
append_new(struct sabot_core *core, const struct sabot_core_origin *origin,
	   struct updating *updating, struct sabot_core_cover *ret_cover)
{
	struct sabot_core_walker walker = {
		.event = update_event, .note = update_note, .data = updating};
	GError **error = updating->error;
	const struct writing before = {updating->file, error, true, NULL};

	sabot_verify_start(updating->verify, &origin->origin, true);
	if (!sabot_statement_run(updating->file, SABOT_STATEMENT_BEGIN, error) ||
	    !read_ends(updating, &origin->origin) ||
	    !(updating->is_new
		      ? has_beginning(core, origin, &before) &&
				write_beginning(updating->file, &origin->origin, error)
		      : check_beginning(updating->file, &origin->origin, updating->path, error)))
		return false;
	walker.after = updating->is_new ? NULL : updating->ends;
	return sabot_core_walk(core, origin, &walker, ret_cover, error) && updating->is_good &&
	       judge(updating) &&
	       sabot_statement_run(updating->file, SABOT_STATEMENT_COMMIT, error);
}

/* Closing takes back what was not committed. */
bool
sabot_core_update(struct sabot_core *core, const struct sabot_core_origin *origin,
		  const struct sabot_core_copy *copy, struct sabot_core_cover *ret_cover,
		  GError **error)
{
	struct updating updating = {.path = copy->path, .error = error, .is_good = true};
	bool is_done = false;

	*ret_cover = (struct sabot_core_cover){0};
	updating.verify = sabot_verify_new(copy->keys, NULL, error);
	if (!updating.verify)
		return false;
	updating.feed = sabot_core_feed(updating.verify);
	updating.ends = g_ptr_array_new_with_free_func(free_end);
	updating.file = sabot_db_open(copy->path, SABOT_DB_WRITER, error);
	if (updating.file)
		is_done = append_new(core, origin, &updating, ret_cover);
	sabot_db_close(updating.file);
	g_ptr_array_unref(updating.ends);
	sabot_verify_free(updating.verify);
	return is_done;
}
