/*
 * The schema of a core: made, and brought up to date, by these programs alone.
 */
#pragma once

#include "core-link.h"

/* The version that this program makes. */
int64_t
sabot_core_schema_newest(void);

/* The version that is there; 0: there is none. */
bool
sabot_core_schema_read(struct sabot_core *core, int64_t *ret_version, GError **error);

/*
 * Take the steps from version `from` on, each wholly or not at all. SABOT_CORE_ERROR_SCHEMA where
 * the schema is at another version.
 */
bool
sabot_core_schema_migrate(struct sabot_core *core, int64_t from, GError **error);

/* False with SABOT_CORE_ERROR_SCHEMA, and what to do, unless the schema is this program's. */
bool
sabot_core_schema_check(struct sabot_core *core, GError **error);
