/*
 * The first line has the origin and, if the log does not begin with its first event, the note on
 * the archive after which it continues; then, in the order of recording, one object per event (as
 * in the spool, with its hash) or checkpoint. The proof of one log has the checkpoints that name
 * it.
 */
#include "proof.h"
#include "store/keys/hex.h"
#include "store/log/record-json.h"
#include "seal.h"
#include "tree.h"
#include "verify-checkpoint.h"
#include "store/db/statements.h"
#include "store/log/taking.h"
#include "store/log/walk.h"
#include "store/log/log.h"
#include "store/log/archive.h"

#include <string.h>

enum { PROOF_VERSION_UNSALTED = 1 };

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

	if (writing->log && strcmp(writing->log, record->table) != 0)
		return true;
	return write_line(writing->file, sabot_log_record_to_proof(record, hash));
}

/* Whether the checkpoint names the log. */
static bool
names_log(const char *note, const char *log)
{
	struct sabot_checkpoint *checkpoint = sabot_checkpoint_parse(note, NULL);
	bool is_named = sabot_checkpoint_find(checkpoint, log) != NULL;

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

/* Behind what a proof begins that does not begin with the log. */
static json_t *
build_from(const char *log, int64_t n, struct sabot_chain_hash previous)
{
	g_autofree char *hex = sabot_hex_encode(previous.bytes, sizeof(previous.bytes));

	return json_pack("{s:s, s:I, s:s}", "table", log, "n", (json_int_t)n, "previous", hex);
}

/* One log that came from another database begins behind its head there. */
static bool
add_from(struct sabot_db *db, const char *log, json_t *header, GError **error)
{
	struct sabot_chain_hash previous;
	bool came = false;

	if (log && !sabot_taking_begin(db, log, &previous, &came, error))
		return false;
	if (came)
		json_object_set_new(header, "from", build_from(log, 1, previous));
	return true;
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
	    !sabot_archive_read_last_checkpoint(db, ret_from, error) ||
	    !sabot_archive_read_last(db, &last, error))
		return NULL;
	database = sabot_hex_encode(origin.database, sizeof(origin.database));
	header = json_pack("{s:i, s:s, s:I, s:b}", "sabot_proof", SABOT_PROOF_VERSION, "database",
			   database, "unchained", (json_int_t)origin.unchained_seq, "whole",
			   writing->log == NULL);
	if (last)
		json_object_set_new(header, "anchor", json_string(last->note));
	else if (!add_from(db, writing->log, header, error))
		g_clear_pointer(&header, json_decref);
	sabot_archive_free(last);
	return header;
}

/* NULL: all of them. */
static bool
has_log(struct sabot_db *db, const char *log, GError **error)
{
	int64_t id = 1;

	if (log && !sabot_log_get_id(db, log, &id, error))
		return false;
	if (id == 0)
		g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
			    "%s: there is no log of table %s", db->path, log);
	return id != 0;
}

static bool
write_all(struct sabot_db *db, struct writing *writing, GError **error)
{
	const struct sabot_walker walker = {
		.event = write_event, .checkpoint = write_checkpoint, .data = writing};
	int64_t archive_number, from;
	json_t *header;

	if (!sabot_archive_read_number(db, &archive_number, error))
		return false;
	if (archive_number > 0) {
		g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
			    "%s is an archive: it is its own proof", db->path);
		return false;
	}
	if (!has_log(db, writing->log, error))
		return false;
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
	sabot_statement_run(db, SABOT_STATEMENT_END_READ, NULL);
	return is_written;
}

/* The last part of one log, on its way into a file. */
struct part_writing {
	FILE *file;
	const char *log;
	json_t *more; /* of its header */
	struct sabot_chain_origin origin;
	int64_t from_n, last_n;
	struct sabot_chain_hash previous; /* of the event before it */
	bool is_chained, is_written;
	char *note, *anchor; /* that vouches for it; one of them, the other NULL */
};

static bool
write_part_header(const struct part_writing *writing)
{
	const struct sabot_chain_origin *origin = &writing->origin;
	g_autofree char *database = sabot_hex_encode(origin->database, sizeof(origin->database));

	json_t *header = json_pack("{s:i, s:s, s:I, s:b, s:o, s:s*}", "sabot_proof",
				   SABOT_PROOF_VERSION, "database", database, "unchained",
				   (json_int_t)origin->unchained_seq, "whole", false, "from",
				   build_from(writing->log, writing->from_n, writing->previous),
				   "anchor", writing->anchor);

	json_object_update(header, writing->more);
	return write_line(writing->file, header);
}

static bool
write_part_event(const struct sabot_log_record *record, const struct sabot_chain_hash *hash,
		 void *data)
{
	struct part_writing *writing = data;
	struct writing events = {writing->file, writing->log};

	if (strcmp(record->table, writing->log) != 0)
		return true;
	writing->is_chained = hash != NULL;
	if (hash && record->n < writing->from_n)
		writing->previous = *hash;
	if (!hash || record->n < writing->from_n)
		return hash != NULL;
	writing->is_written = (record->n > writing->from_n || write_part_header(writing)) &&
			      write_event(record, hash, &events);
	return writing->is_written;
}

static bool
record_seq(int64_t seq, G_GNUC_UNUSED int64_t n, G_GNUC_UNUSED const char *line, void *data)
{
	*(int64_t *)data = seq;
	return false;
}

/* The hash before the part where the event before it is not here; and where to begin to look. */
static bool
find_part(struct sabot_db *db, struct part_writing *writing, int64_t *ret_seq, GError **error)
{
	struct sabot_log_range range = {.table = writing->log,
					.from_n = MAX(writing->from_n - 1, 1),
					.to_n = writing->from_n + 1};
	const struct sabot_anchor_log *behind;
	struct sabot_anchor *anchor;
	struct sabot_archive *last;
	bool is_found, came;

	if (!sabot_chain_read_origin(db, &writing->origin, error) ||
	    !sabot_archive_read_last(db, &last, error))
		return false;
	anchor = last ? sabot_anchor_parse(last->note, NULL) : NULL;
	behind = sabot_anchor_find(anchor, writing->log);
	if (behind)
		writing->previous = behind->from_hash;
	is_found = behind || sabot_taking_begin(db, writing->log, &writing->previous, &came, error);
	sabot_anchor_free(anchor);
	sabot_archive_free(last);
	return is_found && sabot_log_read(db, &range, record_seq, ret_seq, error);
}

/* The last checkpoint that names the log; none may be left of those before an archive. */
static bool
find_note(struct sabot_db *db, struct part_writing *writing, GError **error)
{
	struct sabot_seal seal;
	bool is_read = sabot_seal_read_last(db, &seal, error);

	while (is_read && seal.note && !names_log(seal.note, writing->log)) {
		int64_t before = seal.number - 1;

		sabot_seal_clear(&seal);
		is_read = sabot_seal_read(db, before, &seal, error);
	}
	if (is_read) {
		writing->note = g_strdup(seal.note);
		sabot_seal_clear(&seal);
	}
	return is_read;
}

/* What vouches for its end: a checkpoint, or the note on the archive that holds that one. */
static bool
find_signature(struct sabot_db *db, struct part_writing *writing, GError **error)
{
	struct sabot_archive *last;

	if (!find_note(db, writing, error))
		return false;
	if (writing->note)
		return true;
	if (!sabot_archive_read_last(db, &last, error))
		return false;
	writing->anchor = last ? g_strdup(last->note) : NULL;
	sabot_archive_free(last);
	if (!writing->anchor)
		g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
			    "%s: there is no checkpoint about it", writing->log);
	return writing->anchor != NULL;
}

static bool
write_part(struct sabot_db *db, struct part_writing *writing, GError **error)
{
	const struct sabot_walker walker = {.event = write_part_event, .data = writing};
	int64_t seq = 0, last_seq;

	if (!find_signature(db, writing, error) || !find_part(db, writing, &seq, error) ||
	    !sabot_log_last_seq(db, &last_seq, error) ||
	    !sabot_walk_events(db, seq - 1, last_seq, &walker, error))
		return false;
	if (!writing->is_chained) {
		g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
			    "%s: there are events from before the chain", writing->log);
		return false;
	}
	if (writing->note)
		write_line(writing->file, json_pack("{s:s}", "note", writing->note));
	if (writing->is_written && fflush(writing->file) == 0 && !ferror(writing->file))
		return true;
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
		    "the log's part cannot be written");
	return false;
}

bool
sabot_proof_write_part(struct sabot_db *db, const char *log, json_t *more, FILE *file,
		       GError **error)
{
	struct part_writing writing = {.file = file, .log = log, .more = more};
	struct sabot_log_state state;
	bool is_written;

	if (!sabot_log_get_state(db, log, &state, error))
		return false;
	if (!state.part) {
		g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
			    "%s: no event was recorded", log);
		return false;
	}
	writing.from_n = state.part->from_n;
	writing.last_n = state.last_n;
	sabot_log_state_clear(&state);
	if (!sabot_statement_run(db, SABOT_STATEMENT_BEGIN_READ, error))
		return false;
	is_written = write_part(db, &writing, error);
	g_free(writing.note);
	g_free(writing.anchor);
	sabot_statement_run(db, SABOT_STATEMENT_END_READ, NULL);
	return is_written;
}

/* A range of a log that does not begin with its first event: it says after which it does. */
static bool
read_from(json_t *json, struct sabot_verify *verify)
{
	json_t *from = json_object_get(json, "from");
	const char *table, *previous;
	struct sabot_chain_hash hash;
	json_int_t n, to_n = INT64_MAX;

	if (!from)
		return true;
	if (json_unpack(from, "{s:s, s:I, s?I, s:s}", "table", &table, "n", &n, "to", &to_n,
			"previous", &previous) != 0 ||
	    n < 1 || !sabot_hex_decode(previous, hash.bytes, sizeof(hash.bytes)))
		return false;
	sabot_verify_begin_range(verify, table, n, to_n, hash);
	return true;
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
	    (version != SABOT_PROOF_VERSION && version != PROOF_VERSION_UNSALTED) ||
	    !sabot_hex_decode(database, origin.database, sizeof(origin.database)))
		return false;
	origin.unchained_seq = unchained;
	if (!sabot_verify_start(verify, &origin, is_whole))
		return true;
	if (anchor)
		sabot_verify_anchor(verify, anchor, false);
	return is_whole || read_from(json, verify);
}

/* Whether the object could be read; what it proves is the verdict's. */
static bool
read_event(json_t *json, struct sabot_verify *verify, const struct sabot_proof_reader *reader)
{
	struct sabot_log_record *record = sabot_log_record_from_proof(json);
	const char *hex = json_string_value(json_object_get(json, "hash"));
	struct sabot_hashed event = {.record = record, .has_hash = hex != NULL};
	uint8_t *bytes = event.hash.bytes;
	bool is_read = record && (!hex || sabot_hex_decode(hex, bytes, sizeof(event.hash.bytes)));

	if (is_read && sabot_verify_event(verify, &event) && reader)
		reader->event(record, hex ? &event.hash : NULL, reader->data);
	sabot_log_record_unref(record);
	return is_read;
}

/* What leads from a range's end to the root of its log's tree. */
static bool
read_path(json_t *json, struct sabot_verify *verify)
{
	g_autoptr(GArray) path = g_array_new(FALSE, FALSE, sizeof(struct sabot_chain_hash));
	struct sabot_chain_hash hash;
	const char *table;
	json_t *hashes, *one;
	size_t index;

	if (json_unpack(json, "{s:{s:s, s:o}}", "path", "table", &table, "hashes", &hashes) != 0 ||
	    !json_is_array(hashes) || json_array_size(hashes) > SABOT_TREE_LEVELS)
		return false;
	json_array_foreach(hashes, index, one) {
		const char *hex = json_string_value(one);

		if (!hex || !sabot_hex_decode(hex, hash.bytes, sizeof(hash.bytes)))
			return false;
		g_array_append_val(path, hash);
	}
	sabot_verify_path(verify, table, path);
	return true;
}

static bool
read_object(json_t *json, struct sabot_verify *verify, const struct sabot_proof_reader *reader)
{
	const char *note = json_string_value(json_object_get(json, "note"));
	bool has_ranges = reader && reader->other;

	if (has_ranges && json_object_get(json, "from"))
		return read_from(json, verify);
	if (has_ranges && json_object_get(json, "path"))
		return read_path(json, verify);
	if (has_ranges && !note && !json_object_get(json, "seq"))
		return reader->other(json, reader->data);
	if (!note)
		return read_event(json, verify, reader);
	if (sabot_verify_checkpoint(verify, note) && reader)
		reader->note(note, reader->data);
	return true;
}

static bool
read_first(json_t *json, struct sabot_verify *verify, const struct sabot_proof_reader *reader)
{
	if (!read_header(json, verify))
		return false;
	if (reader)
		reader->header(json, reader->data);
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
	return sabot_proof_read(file, verify, NULL, error);
}

bool
sabot_proof_add_line(json_t *object, bool is_first, struct sabot_verify *verify,
		     const struct sabot_proof_reader *reader)
{
	return is_first ? read_first(object, verify, reader) : read_object(object, verify, reader);
}

bool
sabot_proof_read(FILE *file, struct sabot_verify *verify, const struct sabot_proof_reader *reader,
		 GError **error)
{
	unsigned line = 0;
	json_t *json = NULL;

	while (read_line(file, &json)) {
		bool is_read = json && sabot_proof_add_line(json, line == 0, verify, reader);

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
