/*
 * Signed notes of others, as C2SP describes them: a text, an empty line, and signatures by one or
 * more keys, of which some may be unknown. (What this program signs has one signature, and is read
 * by store/log/note.h.) Pure; no I/O.
 */
#pragma once

#include "store/proof/key.h"

enum {
	SABOT_SIGNED_NOTE_BYTES_MAX = 128 * 1024,
	SABOT_SIGNED_NOTE_SIGNATURES_MAX = 64, /* C2SP wants 16 at least */
	SABOT_SIGNED_NOTE_LINE_BYTES_MAX = 8 * 1024,
};

/* One line under the text. */
struct sabot_note_signature {
	char *name;
	char *line; /* the whole of it, without its end */
	uint8_t id[SABOT_KEY_ID_BYTES];
	uint8_t *bytes; /* behind the id */
	size_t n_bytes;
};

struct sabot_signed_note {
	char *body;            /* with the end of its last line */
	GPtrArray *signatures; /* of struct sabot_note_signature, at least one */
};

/*
 * Read a note: valid UTF-8 without control characters, not larger than the limits above. Nothing
 * is said yet about its signatures. NULL with a sentence. Transferred.
 */
struct sabot_signed_note *
sabot_signed_note_parse(const char *text, size_t n_bytes, GError **error);
/* NULL is allowed. */
void
sabot_signed_note_free(struct sabot_signed_note *note);

enum sabot_note_trust {
	SABOT_NOTE_UNSIGNED, /* none of the lines is this key's */
	SABOT_NOTE_SIGNED,
	SABOT_NOTE_FORGED, /* one says that it is, and is not */
};

/*
 * Whether the key has signed the note. Of a witness's key (cosign.h) `*ret_time_s` is when it did,
 * in seconds since 1970; NULL is allowed.
 */
enum sabot_note_trust
sabot_signed_note_check(const struct sabot_signed_note *note, const struct sabot_key *key,
			int64_t *ret_time_s);

/*
 * Read one signature's line, without its end. False where it is none. Clear it after use; the
 * struct itself is the caller's.
 */
bool
sabot_note_signature_parse(const char *line, struct sabot_note_signature *ret_signature);
/* NULL is not allowed. */
void
sabot_note_signature_clear(struct sabot_note_signature *signature);

/* Whether a signature is the key's, and good, over this text; as above. */
enum sabot_note_trust
sabot_note_signature_check(const struct sabot_note_signature *signature, const char *body,
			   const struct sabot_key *key, int64_t *ret_time_s);
