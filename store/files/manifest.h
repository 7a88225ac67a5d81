/*
 * What is installed: a package's files with the SHA-256 of each, as they were built
 * (tools/make-manifest.py). A manifest is a text, with or without a signature (store/keys/note.h):
 *
 *     sabot-manifest/1 PACKAGE VERSION COMMIT
 *     up N
 *     file HEX PATH
 *
 * Paths are relative to the root, which is N directories above that of the manifest; they come in
 * their order, each once. Nothing here is of a thread.
 */
#pragma once

#include "store/keys/key.h"

#define SABOT_MANIFEST_DIRECTORY "share/sabot/manifest.d"

enum {
	SABOT_MANIFEST_BYTES_MAX = 1 << 20,
	SABOT_MANIFEST_FILES_MAX = 4096,
	SABOT_MANIFEST_PATH_MAX = 255,
	SABOT_MANIFESTS_MAX = 64,
	SABOT_MANIFEST_SEED_MAX = 64,
};

struct sabot_manifest_file {
	char *path;
	char *digest; /* hexadecimal, of the file as it was built */
};

struct sabot_manifest {
	char *package, *version, *commit;
	unsigned up;
	GPtrArray *files; /* of struct sabot_manifest_file */
	char *note;       /* the whole text */
	char *root;       /* absolute, ends with a slash; NULL until read from a directory */
};

enum sabot_manifest_state {
	SABOT_MANIFEST_AS_BUILT,
	SABOT_MANIFEST_CHANGED,
	SABOT_MANIFEST_MISSING, /* missing, unreadable, or not a regular file */
};

/* Read the text; it must be UTF-8. NULL with an error. Transferred. */
struct sabot_manifest *
sabot_manifest_parse(const char *text, size_t n_bytes, GError **error);

/* NULL is allowed. A GDestroyNotify. */
void
sabot_manifest_free(gpointer manifest);

/*
 * The directory of manifests that this program was installed with, found relative to the program.
 * NULL: none, as for a program that was built but not installed. Transferred.
 */
char *
sabot_manifest_find_directory(void);

/*
 * All manifests of a directory (of struct sabot_manifest), sorted by package name. NULL with an
 * error if one cannot be used. Transferred.
 */
GPtrArray *
sabot_manifest_read_all(const char *directory, GError **error);

/*
 * Compare the file with its manifest entry. `ret_digest` is its SHA-256 now, or with a seed the
 * HMAC-SHA-256 of its bytes, in hexadecimal, transferred; NULL if it is missing. The result is
 * judged by the SHA-256 in either case.
 */
enum sabot_manifest_state
sabot_manifest_check_file(const struct sabot_manifest *manifest,
			  const struct sabot_manifest_file *file, GBytes *seed, char **ret_digest);
