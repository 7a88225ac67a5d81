/*
 * A machine: the other end of a connection. Over TLS it is identified by its certificate's
 * fingerprint, on the socket by its user. The machine decides which verbs are allowed and which
 * tables are visible; the person logged in there has rights of his own (docs/access.md). Pure.
 */
#pragma once

#include "access.h"

#include <glib.h>
#include <sys/types.h>

enum { SABOT_MACHINE_NAME_BYTES_MAX = 32 };

/* Reference counted; immutable once it is shared. */
struct sabot_machine {
	char *name;
	char *fingerprint; /* NULL: identified by user or group */
	int64_t uid, gid;  /* -1: not identified by it */
	enum sabot_role role;
	GStrv tables;     /* visible there; NULL: all */
	int64_t until_us; /* its certificate's end, as recorded; 0: unknown */
	bool is_admin;    /* the daemon's own user or root: may lift the veil and create an admin */
	bool forwards;    /* may report what the log's second copy refuses */
	bool is_configured; /* from the configuration, not from the house log */
};

/* A machine with no identity, which sees all tables. One reference, transferred. */
struct sabot_machine *
sabot_machine_new(const char *name, enum sabot_role role);
struct sabot_machine *
sabot_machine_ref(struct sabot_machine *machine);
/* A GDestroyNotify. NULL is allowed. */
void
sabot_machine_unref(gpointer machine);

/* True if the name is valid: 1 to 32 letters, digits, - _ or . */
bool
sabot_machine_is_name(const char *name);

/* False, leaving the result alone, if `word` is not a role of a machine. */
bool
sabot_machine_role_from_string(const char *word, enum sabot_role *ret_role);

/* The word for its role in the greeting. Static. */
const char *
sabot_machine_get_role(const struct sabot_machine *machine);

/* True if the machine sees the log of `table`; the house log only if it sees all tables. */
bool
sabot_machine_sees(const struct sabot_machine *machine, const char *table);
bool
sabot_machine_sees_all(const struct sabot_machine *machine);

/* True if the machine has this right, no matter who is logged in. */
bool
sabot_machine_allows(const struct sabot_machine *machine, enum sabot_right right,
		     struct sabot_access_rooms rooms);
