/*
 * The persons who may act: their rows, and their names, which can be erased. A row is written in
 * the transaction of the house log's event that explains it (struct sabot_log_record). On the
 * connection's thread.
 */
#pragma once

#include "store/db/db.h"

enum sabot_role {
	SABOT_ROLE_DEALER,
	SABOT_ROLE_PIT,
	SABOT_ROLE_SHIFT,
	SABOT_ROLE_CAGE,  /* issues and takes back chips, redeems markers, keeps the main bank */
	SABOT_ROLE_COUNT, /* counts the drop */
	SABOT_ROLE_SURVEILLANCE,
	SABOT_ROLE_AUDIT,
	SABOT_ROLE_ADMIN,
	SABOT_ROLES, /* how many */
};

/* The word in the log and on the wire. Static. */
const char *
sabot_role_to_string(enum sabot_role role);
/* False if the word is not a role. */
bool
sabot_role_from_string(const char *word, enum sabot_role *ret_role);

struct sabot_person {
	int64_t id;     /* 1, 2, …; "p1", "p2" in the log */
	char *name;     /* NULL: erased */
	char *pin_hash; /* store/log/secret.h */
	enum sabot_role role;
	/* somebody else chose the PIN: it may only be used to choose a new one */
	bool must_change;
	int64_t failures;        /* no longer used: wrong PINs are counted per machine */
	int64_t locked_until_us; /* no longer used */
	int64_t disabled_us;     /* 0 = not disabled */
	int64_t created_us;
};

/* A hash that no PIN matches. */
extern const char sabot_person_no_pin[];

/* A deep copy. Transferred. */
struct sabot_person *
sabot_person_copy(const struct sabot_person *person);
/* Erase the name, and the PIN's hash, by which a digest of the name could be guessed. */
void
sabot_person_erase(struct sabot_person *person);
/* A GDestroyNotify. NULL is allowed. */
void
sabot_person_free(gpointer person);

/* The id in the log: "p1". Transferred. */
char *
sabot_person_id(const struct sabot_person *person);

/* Write the row and the name, or erase the name. Inside the caller's transaction. */
bool
sabot_persons_put(struct sabot_db *db, const struct sabot_person *person, GError **error);

/* All of them (struct sabot_person *), by id. NULL on failure. Transferred. */
GPtrArray *
sabot_persons_read(struct sabot_db *db, GError **error);
