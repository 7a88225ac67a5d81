/* See salts.h. docs/storage.md describes the bytes. */
#include "salts.h"

#include <glib.h>
#include <nettle/hmac.h>
#include <nettle/sha2.h>
#include <sodium.h>
#include <string.h>

static const char domain_secret[] = "sabot secret 2\n";

G_STATIC_ASSERT(SABOT_SALT_BYTES == SHA256_DIGEST_SIZE);

struct sabot_salts {
	struct hmac_sha256_ctx key;      /* of the secret; unused with one salt alone */
	uint8_t bytes[SABOT_SALT_BYTES]; /* the secret, or the salt */
	uint8_t commitment[SABOT_SALT_BYTES];
	int64_t from_n; /* 0 = of one event with which none begins */
	bool is_single;
};

struct sabot_salts *
sabot_salts_new(const uint8_t *secret, int64_t from_n)
{
	struct sabot_salts *salts = g_atomic_rc_box_new0(struct sabot_salts);
	struct sha256_ctx state;

	memcpy(salts->bytes, secret, sizeof(salts->bytes));
	salts->from_n = from_n;
	hmac_sha256_set_key(&salts->key, sizeof(salts->bytes), salts->bytes);
	sha256_init(&state);
	sha256_update(&state, sizeof(domain_secret) - 1, (const uint8_t *)domain_secret);
	sha256_update(&state, sizeof(salts->bytes), salts->bytes);
	sha256_digest(&state, sizeof(salts->commitment), salts->commitment);
	sodium_memzero(&state, sizeof(state));
	return salts;
}

struct sabot_salts *
sabot_salts_draw(int64_t from_n)
{
	uint8_t secret[SABOT_SALT_BYTES];
	struct sabot_salts *salts;

	randombytes_buf(secret, sizeof(secret));
	salts = sabot_salts_new(secret, from_n);
	sodium_memzero(secret, sizeof(secret));
	return salts;
}

struct sabot_salts *
sabot_salts_new_single(const uint8_t *salt, int64_t from_n, const uint8_t *commitment)
{
	struct sabot_salts *salts = g_atomic_rc_box_new0(struct sabot_salts);

	salts->is_single = true;
	salts->from_n = commitment ? from_n : 0;
	memcpy(salts->bytes, salt, sizeof(salts->bytes));
	if (commitment)
		memcpy(salts->commitment, commitment, sizeof(salts->commitment));
	return salts;
}

struct sabot_salts *
sabot_salts_ref(struct sabot_salts *salts)
{
	return salts ? g_atomic_rc_box_acquire(salts) : NULL;
}

static void
wipe(gpointer data)
{
	sodium_memzero(data, sizeof(struct sabot_salts));
}

void
sabot_salts_unref(void *salts)
{
	if (salts)
		g_atomic_rc_box_release_full(salts, wipe);
}

void
sabot_salts_get(const struct sabot_salts *salts, int64_t n, uint8_t ret_salt[SABOT_SALT_BYTES])
{
	const uint64_t bytes = GUINT64_TO_BE((uint64_t)n);
	struct hmac_sha256_ctx state;

	if (salts->is_single) {
		memcpy(ret_salt, salts->bytes, sizeof(salts->bytes));
		return;
	}
	state = salts->key;
	hmac_sha256_update(&state, sizeof(bytes), (const uint8_t *)&bytes);
	hmac_sha256_digest(&state, SABOT_SALT_BYTES, ret_salt);
}

const uint8_t *
sabot_salts_get_commitment(const struct sabot_salts *salts, int64_t n)
{
	return n > 0 && salts->from_n == n ? salts->commitment : NULL;
}

const uint8_t *
sabot_salts_get_secret(const struct sabot_salts *salts)
{
	return salts->is_single ? NULL : salts->bytes;
}

int64_t
sabot_salts_get_from(const struct sabot_salts *salts)
{
	return salts->from_n;
}
