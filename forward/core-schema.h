/* The schema of a core, created and updated only by these programs. */
#pragma once

#include "core-link.h"

/* The version that this program creates. */
int64_t
sabot_core_schema_newest(void);

/* The present version; 0: no schema. */
bool
sabot_core_schema_read(struct sabot_core *core, int64_t *ret_version, GError **error);

/*
 * Apply the steps from version `from` on, each in a transaction. SABOT_CORE_ERROR_SCHEMA if the
 * schema is at another version.
 */
bool
sabot_core_schema_migrate(struct sabot_core *core, int64_t from, GError **error);

/* False with SABOT_CORE_ERROR_SCHEMA, and a remedy, unless the schema is this program's. */
bool
sabot_core_schema_check(struct sabot_core *core, GError **error);
