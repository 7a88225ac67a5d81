/*
 * A TPM that is open, by tpm2-tss: what all uses of it begin with. Each opens it and closes it
 * again: it is shared with others, and it may have been reset in between. Nothing where the program
 * is built without tpm2-tss.
 */
#pragma once

#include "store/db/db.h"

#ifdef SABOT_HAS_TPM
#include <tss2/tss2_esys.h>

/* What is in it is there as long as it is open. */
struct sabot_tpm_chip {
	TSS2_TCTI_CONTEXT *line;
	ESYS_CONTEXT *context;
	ESYS_TR parent, session, object;
};

/* That of SABOT_TPM, or the machine's. Close it in any case. */
bool
sabot_tpm_chip_open(struct sabot_tpm_chip *chip, GError **error);
void
sabot_tpm_chip_close(struct sabot_tpm_chip *chip);

/* False with a sentence: what went wrong, and the library's word for it. */
bool
sabot_tpm_chip_fail(const char *what, TSS2_RC code, GError **error);

/* Likewise, unless it went well. */
bool
sabot_tpm_chip_check(TSS2_RC code, const char *what, GError **error);

/* Take one of the handles out of it. */
void
sabot_tpm_chip_flush(struct sabot_tpm_chip *chip, ESYS_TR *handle);

/* The same key at each start, under which things are sealed. */
bool
sabot_tpm_chip_make_parent(struct sabot_tpm_chip *chip, GError **error);

/*
 * Commands go by it from now on. Without a parent nothing is encrypted: it is the object's secret
 * that proves them.
 */
bool
sabot_tpm_chip_begin_session(struct sabot_tpm_chip *chip, TPM2_SE kind, GError **error);

/* The session holds while the PCRs whose bits are set have the values that they have now. */
bool
sabot_tpm_chip_bind_pcrs(struct sabot_tpm_chip *chip, uint32_t pcrs, GError **error);

/* The digest of being bound so, in a session of its own; empty when no PCR is wanted. */
bool
sabot_tpm_chip_read_policy(struct sabot_tpm_chip *chip, uint32_t pcrs, TPM2B_DIGEST *ret_policy,
			   GError **error);
#endif
