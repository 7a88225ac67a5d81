/*
 * The rules and limits that are wanted of a table.
 */
#pragma once

#include "table-state.h"

/* Borrowed until the next order. */
struct sabot_table_wish {
	const char *profile, *overrides;
	const struct sabot_rules *rules;
};

/* By what the next part of the log will begin. */
struct sabot_table_wish
sabot_table_service_wish(const struct sabot_table_service *table);

/* The table goes by other rules until its next load. */
bool
sabot_table_service_has_new_rules(const struct sabot_table_service *table);

/* From the next load on these hold, or (NULL) the configuration's. Taken over. */
void
sabot_table_service_set_order(struct sabot_table_service *table, struct sabot_rules_order *order);

/* A new part begins with the limits of its rules: others that hold are written again after it. */
void
sabot_table_service_keep_limits(struct sabot_table_service *table);

struct sabot_table_limits {
	int64_t min_minor, max_minor;
	const char *by; /* borrowed; NULL: nobody, they held before */
};

/*
 * Whether limits are to be written now as an event of their own: those of an old part, and those
 * that were ordered until they are.
 */
bool
sabot_table_service_apply_limits(struct sabot_table_service *table,
				 struct sabot_table_limits *ret_limits);
