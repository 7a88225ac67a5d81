/*
 * Files of sheets: see digest.h. The name identifies the part. A file contains the sheet, the
 * state, the state's length, and the source they were made from.
 */
#include "digest.h"

#include <glib/gstdio.h>
#include <string.h>

enum {
	DIGEST_SUM_BYTES = 64, /* hexadecimal SHA-256 of the key */
	DIGEST_TAIL_BYTES = DIGEST_SUM_BYTES + sizeof(guint64),
};

static char *
path_of(const char *directory, const struct sabot_digest_key *key)
{
	g_autofree char *table = g_compute_checksum_for_string(G_CHECKSUM_SHA256, key->table, -1);
	g_autofree char *name = g_strdup_printf("%.8s-%.12s-%" G_GINT64_FORMAT ".sheet",
						key->database, table, key->part);

	return g_build_filename(directory, name, NULL);
}

static char *
digest_of(const struct sabot_digest_key *key)
{
	g_autofree char *text =
		g_strdup_printf("%s\n%s\n%" G_GINT64_FORMAT "\n%" G_GINT64_FORMAT "\n%s",
				key->database, key->table, key->part, key->from_n, key->maker);

	return g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
}

/* How long the state is that such a file ends with; -1 where it was made of something else. */
static gssize
state_bytes(const char *data, gsize length, const char *digest)
{
	guint64 n_state;

	if (length <= DIGEST_TAIL_BYTES ||
	    memcmp(data + length - DIGEST_SUM_BYTES, digest, DIGEST_SUM_BYTES) != 0)
		return -1;
	memcpy(&n_state, data + length - DIGEST_TAIL_BYTES, sizeof(n_state));
	return n_state < length - DIGEST_TAIL_BYTES ? (gssize)n_state : -1;
}

struct sabot_sheet *
sabot_digest_read(const char *directory, const struct sabot_digest_key *key, GBytes **ret_state)
{
	g_autofree char *path = path_of(directory, key);
	g_autofree char *digest = digest_of(key);
	g_autoptr(GMappedFile) file = g_mapped_file_new(path, FALSE, NULL);
	gsize length = file != NULL ? g_mapped_file_get_length(file) : 0, n_sheet;
	gssize n_state =
		length > 0 ? state_bytes(g_mapped_file_get_contents(file), length, digest) : -1;
	g_autoptr(GBytes) bytes = NULL;
	struct sabot_sheet *sheet;

	if (n_state < 0)
		return NULL;
	bytes = g_mapped_file_get_bytes(file);
	n_sheet = length - DIGEST_TAIL_BYTES - (gsize)n_state;
	sheet = sabot_sheet_open(g_bytes_new_from_bytes(bytes, 0, n_sheet));
	if (sheet != NULL)
		*ret_state =
			n_state > 0 ? g_bytes_new_from_bytes(bytes, n_sheet, (gsize)n_state) : NULL;
	return sheet;
}

static void
append(GByteArray *to, GBytes *bytes)
{
	gsize length;
	const guint8 *data = g_bytes_get_data(bytes, &length);

	g_byte_array_append(to, data, (guint)length);
}

void
sabot_digest_write(const char *directory, const struct sabot_digest_key *key,
		   const struct sabot_sheet *sheet, GBytes *state)
{
	g_autofree char *path = path_of(directory, key);
	g_autofree char *digest = digest_of(key);
	g_autoptr(GByteArray) bytes = g_byte_array_new();
	guint64 n_state = state != NULL ? g_bytes_get_size(state) : 0;

	append(bytes, sheet->bytes);
	if (state != NULL)
		append(bytes, state);
	g_byte_array_append(bytes, (const guint8 *)&n_state, sizeof(n_state));
	g_byte_array_append(bytes, (const guint8 *)digest, DIGEST_SUM_BYTES);
	/* Whole or not at all; nobody else reads it, as nobody reads the database: it holds cards
	 * that are veiled. */
	if (g_mkdir_with_parents(directory, 0700) == 0)
		g_file_set_contents_full(path, (const char *)bytes->data, bytes->len,
					 G_FILE_SET_CONTENTS_CONSISTENT, 0600, NULL);
}
