/* Fuzzes what looks at a write-ahead log: it reads all of it, or says that it is not whole. */
#include "store/db/wal.h"

#include <stdint.h>
#include <stdlib.h>

enum { FUZZ_WAL_HEADER_BYTES = 32 };

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes);

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	FILE *file = n_bytes > 0 ? fmemopen((void *)bytes, n_bytes, "r") : NULL;
	bool is_cut = file && sabot_wal_is_cut(file);

	if (n_bytes > 0 && n_bytes < FUZZ_WAL_HEADER_BYTES && !is_cut)
		abort();
	if (file) {
		rewind(file);
		if (sabot_wal_has_lost(file) && !is_cut)
			abort();
		fclose(file);
	}
	return 0;
}
