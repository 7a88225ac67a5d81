/* Alarms that sound at the same moment: the console lives, and each has its answer. */
#include "gui/console/sound.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { TOGETHER = 8, TIMES = 100 };

static void
on_played(GObject *source, GAsyncResult *result, gpointer data)
{
	g_autoptr(GError) error = NULL;
	int *left = data;

	(void)source;
	/* A machine without a sound card says so. */
	if (!sabot_ring_finish(result, &error))
		assert_true(error->domain == G_IO_ERROR);
	--*left;
}

static void
test_alarms_at_once(void **state)
{
	(void)state;
	for (int i = 0; i < TIMES; i++) {
		int left = TOGETHER;

		for (int j = 0; j < TOGETHER; j++)
			sabot_ring_start(j % 2 ? SABOT_RING_HIGH : SABOT_RING_CRITICAL, on_played,
					 &left);
		while (left > 0)
			g_main_context_iteration(NULL, TRUE);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_alarms_at_once)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
