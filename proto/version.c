/* A program's version and name: see version.h. */
#include "version.h"

#include <glib.h>

char *
sabot_version_text(const char *name)
{
	GString *text = g_string_new(name);
	g_autoptr(GMappedFile) self = g_mapped_file_new("/proc/self/exe", FALSE, NULL);

	if (SABOT_COMMIT[0])
		g_string_append(text, "\ncommit " SABOT_COMMIT);
	if (self) {
		g_autoptr(GBytes) bytes = g_mapped_file_get_bytes(self);
		g_autofree char *digest = g_compute_checksum_for_bytes(G_CHECKSUM_SHA256, bytes);

		g_string_append_printf(text, "\nsha256 %s", digest);
	}
	return g_string_free(text, FALSE);
}
