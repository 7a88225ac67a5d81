/*
 * Shared by the two kinds of signing-key files: the seed itself (key.c), or the data in which a TPM
 * has sealed it (key-tpm.c).
 */
#pragma once

#include "key.h"
#include "tpm.h"

enum { SABOT_KEY_SEED_BYTES = SABOT_TPM_SECRET_BYTES };

/*
 * The key from its seed. All copies of the secret are in locked memory and left out of core dumps.
 * Transferred.
 */
struct sabot_key *
sabot_key_from_seed(const char *name, const uint8_t seed[SABOT_KEY_SEED_BYTES]);

/* False with an error if a key cannot have this name. */
bool
sabot_key_check_name(const char *name, GError **error);

/* True if the line, after the word for its kind, has the id of its own key. */
bool
sabot_key_has_id(const struct sabot_key *key, const char *line);

/* Write a new file with this text, readable by its owner only. False with an error. */
bool
sabot_key_write_file(const char *path, const char *text, GError **error);

/* Read the key from the text of a file with the seed itself. NULL with an error. Transferred. */
struct sabot_key *
sabot_key_read_text(const char *path, const char *text, GError **error);

/* Set the error from `errno` and return false; SABOT_STORE_ERROR_NO_KEY if there is no file. */
bool
sabot_key_fail_errno(const char *path, const char *what, GError **error);
