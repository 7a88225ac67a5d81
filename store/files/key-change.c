/*
 * The note is written once and compared as a whole: its content follows from the database, except
 * for the checkpoint's number and the key, which are read from it. It is on the disk before the key
 * gets its name, so that a key is never found without the note that it succeeds another.
 */
#include "key-change.h"
#include "disk/own-file.h"
#include "store/keys/key-find.h"
#include "store/keys/key-tpm.h"
#include "store/log/chain.h"
#include "store/keys/hex.h"
#include "store/keys/note.h"
#include "store/proof/seal.h"
#include "store/db/statements.h"
#include "store/db/db-open.h"
#include "backup.h"
#include "guarded.h"
#include "key-list.h"
#include "store/log/log.h"

#include <errno.h>
#include <jansson.h>
#include <string.h>
#include <unistd.h>

enum { NOTE_BYTES_MAX = 65536 };

static const char database_name[] = "sabot.db", note_name[] = "signing.note";
static const char house_name[] = "house";

/* What the next start believes only if the house's key has signed it, with the kind of each. */
static const char *const copies[][2] = {
	{"sabotd-persons.json", "persons"},
	{"sabotd-unsaved.note", "unsaved"},
};

/* The body: which key goes, and its checkpoint up to which all is as it was. Transferred. */
static char *
format_body(const struct sabot_chain_origin *origin, const char *from,
	    const struct sabot_seal *seal)
{
	struct sabot_chain_hash digest = sabot_chain_digest(seal->note, strlen(seal->note));
	g_autofree char *database = sabot_hex_encode(origin->database, sizeof(origin->database));
	g_autofree char *sealed = sabot_hex_encode(digest.bytes, sizeof(digest.bytes));

	return g_strdup_printf("sabot-key/1 %s\nfrom %s\ncheckpoint %" G_GINT64_FORMAT
			       "\nsealed %s\n",
			       database, from, seal->number, sealed);
}

static bool
has_signed(const char *line, const char *note)
{
	struct sabot_key *key = line ? sabot_key_from_public_line(line, NULL) : NULL;
	bool has_signed = key && note && sabot_note_is_signed_by(note, key);

	sabot_key_free(key);
	return has_signed;
}

/* A member of an event. Transferred; NULL: it has none. */
static char *
read_member(const char *line, const char *name)
{
	json_t *event = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
	char *text = g_strdup(json_string_value(json_object_get(event, name)));

	json_decref(event);
	return text;
}

/*
 * The key of the last start that was saved, "" for none: it, or nothing, has signed what that start
 * wrote. With `note`, the last of these keys that has signed it. NULL: there is none. Transferred.
 */
static char *
find_key(struct sabot_db *db, const char *note, GError **error)
{
	sqlite3_stmt *list = sabot_statement_get(db, SABOT_STATEMENT_EVENT_STARTS, error);
	g_autoptr(GError) failure = NULL;
	char *key = NULL;
	int64_t house_id;

	if (!list || !sabot_log_get_id(db, house_name, &house_id, error) ||
	    !sabot_statement_bind(db, list, error, "i", house_id))
		return NULL;
	/* A start without its database recorded none. */
	while (!key && sabot_statement_next(db, list, &failure)) {
		key = read_member((const char *)sqlite3_column_text(list, 0), "key");
		if (note && !has_signed(key, note))
			g_clear_pointer(&key, g_free);
	}
	sabot_statement_end(list, &failure, error);
	return key;
}

/* NULL without an error where there is nothing to report. Transferred. */
static char *
build_note(struct sabot_db *db, const struct sabot_key *key, GError **error)
{
	g_autofree char *from = NULL, *body = NULL;
	struct sabot_chain_origin origin;
	struct sabot_seal last;

	if (!sabot_chain_read_origin(db, &origin, error) || !sabot_seal_read_last(db, &last, error))
		return NULL;
	from = last.note ? find_key(db, last.note, error) : NULL;
	body = from ? format_body(&origin, from, &last) : NULL;
	sabot_seal_clear(&last);
	return body ? sabot_note_sign(body, key) : NULL;
}

/* A key's public line, "" for none, as an element of the list. */
static void
add_key(GPtrArray *keys, const char *line)
{
	struct sabot_key *key = line && line[0] ? sabot_key_from_public_line(line, NULL) : NULL;

	if (key || (line && !line[0]))
		g_ptr_array_add(keys, key);
}

/* Of the last saved start, and of those since. */
static bool
add_last_keys(struct sabot_db *db, const char *state_dir, const struct sabot_key *key,
	      GPtrArray *keys, GError **error)
{
	g_autoptr(GError) failure = NULL;
	g_autofree char *last = find_key(db, NULL, &failure);
	g_auto(GStrv) lines = NULL;

	if (failure || (last && !sabot_key_list_add(state_dir, last, key, &failure))) {
		g_propagate_error(error, g_steal_pointer(&failure));
		return false;
	}
	lines = last ? sabot_key_list_read(state_dir, last, key) : NULL;
	for (char **line = lines; line && *line; line++)
		add_key(keys, *line);
	return true;
}

/*
 * The copies in the state directory that the last saved start, one since, or the signer of the last
 * checkpoint has signed get the new key's signature, too: the next start may lack the database that
 * shows whom this key follows. It is not the old key that is believed from then on, which may be
 * known.
 */
static bool
sign_copies(struct sabot_db *db, const char *state_dir, const struct sabot_key *key, GError **error)
{
	g_autoptr(GPtrArray) former =
		g_ptr_array_new_with_free_func((GDestroyNotify)sabot_key_free);
	g_autoptr(GError) failure = NULL;
	struct sabot_seal last = {0};

	if (add_last_keys(db, state_dir, key, former, &failure) &&
	    sabot_seal_read_last(db, &last, &failure) && last.note) {
		g_autofree char *signer = find_key(db, last.note, &failure);

		add_key(former, signer);
	}
	sabot_seal_clear(&last);
	for (size_t i = 0; !failure && i < G_N_ELEMENTS(copies); i++) {
		g_autofree char *path = g_build_filename(state_dir, copies[i][0], NULL);

		sabot_guarded_sign_too(path, copies[i][1], former, key, &failure);
	}
	if (!failure)
		return true;
	g_propagate_error(error, g_steal_pointer(&failure));
	return false;
}

static bool
write_note(const char *state_dir, const struct sabot_key *key, GError **error)
{
	g_autofree char *path = g_build_filename(state_dir, database_name, NULL);
	g_autofree char *note_path = g_build_filename(state_dir, note_name, NULL);
	g_autofree char *note = NULL;
	g_autoptr(GError) failure = NULL;
	struct sabot_db *db;

	if (!g_file_test(path, G_FILE_TEST_EXISTS))
		return true;
	db = sabot_db_open(path, SABOT_DB_FILE, &failure);
	note = db && sign_copies(db, state_dir, key, &failure) ? build_note(db, key, &failure)
							       : NULL;
	sabot_db_close(db);
	if (note)
		g_file_set_contents_full(note_path, note, -1,
					 G_FILE_SET_CONTENTS_CONSISTENT |
						 G_FILE_SET_CONTENTS_DURABLE,
					 0600, &failure);
	if (!failure)
		return true;
	g_propagate_error(error, g_steal_pointer(&failure));
	return false;
}

struct sabot_key *
sabot_key_change_create(const char *state_dir, const struct sabot_key_wish *wish, GError **error)
{
	g_autofree char *path = sabot_key_path(state_dir);
	g_autofree char *part = g_strconcat(path, ".part", NULL);
	struct sabot_key *key;

	if (g_file_test(path, G_FILE_TEST_EXISTS) || g_file_test(path, G_FILE_TEST_IS_SYMLINK)) {
		sabot_store_fail(error, path, g_strerror(EEXIST));
		return NULL;
	}
	/* Of a run that was interrupted: nothing was signed with it. */
	unlink(part);
	key = wish->is_in_tpm ? sabot_key_create_in_tpm(part, wish->name, wish->pcrs, error)
			      : sabot_key_create(part, wish->name, error);
	if (key && write_note(state_dir, key, error) && sabot_backup_publish(part, path, error))
		return key;
	if (key)
		unlink(part);
	sabot_key_free(key);
	return NULL;
}

/* The number in a line of the body; 0: there is none. */
static int64_t
read_number(const char *body, const char *start)
{
	const char *line = strstr(body, start);

	return line ? g_ascii_strtoll(line + strlen(start), NULL, 10) : 0;
}

/* The rest of a line of the body. Transferred. */
static char *
read_text(const char *body, const char *start)
{
	const char *line = strstr(body, start);

	return line ? g_strndup(line + strlen(start), strcspn(line + strlen(start), "\n")) : NULL;
}

/* That the body is what would be written now of its checkpoint and key. */
static bool
is_about(struct sabot_db *db, const char *body, const char *from)
{
	g_autofree char *expected = NULL;
	struct sabot_chain_origin origin;
	struct sabot_seal seal;

	if (!sabot_chain_read_origin(db, &origin, NULL) ||
	    !sabot_seal_read(db, read_number(body, "\ncheckpoint "), &seal, NULL))
		return false;
	expected = seal.note ? format_body(&origin, from, &seal) : NULL;
	sabot_seal_clear(&seal);
	return g_strcmp0(body, expected) == 0;
}

/* That the key has signed it, and that it follows whose key signed the last checkpoint. */
static bool
is_valid(struct sabot_db *db, const char *note, const struct sabot_seal *last,
	 const struct sabot_key *key)
{
	g_autofree char *body = note ? sabot_note_get_body(note) : NULL;
	g_autofree char *from = body ? read_text(body, "\nfrom ") : NULL;

	return from && sabot_note_is_signed_by(note, key) && is_about(db, body, from) &&
	       has_signed(from, last->note);
}

/* As the house log has it, where no checkpoint was signed since. Transferred; NULL: it has none. */
static char *
find_recorded(struct sabot_db *db, const struct sabot_seal *last, const struct sabot_key *key)
{
	sqlite3_stmt *list = sabot_statement_get(db, SABOT_STATEMENT_EVENT_KEYS, NULL);
	g_autoptr(GError) failure = NULL;
	char *note = NULL;
	int64_t house_id;

	if (!list || !sabot_log_get_id(db, house_name, &house_id, NULL) ||
	    !sabot_statement_bind(db, list, NULL, "ii", house_id, last->seq))
		return NULL;
	while (!note && sabot_statement_next(db, list, &failure)) {
		note = read_member((const char *)sqlite3_column_text(list, 0), "note");
		if (!is_valid(db, note, last, key))
			g_clear_pointer(&note, g_free);
	}
	sabot_statement_end(list, &failure, NULL);
	return note;
}

char *
sabot_key_change_find(struct sabot_db *db, const char *state_dir, const struct sabot_key *key)
{
	g_autofree char *path = g_build_filename(state_dir, note_name, NULL);
	g_autofree char *note = NULL;
	struct sabot_seal last;
	size_t n_bytes = 0;
	const char *why;

	if (!sabot_seal_read_last(db, &last, NULL))
		return NULL;
	note = sabot_disk_read_any(path, NOTE_BYTES_MAX, &n_bytes, &why);
	if (!is_valid(db, note, &last, key)) {
		g_free(note);
		note = find_recorded(db, &last, key);
	}
	sabot_seal_clear(&last);
	return g_steal_pointer(&note);
}
