/*
 * The keys that followed one another by the book, from the one that the house log names last to
 * the present one: one line (guarded.h) beside the key, signed with it when it was drawn. A start
 * that was not saved is in no database; what it left is signed with its key, and if yet another key
 * was drawn since, this list alone names it.
 */
#pragma once

#include "store/keys/key.h"

/*
 * Add the new `key` to the list of `state_dir`. The list begins with `last`, the public line of the
 * last start in the house log, "" if that had no key. What it had behind that is kept if the key
 * that it named last has signed it. False with an error if it cannot be written.
 */
bool
sabot_key_list_add(const char *state_dir, const char *last, const struct sabot_key *key,
		   GError **error);

/*
 * The public lines of the keys that may have signed what the runs before left: `last` (as above),
 * and those that the list has between it and `key` (NULL: no key). A list that this key has not
 * signed, or that does not have `last`, adds none. Where no database names a last start, `last` is
 * NULL, and they are all that the list has before `key`. NULL-terminated, transferred; never NULL.
 */
char **
sabot_key_list_read(const char *state_dir, const char *last, const struct sabot_key *key);
