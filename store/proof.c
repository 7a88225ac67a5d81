/*
 * The first line tells the origin and, where the log does not begin with its first event, the note
 * on the archive behind which it goes on; then, in the order of recording, an object an event (as
 * in the spool, with its hash) or a checkpoint. The proof of one log has the checkpoints that name
 * it.
 */
#include "proof.h"
#include "hex.h"
#include "record-json.h"
#include "statements.h"
#include "walk.h"

#include <string.h>

enum { PROOF_VERSION = 1 };

struct writing {
	FILE *file;
	const char *log; /* or NULL: all */
};

static bool
write_line(FILE *file, json_t *json)
{
	bool is_written = json_dumpf(json, file, JSON_COMPACT) == 0 && putc('\n', file) != EOF;

	json_decref(json);
	return is_written;
}

static bool
write_event(const struct sabot_log_record *record, const struct sabot_chain_hash *hash, void *data)
{
	const struct writing *writing = data;
	g_autofree char *hex = hash ? sabot_hex_encode(hash->bytes, sizeof(hash->bytes)) : NULL;
	json_t *json;

	if (writing->log && strcmp(writing->log, record->table) != 0)
		return true;
	json = sabot_log_record_to_json(record);
	if (hex)
		json_object_set_new(json, "hash", json_string(hex));
	return write_line(writing->file, json);
}

/* Whether the checkpoint names the log. */
static bool
names_log(const char *note, const char *log)
{
	struct sabot_checkpoint *checkpoint = sabot_checkpoint_parse(note, NULL);
	bool is_named = false;

	for (guint i = 0; checkpoint && i < checkpoint->heads->len; i++) {
		const struct sabot_checkpoint_head *head = g_ptr_array_index(checkpoint->heads, i);

		is_named = is_named || strcmp(head->log, log) == 0;
	}
	sabot_checkpoint_free(checkpoint);
	return is_named;
}

static bool
write_checkpoint(const struct sabot_walk_checkpoint *checkpoint, void *data)
{
	const struct writing *writing = data;

	if (writing->log && !names_log(checkpoint->note, writing->log))
		return true;
	return write_line(writing->file, json_pack("{s:s}", "note", checkpoint->note));
}

/* `*ret_from` is the checkpoint behind which it begins. */
static json_t *
build_header(struct sabot_db *db, const struct writing *writing, int64_t *ret_from, GError **error)
{
	struct sabot_chain_origin origin;
	struct sabot_archive *last;
	g_autofree char *database = NULL;
	json_t *header;

	if (!sabot_chain_read_origin(db, &origin, error) ||
	    !sabot_archive_read_last(db, &last, error) ||
	    !sabot_archive_read_last_checkpoint(db, ret_from, error))
		return NULL;
	database = sabot_hex_encode(origin.database, sizeof(origin.database));
	header = json_pack("{s:i, s:s, s:I, s:b}", "sabot_proof", PROOF_VERSION, "database",
			   database, "unchained", (json_int_t)origin.unchained_seq, "whole",
			   writing->log == NULL);
	if (last)
		json_object_set_new(header, "anchor", json_string(last->note));
	sabot_archive_free(last);
	return header;
}

static bool
write_all(struct sabot_db *db, struct writing *writing, GError **error)
{
	const struct sabot_walker walker = {write_event, write_checkpoint, writing};
	int64_t archive_number, from;
	json_t *header;

	if (!sabot_archive_read_number(db, &archive_number, error))
		return false;
	if (archive_number > 0) {
		g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
			    "%s is an archive: it is its own proof", db->path);
		return false;
	}
	header = build_header(db, writing, &from, error);
	if (!header)
		return false;
	if (write_line(writing->file, header) && !sabot_walk(db, from + 1, 0, &walker, error))
		return false;
	if (fflush(writing->file) == 0 && !ferror(writing->file))
		return true;
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
		    "the proof cannot be written");
	return false;
}

bool
sabot_proof_write(struct sabot_db *db, const char *log, FILE *file, GError **error)
{
	struct writing writing = {.file = file, .log = log};
	bool is_written;

	if (!sabot_statement_run(db, SABOT_STATEMENT_BEGIN_READ, error))
		return false;
	is_written = write_all(db, &writing, error);
	sabot_statement_run(db, SABOT_STATEMENT_ROLLBACK, NULL);
	return is_written;
}

static bool
read_header(json_t *json, struct sabot_verify *verify)
{
	struct sabot_chain_origin origin = {0};
	json_int_t unchained;
	const char *database, *anchor = NULL;
	int version, is_whole;

	if (json_unpack(json, "{s:i, s:s, s:I, s:b, s?s}", "sabot_proof", &version, "database",
			&database, "unchained", &unchained, "whole", &is_whole, "anchor",
			&anchor) != 0 ||
	    version != PROOF_VERSION ||
	    !sabot_hex_decode(database, origin.database, sizeof(origin.database)))
		return false;
	origin.unchained_seq = unchained;
	if (sabot_verify_start(verify, &origin, is_whole) && anchor)
		sabot_verify_anchor(verify, anchor, false);
	return true;
}

/* Whether the object could be read; what it proves is the verdict's. */
static bool
read_event(json_t *json, struct sabot_verify *verify)
{
	struct sabot_log_record *record = sabot_log_record_from_json(json);
	const char *hex = json_string_value(json_object_get(json, "hash"));
	struct sabot_chain_hash hash;
	bool is_read = record && (!hex || sabot_hex_decode(hex, hash.bytes, sizeof(hash.bytes)));

	if (is_read)
		sabot_verify_event(verify, record, hex ? &hash : NULL);
	sabot_log_record_unref(record);
	return is_read;
}

static bool
read_object(json_t *json, struct sabot_verify *verify)
{
	const char *note = json_string_value(json_object_get(json, "note"));

	if (!note)
		return read_event(json, verify);
	sabot_verify_checkpoint(verify, note);
	return true;
}

static bool
refuse(unsigned line, GError **error)
{
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED, "line %u is not a proof's",
		    line);
	return false;
}

/* A line that a crash or a copy cut short is refused like any other. */
static bool
read_line(FILE *file, json_t **ret_json)
{
	char *text = NULL;
	size_t size = 0;
	ssize_t length = getline(&text, &size, file);

	if (length > 0)
		*ret_json = json_loadb(text, (size_t)length, JSON_REJECT_DUPLICATES, NULL);
	free(text);
	return length > 0;
}

bool
sabot_proof_verify(FILE *file, struct sabot_verify *verify, GError **error)
{
	unsigned line = 0;
	json_t *json = NULL;

	while (read_line(file, &json)) {
		bool is_read =
			json && (line == 0 ? read_header(json, verify) : read_object(json, verify));

		line++;
		json_decref(json);
		json = NULL;
		if (!is_read)
			return refuse(line, error);
		if (!sabot_verify_is_good(verify))
			return true;
	}
	if (!sabot_verify_lacks_kept(verify))
		return line > 0 || refuse(1, error);
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
		    "the checkpoint that was kept is in an archive");
	return false;
}
