/*
 * The answer to `metrics` (docs/wire.md), typed: the daemon's numbers and each table's. Records as
 * in proto/record.h.
 */
#pragma once

#include "proto/view.h"

/* Times from an event's step until it was recorded: how many took at most each bound. */
struct sabot_wire_commits {
	GArray *bounds_us; /* of int64_t, ascending */
	GArray *counts;    /* of int64_t: one per bound, and one more for those that took longer */
	int64_t sum_us;
};

/* For a hub: one of the daemons that it follows. */
struct sabot_wire_upstream_metrics {
	char *upstream;
	bool is_heard;
	int64_t silence_us; /* since it was last heard; SABOT_WIRE_NO_NUMBER: never */
	int64_t tables, refused;
	int64_t steps, losses; /* forwarded steps; how often the connection was lost */
	int64_t waiting;       /* requests that it has not answered */
};

struct sabot_wire_daemon_metrics {
	char *version;
	int64_t uptime_us;
	bool is_saved, is_signed;
	int64_t seq, pending, clients, dropped, unknown_logs, resident_bytes;
	struct sabot_wire_commits *commits;
	GPtrArray *upstreams; /* of struct sabot_wire_upstream_metrics; NULL: not a hub */
};

struct sabot_wire_exposure_metrics {
	int64_t rounds;
	int64_t since_us; /* SABOT_WIRE_NO_NUMBER: never proven */
};

struct sabot_wire_table_metrics {
	char *table; /* or "house", which has no rounds */
	int64_t events;
	int64_t rounds; /* SABOT_WIRE_NO_NUMBER: none */
	bool has_fault;
	json_t *incidents; /* code → state → number: sabot_wire_metrics_foreach_count() */
	struct sabot_wire_device *device;
	struct sabot_wire_exposure_metrics *exposure;
};

struct sabot_wire_metrics {
	struct sabot_wire_daemon_metrics *daemon;
	GPtrArray *tables; /* of struct sabot_wire_table_metrics */
};

extern const struct sabot_record_type sabot_wire_commits_type;
extern const struct sabot_record_type sabot_wire_exposure_metrics_type;
extern const struct sabot_record_type sabot_wire_upstream_metrics_type;
extern const struct sabot_record_type sabot_wire_daemon_metrics_type;
extern const struct sabot_record_type sabot_wire_table_metrics_type;
extern const struct sabot_record_type sabot_wire_house_metrics_type; /* of the house's log */
extern const struct sabot_record_type sabot_wire_metrics_type;

typedef void
sabot_wire_count_fn(const char *table, const char *code, const char *state, int64_t n);

/* Call `fn` for each number of a table's incidents. */
void
sabot_wire_metrics_foreach_count(const struct sabot_wire_table_metrics *table,
				 sabot_wire_count_fn *fn);
