/*
 * The Ed25519 keys that sign checkpoints. On paper and in files they look as in C2SP's signed note:
 * a secret key is one line "PRIVATE+KEY+NAME+ID+BASE64", a public one "NAME+ID+BASE64", where ID is
 * the first four bytes of a digest over name and public key, in hexadecimal. A key that only the
 * machine's TPM opens (tpm.h) is a line "TPM+KEY+NAME+ID+BASE64". A witness's key (cosign.h) looks
 * the same except for the byte that states what it signs, so that neither can be used as the other.
 */
#pragma once

#include "store/db/db.h"

enum {
	SABOT_KEY_ID_BYTES = 4,
	SABOT_KEY_PUBLIC_BYTES = 32,
	SABOT_KEY_SECRET_BYTES = 64,
	SABOT_KEY_SIGNATURE_BYTES = 64,
};

struct sabot_tpm;

struct sabot_key {
	char *name;                     /* without space and plus */
	uint8_t id[SABOT_KEY_ID_BYTES]; /* of name and public key */
	uint8_t public[SABOT_KEY_PUBLIC_BYTES];
	uint8_t secret[SABOT_KEY_SECRET_BYTES]; /* only with has_secret */
	bool has_secret;
	bool is_cosigner;      /* a witness's key, which signs cosignatures */
	struct sabot_tpm *tpm; /* the TPM that restored it; or NULL */
};

/*
 * Draw a key and write it to a new file that only its owner can read (0400). Never overwrites a
 * file. NULL with an error. Transferred.
 */
struct sabot_key *
sabot_key_create(const char *path, const char *name, GError **error);

/* As sabot_key_create(), for a witness's key. */
struct sabot_key *
sabot_key_create_cosigner(const char *path, const char *name, GError **error);

/* A public key from its line. NULL with an error. Transferred. */
struct sabot_key *
sabot_key_from_public_line(const char *line, GError **error);

/* As sabot_key_from_public_line(), for a witness's key. */
struct sabot_key *
sabot_key_from_cosigner_line(const char *line, GError **error);

/* The public line, without an end of line. Transferred. */
char *
sabot_key_to_public_line(const struct sabot_key *key);

/* Wipes the secret. NULL is allowed. A GDestroyNotify. */
void
sabot_key_free(gpointer key);
