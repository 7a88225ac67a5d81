/*
 * Drops months of a core that are kept elsewhere. The months are compared with exported files,
 * which are verified here; the core keeps where each log ended, and a signed note about it.
 */
#pragma once

#include "core-reader.h"

#include "store/keys/key.h"

struct sabot_core_drop {
	const char *month;           /* "2026-01": the month of arrival, UTC */
	const char *why;             /* for people, one line */
	const char *const *files;    /* exported files; one for each database, NULL-terminated */
	GPtrArray *keys;             /* of struct sabot_key *: who may have signed the files */
	const struct sabot_key *key; /* signs the note */
};

/*
 * Drop the month. False with a sentence, and without any change, if a file is not proven or lacks
 * something that would be dropped, if something else is older, or if the core refuses.
 */
bool
sabot_core_drop_month(struct sabot_core *core, const struct sabot_core_drop *drop, GError **error);

/* A month that was dropped. */
struct sabot_core_month {
	char *month, *login, *at, *note;
	char *why;     /* from the note */
	bool is_whole; /* the core has the ranges that the note names */
};

/*
 * The months dropped of a database (of struct sabot_core_month). NULL with an error. Transferred.
 */
GPtrArray *
sabot_core_list_months(struct sabot_core *core, const struct sabot_core_origin *origin,
		       GError **error);
