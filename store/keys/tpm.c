/*
 * The counter's answers carry a code made with a secret that is sealed, too.
 *
 * Sealed is struct content; the file's bytes are FORMAT, the PCRs (big-endian), the two blobs.
 *
 * Built without tpm2-tss the program says so, at the end of the file.
 */
#include "tpm.h"
#include "tpm-chip.h"

#ifdef SABOT_HAS_TPM

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <tss2/tss2_mu.h>

enum {
	TPM_FORMAT = 1,
	TPM_INDEX_FIRST = 0x01805ab0, /* of those for the owner: the first free one is taken */
	TPM_INDICES = 64,
	TPM_COUNT_BYTES = 8,
	TPM_AUTH_BYTES = 32,
	TPM_STEPS_MAX = 16,                     /* that a counter is behind a checkpoint */
	TPM_REST_US = 10 * 60 * G_USEC_PER_SEC, /* 53,000 advances a year */
};

/* What is sealed. */
struct content {
	uint8_t secret[SABOT_TPM_SECRET_BYTES];
	uint8_t index[4], first[TPM_COUNT_BYTES]; /* big-endian */
};

struct sabot_tpm {
	uint8_t auth[TPM_AUTH_BYTES]; /* of the counter */
	uint32_t index;
	int64_t first, count;
	int64_t due_us; /* the writer's: when the next checkpoint advances it */
	GThreadPool *thread;
	bool has_lost_counter;
	bool has_failed; /* the thread's */
};

static void
put_number(uint8_t *bytes, size_t n_bytes, uint64_t number)
{
	for (size_t i = n_bytes; i > 0; i--) {
		bytes[i - 1] = (uint8_t)number;
		number >>= 8;
	}
}

static uint64_t
get_number(const uint8_t *bytes, size_t n_bytes)
{
	uint64_t number = 0;

	for (size_t i = 0; i < n_bytes; i++)
		number = number << 8 | bytes[i];
	return number;
}

/* Who has the secret can use the counter. */
static void
make_auth(const uint8_t secret[SABOT_TPM_SECRET_BYTES], uint8_t ret_auth[TPM_AUTH_BYTES])
{
	static const unsigned char what[] = "sabot-tpm-counter";

	crypto_generichash(ret_auth, TPM_AUTH_BYTES, what, sizeof(what), secret,
			   SABOT_TPM_SECRET_BYTES);
}

static void
set_auth(struct sabot_tpm_chip *chip, const uint8_t bytes[TPM_AUTH_BYTES])
{
	TPM2B_AUTH auth = {.size = TPM_AUTH_BYTES};

	memcpy(auth.buffer, bytes, TPM_AUTH_BYTES);
	Esys_TR_SetAuth(chip->context, chip->object, &auth);
	sodium_memzero(&auth, sizeof(auth));
}

/* The first index that nothing has; 0 where there is none. */
static uint32_t
find_index(struct sabot_tpm_chip *chip)
{
	g_autofree TPMS_CAPABILITY_DATA *found = NULL;
	uint64_t used = 0;
	TPMI_YES_NO has_more;

	if (Esys_GetCapability(chip->context, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE,
			       TPM2_CAP_HANDLES, TPM_INDEX_FIRST, TPM_INDICES, &has_more,
			       &found) != TSS2_RC_SUCCESS)
		return 0;
	for (uint32_t i = 0; i < found->data.handles.count; i++) {
		uint32_t place = found->data.handles.handle[i] - TPM_INDEX_FIRST;

		if (place < TPM_INDICES)
			used |= UINT64_C(1) << place;
	}
	for (uint32_t place = 0; place < TPM_INDICES; place++) {
		if (!(used & UINT64_C(1) << place))
			return TPM_INDEX_FIRST + place;
	}
	return 0;
}

static bool
increment(struct sabot_tpm_chip *chip, GError **error)
{
	return sabot_tpm_chip_check(Esys_NV_Increment(chip->context, chip->object, chip->object,
						      chip->session, ESYS_TR_NONE, ESYS_TR_NONE),
				    "its counter cannot be advanced", error);
}

/* The TPM's own answer that there is no such thing; a busy or broken TPM says something else. */
static bool
is_refusal(TSS2_RC code)
{
	TSS2_RC layer = code & TSS2_RC_LAYER_MASK, answer = code & ~TSS2_RC_LAYER_MASK;

	return (layer == TSS2_TPM_RC_LAYER || layer == TSS2_RESMGR_TPM_RC_LAYER) &&
	       ((answer & TPM2_RC_FMT1) || answer == TPM2_RC_NV_UNINITIALIZED ||
		answer == TPM2_RC_NV_AUTHORIZATION);
}

/* As sabot_tpm_chip_check(), with SABOT_STORE_ERROR_REFUSED where the TPM refuses. */
static bool
check_counter(TSS2_RC code, const char *what, GError **error)
{
	if (sabot_tpm_chip_check(code, what, error))
		return true;
	if (error && is_refusal(code))
		(*error)->code = SABOT_STORE_ERROR_REFUSED;
	return false;
}

static bool
read_count(struct sabot_tpm_chip *chip, int64_t *ret_count, GError **error)
{
	g_autofree TPM2B_MAX_NV_BUFFER *bytes = NULL;

	if (!check_counter(Esys_NV_Read(chip->context, chip->object, chip->object, chip->session,
					ESYS_TR_NONE, ESYS_TR_NONE, TPM_COUNT_BYTES, 0, &bytes),
			   "its counter cannot be read", error))
		return false;
	*ret_count = (int64_t)get_number(bytes->buffer, TPM_COUNT_BYTES);
	return true;
}

/* A new counter as the object: it begins behind all that the TPM ever had. */
static bool
make_counter(struct sabot_tpm_chip *chip, struct content *content, GError **error)
{
	const TPM2B_NV_PUBLIC is = {
		.nvPublic =
			{
				.nvIndex = find_index(chip),
				.nameAlg = TPM2_ALG_SHA256,
				.attributes = TPM2_NT_COUNTER << TPMA_NV_TPM2_NT_SHIFT |
					      TPMA_NV_AUTHREAD | TPMA_NV_AUTHWRITE |
					      TPMA_NV_OWNERREAD | TPMA_NV_NO_DA,
				.dataSize = TPM_COUNT_BYTES,
			},
	};
	TPM2B_AUTH auth = {.size = TPM_AUTH_BYTES};
	int64_t count = 0;
	bool is_made;

	make_auth(content->secret, auth.buffer);
	is_made = sabot_tpm_chip_check(Esys_NV_DefineSpace(chip->context, ESYS_TR_RH_OWNER,
							   chip->session, ESYS_TR_NONE,
							   ESYS_TR_NONE, &auth, &is, &chip->object),
				       "no counter can be made in it", error);
	sodium_memzero(&auth, sizeof(auth));
	if (!is_made)
		return false;
	put_number(content->index, sizeof(content->index), is.nvPublic.nvIndex);
	is_made = increment(chip, error) && read_count(chip, &count, error);
	put_number(content->first, sizeof(content->first), (uint64_t)count);
	return is_made;
}

/* The object is the counter, which is no use any more. */
static void
remove_counter(struct sabot_tpm_chip *chip)
{
	if (chip->object != ESYS_TR_NONE)
		Esys_NV_UndefineSpace(chip->context, ESYS_TR_RH_OWNER, chip->object,
				      ESYS_TR_PASSWORD, ESYS_TR_NONE, ESYS_TR_NONE);
	chip->object = ESYS_TR_NONE;
}

/* A name for it, not a thing to be flushed. */
static void
forget_counter(struct sabot_tpm_chip *chip)
{
	if (chip->object != ESYS_TR_NONE)
		Esys_TR_Close(chip->context, &chip->object);
	chip->object = ESYS_TR_NONE;
}

static GBytes *
pack(uint32_t pcrs, const TPM2B_PUBLIC *public, const TPM2B_PRIVATE *private, GError **error)
{
	uint8_t bytes[5 + sizeof(*public) + sizeof(*private)] = {TPM_FORMAT};
	size_t n_bytes = 5;

	put_number(bytes + 1, 4, pcrs);
	if (!sabot_tpm_chip_check(Tss2_MU_TPM2B_PUBLIC_Marshal(public, bytes, sizeof(bytes),
							       &n_bytes),
				  "what it sealed", error) ||
	    !sabot_tpm_chip_check(Tss2_MU_TPM2B_PRIVATE_Marshal(private, bytes, sizeof(bytes),
								&n_bytes),
				  "what it sealed", error))
		return NULL;
	return g_bytes_new(bytes, n_bytes);
}

static GBytes *
seal_content(struct sabot_tpm_chip *chip, const struct content *content, uint32_t pcrs,
	     GError **error)
{
	TPM2B_SENSITIVE_CREATE sensitive = {.sensitive.data.size = sizeof(*content)};
	TPM2B_PUBLIC template = {
		.publicArea =
			{
				.type = TPM2_ALG_KEYEDHASH,
				.nameAlg = TPM2_ALG_SHA256,
				.objectAttributes =
					TPMA_OBJECT_FIXEDTPM | TPMA_OBJECT_FIXEDPARENT |
					(pcrs ? 0 : TPMA_OBJECT_USERWITHAUTH | TPMA_OBJECT_NODA),
				.parameters.keyedHashDetail.scheme.scheme = TPM2_ALG_NULL,
			},
	};
	const TPM2B_DATA no_data = {0};
	const TPML_PCR_SELECTION no_pcrs = {0};
	g_autofree TPM2B_PRIVATE *private = NULL;
	g_autofree TPM2B_PUBLIC *public = NULL;
	bool is_sealed;

	if (!sabot_tpm_chip_read_policy(chip, pcrs, &template.publicArea.authPolicy, error) ||
	    !sabot_tpm_chip_begin_session(chip, TPM2_SE_HMAC, error))
		return NULL;
	memcpy(sensitive.sensitive.data.buffer, content, sizeof(*content));
	is_sealed = sabot_tpm_chip_check(Esys_Create(chip->context, chip->parent, chip->session,
						     ESYS_TR_NONE, ESYS_TR_NONE, &sensitive,
						     &template, &no_data, &no_pcrs, &private,
						     &public, NULL, NULL, NULL),
					 "nothing can be sealed", error);
	sodium_memzero(&sensitive, sizeof(sensitive));
	return is_sealed ? pack(pcrs, public, private, error) : NULL;
}

GBytes *
sabot_tpm_seal(const uint8_t secret[SABOT_TPM_SECRET_BYTES], uint32_t pcrs, GError **error)
{
	struct content content = {0};
	GBytes *sealed = NULL;
	struct sabot_tpm_chip chip;

	memcpy(content.secret, secret, sizeof(content.secret));
	if (sabot_tpm_chip_open(&chip, error) && sabot_tpm_chip_make_parent(&chip, error) &&
	    sabot_tpm_chip_begin_session(&chip, TPM2_SE_HMAC, error)) {
		if (make_counter(&chip, &content, error))
			sealed = seal_content(&chip, &content, pcrs, error);
		if (!sealed)
			remove_counter(&chip);
		forget_counter(&chip);
	}
	sabot_tpm_chip_close(&chip);
	sodium_memzero(&content, sizeof(content));
	return sealed;
}

static bool
unpack(GBytes *sealed, uint32_t *ret_pcrs, TPM2B_PUBLIC *public, TPM2B_PRIVATE *private)
{
	size_t n_bytes, at = 5;
	const uint8_t *bytes = g_bytes_get_data(sealed, &n_bytes);

	if (n_bytes < at || bytes[0] != TPM_FORMAT)
		return false;
	*ret_pcrs = (uint32_t)get_number(bytes + 1, 4);
	return Tss2_MU_TPM2B_PUBLIC_Unmarshal(bytes, n_bytes, &at, public) == TSS2_RC_SUCCESS &&
	       Tss2_MU_TPM2B_PRIVATE_Unmarshal(bytes, n_bytes, &at, private) == TSS2_RC_SUCCESS &&
	       at == n_bytes;
}

static bool
load(struct sabot_tpm_chip *chip, GBytes *sealed, uint32_t *ret_pcrs, GError **error)
{
	TPM2B_PRIVATE private = {0};
	TPM2B_PUBLIC public = {0};

	if (!unpack(sealed, ret_pcrs, &public, &private))
		return sabot_tpm_chip_fail("this was not sealed by it", TSS2_BASE_RC_BAD_VALUE,
					   error);
	return sabot_tpm_chip_make_parent(chip, error) &&
	       sabot_tpm_chip_begin_session(chip, TPM2_SE_HMAC, error) &&
	       sabot_tpm_chip_check(Esys_Load(chip->context, chip->parent, chip->session,
					      ESYS_TR_NONE, ESYS_TR_NONE, &private, &public,
					      &chip->object),
				    "the key was sealed by another one", error);
}

static bool
unseal_content(struct sabot_tpm_chip *chip, GBytes *sealed, struct content *ret_content,
	       GError **error)
{
	TPM2B_SENSITIVE_DATA *data = NULL;
	uint32_t pcrs;
	bool is_whole;

	if (!load(chip, sealed, &pcrs, error) ||
	    (pcrs && (!sabot_tpm_chip_begin_session(chip, TPM2_SE_POLICY, error) ||
		      !sabot_tpm_chip_bind_pcrs(chip, pcrs, error))) ||
	    !sabot_tpm_chip_check(
		    Esys_Unseal(chip->context, chip->object, chip->session, ESYS_TR_NONE,
				ESYS_TR_NONE, &data),
		    pcrs ? "it does not give back the key (this machine did not start as when the "
			   "key was sealed?)"
			 : "it does not give back the key",
		    error))
		return false;
	is_whole = data->size == sizeof(*ret_content);
	if (is_whole)
		memcpy(ret_content, data->buffer, sizeof(*ret_content));
	sodium_memzero(data, sizeof(*data));
	Esys_Free(data);
	sabot_tpm_chip_flush(chip, &chip->object);
	return is_whole || sabot_tpm_chip_fail("this is no key", TSS2_BASE_RC_BAD_VALUE, error);
}

/* Memory that anybody can write may have the counter's number. */
static bool
check_is_counter(struct sabot_tpm_chip *chip, GError **error)
{
	g_autofree TPM2B_NV_PUBLIC *is = NULL;

	if (!check_counter(Esys_NV_ReadPublic(chip->context, chip->object, ESYS_TR_NONE,
					      ESYS_TR_NONE, ESYS_TR_NONE, &is, NULL),
			   "its counter is gone", error))
		return false;
	if ((is->nvPublic.attributes & TPMA_NV_TPM2_NT_MASK) >> TPMA_NV_TPM2_NT_SHIFT ==
	    TPM2_NT_COUNTER)
		return true;
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_REFUSED,
		    "the TPM: its counter is gone: something else is in its place");
	return false;
}

/*
 * The counter as the object, in a session that its own secret proves. False with
 * SABOT_STORE_ERROR_REFUSED if the TPM has it no more.
 */
static bool
open_counter(struct sabot_tpm_chip *chip, const struct sabot_tpm *tpm, GError **error)
{
	sabot_tpm_chip_flush(chip, &chip->session);
	sabot_tpm_chip_flush(chip, &chip->parent);
	if (!check_counter(Esys_TR_FromTPMPublic(chip->context, tpm->index, ESYS_TR_NONE,
						 ESYS_TR_NONE, ESYS_TR_NONE, &chip->object),
			   "its counter is gone", error) ||
	    !check_is_counter(chip, error))
		return false;
	set_auth(chip, tpm->auth);
	return sabot_tpm_chip_begin_session(chip, TPM2_SE_HMAC, error);
}

static bool
advance(const struct sabot_tpm *tpm, int64_t to, GError **error)
{
	int64_t count = 0;
	struct sabot_tpm_chip chip;
	bool is_done = sabot_tpm_chip_open(&chip, error) && open_counter(&chip, tpm, error) &&
		       read_count(&chip, &count, error);

	for (int step = 0; is_done && count < to && step < TPM_STEPS_MAX; step++) {
		is_done = increment(&chip, error);
		count++;
	}
	forget_counter(&chip);
	sabot_tpm_chip_close(&chip);
	return is_done;
}

static void
on_advance(gpointer data, gpointer user)
{
	struct sabot_tpm *tpm = user;
	g_autofree int64_t *to = data;
	g_autoptr(GError) error = NULL;
	bool is_done = advance(tpm, *to, &error);

	if (!is_done && !tpm->has_failed)
		g_warning("%s", error->message);
	tpm->has_failed = !is_done;
}

static struct sabot_tpm *
make_ready(struct sabot_tpm_chip *chip, const struct content *content)
{
	struct sabot_tpm *tpm = sodium_malloc(sizeof(*tpm));
	g_autoptr(GError) error = NULL;

	memset(tpm, 0, sizeof(*tpm));
	make_auth(content->secret, tpm->auth);
	tpm->index = (uint32_t)get_number(content->index, sizeof(content->index));
	tpm->first = (int64_t)get_number(content->first, sizeof(content->first));
	tpm->thread = g_thread_pool_new(on_advance, tpm, 1, FALSE, NULL);
	if (!open_counter(chip, tpm, &error) || !read_count(chip, &tpm->count, &error)) {
		tpm->count = 0;
		tpm->has_lost_counter = error->code == SABOT_STORE_ERROR_REFUSED;
		g_warning("%s", error->message);
	}
	forget_counter(chip);
	return tpm;
}

struct sabot_tpm *
sabot_tpm_unseal(GBytes *sealed, uint8_t ret_secret[SABOT_TPM_SECRET_BYTES], GError **error)
{
	struct content content = {0};
	struct sabot_tpm *tpm = NULL;
	struct sabot_tpm_chip chip;

	if (sabot_tpm_chip_open(&chip, error) && unseal_content(&chip, sealed, &content, error)) {
		memcpy(ret_secret, content.secret, sizeof(content.secret));
		tpm = make_ready(&chip, &content);
	}
	sabot_tpm_chip_close(&chip);
	sodium_memzero(&content, sizeof(content));
	return tpm;
}

void
sabot_tpm_free(struct sabot_tpm *tpm)
{
	if (!tpm)
		return;
	g_thread_pool_free(tpm->thread, FALSE, TRUE);
	sodium_free(tpm);
}

int64_t
sabot_tpm_get_first(const struct sabot_tpm *tpm)
{
	return tpm->first;
}

int64_t
sabot_tpm_get_count(const struct sabot_tpm *tpm)
{
	return tpm->count;
}

bool
sabot_tpm_has_lost_counter(const struct sabot_tpm *tpm)
{
	return tpm->has_lost_counter;
}

int64_t
sabot_tpm_next(const struct sabot_tpm *tpm, int64_t last)
{
	if (tpm->count == 0)
		return last;
	return MAX(last, tpm->count) + (g_get_monotonic_time() >= tpm->due_us ? 1 : 0);
}

void
sabot_tpm_advance(struct sabot_tpm *tpm, int64_t count)
{
	if (tpm->count == 0 || count <= tpm->count)
		return;
	tpm->count = count;
	tpm->due_us = g_get_monotonic_time() + TPM_REST_US;
	g_thread_pool_push(tpm->thread, g_memdup2(&count, sizeof(count)), NULL);
}

#else

static void
refuse(GError **error)
{
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
		    "this program is built without tpm2-tss: it knows no TPM");
	sabot_store_error_set_reason(error, SABOT_STORE_REASON_TPM);
}

GBytes *
sabot_tpm_seal(const uint8_t secret[SABOT_TPM_SECRET_BYTES], uint32_t pcrs, GError **error)
{
	(void)secret;
	(void)pcrs;
	refuse(error);
	return NULL;
}

struct sabot_tpm *
sabot_tpm_unseal(GBytes *sealed, uint8_t ret_secret[SABOT_TPM_SECRET_BYTES], GError **error)
{
	(void)sealed;
	(void)ret_secret;
	refuse(error);
	return NULL;
}

void
sabot_tpm_free(struct sabot_tpm *tpm)
{
	(void)tpm;
}

int64_t
sabot_tpm_get_first(const struct sabot_tpm *tpm)
{
	(void)tpm;
	return 0;
}

int64_t
sabot_tpm_get_count(const struct sabot_tpm *tpm)
{
	(void)tpm;
	return 0;
}

bool
sabot_tpm_has_lost_counter(const struct sabot_tpm *tpm)
{
	(void)tpm;
	return false;
}

int64_t
sabot_tpm_next(const struct sabot_tpm *tpm, int64_t last)
{
	(void)tpm;
	(void)last;
	return 0;
}

void
sabot_tpm_advance(struct sabot_tpm *tpm, int64_t count)
{
	(void)tpm;
	(void)count;
}

#endif
