/*
 * An open TPM, through tpm2-tss: the functions that every use of it begins with. Each use opens and
 * closes it, because it is shared with others and may have been reset in between. Empty if the
 * program is built without tpm2-tss.
 */
#pragma once

#include "store/db/db.h"

#ifdef SABOT_HAS_TPM
#include <tss2/tss2_esys.h>

/* Objects loaded into the TPM stay there for as long as it is open. */
struct sabot_tpm_chip {
	TSS2_TCTI_CONTEXT *line;
	ESYS_CONTEXT *context;
	ESYS_TR parent, session, object;
};

/* Open the TPM of SABOT_TPM, or the machine's. Close it in any case. */
bool
sabot_tpm_chip_open(struct sabot_tpm_chip *chip, GError **error);
void
sabot_tpm_chip_close(struct sabot_tpm_chip *chip);

/* Set an error with `what` failed and the library's text for the code. Always false. */
bool
sabot_tpm_chip_fail(const char *what, TSS2_RC code, GError **error);

/* As sabot_tpm_chip_fail(), unless the code is success; then true. */
bool
sabot_tpm_chip_check(TSS2_RC code, const char *what, GError **error);

/* Remove one of the handles' objects from the TPM. */
void
sabot_tpm_chip_flush(struct sabot_tpm_chip *chip, ESYS_TR *handle);

/* Make the key under which secrets are sealed; it is the same at each start. */
bool
sabot_tpm_chip_make_parent(struct sabot_tpm_chip *chip, GError **error);

/*
 * Begin the session that later commands use. Without a parent nothing is encrypted; the commands
 * are then authenticated by the object's secret.
 */
bool
sabot_tpm_chip_begin_session(struct sabot_tpm_chip *chip, TPM2_SE kind, GError **error);

/* Make the session valid only while the PCRs whose bits are set have their present values. */
bool
sabot_tpm_chip_bind_pcrs(struct sabot_tpm_chip *chip, uint32_t pcrs, GError **error);

/*
 * The digest of the policy that binds to these PCRs, computed in its own session; empty if no PCR
 * is selected.
 */
bool
sabot_tpm_chip_read_policy(struct sabot_tpm_chip *chip, uint32_t pcrs, TPM2B_DIGEST *ret_policy,
			   GError **error);
#endif
