/*
 * Authenticates persons: PINs, kept as Argon2id hashes, and one-time codes. A person with a card
 * also has the card's number: such a person enters "48213 0004567890", and one hash covers both.
 * Pure; any thread. Call sabot_secret_init() before anything else.
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

/* The cost of computing a hash. */
enum sabot_pin_cost {
	SABOT_PIN_COST_INTERACTIVE, /* 64 MiB and about a tenth of a second */
	SABOT_PIN_COST_LEAST,       /* for tests */
};

/* May be called again. */
void
sabot_secret_init(void);

/* The reason why this PIN is not allowed, as a message; NULL if it is. */
const char *
sabot_pin_refusal(const char *pin);

/* The reason why this card number is not allowed, as a message; NULL if it is. */
const char *
sabot_card_refusal(const char *card);

/* The PIN in what a person entered; wipe it with sabot_secret_free(). Transferred. */
char *
sabot_pin_of(const char *said);
/* The card's number in what a person entered, borrowed; NULL: none. */
const char *
sabot_card_of(const char *said);
/*
 * PIN and card as a person enters them; `card` NULL: the PIN alone. Wipe it with
 * sabot_secret_free(). Transferred.
 */
char *
sabot_pin_with_card(const char *pin, const char *card);

/*
 * The hash of what a person entered, with its own salt, as text. NULL if there is not enough
 * memory. Transferred.
 */
char *
sabot_pin_hash(const char *said, enum sabot_pin_cost cost);

/* True if the hash is over a PIN and a card, so that the PIN alone is wrong. */
bool
sabot_pin_has_card(const char *hash);

/*
 * True if the hash is of what the person entered. A card that the hash does not cover is ignored.
 */
bool
sabot_pin_verify(const char *hash, const char *said);

/*
 * A random code that cannot be guessed, in four groups. Transferred; wipe it with
 * sabot_secret_free().
 */
char *
sabot_code_new(void);

/* A code's digest; lower case counts as upper case, and hyphens are ignored. */
void
sabot_code_hash(const char *code, uint8_t ret_hash[SABOT_CODE_HASH_BYTES]);

/* True if two digests are equal; in constant time. */
bool
sabot_code_hash_equals(const uint8_t a[SABOT_CODE_HASH_BYTES],
		       const uint8_t b[SABOT_CODE_HASH_BYTES]);

/* Overwrite a string and free it. A GDestroyNotify. NULL is allowed. */
void
sabot_secret_free(gpointer text);
