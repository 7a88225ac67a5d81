/* See signed-note.h. */
#include "signed-note.h"
#include "cosign.h"

#include <sodium.h>
#include <string.h>

static const char signature_start[] = "\u2014 ";

enum { SIGNATURE_BYTES_MIN = SABOT_KEY_ID_BYTES + 1, SIGNATURE_PARTS = 2 };

static struct sabot_signed_note *
fail(GError **error, const char *why)
{
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED, "not a signed note: %s",
		    why);
	return NULL;
}

void
sabot_note_signature_clear(struct sabot_note_signature *signature)
{
	g_free(signature->name);
	g_free(signature->line);
	g_free(signature->bytes);
}

static void
free_signature(gpointer data)
{
	struct sabot_note_signature *signature = data;

	sabot_note_signature_clear(signature);
	g_free(signature);
}

/* Padding bits that are not zero are let through, as by other readers; the line stays as it is. */
static bool
is_base64(const char *text)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	size_t n_digits = strspn(text, digits), n_padding = strspn(text + n_digits, "=");

	return text[n_digits + n_padding] == '\0' && (n_digits + n_padding) % 4 == 0 &&
	       n_padding <= 2;
}

bool
sabot_note_signature_parse(const char *line, struct sabot_note_signature *ret_signature)
{
	g_auto(GStrv) parts = NULL;
	g_autofree guchar *bytes = NULL;
	gsize n_bytes;

	if (!g_str_has_prefix(line, signature_start) ||
	    strlen(line) > SABOT_SIGNED_NOTE_LINE_BYTES_MAX)
		return false;
	parts = g_strsplit(line + strlen(signature_start), " ", -1);
	if (g_strv_length(parts) != SIGNATURE_PARTS || parts[0][0] == '\0' || strchr(parts[0], '+'))
		return false;
	if (!is_base64(parts[1]))
		return false;
	bytes = g_base64_decode(parts[1], &n_bytes);
	if (n_bytes < SIGNATURE_BYTES_MIN)
		return false;
	*ret_signature = (struct sabot_note_signature){
		.name = g_strdup(parts[0]),
		.line = g_strdup(line),
		.bytes = g_memdup2(bytes + SABOT_KEY_ID_BYTES, n_bytes - SABOT_KEY_ID_BYTES),
		.n_bytes = n_bytes - SABOT_KEY_ID_BYTES,
	};
	memcpy(ret_signature->id, bytes, SABOT_KEY_ID_BYTES);
	return true;
}

/* The lines behind the last empty line. */
static bool
read_signatures(struct sabot_signed_note *note, const char *text)
{
	g_auto(GStrv) lines = g_strsplit(text, "\n", SABOT_SIGNED_NOTE_SIGNATURES_MAX + 2);
	guint n_lines = g_strv_length(lines);

	/* What is behind the last end of a line is empty. */
	if (n_lines < 2 || n_lines > SABOT_SIGNED_NOTE_SIGNATURES_MAX + 1 ||
	    lines[n_lines - 1][0] != '\0')
		return false;
	for (guint i = 0; i + 1 < n_lines; i++) {
		struct sabot_note_signature signature;

		if (!sabot_note_signature_parse(lines[i], &signature))
			return false;
		g_ptr_array_add(note->signatures, g_memdup2(&signature, sizeof(signature)));
	}
	return true;
}

static bool
has_control_character(const char *text, size_t n_bytes)
{
	for (size_t i = 0; i < n_bytes; i++) {
		if ((unsigned char)text[i] < ' ' && text[i] != '\n')
			return true;
	}
	return false;
}

struct sabot_signed_note *
sabot_signed_note_parse(const char *text, size_t n_bytes, GError **error)
{
	g_autofree char *copy = NULL;
	struct sabot_signed_note *note;
	char *gap;

	if (n_bytes > SABOT_SIGNED_NOTE_BYTES_MAX)
		return fail(error, "it is too large");
	if (!g_utf8_validate(text, (gssize)n_bytes, NULL) || has_control_character(text, n_bytes))
		return fail(error, "a byte that is no text");
	copy = g_strndup(text, n_bytes);
	gap = g_strrstr(copy, "\n\n");
	if (!gap || gap == copy)
		return fail(error, "there is no empty line");
	note = g_new0(struct sabot_signed_note, 1);
	note->body = g_strndup(copy, (gsize)(gap + 1 - copy));
	note->signatures = g_ptr_array_new_with_free_func(free_signature);
	if (read_signatures(note, gap + 2))
		return note;
	sabot_signed_note_free(note);
	return fail(error, "a line that is no signature");
}

void
sabot_signed_note_free(struct sabot_signed_note *note)
{
	if (!note)
		return;
	g_ptr_array_unref(note->signatures);
	g_free(note->body);
	g_free(note);
}

static bool
is_good(const struct sabot_note_signature *signature, const char *body, const struct sabot_key *key,
	int64_t *ret_time_s)
{
	if (key->is_cosigner)
		return sabot_cosign_is_good(signature->bytes, signature->n_bytes, body, key,
					    ret_time_s);
	return signature->n_bytes == SABOT_KEY_SIGNATURE_BYTES &&
	       crypto_sign_verify_detached(signature->bytes, (const unsigned char *)body,
					   strlen(body), key->public) == 0;
}

enum sabot_note_trust
sabot_note_signature_check(const struct sabot_note_signature *signature, const char *body,
			   const struct sabot_key *key, int64_t *ret_time_s)
{
	if (strcmp(signature->name, key->name) != 0 ||
	    memcmp(signature->id, key->id, SABOT_KEY_ID_BYTES) != 0)
		return SABOT_NOTE_UNSIGNED;
	return is_good(signature, body, key, ret_time_s) ? SABOT_NOTE_SIGNED : SABOT_NOTE_FORGED;
}

enum sabot_note_trust
sabot_signed_note_check(const struct sabot_signed_note *note, const struct sabot_key *key,
			int64_t *ret_time_s)
{
	enum sabot_note_trust trust = SABOT_NOTE_UNSIGNED;

	for (guint i = 0; i < note->signatures->len && trust != SABOT_NOTE_FORGED; i++) {
		enum sabot_note_trust one = sabot_note_signature_check(
			g_ptr_array_index(note->signatures, i), note->body, key, ret_time_s);

		if (one != SABOT_NOTE_UNSIGNED)
			trust = one;
	}
	return trust;
}
