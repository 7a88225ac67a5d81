/*
 * A copy of the persons in the spool's directory, and one beside the key: a daemon that must start
 * without its database, or with another one, still knows that acting needs a person, and without
 * one also who may. Written on a thread of its own, read at the start; called on the main thread.
 */
#pragma once

#include "person-book.h"
#include "store/proof/key.h"

struct sabot_person_copy;

/* Copies in both directories, not read yet. Transferred. */
struct sabot_person_copy *
sabot_person_copy_new(const char *spool_dir, const char *state_dir);
/* What is to be written is written first. NULL is allowed. */
void
sabot_person_copy_free(struct sabot_person_copy *copy);

/* The key, borrowed, signs what is written and must have signed what is read; NULL: none does. */
void
sabot_person_copy_set_key(struct sabot_person_copy *copy, const struct sabot_key *key);

/* Schedule it to be written again. A failure to write is logged as a warning. */
void
sabot_person_copy_put(struct sabot_person_copy *copy, const struct sabot_person_book *book);

/* There were persons here once. */
bool
sabot_person_copy_exists(const struct sabot_person_copy *copy);

/*
 * Take the persons from one that is as the house wrote it. Where none is, the book stays empty,
 * with a warning: nobody can log in then. The name of one that is not, transferred; or NULL.
 */
char *
sabot_person_copy_read(const struct sabot_person_copy *copy, struct sabot_person_book *book);
