/*
 * Sheets kept in files, so that a log is derived once: one file a part. Who may write the
 * directory can make them say anything: they are no evidence, and deleting them costs only time.
 */
#pragma once

#include "report/output/sheet.h"

/* What a kept sheet must have been made of. */
struct sabot_digest_key {
	const char *database; /* hexadecimal: which one */
	const char *table;
	int64_t part;
	int64_t from_n;
	const char *maker; /* of which rules, by which program */
};

/*
 * The sheet of the part's first events, up to its `to_n`, which may be fewer than there are by now;
 * `*ret_state` is what going on from there takes, NULL for a part that is over. NULL: there is
 * none, or it was made of something else. Both are transferred.
 */
struct sabot_sheet *
sabot_digest_read(const char *directory, const struct sabot_digest_key *key, GBytes **ret_state);

/* Keep it. A directory that cannot be written is no failure: then nothing is kept. */
void
sabot_digest_write(const char *directory, const struct sabot_digest_key *key,
		   const struct sabot_sheet *sheet, GBytes *state);
