/* Finds rounds and events by what is known about them. On the connections' thread. */
#pragma once

#include "index.h"

/* All the conditions given must hold. */
struct sabot_index_query {
	struct sabot_db *db;           /* the index's database, for what is in no round */
	int64_t log_id;                /* 0 = any table */
	int64_t since_us, until_us;    /* from … to before; 0 = open */
	int64_t load, round, incident; /* 0 = any; only together with a log */
	bool has_card;
	struct sabot_card card;
	int lay;            /* where the card lay, or SABOT_LAY_ANY */
	const char *person; /* an id, or NULL */
	bool has_amount;
	int64_t amount_minor;
	const char *code; /* of an incident, or NULL */
	int64_t before;   /* only places before this one; 0 = start with the last */
};

/* Borrowed for the call. Return false to stop. */
typedef bool
sabot_index_found_fn(const struct sabot_index_round *round, void *data);

/* Call `fn` for each match, the latest first. False on failure only. */
bool
sabot_index_find(struct sabot_db *index, const struct sabot_index_query *query,
		 sabot_index_found_fn *fn, void *data, GError **error);
