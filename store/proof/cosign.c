/*
 * See cosign.h. The signature is the time, in eight bytes, most significant first, and the Ed25519
 * signature.
 */
#include "cosign.h"

#include <sodium.h>
#include <string.h>

enum {
	COSIGN_TIME_BYTES = 8,
	COSIGN_BYTES = COSIGN_TIME_BYTES + SABOT_KEY_SIGNATURE_BYTES,
};

/* What is signed. Transferred. */
static char *
build_message(const char *body, int64_t time_s)
{
	return g_strdup_printf("cosignature/v1\ntime %" G_GINT64_FORMAT "\n%s", time_s, body);
}

char *
sabot_cosign(const char *body, const struct sabot_key *key, int64_t time_s)
{
	uint8_t bytes[SABOT_KEY_ID_BYTES + COSIGN_BYTES];
	g_autofree char *message = build_message(body, time_s);
	uint64_t time_bytes = GUINT64_TO_BE((uint64_t)time_s);
	g_autofree char *base64 = NULL;

	memcpy(bytes, key->id, SABOT_KEY_ID_BYTES);
	memcpy(bytes + SABOT_KEY_ID_BYTES, &time_bytes, COSIGN_TIME_BYTES);
	crypto_sign_detached(bytes + SABOT_KEY_ID_BYTES + COSIGN_TIME_BYTES, NULL,
			     (const unsigned char *)message, strlen(message), key->secret);
	base64 = g_base64_encode(bytes, sizeof(bytes));
	return g_strdup_printf("\u2014 %s %s\n", key->name, base64);
}

bool
sabot_cosign_is_good(const uint8_t *bytes, size_t n_bytes, const char *body,
		     const struct sabot_key *key, int64_t *ret_time_s)
{
	g_autofree char *message = NULL;
	uint64_t time_bytes;
	int64_t time_s;

	if (n_bytes != COSIGN_BYTES)
		return false;
	memcpy(&time_bytes, bytes, COSIGN_TIME_BYTES);
	time_s = (int64_t)GUINT64_FROM_BE(time_bytes);
	/* Without a time it does not say that there is no other past. */
	if (time_s <= 0)
		return false;
	message = build_message(body, time_s);
	if (crypto_sign_verify_detached(bytes + COSIGN_TIME_BYTES, (const unsigned char *)message,
					strlen(message), key->public) != 0)
		return false;
	if (ret_time_s)
		*ret_time_s = time_s;
	return true;
}
