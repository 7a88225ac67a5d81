/* See core-check.h. */
#include "core-check.h"

#include "store/db/db-open.h"
#include "store/db/statements.h"
#include "store/files/backup.h"
#include "store/log/log.h"
#include "store/proof/seal.h"
#include "store/proof/verify-checkpoint.h"

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

bool
sabot_core_verify(struct sabot_core *core, const struct sabot_core_origin *origin,
		  struct sabot_verify *verify, struct sabot_core_cover *ret_cover, GError **error)
{
	const struct sabot_core_walker walker = {verify_event, verify_note, verify};

	*ret_cover = (struct sabot_core_cover){0};
	return !sabot_verify_start(verify, &origin->origin, true) ||
	       sabot_core_walk(core, origin, &walker, ret_cover, error);
}

struct writing {
	struct sabot_db *file;
	GError **error;
	bool is_good;
};

static bool
write_event(const struct sabot_log_record *record, const struct sabot_chain_hash *hash, void *data)
{
	struct writing *writing = data;
	g_autoptr(GBytes) bytes = hash ? g_bytes_new(hash->bytes, sizeof(hash->bytes)) : NULL;

	writing->is_good = sabot_log_put(writing->file, record, bytes, writing->error);
	return writing->is_good;
}

static bool
write_note(const char *note, void *data)
{
	struct writing *writing = data;
	struct sabot_checkpoint *checkpoint = sabot_checkpoint_parse(note, writing->error);

	writing->is_good = checkpoint != NULL;
	if (checkpoint) {
		const struct sabot_seal seal = {checkpoint->number, checkpoint->seq,
						checkpoint->at_us, (char *)note};

		writing->is_good = sabot_seal_put(writing->file, &seal, writing->error);
	}
	sabot_checkpoint_free(checkpoint);
	return writing->is_good;
}

/* Whose it is. */
static bool
write_beginning(struct sabot_db *file, const struct sabot_chain_origin *origin, GError **error)
{
	g_autoptr(GBytes) database = g_bytes_new(origin->database, sizeof(origin->database));

	return sabot_statement_run(file, SABOT_STATEMENT_BEGIN, error) &&
	       sabot_statement_put(file, SABOT_STATEMENT_ARCHIVE_FILE_SET, error, "i",
				   INT64_C(1)) &&
	       sabot_statement_put(file, SABOT_STATEMENT_ORIGIN_SET, error, "bi", database,
				   origin->unchained_seq);
}

static bool
write_file(struct sabot_core *core, const struct sabot_core_origin *origin, struct sabot_db *file,
	   struct sabot_core_cover *ret_cover, GError **error)
{
	struct writing writing = {file, error, true};
	const struct sabot_core_walker walker = {write_event, write_note, &writing};

	return write_beginning(file, &origin->origin, error) &&
	       sabot_core_walk(core, origin, &walker, ret_cover, error) && writing.is_good &&
	       sabot_statement_run(file, SABOT_STATEMENT_COMMIT, error);
}

bool
sabot_core_export(struct sabot_core *core, const struct sabot_core_origin *origin, const char *path,
		  struct sabot_core_cover *ret_cover, GError **error)
{
	g_autofree char *part = g_strconcat(path, ".part", NULL);
	struct sabot_db *file;
	bool is_written;

	sabot_backup_remove(part);
	file = sabot_db_open(part, SABOT_DB_WRITER, error);
	if (!file)
		return false;
	is_written = write_file(core, origin, file, ret_cover, error) &&
		     sabot_db_close_single(file, error);
	if (!is_written) {
		sabot_db_close(file);
		sabot_backup_remove(part);
	}
	return is_written && sabot_backup_publish(part, path, error);
}
