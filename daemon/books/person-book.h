/*
 * The persons this daemon knows, in memory: the database's rows, updated by every event of the
 * house log that changes one. Also the valid one-time code. Main thread.
 */
#pragma once

#include "store/log/rights.h"
#include "store/log/secret.h"

struct sabot_person_book {
	GPtrArray *persons; /* of struct sabot_person, by id */
	GArray *altered;    /* whose rows differed from the log (sabot_rights_check()); or NULL */
	uint8_t code_hash[SABOT_CODE_HASH_BYTES];
	int64_t code_until_us; /* 0 = no valid code; never written to disk */
};

/* An empty book. Transferred. */
struct sabot_person_book *
sabot_person_book_new(void);
/* NULL is allowed. */
void
sabot_person_book_free(struct sabot_person_book *book);

/* Load the persons of a database. False if they cannot be read. */
bool
sabot_person_book_load(struct sabot_person_book *book, struct sabot_db *db, GError **error);

/*
 * Check the persons against the house log, which prevails over the rows; `copy` has those of the
 * copy for outages, or nobody, as sabot_rights_check() uses it.
 */
void
sabot_person_book_check(struct sabot_person_book *book, const struct sabot_rights *rights,
			const struct sabot_person_book *copy);

/* Replace the person with this id by a copy, or add it. */
void
sabot_person_book_put(struct sabot_person_book *book, const struct sabot_person *person);

/* Borrowed until the next put; NULL if there is none. */
const struct sabot_person *
sabot_person_book_get(const struct sabot_person_book *book, int64_t id);

/*
 * Find by name, or by id ("p1"). Names that differ only in case or in the form (NFKC) of their
 * letters are equal. Borrowed until the next put; NULL if there is none.
 */
const struct sabot_person *
sabot_person_book_find(const struct sabot_person_book *book, const char *who);

/*
 * True if the text has the form of a person's id in the log ("p" and a number), whether the person
 * exists or not.
 */
bool
sabot_person_book_is_id(const char *text);

/* Why nobody may be given this name, as a sentence; NULL if it is free and well-formed. */
const char *
sabot_person_book_name_refusal(const struct sabot_person_book *book, const char *name);

/* A person whose name looks like this one (name-look.h), or NULL. Borrowed. */
const struct sabot_person *
sabot_person_book_find_alike(const struct sabot_person_book *book, const char *name);

/* The id of the next new person. */
int64_t
sabot_person_book_next_id(const struct sabot_person_book *book);

/* The number of persons with this role who may log in. */
unsigned
sabot_person_book_count(const struct sabot_person_book *book, enum sabot_role role);

/* True if there is a person with this role, even one who may not log in. */
bool
sabot_person_book_has_role(const struct sabot_person_book *book, enum sabot_role role);

/*
 * Draw the code that creates an administrator, valid until `until_us`; an earlier one becomes
 * invalid.
 */
char *
sabot_person_book_draw_code(struct sabot_person_book *book, int64_t until_us);

/* True if this is the valid code. It stays valid until sabot_person_book_use_code(). */
bool
sabot_person_book_check_code(const struct sabot_person_book *book, const char *code,
			     int64_t now_us);
void
sabot_person_book_use_code(struct sabot_person_book *book);
