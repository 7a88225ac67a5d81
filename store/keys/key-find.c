/* See key-find.h. */
#include "key-find.h"
#include "key-private.h"
#include "key-tpm.h"

#include <fcntl.h>
#include <sodium.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { KEY_FILE_BYTES_MAX = 1024 };

static const char credential_name[] = "sabot-signing-key";
static const char file_name[] = "signing.key";

/* The file's text, to be wiped. `may_be_shared`: the system guards it, whatever its mode says. */
static char *
read_file(const char *path, bool may_be_shared, GError **error)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	g_autofree char *text = g_malloc0(KEY_FILE_BYTES_MAX + 1);
	struct stat status;
	ssize_t n = -1;

	if (fd < 0 || fstat(fd, &status) != 0) {
		sabot_key_fail_errno(path, "cannot open", error);
	} else if (!S_ISREG(status.st_mode)) {
		sabot_store_fail_for(error, SABOT_STORE_REASON_NO_FILE, path, "it is no file");
	} else if (!may_be_shared && (status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
		g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
			    "%s: others can read this key (mode %04o): use chmod 0400, and a new"
			    " key if they may have",
			    path, (unsigned)status.st_mode & 07777);
		sabot_store_error_set_reason(error, SABOT_STORE_REASON_EXPOSED);
	} else {
		n = read(fd, text, KEY_FILE_BYTES_MAX);
		if (n < 0)
			sabot_key_fail_errno(path, "cannot read", error);
	}
	if (fd >= 0)
		close(fd);
	return n < 0 ? NULL : g_steal_pointer(&text);
}

/* A key of the other kind would sign what is not its own. */
static struct sabot_key *
refuse_other(const char *path, struct sabot_key *key, bool is_cosigner, GError **error)
{
	if (!key || key->is_cosigner == is_cosigner)
		return key;
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
		    is_cosigner ? "%s: a house's key, not a witness's"
				: "%s: a witness's key, not a house's",
		    path);
	sabot_store_error_set_reason(error, SABOT_STORE_REASON_FOREIGN);
	sabot_key_free(key);
	return NULL;
}

static struct sabot_key *
load(const char *path, bool may_be_shared, bool is_cosigner, GError **error)
{
	g_autofree char *text = read_file(path, may_be_shared, error);
	struct sabot_key *key;

	if (!text || sodium_init() < 0)
		return NULL;
	key = g_str_has_prefix(text, sabot_key_tpm_prefix)
		      ? sabot_key_open_in_tpm(path, text, error)
		      : sabot_key_read_text(path, text, error);
	sodium_memzero(text, strlen(text));
	return refuse_other(path, key, is_cosigner, error);
}

struct sabot_key *
sabot_key_load(const char *path, GError **error)
{
	return load(path, false, false, error);
}

struct sabot_key *
sabot_key_load_cosigner(const char *path, bool may_be_shared, GError **error)
{
	return load(path, may_be_shared, true, error);
}

char *
sabot_key_path(const char *state_dir)
{
	return g_build_filename(state_dir, file_name, NULL);
}

struct sabot_key *
sabot_key_find(const char *state_dir, GError **error)
{
	const char *credentials = g_getenv("CREDENTIALS_DIRECTORY");
	g_autofree char *file = sabot_key_path(state_dir);
	g_autofree char *credential =
		credentials ? g_build_filename(credentials, credential_name, NULL) : NULL;

	/* systemd shows the mask of its access list as the group's bits. */
	if (credential && g_file_test(credential, G_FILE_TEST_EXISTS))
		return load(credential, true, false, error);
	return load(file, false, false, error);
}
