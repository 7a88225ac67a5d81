/* The reason is kept in the error itself, which keeps it when it is copied or prefixed. */
#include "store-error.h"

#include <errno.h>

typedef struct {
	enum sabot_store_reason reason;
	char *object;
} SabotStoreErrorPrivate;

static void
sabot_store_error_private_init(SabotStoreErrorPrivate *kept)
{
	*kept = (SabotStoreErrorPrivate){0};
}

static void
sabot_store_error_private_copy(const SabotStoreErrorPrivate *from, SabotStoreErrorPrivate *to)
{
	to->reason = from->reason;
	to->object = g_strdup(from->object);
}

static void
sabot_store_error_private_clear(SabotStoreErrorPrivate *kept)
{
	g_free(kept->object);
}

G_DEFINE_EXTENDED_ERROR(SabotStoreError, sabot_store_error)

static const char *const words[SABOT_STORE_REASONS] = {
	[SABOT_STORE_REASON_FAILED] = "failed",
	[SABOT_STORE_REASON_FULL] = "full",
	[SABOT_STORE_REASON_READ_ONLY] = "read_only",
	[SABOT_STORE_REASON_ACCESS] = "access",
	[SABOT_STORE_REASON_IO] = "io",
	[SABOT_STORE_REASON_NO_FILE] = "no_file",
	[SABOT_STORE_REASON_BUSY] = "busy",
	[SABOT_STORE_REASON_RESOURCES] = "resources",
	[SABOT_STORE_REASON_DAMAGED] = "damaged",
	[SABOT_STORE_REASON_NEWER] = "newer",
	[SABOT_STORE_REASON_FOREIGN] = "foreign",
	[SABOT_STORE_REASON_REMOVED] = "removed",
	[SABOT_STORE_REASON_SCHEMA] = "schema",
	[SABOT_STORE_REASON_USED] = "used",
	[SABOT_STORE_REASON_EXPOSED] = "exposed",
	[SABOT_STORE_REASON_TPM] = "tpm",
	[SABOT_STORE_REASON_AT_START] = "at_start",
	[SABOT_STORE_REASON_BEFORE_START] = "before_start",
	[SABOT_STORE_REASON_SLOW] = "slow",
	[SABOT_STORE_REASON_MANY] = "many",
	[SABOT_STORE_REASON_AGAIN] = "again",
	[SABOT_STORE_REASON_ITSELF] = "itself",
	[SABOT_STORE_REASON_OTHER_DATABASE] = "other_database",
	[SABOT_STORE_REASON_OTHER_EVENTS] = "other_events",
	[SABOT_STORE_REASON_GONE] = "gone",
	[SABOT_STORE_REASON_OWN_DISK] = "own_disk",
	[SABOT_STORE_REASON_DATABASE] = "database",
	[SABOT_STORE_REASON_KEPT] = "kept",
};

const char *
sabot_store_reason_to_string(enum sabot_store_reason reason)
{
	return words[reason];
}

enum sabot_store_reason
sabot_store_reason_of_errno(int number)
{
	switch (number) {
	case ENOSPC:
	case EDQUOT:
	case EFBIG:
		return SABOT_STORE_REASON_FULL;
	case EROFS:
		return SABOT_STORE_REASON_READ_ONLY;
	case EACCES:
	case EPERM:
	case ELOOP: /* a link where a file belongs */
		return SABOT_STORE_REASON_ACCESS;
	case EIO:
	case ENXIO:
	case ENODEV:
	case ESTALE:
		return SABOT_STORE_REASON_IO;
	case ENOENT:
	case ENOTDIR:
		return SABOT_STORE_REASON_NO_FILE;
	case EBUSY:
	case ETXTBSY:
	case EAGAIN:
		return SABOT_STORE_REASON_BUSY;
	case ENOMEM:
	case EMFILE:
	case ENFILE:
		return SABOT_STORE_REASON_RESOURCES;
	default:
		return SABOT_STORE_REASON_FAILED;
	}
}

bool
sabot_store_reason_is_passing(enum sabot_store_reason reason)
{
	return reason == SABOT_STORE_REASON_FULL || reason == SABOT_STORE_REASON_READ_ONLY ||
	       reason == SABOT_STORE_REASON_ACCESS || reason == SABOT_STORE_REASON_IO ||
	       reason == SABOT_STORE_REASON_NO_FILE || reason == SABOT_STORE_REASON_BUSY ||
	       reason == SABOT_STORE_REASON_RESOURCES;
}

/* What the code alone says. */
static enum sabot_store_reason
reason_of_code(int code)
{
	switch ((enum sabot_store_error)code) {
	case SABOT_STORE_ERROR_NEWER:
		return SABOT_STORE_REASON_NEWER;
	case SABOT_STORE_ERROR_NO_KEY:
		return SABOT_STORE_REASON_NO_FILE;
	case SABOT_STORE_ERROR_LOCKED:
		return SABOT_STORE_REASON_BUSY;
	case SABOT_STORE_ERROR_SCHEMA:
		return SABOT_STORE_REASON_SCHEMA;
	case SABOT_STORE_ERROR_CONFLICT:
		return SABOT_STORE_REASON_USED;
	case SABOT_STORE_ERROR_ROW:
		return SABOT_STORE_REASON_DAMAGED;
	case SABOT_STORE_ERROR_FAILED:
	case SABOT_STORE_ERROR_REFUSED:
	case SABOT_STORE_ERROR_SPOOL:
		break;
	}
	return SABOT_STORE_REASON_FAILED;
}

enum sabot_store_reason
sabot_store_error_get_reason(const GError *error)
{
	const SabotStoreErrorPrivate *kept;

	if (!error || error->domain != SABOT_STORE_ERROR)
		return SABOT_STORE_REASON_FAILED;
	kept = sabot_store_error_get_private(error);
	return kept->reason == SABOT_STORE_REASON_FAILED ? reason_of_code(error->code)
							 : kept->reason;
}

void
sabot_store_error_set_reason(GError **error, enum sabot_store_reason reason)
{
	if (error && *error && (*error)->domain == SABOT_STORE_ERROR)
		sabot_store_error_get_private(*error)->reason = reason;
}

const char *
sabot_store_error_get_object(const GError *error)
{
	return error && error->domain == SABOT_STORE_ERROR
		       ? sabot_store_error_get_private(error)->object
		       : NULL;
}

void
sabot_store_error_set_object(GError **error, const char *object)
{
	SabotStoreErrorPrivate *kept;

	if (!error || !*error || (*error)->domain != SABOT_STORE_ERROR)
		return;
	kept = sabot_store_error_get_private(*error);
	g_free(kept->object);
	kept->object = g_strdup(object);
}

GError *
sabot_store_error_new(enum sabot_store_reason reason, const char *sentence)
{
	GError *error = g_error_new_literal(SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED, sentence);

	sabot_store_error_set_reason(&error, reason);
	return error;
}

bool
sabot_store_fail(GError **error, const char *what, const char *why)
{
	return sabot_store_fail_for(error, SABOT_STORE_REASON_FAILED, what, why);
}

bool
sabot_store_fail_for(GError **error, enum sabot_store_reason reason, const char *what,
		     const char *why)
{
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED, "%s: %s", what, why);
	sabot_store_error_set_reason(error, reason);
	return false;
}

bool
sabot_store_fail_errno(GError **error, const char *what)
{
	return sabot_store_fail_for(error, sabot_store_reason_of_errno(errno), what,
				    g_strerror(errno));
}

bool
sabot_store_refuse(const char *what, const char *why, GError **error)
{
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_REFUSED, "%s: %s", what, why);
	return false;
}
