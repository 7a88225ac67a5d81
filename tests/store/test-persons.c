/*
 * Persons in the database, and what proves who they are.
 */
#include "store-fixture.h"
#include "store/log/record-json.h"
#include "store/log/secret.h"
#include "store/db/db-open.h"
#include "store/log/log.h"

#include <string.h>

static struct sabot_person *
make_person(int64_t id, const char *name)
{
	struct sabot_person *person = g_new0(struct sabot_person, 1);

	person->id = id;
	person->name = g_strdup(name);
	person->pin_hash = sabot_pin_hash("48213", SABOT_PIN_COST_LEAST);
	person->role = SABOT_ROLE_SHIFT;
	person->must_change = true;
	person->failures = 7;
	person->locked_until_us = 11;
	person->disabled_us = 12;
	person->created_us = 13;
	return person;
}

/* An event at the table with which a person changes. */
static void
append(struct sabot_db *db, int64_t n, struct sabot_person *person)
{
	g_autoptr(GPtrArray) records = make_records("T", n, n);
	struct sabot_log_record *record = g_ptr_array_index(records, 0);
	g_autoptr(GError) error = NULL;

	record->person = person;
	if (!sabot_log_append(db, records, &error))
		fail_msg("%s", error->message);
}

static void
assert_same(const struct sabot_person *a, const struct sabot_person *b)
{
	assert_int_equal(a->id, b->id);
	assert_int_equal(g_strcmp0(a->name, b->name), 0);
	assert_string_equal(a->pin_hash, b->pin_hash);
	assert_int_equal(a->role, b->role);
	assert_int_equal(a->must_change, b->must_change);
	assert_int_equal(a->failures, b->failures);
	assert_int_equal(a->locked_until_us, b->locked_until_us);
	assert_int_equal(a->disabled_us, b->disabled_us);
	assert_int_equal(a->created_us, b->created_us);
}

static void
test_written_with_its_event(void **state)
{
	struct sabot_db *db = open_db(*state, SABOT_DB_WRITER);
	struct sabot_person *expected = make_person(1, "Ana");
	g_autoptr(GPtrArray) persons = NULL;

	append(db, 1, sabot_person_copy(expected));
	persons = sabot_persons_read(db, NULL);
	assert_int_equal(persons->len, 1);
	assert_same(g_ptr_array_index(persons, 0), expected);
	sabot_person_free(expected);
	sabot_db_close(db);
}

static void
test_not_without_its_event(void **state)
{
	struct sabot_db *db = open_db(*state, SABOT_DB_WRITER);
	g_autoptr(GPtrArray) records = make_records("T", 1, 2);
	struct sabot_log_record *first = g_ptr_array_index(records, 0);
	struct sabot_log_record *bad = g_ptr_array_index(records, 1);
	g_autoptr(GPtrArray) persons = NULL;

	first->person = make_person(1, "Ana");
	g_free(bad->line);
	bad->line = g_strdup("no event");
	assert_false(sabot_log_append(db, records, NULL));
	persons = sabot_persons_read(db, NULL);
	assert_int_equal(persons->len, 0);
	sabot_db_close(db);
}

static bool
file_holds(const char *path, const char *text)
{
	g_autofree char *bytes = NULL;
	gsize n_bytes;

	return g_file_get_contents(path, &bytes, &n_bytes, NULL) &&
	       memmem(bytes, n_bytes, text, strlen(text)) != NULL;
}

static void
test_an_erased_name_is_nowhere(void **state)
{
	const struct fixture *fixture = *state;
	struct sabot_db *db = open_db(fixture, SABOT_DB_WRITER);
	g_autoptr(GPtrArray) persons = NULL;

	append(db, 1, make_person(1, "Encarnación"));
	sabot_db_close(db);
	assert_true(file_holds(fixture->path, "Encarnación"));
	db = open_db(fixture, SABOT_DB_WRITER);
	append(db, 2, make_person(1, NULL));
	persons = sabot_persons_read(db, NULL);
	assert_int_equal(persons->len, 1);
	assert_null(((struct sabot_person *)g_ptr_array_index(persons, 0))->name);
	sabot_db_close(db);
	assert_false(file_holds(fixture->path, "Encarnación"));
}

/* Each role that the program knows the database takes. */
static void
test_every_role(void **state)
{
	struct sabot_db *db = open_db(*state, SABOT_DB_WRITER);
	g_autoptr(GPtrArray) persons = NULL;

	for (int role = 0; role < SABOT_ROLES; role++) {
		g_autofree char *name = g_strdup_printf("Person %d", role);
		struct sabot_person *person = make_person(role + 1, name);

		person->role = (enum sabot_role)role;
		append(db, role + 1, person);
	}
	persons = sabot_persons_read(db, NULL);
	assert_int_equal(persons->len, SABOT_ROLES);
	for (int role = 0; role < SABOT_ROLES; role++)
		assert_int_equal(((struct sabot_person *)g_ptr_array_index(persons, role))->role,
				 role);
	sabot_db_close(db);
}

/* Persons of a database that version 4 wrote: roles, names and PINs are as they were. */
static void
test_version_4_comes_through(void **state)
{
	const struct fixture *fixture = *state;
	sqlite3 *handle;
	struct sabot_db *db;
	g_autoptr(GPtrArray) persons = NULL;
	const struct sabot_person *person;

	assert_int_equal(sqlite3_open(fixture->path, &handle), SQLITE_OK);
	for (int i = 0; i < 4; i++)
		assert_int_equal(sqlite3_exec(handle, sabot_migrations[i], NULL, NULL, NULL),
				 SQLITE_OK);
	assert_int_equal(
		sqlite3_exec(handle,
			     "INSERT INTO person VALUES (1, 'admin', '$argon2id$a', 0, 0, 0, 0, 5),"
			     "(2, 'pit', '$argon2id$b', 1, 2, 3, 4, 6);"
			     "INSERT INTO person_name VALUES (2, 'Pia');",
			     NULL, NULL, NULL),
		SQLITE_OK);
	sqlite3_close(handle);
	db = open_db(fixture, SABOT_DB_WRITER);
	persons = sabot_persons_read(db, NULL);
	assert_int_equal(persons->len, 2);
	person = g_ptr_array_index(persons, 0);
	assert_null(person->name);
	assert_int_equal(person->role, SABOT_ROLE_ADMIN);
	person = g_ptr_array_index(persons, 1);
	assert_string_equal(person->name, "Pia");
	assert_string_equal(person->pin_hash, "$argon2id$b");
	assert_int_equal(person->role, SABOT_ROLE_PIT);
	assert_true(person->must_change && person->failures == 2 && person->locked_until_us == 3 &&
		    person->disabled_us == 4 && person->created_us == 6);
	sabot_db_close(db);
}

static void
test_what_the_database_refuses(void **state)
{
	static const char *const attempts[] = {
		"DELETE FROM person_name; DELETE FROM person",
		"UPDATE person SET id = 2",
		"UPDATE person SET created_us = 0",
		"UPDATE person SET role = 'owner'",
		"UPDATE person SET pin_hash = '1234'",
		"INSERT INTO person_name VALUES (9, 'Nobody')",
	};
	struct sabot_db *db = open_db(*state, SABOT_DB_WRITER);

	append(db, 1, make_person(1, "Ana"));
	for (size_t i = 0; i < G_N_ELEMENTS(attempts); i++) {
		if (sqlite3_exec(db->handle, attempts[i], NULL, NULL, NULL) == SQLITE_OK)
			fail_msg("accepted: %s", attempts[i]);
	}
	sabot_db_close(db);
}

static void
test_through_the_spool(void **state)
{
	static const char *const names[] = {"Ana", NULL};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
		struct sabot_log_record *record = make_record("T", 1, 1), *again;
		json_t *json;

		record->person = make_person(4, names[i]);
		json = sabot_log_record_to_json(record);
		again = sabot_log_record_from_json(json);
		assert_non_null(again);
		assert_same(again->person, record->person);
		json_object_set_new(json_object_get(json, "person"), "role", json_string("owner"));
		assert_null(sabot_log_record_from_json(json));
		json_decref(json);
		sabot_log_record_unref(again);
		sabot_log_record_unref(record);
	}
}

static void
test_pins(void **state)
{
	static const char *const bad[] = {"",     "123",    "1234567890123", "12a4",    "0000",
					  "1234", "987654", "7777777",       "４８２１"};
	static const char *const good[] = {"1235", "0001", "48213", "135790246813"};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
		if (!sabot_pin_refusal(bad[i]))
			fail_msg("taken: %s", bad[i]);
	}
	for (size_t i = 0; i < G_N_ELEMENTS(good); i++) {
		if (sabot_pin_refusal(good[i]))
			fail_msg("refused: %s", good[i]);
	}
}

static void
test_hashes(void **state)
{
	g_autofree char *one = sabot_pin_hash("48213", SABOT_PIN_COST_LEAST);
	g_autofree char *both = sabot_pin_hash("48213 0004567890", SABOT_PIN_COST_LEAST);
	g_autofree char *two = sabot_pin_hash("48213", SABOT_PIN_COST_LEAST);
	g_autofree char *real = sabot_pin_hash("48213", SABOT_PIN_COST_INTERACTIVE);

	(void)state;
	assert_string_not_equal(one, two);
	assert_true(sabot_pin_verify(one, "48213") && sabot_pin_verify(two, "48213"));
	assert_false(sabot_pin_verify(one, "48214"));
	/* Beside a card: neither alone, nor the other way round. */
	assert_true(sabot_pin_has_card(both) && !sabot_pin_has_card(one));
	assert_true(g_str_has_prefix(both, "$argon2id$"));
	assert_true(sabot_pin_verify(both, "48213 0004567890"));
	assert_false(sabot_pin_verify(both, "48213"));
	assert_false(sabot_pin_verify(both, "48213 0004567891"));
	assert_false(sabot_pin_verify(both, "0004567890 48213"));
	assert_true(sabot_pin_verify(one, "48213 0004567890"));
	assert_non_null(strstr(real, "$argon2id$v=19$m=65536,t=2,p=1$"));
}

static void
test_codes(void **state)
{
	char *code = sabot_code_new(), *other = sabot_code_new();
	g_autofree char *spoken = g_ascii_strdown(code, -1);
	uint8_t a[SABOT_CODE_HASH_BYTES], b[SABOT_CODE_HASH_BYTES], c[SABOT_CODE_HASH_BYTES];

	(void)state;
	assert_int_equal(strlen(code), 19);
	sabot_code_hash(code, a);
	sabot_code_hash(spoken, b);
	sabot_code_hash(other, c);
	assert_true(sabot_code_hash_equals(a, b));
	assert_false(sabot_code_hash_equals(a, c));
	sabot_secret_free(code);
	sabot_secret_free(other);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_setup, fixture_teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_written_with_its_event),
		TEST(test_not_without_its_event),
		TEST(test_an_erased_name_is_nowhere),
		TEST(test_what_the_database_refuses),
		TEST(test_every_role),
		TEST(test_version_4_comes_through),
		TEST(test_through_the_spool),
		cmocka_unit_test(test_pins),
		cmocka_unit_test(test_hashes),
		cmocka_unit_test(test_codes),
	};

	sabot_secret_init();
	return cmocka_run_group_tests_name("store-persons", tests, NULL, NULL);
}
