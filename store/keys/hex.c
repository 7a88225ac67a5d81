/*
 * Hexadecimal digits, written and read strictly.
 */
#include "hex.h"

#include <string.h>

char *
sabot_hex_encode(const uint8_t *bytes, size_t n_bytes)
{
	static const char digits[] = "0123456789abcdef";
	char *text = g_malloc(2 * n_bytes + 1);

	for (size_t i = 0; i < n_bytes; i++) {
		text[2 * i] = digits[bytes[i] >> 4];
		text[2 * i + 1] = digits[bytes[i] & 0x0f];
	}
	text[2 * n_bytes] = '\0';
	return text;
}

bool
sabot_hex_decode(const char *text, uint8_t *ret_bytes, size_t n_bytes)
{
	if (strlen(text) != 2 * n_bytes)
		return false;
	for (size_t i = 0; i < 2 * n_bytes; i++) {
		if (!g_ascii_isxdigit(text[i]))
			return false;
	}
	for (size_t i = 0; i < n_bytes; i++)
		ret_bytes[i] = (uint8_t)(g_ascii_xdigit_value(text[2 * i]) * 16 +
					 g_ascii_xdigit_value(text[2 * i + 1]));
	return true;
}
