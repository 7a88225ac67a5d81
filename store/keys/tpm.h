/*
 * A secret that only this machine's TPM 2.0 gives back, and a counter in it that nobody can set
 * back. The TPM knows no Ed25519: the key's seed is sealed to it, given back at the start, and kept
 * in memory. The counter says how far the log was: it is advanced behind a checkpoint that carries
 * its next value, so a database whose last checkpoint carries less has been put back.
 *
 * A counter's memory wears: it is advanced by the first checkpoint of a run, and every some minutes
 * then. The TPM is the one of SABOT_TPM, in the words of tpm2-tss ("device:/dev/tpmrm0").
 */
#pragma once

#include "store/db/db.h"

enum { SABOT_TPM_SECRET_BYTES = 32, SABOT_TPM_PCRS = 24 };

struct sabot_tpm;

/*
 * Seal the secret under the present values of the PCRs whose bits are set, and create a counter.
 * The result is not secret. NULL with an error, also if the program was built without TPM support.
 * Transferred.
 */
GBytes *
sabot_tpm_seal(const uint8_t secret[SABOT_TPM_SECRET_BYTES], uint32_t pcrs, GError **error);

/* Restore the secret. NULL with an error. Transferred. */
struct sabot_tpm *
sabot_tpm_unseal(GBytes *sealed, uint8_t ret_secret[SABOT_TPM_SECRET_BYTES], GError **error);

/* Waits for an advance under way. NULL is allowed. */
void
sabot_tpm_free(struct sabot_tpm *tpm);

/* The counter's value when it was created, before the key had signed anything. */
int64_t
sabot_tpm_get_first(const struct sabot_tpm *tpm);

/* The counter's value when the secret was restored; 0: it could not be read. */
int64_t
sabot_tpm_get_count(const struct sabot_tpm *tpm);

/*
 * True if, when the secret was restored, the TPM answered that it has no such counter, or had
 * something else in its place: the TPM's owner removed it.
 */
bool
sabot_tpm_has_lost_counter(const struct sabot_tpm *tpm);

/* The value that the next checkpoint carries, if this key's last one carries `last`; 0: none. */
int64_t
sabot_tpm_next(const struct sabot_tpm *tpm, int64_t last);

/*
 * Advance the counter to `count`, the value in a checkpoint that is saved. Runs on its own thread.
 */
void
sabot_tpm_advance(struct sabot_tpm *tpm, int64_t count);
