/* The tables behind metrics-messages.h. */
#include "proto/messages/metrics-messages.h"

#define F(...) SABOT_RECORD_FIELD(sabot_wire_commits, __VA_ARGS__, )
static const struct sabot_record_field commits_fields[] = {
	F("bounds_us", INTEGERS, bounds_us, .required = true),
	F("counts", INTEGERS, counts, .required = true),
	F("sum_us", INTEGER, sum_us, .is_always_written = true),
};
const struct sabot_record_type sabot_wire_commits_type =
	SABOT_RECORD_TYPE(sabot_wire_commits, commits_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_upstream_metrics, __VA_ARGS__, )
static const struct sabot_record_field upstream_metrics_fields[] = {
	F("upstream", STRING, upstream, .required = true),
	F("heard", BOOLEAN, is_heard, .is_always_written = true),
	F("silence_us", INTEGER, silence_us, .absent = SABOT_WIRE_NO_NUMBER),
	F("tables", INTEGER, tables, .is_always_written = true),
	F("refused", INTEGER, refused, .is_always_written = true),
	F("steps", INTEGER, steps, .is_always_written = true),
	F("losses", INTEGER, losses, .is_always_written = true),
	F("waiting", INTEGER, waiting, .is_always_written = true),
};
SABOT_WIRE_TYPE(upstream_metrics);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_daemon_metrics, __VA_ARGS__, )
static const struct sabot_record_field daemon_fields[] = {
	F("version", STRING, version),
	F("uptime_us", INTEGER, uptime_us, .is_always_written = true),
	F("saved", BOOLEAN, is_saved, .is_always_written = true),
	F("signed", BOOLEAN, is_signed, .is_always_written = true),
	F("seq", INTEGER, seq, .is_always_written = true),
	F("pending", INTEGER, pending, .is_always_written = true),
	F("commits", OBJECT, commits, .required = true, .type = &sabot_wire_commits_type),
	F("clients", INTEGER, clients, .is_always_written = true),
	F("dropped", INTEGER, dropped, .is_always_written = true),
	F("unknown_logs", INTEGER, unknown_logs),
	F("resident_bytes", INTEGER, resident_bytes, .is_always_written = true),
	F("upstreams", LIST, upstreams, .is_nullable = true,
	  .type = &sabot_wire_upstream_metrics_type),
};
const struct sabot_record_type sabot_wire_daemon_metrics_type =
	SABOT_RECORD_TYPE(sabot_wire_daemon_metrics, daemon_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_exposure_metrics, __VA_ARGS__, )
static const struct sabot_record_field exposure_fields[] = {
	F("rounds", INTEGER, rounds, .is_always_written = true),
	F("since_us", INTEGER, since_us, .absent = SABOT_WIRE_NO_NUMBER),
};
const struct sabot_record_type sabot_wire_exposure_metrics_type =
	SABOT_RECORD_TYPE(sabot_wire_exposure_metrics, exposure_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_table_metrics, __VA_ARGS__, )
static const struct sabot_record_field table_fields[] = {
	F("table", STRING, table, .required = true),
	F("events", INTEGER, events, .is_always_written = true),
	F("rounds", INTEGER, rounds, .absent = SABOT_WIRE_NO_NUMBER),
	F("fault", BOOLEAN, has_fault, .is_always_written = true),
	F("incidents", JSON, incidents),
	F("device", OBJECT, device, .type = &sabot_wire_device_type),
	F("exposure", OBJECT, exposure, .type = &sabot_wire_exposure_metrics_type),
};
const struct sabot_record_type sabot_wire_table_metrics_type =
	SABOT_RECORD_TYPE(sabot_wire_table_metrics, table_fields);

static const struct sabot_record_field house_fields[] = {
	F("table", STRING, table, .required = true),
	F("events", INTEGER, events, .is_always_written = true),
	F("incidents", JSON, incidents),
};
const struct sabot_record_type sabot_wire_house_metrics_type =
	SABOT_RECORD_TYPE(sabot_wire_table_metrics, house_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_metrics, __VA_ARGS__, )
static const struct sabot_record_field metrics_fields[] = {
	F("daemon", OBJECT, daemon, .required = true, .type = &sabot_wire_daemon_metrics_type),
	F("tables", LIST, tables, .required = true, .type = &sabot_wire_table_metrics_type),
};
const struct sabot_record_type sabot_wire_metrics_type =
	SABOT_RECORD_TYPE(sabot_wire_metrics, metrics_fields);
#undef F

void
sabot_wire_metrics_foreach_count(const struct sabot_wire_table_metrics *table,
				 sabot_wire_count_fn *fn)
{
	const char *code, *state;
	json_t *states, *count;

	json_object_foreach(table->incidents, code, states)
		json_object_foreach(states, state, count)
			fn(table->table, code, state, json_integer_value(count));
}
