/*
 * Signed notes as C2SP describes them: a text, an empty line, one signature. Checkpoints and the
 * notes on archives are such.
 */
#pragma once

#include "store/proof/key.h"

/* `body` (whole lines) with a signature by the secret key under it. Transferred. */
char *
sabot_note_sign(const char *body, const struct sabot_key *key);

/*
 * The text above the signature. NULL unless exactly one signature line follows it; whose it
 * is and whether it is good is not said. Transferred.
 */
char *
sabot_note_get_body(const char *note);

/* Whether the note carries a valid signature by the key. */
bool
sabot_note_is_signed_by(const char *note, const struct sabot_key *key);
