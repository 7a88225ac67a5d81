/*
 * Signed notes of others, as C2SP describes them: a text, an empty line, and signatures by one or
 * more keys, some of which may be unknown. (This program's own notes have one signature and are
 * read by store/keys/note.h.) Pure; no I/O.
 */
#pragma once

#include "store/keys/key.h"

enum {
	SABOT_SIGNED_NOTE_BYTES_MAX = 128 * 1024,
	SABOT_SIGNED_NOTE_SIGNATURES_MAX = 64, /* C2SP requires at least 16 */
	SABOT_SIGNED_NOTE_LINE_BYTES_MAX = 8 * 1024,
};

/* One line under the text. */
struct sabot_note_signature {
	char *name;
	char *line; /* the whole line, without its end */
	uint8_t id[SABOT_KEY_ID_BYTES];
	uint8_t *bytes; /* the bytes after the id */
	size_t n_bytes;
};

struct sabot_signed_note {
	char *body;            /* with the end of its last line */
	GPtrArray *signatures; /* of struct sabot_note_signature, at least one */
};

/*
 * Read a note: valid UTF-8 without control characters, within the limits above. The signatures are
 * not checked. NULL with a message. Transferred.
 */
struct sabot_signed_note *
sabot_signed_note_parse(const char *text, size_t n_bytes, GError **error);
/* NULL is allowed. */
void
sabot_signed_note_free(struct sabot_signed_note *note);

enum sabot_note_trust {
	SABOT_NOTE_UNSIGNED, /* no line is by this key */
	SABOT_NOTE_SIGNED,
	SABOT_NOTE_FORGED, /* a line claims to be by this key, and is not */
};

/*
 * Check whether the key has signed the note. For a witness's key (cosign.h) `*ret_time_s` is the
 * time of the signature, in seconds since 1970; NULL is allowed.
 */
enum sabot_note_trust
sabot_signed_note_check(const struct sabot_signed_note *note, const struct sabot_key *key,
			int64_t *ret_time_s);

/*
 * Read one signature line, without its end. False if it is not one. Clear it after use; the struct
 * itself is the caller's.
 */
bool
sabot_note_signature_parse(const char *line, struct sabot_note_signature *ret_signature);
/* NULL is not allowed. */
void
sabot_note_signature_clear(struct sabot_note_signature *signature);

/* As sabot_signed_note_check(), for one signature over this text. */
enum sabot_note_trust
sabot_note_signature_check(const struct sabot_note_signature *signature, const char *body,
			   const struct sabot_key *key, int64_t *ret_time_s);
