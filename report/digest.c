/* Files of sheets: see digest.h. The name says of which part, the last line of what it was made. */
#include "report/digest.h"

#include <glib/gstdio.h>
#include <string.h>

enum { DIGEST_TAIL_BYTES = 64 }; /* hexadecimal SHA-256 of the key */

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
	g_autofree char *text = g_strdup_printf("%s\n%s\n%" G_GINT64_FORMAT "\n%" G_GINT64_FORMAT
						"\n%" G_GINT64_FORMAT "\n%s",
						key->database, key->table, key->part, key->from_n,
						key->to_n, key->maker);

	return g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
}

struct sabot_sheet *
sabot_digest_read(const char *directory, const struct sabot_digest_key *key)
{
	g_autofree char *path = path_of(directory, key);
	g_autofree char *digest = digest_of(key);
	g_autoptr(GMappedFile) file = g_mapped_file_new(path, FALSE, NULL);
	gsize length = file != NULL ? g_mapped_file_get_length(file) : 0;
	g_autoptr(GBytes) bytes = NULL;

	if (length <= DIGEST_TAIL_BYTES ||
	    memcmp(g_mapped_file_get_contents(file) + length - DIGEST_TAIL_BYTES, digest,
		   DIGEST_TAIL_BYTES) != 0)
		return NULL;
	bytes = g_mapped_file_get_bytes(file);
	return sabot_sheet_open(g_bytes_new_from_bytes(bytes, 0, length - DIGEST_TAIL_BYTES));
}

void
sabot_digest_write(const char *directory, const struct sabot_digest_key *key,
		   const struct sabot_sheet *sheet)
{
	g_autofree char *path = path_of(directory, key);
	g_autofree char *digest = digest_of(key);
	g_autoptr(GByteArray) bytes = g_byte_array_new();
	gsize length;
	const guint8 *data = g_bytes_get_data(sheet->bytes, &length);

	g_byte_array_append(bytes, data, (guint)length);
	g_byte_array_append(bytes, (const guint8 *)digest, DIGEST_TAIL_BYTES);
	/* Whole or not at all; others of the house may read it, as they may the database. */
	if (g_mkdir_with_parents(directory, 0750) == 0)
		g_file_set_contents_full(path, (const char *)bytes->data, bytes->len,
					 G_FILE_SET_CONTENTS_CONSISTENT, 0640, NULL);
}
