/*
 * A copy of the persons in the spool's directory: a daemon that must start without its database, or
 * with another one, still knows that acting needs a person, and without one also who may. Written
 * on a thread of its own, read at the start; called on the main thread.
 */
#pragma once

#include "person-book.h"

struct sabot_person_copy;

/* A copy in `directory`, not read yet. Transferred. */
struct sabot_person_copy *
sabot_person_copy_new(const char *directory);
/* What is to be written is written first. NULL is allowed. */
void
sabot_person_copy_free(struct sabot_person_copy *copy);

/* Schedule it to be written again. A failure to write is logged as a warning. */
void
sabot_person_copy_put(struct sabot_person_copy *copy, const struct sabot_person_book *book);

/* There were persons here once. */
bool
sabot_person_copy_exists(const struct sabot_person_copy *copy);

/*
 * Take the persons from it. One that cannot be read leaves the book empty, with a warning: nobody
 * can log in then.
 */
void
sabot_person_copy_read(const struct sabot_person_copy *copy, struct sabot_person_book *book);
