/*
 * The driver that others are copied from works as it says.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "driver-fixture.h"

#include <string.h>

extern const struct sabot_shoe_driver sabot_shoe_driver_skeleton;

static void
test_skeleton(void **state)
{
	static const char text[] = "card 4S\ncut\ncard xx\nhello\ncard THcard TH\ncard TH\n";
	g_autoptr(GByteArray) line = g_byte_array_new();

	(void)state;
	g_byte_array_append(line, (const guint8 *)text, sizeof text - 1);
	driver_fixture_check(&sabot_shoe_driver_skeleton, NULL, line, "a spoilt line too",
			     "card 4S\ncut_card\ncard ??\nnothing\nnothing\ncard TH\n");
}

/* It shows how, and is in no program. */
static void
test_skeleton_is_not_offered(void **state)
{
	(void)state;
	assert_null(sabot_shoe_driver_find("skeleton"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_skeleton),
		cmocka_unit_test(test_skeleton_is_not_offered),
	};

	return cmocka_run_group_tests_name("skeleton", tests, NULL, NULL);
}
