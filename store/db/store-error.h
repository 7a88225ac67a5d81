/*
 * Errors of the store. Each has a sentence for who repairs it, and a reason, which is a word: a
 * finding has the word, and screens say it in the user's language (text/fault-text.h).
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

#define SABOT_STORE_ERROR (sabot_store_error_quark())
GQuark
sabot_store_error_quark(void);

enum sabot_store_error {
	SABOT_STORE_ERROR_FAILED,   /* disk, file or SQLite: the message says which */
	SABOT_STORE_ERROR_NEWER,    /* written by a newer program */
	SABOT_STORE_ERROR_REFUSED,  /* the database's own constraints refuse it: our bug */
	SABOT_STORE_ERROR_NO_KEY,   /* there is no signing key */
	SABOT_STORE_ERROR_LOCKED,   /* another daemon is using it */
	SABOT_STORE_ERROR_SPOOL,    /* the spool cannot be read or written */
	SABOT_STORE_ERROR_SCHEMA,   /* somebody changed the database's schema */
	SABOT_STORE_ERROR_CONFLICT, /* another event already has the number of the one written */
	SABOT_STORE_ERROR_ROW,      /* a column holds what no sabotd wrote there */
};

enum sabot_store_reason {
	SABOT_STORE_REASON_FAILED, /* none of these: the sentence says which */
	SABOT_STORE_REASON_FULL,
	SABOT_STORE_REASON_READ_ONLY,
	SABOT_STORE_REASON_ACCESS, /* the system does not allow it */
	SABOT_STORE_REASON_IO,
	SABOT_STORE_REASON_NO_FILE,
	SABOT_STORE_REASON_BUSY,      /* somebody else has it; or the work was cancelled */
	SABOT_STORE_REASON_RESOURCES, /* memory or descriptors */
	SABOT_STORE_REASON_DAMAGED,
	SABOT_STORE_REASON_NEWER,
	SABOT_STORE_REASON_FOREIGN, /* another program's file */
	SABOT_STORE_REASON_REMOVED, /* or replaced, while it was in use */
	SABOT_STORE_REASON_SCHEMA,
	SABOT_STORE_REASON_USED,
	SABOT_STORE_REASON_EXPOSED, /* others can read or write what is secret or trusted */
	SABOT_STORE_REASON_TPM,
	SABOT_STORE_REASON_AT_START, /* the database was not in use at the start */
	SABOT_STORE_REASON_BEFORE_START,
	/* of a mirror */
	SABOT_STORE_REASON_SLOW,
	SABOT_STORE_REASON_MANY, /* events wait for it */
	SABOT_STORE_REASON_AGAIN,
	SABOT_STORE_REASON_ITSELF, /* it is the database */
	SABOT_STORE_REASON_OTHER_DATABASE,
	SABOT_STORE_REASON_OTHER_EVENTS,
	SABOT_STORE_REASON_GONE,     /* there was one */
	SABOT_STORE_REASON_OWN_DISK, /* it was on another disk than the database */
	SABOT_STORE_REASON_DATABASE, /* the database cannot be read */
	SABOT_STORE_REASON_KEPT,     /* too many files are kept beside it */
	SABOT_STORE_REASONS,
};

/* The reason as a word. */
const char *
sabot_store_reason_to_string(enum sabot_store_reason reason);

/* The reason of the system's error number. */
enum sabot_store_reason
sabot_store_reason_of_errno(int number);

/*
 * True if it says that the file cannot be used now, and nothing about what is in it: disk, memory,
 * a lock, or a cancelled read.
 */
bool
sabot_store_reason_is_passing(enum sabot_store_reason reason);

/* The reason of an error; FAILED if it has none, and for errors of others. */
enum sabot_store_reason
sabot_store_error_get_reason(const GError *error);

/* Set the reason of an error of the store. NULL, or no error in it, is allowed. */
void
sabot_store_error_set_reason(GError **error, enum sabot_store_reason reason);

/*
 * What is wrong, by its name, in an error with the reason SCHEMA ("trigger x"); borrowed; else
 * NULL. It may be any bytes.
 */
const char *
sabot_store_error_get_object(const GError *error);
void
sabot_store_error_set_object(GError **error, const char *object);

/* A new SABOT_STORE_ERROR_FAILED with this reason and sentence. Transferred. */
GError *
sabot_store_error_new(enum sabot_store_reason reason, const char *sentence);

/* Set SABOT_STORE_ERROR_FAILED: "WHAT: WHY", where `what` names a file or a log. Always false. */
bool
sabot_store_fail(GError **error, const char *what, const char *why);

/* The same with a reason. Always false. */
bool
sabot_store_fail_for(GError **error, enum sabot_store_reason reason, const char *what,
		     const char *why);

/* The same from `errno`: the reason, and the system's words. Always false. */
bool
sabot_store_fail_errno(GError **error, const char *what);

/* Set SABOT_STORE_ERROR_REFUSED in the same way. Always false. */
bool
sabot_store_refuse(const char *what, const char *why, GError **error);
