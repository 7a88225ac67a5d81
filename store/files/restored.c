/* See restored.h. */
#include "restored.h"
#include "disk/own-file.h"
#include "store/log/log.h"
#include "store/log/chain.h"
#include "store/keys/hex.h"

#include <glib/gstdio.h>
#include <unistd.h>

enum { RESTORED_BYTES_MAX = 65536 };

static const char note_name[] = "restored.note", group[] = "restored";

static char *
note_path(const char *state_dir)
{
	return g_build_filename(state_dir, note_name, NULL);
}

void
sabot_restored_free(struct sabot_restored *restored)
{
	if (!restored)
		return;
	g_free(restored->database);
	g_free(restored->file);
	g_free(restored->by);
	g_free(restored);
}

static char *
read_database(struct sabot_db *db, GError **error)
{
	struct sabot_chain_origin origin;

	if (!sabot_chain_read_origin(db, &origin, error))
		return NULL;
	return sabot_hex_encode(origin.database, sizeof(origin.database));
}

static bool
describe(GKeyFile *note, struct sabot_db *db, bool has_file, GError **error)
{
	g_autofree char *database = read_database(db, error);
	g_autofree char *file = g_path_get_basename(db->path);
	int64_t seq;

	if (!database || !sabot_log_last_seq(db, &seq, error))
		return false;
	g_key_file_set_string(note, group, "database", database);
	g_key_file_set_int64(note, group, "seq", seq);
	if (has_file)
		g_key_file_set_string(note, group, "file", file);
	return true;
}

static bool
write_note(const char *state_dir, struct sabot_db *db, bool has_file, GError **error)
{
	g_autoptr(GKeyFile) note = g_key_file_new();
	g_autofree char *path = note_path(state_dir), *text = NULL;
	g_autofree char *by = g_strdup_printf("uid %u", (unsigned)getuid());

	g_key_file_set_string(note, group, "by", by);
	if (db && !describe(note, db, has_file, error))
		return false;
	text = g_key_file_to_data(note, NULL, NULL);
	return g_file_set_contents_full(
		path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE, 0600,
		error);
}

bool
sabot_restored_write(const char *state_dir, struct sabot_db *db, GError **error)
{
	return write_note(state_dir, db, true, error);
}

bool
sabot_restored_write_spool(const char *state_dir, struct sabot_db *db, GError **error)
{
	return write_note(state_dir, db, false, error);
}

struct sabot_restored *
sabot_restored_read(const char *state_dir)
{
	g_autoptr(GKeyFile) note = g_key_file_new();
	g_autofree char *path = note_path(state_dir), *text = NULL;
	struct sabot_restored *restored;
	size_t n_bytes = 0;
	const char *why;

	text = sabot_disk_read_any(path, RESTORED_BYTES_MAX, &n_bytes, &why);
	if (!text || !g_key_file_load_from_data(note, text, n_bytes, G_KEY_FILE_NONE, NULL) ||
	    !g_key_file_has_key(note, group, "by", NULL))
		return NULL;
	restored = g_new0(struct sabot_restored, 1);
	restored->by = g_key_file_get_string(note, group, "by", NULL);
	restored->database = g_key_file_get_string(note, group, "database", NULL);
	restored->file = g_key_file_get_string(note, group, "file", NULL);
	restored->seq = g_key_file_get_int64(note, group, "seq", NULL);
	return restored;
}

bool
sabot_restored_is_of(const struct sabot_restored *restored, struct sabot_db *db)
{
	g_autofree char *database = read_database(db, NULL);
	int64_t seq;

	if (!restored->database)
		return true;
	return g_strcmp0(restored->database, database) == 0 && sabot_log_last_seq(db, &seq, NULL) &&
	       seq >= restored->seq;
}

void
sabot_restored_remove(const char *state_dir)
{
	g_autofree char *path = note_path(state_dir);

	g_unlink(path);
}
