/* See upstream-state.h. */
#include "upstream-state.h"

#include "proto/floor-names.h"
#include "upstream-private.h"

void
sabot_upstream_add_views(const struct sabot_upstream *upstream, GPtrArray *views)
{
	GHashTableIter iter;
	gpointer log;

	g_hash_table_iter_init(&iter, upstream->logs);
	while (g_hash_table_iter_next(&iter, NULL, &log))
		if (((struct upstream_log *)log)->view)
			g_ptr_array_add(views,
					sabot_record_ref(((struct upstream_log *)log)->view));
}

void
sabot_upstream_foreach_book(const struct sabot_upstream *upstream, sabot_upstream_book_fn *fn,
			    void *data)
{
	GHashTableIter iter;
	gpointer log;

	g_hash_table_iter_init(&iter, upstream->logs);
	while (g_hash_table_iter_next(&iter, NULL, &log))
		fn(&((struct upstream_log *)log)->book, data);
}

const struct sabot_wire_incident *
sabot_upstream_find_incident(const struct sabot_upstream *upstream, const char *table, int64_t id)
{
	const struct upstream_log *log = g_hash_table_lookup(upstream->logs, table);

	return log ? sabot_incident_book_find(&log->book, id) : NULL;
}

struct sabot_wire_upstream *
sabot_upstream_describe(const struct sabot_upstream *upstream)
{
	struct sabot_wire_upstream *wire = sabot_record_new(&sabot_wire_upstream_type);
	GHashTableIter iter;
	gpointer name, log;

	wire->upstream = g_strdup(upstream->config->name);
	wire->site = g_strdup(sabot_client_get_site(upstream->client));
	wire->connect = g_strdup(upstream->config->connect);
	wire->state =
		g_strdup(sabot_client_state_to_string(sabot_client_get_state(upstream->client)));
	wire->why = g_strdup(upstream->why);
	wire->heard_us = upstream->heard_us;
	g_hash_table_iter_init(&iter, upstream->logs);
	while (g_hash_table_iter_next(&iter, &name, &log)) {
		if (((struct upstream_log *)log)->is_refused)
			g_ptr_array_add(wire->refused,
					sabot_floor_name_narrow(name, upstream->config->name));
		else
			wire->tables += ((struct upstream_log *)log)->view != NULL;
	}
	return wire;
}

struct sabot_wire_upstream_metrics *
sabot_upstream_measure(const struct sabot_upstream *upstream)
{
	struct sabot_wire_upstream_metrics *wire =
		sabot_record_new(&sabot_wire_upstream_metrics_type);
	struct sabot_wire_upstream *how = sabot_upstream_describe(upstream);

	wire->upstream = g_strdup(upstream->config->name);
	wire->is_heard = upstream->why == NULL;
	if (upstream->heard_us != SABOT_TIME_NONE)
		wire->silence_us = MAX(g_get_real_time() - upstream->heard_us, 0);
	wire->tables = how->tables;
	wire->refused = how->refused->len;
	wire->steps = upstream->n_steps;
	wire->losses = upstream->n_losses;
	wire->waiting = sabot_client_count_waiting(upstream->client);
	sabot_record_unref(how);
	return wire;
}
