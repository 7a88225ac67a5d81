/*
 * See upstream.h. A log of the daemon is an entry of `logs`: a table's has a view, the house's has
 * none, and a table whose name another daemon has is a view and nothing else, for people to see.
 */
#include "upstream-private.h"

#include "proto/floor-names.h"
#include "proto/messages/log-messages.h"
#include "proto/record-copy.h"
#include "text/refusal.h"

#include <string.h>

enum {
	UPSTREAM_WAITING_MAX = 256, /* requests to it without an answer */
	UPSTREAM_LOGS_MAX = 1000,
	UPSTREAM_FLOOD_BYTES = 64 * 1024 * 1024, /* that it may send within: */
	UPSTREAM_FLOOD_S = 10,
};

static void
free_log(gpointer data)
{
	struct upstream_log *log = data;

	sabot_record_unref(log->view);
	sabot_record_unref(log->away);
	sabot_incident_book_clear(&log->book);
	g_free(log);
}

static struct upstream_log *
need_log(struct sabot_upstream *upstream, const char *name)
{
	struct upstream_log *log = g_hash_table_lookup(upstream->logs, name);

	if (log)
		return log;
	log = g_new0(struct upstream_log, 1);
	sabot_incident_book_init(&log->book);
	g_hash_table_insert(upstream->logs, g_strdup(name), log);
	return log;
}

struct sabot_floor_naming
sabot_upstream_get_naming(const struct sabot_upstream *upstream)
{
	return (struct sabot_floor_naming){upstream->config->name,
					   upstream->config->renames_tables};
}

/* A record in the floor's names. NULL: it cannot be said in them. Transferred. */
static gpointer
widen(const struct sabot_upstream *upstream, const struct sabot_record_type *type,
      gconstpointer record)
{
	json_t *json = sabot_record_build(type, record);
	const struct sabot_floor_naming naming = sabot_upstream_get_naming(upstream);
	gpointer wide;

	sabot_floor_names_widen(json, &naming);
	wide = sabot_record_parse(type, json, NULL);
	json_decref(json);
	return wide;
}

/* `since_us` SABOT_TIME_NONE: it is no matter of the connection. */
static struct sabot_wire_away *
build_away(const struct sabot_upstream *upstream, const char *why, int64_t since_us)
{
	struct sabot_wire_away *away = sabot_record_new(&sabot_wire_away_type);

	away->daemon = g_strdup(upstream->config->name);
	away->since_us = since_us;
	away->why = g_strdup(why);
	return away;
}

static void
put_view(struct sabot_upstream *upstream, struct upstream_log *log, struct sabot_wire_view *view)
{
	log->is_unconfirmed = false;
	sabot_record_ref(view);
	sabot_record_unref(log->view);
	log->view = view;
	upstream->handler->view_changed(view, upstream->data);
}

/* A table of this name is another daemon's: said on a tile of its own, where nothing happens. */
static void
refuse_table(struct sabot_upstream *upstream, const struct sabot_wire_view *view, const char *owner)
{
	g_autofree char *name = sabot_floor_name(view->table, upstream->config->name);
	struct upstream_log *log = need_log(upstream, name);
	g_autofree char *why = g_strdup_printf(
		SABOT_REFUSAL("%s has a table of this name, too: one must be renamed"), owner);
	struct sabot_wire_view *stub;

	log->is_unconfirmed = false;
	if (log->is_refused)
		return;
	log->is_refused = true;
	g_critical("the table %s of %s is not shown: %s has one of that name, too", view->table,
		   upstream->config->name, owner);
	stub = sabot_record_new(&sabot_wire_view_type);
	stub->table = g_strdup(name);
	stub->game = view->game;
	stub->phase = SABOT_WIRE_PHASE_NO_LOAD;
	stub->away = build_away(upstream, why, SABOT_TIME_NONE);
	put_view(upstream, log, stub);
	sabot_record_unref(stub);
}

/* The hub shows this table of it; by the floor's name. */
static bool
is_wanted(const struct sabot_upstream *upstream, const char *table)
{
	const GStrv tables = upstream->config->tables;
	g_autofree char *own = sabot_floor_name_narrow(table, upstream->config->name);

	return !tables || g_strv_contains((const char *const *)tables, own);
}

static void
apply_view(struct sabot_upstream *upstream, struct sabot_wire_view *wide)
{
	const char *owner;

	if (!is_wanted(upstream, wide->table))
		return;
	if (!g_hash_table_contains(upstream->logs, wide->table) &&
	    g_hash_table_size(upstream->logs) >= UPSTREAM_LOGS_MAX) {
		sabot_client_reject(upstream->client,
				    SABOT_REFUSAL("it shows more than 1000 tables"));
		return;
	}
	owner = upstream->handler->claim_table(wide->table, upstream->config->name, upstream->data);
	if (strcmp(owner, upstream->config->name) == 0) {
		struct upstream_log *log = need_log(upstream, wide->table);

		sabot_record_unref(log->away);
		log->away = wide->away ? sabot_record_ref(wide->away) : NULL;
		put_view(upstream, log, wide);
	} else {
		refuse_table(upstream, wide, owner);
	}
}

/* Whether what belongs to `place`, a table or its house, is passed on. */
static bool
is_shown(const struct sabot_upstream *upstream, const char *place)
{
	const struct upstream_log *log;

	if (strcmp(place, upstream->house) == 0)
		return upstream->config->tables == NULL;
	log = g_hash_table_lookup(upstream->logs, place);
	return log && log->view && !log->is_refused;
}

/* Of all daemons together the times say which is newer: their numbers do not. */
static void
put_incident(struct sabot_upstream *upstream, struct sabot_wire_incident *incident)
{
	struct upstream_log *log;

	if (!is_shown(upstream, sabot_wire_incident_table(incident)))
		return;
	incident->seq = incident->at_us;
	log = need_log(upstream, incident->table);
	log->is_unconfirmed = false;
	sabot_incident_book_put(&log->book, incident);
}

/* One by itself: who watches has not had it by a step. */
static void
push_incident(struct sabot_upstream *upstream, const struct sabot_wire_incident *incident)
{
	struct sabot_wire_incident *wide = widen(upstream, &sabot_wire_incident_type, incident);
	const struct upstream_log *log;
	const struct sabot_wire_incident *held;

	if (!wide)
		return;
	log = g_hash_table_lookup(upstream->logs, wide->table);
	held = log ? sabot_incident_book_find(&log->book, wide->id) : NULL;
	wide->seq = wide->at_us;
	if (is_shown(upstream, sabot_wire_incident_table(wide)) &&
	    (!held || !sabot_record_equal(&sabot_wire_incident_type, held, wide))) {
		put_incident(upstream, wide);
		upstream->handler->incident_changed(wide, upstream->data);
	}
	sabot_record_unref(wide);
}

/* For on_state_of_incident(): of which log. */
struct state_change {
	struct upstream_log *log;
};

static void
on_state_of_incident(int64_t id, enum sabot_wire_incident_state state,
		     const struct sabot_wire_mark *ruled, gpointer data)
{
	struct state_change *change = data;
	struct sabot_wire_incident *changed;

	changed = sabot_incident_book_change(&change->log->book, id, state,
					     (struct sabot_wire_mark *)ruled);
	sabot_record_unref(changed);
}

/* What is missed came with the snapshot before, as it is by now. */
static void
apply_incidents(struct sabot_upstream *upstream, const struct sabot_wire_step *wide)
{
	g_autoptr(GPtrArray) incidents = sabot_wire_step_incidents(wide);
	struct state_change change = {need_log(upstream, wide->table)};

	for (guint i = 0; i < incidents->len; i++) {
		struct sabot_wire_incident *incident = g_ptr_array_index(incidents, i);

		if (!wide->is_missed || !sabot_incident_book_find(&change.log->book, incident->id))
			put_incident(upstream, incident);
	}
	sabot_wire_step_foreach_incident_state(wide, on_state_of_incident, &change);
}

/* Where a step belongs: an event of the house may be about a table. Transferred. */
static char *
log_of_step(const struct sabot_upstream *upstream, const struct sabot_wire_step *wide)
{
	g_autoptr(GPtrArray) incidents = NULL;
	char *table;

	if (strcmp(wide->table, upstream->house) != 0)
		return g_strdup(wide->table);
	incidents = sabot_wire_step_incidents(wide);
	if (incidents->len > 0)
		return g_strdup(sabot_wire_incident_table(g_ptr_array_index(incidents, 0)));
	table = sabot_wire_house_line_table(wide->event);
	return table ? table : g_strdup(upstream->house);
}

static void
on_step_came(struct sabot_client *client, const struct sabot_wire_step *step, gpointer data)
{
	struct sabot_upstream *upstream = data;
	struct sabot_wire_step *wide = widen(upstream, &sabot_wire_step_type, step);
	g_autofree char *place = wide ? log_of_step(upstream, wide) : NULL;

	(void)client;
	if (wide && is_shown(upstream, place)) {
		apply_incidents(upstream, wide);
		if (wide->view) {
			struct upstream_log *log = need_log(upstream, wide->table);

			sabot_record_unref(log->view);
			log->view = sabot_record_ref(wide->view);
		}
		upstream->n_steps++;
		upstream->handler->step_came(upstream->config->name, place, wide,
					     wide->is_missed && !upstream->is_present,
					     upstream->data);
	}
	sabot_record_unref(wide);
}

static void
on_view_came(struct sabot_client *client, struct sabot_wire_view *view, gpointer data)
{
	struct sabot_wire_view *wide = widen(data, &sabot_wire_view_type, view);

	(void)client;
	if (wide)
		apply_view(data, wide);
	sabot_record_unref(wide);
}

static void
on_incidents_came(struct sabot_client *client, const GPtrArray *incidents, gpointer data)
{
	(void)client;
	for (guint i = 0; i < incidents->len; i++)
		push_incident(data, g_ptr_array_index(incidents, i));
}

/* Each log is there still, as far as it is known, but must show itself. */
static void
expect_all(struct sabot_upstream *upstream, bool is_resumed)
{
	GHashTableIter iter;
	gpointer log;

	g_hash_table_iter_init(&iter, upstream->logs);
	while (g_hash_table_iter_next(&iter, NULL, &log)) {
		((struct upstream_log *)log)->is_unconfirmed = true;
		if (is_resumed)
			continue;
		sabot_incident_book_clear(&((struct upstream_log *)log)->book);
		sabot_incident_book_init(&((struct upstream_log *)log)->book);
	}
}

/*
 * One log comes from one daemon. Which of two has the right to go on cannot be seen from here, nor
 * whether they are two: it may be one at two addresses.
 */
static bool
is_twin(struct sabot_upstream *upstream)
{
	const char *origin = sabot_client_get_origin(upstream->client);
	const char *twin = origin ? upstream->handler->find_twin(origin, upstream->config->name,
								 upstream->data)
				  : NULL;
	g_autofree char *why = NULL;

	if (!twin)
		return false;
	why = g_strdup_printf(SABOT_REFUSAL(
				      "%s is followed, and has the same log: this is one "
				      "daemon at two addresses, or two daemons work on copies "
				      "of one database"),
			      twin);
	sabot_client_reject(upstream->client, why);
	return true;
}

static void
on_snapshot_came(struct sabot_client *client, const struct sabot_wire_snapshot *snapshot,
		 gpointer data)
{
	struct sabot_upstream *upstream = data;

	if (is_twin(upstream))
		return;
	g_clear_pointer(&upstream->why, g_free);
	g_message("%s is followed: %u tables%s", upstream->config->name, snapshot->tables->len,
		  snapshot->is_resumed ? ", and what was missed" : "");
	expect_all(upstream, snapshot->is_resumed);
	if (!snapshot->is_resumed)
		upstream->handler->followed(upstream->config->name, snapshot->seq,
					    upstream->was_followed, upstream->data);
	upstream->was_followed = true;
	for (guint i = 0; i < snapshot->tables->len; i++)
		on_view_came(client, g_ptr_array_index(snapshot->tables, i), upstream);
	on_incidents_came(client, snapshot->incidents, upstream);
}

/* `away` (transferred) NULL: the view is as the daemon shows it. */
static void
mark_view(struct sabot_upstream *upstream, struct upstream_log *log, struct sabot_wire_away *away)
{
	struct sabot_wire_view *marked = sabot_record_copy(&sabot_wire_view_type, log->view);

	sabot_record_unref(marked->away);
	marked->away = away || !log->away ? away : sabot_record_ref(log->away);
	put_view(upstream, log, marked);
	sabot_record_unref(marked);
}

/* The first beat after a snapshot and what was missed: what did not show itself is gone. */
static void
on_beat_came(struct sabot_client *client, const struct sabot_wire_beat *beat, gpointer data)
{
	struct sabot_upstream *upstream = data;
	GHashTableIter iter;
	gpointer name, value;

	(void)client;
	(void)beat;
	upstream->is_present = true;
	g_hash_table_iter_init(&iter, upstream->logs);
	while (g_hash_table_iter_next(&iter, &name, &value)) {
		struct upstream_log *log = value;

		if (!log->is_unconfirmed || !log->view)
			continue;
		mark_view(upstream, log,
			  build_away(upstream,
				     SABOT_REFUSAL("the daemon has no such table any more"),
				     SABOT_TIME_NONE));
		upstream->handler->table_gone(name, upstream->data);
		g_hash_table_iter_remove(&iter);
	}
}

static void
mark_views(struct sabot_upstream *upstream)
{
	GHashTableIter iter;
	gpointer value;

	g_hash_table_iter_init(&iter, upstream->logs);
	while (g_hash_table_iter_next(&iter, NULL, &value)) {
		struct upstream_log *log = value;

		if (log->view && !log->is_refused)
			mark_view(upstream, log,
				  upstream->why
					  ? build_away(upstream, upstream->why, upstream->heard_us)
					  : NULL);
	}
}

static const char *
reason_of(struct sabot_client *client)
{
	switch (sabot_client_get_state(client)) {
	case SABOT_CLIENT_LIVE:
		return NULL;
	case SABOT_CLIENT_CONNECTING:
		return SABOT_REFUSAL("it was not reached yet");
	case SABOT_CLIENT_STALE:
		return SABOT_REFUSAL("nothing is heard of it");
	case SABOT_CLIENT_OFFLINE:
		break;
	}
	return sabot_client_get_reason(client);
}

/* A snapshot has cleared the reason before the connection counts as live. */
static void
on_state_changed(struct sabot_client *client, gpointer data)
{
	struct sabot_upstream *upstream = data;
	const char *why = reason_of(client);
	bool was_heard;

	if (g_strcmp0(why, upstream->why) == 0)
		return;
	was_heard = upstream->why == NULL;
	g_free(upstream->why);
	upstream->why = g_strdup(why);
	upstream->n_losses += why && was_heard;
	if (why)
		g_warning("%s is away: %s", upstream->config->name, why);
	else
		g_message("%s is heard again", upstream->config->name);
	mark_views(upstream);
}

static void
on_line_came(struct sabot_client *client, const char *line, size_t length_bytes, gpointer data)
{
	struct sabot_upstream *upstream = data;
	int64_t now_us = g_get_monotonic_time();

	(void)line;
	upstream->heard_us = g_get_real_time();
	if (now_us - upstream->flood_us > UPSTREAM_FLOOD_S * G_USEC_PER_SEC) {
		upstream->flood_us = now_us;
		upstream->flood_bytes = 0;
	}
	upstream->flood_bytes += length_bytes;
	if (upstream->flood_bytes > UPSTREAM_FLOOD_BYTES) {
		upstream->flood_bytes = 0;
		sabot_client_reject(client, SABOT_REFUSAL("it sends more than a floor can be"));
	}
}

struct sabot_upstream *
sabot_upstream_new(const struct sabot_upstream_config *config,
		   const struct sabot_upstream_handler *handler, void *data)
{
	static const struct sabot_client_callbacks callbacks = {
		.state_changed = on_state_changed,
		.snapshot_came = on_snapshot_came,
		.step_came = on_step_came,
		.view_came = on_view_came,
		.incidents_came = on_incidents_came,
		.beat_came = on_beat_came,
		.line_came = on_line_came,
	};
	struct sabot_upstream *upstream = g_new0(struct sabot_upstream, 1);

	upstream->config = config;
	upstream->handler = handler;
	upstream->data = data;
	upstream->house = sabot_floor_name("house", config->name);
	upstream->logs = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_log);
	upstream->heard_us = SABOT_TIME_NONE;
	upstream->client = sabot_client_new(config->connect, true, &callbacks, upstream);
	sabot_client_set_identity(upstream->client, config->certificate, config->key);
	/* As one it would be shown what is veiled before everybody else, and pass it on. */
	sabot_client_refuse_role(upstream->client, sabot_role_to_string(SABOT_ROLE_ADMIN));
	upstream->why = g_strdup(reason_of(upstream->client));
	return upstream;
}

void
sabot_upstream_resume(struct sabot_upstream *upstream, int64_t own_seq)
{
	upstream->was_followed = own_seq >= 0;
	sabot_client_resume(upstream->client, own_seq);
}

void
sabot_upstream_start(struct sabot_upstream *upstream)
{
	sabot_client_start(upstream->client);
}

void
sabot_upstream_free(gpointer data)
{
	struct sabot_upstream *upstream = data;

	sabot_client_stop(upstream->client);
	sabot_client_unref(upstream->client);
	g_hash_table_unref(upstream->logs);
	g_free(upstream->house);
	g_free(upstream->why);
	g_free(upstream);
}

const char *
sabot_upstream_get_name(const struct sabot_upstream *upstream)
{
	return upstream->config->name;
}

const struct sabot_upstream_config *
sabot_upstream_get_config(const struct sabot_upstream *upstream)
{
	return upstream->config;
}

struct sabot_client *
sabot_upstream_get_client(const struct sabot_upstream *upstream)
{
	return upstream->client;
}

const char *
sabot_upstream_get_why(const struct sabot_upstream *upstream)
{
	return upstream->why;
}

bool
sabot_upstream_is_heard(const struct sabot_upstream *upstream)
{
	return upstream->why == NULL;
}

int64_t
sabot_upstream_get_heard_us(const struct sabot_upstream *upstream)
{
	return upstream->heard_us;
}

bool
sabot_upstream_check(const struct sabot_upstream *upstream, GError **error)
{
	const char *name = upstream->config->name;

	if (upstream->why)
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_AWAY,
			    SABOT_REFUSAL("%s is away: %s"), name, upstream->why);
	else if (sabot_client_count_waiting(upstream->client) >= UPSTREAM_WAITING_MAX)
		g_set_error(
			error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_AWAY,
			SABOT_REFUSAL("%s leaves %d requests unanswered: it is asked nothing more"),
			name, UPSTREAM_WAITING_MAX);
	else
		return true;
	return false;
}
