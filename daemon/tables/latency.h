/* Durations, counted in classes as a Prometheus histogram needs them. Caller-owned. */
#pragma once

#include <stdint.h>

enum { SABOT_LATENCY_CLASSES = 11 };

struct sabot_latency {
	int64_t counts[SABOT_LATENCY_CLASSES + 1]; /* the last one: longer than all bounds */
	int64_t sum_us;
};

/* The longest duration, µs, counted in a class; rising. */
int64_t
sabot_latency_bound_us(unsigned index);

/* Count one event that took `took_us` microseconds. */
void
sabot_latency_record(struct sabot_latency *latency, int64_t took_us);
