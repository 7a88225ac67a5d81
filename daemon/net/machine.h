/*
 * A machine: the other end of a connection, as the daemon knows it. Over TLS it is known by its
 * certificate's fingerprint, on the socket by its user. What may be done from it, and which tables
 * are seen there, is the machine's; who does it is a person's affair (docs/access.md). Pure.
 */
#pragma once

#include "access.h"

#include <glib.h>
#include <sys/types.h>

enum { SABOT_MACHINE_NAME_BYTES_MAX = 32 };

/* Counted; not written to once others know it. */
struct sabot_machine {
	char *name;
	char *fingerprint; /* NULL: it is known by user or group */
	int64_t uid, gid;  /* -1: not by this */
	enum sabot_role role;
	GStrv tables;     /* that are seen there; NULL: all */
	int64_t until_us; /* its certificate's end, as recorded; 0: unknown */
	bool is_admin;    /* the daemon's own user, or root: may open the veil and make an admin */
	bool is_configured; /* it is in the configuration and not in the log */
};

/* Known by nothing, sees all. One reference, transferred. */
struct sabot_machine *
sabot_machine_new(const char *name, enum sabot_role role);
struct sabot_machine *
sabot_machine_ref(struct sabot_machine *machine);
/* A GDestroyNotify. NULL is allowed. */
void
sabot_machine_unref(gpointer machine);

/* Whether a name will do: 1 to 32 letters, digits, - _ or . */
bool
sabot_machine_is_name(const char *name);

/* A role that a machine can have: false for other words. */
bool
sabot_machine_role_from_string(const char *word, enum sabot_role *ret_role);

/* The role's word in the greeting. */
const char *
sabot_machine_get_role(const struct sabot_machine *machine);

/* Whether what belongs to `table` is seen there; the house log's own only where all is seen. */
bool
sabot_machine_sees(const struct sabot_machine *machine, const char *table);
bool
sabot_machine_sees_all(const struct sabot_machine *machine);

/* Whether that machine may do this, no matter who is logged in. */
bool
sabot_machine_allows(const struct sabot_machine *machine, enum sabot_right right);
