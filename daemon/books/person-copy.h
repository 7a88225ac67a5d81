/*
 * A copy of the persons in the spool's directory, and one beside the key. A daemon that must start
 * without its database, or with another one, still knows that acting needs a person; without a
 * database it also knows which persons there are. Written on a thread of its own, read at the
 * start; called on the main thread.
 */
#pragma once

#include "person-book.h"
#include "store/keys/key.h"

struct sabot_person_copy;

/* The copy's path in one of the two directories. Transferred. */
char *
sabot_person_copy_path(const char *dir);

/* The copies in both directories, not read yet. Transferred. */
struct sabot_person_copy *
sabot_person_copy_new(const char *spool_dir, const char *state_dir);
/* Writes a pending copy first. NULL is allowed. */
void
sabot_person_copy_free(struct sabot_person_copy *copy);

/* The key, borrowed, signs what is written and must have signed what is read; NULL: no key does. */
void
sabot_person_copy_set_key(struct sabot_person_copy *copy, const struct sabot_key *key);

/*
 * Schedule the copies to be written again, with what `rights` know about who gave whom a PIN or a
 * role. Without a key, copies that have this already stay: their signature may be of use again. A
 * failure to write is logged as a warning.
 */
void
sabot_person_copy_put(struct sabot_person_copy *copy, const struct sabot_person_book *book,
		      const struct sabot_rights *rights);

/* True if there were ever persons here. */
bool
sabot_person_copy_exists(const struct sabot_person_copy *copy);

/*
 * Load the persons from a copy that is as the house wrote it. If there is none the book stays
 * empty, with a warning: then nobody can log in. `rights`, unless NULL, learn who gave whom a PIN
 * or a role. Returns the name of a copy that is not as the house wrote it, transferred; or NULL.
 */
char *
sabot_person_copy_read(const struct sabot_person_copy *copy, struct sabot_person_book *book,
		       struct sabot_rights *rights);
