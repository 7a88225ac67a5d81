/*
 * Months of a core that are kept elsewhere go. What is to go is held against files that were
 * exported and are proven here; the core keeps where each log ended, and a signed note of it.
 */
#pragma once

#include "core-reader.h"

#include "store/proof/key.h"

struct sabot_core_drop {
	const char *month;           /* "2026-01": what arrived then, UTC */
	const char *why;             /* for people, one line */
	const char *const *files;    /* exported; one of each database, NULL-terminated */
	GPtrArray *keys;             /* of struct sabot_key *: who may have signed the files */
	const struct sabot_key *key; /* signs the note */
};

/*
 * Drop it. False with a sentence, and nothing is changed, where a file is not proven, does not have
 * all that would go, or something else is older; and where the core refuses it.
 */
bool
sabot_core_drop_month(struct sabot_core *core, const struct sabot_core_drop *drop, GError **error);

/* A month that was dropped. */
struct sabot_core_month {
	char *month, *login, *at, *note;
	char *why;     /* as the note says */
	bool is_whole; /* the core has the ranges that the note says */
};

/* Those of a database (of struct sabot_core_month). NULL with an error. Transferred. */
GPtrArray *
sabot_core_list_months(struct sabot_core *core, const struct sabot_core_origin *origin,
		       GError **error);
