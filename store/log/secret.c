/*
 * PINs and one-time codes, by libsodium. A PIN has few digits: it is protected by the daemon, which
 * locks out anybody who guesses, and by the work that each guess at a stolen database costs.
 */
#include "secret.h"
#include "text/refusal.h"

#include <sodium.h>
#include <string.h>

enum {
	CODE_LETTERS = 16, /* of 5 bits */
	CODE_GROUP = 4,
};

/* Without those that are taken for another. */
static const char code_alphabet[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/* Behind a hash that is over a card, too. */
static const char card_mark[] = "+card";

void
sabot_secret_init(void)
{
	if (sodium_init() < 0)
		g_error("libsodium finds no source of random numbers");
}

/* All digits differ from the one before by `step`. */
static bool
is_run(const char *pin, int step)
{
	for (const char *digit = pin + 1; *digit; digit++) {
		if (digit[0] - digit[-1] != step)
			return false;
	}
	return true;
}

const char *
sabot_pin_refusal(const char *pin)
{
	size_t length = strlen(pin);

	if (length < SABOT_PIN_DIGITS_MIN || length > SABOT_PIN_DIGITS_MAX ||
	    strspn(pin, "0123456789") != length)
		return SABOT_REFUSAL("a PIN has 4 to 12 digits");
	if (is_run(pin, 0))
		return SABOT_REFUSAL("a PIN is not one digit again and again");
	if (is_run(pin, 1) || is_run(pin, -1))
		return SABOT_REFUSAL("a PIN is no run of digits");
	return NULL;
}

const char *
sabot_card_refusal(const char *card)
{
	size_t length = strlen(card);

	if (length < SABOT_CARD_CHARACTERS_MIN || length > SABOT_CARD_CHARACTERS_MAX)
		return SABOT_REFUSAL("a card's number has 6 to 64 characters");
	for (const char *character = card; *character; character++) {
		if (!g_ascii_isgraph(*character))
			return SABOT_REFUSAL(
				"a card's number is of letters, digits and signs, without a blank");
	}
	return NULL;
}

char *
sabot_pin_of(const char *said)
{
	return g_strndup(said, strcspn(said, " "));
}

const char *
sabot_card_of(const char *said)
{
	const char *card = strchr(said, ' ');

	return card ? card + 1 : NULL;
}

char *
sabot_pin_with_card(const char *pin, const char *card)
{
	return card ? g_strdup_printf("%s %s", pin, card) : g_strdup(pin);
}

bool
sabot_pin_has_card(const char *hash)
{
	return g_str_has_suffix(hash, card_mark);
}

char *
sabot_pin_hash(const char *said, enum sabot_pin_cost cost)
{
	bool is_least = cost == SABOT_PIN_COST_LEAST;
	char hash[crypto_pwhash_STRBYTES];

	if (crypto_pwhash_str_alg(
		    hash, said, strlen(said),
		    is_least ? crypto_pwhash_OPSLIMIT_MIN : crypto_pwhash_OPSLIMIT_INTERACTIVE,
		    is_least ? crypto_pwhash_MEMLIMIT_MIN : crypto_pwhash_MEMLIMIT_INTERACTIVE,
		    crypto_pwhash_ALG_ARGON2ID13) != 0)
		return NULL;
	return g_strconcat(hash, sabot_card_of(said) ? card_mark : NULL, NULL);
}

bool
sabot_pin_verify(const char *hash, const char *said)
{
	bool has_card = sabot_pin_has_card(hash);
	g_autofree char *bare = g_strndup(hash, strlen(hash) - (has_card ? strlen(card_mark) : 0));
	char *secret = has_card ? g_strdup(said) : sabot_pin_of(said);
	bool is_right = crypto_pwhash_str_verify(bare, secret, strlen(secret)) == 0;

	sabot_secret_free(secret);
	return is_right;
}

char *
sabot_code_new(void)
{
	GString *code = g_string_new(NULL);

	for (int i = 0; i < CODE_LETTERS; i++) {
		if (i > 0 && i % CODE_GROUP == 0)
			g_string_append_c(code, '-');
		g_string_append_c(code, code_alphabet[randombytes_uniform(32)]);
	}
	return g_string_free(code, FALSE);
}

void
sabot_code_hash(const char *code, uint8_t ret_hash[SABOT_CODE_HASH_BYTES])
{
	crypto_generichash_state state;

	crypto_generichash_init(&state, NULL, 0, SABOT_CODE_HASH_BYTES);
	for (const char *letter = code; *letter; letter++) {
		uint8_t byte = (uint8_t)g_ascii_toupper(*letter);

		if (byte != '-')
			crypto_generichash_update(&state, &byte, 1);
	}
	crypto_generichash_final(&state, ret_hash, SABOT_CODE_HASH_BYTES);
}

bool
sabot_code_hash_equals(const uint8_t a[SABOT_CODE_HASH_BYTES],
		       const uint8_t b[SABOT_CODE_HASH_BYTES])
{
	return sodium_memcmp(a, b, SABOT_CODE_HASH_BYTES) == 0;
}

void
sabot_secret_free(gpointer data)
{
	char *text = data;

	if (!text)
		return;
	sodium_memzero(text, strlen(text));
	g_free(text);
}
