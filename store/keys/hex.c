/* See hex.h. */
#include "hex.h"

#include <sodium.h>
#include <string.h>

char *
sabot_hex_encode(const uint8_t *bytes, size_t n_bytes)
{
	size_t size_bytes = 2 * n_bytes + 1;

	return sodium_bin2hex(g_malloc(size_bytes), size_bytes, bytes, n_bytes);
}

bool
sabot_hex_decode(const char *text, uint8_t *ret_bytes, size_t n_bytes)
{
	size_t n_read;

	return strlen(text) == 2 * n_bytes &&
	       sodium_hex2bin(ret_bytes, n_bytes, text, 2 * n_bytes, NULL, &n_read, NULL) == 0 &&
	       n_read == n_bytes;
}
