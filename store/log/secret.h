/*
 * What proves who somebody is: PINs, kept as Argon2id hashes, and one-time codes. Beside the PIN
 * stands the number of his card, where he has one: "48213 0004567890" is what such a person says,
 * and one hash is over both. Pure; any thread. sabot_secret_init() comes before all else.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

enum {
	SABOT_PIN_DIGITS_MIN = 4,
	SABOT_PIN_DIGITS_MAX = 12,
	SABOT_CARD_CHARACTERS_MIN = 6,
	SABOT_CARD_CHARACTERS_MAX = 64,
	SABOT_CODE_HASH_BYTES = 32,
};

/* How much work a hash is. */
enum sabot_pin_cost {
	SABOT_PIN_COST_INTERACTIVE, /* 64 MiB and about a tenth of a second */
	SABOT_PIN_COST_LEAST,       /* for tests */
};

/* May be called again. */
void
sabot_secret_init(void);

/* Why nobody may have this PIN, in words; NULL when he may. */
const char *
sabot_pin_refusal(const char *pin);

/* Why no card has this number, in words; NULL when one may. */
const char *
sabot_card_refusal(const char *card);

/* The PIN of what somebody says; to be wiped with sabot_secret_free(). Transferred. */
char *
sabot_pin_of(const char *said);
/* The card's number in it, borrowed; NULL: he says none. */
const char *
sabot_card_of(const char *said);
/* Both; `card` NULL: the PIN alone. Wipe it with sabot_secret_free(). Transferred. */
char *
sabot_pin_with_card(const char *pin, const char *card);

/*
 * A hash of what somebody says, with a salt of its own, as text. NULL when memory does not do.
 * Transferred.
 */
char *
sabot_pin_hash(const char *said, enum sabot_pin_cost cost);

/* The hash is over a PIN and a card: the PIN alone is wrong. */
bool
sabot_pin_has_card(const char *hash);

/* Whether the hash is of what he says. A card that it is not over counts for nothing. */
bool
sabot_pin_verify(const char *hash, const char *said);

/* A code that nobody guesses, in four groups. Transferred; wipe it with sabot_secret_free(). */
char *
sabot_code_new(void);

/* A code's digest; small letters count as capitals, and hyphens not at all. */
void
sabot_code_hash(const char *code, uint8_t ret_hash[SABOT_CODE_HASH_BYTES]);

/* Whether two digests are the same, in constant time. */
bool
sabot_code_hash_equals(const uint8_t a[SABOT_CODE_HASH_BYTES],
		       const uint8_t b[SABOT_CODE_HASH_BYTES]);

/* Overwrite a string and free it. A GDestroyNotify. NULL is allowed. */
void
sabot_secret_free(gpointer text);
