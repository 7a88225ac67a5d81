/*
 * What is refused when it is entered, and was not by earlier programs: their logs are read as
 * before.
 */
#include "shift-fixture.h"
#include "shift/document-parse.h"
#include "shift/entry-check.h"

#define BEFORE "2026-11-20/1"
#define SEAL(shift) "{'ev':'seal','shift':'" shift "'}"
#define TIPS(shift, more) "{'ev':'tips','table':'PB-01','amount':900,'shift':'" shift "'" more "}"
#define SLIP(step, shift, more)                                                                    \
	"{'ev':'slip','do':'" step "','table':'PB-01','day':'2026-11-21','shift':'" shift          \
	"','by':'p3'" more "}"
#define CHIPS ",'chips':[{'chip':500,'count':10}]"
#define MARKER(step, shift, more)                                                                  \
	"{'ev':'marker','do':'" step "','table':'PB-01','number':1,'day':'2026-11-21',"            \
	"'shift':'" shift "'" more "}"

/* What is wrong with it begins so; NULL: nothing. An earlier program takes it: so does the ledger.
 */
static void
check(struct fixture *fixture, const char *json, const char *beginning)
{
	json_t *event = fixture_event(json);
	struct sabot_document *document = sabot_document_parse(0, event, fixture->why);
	bool is_good;

	if (!document)
		fail_msg("%s: %s", json, fixture->why);
	is_good = sabot_entry_check(fixture->ledger, document, document->at_us, fixture->why);
	if (is_good == (beginning != NULL))
		fail_msg("%s: %s", json, is_good ? "was taken" : fixture->why);
	if (!is_good && !g_str_has_prefix(fixture->why, beginning))
		fail_msg("%s: \"%s\" and not \"%s…\"", json, fixture->why, beginning);
	sabot_document_free(document);
	json_decref(event);
}

static void
test_before_a_sealed_shift(void **state)
{
	struct fixture *fixture = *state;

	fixture_take(fixture, TIPS(FIXTURE_SHIFT, ""));
	check(fixture, TIPS(BEFORE, ""), NULL);
	fixture_take(fixture, SEAL(FIXTURE_SHIFT));
	check(fixture, TIPS(BEFORE, ""),
	      "shift: 2026-11-21/1 is sealed, which is later than 2026-11-20/1");
	check(fixture, TIPS(FIXTURE_NEXT, ""), NULL);
	check(fixture, TIPS(FIXTURE_SHIFT, ",'corrects':2,'amends':2,'note':'x'"), NULL);
	/* An earlier program began it: it can be ended. */
	fixture_take(fixture, TIPS(BEFORE, ""));
	check(fixture, TIPS(BEFORE, ""), NULL);
}

static void
test_corrections(void **state)
{
	struct fixture *fixture = *state;

	fixture_take(fixture, SLIP("request", FIXTURE_SHIFT, ",'kind':'fill','number':1" CHIPS));
	fixture_take(fixture, TIPS(FIXTURE_SHIFT, ""));
	fixture_take(fixture, "{'ev':'paper','number':2,'to':3}");
	check(fixture,
	      SLIP("request", FIXTURE_SHIFT,
		   ",'kind':'fill','number':1,'corrects':1,'note':'x'" CHIPS),
	      NULL);
	check(fixture,
	      SLIP("request", FIXTURE_SHIFT,
		   ",'kind':'credit','number':1,'corrects':1,'note':'x'" CHIPS),
	      "kind: a fill does not become a credit");
	check(fixture,
	      SLIP("request", FIXTURE_SHIFT,
		   ",'kind':'fill','number':4,'corrects':1,'note':'x'" CHIPS),
	      "corrects: document 1 has another number");
	check(fixture, TIPS(FIXTURE_SHIFT, ",'corrects':2,'note':'x'"), NULL);
	check(fixture, TIPS(FIXTURE_SHIFT, ",'corrects':1,'note':'x'"),
	      "corrects: document 1 is none of the same kind");
	check(fixture, "{'ev':'paper','number':4,'to':5,'corrects':3,'note':'x'}",
	      "corrects: documents of this kind are not corrected");
	/* There the ledger says what is wrong. */
	check(fixture, TIPS(FIXTURE_SHIFT, ",'corrects':77,'note':'x'"), NULL);
	check(fixture, TIPS(FIXTURE_NEXT, ",'corrects':2,'note':'x'"), NULL);
	fixture_take(fixture, SEAL(FIXTURE_SHIFT));
	check(fixture, TIPS(FIXTURE_SHIFT, ",'corrects':1,'amends':4,'note':'x'"), NULL);
}

static void
test_order_of_parts(void **state)
{
	struct fixture *fixture = *state;

	fixture_take(fixture, "{'ev':'paper','number':1,'to':1,'shift':'" FIXTURE_NEXT "'}");
	check(fixture, SLIP("request", FIXTURE_SHIFT, ",'kind':'credit','number':1" CHIPS), NULL);
	fixture_take(fixture,
		     SLIP("request", FIXTURE_NEXT, ",'kind':'credit','number':1,'by':'p1'" CHIPS));
	check(fixture, SLIP("issue", FIXTURE_SHIFT, ",'number':1"),
	      "shift: what was before on this slip is of 2026-11-21/2");
	check(fixture, SLIP("void", FIXTURE_SHIFT, ",'number':1,'note':'x'"), "shift: what was");
	fixture_take(fixture, SLIP("issue", FIXTURE_NEXT, ",'number':1"));
	check(fixture, SLIP("receive", FIXTURE_SHIFT, ",'number':1"), "shift: what was");
	check(fixture, SLIP("receive", FIXTURE_NEXT, ",'number':1"), NULL);
	fixture_take(fixture, MARKER("issue", FIXTURE_NEXT, ",'amount':5,'patron':'K'"));
	check(fixture, MARKER("redeem", FIXTURE_SHIFT, ",'amount':5"), "shift: the marker was");
	check(fixture, MARKER("redeem", FIXTURE_NEXT, ",'amount':5"), NULL);
}

/* A credit counts where it was issued, a fill leaves the main bank there; so does a marker. */
static void
test_void_of_a_sealed_figure(void **state)
{
	static const char *const kinds[] = {"credit", "fill"};
	struct fixture *fixture = *state;

	for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++) {
		g_autofree char *request = g_strdup_printf(
			SLIP("request", FIXTURE_SHIFT, ",'kind':'%s','number':%zu,'by':'p1'" CHIPS),
			kinds[i], i + 1);
		g_autofree char *issue =
			g_strdup_printf(SLIP("issue", FIXTURE_SHIFT, ",'number':%zu"), i + 1);

		fixture_take(fixture, request);
		fixture_take(fixture, issue);
	}
	fixture_take(fixture, MARKER("issue", FIXTURE_SHIFT, ",'amount':5,'patron':'K'"));
	check(fixture, SLIP("void", FIXTURE_NEXT, ",'number':1,'note':'x'"), NULL);
	check(fixture, SLIP("void", FIXTURE_NEXT, ",'number':2,'note':'x'"), NULL);
	check(fixture, MARKER("void", FIXTURE_NEXT, ",'note':'x'"), NULL);
	fixture_take(fixture, SEAL(FIXTURE_SHIFT));
	check(fixture, SLIP("void", FIXTURE_NEXT, ",'number':1,'note':'x'"),
	      "shift: the figure is of 2026-11-21/1, which is sealed");
	check(fixture, SLIP("void", FIXTURE_NEXT, ",'number':2,'note':'x'"), "shift: the figure");
	check(fixture, MARKER("void", FIXTURE_NEXT, ",'note':'x'"), "shift: the figure");
	check(fixture, MARKER("redeem", FIXTURE_NEXT, ",'amount':5"), NULL);
	check(fixture,
	      SLIP("void", FIXTURE_SHIFT, ",'number':1,'note':'x','corrects':6,'amends':6"), NULL);
	check(fixture, MARKER("void", FIXTURE_SHIFT, ",'note':'x','corrects':6,'amends':6"), NULL);
	fixture_take(fixture, MARKER("void", FIXTURE_SHIFT, ",'note':'x','corrects':6,'amends':6"));
}

/* The clock was ahead when the shift was sealed, and is right again. */
static void
test_sealed_by_a_clock_that_was_ahead(void **state)
{
	struct fixture *fixture = *state;

	fixture_take(fixture,
		     "{'ev':'seal','shift':'" FIXTURE_NEXT "','at':'2026-12-21T10:00:00Z'}");
	check(fixture, TIPS(FIXTURE_SHIFT, ""), NULL);
	check(fixture, TIPS(FIXTURE_SHIFT, ",'at':'2026-12-21T10:00:01Z'"),
	      "shift: 2026-11-21/2 is sealed");
}

/* Its numbers and boxes are not known any more: they would be used twice. */
static void
test_a_shift_that_is_not_held(void **state)
{
	struct fixture *fixture = *state;

	for (int i = 0; i <= SABOT_LEDGER_SHIFTS_HELD; i++) {
		g_autofree char *seal =
			g_strdup_printf(SEAL("2026-%02d-%02d/1"), 1 + i / 28, 1 + i % 28);

		fixture_take(fixture, seal);
	}
	check(fixture, TIPS("2026-01-01/1", ",'corrects':1,'amends':1,'note':'x'"),
	      "shift: is long sealed");
	check(fixture, TIPS("2026-01-02/1", ",'corrects':2,'amends':2,'note':'x'"), NULL);
}

int
main(void)
{
#define TEST(fn) cmocka_unit_test_setup_teardown(fn, fixture_set_up, fixture_tear_down)
	const struct CMUnitTest tests[] = {
		TEST(test_before_a_sealed_shift),    TEST(test_corrections),
		TEST(test_order_of_parts),           TEST(test_void_of_a_sealed_figure),
		TEST(test_a_shift_that_is_not_held), TEST(test_sealed_by_a_clock_that_was_ahead),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
