/*
 * A database that is written to as the daemon does it, with archives in its directory.
 */
#pragma once

#include "store-fixture.h"
#include "store/files/archive-file.h"
#include "store/keys/key-find.h"

struct house {
	const struct fixture *fixture;
	struct sabot_db *db;
	struct sabot_key *key;
	int64_t seq;
	GHashTable *n; /* log → its last event's n */
};

/* cmocka's setup and teardown: *state is a struct house *. */
int
house_setup(void **state);
int
house_teardown(void **state);

/* `n` events; with `part` the first begins that part, and a load. */
void
house_deal(struct house *house, const char *log, int n, int64_t part);

/* Sign a checkpoint. */
void
house_seal(struct house *house);

/* NULL when nothing is old enough. Transferred. */
struct sabot_archive *
house_make(struct house *house);

/* Record it with an event of the house log, as the daemon does. */
void
house_record(struct house *house, const struct sabot_archive *archive);

/* Remove what is archived, `n_rows` at a time. */
void
house_sweep(struct house *house, int64_t n_rows);

/* Make, record, sweep and seal. The file's path, transferred. */
char *
house_archive(struct house *house);
