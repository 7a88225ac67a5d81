/* See latency.h. */
#include "latency.h"

/* From the sync of a good disk to that of one as good as broken. */
static const int64_t bounds_us[SABOT_LATENCY_CLASSES] = {
	1000, 2000, 5000, 10000, 20000, 50000, 100000, 200000, 500000, 1000000, 5000000,
};

int64_t
sabot_latency_bound_us(unsigned index)
{
	return bounds_us[index];
}

void
sabot_latency_record(struct sabot_latency *latency, int64_t took_us)
{
	unsigned index = 0;

	while (index < SABOT_LATENCY_CLASSES && took_us > bounds_us[index])
		index++;
	latency->counts[index]++;
	latency->sum_us += took_us;
}
