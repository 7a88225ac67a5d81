/*
 * Reads a case file, and has the parts shared with writing (case-write.c): a proof of ranges, then
 * the pieces, and finally the seal over all bytes before it.
 */
#include "case-file-private.h"
#include "store/keys/hex.h"
#include "store/proof/proof.h"
#include "store/log/record-json.h"

#include <string.h>

struct reading {
	struct sabot_case_file *file;
	struct sabot_verify *verify;
	bool is_case;                /* the header is one's */
	char *sealed_body;           /* the body of the seal that is in the file */
	struct sabot_case_seal seal; /* the one that there should be */
};

struct sabot_case_piece *
sabot_case_piece_new(const char *name, GBytes *bytes)
{
	struct sabot_case_piece *piece = g_new0(struct sabot_case_piece, 1);

	piece->name = g_strdup(name);
	piece->bytes = bytes;
	return piece;
}

void
sabot_case_piece_free(gpointer data)
{
	struct sabot_case_piece *piece = data;

	g_free(piece->name);
	g_bytes_unref(piece->bytes);
	g_free(piece);
}

void
sabot_case_file_free(struct sabot_case_file *file)
{
	if (!file)
		return;
	g_free(file->about.table);
	g_free(file->about.by);
	g_free(file->database);
	g_free(file->signer);
	g_ptr_array_unref(file->records);
	g_ptr_array_unref(file->pieces);
	g_free(file);
}

const struct sabot_case_piece *
sabot_case_find_piece(const struct sabot_case_file *file, const char *name)
{
	for (guint i = 0; i < file->pieces->len; i++) {
		const struct sabot_case_piece *piece = g_ptr_array_index(file->pieces, i);

		if (strcmp(piece->name, name) == 0)
			return piece;
	}
	return NULL;
}

void
sabot_case_seal_init(struct sabot_case_seal *seal, const char *database,
		     const struct sabot_case_about *about)
{
	seal->body = g_string_new(NULL);
	g_string_append_printf(seal->body,
			       "sabot-case/1 %s\ntable %s\nload %" G_GINT64_FORMAT
			       "\nround %" G_GINT64_FORMAT "\nincident %" G_GINT64_FORMAT
			       "\nmade_us %" G_GINT64_FORMAT "\n",
			       database, about->table, about->load, about->round, about->incident,
			       about->made_us);
}

void
sabot_case_seal_clear(struct sabot_case_seal *seal)
{
	if (seal->body)
		g_string_free(seal->body, TRUE);
	seal->body = NULL;
}

char *
sabot_case_seal_line(unsigned number, const char *text, size_t n_bytes)
{
	struct sabot_chain_hash digest = sabot_chain_digest(text, n_bytes);
	g_autofree char *hex = sabot_hex_encode(digest.bytes, sizeof(digest.bytes));

	return g_strdup_printf("line %u %s\n", number, hex);
}

bool
sabot_case_seal_has(const json_t *object)
{
	return !json_object_get(object, "seq") && !json_object_get(object, "note");
}

void
sabot_case_seal_finish(struct sabot_case_seal *seal, const char *bytes, size_t n_bytes)
{
	struct sabot_chain_hash digest = sabot_chain_digest(bytes, n_bytes);
	g_autofree char *hex = sabot_hex_encode(digest.bytes, sizeof(digest.bytes));

	g_string_append_printf(seal->body, "bytes %zu\nfile %s\n", n_bytes, hex);
}

static bool
read_about(json_t *header, struct sabot_case_file *file)
{
	struct sabot_case_about *about = &file->about;
	const char *table, *by = NULL, *database;
	json_int_t load, round, incident, at_us, made_us;
	int is_whole;

	if (json_unpack(header, "{s:s, s:b, s:{s:s, s:I, s:I, s:I, s:I, s:I, s?s}}", "database",
			&database, "whole", &is_whole, "case", "table", &table, "load", &load,
			"round", &round, "incident", &incident, "at_us", &at_us, "made_us",
			&made_us, "by", &by) != 0 ||
	    is_whole)
		return false;
	*about = (struct sabot_case_about){g_strdup(table), load,    round,       incident,
					   at_us,           made_us, g_strdup(by)};
	file->database = g_strdup(database);
	return true;
}

static void
read_header(json_t *header, void *data)
{
	struct reading *reading = data;

	reading->is_case = read_about(header, reading->file);
}

static void
read_event(const struct sabot_log_record *record, const struct sabot_chain_hash *hash, void *data)
{
	struct reading *reading = data;

	(void)hash;
	/* What the record points at lives as long as the reference. */
	g_ptr_array_add(reading->file->records,
			sabot_log_record_ref((struct sabot_log_record *)record));
}

static void
read_note_piece(const char *note, void *data)
{
	(void)note;
	(void)data;
}

/* What is wrong with a piece, its line's digest shows. */
static bool
read_piece(const json_t *object, void *data)
{
	struct reading *reading = data;
	const char *name, *text;
	guchar *bytes;
	gsize n_bytes;

	if (json_unpack((json_t *)object, "{s:s, s:s}", "piece", &name, "base64", &text) != 0)
		return false;
	bytes = g_base64_decode(text, &n_bytes);
	g_ptr_array_add(reading->file->pieces,
			sabot_case_piece_new(name, g_bytes_new_take(bytes, n_bytes)));
	return true;
}

static bool
refuse(unsigned line, const char *why, GError **error)
{
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
		    "line %u is not a case file's: %s", line, why);
	return false;
}

/* There is one way to write a line. */
static bool
is_canonical(const json_t *object, const char *text, size_t n_bytes)
{
	const char *hex = json_string_value(json_object_get(object, "hash"));
	struct sabot_log_record *record = NULL;
	struct sabot_chain_hash hash;
	json_t *again = NULL;
	char *dump;
	bool is_same;

	if (json_object_get(object, "seq"))
		record = sabot_log_record_from_proof((json_t *)object);
	if (record && hex && sabot_hex_decode(hex, hash.bytes, sizeof(hash.bytes)))
		again = sabot_log_record_to_proof(record, &hash);
	sabot_log_record_unref(record);
	dump = json_dumps(again ? again : object, JSON_COMPACT);
	is_same = dump && strlen(dump) == n_bytes && memcmp(dump, text, n_bytes) == 0;
	free(dump);
	json_decref(again);
	return is_same;
}

/* A line that stands for nothing but itself must be named by the seal. */
static void
check_line(struct reading *reading, unsigned number, const char *text, size_t n_bytes)
{
	g_autofree char *line = sabot_case_seal_line(number, text, n_bytes);

	if (!strstr(reading->sealed_body, line))
		sabot_verify_fail(reading->verify, SABOT_VERIFY_SEAL, NULL, number);
	g_string_append(reading->seal.body, line);
}

static bool
read_line(struct reading *reading, unsigned number, const char *text, size_t n_bytes)
{
	const struct sabot_proof_reader reader = {
		.header = read_header,
		.event = read_event,
		.note = read_note_piece,
		.other = read_piece,
		.data = reading,
	};
	json_t *object = json_loadb(text, n_bytes, JSON_REJECT_DUPLICATES, NULL);
	bool is_accepted =
		object && sabot_proof_add_line(object, number == 1, reading->verify, &reader);

	if (is_accepted && number == 1 && reading->is_case)
		sabot_case_seal_init(&reading->seal, reading->file->database,
				     &reading->file->about);
	if (is_accepted && reading->is_case && sabot_case_seal_has(object))
		check_line(reading, number, text, n_bytes);
	if (is_accepted && !is_canonical(object, text, n_bytes))
		sabot_verify_fail(reading->verify, SABOT_VERIFY_SEAL, NULL, number);
	json_decref(object);
	return is_accepted && reading->is_case;
}

/* Whose it is. Where keys are given, one of them must have signed; without, nobody is believed. */
static bool
read_signer(struct reading *reading, const char *note, GPtrArray *keys)
{
	const char *signature = strstr(note, "\n\n— ");
	struct sabot_key *key;

	reading->file->is_signed = signature != NULL;
	reading->sealed_body = signature ? sabot_note_get_body(note) : g_strdup(note);
	for (guint i = 0; signature && i < keys->len; i++) {
		key = g_ptr_array_index(keys, i);
		if (sabot_note_is_signed_by(note, key))
			reading->file->signer = g_strdup(key->name);
	}
	if (keys->len == 0 || reading->file->signer)
		return reading->sealed_body != NULL;
	if (!sabot_verify_names_key(reading->verify, note))
		sabot_verify_fail(reading->verify, SABOT_VERIFY_UNSEALED, NULL, 0);
	return false;
}

/* The last line. */
static bool
read_seal(struct reading *reading, unsigned number, const char *text, size_t n_bytes)
{
	json_t *object = json_loadb(text, n_bytes, JSON_REJECT_DUPLICATES, NULL);
	const char *note = json_string_value(json_object_get(object, "seal"));
	bool is_good = note && json_object_size(object) == 1 &&
		       is_canonical(object, text, n_bytes) &&
		       read_signer(reading, note, sabot_verify_get_keys(reading->verify));

	json_decref(object);
	if (!is_good)
		sabot_verify_fail(reading->verify, SABOT_VERIFY_SEAL, NULL, number);
	return is_good;
}

bool
sabot_case_is_one(const char *bytes, size_t n_bytes)
{
	static const char start[] = "{\"sabot_proof\":";
	const char *end = memchr(bytes, '\n', n_bytes);

	return end && n_bytes > strlen(start) && memcmp(bytes, start, strlen(start)) == 0 &&
	       memmem(bytes, (size_t)(end - bytes), "\"case\":{", strlen("\"case\":{"));
}

/* Up to the seal, as long as nothing is wrong. False with an error when it is no case file. */
static bool
read_lines(struct reading *reading, const char *bytes, size_t n_bytes, GError **error)
{
	const char *line = bytes, *end = bytes + n_bytes;
	unsigned number = 0;

	while (line < end && sabot_verify_is_good(reading->verify)) {
		const char *stop = memchr(line, '\n', (size_t)(end - line));
		size_t length = (size_t)(stop - line);

		number++;
		if (read_line(reading, number, line, length))
			line = stop + 1;
		else if (number == 1)
			return refuse(number, "it does not tell what the case is", error);
		else
			sabot_verify_fail(reading->verify, SABOT_VERIFY_SEAL, NULL, number);
	}
	return true;
}

/* At the end: the whole, and that a checkpoint is about each range's end. */
static void
check_end(struct reading *reading, const char *bytes, size_t n_bytes)
{
	struct sabot_verify *verify = reading->verify;

	sabot_case_seal_finish(&reading->seal, bytes, n_bytes);
	if (strcmp(reading->seal.body->str, reading->sealed_body) != 0)
		sabot_verify_fail(verify, SABOT_VERIFY_SEAL, NULL, 0);
	if (sabot_verify_get_keys(verify)->len > 0 && sabot_verify_count_unprotected(verify) > 0)
		sabot_verify_fail(verify, SABOT_VERIFY_UNSIGNED, NULL, 0);
}

/* Where the last line begins; 0: there is no whole one behind another. */
static size_t
find_seal(const char *bytes, size_t n_bytes, unsigned *ret_number)
{
	size_t at = 0;
	unsigned number = 1;

	if (n_bytes == 0 || bytes[n_bytes - 1] != '\n')
		return 0;
	for (size_t i = 0; i + 1 < n_bytes; i++) {
		if (bytes[i] != '\n')
			continue;
		at = i + 1;
		number++;
	}
	*ret_number = number;
	return at;
}

struct sabot_case_file *
sabot_case_read(const char *bytes, size_t n_bytes, struct sabot_verify *verify, GError **error)
{
	struct sabot_case_file *file = g_new0(struct sabot_case_file, 1);
	struct reading reading = {.file = file, .verify = verify};
	unsigned number = 0;
	size_t at = find_seal(bytes, n_bytes, &number);
	bool is_read = true;

	file->records = g_ptr_array_new_with_free_func(sabot_log_record_unref);
	file->pieces = g_ptr_array_new_with_free_func(sabot_case_piece_free);
	if (at == 0)
		is_read = refuse(1, "its last line is not whole", error);
	else if (read_seal(&reading, number, bytes + at, n_bytes - at - 1))
		is_read = read_lines(&reading, bytes, at, error);
	if (is_read && sabot_verify_is_good(verify))
		check_end(&reading, bytes, at);
	sabot_case_seal_clear(&reading.seal);
	g_free(reading.sealed_body);
	if (is_read && sabot_verify_is_good(verify))
		return file;
	sabot_case_file_free(file);
	return NULL;
}
