/* See key-tpm.h. */
#include "key-tpm.h"
#include "hex.h"
#include "key-private.h"

#include <sodium.h>
#include <string.h>

const char sabot_key_tpm_prefix[] = "TPM+KEY+";

static char *
format_line(const struct sabot_key *key, GBytes *sealed)
{
	g_autofree char *id = sabot_hex_encode(key->id, sizeof(key->id));
	g_autofree char *base64 =
		g_base64_encode(g_bytes_get_data(sealed, NULL), g_bytes_get_size(sealed));

	return g_strdup_printf("%s%s+%s+%s\n", sabot_key_tpm_prefix, key->name, id, base64);
}

static bool
write_sealed(const char *path, const struct sabot_key *key, GBytes *sealed, GError **error)
{
	g_autofree char *line = format_line(key, sealed);

	return sabot_key_write_file(path, line, error);
}

struct sabot_key *
sabot_key_create_in_tpm(const char *path, const char *name, uint32_t pcrs, GError **error)
{
	uint8_t seed[SABOT_KEY_SEED_BYTES];
	struct sabot_key *key;
	GBytes *sealed;

	if (sodium_init() < 0 || !sabot_key_check_name(name, error))
		return NULL;
	randombytes_buf(seed, sizeof(seed));
	key = sabot_key_from_seed(name, seed);
	sealed = sabot_tpm_seal(seed, pcrs, error);
	sodium_memzero(seed, sizeof(seed));
	if (!sealed || !write_sealed(path, key, sealed, error))
		g_clear_pointer(&key, sabot_key_free);
	g_clear_pointer(&sealed, g_bytes_unref);
	return key;
}

/* The words of a line; base64 may hold a plus, so it is the rest. NULL: not one. Transferred. */
static char **
split_line(const char *line)
{
	char **words = g_strsplit(line, "+", 3);

	if (g_strv_length(words) == 3 && sabot_key_check_name(words[0], NULL))
		return words;
	g_strfreev(words);
	return NULL;
}

static struct sabot_key *
open_sealed(char **words, GError **error)
{
	uint8_t seed[SABOT_KEY_SEED_BYTES];
	gsize n_bytes;
	guchar *bytes = g_base64_decode(g_strchomp(words[2]), &n_bytes);
	g_autoptr(GBytes) sealed = g_bytes_new_take(bytes, n_bytes);
	struct sabot_tpm *tpm = sabot_tpm_unseal(sealed, seed, error);
	struct sabot_key *key = NULL;

	if (tpm) {
		key = sabot_key_from_seed(words[0], seed);
		key->tpm = tpm;
	}
	sodium_memzero(seed, sizeof(seed));
	return key;
}

struct sabot_key *
sabot_key_open_in_tpm(const char *path, const char *text, GError **error)
{
	const char *line = text + strlen(sabot_key_tpm_prefix);
	g_auto(GStrv) words = split_line(line);
	struct sabot_key *key = words ? open_sealed(words, error) : NULL;

	if (words && !key) {
		g_prefix_error(error, "%s: ", path);
		return NULL;
	}
	if (key && sabot_key_has_id(key, line))
		return key;
	sabot_key_free(key);
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED, "%s: not a signing key",
		    path);
	sabot_store_error_set_reason(error, SABOT_STORE_REASON_DAMAGED);
	return NULL;
}
