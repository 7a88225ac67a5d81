/* Bytes as lower-case hexadecimal digits. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* The digits of `bytes`, two a byte. Transferred. */
char *
sabot_hex_encode(const uint8_t *bytes, size_t n_bytes);

/*
 * False unless `text` is exactly `n_bytes` bytes in digits of either case; `ret_bytes` is then
 * undefined.
 */
bool
sabot_hex_decode(const char *text, uint8_t *ret_bytes, size_t n_bytes);
