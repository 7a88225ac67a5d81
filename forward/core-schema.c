/* See core-schema.h: a step and its version number are one transaction. */
#include "core-schema.h"

#include <string.h>

int64_t
sabot_core_schema_newest(void)
{
	int64_t n = 0;

	while (sabot_core_migrations[n])
		n++;
	return n;
}

static bool
refuse(GError **error, const char *sentence)
{
	g_set_error_literal(error, SABOT_CORE_ERROR, SABOT_CORE_ERROR_SCHEMA, sentence);
	return false;
}

bool
sabot_core_schema_read(struct sabot_core *core, int64_t *ret_version, GError **error)
{
	PGresult *rows =
		sabot_core_query(core, SABOT_CORE_STATEMENT_VERSION_EXISTS, NULL, 0, error);
	bool exists = rows && strcmp(PQgetvalue(rows, 0, 0), "t") == 0, is_read = rows != NULL;

	PQclear(rows);
	*ret_version = 0;
	if (!is_read || !exists)
		return is_read;
	rows = sabot_core_query(core, SABOT_CORE_STATEMENT_VERSION, NULL, 0, error);
	is_read = rows && PQntuples(rows) == 1 &&
		  sabot_core_get_number((struct sabot_core_cell){rows, 0, 0}, ret_version, error);
	PQclear(rows);
	return is_read;
}

static bool
run_step(struct sabot_core *core, int64_t step, GError **error)
{
	const struct sabot_core_value version = {.kind = SABOT_CORE_NUMBER, .number = step + 1};
	PGresult *result = sabot_core_query(core, SABOT_CORE_STATEMENT_BEGIN, NULL, 0, error);
	bool is_done = result && sabot_core_run_script(core, sabot_core_migrations[step], error);

	PQclear(result);
	result = is_done ? sabot_core_query(core, SABOT_CORE_STATEMENT_VERSION_SET, &version, 1,
					    error)
			 : NULL;
	is_done = result != NULL;
	PQclear(result);
	result = sabot_core_query(
		core, is_done ? SABOT_CORE_STATEMENT_COMMIT : SABOT_CORE_STATEMENT_ROLLBACK, NULL,
		0, is_done ? error : NULL);
	is_done = is_done && result;
	PQclear(result);
	return is_done;
}

bool
sabot_core_schema_migrate(struct sabot_core *core, int64_t from, GError **error)
{
	int64_t version;

	if (!sabot_core_schema_read(core, &version, error))
		return false;
	if (version != from)
		return refuse(error, version ? "there is a schema already (floor upgrade)"
					     : "there is no schema yet (floor init)");
	for (; sabot_core_migrations[version]; version++) {
		if (!run_step(core, version, error))
			return false;
	}
	return true;
}

bool
sabot_core_schema_check(struct sabot_core *core, GError **error)
{
	int64_t version;

	if (!sabot_core_schema_read(core, &version, error))
		return false;
	if (version == 0)
		return refuse(error, "there is no schema yet (floor init)");
	/* Additions of a later program do no harm. */
	return version >= sabot_core_schema_newest() ||
	       refuse(error, "its schema is an earlier program's (floor upgrade)");
}
