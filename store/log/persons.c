/* Rows of `person` and `person_name`. There are few, and they are read once at the start. */
#include "persons.h"
#include "store/db/statements.h"

static const char *const role_words[SABOT_ROLES] = {
	[SABOT_ROLE_DEALER] = "dealer", [SABOT_ROLE_PIT] = "pit",
	[SABOT_ROLE_SHIFT] = "shift",   [SABOT_ROLE_CAGE] = "cage",
	[SABOT_ROLE_COUNT] = "count",   [SABOT_ROLE_SURVEILLANCE] = "surveillance",
	[SABOT_ROLE_AUDIT] = "audit",   [SABOT_ROLE_ADMIN] = "admin",
};

const char *
sabot_role_to_string(enum sabot_role role)
{
	return role_words[role];
}

bool
sabot_role_from_string(const char *word, enum sabot_role *ret_role)
{
	for (int i = 0; i < SABOT_ROLES; i++) {
		if (g_strcmp0(word, role_words[i]) != 0)
			continue;
		*ret_role = (enum sabot_role)i;
		return true;
	}
	return false;
}

struct sabot_person *
sabot_person_copy(const struct sabot_person *person)
{
	struct sabot_person *copy = g_memdup2(person, sizeof(*person));

	if (!copy)
		return NULL;
	copy->name = g_strdup(person->name);
	copy->pin_hash = g_strdup(person->pin_hash);
	return copy;
}

const char sabot_person_no_pin[] = "$argon2id$none";

void
sabot_person_erase(struct sabot_person *person)
{
	g_clear_pointer(&person->name, g_free);
	g_free(person->pin_hash);
	person->pin_hash = g_strdup(sabot_person_no_pin);
}

void
sabot_person_free(gpointer data)
{
	struct sabot_person *person = data;

	if (!person)
		return;
	g_free(person->name);
	g_free(person->pin_hash);
	g_free(person);
}

char *
sabot_person_id(const struct sabot_person *person)
{
	return g_strdup_printf("p%" G_GINT64_FORMAT, person->id);
}

static bool
put_name(struct sabot_db *db, const struct sabot_person *person, GError **error)
{
	sqlite3_stmt *put = sabot_statement_get(db,
						person->name ? SABOT_STATEMENT_PERSON_NAME_PUT
							     : SABOT_STATEMENT_PERSON_NAME_ERASE,
						error);

	return put &&
	       sabot_statement_bind(db, put, error, person->name ? "is" : "i", person->id,
				    person->name) &&
	       sabot_statement_finish(db, put, error);
}

bool
sabot_persons_put(struct sabot_db *db, const struct sabot_person *person, GError **error)
{
	sqlite3_stmt *put = sabot_statement_get(db, SABOT_STATEMENT_PERSON_PUT, error);

	return put &&
	       sabot_statement_bind(db, put, error, "issiiiii", person->id,
				    sabot_role_to_string(person->role), person->pin_hash,
				    (int64_t)person->must_change, person->failures,
				    person->locked_until_us, person->disabled_us,
				    person->created_us) &&
	       sabot_statement_finish(db, put, error) && put_name(db, person, error);
}

static struct sabot_person *
person_from_row(sqlite3_stmt *row)
{
	struct sabot_person *person = g_new0(struct sabot_person, 1);

	person->id = sqlite3_column_int64(row, 0);
	sabot_role_from_string((const char *)sqlite3_column_text(row, 1), &person->role);
	person->pin_hash = g_strdup((const char *)sqlite3_column_text(row, 2));
	person->must_change = sqlite3_column_int64(row, 3) != 0;
	person->failures = sqlite3_column_int64(row, 4);
	person->locked_until_us = sqlite3_column_int64(row, 5);
	person->disabled_us = sqlite3_column_int64(row, 6);
	person->created_us = sqlite3_column_int64(row, 7);
	person->name = g_strdup((const char *)sqlite3_column_text(row, 8));
	return person;
}

GPtrArray *
sabot_persons_read(struct sabot_db *db, GError **error)
{
	sqlite3_stmt *list = sabot_statement_get(db, SABOT_STATEMENT_PERSON_LIST, error);
	g_autoptr(GPtrArray) persons = g_ptr_array_new_with_free_func(sabot_person_free);
	g_autoptr(GError) failure = NULL;

	if (!list)
		return NULL;
	while (sabot_statement_next(db, list, &failure))
		g_ptr_array_add(persons, person_from_row(list));
	return sabot_statement_end(list, &failure, error) ? g_steal_pointer(&persons) : NULL;
}
