/* See core-check.h. */
#include "core-check.h"

#include "core-drop.h"

#include "store/db/db-open.h"
#include "store/db/statements.h"
#include "store/files/backup.h"
#include "store/log/log.h"
#include "store/proof/seal.h"
#include "store/proof/verify-checkpoint.h"

#include <gio/gio.h>
#include <string.h>

static bool
verify_event(const struct sabot_log_record *record, const struct sabot_chain_hash *hash, void *data)
{
	struct sabot_hashed event = {.record = record, .has_hash = hash != NULL};

	if (hash)
		event.hash = *hash;
	return sabot_verify_event(data, &event);
}

static bool
verify_note(const char *note, void *data)
{
	return sabot_verify_checkpoint(data, note);
}

static bool
verify_begin(const char *log, int64_t n, const struct sabot_chain_hash *hash, void *data)
{
	sabot_verify_begin_log(data, log, n + 1, *hash);
	return true;
}

static bool
verify_resume(const char *note, void *data)
{
	return sabot_verify_resume(data, note);
}

bool
sabot_core_verify(struct sabot_core *core, const struct sabot_core_origin *origin,
		  struct sabot_verify *verify, struct sabot_core_cover *ret_cover, GError **error)
{
	const struct sabot_core_walker walker = {verify_event, verify_note, verify_begin,
						 verify_resume, verify};

	*ret_cover = (struct sabot_core_cover){0};
	return !sabot_verify_start(verify, &origin->origin, true) ||
	       sabot_core_walk(core, origin, &walker, ret_cover, error);
}

struct writing {
	struct sabot_db *file;
	GError **error;
	bool is_good;
	bool has_before;
};

/* True if an earlier export has the event. */
static bool
has_event(struct writing *writing, const struct sabot_log_record *record, bool *ret_has)
{
	int64_t id, last_n = 0;

	*ret_has = false;
	if (!writing->has_before)
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

	if (writing->has_before && !sabot_seal_read_last(writing->file, &last, writing->error))
		return false;
	*ret_has = checkpoint->number <= last.number;
	sabot_seal_clear(&last);
	return true;
}

static bool
write_event(const struct sabot_log_record *record, const struct sabot_chain_hash *hash, void *data)
{
	struct writing *writing = data;
	g_autoptr(GBytes) bytes = hash ? g_bytes_new(hash->bytes, sizeof(hash->bytes)) : NULL;

	bool has;

	writing->is_good = has_event(writing, record, &has) &&
			   (has || sabot_log_put(writing->file, record, bytes, writing->error));
	return writing->is_good;
}

static bool
write_note(const char *note, void *data)
{
	struct writing *writing = data;
	struct sabot_checkpoint *checkpoint = sabot_checkpoint_parse(note, writing->error);
	bool has;

	writing->is_good = checkpoint && has_note(writing, checkpoint, &has);
	if (writing->is_good && !has) {
		const struct sabot_seal seal = {checkpoint->number, checkpoint->seq,
						checkpoint->at_us, (char *)note};

		writing->is_good = sabot_seal_put(writing->file, &seal, writing->error);
	}
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
check_beginning(struct sabot_db *file, const struct sabot_chain_origin *origin, GError **error)
{
	struct sabot_chain_origin own;

	return sabot_chain_read_origin(file, &own, error) &&
	       (memcmp(own.database, origin->database, sizeof(own.database)) == 0 ||
		sabot_store_fail(error, "--before", "is of another database"));
}

/* True if an earlier export has what was dropped. */
static bool
has_beginning(struct sabot_core *core, const struct sabot_core_origin *origin,
	      const struct writing *writing)
{
	g_autoptr(GPtrArray) months = sabot_core_list_months(core, origin, writing->error);

	return months &&
	       (months->len == 0 || writing->has_before ||
		sabot_store_fail(writing->error, origin->site,
				 "months were dropped: --before FILE is wanted, what was exported "
				 "then"));
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
	    !(writing->has_before ? check_beginning(writing->file, &origin->origin, error)
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
				  where->before != NULL};
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
