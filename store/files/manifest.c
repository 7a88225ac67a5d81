/* The manifests of what is installed: see manifest.h. */
#include "manifest.h"
#include "store/keys/note.h"
#include "store/keys/hex.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	UP_MAX = 16,
	READ_BYTES = 1 << 16,
	DIGEST_BYTES = 32,
	HEAD_WORDS = 4,
	DIGEST_DIGITS = 2 * DIGEST_BYTES,
};

static void
free_file(gpointer data)
{
	struct sabot_manifest_file *file = data;

	g_free(file->path);
	g_free(file->digest);
	g_free(file);
}

void
sabot_manifest_free(gpointer data)
{
	struct sabot_manifest *manifest = data;

	if (!manifest)
		return;
	g_free(manifest->package);
	g_free(manifest->version);
	g_free(manifest->commit);
	g_free(manifest->note);
	g_free(manifest->root);
	g_ptr_array_unref(manifest->files);
	g_free(manifest);
}

/* Relative, and leading nowhere but below the root. */
static bool
is_path(const char *path)
{
	g_auto(GStrv) parts = g_strsplit(path, "/", -1);

	if (!path[0] || strlen(path) > SABOT_MANIFEST_PATH_MAX)
		return false;
	for (size_t i = 0; parts[i]; i++) {
		if (!parts[i][0] || strcmp(parts[i], ".") == 0 || strcmp(parts[i], "..") == 0)
			return false;
	}
	return true;
}

static bool
read_head(struct sabot_manifest *manifest, const char *line)
{
	g_auto(GStrv) words = g_strsplit(line, " ", -1);

	if (g_strv_length(words) != HEAD_WORDS || strcmp(words[0], "sabot-manifest/1") != 0 ||
	    !words[1][0] || !words[2][0] || !words[3][0])
		return false;
	manifest->package = g_strdup(words[1]);
	manifest->version = g_strdup(words[2]);
	manifest->commit = g_strdup(words[3]);
	return true;
}

static bool
read_up(struct sabot_manifest *manifest, const char *line)
{
	guint64 number;

	if (!g_str_has_prefix(line, "up ") ||
	    !g_ascii_string_to_unsigned(line + 3, 10, 0, UP_MAX, &number, NULL))
		return false;
	manifest->up = (unsigned)number;
	return true;
}

static bool
read_file(struct sabot_manifest *manifest, const char *line)
{
	const struct sabot_manifest_file *last =
		manifest->files->len > 0
			? g_ptr_array_index(manifest->files, manifest->files->len - 1)
			: NULL;
	const size_t start = strlen("file ");
	uint8_t digest[DIGEST_BYTES];
	g_autofree char *digits = NULL;
	struct sabot_manifest_file *file;

	if (!g_str_has_prefix(line, "file ") || strlen(line) < start + DIGEST_DIGITS + 2 ||
	    line[start + DIGEST_DIGITS] != ' ')
		return false;
	digits = g_strndup(line + start, DIGEST_DIGITS);
	line += start + DIGEST_DIGITS + 1;
	if (!sabot_hex_decode(digits, digest, sizeof(digest)) || !is_path(line) ||
	    (last && strcmp(last->path, line) >= 0) ||
	    manifest->files->len >= SABOT_MANIFEST_FILES_MAX)
		return false;
	file = g_new0(struct sabot_manifest_file, 1);
	file->path = g_strdup(line);
	file->digest = sabot_hex_encode(digest, sizeof(digest));
	g_ptr_array_add(manifest->files, file);
	return true;
}

/* The number of the first line that is wrong; 0: none. */
static unsigned
read_lines(struct sabot_manifest *manifest, const char *body)
{
	g_auto(GStrv) lines = g_strsplit(body, "\n", -1);
	unsigned n = g_strv_length(lines);

	/* Behind the last end of line there is nothing. */
	if (n < 3 || lines[n - 1][0])
		return n ? n : 1;
	if (!read_head(manifest, lines[0]))
		return 1;
	if (!read_up(manifest, lines[1]))
		return 2;
	for (unsigned i = 2; i < n - 1; i++) {
		if (!read_file(manifest, lines[i]))
			return i + 1;
	}
	return 0;
}

struct sabot_manifest *
sabot_manifest_parse(const char *text, size_t n_bytes, GError **error)
{
	struct sabot_manifest *manifest = g_new0(struct sabot_manifest, 1);
	g_autofree char *body = NULL, *why = NULL;
	unsigned wrong = 1;

	manifest->files = g_ptr_array_new_with_free_func(free_file);
	if (n_bytes <= SABOT_MANIFEST_BYTES_MAX && g_utf8_validate_len(text, n_bytes, NULL)) {
		manifest->note = g_strndup(text, n_bytes);
		body = sabot_note_get_body(manifest->note);
		wrong = read_lines(manifest, body ? body : manifest->note);
	}
	if (wrong == 0)
		return manifest;
	why = g_strdup_printf("line %u is not one of a manifest", wrong);
	sabot_store_fail(error, "manifest", why);
	sabot_manifest_free(manifest);
	return NULL;
}

char *
sabot_manifest_find_directory(void)
{
	static const char *const places[] = {"..", "../.."};
	g_autofree char *self = g_file_read_link("/proc/self/exe", NULL);
	g_autofree char *directory = self ? g_path_get_dirname(self) : NULL;

	for (size_t i = 0; directory && i < G_N_ELEMENTS(places); i++) {
		g_autofree char *path =
			g_build_filename(directory, places[i], SABOT_MANIFEST_DIRECTORY, NULL);

		if (g_file_test(path, G_FILE_TEST_IS_DIR))
			return g_canonicalize_filename(path, NULL);
	}
	return NULL;
}

/* Above the directory; false if that is not so deep. */
static bool
find_root(struct sabot_manifest *manifest, const char *directory)
{
	g_autofree char *root = g_canonicalize_filename(directory, NULL);

	for (unsigned i = 0; i < manifest->up; i++) {
		char *above = g_path_get_dirname(root);

		if (strcmp(above, root) == 0) {
			g_free(above);
			return false;
		}
		g_free(root);
		root = above;
	}
	manifest->root =
		g_str_has_suffix(root, "/") ? g_strdup(root) : g_strconcat(root, "/", NULL);
	return true;
}

static struct sabot_manifest *
read_one(const char *directory, const char *name, GError **error)
{
	g_autofree char *path = g_build_filename(directory, name, NULL), *text = NULL;
	struct sabot_manifest *manifest;
	struct stat status;
	gsize n_bytes;

	if (stat(path, &status) != 0 || !S_ISREG(status.st_mode) ||
	    status.st_size > SABOT_MANIFEST_BYTES_MAX) {
		sabot_store_fail(error, path, "it is no manifest");
		return NULL;
	}
	if (!g_file_get_contents(path, &text, &n_bytes, error))
		return NULL;
	manifest = sabot_manifest_parse(text, n_bytes, error);
	if (!manifest) {
		g_prefix_error(error, "%s: ", path);
		return NULL;
	}
	if (strcmp(manifest->package, name) == 0 && find_root(manifest, directory))
		return manifest;
	sabot_store_fail(error, path, "it is another package's, or of another place");
	sabot_manifest_free(manifest);
	return NULL;
}

static int
compare_packages(gconstpointer one, gconstpointer other)
{
	const struct sabot_manifest *const *first = one, *const *second = other;

	return strcmp((*first)->package, (*second)->package);
}

GPtrArray *
sabot_manifest_read_all(const char *directory, GError **error)
{
	g_autoptr(GPtrArray) manifests = g_ptr_array_new_with_free_func(sabot_manifest_free);
	g_autoptr(GDir) dir = g_dir_open(directory, 0, error);
	const char *name;

	while (dir && (name = g_dir_read_name(dir))) {
		struct sabot_manifest *manifest;

		/* What dpkg is about to put there. */
		if (strchr(name, '.'))
			continue;
		if (manifests->len >= SABOT_MANIFESTS_MAX) {
			sabot_store_fail(error, directory, "too many manifests");
			return NULL;
		}
		manifest = read_one(directory, name, error);
		if (!manifest)
			return NULL;
		g_ptr_array_add(manifests, manifest);
	}
	if (!dir)
		return NULL;
	g_ptr_array_sort(manifests, compare_packages);
	return g_steal_pointer(&manifests);
}

/* False when it cannot be read to its end. */
static bool
read_through(int fd, GChecksum *checksum, GHmac *hmac)
{
	g_autofree uint8_t *buffer = g_malloc(READ_BYTES);
	ssize_t n;

	while ((n = read(fd, buffer, READ_BYTES)) != 0) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		g_checksum_update(checksum, buffer, n);
		if (hmac)
			g_hmac_update(hmac, buffer, n);
	}
	return true;
}

static GHmac *
begin_hmac(GBytes *seed)
{
	gsize n_bytes;
	const uint8_t *bytes = g_bytes_get_data(seed, &n_bytes);

	return g_hmac_new(G_CHECKSUM_SHA256, bytes, n_bytes);
}

enum sabot_manifest_state
sabot_manifest_check_file(const struct sabot_manifest *manifest,
			  const struct sabot_manifest_file *file, GBytes *seed, char **ret_digest)
{
	g_autofree char *path = g_strconcat(manifest->root, file->path, NULL);
	g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
	g_autoptr(GHmac) hmac = seed ? begin_hmac(seed) : NULL;
	/* Not to wait for a pipe's other end. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	struct stat status;
	bool is_read = fd >= 0 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode) &&
		       read_through(fd, checksum, hmac);

	if (fd >= 0)
		close(fd);
	*ret_digest = NULL;
	if (!is_read)
		return SABOT_MANIFEST_MISSING;
	*ret_digest = g_strdup(hmac ? g_hmac_get_string(hmac) : g_checksum_get_string(checksum));
	return strcmp(g_checksum_get_string(checksum), file->digest) == 0 ? SABOT_MANIFEST_AS_BUILT
									  : SABOT_MANIFEST_CHANGED;
}
