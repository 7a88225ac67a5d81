/* See hub.h. */
#include "hub.h"

#include "hub-keeper.h"
#include "hub-ring.h"
#include "proto/message.h"

#include <string.h>

struct sabot_hub {
	GPtrArray *upstreams; /* of struct sabot_upstream, as configured */
	GHashTable *owners;   /* table to the name of its daemon, borrowed */
	struct sabot_hub_ring *ring;
	struct sabot_hub_keeper *keeper;
	sabot_floor_push_fn *push, *push_past;
	void *push_data;
};

static void
push_line(struct sabot_hub *hub, const char *place, GBytes *line)
{
	if (hub->push)
		hub->push(place, line, hub->push_data);
}

static void
push_message(struct sabot_hub *hub, const char *place, json_t *message)
{
	g_autoptr(GBytes) line = sabot_wire_line(message, NULL);

	if (line)
		push_line(hub, place, line);
}

static void
on_view_changed(const struct sabot_wire_view *view, void *data)
{
	push_message(data, view->table, sabot_wire_view_push_build(view));
}

static void
on_incident_changed(const struct sabot_wire_incident *incident, void *data)
{
	json_t *list = json_array();

	json_array_append_new(list, sabot_record_build(&sabot_wire_incident_type, incident));
	push_message(data, sabot_wire_incident_table(incident),
		     json_pack("{s:s, s:o}", "push", "incidents", "incidents", list));
}

/* Shorten a step until it fits into a line, as a daemon does. */
static GBytes *
fit_step(struct sabot_wire_step *step)
{
	GBytes *line = sabot_wire_step_line(step, NULL);

	if (line)
		return line;
	json_decref(step->out);
	step->out = json_pack("[{s:s}]", "out", "too_long");
	return sabot_wire_step_line(step, NULL);
}

/* Where a step comes from. */
struct step_origin {
	const char *upstream; /* NULL: the hub itself */
	const char *place;
	bool is_past;
};

/* Remember the step of the last number. */
static void
remember(struct sabot_hub *hub, const struct step_origin *origin, int64_t own_seq, GBytes *line)
{
	const struct sabot_hub_kept kept = {sabot_hub_ring_get_seq(hub->ring), origin->upstream,
					    own_seq, origin->place, line};

	sabot_hub_ring_add(hub->ring, origin->place, line, origin->is_past);
	sabot_hub_keeper_put(hub->keeper, &kept);
}

static void
push_step(struct sabot_hub *hub, const struct step_origin *origin, GBytes *line)
{
	if (!origin->is_past)
		push_line(hub, origin->place, line);
	else if (hub->push_past)
		hub->push_past(origin->place, line, hub->push_data);
}

/* Pass a step on, once, under the next number, and remember it. */
static void
publish_step(struct sabot_hub *hub, const struct step_origin *origin, struct sabot_wire_step *step)
{
	struct sabot_wire_view *view = step->view;
	int64_t own_seq = step->seq;
	bool is_missed = step->is_missed;
	g_autoptr(GBytes) whole = NULL, line = NULL, missed = NULL;

	step->seq = sabot_hub_ring_give_seq(hub->ring);
	whole = sabot_wire_step_line(step, NULL);
	step->view = NULL;
	line = whole ? g_bytes_ref(whole) : fit_step(step);
	if (line)
		push_step(hub, origin, line);
	if (view && !whole)
		push_message(hub, origin->place, sabot_wire_view_push_build(view));
	step->is_missed = true;
	missed = fit_step(step);
	if (missed)
		remember(hub, origin, own_seq, missed);
	step->is_missed = is_missed;
	step->view = view;
}

static void
on_step_came(const char *upstream, const char *place, struct sabot_wire_step *step, bool is_past,
	     void *data)
{
	publish_step(data, &(struct step_origin){upstream, place, is_past}, step);
}

/* The daemon's present state has come: what follows begins behind that. */
static void
on_followed(const char *upstream, int64_t own_seq, bool is_lost, void *data)
{
	struct sabot_hub *hub = data;
	const struct sabot_hub_kept kept = {.upstream = upstream, .own_seq = own_seq, .place = ""};

	sabot_hub_keeper_put(hub->keeper, &kept);
	if (!is_lost)
		return;
	sabot_hub_ring_forget(hub->ring);
	sabot_hub_keeper_begin(hub->keeper, sabot_hub_ring_get_seq(hub->ring), TRUE);
}

static const char *
on_claim_table(const char *table, const char *upstream, void *data)
{
	struct sabot_hub *hub = data;
	const char *owner = g_hash_table_lookup(hub->owners, table);

	if (owner)
		return owner;
	g_hash_table_insert(hub->owners, g_strdup(table), (gpointer)upstream);
	return upstream;
}

static const char *
on_find_twin(const char *origin, const char *upstream, void *data)
{
	const struct sabot_hub *hub = data;

	for (guint i = 0; i < hub->upstreams->len; i++) {
		const struct sabot_upstream *other = g_ptr_array_index(hub->upstreams, i);
		const char *name = sabot_upstream_get_name(other);

		if (strcmp(name, upstream) != 0 && sabot_upstream_is_heard(other) &&
		    g_strcmp0(sabot_client_get_origin(sabot_upstream_get_client(other)), origin) ==
			    0)
			return name;
	}
	return NULL;
}

static void
on_table_gone(const char *table, void *data)
{
	g_hash_table_remove(((struct sabot_hub *)data)->owners, table);
}

/* A step of an earlier run. */
struct past_step {
	struct sabot_hub_kept kept;
	char *upstream, *place;
};

static void
free_past_step(gpointer data)
{
	struct past_step *step = data;

	g_bytes_unref(step->kept.line);
	g_free(step->upstream);
	g_free(step->place);
	g_free(step);
}

static void
on_kept(const struct sabot_hub_kept *kept, void *data)
{
	struct past_step *step;

	if (kept->seq == 0)
		return;
	step = g_new0(struct past_step, 1);
	step->upstream = g_strdup(kept->upstream);
	step->place = g_strdup(kept->place);
	step->kept = (struct sabot_hub_kept){kept->seq, step->upstream, kept->own_seq, step->place,
					     g_bytes_ref(kept->line)};
	g_ptr_array_add(data, step);
}

/* Go on where an earlier run ended, as far as that is written down. */
static void
remember_past(struct sabot_hub *hub, const char *directory)
{
	g_autoptr(GPtrArray) past = g_ptr_array_new_with_free_func(free_past_step);
	int64_t from_seq;

	hub->keeper = sabot_hub_keeper_new(directory, on_kept, past, &from_seq);
	for (guint i = 0; i < past->len; i++) {
		const struct sabot_hub_kept *kept =
			&((struct past_step *)g_ptr_array_index(past, i))->kept;

		sabot_hub_ring_restore(hub->ring, from_seq, kept->seq, kept->place, kept->line);
	}
	for (guint i = 0; i < hub->upstreams->len; i++) {
		struct sabot_upstream *upstream = g_ptr_array_index(hub->upstreams, i);

		sabot_upstream_resume(
			upstream, sabot_hub_keeper_get_own_seq(hub->keeper,
							       sabot_upstream_get_name(upstream)));
	}
	sabot_hub_keeper_begin(hub->keeper,
			       past->len > 0 ? from_seq : sabot_hub_ring_get_seq(hub->ring), TRUE);
	for (guint i = 0; i < past->len; i++)
		sabot_hub_keeper_put(hub->keeper,
				     &((struct past_step *)g_ptr_array_index(past, i))->kept);
}

struct sabot_hub *
sabot_hub_new(const struct sabot_config *config)
{
	static const struct sabot_upstream_handler handler = {
		.step_came = on_step_came,
		.followed = on_followed,
		.view_changed = on_view_changed,
		.incident_changed = on_incident_changed,
		.find_twin = on_find_twin,
		.claim_table = on_claim_table,
		.table_gone = on_table_gone,
	};
	struct sabot_hub *hub;

	if (config->upstreams->len == 0)
		return NULL;
	hub = g_new0(struct sabot_hub, 1);
	hub->ring = sabot_hub_ring_new();
	hub->owners = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	hub->upstreams = g_ptr_array_new_with_free_func(sabot_upstream_free);
	for (guint i = 0; i < config->upstreams->len; i++)
		g_ptr_array_add(hub->upstreams,
				sabot_upstream_new(g_ptr_array_index(config->upstreams, i),
						   &handler, hub));
	remember_past(hub, config->state_dir);
	return hub;
}

void
sabot_hub_start(struct sabot_hub *hub)
{
	for (guint i = 0; hub && i < hub->upstreams->len; i++)
		sabot_upstream_start(g_ptr_array_index(hub->upstreams, i));
}

void
sabot_hub_stop(struct sabot_hub *hub)
{
	for (guint i = 0; hub && i < hub->upstreams->len; i++)
		sabot_client_stop(sabot_upstream_get_client(g_ptr_array_index(hub->upstreams, i)));
}

void
sabot_hub_free(struct sabot_hub *hub)
{
	if (!hub)
		return;
	g_ptr_array_unref(hub->upstreams);
	g_hash_table_unref(hub->owners);
	sabot_hub_ring_free(hub->ring);
	sabot_hub_keeper_free(hub->keeper);
	g_free(hub);
}

void
sabot_hub_set_push(struct sabot_hub *hub, sabot_floor_push_fn *push, sabot_floor_push_fn *push_past,
		   void *data)
{
	hub->push = push;
	hub->push_past = push_past;
	hub->push_data = data;
}

void
sabot_hub_push_own(struct sabot_hub *hub, const char *place, GBytes *line)
{
	gsize length;
	const char *text = g_bytes_get_data(line, &length);
	struct sabot_wire_message *message = sabot_wire_message_parse(text, length, NULL);

	if (message && message->kind == SABOT_WIRE_STEP)
		publish_step(hub, &(struct step_origin){.place = place}, message->step);
	else
		push_line(hub, place, line);
	sabot_wire_message_free(message);
}

const char *
sabot_hub_get_origin(const struct sabot_hub *hub)
{
	return sabot_hub_keeper_get_origin(hub->keeper);
}

GPtrArray *
sabot_hub_measure(const struct sabot_hub *hub)
{
	GPtrArray *list = g_ptr_array_new_with_free_func(sabot_record_unref);

	for (guint i = 0; i < hub->upstreams->len; i++)
		g_ptr_array_add(list, sabot_upstream_measure(g_ptr_array_index(hub->upstreams, i)));
	return list;
}

int64_t
sabot_hub_get_seq(const struct sabot_hub *hub)
{
	return sabot_hub_ring_get_seq(hub->ring);
}

bool
sabot_hub_is_past(const struct sabot_hub *hub, int64_t since)
{
	return sabot_hub_ring_is_past(hub->ring, since);
}

GPtrArray *
sabot_hub_missed(struct sabot_hub *hub, int64_t since, const struct sabot_machine *machine)
{
	return sabot_hub_ring_missed(hub->ring, since, machine);
}

const GPtrArray *
sabot_hub_get_upstreams(const struct sabot_hub *hub)
{
	return hub->upstreams;
}

struct sabot_upstream *
sabot_hub_find_upstream(const struct sabot_hub *hub, const char *name)
{
	for (guint i = 0; i < hub->upstreams->len; i++) {
		struct sabot_upstream *upstream = g_ptr_array_index(hub->upstreams, i);

		if (strcmp(sabot_upstream_get_name(upstream), name) == 0)
			return upstream;
	}
	return NULL;
}

struct sabot_upstream *
sabot_hub_find_owner(const struct sabot_hub *hub, const char *table)
{
	const char *owner = g_hash_table_lookup(hub->owners, table);

	return owner ? sabot_hub_find_upstream(hub, owner) : NULL;
}

static int
compare_views(gconstpointer a, gconstpointer b)
{
	return strcmp((*(const struct sabot_wire_view *const *)a)->table,
		      (*(const struct sabot_wire_view *const *)b)->table);
}

GPtrArray *
sabot_hub_get_views(const struct sabot_hub *hub, const struct sabot_machine *machine)
{
	GPtrArray *views = g_ptr_array_new_with_free_func(sabot_record_unref);

	for (guint i = 0; i < hub->upstreams->len; i++)
		sabot_upstream_add_views(g_ptr_array_index(hub->upstreams, i), views);
	for (guint i = views->len; i > 0; i--) {
		const struct sabot_wire_view *view = g_ptr_array_index(views, i - 1);

		if (!sabot_machine_sees(machine, view->table))
			g_ptr_array_remove_index_fast(views, i - 1);
	}
	g_ptr_array_sort(views, compare_views);
	return views;
}

void
sabot_hub_foreach_book(const struct sabot_hub *hub, sabot_upstream_book_fn *fn, void *data)
{
	for (guint i = 0; i < hub->upstreams->len; i++)
		sabot_upstream_foreach_book(g_ptr_array_index(hub->upstreams, i), fn, data);
}

GPtrArray *
sabot_hub_describe(const struct sabot_hub *hub)
{
	GPtrArray *list = g_ptr_array_new_with_free_func(sabot_record_unref);

	for (guint i = 0; i < hub->upstreams->len; i++)
		g_ptr_array_add(list,
				sabot_upstream_describe(g_ptr_array_index(hub->upstreams, i)));
	return list;
}
