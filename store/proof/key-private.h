/*
 * What the two kinds of a signing key's file share: the seed itself (key.c), or what a TPM has
 * sealed it in (key-tpm.c).
 */
#pragma once

#include "key.h"
#include "tpm.h"

enum { SABOT_KEY_SEED_BYTES = SABOT_TPM_SECRET_BYTES };

/* Wherever the secret goes it is locked in memory, and not in a core. Transferred. */
struct sabot_key *
sabot_key_from_seed(const char *name, const uint8_t seed[SABOT_KEY_SEED_BYTES]);

/* False with an error where a key cannot be called so. */
bool
sabot_key_check_name(const char *name, GError **error);

/* Whether the line, behind what says its kind, carries the id of its own key. */
bool
sabot_key_has_id(const struct sabot_key *key, const char *line);

/* The whole text of a new file, which only its owner can read. False with an error. */
bool
sabot_key_write_file(const char *path, const char *text, GError **error);

/* The key of such a file's text, which has the seed itself. NULL with an error. Transferred. */
struct sabot_key *
sabot_key_read_text(const char *path, const char *text, GError **error);

/* False with what `errno` says of the file; SABOT_STORE_ERROR_NO_KEY where there is none. */
bool
sabot_key_fail_errno(const char *path, const char *what, GError **error);
