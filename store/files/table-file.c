/* The proof does the reading; this file compares: with the keys, and with what a database has. */
#include "table-file.h"
#include "archive-file.h"
#include "backup.h"
#include "store/keys/hex.h"
#include "store/log/log.h"
#include "store/log/archive.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

struct reading {
	struct sabot_table_file *file;
	GPtrArray *keys; /* borrowed */
	bool is_one;     /* one log and one part */
	bool is_signed;  /* up to its end */
	char *anchor;    /* the note on an archive that vouches for its end, or NULL */
};

void
sabot_table_file_free(struct sabot_table_file *file)
{
	if (!file)
		return;
	g_free(file->table);
	g_free(file->database);
	g_free(file->signer);
	g_free(file->last);
	g_free(file->witness);
	json_decref(file->known);
	json_decref(file->said);
	g_ptr_array_unref(file->records);
	g_array_unref(file->hashes);
	g_free(file);
}

static void
read_header(json_t *header, void *data)
{
	struct reading *reading = data;
	struct sabot_table_file *file = reading->file;
	json_t *from = json_object_get(header, "from");

	file->table = g_strdup(json_string_value(json_object_get(from, "table")));
	file->database = g_strdup(json_string_value(json_object_get(header, "database")));
	file->last = g_strdup(json_string_value(json_object_get(header, "last")));
	file->witness = g_strdup(json_string_value(json_object_get(header, "witness")));
	file->known = json_incref(json_object_get(header, "known"));
	file->said = json_incref(json_object_get(header, "said"));
	reading->anchor = g_strdup(json_string_value(json_object_get(header, "anchor")));
}

static void
read_event(const struct sabot_log_record *record, const struct sabot_chain_hash *hash, void *data)
{
	struct reading *reading = data;
	struct sabot_table_file *file = reading->file;
	bool is_first = file->records->len == 0;

	/* What the record points at lives as long as the reference. */
	g_ptr_array_add(file->records, sabot_log_record_ref((struct sabot_log_record *)record));
	reading->is_one = reading->is_one && hash && g_strcmp0(record->table, file->table) == 0 &&
			  (record->part != NULL) == is_first;
	if (hash)
		file->head = *hash;
	g_array_append_val(file->hashes, file->head);
}

/* The key that has signed a note; NULL: none of those that are believed. */
static const struct sabot_key *
find_signer(const struct reading *reading, const char *note)
{
	for (guint i = 0; i < reading->keys->len; i++) {
		const struct sabot_key *key = g_ptr_array_index(reading->keys, i);

		if (sabot_note_is_signed_by(note, key))
			return key;
	}
	return NULL;
}

static void
set_signer(struct reading *reading, const struct sabot_key *key)
{
	g_free(reading->file->signer);
	reading->file->signer = g_strdup(key->name);
}

static void
read_note(const char *note, void *data)
{
	struct reading *reading = data;
	const struct sabot_key *key = find_signer(reading, note);

	if (key)
		set_signer(reading, key);
}

/* The archive's note, signed by one of the keys, says that the log ended just here. */
static void
read_anchor(struct reading *reading)
{
	const struct sabot_table_file *file = reading->file;
	struct sabot_anchor *anchor =
		reading->anchor ? sabot_anchor_parse(reading->anchor, NULL) : NULL;
	const struct sabot_anchor_log *log = sabot_anchor_find(anchor, file->table);

	if (log && log->n == sabot_table_file_last_n(file) &&
	    sabot_chain_is_equal(log->hash, file->head)) {
		const struct sabot_key *key = find_signer(reading, reading->anchor);

		if (key)
			set_signer(reading, key);
		reading->is_signed = file->signer != NULL;
	}
	sabot_anchor_free(anchor);
}

static bool
judge(struct reading *reading, struct sabot_verify *verify, const char *path, GError **error)
{
	const struct sabot_verify_result *verdict = sabot_verify_finish(verify);
	const struct sabot_table_file *file = reading->file;

	if (verdict->fault != SABOT_VERIFY_INTACT) {
		g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_REFUSED,
			    "%s: is not what was recorded (%s): sabotctl verify tells more", path,
			    sabot_verify_fault_to_string(verdict->fault));
		return false;
	}
	if (!file->table || file->records->len == 0 || !reading->is_one)
		return sabot_store_refuse(path, "is no table that was given", error);
	reading->is_signed = file->signer && verdict->n_unprotected == 0;
	read_anchor(reading);
	if (!reading->is_signed)
		return sabot_store_refuse(path, "its last event is not signed", error);
	return true;
}

static bool
read_proof(const char *path, struct reading *reading, GError **error)
{
	const struct sabot_proof_reader reader = {
		.header = read_header,
		.event = read_event,
		.note = read_note,
		.data = reading,
	};
	struct sabot_verify *verify = sabot_verify_new(reading->keys, NULL, error);
	FILE *stream = fopen(path, "re");
	bool is_good = false;

	if (!stream)
		sabot_store_refuse(path, g_strerror(errno), error);
	else if (!sabot_proof_read(stream, verify, &reader, error))
		g_prefix_error(error, "%s: ", path);
	else
		is_good = judge(reading, verify, path, error);
	if (stream)
		fclose(stream);
	sabot_verify_free(verify);
	return is_good;
}

static void
keep_signed(const struct reading *reading, char **note)
{
	if (*note && !find_signer(reading, *note))
		g_clear_pointer(note, g_free);
}

struct sabot_table_file *
sabot_table_file_read(const char *path, GPtrArray *keys, GError **error)
{
	struct sabot_table_file *file = g_new0(struct sabot_table_file, 1);
	struct reading reading = {.file = file, .keys = keys, .is_one = true};
	bool is_good = false;

	file->records = g_ptr_array_new_with_free_func(sabot_log_record_unref);
	file->hashes = g_array_new(FALSE, FALSE, sizeof(struct sabot_chain_hash));
	if (read_proof(path, &reading, error) && sabot_archive_digest(path, &file->digest, error))
		is_good = true;
	g_free(reading.anchor);
	if (is_good) {
		keep_signed(&reading, &file->last);
		keep_signed(&reading, &file->witness);
		return file;
	}
	sabot_table_file_free(file);
	return NULL;
}

int64_t
sabot_table_file_last_n(const struct sabot_table_file *file)
{
	const struct sabot_log_record *last =
		g_ptr_array_index(file->records, file->records->len - 1);

	return last->n;
}

struct search {
	const char *table;
	char *digest;
};

static bool
read_house(G_GNUC_UNUSED int64_t seq, G_GNUC_UNUSED int64_t n, const char *line, void *data)
{
	struct search *search = data;
	json_t *event = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
	const char *ev = json_string_value(json_object_get(event, "ev"));
	const char *table = json_string_value(json_object_get(event, "table"));
	bool is_away = g_strcmp0(ev, "given") == 0 || g_strcmp0(ev, "taking") == 0;

	if (g_strcmp0(table, search->table) == 0 && (is_away || g_strcmp0(ev, "taken") == 0)) {
		g_clear_pointer(&search->digest, g_free);
		if (is_away)
			search->digest =
				g_strdup(json_string_value(json_object_get(event, "digest")));
	}
	json_decref(event);
	return true;
}

bool
sabot_table_file_find_away(struct sabot_db *db, const char *table, char **ret_digest,
			   GError **error)
{
	const struct sabot_log_range range = {.table = "house", .from_n = 1, .to_n = INT64_MAX};
	struct search search = {.table = table};

	if (!sabot_log_read(db, &range, read_house, &search, error)) {
		g_free(search.digest);
		return false;
	}
	*ret_digest = search.digest;
	return true;
}

/* How far the database's part and the file's are the same. */
struct comparison {
	const struct sabot_table_file *file;
	guint n_same;
	bool is_same; /* all that the database has */
	GArray *seqs; /* of int64_t: of those that are the same */
};

static bool
compare_event(int64_t seq, G_GNUC_UNUSED int64_t n, const char *line, void *data)
{
	struct comparison *comparison = data;
	GPtrArray *records = comparison->file->records;
	const struct sabot_log_record *record = NULL;

	if (comparison->n_same < records->len)
		record = g_ptr_array_index(records, comparison->n_same);
	if (record && strcmp(record->line, line) == 0) {
		comparison->n_same++;
		g_array_append_val(comparison->seqs, seq);
	} else
		comparison->is_same = false;
	return comparison->is_same;
}

static bool
is_same_part(const struct sabot_log_part *one, const struct sabot_log_part *other)
{
	return strcmp(one->rules, other->rules) == 0 &&
	       strcmp(one->overrides, other->overrides) == 0 &&
	       one->from_load == other->from_load && one->from_round == other->from_round &&
	       one->from_incident == other->from_incident;
}

/* A load has one place in a log. `error` is not NULL. */
static bool
has_its_loads(const struct sabot_table_file *file, struct sabot_db *db, GError **error)
{
	struct sabot_log_load load;

	for (guint i = 0; i < file->records->len && !*error; i++) {
		const struct sabot_log_record *record = g_ptr_array_index(file->records, i);

		if (record->load &&
		    sabot_log_get_load(db, file->table, record->load->load, &load, error))
			return true;
	}
	return false;
}

/* The event at its place in the other log; its seq is still to come. */
static struct sabot_log_record *
transplant(const struct sabot_log_record *from, int64_t n, int64_t part)
{
	struct sabot_log_record *record = sabot_log_record_new();

	record->table = g_strdup(from->table);
	record->n = n;
	record->at_us = from->at_us;
	record->ev = g_strdup(from->ev);
	record->line = g_strdup(from->line);
	record->frame = from->frame ? g_bytes_ref(from->frame) : NULL;
	record->frame_at_us = from->frame_at_us;
	if (from->load) {
		record->load = g_memdup2(from->load, sizeof(*from->load));
		record->load->n = n;
		record->load->part = part;
	}
	if (from->part) {
		record->part = sabot_log_part_copy(from->part);
		record->part->part = part;
		record->part->from_n = n;
	}
	return record;
}

/* The file's events, of which the log has the first ones: those with a seq. */
static struct sabot_table_join *
make_join(const struct sabot_table_file *file, const struct sabot_log_state *state,
	  const GArray *seqs)
{
	struct sabot_table_join *join = g_new0(struct sabot_table_join, 1);
	guint n_same = seqs ? seqs->len : 0;
	int64_t part = state->part ? state->part->part + (n_same == 0) : 1;
	int64_t before = state->last_n - n_same;

	join->records = g_ptr_array_new_with_free_func(sabot_log_record_unref);
	join->n_same = n_same;
	join->last_n = state->last_n;
	for (guint i = 0; i < file->records->len; i++) {
		struct sabot_log_record *record =
			transplant(g_ptr_array_index(file->records, i), before + i + 1, part);

		record->seq = i < n_same ? g_array_index(seqs, int64_t, i) : 0;
		g_ptr_array_add(join->records, record);
	}
	return join;
}

void
sabot_table_join_free(struct sabot_table_join *join)
{
	if (!join)
		return;
	g_ptr_array_unref(join->records);
	g_free(join);
}

static bool
compare(const struct sabot_table_file *file, struct sabot_db *db,
	const struct sabot_log_state *state, struct comparison *comparison, GError **error)
{
	const struct sabot_log_record *first = g_ptr_array_index(file->records, 0);
	struct sabot_log_range range = {.table = file->table, .to_n = state->last_n + 1};

	comparison->file = file;
	if (!state->part || !is_same_part(state->part, first->part))
		return true;
	comparison->is_same = true;
	range.from_n = state->part->from_n;
	return sabot_log_read(db, &range, compare_event, comparison, error);
}

static bool
read_idle(G_GNUC_UNUSED int64_t seq, G_GNUC_UNUSED int64_t n, const char *line, void *data)
{
	json_t *event = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
	bool *is_idle = data;

	*is_idle = g_strcmp0(json_string_value(json_object_get(event, "ev")), "device") == 0;
	json_decref(event);
	return *is_idle;
}

/* Nothing ever happened at the table but that its shoe came and went. */
static bool
is_idle(struct sabot_db *db, const char *table, const struct sabot_log_state *state, bool *ret_idle,
	GError **error)
{
	const struct sabot_log_range all = {.table = table, .from_n = 1, .to_n = INT64_MAX};

	*ret_idle = !state->part || state->part->part == 1;
	return !*ret_idle || sabot_log_read(db, &all, read_idle, ret_idle, error);
}

/* Why the log that is here cannot continue with the file; NULL: it can. */
static const char *
find_hindrance(const struct comparison *comparison, bool may_take)
{
	bool has_all = comparison->n_same == comparison->file->records->len;

	if (has_all && !comparison->is_same)
		return "the file is older than what is here";
	if (may_take)
		return NULL;
	return has_all ? "what the file has is here already"
		       : "the table is at work here: it was not given away";
}

static struct sabot_table_join *
join(const struct sabot_table_file *file, struct sabot_db *db, const struct sabot_log_state *state,
     GError **error)
{
	g_autoptr(GArray) seqs = g_array_new(FALSE, FALSE, sizeof(int64_t));
	struct comparison comparison = {.seqs = seqs};
	g_autofree char *away = NULL;
	g_autoptr(GError) failure = NULL;
	const char *hindrance;
	bool may_take;

	if (!sabot_table_file_find_away(db, file->table, &away, error) ||
	    !is_idle(db, file->table, state, &may_take, error) ||
	    !compare(file, db, state, &comparison, error))
		return NULL;
	hindrance = find_hindrance(&comparison, may_take || away);
	if (!hindrance && comparison.is_same)
		return make_join(file, state, seqs);
	if (!hindrance && has_its_loads(file, db, &failure))
		hindrance = "other events stand here under the same loads";
	if (failure) {
		g_propagate_error(error, g_steal_pointer(&failure));
		return NULL;
	}
	if (!hindrance)
		return make_join(file, state, NULL);
	sabot_store_refuse(file->table, hindrance, error);
	return NULL;
}

struct sabot_table_join *
sabot_table_file_join(const struct sabot_table_file *file, struct sabot_db *db, GError **error)
{
	struct sabot_log_state state;
	struct sabot_table_join *joined;

	if (!sabot_log_get_state(db, file->table, &state, error))
		return NULL;
	joined = join(file, db, &state, error);
	sabot_log_state_clear(&state);
	return joined;
}

bool
sabot_table_file_write(const char *path, struct sabot_db *db, const char *table, json_t *more,
		       GError **error)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	FILE *stream = fd < 0 ? NULL : fdopen(fd, "w");
	bool is_written = false;

	if (!stream)
		return sabot_store_refuse(path, g_strerror(errno), error);
	is_written = sabot_proof_write_part(db, table, more, stream, error);
	if (fclose(stream) != 0 && is_written)
		is_written = sabot_store_refuse(path, g_strerror(errno), error);
	return is_written && sabot_backup_sync(path, error);
}

char *
sabot_table_file_digest(const struct sabot_table_file *file)
{
	return sabot_hex_encode(file->digest.bytes, SABOT_CHAIN_HASH_BYTES);
}

static json_t *
build_event(const struct sabot_table_file *file, const char *ev, const char *by)
{
	g_autofree char *digest = sabot_table_file_digest(file);

	return json_pack("{s:s, s:s, s:s, s:s}", "ev", ev, "table", file->table, "digest", digest,
			 "by", by);
}

static void
add_head(const struct sabot_table_file *file, json_t *event)
{
	g_autofree char *head = sabot_hex_encode(file->head.bytes, SABOT_CHAIN_HASH_BYTES);

	json_object_set_new(event, "n", json_integer(sabot_table_file_last_n(file)));
	json_object_set_new(event, "head", json_string(head));
}

static void
add_past(const struct sabot_table_file *file, json_t *event)
{
	json_object_update_new(event, json_pack("{s:s*, s:s*}", "note", file->last, "witness",
						file->witness));
}

json_t *
sabot_table_file_given(const struct sabot_table_file *file, const char *by)
{
	json_t *event = build_event(file, "given", by);

	add_head(file, event);
	add_past(file, event);
	return event;
}

json_t *
sabot_table_file_taking(const struct sabot_table_file *file, const struct sabot_table_join *join,
			const char *by)
{
	json_t *event = build_event(file, "taking", by);

	add_head(file, event);
	json_object_set_new(event, "database", json_string(file->database));
	json_object_set_new(event, "key", json_string(file->signer));
	json_object_set_new(event, "begins", json_boolean(join->last_n == 0));
	add_past(file, event);
	return event;
}

json_t *
sabot_table_file_build_taking(const struct sabot_table_file *file, const char *by)
{
	return build_event(file, "taken", by);
}
