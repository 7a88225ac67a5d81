/*
 * Certificates and private keys of machines. A machine makes its own, self-signed: who is let in
 * and trusted depends on a certificate's fingerprint, and on nothing in it but its validity. Files
 * are PEM, as other programs read and write them.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

enum {
	SABOT_FINGERPRINT_DIGITS = 64,    /* SHA-256 in hexadecimal */
	SABOT_CERTIFICATE_DAYS = 3 * 365, /* validity of a new one */
	SABOT_CERTIFICATE_WARN_DAYS = 30, /* a warning is given this long before its end */
};

/* The content of a certificate that people need. */
struct sabot_certificate {
	char *name;        /* its common name; "" if it has none */
	char *fingerprint; /* SHA-256 of the whole, in lower-case hexadecimal */
	int64_t from_us, until_us;
};

struct sabot_certificate_paths {
	const char *certificate;
	const char *key;
};

/*
 * Draw a key (ECDSA, P-256) and write it to a new file that only its owner can read (0400), with a
 * certificate for it beside. Overwrites nothing. Transferred; NULL with an error.
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

/* False with an error if it is not valid yet, or no longer. */
bool
sabot_certificate_check_time(const struct sabot_certificate *certificate, int64_t now_us,
			     GError **error);

/* Whole days left; negative if it has expired. */
int
sabot_certificate_days_left(int64_t until_us, int64_t now_us);

/*
 * A fingerprint as people write it (either case, with or without colons between the bytes), in the
 * form in which it is compared. Transferred; NULL if it is not one.
 */
char *
sabot_fingerprint_normalize(const char *text);

/* A certificate with its key: the identity of a machine at one end of a connection. */
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
