/*
 * Classes of times: each time is in the first whose bound it does not pass, and in one only.
 */
#include "daemon/tables/latency.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void
test_each_time_is_in_its_class(void **state)
{
	(void)state;
	for (unsigned i = 0; i <= SABOT_LATENCY_CLASSES; i++) {
		struct sabot_latency latency = {0};
		int64_t below_us = i > 0 ? sabot_latency_bound_us(i - 1) : -1;
		int64_t longest_us =
			i < SABOT_LATENCY_CLASSES ? sabot_latency_bound_us(i) : INT64_C(3600000000);

		assert_true(below_us < longest_us);
		sabot_latency_record(&latency, below_us + 1);
		sabot_latency_record(&latency, longest_us);
		for (unsigned other = 0; other <= SABOT_LATENCY_CLASSES; other++)
			assert_int_equal(latency.counts[other], other == i ? 2 : 0);
		assert_int_equal(latency.sum_us, below_us + 1 + longest_us);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_each_time_is_in_its_class),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
