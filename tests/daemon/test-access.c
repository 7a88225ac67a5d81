/*
 * Who may do what, cell by cell; the book of persons; sessions; the checker of PINs.
 */
#include "daemon/access/access.h"
#include "daemon/books/person-book.h"
#include "daemon/access/pin-checker.h"
#include "daemon/access/pin-guard.h"
#include "daemon/net/session.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { MINUTE_US = 60 * G_USEC_PER_SEC };

/* docs/access.md, written again: dealer pit shift cage count surveillance audit admin. */
static const char *const matrix[SABOT_RIGHTS] = {
	[SABOT_RIGHT_DEAL] = "xxx-----",        [SABOT_RIGHT_RUN] = "-xx-----",
	[SABOT_RIGHT_READ_AS] = "xxx-----",     [SABOT_RIGHT_RULE] = "-xx-----",
	[SABOT_RIGHT_ALARM] = "-xx----x",       [SABOT_RIGHT_COMMENT] = "-xx--x-x",
	[SABOT_RIGHT_RULE_HOUSE] = "-xx----x",  [SABOT_RIGHT_SECOND] = "-xx----x",
	[SABOT_RIGHT_UNVEIL] = "-xx----x",      [SABOT_RIGHT_COMMAND] = "-xx-----",
	[SABOT_RIGHT_PERSONS] = "-------x",     [SABOT_RIGHT_MACHINES] = "-------x",
	[SABOT_RIGHT_MONEY] = "xxx-----",       [SABOT_RIGHT_SIGN_OFF] = "--x-----",
	[SABOT_RIGHT_CHANGE] = "--x-----",      [SABOT_RIGHT_LOOK_UP] = "-xx--xxx",
	[SABOT_RIGHT_REPORT] = "-xxxxxxx",      [SABOT_RIGHT_REPORT_PEOPLE] = "--x---xx",
	[SABOT_RIGHT_REVIEW] = "-xx-----",      [SABOT_RIGHT_DELIVER] = "-----x--",
	[SABOT_RIGHT_AMEND] = "--x---x-",       [SABOT_RIGHT_ARRANGE] = "-xx----x",
	[SABOT_RIGHT_MEND] = "xxx-----",        [SABOT_RIGHT_REQUEST] = "-xx-----",
	[SABOT_RIGHT_ISSUE] = "---x----",       [SABOT_RIGHT_REDEEM] = "---x----",
	[SABOT_RIGHT_COUNT] = "----x---",       [SABOT_RIGHT_WITNESS] = "---xx-x-",
	[SABOT_RIGHT_COUNTERSIGN] = "-xx-----", [SABOT_RIGHT_BANK] = "---x----",
};

/* The same where the house has no such room: the rights that differ. */
static const char *const without_rooms[SABOT_RIGHTS] = {
	[SABOT_RIGHT_REQUEST] = "xxx-----", [SABOT_RIGHT_ISSUE] = "xxxx----",
	[SABOT_RIGHT_REDEEM] = "xxxx----",  [SABOT_RIGHT_COUNTERSIGN] = "-xx----x",
	[SABOT_RIGHT_BANK] = "xxxx----",    [SABOT_RIGHT_COUNT] = "xxx-x---",
	[SABOT_RIGHT_WITNESS] = "-xxxx-xx",
};

static bool
is_of_count_room(enum sabot_right right)
{
	return right == SABOT_RIGHT_COUNT || right == SABOT_RIGHT_WITNESS;
}

static void
check_right(enum sabot_right right, struct sabot_access_rooms rooms)
{
	bool has_room = is_of_count_room(right) ? rooms.has_count_room : rooms.has_cage;
	const char *row = !has_room && without_rooms[right] ? without_rooms[right] : matrix[right];

	for (int role = 0; role < SABOT_ROLES; role++) {
		if (sabot_access_allows((enum sabot_role)role, right, rooms) != (row[role] == 'x'))
			fail_msg("%s: %s", sabot_right_to_string(right),
				 sabot_role_to_string((enum sabot_role)role));
	}
}

static void
test_matrix(void **state)
{
	(void)state;
	for (int rooms = 0; rooms < 4; rooms++) {
		for (int right = 0; right < SABOT_RIGHTS; right++)
			check_right((enum sabot_right)right,
				    (struct sabot_access_rooms){rooms & 1, rooms & 2});
	}
}

/* Chips that leave the cage, or come back to it, pass through its hands. */
static void
test_documents_have_their_signers(void **state)
{
	static const struct {
		enum sabot_document_kind kind;
		enum sabot_document_step step;
		bool is_credit;
		struct sabot_access_signers expected;
	} rows[] = {
		{SABOT_DOCUMENT_SLIP,
		 SABOT_STEP_REQUEST,
		 false,
		 {SABOT_RIGHT_REQUEST, SABOT_RIGHT_COUNTERSIGN}},
		{SABOT_DOCUMENT_SLIP,
		 SABOT_STEP_ISSUE,
		 false,
		 {SABOT_RIGHT_ISSUE, SABOT_RIGHT_COUNTERSIGN}},
		{SABOT_DOCUMENT_SLIP,
		 SABOT_STEP_RECEIVE,
		 false,
		 {SABOT_RIGHT_MONEY, SABOT_RIGHT_COUNTERSIGN}},
		{SABOT_DOCUMENT_SLIP,
		 SABOT_STEP_ISSUE,
		 true,
		 {SABOT_RIGHT_MONEY, SABOT_RIGHT_COUNTERSIGN}},
		{SABOT_DOCUMENT_SLIP,
		 SABOT_STEP_RECEIVE,
		 true,
		 {SABOT_RIGHT_ISSUE, SABOT_RIGHT_COUNTERSIGN}},
		{SABOT_DOCUMENT_SLIP,
		 SABOT_STEP_VOID,
		 false,
		 {SABOT_RIGHT_MONEY, SABOT_RIGHT_COUNTERSIGN}},
		{SABOT_DOCUMENT_MARKER,
		 SABOT_STEP_ISSUE,
		 false,
		 {SABOT_RIGHT_MONEY, SABOT_RIGHT_COUNTERSIGN}},
		{SABOT_DOCUMENT_MARKER,
		 SABOT_STEP_REDEEM,
		 false,
		 {SABOT_RIGHT_REDEEM, SABOT_RIGHT_COUNTERSIGN}},
		{SABOT_DOCUMENT_BANK,
		 SABOT_STEP_OPENER,
		 false,
		 {SABOT_RIGHT_BANK, SABOT_RIGHT_WITNESS}},
		{SABOT_DOCUMENT_EXCHANGE,
		 SABOT_STEP_IN,
		 false,
		 {SABOT_RIGHT_BANK, SABOT_RIGHT_WITNESS}},
		{SABOT_DOCUMENT_TRONC,
		 SABOT_STEP_NONE,
		 false,
		 {SABOT_RIGHT_BANK, SABOT_RIGHT_WITNESS}},
		{SABOT_DOCUMENT_DROP,
		 SABOT_STEP_BOX,
		 false,
		 {SABOT_RIGHT_COUNT, SABOT_RIGHT_WITNESS}},
		{SABOT_DOCUMENT_DROP,
		 SABOT_STEP_ESTIMATE,
		 false,
		 {SABOT_RIGHT_MONEY, SABOT_RIGHT_COUNTERSIGN}},
		{SABOT_DOCUMENT_COUNT,
		 SABOT_STEP_CLOSER,
		 false,
		 {SABOT_RIGHT_MONEY, SABOT_RIGHT_COUNTERSIGN}},
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		struct sabot_access_signers signers =
			sabot_access_document(rows[i].kind, rows[i].step, rows[i].is_credit);

		assert_int_equal(signers.first, rows[i].expected.first);
		assert_int_equal(signers.second, rows[i].expected.second);
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
	static const int minutes[] = {1, 2, 4, 8, 16, 32, 60, 60};
	const struct sabot_pin_try here = {.origin = "screen-1", .who = "p1"};
	const struct sabot_pin_try there = {.origin = "screen-2", .who = "p1"};
	struct sabot_pin_guard *guard = sabot_pin_guard_new();
	int64_t now_us = 1000;

	(void)state;
	for (int n = 0; n < 4; n++)
		assert_int_equal(sabot_pin_guard_fail(guard, &here, now_us).until_us, 0);
	for (size_t i = 0; i < G_N_ELEMENTS(minutes); i++) {
		int64_t until_us = now_us + minutes[i] * (int64_t)MINUTE_US;

		assert_int_equal(sabot_pin_guard_fail(guard, &here, now_us).until_us, until_us);
		assert_int_equal(sabot_pin_guard_locked_until(guard, &here, until_us - 1),
				 until_us);
		assert_int_equal(sabot_pin_guard_locked_until(guard, &there, until_us - 1), 0);
		assert_int_equal(sabot_pin_guard_locked_until(guard, &here, until_us), 0);
		now_us = until_us;
	}
	/* Whatever becomes of the clock. */
	assert_int_equal(sabot_pin_guard_fail(guard, &here, now_us).n, 13);
	assert_int_equal(sabot_pin_guard_locked_until(guard, &here, 1000), 0);
	sabot_pin_guard_unlock(guard, "p1");
	assert_int_equal(sabot_pin_guard_locked_until(guard, &here, now_us), 0);
	sabot_pin_guard_restore(guard, &here, 7, now_us + MINUTE_US);
	assert_int_equal(sabot_pin_guard_locked_until(guard, &here, now_us), now_us + MINUTE_US);
	assert_int_equal(sabot_pin_guard_fail(guard, &here, now_us).n, 8);
	sabot_pin_guard_expire(guard, now_us + 25 * 60 * (int64_t)MINUTE_US);
	assert_int_equal(sabot_pin_guard_fail(guard, &here, now_us).n, 1);
	sabot_pin_guard_free(guard);
}

/* Of many names: a few tries a name lock none, but their sum does. */
static void
test_an_origin_has_an_allowance(void **state)
{
	struct sabot_pin_guard *guard = sabot_pin_guard_new();
	int64_t now_us = 1000;
	int n_found = 0;

	(void)state;
	for (int n = 0; n < 40; n++) {
		g_autofree char *who = g_strdup_printf("p%d", n);
		const struct sabot_pin_try try = {.origin = "screen-1", .who = who};
		bool is_open = sabot_pin_guard_paused_until(guard, "screen-1", now_us) == 0;

		assert_int_equal(is_open, n < 30);
		n_found += sabot_pin_guard_fail(guard, &try, now_us).is_guessing;
	}
	assert_int_equal(n_found, 1);
	assert_true(sabot_pin_guard_is_suspect(guard, "screen-1", now_us));
	assert_false(sabot_pin_guard_is_suspect(guard, "screen-2", now_us));
	assert_int_equal(sabot_pin_guard_paused_until(guard, "screen-2", now_us), 0);
	/* A right PIN gives back its own wrong ones, and no others. */
	sabot_pin_guard_forgive(guard, &(struct sabot_pin_try){.origin = "screen-1", .who = "p99"});
	assert_true(sabot_pin_guard_paused_until(guard, "screen-1", now_us) > 0);
	sabot_pin_guard_forgive(guard, &(struct sabot_pin_try){.origin = "screen-1", .who = "p1"});
	assert_int_equal(sabot_pin_guard_paused_until(guard, "screen-1", now_us), 0);
	sabot_pin_guard_fail(guard, &(struct sabot_pin_try){.origin = "screen-1", .who = "p1"},
			     now_us);
	/* One comes back each minute. */
	assert_int_equal(sabot_pin_guard_paused_until(guard, "screen-1", now_us),
			 now_us + MINUTE_US);
	assert_int_equal(sabot_pin_guard_paused_until(guard, "screen-1", now_us + MINUTE_US), 0);
	assert_false(sabot_pin_guard_is_suspect(guard, "screen-1", now_us + 2 * MINUTE_US));
	sabot_pin_guard_free(guard);
}

/* A log of persons: "WHO DO BY DAY" each, days of January 2026. */
static struct sabot_rights *
make_rights(const char *const *lines)
{
	struct sabot_rights *rights = sabot_rights_new();

	for (int n = 0; lines[n]; n++) {
		g_auto(GStrv) words = g_strsplit(lines[n], " ", 4);
		g_autofree char *at = g_strdup_printf("2026-01-%sT12:00:00Z", words[3]);
		json_t *event = json_pack("{s:s, s:s, s:s, s:s, s:s, s:s}", "ev", "person",
					  "person", words[0], "do", words[1], "by", words[2], "at",
					  at, "role", "pit");

		sabot_rights_apply(rights, n + 1, event);
		json_decref(event);
	}
	return rights;
}

static bool
sign_together(const struct sabot_rights *rights, int first, int second, int since_day)
{
	g_autoptr(GDateTime) since = g_date_time_new_utc(2026, 1, since_day, 0, 0, 0);
	int64_t since_us = g_date_time_to_unix(since) * G_USEC_PER_SEC;
	bool is_so = sabot_rights_are_independent(rights, first, second, since_us);

	assert_int_equal(sabot_rights_are_independent(rights, second, first, since_us), is_so);
	return is_so;
}

/* What is done while it is set back is not of long ago when it is right again, nor of a new house.
 */
static void
test_a_clock_set_back_changes_nothing(void **state)
{
	static const char *const lines[] = {"p1 created code 01", "p2 created p1 20",
					    "p3 created p1 02", "p4 reset p1 02", NULL};
	struct sabot_rights *rights = make_rights(lines);
	int64_t now_us = sabot_rights_get_time(rights, 0);

	(void)state;
	assert_false(sign_together(rights, 3, 4, 13));
	assert_false(sign_together(rights, 1, 3, 13));
	assert_int_equal(now_us, INT64_C(1768910400) * G_USEC_PER_SEC);
	sabot_rights_free(rights);
}

static void
test_nobody_signs_with_his_creature(void **state)
{
	static const char *const lines[] = {"p1 created code 01", "p2 created p1 01",
					    "p3 created p1 01",   "p4 created p1 20",
					    "p5 created p1 21",   "p6 created p4 22",
					    "p2 reset p3 23",     "p7 created code 24",
					    "p6 pin p6 25",       NULL};
	struct sabot_rights *rights = make_rights(lines), *carried = sabot_rights_new();
	json_t *event = json_pack("{s:s}", "ev", "carried");

	(void)state;
	sabot_rights_list(event, rights);
	sabot_rights_apply(carried, 100, event);
	json_decref(event);
	for (int i = 0; i < 2; i++) {
		const struct sabot_rights *of = i == 0 ? rights : carried;

		assert_true(sign_together(of, 1, 3, 15));  /* made long ago */
		assert_true(sign_together(of, 2, 4, 15));  /* by others */
		assert_false(sign_together(of, 1, 4, 15)); /* his own */
		assert_false(sign_together(of, 1, 6, 15)); /* his creature's */
		assert_false(sign_together(of, 4, 5, 15)); /* of one hand */
		assert_false(sign_together(of, 5, 6, 15));
		assert_false(sign_together(of, 2, 3, 15)); /* reset */
		assert_true(sign_together(of, 2, 3, 24));
		assert_true(sign_together(of, 4, 5, 22));
		assert_false(sign_together(of, 7, 3, 15)); /* by the way back: with nobody */
		assert_true(sign_together(of, 7, 3, 25));
	}
	/* In a new house everybody is of one hand, and still not the hand itself. */
	assert_true(sign_together(rights, 4, 5, 1));
	assert_false(sign_together(rights, 1, 4, 1));
	assert_false(sign_together(carried, 4, 5, 1));
	/* But for the first, whom a code made signs with nobody in a new house either. */
	assert_false(sign_together(rights, 7, 4, 1));
	assert_false(sign_together(rights, 7, 3, 1));
	assert_true(sabot_rights_are_by_code(rights, 7, 0));
	assert_false(sabot_rights_are_by_code(rights, 6, 0));
	sabot_rights_free(carried);
	sabot_rights_free(rights);
}

/*
 * Three machines: two that flood and one that is honest, who is not behind all of theirs; and one
 * who is honest at a machine that guesses, before whom its guesser does not go.
 */
struct turn {
	GString *seen;
	const char *word;
};

static void
on_turn(const struct sabot_pin_result *result, void *data)
{
	struct turn *turn = data;

	if (result)
		g_string_append(turn->seen, turn->word);
}

static void
test_machines_take_turns(void **state)
{
	struct sabot_pin_checker *checker = sabot_pin_checker_new(SABOT_PIN_COST_LEAST);
	GString *seen = g_string_new(NULL), *suspects = g_string_new(NULL);
	struct turn turns[] = {
		{seen, "a"}, {suspects, "b"}, {seen, "c"}, {seen, "s"}, {suspects, "d"}};
	static const char order[] = "aaaaaaaabbbbcsd";
	const char *places = "abcsd";

	(void)state;
	for (size_t i = 0; order[i]; i++) {
		struct turn *turn = &turns[strchr(places, order[i]) - places];
		struct sabot_pin_task task = {
			.pin = g_strdup("48213"),
			.origin = g_strdup(order[i] == 'd' ? "b" : turn->word),
			.connection = order + (i < 8 ? i / 4 : i),
			.n_failures = order[i] == 'b',
			.is_suspect = order[i] == 'b' || order[i] == 'd',
		};

		assert_true(sabot_pin_checker_check(checker, &task, on_turn, turn));
	}
	while (seen->len + suspects->len < strlen(order))
		g_main_context_iteration(NULL, TRUE);
	assert_string_equal(seen->str, "acsaaaaaaa");
	assert_string_equal(suspects->str, "bdbbb");
	sabot_pin_checker_free(checker);
	g_string_free(seen, TRUE);
	g_string_free(suspects, TRUE);
}

/* Nobody waits for a hash of a machine that guesses, which takes its time. */
static void
test_nobody_waits_for_a_guesser(void **state)
{
	struct sabot_pin_checker *checker = sabot_pin_checker_new(SABOT_PIN_COST_INTERACTIVE);
	GString *seen = g_string_new(NULL);
	struct turn turns[] = {{seen, "b"}, {seen, "a"}};
	struct sabot_pin_task guess = {
		.pin = g_strdup("31415"),
		.new_pin = g_strdup("31415"),
		.origin = g_strdup("screen-2"),
		.connection = &turns[0],
		.is_suspect = true,
	};
	struct sabot_pin_task honest = {
		.hash = sabot_pin_hash("48213", SABOT_PIN_COST_LEAST),
		.pin = g_strdup("48213"),
		.origin = g_strdup("screen-1"),
		.connection = &turns[1],
	};

	(void)state;
	assert_true(sabot_pin_checker_check(checker, &guess, on_turn, &turns[0]));
	assert_true(sabot_pin_checker_check(checker, &honest, on_turn, &turns[1]));
	while (seen->len < G_N_ELEMENTS(turns))
		g_main_context_iteration(NULL, TRUE);
	assert_string_equal(seen->str, "ab");
	sabot_pin_checker_free(checker);
	g_string_free(seen, TRUE);
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
	static int n_sent;
	int n = n_sent++;
	struct sabot_pin_task task = {.hash = g_strdup(hash),
				      .pin = g_strdup("48213"),
				      .new_pin = g_strdup(new_pin),
				      .origin = g_strdup_printf("screen-%d", n % 8),
				      .connection = GINT_TO_POINTER(n + 1)};

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
	assert_in_range(n_asked, 100, 200);
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
		cmocka_unit_test(test_documents_have_their_signers),
		cmocka_unit_test(test_every_event_has_its_right),
		cmocka_unit_test(test_roles_have_words),
		cmocka_unit_test(test_locks_grow),
		cmocka_unit_test(test_an_origin_has_an_allowance),
		cmocka_unit_test(test_nobody_signs_with_his_creature),
		cmocka_unit_test(test_a_clock_set_back_changes_nothing),
		cmocka_unit_test(test_machines_take_turns),
		cmocka_unit_test(test_nobody_waits_for_a_guesser),
		cmocka_unit_test(test_book),
		cmocka_unit_test(test_code_is_good_once_and_for_an_hour),
		cmocka_unit_test(test_sessions),
		cmocka_unit_test(test_checker),
	};

	return cmocka_run_group_tests_name("daemon-access", tests, NULL, NULL);
}
