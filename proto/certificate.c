/*
 * Certificates by GnuTLS: made, read, and looked at. A secret is wiped before its memory is freed.
 */
#include "proto/certificate-private.h"

#include "disk/whole-file.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <gnutls/crypto.h>
#include <gnutls/x509.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	FILE_BYTES_MAX = 64 * 1024,
	DIGEST_BYTES = 32,
	SERIAL_BYTES = 16,
	NAME_BYTES_MAX = 64,
	CLOCK_SLACK_S = 3600, /* a new certificate holds at once where the clock is a little slow */
	DAY_S = 24 * 3600,
};

struct sabot_identity {
	grefcount references;
	gnutls_certificate_credentials_t credentials;
	struct sabot_certificate *certificate;
};

static bool
fail(const char *what, int code, GError **error)
{
	g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: %s", what, gnutls_strerror(code));
	return false;
}

static bool
fail_errno(const char *path, GError **error)
{
	g_set_error(error, G_IO_ERROR, g_io_error_from_errno(errno), "%s: %s", path,
		    g_strerror(errno));
	return false;
}

/* GnuTLS's memory; wiped, for it may be a key. */
static void
wipe(gnutls_datum_t *datum)
{
	if (datum->data)
		explicit_bzero(datum->data, datum->size);
	gnutls_free(datum->data);
	datum->data = NULL;
}

void
sabot_certificate_free(struct sabot_certificate *certificate)
{
	if (!certificate)
		return;
	g_free(certificate->name);
	g_free(certificate->fingerprint);
	g_free(certificate);
}

static char *
to_hexadecimal(const uint8_t *bytes, size_t n_bytes)
{
	GString *text = g_string_new(NULL);

	for (size_t i = 0; i < n_bytes; i++)
		g_string_append_printf(text, "%02x", bytes[i]);
	return g_string_free(text, FALSE);
}

/* A name is anybody's text: only what a terminal can show is kept of it. */
static char *
read_name(gnutls_x509_crt_t crt)
{
	char name[NAME_BYTES_MAX + 1] = "";
	size_t size_bytes = NAME_BYTES_MAX;

	if (gnutls_x509_crt_get_dn_by_oid(crt, GNUTLS_OID_X520_COMMON_NAME, 0, 0, name,
					  &size_bytes) != 0)
		return g_strdup("");
	for (char *c = name; *c; c++) {
		if (!g_ascii_isprint(*c))
			*c = '?';
	}
	return g_strdup(name);
}

static struct sabot_certificate *
describe(gnutls_x509_crt_t crt, GError **error)
{
	struct sabot_certificate *certificate;
	uint8_t digest[DIGEST_BYTES];
	size_t size_bytes = sizeof(digest);
	int code = gnutls_x509_crt_get_fingerprint(crt, GNUTLS_DIG_SHA256, digest, &size_bytes);

	if (code != 0) {
		fail("a certificate's fingerprint", code, error);
		return NULL;
	}
	certificate = g_new0(struct sabot_certificate, 1);
	certificate->name = read_name(crt);
	certificate->fingerprint = to_hexadecimal(digest, sizeof(digest));
	certificate->from_us = (int64_t)gnutls_x509_crt_get_activation_time(crt) * G_USEC_PER_SEC;
	certificate->until_us = (int64_t)gnutls_x509_crt_get_expiration_time(crt) * G_USEC_PER_SEC;
	return certificate;
}

/* `what` says where the bytes are from. */
static struct sabot_certificate *
import(const gnutls_datum_t *bytes, gnutls_x509_crt_fmt_t format, const char *what, GError **error)
{
	struct sabot_certificate *certificate = NULL;
	gnutls_x509_crt_t crt;
	int code = gnutls_x509_crt_init(&crt);

	if (code != 0) {
		fail(what, code, error);
		return NULL;
	}
	code = gnutls_x509_crt_import(crt, bytes, format);
	if (code == 0)
		certificate = describe(crt, error);
	else
		fail(what, code, error);
	gnutls_x509_crt_deinit(crt);
	return certificate;
}

struct sabot_certificate *
sabot_certificate_parse(const void *bytes, size_t n_bytes, GError **error)
{
	gnutls_datum_t datum = {(unsigned char *)bytes, (unsigned)n_bytes};

	if (n_bytes <= FILE_BYTES_MAX)
		return import(&datum, GNUTLS_X509_FMT_DER, "the certificate", error);
	g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "the certificate is too long");
	return NULL;
}

/* False with an error. What is read is to be freed by wipe(). */
static bool
read_file(const char *path, bool is_secret, gnutls_datum_t *ret_bytes, GError **error)
{
	g_autofree char *shown = g_filename_display_name(path);
	gnutls_datum_t bytes = {0};
	struct stat status;
	int code;

	if (stat(path, &status) != 0)
		return fail_errno(shown, error);
	if (!S_ISREG(status.st_mode) || status.st_size > FILE_BYTES_MAX) {
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s is not a file in PEM", shown);
		return false;
	}
	if (is_secret && (status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
			    "%s: others can read this key (mode %04o): use chmod 0400, and a new"
			    " key if anybody may have read it",
			    shown, (unsigned)status.st_mode & 07777);
		return false;
	}
	errno = 0;
	code = gnutls_load_file(path, &bytes);
	if (code == 0) {
		*ret_bytes = bytes;
		return true;
	}
	return errno ? fail_errno(shown, error) : fail(shown, code, error);
}

struct sabot_certificate *
sabot_certificate_load(const char *path, GError **error)
{
	g_autofree char *shown = g_filename_display_name(path);
	struct sabot_certificate *certificate;
	gnutls_datum_t bytes;

	if (!read_file(path, false, &bytes, error))
		return NULL;
	certificate = import(&bytes, GNUTLS_X509_FMT_PEM, shown, error);
	wipe(&bytes);
	return certificate;
}

bool
sabot_certificate_check_time(const struct sabot_certificate *certificate, int64_t now_us,
			     GError **error)
{
	bool is_over = certificate->until_us <= now_us;
	g_autoptr(GDateTime) at = g_date_time_new_from_unix_utc(
		(is_over ? certificate->until_us : certificate->from_us) / G_USEC_PER_SEC);
	g_autofree char *day = at ? g_date_time_format(at, "%Y-%m-%d") : g_strdup("?");

	if (!is_over && certificate->from_us <= now_us)
		return true;
	g_set_error(error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
		    is_over ? "the certificate expired on %s" : "the certificate holds from %s on",
		    day);
	return false;
}

int
sabot_certificate_days_left(int64_t until_us, int64_t now_us)
{
	int64_t left_s = (until_us - now_us) / G_USEC_PER_SEC;

	return (int)((left_s - (left_s < 0 ? DAY_S - 1 : 0)) / DAY_S);
}

char *
sabot_fingerprint_normalize(const char *text)
{
	GString *digits = g_string_new(NULL);

	for (; *text; text++) {
		if (*text == ':' && digits->len > 0 && digits->len % 2 == 0)
			continue;
		if (!g_ascii_isxdigit(*text) || digits->len == SABOT_FINGERPRINT_DIGITS)
			break;
		g_string_append_c(digits, g_ascii_tolower(*text));
	}
	return g_string_free(digits, *text || digits->len != SABOT_FINGERPRINT_DIGITS);
}

static bool
write_part(const char *part, const gnutls_datum_t *bytes, mode_t mode)
{
	int fd = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode);
	bool is_written;

	if (fd < 0)
		return false;
	is_written = sabot_disk_write(fd, bytes->data, bytes->size);
	return close(fd) == 0 && is_written;
}

/* Write a new file, which has its name when it is whole; what is there already is left alone. */
static bool
write_new(const char *path, const gnutls_datum_t *bytes, mode_t mode, GError **error)
{
	g_autofree char *shown = g_filename_display_name(path);
	g_autofree char *part = g_strconcat(path, ".part", NULL);
	bool is_written;

	/* Of a run that was killed. */
	unlink(part);
	is_written = write_part(part, bytes, mode) && sabot_disk_publish(part, path);
	if (is_written)
		return true;
	fail_errno(shown, error);
	unlink(part);
	return false;
}

/* Fill in a certificate that is good for either end of a connection, and sign it with its key. */
static int
sign_own(gnutls_x509_crt_t crt, gnutls_x509_privkey_t key, const char *name, int days)
{
	time_t now = (time_t)(g_get_real_time() / G_USEC_PER_SEC);
	uint8_t serial[SERIAL_BYTES];
	int code = gnutls_rnd(GNUTLS_RND_NONCE, serial, sizeof(serial));

	serial[0] &= 0x7f;
	serial[0] |= 1;
	if (code == 0)
		code = gnutls_x509_crt_set_version(crt, 3);
	if (code == 0)
		code = gnutls_x509_crt_set_serial(crt, serial, sizeof(serial));
	if (code == 0)
		code = gnutls_x509_crt_set_dn_by_oid(crt, GNUTLS_OID_X520_COMMON_NAME, 0, name,
						     (unsigned)strlen(name));
	if (code == 0)
		code = gnutls_x509_crt_set_activation_time(crt, now - CLOCK_SLACK_S);
	if (code == 0)
		code = gnutls_x509_crt_set_expiration_time(crt, now + (time_t)days * DAY_S);
	if (code == 0)
		code = gnutls_x509_crt_set_basic_constraints(crt, 0, -1);
	if (code == 0)
		code = gnutls_x509_crt_set_key_usage(crt, GNUTLS_KEY_DIGITAL_SIGNATURE);
	if (code == 0)
		code = gnutls_x509_crt_set_key(crt, key);
	return code == 0 ? gnutls_x509_crt_sign2(crt, crt, key, GNUTLS_DIG_SHA256, 0) : code;
}

static bool
write_pair(const struct sabot_certificate_paths *paths, gnutls_x509_crt_t crt,
	   gnutls_x509_privkey_t key, GError **error)
{
	gnutls_datum_t key_text = {0}, crt_text = {0};
	int code = gnutls_x509_privkey_export2_pkcs8(key, GNUTLS_X509_FMT_PEM, NULL,
						     GNUTLS_PKCS_PLAIN, &key_text);
	bool is_done = false;

	if (code == 0)
		code = gnutls_x509_crt_export2(crt, GNUTLS_X509_FMT_PEM, &crt_text);
	if (code != 0) {
		fail("a new certificate", code, error);
	} else if (write_new(paths->key, &key_text, 0400, error)) {
		is_done = write_new(paths->certificate, &crt_text, 0644, error);
		if (!is_done)
			unlink(paths->key);
	}
	wipe(&key_text);
	wipe(&crt_text);
	return is_done;
}

struct sabot_certificate *
sabot_certificate_create(const struct sabot_certificate_paths *paths, const char *name, int days,
			 GError **error)
{
	struct sabot_certificate *certificate = NULL;
	gnutls_x509_privkey_t key = NULL;
	gnutls_x509_crt_t crt = NULL;
	int code = gnutls_x509_privkey_init(&key);

	if (code == 0)
		code = gnutls_x509_crt_init(&crt);
	if (code == 0)
		code = gnutls_x509_privkey_generate(
			key, GNUTLS_PK_ECDSA, GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1), 0);
	if (code == 0)
		code = sign_own(crt, key, name, days);
	if (code != 0)
		fail("a new certificate", code, error);
	else if (write_pair(paths, crt, key, error))
		certificate = describe(crt, error);
	gnutls_x509_crt_deinit(crt);
	gnutls_x509_privkey_deinit(key);
	return certificate;
}

static bool
load_pair(gnutls_certificate_credentials_t credentials, const struct sabot_certificate_paths *paths,
	  GError **error)
{
	g_autofree char *shown = g_filename_display_name(paths->certificate);
	gnutls_datum_t certificate = {0}, key = {0};
	bool is_done = false;
	int code;

	if (read_file(paths->certificate, false, &certificate, error) &&
	    read_file(paths->key, true, &key, error)) {
		code = gnutls_certificate_set_x509_key_mem(credentials, &certificate, &key,
							   GNUTLS_X509_FMT_PEM);
		is_done = code == 0 || fail(shown, code, error);
	}
	wipe(&certificate);
	wipe(&key);
	return is_done;
}

struct sabot_identity *
sabot_identity_load(const struct sabot_certificate_paths *paths, GError **error)
{
	struct sabot_identity *identity = g_new0(struct sabot_identity, 1);
	int code = gnutls_certificate_allocate_credentials(&identity->credentials);

	g_ref_count_init(&identity->references);
	if (code != 0)
		fail("credentials", code, error);
	else if (load_pair(identity->credentials, paths, error))
		identity->certificate = sabot_certificate_load(paths->certificate, error);
	if (identity->certificate)
		return identity;
	sabot_identity_unref(identity);
	return NULL;
}

struct sabot_identity *
sabot_identity_ref(struct sabot_identity *identity)
{
	g_ref_count_inc(&identity->references);
	return identity;
}

void
sabot_identity_unref(struct sabot_identity *identity)
{
	if (!identity || !g_ref_count_dec(&identity->references))
		return;
	if (identity->credentials)
		gnutls_certificate_free_credentials(identity->credentials);
	sabot_certificate_free(identity->certificate);
	g_free(identity);
}

const struct sabot_certificate *
sabot_identity_get_certificate(const struct sabot_identity *identity)
{
	return identity->certificate;
}

gnutls_certificate_credentials_t
sabot_identity_get_credentials(const struct sabot_identity *identity)
{
	return identity->credentials;
}
