/*
 * Certificates and private keys of machines. A machine makes its own, signed by itself: who is let
 * in, and is trusted, depends on a certificate's fingerprint and on nothing in it but its
 * time. Files are PEM, as other programs read and write them.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

enum {
	SABOT_FINGERPRINT_DIGITS = 64,    /* SHA-256 in hexadecimal */
	SABOT_CERTIFICATE_DAYS = 3 * 365, /* that a new one holds */
	SABOT_CERTIFICATE_WARN_DAYS = 30, /* before its end there is a warning */
};

/* What people want to know of a certificate. */
struct sabot_certificate {
	char *name;        /* its common name; "" when it has none */
	char *fingerprint; /* SHA-256 of the whole, in lower-case hexadecimal */
	int64_t from_us, until_us;
};

struct sabot_certificate_paths {
	const char *certificate;
	const char *key;
};

/*
 * Draw a key (ECDSA, P-256) and write it to a new file that only its owner can read (0400), and a
 * certificate for it beside. Writes over nothing. Transferred; NULL with an error.
 */
struct sabot_certificate *
sabot_certificate_create(const struct sabot_certificate_paths *paths, const char *name, int days,
			 GError **error);

/* The first certificate of a file. Transferred; NULL with an error. */
struct sabot_certificate *
sabot_certificate_load(const char *path, GError **error);

/* From its bytes (DER). Transferred; NULL with an error. */
struct sabot_certificate *
sabot_certificate_parse(const void *bytes, size_t n_bytes, GError **error);

/* NULL is allowed. */
void
sabot_certificate_free(struct sabot_certificate *certificate);

/* False with an error when it does not hold yet, or not any more. */
bool
sabot_certificate_check_time(const struct sabot_certificate *certificate, int64_t now_us,
			     GError **error);

/* Whole days that are left; negative when it is over. */
int
sabot_certificate_days_left(int64_t until_us, int64_t now_us);

/*
 * A fingerprint as people write it (either case, colons between the bytes or not) as it is
 * compared. Transferred; NULL when it is none.
 */
char *
sabot_fingerprint_normalize(const char *text);

/* A certificate with its key: what a machine is at one end of a connection. */
struct sabot_identity;

/* A key that others can read is refused. One reference, transferred; NULL with an error. */
struct sabot_identity *
sabot_identity_load(const struct sabot_certificate_paths *paths, GError **error);
struct sabot_identity *
sabot_identity_ref(struct sabot_identity *identity);
/* NULL is allowed. */
void
sabot_identity_unref(struct sabot_identity *identity);
/* Borrowed. */
const struct sabot_certificate *
sabot_identity_get_certificate(const struct sabot_identity *identity);
