/*
 * A signing key whose file can be used with one TPM only (tpm.h): a line "TPM+KEY+NAME+ID+BASE64".
 */
#pragma once

#include "key.h"

/* The beginning of such a file's text. */
extern const char sabot_key_tpm_prefix[];

/*
 * As sabot_key_create(), for a key that only this machine's TPM restores, and only while the PCRs
 * whose bits are set in `pcrs` have their present values.
 */
struct sabot_key *
sabot_key_create_in_tpm(const char *path, const char *name, uint32_t pcrs, GError **error);

/* The key of such a file's text. NULL with an error. Transferred. */
struct sabot_key *
sabot_key_open_in_tpm(const char *path, const char *text, GError **error);
