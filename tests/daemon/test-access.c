/*
 * Who may do what, cell by cell; the book of persons; sessions; the checker of PINs.
 */
#include "daemon/net/access.h"
#include "daemon/books/person-book.h"
#include "daemon/net/pin-checker.h"
#include "daemon/net/session.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { MINUTE_US = 60 * G_USEC_PER_SEC };

/* docs/access.md, written again: dealer pit shift surveillance audit admin. */
static const char *const matrix[SABOT_RIGHTS] = {
	[SABOT_RIGHT_DEAL] = "xxx---",       [SABOT_RIGHT_RUN] = "-xx---",
	[SABOT_RIGHT_READ_AS] = "xxx---",    [SABOT_RIGHT_RULE] = "-xx---",
	[SABOT_RIGHT_ALARM] = "-xx--x",      [SABOT_RIGHT_COMMENT] = "-xxx-x",
	[SABOT_RIGHT_RULE_HOUSE] = "-xx--x", [SABOT_RIGHT_SECOND] = "-xx--x",
	[SABOT_RIGHT_UNVEIL] = "-xx--x",     [SABOT_RIGHT_COMMAND] = "-xx---",
	[SABOT_RIGHT_PERSONS] = "-----x",    [SABOT_RIGHT_MACHINES] = "-----x",
	[SABOT_RIGHT_MONEY] = "xxx---",      [SABOT_RIGHT_SIGN_OFF] = "--x---",
	[SABOT_RIGHT_CHANGE] = "--x---",     [SABOT_RIGHT_LOOK_UP] = "-xxxxx",
	[SABOT_RIGHT_REPORT] = "-xxxxx",     [SABOT_RIGHT_REPORT_PEOPLE] = "--x-xx",
	[SABOT_RIGHT_REVIEW] = "-xx---",     [SABOT_RIGHT_DELIVER] = "---x--",
};

static void
test_matrix(void **state)
{
	(void)state;
	for (int right = 0; right < SABOT_RIGHTS; right++) {
		for (int role = 0; role < SABOT_ROLES; role++) {
			bool is_expected = matrix[right][role] == 'x';

			if (sabot_access_allows((enum sabot_role)role, (enum sabot_right)right) !=
			    is_expected)
				fail_msg("%s: %s", sabot_right_to_string((enum sabot_right)right),
					 sabot_role_to_string((enum sabot_role)role));
		}
	}
}

static void
test_every_event_has_its_right(void **state)
{
	static const enum sabot_event_type of_pit[] = {SABOT_EVENT_LIMITS, SABOT_EVENT_TABLE,
						       SABOT_EVENT_STAFF, SABOT_EVENT_CORRECTION};

	(void)state;
	for (int type = 0; type < SABOT_EVENT_TYPES; type++) {
		enum sabot_right expected =
			type == SABOT_EVENT_RULING ? SABOT_RIGHT_RULE : SABOT_RIGHT_DEAL;

		for (size_t i = 0; i < G_N_ELEMENTS(of_pit); i++) {
			if (of_pit[i] == (enum sabot_event_type)type)
				expected = SABOT_RIGHT_RUN;
		}
		assert_int_equal(sabot_access_event((enum sabot_event_type)type), expected);
	}
}

static void
test_roles_have_words(void **state)
{
	enum sabot_role role = SABOT_ROLE_PIT;

	(void)state;
	for (int i = 0; i < SABOT_ROLES; i++) {
		assert_true(
			sabot_role_from_string(sabot_role_to_string((enum sabot_role)i), &role));
		assert_int_equal(role, i);
	}
	assert_false(sabot_role_from_string("owner", &role));
	assert_false(sabot_role_from_string(NULL, &role));
}

static void
test_locks_grow(void **state)
{
	static const int minutes[] = {1, 2, 4, 8, 15, 15, 15};
	struct sabot_person person = {0};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(minutes); i++) {
		int64_t before_us = person.locked_until_us;

		for (int n = 0; n < 4; n++)
			sabot_person_fail(&person, 1000);
		assert_int_equal(person.locked_until_us, before_us);
		sabot_person_fail(&person, 1000);
		assert_int_equal(person.locked_until_us, 1000 + minutes[i] * (int64_t)MINUTE_US);
	}
	person.failures = 999999;
	sabot_person_fail(&person, 0);
	assert_int_equal(person.locked_until_us, 15 * (int64_t)MINUTE_US);
}

static void
put(struct sabot_person_book *book, int64_t id, const char *name, enum sabot_role role)
{
	const struct sabot_person person = {
		.id = id, .name = (char *)name, .pin_hash = (char *)"", .role = role};

	sabot_person_book_put(book, &person);
}

static void
test_book(void **state)
{
	static const char *const bad[] = {"", " Eva", "Eva ", "p7", "A\nB", "ANA", "josé"};
	struct sabot_person_book *book = sabot_person_book_new();

	(void)state;
	assert_int_equal(sabot_person_book_next_id(book), 1);
	put(book, 1, "Ana", SABOT_ROLE_ADMIN);
	put(book, 2, "José", SABOT_ROLE_PIT);
	put(book, 3, NULL, SABOT_ROLE_PIT);
	assert_int_equal(sabot_person_book_next_id(book), 4);
	assert_int_equal(sabot_person_book_find(book, "ana")->id, 1);
	assert_int_equal(sabot_person_book_find(book, "JOSÉ")->id, 2);
	assert_int_equal(sabot_person_book_find(book, "p3")->id, 3);
	assert_null(sabot_person_book_find(book, "p4"));
	assert_null(sabot_person_book_find(book, ""));
	for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
		if (!sabot_person_book_name_refusal(book, bad[i]))
			fail_msg("taken: \"%s\"", bad[i]);
	}
	assert_null(sabot_person_book_name_refusal(book, "Eva 2"));
	put(book, 2, "José", SABOT_ROLE_ADMIN);
	assert_int_equal(sabot_person_book_count(book, SABOT_ROLE_ADMIN), 2);
	sabot_person_book_free(book);
}

static void
test_code_is_good_once_and_for_an_hour(void **state)
{
	struct sabot_person_book *book = sabot_person_book_new();
	g_autofree char *old = sabot_person_book_draw_code(book, 1000);
	g_autofree char *code = sabot_person_book_draw_code(book, 1000);

	(void)state;
	assert_true(sabot_person_book_check_code(book, code, 999));
	assert_false(sabot_person_book_check_code(book, old, 999));
	assert_false(sabot_person_book_check_code(book, code, 1000));
	sabot_person_book_use_code(book);
	assert_false(sabot_person_book_check_code(book, code, 999));
	sabot_person_book_free(book);
}

static void
on_idle(struct sabot_peer *peer, int64_t id, void *data)
{
	GString *seen = data;

	assert_non_null(peer);
	g_string_append_printf(seen, "%d ", (int)id);
}

static void
test_sessions(void **state)
{
	struct sabot_sessions *sessions = sabot_sessions_new();
	struct sabot_peer *one = (struct sabot_peer *)"one", *two = (struct sabot_peer *)"two";
	GString *seen = g_string_new(NULL);

	(void)state;
	assert_int_equal(sabot_sessions_find(sessions, one), 0);
	sabot_sessions_open(sessions, one, 7, 100);
	sabot_sessions_open(sessions, two, 8, 100);
	assert_int_equal(sabot_sessions_find(sessions, one), 7);
	assert_ptr_equal(sabot_sessions_find_person(sessions, 8), two);
	sabot_sessions_touch(sessions, two, 200);
	sabot_sessions_expire(sessions, 100, on_idle, seen);
	assert_string_equal(seen->str, "");
	sabot_sessions_expire(sessions, 150, on_idle, seen);
	assert_string_equal(seen->str, "7 ");
	assert_int_equal(sabot_sessions_find(sessions, one), 0);
	assert_int_equal(sabot_sessions_close(sessions, two), 8);
	assert_int_equal(sabot_sessions_close(sessions, two), 0);
	g_string_free(seen, TRUE);
	sabot_sessions_free(sessions);
}

struct checked {
	GMainLoop *loop;
	int n, n_right, n_ended;
	char *new_hash;
};

static void
on_checked(const struct sabot_pin_result *result, void *data)
{
	struct checked *checked = data;

	checked->n++;
	checked->n_ended += result == NULL;
	checked->n_right += result && result->is_right;
	if (result && result->new_hash)
		checked->new_hash = g_strdup(result->new_hash);
	if (checked->n == 3)
		g_main_loop_quit(checked->loop);
}

static bool
send_request(struct sabot_pin_checker *checker, const char *hash, const char *new_pin,
	     struct checked *checked)
{
	struct sabot_pin_task task = {g_strdup(hash), g_strdup("48213"), g_strdup(new_pin)};

	return sabot_pin_checker_check(checker, &task, on_checked, checked);
}

static void
test_checker(void **state)
{
	struct sabot_pin_checker *checker = sabot_pin_checker_new(SABOT_PIN_COST_LEAST);
	g_autofree char *right = sabot_pin_hash("48213", SABOT_PIN_COST_LEAST);
	g_autofree char *wrong = sabot_pin_hash("48214", SABOT_PIN_COST_LEAST);
	struct checked checked = {.loop = g_main_loop_new(NULL, FALSE)};
	int n_asked = 3;

	(void)state;
	assert_true(send_request(checker, right, "7391", &checked));
	assert_true(send_request(checker, wrong, NULL, &checked));
	assert_true(send_request(checker, NULL, NULL, &checked));
	g_main_loop_run(checked.loop);
	assert_int_equal(checked.n_right, 1);
	assert_true(sabot_pin_verify(checked.new_hash, "7391"));
	while (send_request(checker, right, NULL, &checked))
		n_asked++;
	assert_in_range(n_asked, 4, 100);
	sabot_pin_checker_free(checker);
	assert_int_equal(checked.n, n_asked);
	assert_int_equal(checked.n_ended, n_asked - 3);
	g_main_loop_unref(checked.loop);
	g_free(checked.new_hash);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_matrix),
		cmocka_unit_test(test_every_event_has_its_right),
		cmocka_unit_test(test_roles_have_words),
		cmocka_unit_test(test_locks_grow),
		cmocka_unit_test(test_book),
		cmocka_unit_test(test_code_is_good_once_and_for_an_hour),
		cmocka_unit_test(test_sessions),
		cmocka_unit_test(test_checker),
	};

	return cmocka_run_group_tests_name("daemon-access", tests, NULL, NULL);
}
