/*
 * A signing key whose file is of use beside one TPM only (tpm.h): a line "TPM+KEY+NAME+ID+BASE64".
 */
#pragma once

#include "key.h"

/* With what the file's text begins. */
extern const char sabot_key_tpm_prefix[];

/*
 * As sabot_key_create(), a key that only this machine's TPM gives back, while the PCRs whose bits
 * are set in `pcrs` have the values that they have now.
 */
struct sabot_key *
sabot_key_create_in_tpm(const char *path, const char *name, uint32_t pcrs, GError **error);

/* The key of such a file's text. NULL with an error. Transferred. */
struct sabot_key *
sabot_key_open_in_tpm(const char *path, const char *text, GError **error);
