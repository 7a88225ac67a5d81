/*
 * Which rules people have put in force at a table in place of the configuration's, from the house
 * log's events of kind `rules` (docs/event-log.md). The last one of a table counts, as long as
 * the configuration says of that table what it said then. Main thread.
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
	bool has_limits; /* its limits hold from the next round on; all else from the next load */
};

struct sabot_rules_book {
	GHashTable
		*orders; /* a table's name to the last event about its rules (struct last_order) */
};

struct sabot_rules_book *
sabot_rules_book_new(void);
/* NULL is allowed. */
void
sabot_rules_book_free(struct sabot_rules_book *book);

/* Take in an event of the house log, with a reference; one of another kind is left out. */
void
sabot_rules_book_apply(struct sabot_rules_book *book, int64_t seq, struct sabot_house_event *event);

/*
 * What was ordered for a table. NULL: as configured; with an error when there is an order that
 * cannot be followed (its profile is gone, the configuration has been changed since). Transferred.
 */
struct sabot_rules_order *
sabot_rules_book_find(const struct sabot_rules_book *book, const struct sabot_table_config *table,
		      const char *profiles_dir, GError **error);

/* The event that gave a table back to the configuration, if that is its last; or 0. */
int64_t
sabot_rules_book_back_seq(const struct sabot_rules_book *book, const char *table);

/* NULL is allowed. */
void
sabot_rules_order_free(struct sabot_rules_order *order);

/*
 * The order that `set` (as in an event log's first line) on top of a profile is; for the same game
 * as the configuration's. NULL with an error that names the key. Transferred.
 */
struct sabot_rules_order *
sabot_rules_order_new(const struct sabot_table_config *table, const char *profile,
		      const json_t *set, const char *profiles_dir, GError **error);

/* What the configuration says of a table's rules, as a digest. Transferred. */
char *
sabot_rules_order_digest(const struct sabot_table_config *table);
