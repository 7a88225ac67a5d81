/* See verify-structure.h. */
#include "verify-structure.h"

#include "verify-db.h"
#include "store/db/statements.h"

/* The first line of what SQLite found, NULL if it is "ok" or there is none; transferred. */
static char *
check(struct sabot_db *db, enum sabot_statement which)
{
	g_autoptr(GError) error = NULL;
	sqlite3_stmt *check = sabot_statement_get(db, which, &error);
	char *sentence = NULL;
	const char *found;
	bool has_row;

	if (!check || !sabot_statement_row(db, check, &has_row, &error))
		return g_strdup(error->message);
	found = has_row ? (const char *)sqlite3_column_text(check, 0) : "ok";
	if (g_strcmp0(found, "ok") != 0)
		sentence = g_strdup_printf("%s: %s", db->path, found ? found : "not checked");
	sqlite3_reset(check);
	return sentence;
}

char *
sabot_verify_db_structure(struct sabot_db *db, bool is_quick)
{
	char *damage;

	if (!is_quick)
		return check(db, SABOT_STATEMENT_INTEGRITY_CHECK);
	damage = check(db, SABOT_STATEMENT_QUICK_CHECK);
	return damage ? damage : check(db, SABOT_STATEMENT_INTEGRITY_CHECK_BUT_EVENTS);
}

char *
sabot_verify_structure_with(struct sabot_db *db, struct sabot_event_product *product)
{
	g_autoptr(GError) error = NULL;
	char *damage = check(db, SABOT_STATEMENT_QUICK_CHECK);

	if (!damage)
		damage = check(db, SABOT_STATEMENT_INTEGRITY_CHECK_BUT_EVENTS);
	if (!damage && !sabot_event_product_read_indexes(db, product, &error))
		damage = g_strdup(error->message);
	return damage;
}

/* `is_passing`: the sentence says that the file cannot be read now, and nothing about it. */
static bool
judge_damage(struct sabot_verify *verify, const char *damage, bool is_passing, GError **error)
{
	if (!is_passing) {
		sabot_verify_fail_row(verify, SABOT_VERIFY_STRUCTURE, g_strdup(damage));
		return true;
	}
	g_set_error_literal(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED, damage);
	return false;
}

bool
sabot_verify_file(struct sabot_db *db, struct sabot_verify *verify, int64_t n_checkpoints,
		  GError **error)
{
	g_autofree char *damage = sabot_verify_db_structure(db, n_checkpoints > 0);
	g_autoptr(GError) failure = NULL;

	if (damage)
		return judge_damage(verify, damage, sabot_db_is_unavailable(db), error);
	if (n_checkpoints > 0 ? sabot_verify_db_tail(db, verify, n_checkpoints, &failure)
			      : sabot_verify_db(db, verify, &failure))
		return true;
	if (!sabot_verify_is_good(verify)) /* what was found before it failed counts */
		return true;
	return judge_damage(verify, failure->message,
			    sabot_store_reason_is_passing(sabot_store_error_get_reason(failure)),
			    error);
}
