/*
 * Machines from their events: what is refused with which words, and that an event of which a part
 * cannot be read lets nobody see more than it says.
 */
#include "daemon/books/machine-book.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define FINGERPRINT "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
#define HEAD "\"machine\":\"pit-1\",\"fingerprint\":\"" FINGERPRINT "\",\"role\":\"pit\""

static json_t *
load(const char *text)
{
	json_t *json = json_loads(text, 0, NULL);

	assert_non_null(json);
	return json;
}

static void
test_what_is_refused(void **state)
{
	static const struct {
		const char *text, *why;
	} refused[] = {
		{"{}", "machine: a name has 1 to 32 letters, digits, - _ or ."},
		{"{\"machine\":7}", "machine: a name has 1 to 32 letters, digits, - _ or ."},
		{"{\"machine\":\"a\",\"fingerprint\":\"00\",\"tables\":7}",
		 "fingerprint: 64 hexadecimal digits are wanted"},
		{"{\"machine\":\"a\",\"fingerprint\":\"" FINGERPRINT "\",\"role\":\"king\"}",
		 "role: is dealer, pit, shift, cage, count, surveillance or audit"},
		{"{" HEAD ",\"tables\":7}", "tables: a list of tables is wanted"},
		{"{" HEAD ",\"tables\":null}", "tables: a list of tables is wanted"},
		{"{" HEAD ",\"tables\":[\"PB-01\",7]}", "tables: a list of tables is wanted"},
		{"{" HEAD ",\"until\":\"soon\"}", "until: a time is wanted"},
		{"{" HEAD ",\"until\":null}", "until: a time is wanted"},
		{"{" HEAD ",\"until\":\"1969-01-01T00:00:00Z\"}", "until: a time is wanted"},
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(refused); i++) {
		g_autoptr(GError) error = NULL;
		json_t *json = load(refused[i].text);

		assert_null(sabot_machine_from_json(json, &error));
		assert_string_equal(error->message, refused[i].why);
		json_decref(json);
	}
}

static void
test_there_and_back(void **state)
{
	json_t *json = load("{" HEAD ",\"tables\":[\"PB-01\"],\"until\":\"2027-01-01T00:00:00Z\"}");
	struct sabot_machine *machine = sabot_machine_from_json(json, NULL);
	json_t *again = sabot_machine_to_json(machine);

	(void)state;
	assert_true(json_equal(json, again));
	assert_true(sabot_machine_sees(machine, "PB-01"));
	assert_false(sabot_machine_sees(machine, "PB-02"));
	sabot_machine_unref(machine);
	json_decref(again);
	json_decref(json);
}

static void
apply(struct sabot_machine_book *book, const char *text)
{
	json_t *json = load(text);
	struct sabot_house_event *event = sabot_house_event_new(json);

	sabot_machine_book_apply(book, event);
	sabot_house_event_unref(event);
	json_decref(json);
}

static void
test_the_book(void **state)
{
	struct sabot_machine_book *book = sabot_machine_book_new();

	(void)state;
	apply(book, "{\"ev\":\"machine\",\"do\":\"allow\"," HEAD "}");
	assert_non_null(sabot_machine_book_find(book, FINGERPRINT));
	apply(book, "{\"ev\":\"shoe\",\"do\":\"revoke\",\"machine\":\"pit-1\"}");
	assert_non_null(sabot_machine_book_find_name(book, "pit-1"));
	apply(book, "{\"ev\":\"machine\",\"do\":\"revoke\",\"machine\":\"pit-1\"}");
	assert_null(sabot_machine_book_find_name(book, "pit-1"));
	/* What it was before does not hold any more; what it is now cannot be read. */
	apply(book, "{\"ev\":\"machine\",\"do\":\"allow\"," HEAD "}");
	apply(book, "{\"ev\":\"machine\",\"do\":\"allow\"," HEAD ",\"tables\":7}");
	assert_int_equal(book->machines->len, 0);
	sabot_machine_book_free(book);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_what_is_refused),
		cmocka_unit_test(test_there_and_back),
		cmocka_unit_test(test_the_book),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
