/*
 * Signed notes as C2SP describes them: a text, an empty line, one signature. Checkpoints and the
 * notes on archives are signed notes.
 */
#pragma once

#include "key.h"

/* `body` (whole lines) with a signature by the secret key under it. Transferred. */
char *
sabot_note_sign(const char *body, const struct sabot_key *key);

/*
 * The text above the signature. NULL unless exactly one signature line follows it. The signature is
 * not checked. Transferred.
 */
char *
sabot_note_get_body(const char *note);

/* True if the note has a valid signature by the key. */
bool
sabot_note_is_signed_by(const char *note, const struct sabot_key *key);

/*
 * Who signed the note, as it says itself: the key's name and id, "casino+6b60844f". NULL if it has
 * no such line. The signature is not checked. Transferred.
 */
char *
sabot_note_get_signer(const char *note);
