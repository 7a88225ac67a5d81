/*
 * What the store's tests share: a directory that goes away, and records to append.
 */
#pragma once

#include "store/log/log.h"
#include "store/db/db-open.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

struct fixture {
	char *directory;
	char *path; /* of a database in it, not made yet */
};

/* cmocka's setup and teardown: *state is a struct fixture *. */
int
fixture_setup(void **state);
int
fixture_teardown(void **state);

/* A `card` event of `table`. Transferred. */
struct sabot_log_record *
make_record(const char *table, int64_t seq, int64_t n);

/* Records n = from … to of one table, seq likewise. Transferred. */
GPtrArray *
make_records(const char *table, int64_t from, int64_t to);

/* Open and check; fails the test with the sentence. */
struct sabot_db *
open_db(const struct fixture *fixture, enum sabot_db_mode mode);

/* How many events the log has by reading them all, checking that n rises without a hole. */
int64_t
count_events(struct sabot_db *db, const char *table);
