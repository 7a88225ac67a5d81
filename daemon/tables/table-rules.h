/*
 * The rules and limits that a table is to have: the configuration's, or those that a person
 * ordered.
 */
#pragma once

#include "table-state.h"

/* Borrowed until the next order. */
struct sabot_table_wish {
	const char *profile, *overrides;
	const struct sabot_rules *rules;
};

/* The rules with which the next part of the table's log begins. */
struct sabot_table_wish
sabot_table_service_wish(const struct sabot_table_service *table);

/* True if the current part has other rules than the next one will have. */
bool
sabot_table_service_has_new_rules(const struct sabot_table_service *table);

/* Set the rules from the next load on; NULL: the configuration's. Transferred. */
void
sabot_table_service_set_order(struct sabot_table_service *table, struct sabot_rules_order *order);

/*
 * A new part is about to begin with the same rules, and their limits. If the table has other limits
 * now, sabot_table_service_apply_limits() returns them next, to be logged again.
 */
void
sabot_table_service_keep_limits(struct sabot_table_service *table);

struct sabot_table_limits {
	int64_t min_minor, max_minor;
	const char *by; /* who ordered them, borrowed; NULL: nobody, they were in force before */
};

/*
 * True if a `limits` event is due now: once after a new part began, to keep the limits of the old
 * one; or when other limits were ordered, from the end of the open round until they are logged.
 */
bool
sabot_table_service_apply_limits(struct sabot_table_service *table,
				 struct sabot_table_limits *ret_limits);
