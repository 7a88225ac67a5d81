/*
 * Keys in the text form of C2SP's signed note. Its key data begins with a byte that names the
 * algorithm: 1 is Ed25519. The secret's seed is kept; the public half is derived.
 */
#include "key.h"
#include "hex.h"
#include "disk/whole-file.h"

#include <errno.h>
#include <fcntl.h>
#include <nettle/sha2.h>
#include <sodium.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	KEY_ALGORITHM_ED25519 = 1,
	KEY_NAME_BYTES_MAX = 64,
	KEY_FILE_BYTES_MAX = 1024,
};

G_STATIC_ASSERT(SABOT_KEY_PUBLIC_BYTES == crypto_sign_PUBLICKEYBYTES);
G_STATIC_ASSERT(SABOT_KEY_SECRET_BYTES == crypto_sign_SECRETKEYBYTES);
G_STATIC_ASSERT(SABOT_KEY_SIGNATURE_BYTES == crypto_sign_BYTES);

static const char secret_prefix[] = "PRIVATE+KEY+";
static const char credential_name[] = "sabot-signing-key";
static const char file_name[] = "signing.key";

static bool
fail_errno(const char *path, const char *what, GError **error)
{
	g_set_error(error, SABOT_STORE_ERROR,
		    errno == ENOENT ? SABOT_STORE_ERROR_NO_KEY : SABOT_STORE_ERROR_FAILED,
		    "%s: %s: %s", path, what, g_strerror(errno));
	return false;
}

static bool
check_name(const char *name, GError **error)
{
	size_t length = strlen(name);

	for (size_t i = 0; i < length; i++) {
		if (!g_ascii_isalnum(name[i]) && !strchr("-_./", name[i]))
			length = 0;
	}
	if (length > 0 && length <= KEY_NAME_BYTES_MAX)
		return true;
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
		    "a key's name has 1 to %d letters, digits, - _ . or /", KEY_NAME_BYTES_MAX);
	return false;
}

/* As C2SP has it: SHA-256 of the name, a new line, the algorithm and the public key. */
static void
compute_id(struct sabot_key *key)
{
	static const unsigned char between[] = {'\n', KEY_ALGORITHM_ED25519};
	unsigned char digest[SHA256_DIGEST_SIZE];
	struct sha256_ctx state;

	sha256_init(&state);
	sha256_update(&state, strlen(key->name), (const unsigned char *)key->name);
	sha256_update(&state, sizeof(between), between);
	sha256_update(&state, sizeof(key->public), key->public);
	sha256_digest(&state, sizeof(digest), digest);
	memcpy(key->id, digest, sizeof(key->id));
}

static struct sabot_key *
key_from_seed(const char *name, const uint8_t seed[crypto_sign_SEEDBYTES])
{
	struct sabot_key *key = g_new0(struct sabot_key, 1);

	key->name = g_strdup(name);
	key->has_secret = true;
	crypto_sign_seed_keypair(key->public, key->secret, seed);
	compute_id(key);
	return key;
}

/* "NAME+ID+BASE64" of 32 bytes of key data. */
static char *
key_line(const struct sabot_key *key, const uint8_t data[SABOT_KEY_PUBLIC_BYTES])
{
	uint8_t bytes[1 + SABOT_KEY_PUBLIC_BYTES] = {KEY_ALGORITHM_ED25519};
	g_autofree char *id = sabot_hex_encode(key->id, sizeof(key->id));
	g_autofree char *base64 = NULL;

	memcpy(bytes + 1, data, SABOT_KEY_PUBLIC_BYTES);
	base64 = g_base64_encode(bytes, sizeof(bytes));
	sodium_memzero(bytes, sizeof(bytes));
	return g_strdup_printf("%s+%s+%s", key->name, id, base64);
}

char *
sabot_key_to_public_line(const struct sabot_key *key)
{
	return key_line(key, key->public);
}

/* The name and the 32 bytes of a line; base64 may hold a plus, so it is the rest. */
static bool
split_line(const char *line, char **ret_name, uint8_t ret_data[SABOT_KEY_PUBLIC_BYTES])
{
	g_auto(GStrv) words = g_strsplit(line, "+", 3);
	g_autofree guchar *bytes = NULL;
	bool is_good;
	gsize n_bytes;

	if (g_strv_length(words) != 3)
		return false;
	g_strchomp(words[2]);
	bytes = g_base64_decode(words[2], &n_bytes);
	is_good = n_bytes == 1 + SABOT_KEY_PUBLIC_BYTES && bytes[0] == KEY_ALGORITHM_ED25519 &&
		  check_name(words[0], NULL);
	if (is_good) {
		memcpy(ret_data, bytes + 1, SABOT_KEY_PUBLIC_BYTES);
		*ret_name = g_strdup(words[0]);
	}
	sodium_memzero(bytes, n_bytes);
	return is_good;
}

/* Whether the line carries the id of its own key: a mistyped one does not. */
static bool
has_id(const struct sabot_key *key, const char *line)
{
	g_autofree char *id = sabot_hex_encode(key->id, sizeof(key->id));
	g_autofree char *start = g_strdup_printf("%s+%s+", key->name, id);

	return g_str_has_prefix(line, start);
}

struct sabot_key *
sabot_key_from_public_line(const char *line, GError **error)
{
	struct sabot_key *key = g_new0(struct sabot_key, 1);

	if (split_line(line, &key->name, key->public)) {
		compute_id(key);
		if (has_id(key, line))
			return key;
	}
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
		    "not a public key: a line NAME+ID+BASE64 is wanted, as sabotctl key show"
		    " prints it");
	sabot_key_free(key);
	return NULL;
}

struct sabot_key *
sabot_key_create(const char *path, const char *name, GError **error)
{
	uint8_t seed[crypto_sign_SEEDBYTES];
	g_autofree char *data = NULL, *line = NULL;
	struct sabot_key *key;
	bool is_written;
	int fd;

	if (sodium_init() < 0 || !check_name(name, error))
		return NULL;
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0400);
	if (fd < 0) {
		fail_errno(path, "cannot create", error);
		return NULL;
	}
	randombytes_buf(seed, sizeof(seed));
	key = key_from_seed(name, seed);
	data = key_line(key, seed);
	line = g_strconcat(secret_prefix, data, "\n", NULL);
	is_written = sabot_disk_write(fd, line, strlen(line)) && sabot_disk_sync_folder(path);
	sodium_memzero(seed, sizeof(seed));
	sodium_memzero(data, strlen(data));
	sodium_memzero(line, strlen(line));
	close(fd);
	if (is_written)
		return key;
	fail_errno(path, "cannot write", error);
	unlink(path);
	sabot_key_free(key);
	return NULL;
}

/* The file's text, to be wiped. `may_be_shared`: the system guards it, whatever its mode says. */
static char *
read_file(const char *path, bool may_be_shared, GError **error)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	g_autofree char *text = g_malloc0(KEY_FILE_BYTES_MAX + 1);
	struct stat status;
	ssize_t n = -1;

	if (fd < 0 || fstat(fd, &status) != 0) {
		fail_errno(path, "cannot open", error);
	} else if (!may_be_shared && (status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
		g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
			    "%s: others can read this key (mode %04o): use chmod 0400, and a new"
			    " key if they may have",
			    path, (unsigned)status.st_mode & 07777);
	} else {
		n = read(fd, text, KEY_FILE_BYTES_MAX);
		if (n < 0)
			fail_errno(path, "cannot read", error);
	}
	if (fd >= 0)
		close(fd);
	return n < 0 ? NULL : g_steal_pointer(&text);
}

static struct sabot_key *
load(const char *path, bool may_be_shared, GError **error)
{
	g_autofree char *text = read_file(path, may_be_shared, error);
	g_autofree char *name = NULL;
	uint8_t seed[crypto_sign_SEEDBYTES];
	struct sabot_key *key = NULL;

	if (!text || sodium_init() < 0)
		return NULL;
	if (g_str_has_prefix(text, secret_prefix) &&
	    split_line(text + strlen(secret_prefix), &name, seed))
		key = key_from_seed(name, seed);
	if (key && !has_id(key, text + strlen(secret_prefix)))
		g_clear_pointer(&key, sabot_key_free);
	if (!key)
		g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
			    "%s: not a signing key", path);
	sodium_memzero(seed, sizeof(seed));
	sodium_memzero(text, strlen(text));
	return key;
}

struct sabot_key *
sabot_key_load(const char *path, GError **error)
{
	return load(path, false, error);
}

char *
sabot_key_path(const char *state_dir)
{
	return g_build_filename(state_dir, file_name, NULL);
}

struct sabot_key *
sabot_key_find(const char *state_dir, GError **error)
{
	const char *credentials = g_getenv("CREDENTIALS_DIRECTORY");
	g_autofree char *file = sabot_key_path(state_dir);
	g_autofree char *credential =
		credentials ? g_build_filename(credentials, credential_name, NULL) : NULL;

	/* systemd shows the mask of its access list as the group's bits. */
	if (credential && g_file_test(credential, G_FILE_TEST_EXISTS))
		return load(credential, true, error);
	return load(file, false, error);
}

void
sabot_key_free(gpointer data)
{
	struct sabot_key *key = data;

	if (!key)
		return;
	g_free(key->name);
	sodium_memzero(key, sizeof(*key));
	g_free(key);
}
