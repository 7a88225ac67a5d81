/*
 * Fuzzes the manifests of what is installed. What is read is what a manifest may say: as many files
 * as it may have, each below the root, in their order; and it says it again byte by byte.
 */
#include "store/files/manifest.h"
#include "store/keys/note.h"

#include <stdlib.h>
#include <string.h>

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes);

static void
check(const struct sabot_manifest *manifest)
{
	g_autofree char *body = sabot_note_get_body(manifest->note);
	GString *again = g_string_new(NULL);
	const char *before = "";

	if (manifest->files->len > SABOT_MANIFEST_FILES_MAX)
		abort();
	g_string_append_printf(again, "sabot-manifest/1 %s %s %s\n", manifest->package,
			       manifest->version, manifest->commit);
	for (guint i = 0; i < manifest->files->len; i++) {
		const struct sabot_manifest_file *file = g_ptr_array_index(manifest->files, i);

		if (strcmp(before, file->path) >= 0 || file->path[0] == '/' ||
		    strstr(file->path, "/../") || g_str_has_prefix(file->path, "../") ||
		    strlen(file->path) > SABOT_MANIFEST_PATH_MAX)
			abort();
		before = file->path;
	}
	if (!g_str_has_prefix(body ? body : manifest->note, again->str))
		abort();
	g_string_free(again, TRUE);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	struct sabot_manifest *manifest = sabot_manifest_parse((const char *)bytes, n_bytes, NULL);

	if (manifest)
		check(manifest);
	sabot_manifest_free(manifest);
	return 0;
}
