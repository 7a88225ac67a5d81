/*
 * The rules that people have put in force at a table in place of the configuration's, from the
 * house log's events of kind `rules` (docs/event-log.md). The last event of a table counts, as long
 * as the configuration of that table is the same as then. Main thread.
 */
#pragma once

#include "daemon/config/config.h"
#include "proto/messages/house-messages.h"

/* Other rules for one table. */
struct sabot_rules_order {
	char *profile;
	char *overrides; /* KEY=VALUE lines, sorted by key */
	struct sabot_rules rules;
	char *by;        /* or NULL */
	int64_t seq;     /* of its event */
	bool has_limits; /* its limits apply from the next round on; all else from the next load */
};

struct sabot_rules_book {
	GHashTable
		*orders; /* a table's name to the last event about its rules (struct last_order) */
};

/* An empty book. Transferred. */
struct sabot_rules_book *
sabot_rules_book_new(void);
/* NULL is allowed. */
void
sabot_rules_book_free(struct sabot_rules_book *book);

/* Apply an event of the house log, keeping a reference; one of another kind is ignored. */
void
sabot_rules_book_apply(struct sabot_rules_book *book, int64_t seq, struct sabot_house_event *event);

/*
 * The rules ordered for a table. NULL: as configured; with an error if there is an order that
 * cannot be followed (its profile is gone, or the configuration has changed since). Transferred.
 */
struct sabot_rules_order *
sabot_rules_book_find(const struct sabot_rules_book *book, const struct sabot_table_config *table,
		      const char *profiles_dir, GError **error);

/* The event that returned a table to the configuration, if it is the table's last; or 0. */
int64_t
sabot_rules_book_back_seq(const struct sabot_rules_book *book, const char *table);

/* NULL is allowed. */
void
sabot_rules_order_free(struct sabot_rules_order *order);

/*
 * The order made of `set` (as in an event log's first line) on top of a profile, which must be of
 * the same game as the configuration's. NULL with an error that names the key. Transferred.
 */
struct sabot_rules_order *
sabot_rules_order_new(const struct sabot_table_config *table, const char *profile,
		      const json_t *set, const char *profiles_dir, GError **error);

/* A digest of the configuration of a table's rules. Transferred. */
char *
sabot_rules_order_digest(const struct sabot_table_config *table);
