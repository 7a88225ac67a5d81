/*
 * Fuzzes what is sent to a witness: a request that is read is, made again, the same bytes.
 */
#include "store/proof/add-request.h"

#include <stdlib.h>
#include <string.h>

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes);

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	struct sabot_add_request *request = sabot_add_request_parse((const char *)bytes, n_bytes);
	g_autofree char *again = NULL;

	if (!request)
		return 0;
	if (request->proof->len > SABOT_ADD_REQUEST_PROOF_MAX || request->head.size < 0)
		abort();
	again = sabot_add_request_format(request->old_size, request->proof, request->text);
	if (strlen(again) != n_bytes || memcmp(again, bytes, n_bytes) != 0)
		abort();
	sabot_add_request_free(request);
	return 0;
}
