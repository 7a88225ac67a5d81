/* The note is compared as a whole with the texts that it can have, and so is not parsed. */
#include "mirror-note.h"
#include "disk/own-file.h"
#include "store/keys/hex.h"
#include "store/log/chain.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

enum { MIRROR_NOTE_BYTES_MAX = 8192 };

static char *
build_path(const char *state_dir)
{
	return g_build_filename(state_dir, "sabotd-mirror.note", NULL);
}

static char *
find_path(struct sabot_db *db)
{
	g_autofree char *state_dir = g_path_get_dirname(db->path);

	return build_path(state_dir);
}

/* NULL with an error. Transferred. */
static char *
build_text(struct sabot_db *db, const char *directory, enum sabot_mirror_noted noted,
	   GError **error)
{
	const char *disk = noted == SABOT_MIRROR_NOTED_OTHER_DISK ? "other" : "same";
	g_autofree char *database = NULL;
	struct sabot_chain_origin origin;

	if (!sabot_chain_read_origin(db, &origin, error))
		return NULL;
	database = sabot_hex_encode(origin.database, sizeof(origin.database));
	return g_strdup_printf("sabot-mirror/1 %s\ndisk %s\ndirectory %s\n", database, disk,
			       directory);
}

static bool
says(const char *text, struct sabot_db *db, const char *directory, enum sabot_mirror_noted noted)
{
	g_autofree char *expected = build_text(db, directory, noted, NULL);

	return expected && strcmp(text, expected) == 0;
}

enum sabot_mirror_noted
sabot_mirror_note_read(struct sabot_db *db, const char *directory)
{
	g_autofree char *path = find_path(db), *text = NULL;
	size_t n_bytes = 0;
	const char *why;

	text = sabot_disk_read_any(path, MIRROR_NOTE_BYTES_MAX, &n_bytes, &why);
	if (!text)
		return SABOT_MIRROR_NOTED_NONE;
	if (says(text, db, directory, SABOT_MIRROR_NOTED_OTHER_DISK))
		return SABOT_MIRROR_NOTED_OTHER_DISK;
	if (says(text, db, directory, SABOT_MIRROR_NOTED_SAME_DISK))
		return SABOT_MIRROR_NOTED_SAME_DISK;
	return SABOT_MIRROR_NOTED_NONE;
}

bool
sabot_mirror_note_write(struct sabot_db *db, const char *directory, enum sabot_mirror_noted noted,
			GError **error)
{
	g_autofree char *path = find_path(db), *text = build_text(db, directory, noted, error);

	return text && g_file_set_contents_full(path, text, -1,
						G_FILE_SET_CONTENTS_CONSISTENT |
							G_FILE_SET_CONTENTS_DURABLE,
						0600, error);
}

static char *
find_behind_path(struct sabot_db *db)
{
	g_autofree char *state_dir = g_path_get_dirname(db->path);

	return g_build_filename(state_dir, "sabotd-mirror-behind.note", NULL);
}

/* NULL with an error. Transferred. */
static char *
build_behind(struct sabot_db *db, const char *directory, enum sabot_store_reason why,
	     GError **error)
{
	g_autofree char *database = NULL;
	struct sabot_chain_origin origin;

	if (!sabot_chain_read_origin(db, &origin, error))
		return NULL;
	database = sabot_hex_encode(origin.database, sizeof(origin.database));
	return g_strdup_printf("sabot-mirror-behind/1 %s\nwhy %s\ndirectory %s\n", database,
			       sabot_store_reason_to_string(why), directory);
}

bool
sabot_mirror_note_write_behind(struct sabot_db *db, const char *directory,
			       enum sabot_store_reason why, GError **error)
{
	g_autofree char *path = find_behind_path(db);
	g_autofree char *text = build_behind(db, directory, why, error);

	return text && g_file_set_contents_full(path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT,
						0600, error);
}

enum sabot_store_reason
sabot_mirror_note_read_behind(struct sabot_db *db, const char *directory)
{
	g_autofree char *path = find_behind_path(db), *text = NULL;
	enum sabot_store_reason why;
	size_t n_bytes = 0;
	const char *fault;

	text = sabot_disk_read_any(path, MIRROR_NOTE_BYTES_MAX, &n_bytes, &fault);
	for (why = 0; text && why < SABOT_STORE_REASONS; why++) {
		g_autofree char *expected = build_behind(db, directory, why, NULL);

		if (g_strcmp0(text, expected) == 0)
			return why;
	}
	return SABOT_STORE_REASONS;
}

void
sabot_mirror_note_end_behind(struct sabot_db *db)
{
	g_autofree char *path = find_behind_path(db);

	g_unlink(path);
}

bool
sabot_mirror_note_remove(const char *state_dir, GError **error)
{
	g_autofree char *path = build_path(state_dir);

	return g_unlink(path) == 0 || errno == ENOENT || sabot_store_fail_errno(error, path);
}
