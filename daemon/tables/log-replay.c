/* See log-replay.h. */
#include "log-replay.h"

#include "store/log/log.h"

static bool
on_house_event(int64_t seq, int64_t n, const char *line, void *data)
{
	sabot_house_replay(data, seq, n, line);
	return true;
}

bool
sabot_replay_house(struct sabot_db *db, struct sabot_house *house, GError **error)
{
	const struct sabot_log_range range = {
		.table = SABOT_HOUSE_NAME, .from_n = house->n + 1, .to_n = INT64_MAX};

	return sabot_log_read(db, &range, on_house_event, house, error);
}

static bool
on_table_event(int64_t seq, int64_t n, const char *line, void *data)
{
	sabot_table_service_replay(data, seq, n, line);
	return true;
}

bool
sabot_replay_table(struct sabot_db *db, struct sabot_table_service *table, int64_t to_n,
		   GError **error)
{
	const struct sabot_log_range range = {
		.table = table->config->name, .from_n = table->n + 1, .to_n = to_n};

	return sabot_log_read(db, &range, on_table_event, table, error);
}
