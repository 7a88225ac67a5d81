/*
 * The persons this daemon knows, in memory: the database's rows, brought up to date by every event
 * of the house log that changes one. Also the one-time code that is out. Main thread.
 */
#pragma once

#include "store/log/rights.h"
#include "store/log/secret.h"

struct sabot_person_book {
	GPtrArray *persons; /* of struct sabot_person, by id */
	GArray *altered;    /* ids (int64_t) whose rows were not as the log has them; or NULL */
	uint8_t code_hash[SABOT_CODE_HASH_BYTES];
	int64_t code_until_us; /* 0 = no code is out; never written to disk */
};

struct sabot_person_book *
sabot_person_book_new(void);
/* NULL is allowed. */
void
sabot_person_book_free(struct sabot_person_book *book);

/* Take the persons of a database. False when they cannot be read. */
bool
sabot_person_book_load(struct sabot_person_book *book, struct sabot_db *db, GError **error);

/* Whatever the rows say, the house log counts. */
void
sabot_person_book_check(struct sabot_person_book *book, const struct sabot_rights *rights);

/* Put a copy in the place of the person with this id, or add it. */
void
sabot_person_book_put(struct sabot_person_book *book, const struct sabot_person *person);

/* Borrowed until the next put; NULL when there is none. */
const struct sabot_person *
sabot_person_book_get(const struct sabot_person_book *book, int64_t id);

/*
 * By name, or by id ("p1"). Names are equal that differ in the case or the form (NFKC) of their
 * letters only. Borrowed, NULL likewise.
 */
const struct sabot_person *
sabot_person_book_find(const struct sabot_person_book *book, const char *who);

/* True if a text is what the log calls a person, whether there is one or not: "p" and a number. */
bool
sabot_person_book_is_id(const char *text);

/* Why nobody may be given this name, in words; NULL when it is free and well-formed. */
const char *
sabot_person_book_name_refusal(const struct sabot_person_book *book, const char *name);

/* The id of the next new person. */
int64_t
sabot_person_book_next_id(const struct sabot_person_book *book);

/* How many there are of this role who may log in. */
unsigned
sabot_person_book_count(const struct sabot_person_book *book, enum sabot_role role);

/* True if there is a person of this role, also one who may not log in. */
bool
sabot_person_book_has_role(const struct sabot_person_book *book, enum sabot_role role);

/* Draw the code that makes an administrator, good until `until_us`; an earlier one is void. */
char *
sabot_person_book_draw_code(struct sabot_person_book *book, int64_t until_us);

/* Whether this is the code that is out. It stays good until sabot_person_book_use_code(). */
bool
sabot_person_book_check_code(const struct sabot_person_book *book, const char *code,
			     int64_t now_us);
void
sabot_person_book_use_code(struct sabot_person_book *book);
