/*
 * Sheets kept in files, one per part, so that a log is derived once. Anybody who can write to the
 * directory can forge them: they prove nothing, and deleting them only costs time.
 */
#pragma once

#include "report/sheet.h"

/* The source that a kept sheet must have been made from. */
struct sabot_digest_key {
	const char *database; /* which one, in hexadecimal */
	const char *table;
	int64_t part;
	int64_t from_n;
	const char *maker; /* the rules and the program that made it */
};

/*
 * The sheet of the part's first events, up to its `to_n`, which may be fewer than there are by now;
 * `*ret_state` is the state needed to continue, NULL for a part that is over. NULL if there is no
 * sheet, or if it was made from another source. Both are transferred.
 */
struct sabot_sheet *
sabot_digest_read(const char *directory, const struct sabot_digest_key *key, GBytes **ret_state);

/* Keep a sheet. A directory that cannot be written is not an error; nothing is kept then. */
void
sabot_digest_write(const char *directory, const struct sabot_digest_key *key,
		   const struct sabot_sheet *sheet, GBytes *state);
