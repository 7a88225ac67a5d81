/*
 * Signing and checking. A note with further signatures is valid C2SP, but this program never writes
 * one.
 */
#include "note.h"
#include "hex.h"

#include <sodium.h>
#include <string.h>

static const char signature_start[] = "\u2014 "; /* an em dash, says C2SP */

enum { SIGNATURE_WORDS = 3 };

char *
sabot_note_sign(const char *body, const struct sabot_key *key)
{
	uint8_t bytes[SABOT_KEY_ID_BYTES + SABOT_KEY_SIGNATURE_BYTES];
	g_autofree char *base64 = NULL;

	memcpy(bytes, key->id, SABOT_KEY_ID_BYTES);
	crypto_sign_detached(bytes + SABOT_KEY_ID_BYTES, NULL, (const unsigned char *)body,
			     strlen(body), key->secret);
	base64 = g_base64_encode(bytes, sizeof(bytes));
	return g_strdup_printf("%s\n%s%s %s\n", body, signature_start, key->name, base64);
}

/* Where the body ends: before the empty line. NULL when there is none. */
static const char *
find_end(const char *note)
{
	const char *gap = strstr(note, "\n\n");

	return gap ? gap + 1 : NULL;
}

/* The words of the signature, which is all that may follow; NULL when it is not. */
static char **
split_signature(const char *rest)
{
	size_t length = strcspn(rest, "\n");
	g_autofree char *line = g_strndup(rest, length);
	g_auto(GStrv) words = g_strsplit(line, " ", -1);

	if (!g_str_has_prefix(rest, signature_start) || strcmp(rest + length, "\n") != 0 ||
	    g_strv_length(words) != SIGNATURE_WORDS)
		return NULL;
	return g_steal_pointer(&words);
}

char *
sabot_note_get_body(const char *note)
{
	const char *end = find_end(note);
	g_auto(GStrv) signature = end ? split_signature(end + 1) : NULL;

	return signature ? g_strndup(note, (size_t)(end - note)) : NULL;
}

/* Whether `words`, a signature line's, are a signature of `body` by the key. */
static bool
check_signature(char **words, const char *body, size_t n_body, const struct sabot_key *key)
{
	g_autofree guchar *bytes = NULL;
	g_autofree char *again = NULL;
	gsize n_bytes;

	bytes = g_base64_decode(words[2], &n_bytes);
	again = g_base64_encode(bytes, n_bytes);
	return strcmp(words[1], key->name) == 0 && strcmp(words[2], again) == 0 &&
	       n_bytes == SABOT_KEY_ID_BYTES + SABOT_KEY_SIGNATURE_BYTES &&
	       memcmp(bytes, key->id, SABOT_KEY_ID_BYTES) == 0 &&
	       crypto_sign_verify_detached(bytes + SABOT_KEY_ID_BYTES, (const unsigned char *)body,
					   n_body, key->public) == 0;
}

bool
sabot_note_is_signed_by(const char *note, const struct sabot_key *key)
{
	const char *end = find_end(note);
	g_auto(GStrv) words = end ? split_signature(end + 1) : NULL;

	return words && check_signature(words, note, (size_t)(end - note), key);
}

char *
sabot_note_get_signer(const char *note)
{
	const char *end = find_end(note);
	g_auto(GStrv) words = end ? split_signature(end + 1) : NULL;
	g_autofree guchar *bytes = NULL;
	g_autofree char *id = NULL;
	gsize n_bytes = 0;

	if (words)
		bytes = g_base64_decode(words[2], &n_bytes);
	if (n_bytes < SABOT_KEY_ID_BYTES)
		return NULL;
	id = sabot_hex_encode(bytes, SABOT_KEY_ID_BYTES);
	return g_strdup_printf("%s+%s", words[1], id);
}
