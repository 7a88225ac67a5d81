/*
 * Keys in the text form of C2SP's signed note. The key data begins with a byte for the algorithm: 1
 * is Ed25519, 4 a witness's Ed25519 cosignatures. The secret's seed is kept; the public half is
 * derived.
 */
#include "key-private.h"
#include "hex.h"
#include "disk/whole-file.h"

#include <errno.h>
#include <fcntl.h>
#include <nettle/sha2.h>
#include <sodium.h>
#include <string.h>
#include <unistd.h>

enum {
	KEY_ALGORITHM_ED25519 = 1,
	KEY_ALGORITHM_COSIGNATURE = 4,
	KEY_NAME_BYTES_MAX = 128,
};

G_STATIC_ASSERT(SABOT_KEY_PUBLIC_BYTES == crypto_sign_PUBLICKEYBYTES);
G_STATIC_ASSERT(SABOT_KEY_SECRET_BYTES == crypto_sign_SECRETKEYBYTES);
G_STATIC_ASSERT(SABOT_KEY_SIGNATURE_BYTES == crypto_sign_BYTES);
G_STATIC_ASSERT(SABOT_KEY_SEED_BYTES == crypto_sign_SEEDBYTES);

static const char secret_prefix[] = "PRIVATE+KEY+";

bool
sabot_key_fail_errno(const char *path, const char *what, GError **error)
{
	g_set_error(error, SABOT_STORE_ERROR,
		    errno == ENOENT ? SABOT_STORE_ERROR_NO_KEY : SABOT_STORE_ERROR_FAILED,
		    "%s: %s: %s", path, what, g_strerror(errno));
	sabot_store_error_set_reason(error, sabot_store_reason_of_errno(errno));
	return false;
}

bool
sabot_key_check_name(const char *name, GError **error)
{
	size_t length = strlen(name);

	for (size_t i = 0; i < length; i++) {
		if (!g_ascii_isalnum(name[i]) && !strchr("-_.:/", name[i]))
			length = 0;
	}
	if (length > 0 && length <= KEY_NAME_BYTES_MAX)
		return true;
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
		    "a key's name has 1 to %d letters, digits, - _ . : or /", KEY_NAME_BYTES_MAX);
	return false;
}

static uint8_t
algorithm_of(bool is_cosigner)
{
	return is_cosigner ? KEY_ALGORITHM_COSIGNATURE : KEY_ALGORITHM_ED25519;
}

/* As C2SP has it: SHA-256 of the name, a new line, the algorithm and the public key. */
static void
compute_id(struct sabot_key *key)
{
	const unsigned char between[] = {'\n', algorithm_of(key->is_cosigner)};
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
build_key(const char *name, bool is_cosigner, const uint8_t seed[SABOT_KEY_SEED_BYTES])
{
	struct sabot_key *key = sodium_malloc(sizeof(*key));

	if (!key)
		g_error("no memory for a key");
	memset(key, 0, sizeof(*key));
	key->name = g_strdup(name);
	key->has_secret = true;
	key->is_cosigner = is_cosigner;
	crypto_sign_seed_keypair(key->public, key->secret, seed);
	compute_id(key);
	return key;
}

struct sabot_key *
sabot_key_from_seed(const char *name, const uint8_t seed[SABOT_KEY_SEED_BYTES])
{
	return build_key(name, false, seed);
}

/* "NAME+ID+BASE64" of 32 bytes of key data. */
static char *
key_line(const struct sabot_key *key, const uint8_t data[SABOT_KEY_PUBLIC_BYTES])
{
	uint8_t bytes[1 + SABOT_KEY_PUBLIC_BYTES] = {algorithm_of(key->is_cosigner)};
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

/* What a line says: base64 may hold a plus, so it is the rest. */
struct line_parts {
	char *name;
	bool is_cosigner;
	uint8_t data[SABOT_KEY_PUBLIC_BYTES];
};

static bool
split_line(const char *line, struct line_parts *ret_parts)
{
	g_auto(GStrv) words = g_strsplit(line, "+", 3);
	g_autofree guchar *bytes = NULL;
	bool is_good;
	gsize n_bytes;

	if (g_strv_length(words) != 3)
		return false;
	g_strchomp(words[2]);
	bytes = g_base64_decode(words[2], &n_bytes);
	is_good = n_bytes == 1 + SABOT_KEY_PUBLIC_BYTES &&
		  (bytes[0] == KEY_ALGORITHM_ED25519 || bytes[0] == KEY_ALGORITHM_COSIGNATURE) &&
		  sabot_key_check_name(words[0], NULL);
	if (is_good) {
		memcpy(ret_parts->data, bytes + 1, SABOT_KEY_PUBLIC_BYTES);
		ret_parts->is_cosigner = bytes[0] == KEY_ALGORITHM_COSIGNATURE;
		ret_parts->name = g_strdup(words[0]);
	}
	sodium_memzero(bytes, n_bytes);
	return is_good;
}

/* A mistyped one does not. */
bool
sabot_key_has_id(const struct sabot_key *key, const char *line)
{
	g_autofree char *id = sabot_hex_encode(key->id, sizeof(key->id));
	g_autofree char *start = g_strdup_printf("%s+%s+", key->name, id);

	return g_str_has_prefix(line, start);
}

/* NULL where the line is none of that kind. */
static struct sabot_key *
read_public_line(const char *line, bool is_cosigner)
{
	struct sabot_key *key = g_new0(struct sabot_key, 1);
	struct line_parts parts = {0};

	if (split_line(line, &parts)) {
		key->name = parts.name;
		key->is_cosigner = parts.is_cosigner;
		memcpy(key->public, parts.data, sizeof(key->public));
		compute_id(key);
		if (key->is_cosigner == is_cosigner && sabot_key_has_id(key, line))
			return key;
	}
	sabot_key_free(key);
	return NULL;
}

struct sabot_key *
sabot_key_from_public_line(const char *line, GError **error)
{
	struct sabot_key *key = read_public_line(line, false);

	if (!key)
		g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
			    "not a public key: a line NAME+ID+BASE64 is wanted, as sabotctl key"
			    " show prints it");
	return key;
}

struct sabot_key *
sabot_key_from_cosigner_line(const char *line, GError **error)
{
	struct sabot_key *key = read_public_line(line, true);

	if (!key)
		g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
			    "not a witness's public key: a line NAME+ID+BASE64 is wanted, as"
			    " sabot-witness --new-key prints it");
	return key;
}

bool
sabot_key_write_file(const char *path, const char *text, GError **error)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0400);
	bool is_written;

	if (fd < 0)
		return sabot_key_fail_errno(path, "cannot create", error);
	is_written = sabot_disk_write(fd, text, strlen(text)) && sabot_disk_sync_folder(path);
	if (!is_written)
		sabot_key_fail_errno(path, "cannot write", error);
	close(fd);
	if (!is_written)
		unlink(path);
	return is_written;
}

static struct sabot_key *
create_key(const char *path, const char *name, bool is_cosigner, GError **error)
{
	uint8_t seed[SABOT_KEY_SEED_BYTES];
	g_autofree char *data = NULL, *line = NULL;
	struct sabot_key *key;

	if (sodium_init() < 0 || !sabot_key_check_name(name, error))
		return NULL;
	randombytes_buf(seed, sizeof(seed));
	key = build_key(name, is_cosigner, seed);
	data = key_line(key, seed);
	line = g_strconcat(secret_prefix, data, "\n", NULL);
	if (!sabot_key_write_file(path, line, error))
		g_clear_pointer(&key, sabot_key_free);
	sodium_memzero(seed, sizeof(seed));
	sodium_memzero(data, strlen(data));
	sodium_memzero(line, strlen(line));
	return key;
}

struct sabot_key *
sabot_key_create(const char *path, const char *name, GError **error)
{
	return create_key(path, name, false, error);
}

struct sabot_key *
sabot_key_create_cosigner(const char *path, const char *name, GError **error)
{
	return create_key(path, name, true, error);
}

struct sabot_key *
sabot_key_read_text(const char *path, const char *text, GError **error)
{
	struct line_parts parts = {0};
	struct sabot_key *key = NULL;

	if (g_str_has_prefix(text, secret_prefix) &&
	    split_line(text + strlen(secret_prefix), &parts))
		key = build_key(parts.name, parts.is_cosigner, parts.data);
	if (key && !sabot_key_has_id(key, text + strlen(secret_prefix)))
		g_clear_pointer(&key, sabot_key_free);
	if (!key)
		g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
			    "%s: not a signing key", path);
	if (!key)
		sabot_store_error_set_reason(error, SABOT_STORE_REASON_DAMAGED);
	sodium_memzero(&parts.data, sizeof(parts.data));
	g_free(parts.name);
	return key;
}

void
sabot_key_free(gpointer data)
{
	struct sabot_key *key = data;

	if (!key)
		return;
	g_free(key->name);
	sabot_tpm_free(key->tpm);
	if (key->has_secret)
		sodium_free(key); /* which wipes it */
	else
		g_free(key);
}
