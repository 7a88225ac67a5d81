/*
 * The data between the program and the chip is encrypted with a key that only the chip can learn,
 * as long as a session has a parent.
 */
#include "tpm-chip.h"

#ifdef SABOT_HAS_TPM
#include <tss2/tss2_rc.h>
#include <tss2/tss2_tctildr.h>

static const char default_line[] = "device:/dev/tpmrm0";

bool
sabot_tpm_chip_fail(const char *what, TSS2_RC code, GError **error)
{
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED, "the TPM: %s: %s", what,
		    Tss2_RC_Decode(code));
	sabot_store_error_set_reason(error, SABOT_STORE_REASON_TPM);
	return false;
}

bool
sabot_tpm_chip_check(TSS2_RC code, const char *what, GError **error)
{
	return code == TSS2_RC_SUCCESS || sabot_tpm_chip_fail(what, code, error);
}

void
sabot_tpm_chip_flush(struct sabot_tpm_chip *chip, ESYS_TR *handle)
{
	if (*handle != ESYS_TR_NONE)
		Esys_FlushContext(chip->context, *handle);
	*handle = ESYS_TR_NONE;
}

void
sabot_tpm_chip_close(struct sabot_tpm_chip *chip)
{
	if (chip->context) {
		sabot_tpm_chip_flush(chip, &chip->object);
		sabot_tpm_chip_flush(chip, &chip->session);
		sabot_tpm_chip_flush(chip, &chip->parent);
		Esys_Finalize(&chip->context);
	}
	if (chip->line)
		Tss2_TctiLdr_Finalize(&chip->line);
}

bool
sabot_tpm_chip_open(struct sabot_tpm_chip *chip, GError **error)
{
	const char *where = g_getenv("SABOT_TPM");

	*chip = (struct sabot_tpm_chip){NULL, NULL, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE};
	/* Not the library's own search: it would take one that listens on this machine, too. */
	if (sabot_tpm_chip_check(Tss2_TctiLdr_Initialize(where ? where : default_line, &chip->line),
				 where ? where : default_line, error) &&
	    sabot_tpm_chip_check(Esys_Initialize(&chip->context, chip->line, NULL),
				 "cannot be opened", error))
		return true;
	g_prefix_error(error, "the TPM cannot be reached (look whether it is there and this user "
			      "may use it, then start again): ");
	return false;
}

bool
sabot_tpm_chip_make_parent(struct sabot_tpm_chip *chip, GError **error)
{
	const TPM2B_SENSITIVE_CREATE nothing = {0};
	const TPM2B_DATA no_data = {0};
	const TPML_PCR_SELECTION no_pcrs = {0};
	const TPM2B_PUBLIC template = {
		.publicArea =
			{
				.type = TPM2_ALG_ECC,
				.nameAlg = TPM2_ALG_SHA256,
				.objectAttributes = TPMA_OBJECT_FIXEDTPM | TPMA_OBJECT_FIXEDPARENT |
						    TPMA_OBJECT_SENSITIVEDATAORIGIN |
						    TPMA_OBJECT_USERWITHAUTH | TPMA_OBJECT_NODA |
						    TPMA_OBJECT_RESTRICTED | TPMA_OBJECT_DECRYPT,
				.parameters.eccDetail =
					{
						.symmetric = {.algorithm = TPM2_ALG_AES,
							      .keyBits.aes = 128,
							      .mode.aes = TPM2_ALG_CFB},
						.scheme.scheme = TPM2_ALG_NULL,
						.curveID = TPM2_ECC_NIST_P256,
						.kdf.scheme = TPM2_ALG_NULL,
					},
			},
	};

	return sabot_tpm_chip_check(Esys_CreatePrimary(chip->context, ESYS_TR_RH_OWNER,
						       ESYS_TR_PASSWORD, ESYS_TR_NONE, ESYS_TR_NONE,
						       &nothing, &template, &no_data, &no_pcrs,
						       &chip->parent, NULL, NULL, NULL, NULL),
				    "no key of the owner can be made", error);
}

bool
sabot_tpm_chip_begin_session(struct sabot_tpm_chip *chip, TPM2_SE kind, GError **error)
{
	const TPMT_SYM_DEF cipher = {
		.algorithm = TPM2_ALG_AES, .keyBits.aes = 128, .mode.aes = TPM2_ALG_CFB};
	TPMA_SESSION how = TPMA_SESSION_CONTINUESESSION;

	sabot_tpm_chip_flush(chip, &chip->session);
	if (chip->parent != ESYS_TR_NONE)
		how |= TPMA_SESSION_ENCRYPT | TPMA_SESSION_DECRYPT;
	return sabot_tpm_chip_check(Esys_StartAuthSession(chip->context, chip->parent, ESYS_TR_NONE,
							  ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE,
							  NULL, kind, &cipher, TPM2_ALG_SHA256,
							  &chip->session),
				    "no session can be begun", error) &&
	       sabot_tpm_chip_check(Esys_TRSess_SetAttributes(chip->context, chip->session, how,
							      0xff),
				    "no session can be begun", error);
}

bool
sabot_tpm_chip_bind_pcrs(struct sabot_tpm_chip *chip, uint32_t pcrs, GError **error)
{
	const TPML_PCR_SELECTION selection = {
		.count = 1,
		.pcrSelections = {{.hash = TPM2_ALG_SHA256,
				   .sizeofSelect = 3,
				   .pcrSelect = {(uint8_t)pcrs, (uint8_t)(pcrs >> 8),
						 (uint8_t)(pcrs >> 16)}}},
	};
	const TPM2B_DIGEST now = {0};

	return sabot_tpm_chip_check(Esys_PolicyPCR(chip->context, chip->session, ESYS_TR_NONE,
						   ESYS_TR_NONE, ESYS_TR_NONE, &now, &selection),
				    "its PCRs cannot be read", error);
}

bool
sabot_tpm_chip_read_policy(struct sabot_tpm_chip *chip, uint32_t pcrs, TPM2B_DIGEST *ret_policy,
			   GError **error)
{
	g_autofree TPM2B_DIGEST *policy = NULL;

	*ret_policy = (TPM2B_DIGEST){0};
	if (pcrs == 0)
		return true;
	if (!sabot_tpm_chip_begin_session(chip, TPM2_SE_TRIAL, error) ||
	    !sabot_tpm_chip_bind_pcrs(chip, pcrs, error) ||
	    !sabot_tpm_chip_check(Esys_PolicyGetDigest(chip->context, chip->session, ESYS_TR_NONE,
						       ESYS_TR_NONE, ESYS_TR_NONE, &policy),
				  "its PCRs cannot be read", error))
		return false;
	*ret_policy = *policy;
	return true;
}

#endif
