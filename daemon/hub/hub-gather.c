/* See hub-gather.h. */
#include "hub-gather.h"

#include "proto/message.h"

struct sabot_hub_gathers {
	GPtrArray *waiting; /* of struct gather */
};

/* One question to all. */
struct gather {
	struct sabot_hub_gathers *owner; /* NULL: it is not waited for any more */
	struct sabot_hub_question question;
	GPtrArray *answers, *parts; /* of struct part */
	guint n_left;
	sabot_hub_gather_fn *fn;
	void *data;
};

/* One daemon's part of it. */
struct part {
	struct gather *gather;
	struct sabot_hub_answer *answer;
};

static void
free_answer(gpointer data)
{
	struct sabot_hub_answer *answer = data;

	json_decref(answer->ok);
	g_free(answer);
}

static void
free_gather(gpointer data)
{
	struct gather *gather = data;

	g_ptr_array_unref(gather->answers);
	g_ptr_array_unref(gather->parts);
	g_free(gather);
}

struct sabot_hub_gathers *
sabot_hub_gathers_new(void)
{
	struct sabot_hub_gathers *gathers = g_new0(struct sabot_hub_gathers, 1);

	gathers->waiting = g_ptr_array_new();
	return gathers;
}

static void
finish(struct gather *gather)
{
	g_ptr_array_remove(gather->owner->waiting, gather);
	gather->fn(gather->answers, gather->data);
	free_gather(gather);
}

static void
finish_part(struct part *part)
{
	if (--part->gather->n_left == 0)
		finish(part->gather);
}

static void
request_page(struct part *part, int64_t from);

static void
on_page_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	struct part *part = data;
	const char *list = part->gather->question.list;
	int64_t next = 0;

	(void)client;
	if (error)
		g_clear_pointer(&part->answer->ok, json_decref);
	else if (list)
		next = sabot_wire_page_append(&part->answer->ok, ok, list);
	else
		part->answer->ok = json_incref(ok);
	if (next > 0)
		request_page(part, next);
	else
		finish_part(part);
}

static void
request_page(struct part *part, int64_t from)
{
	json_t *args =
		part->gather->question.list ? json_pack("{s:I}", "from", (json_int_t)from) : NULL;

	sabot_client_request(sabot_upstream_get_client(part->answer->upstream),
			     part->gather->question.verb, args, NULL, on_page_came, part);
	json_decref(args);
}

static gboolean
on_nobody_heard(gpointer data)
{
	finish(data);
	return G_SOURCE_REMOVE;
}

void
sabot_hub_gather(struct sabot_hub_gathers *gathers, const struct sabot_hub *hub,
		 const struct sabot_hub_question *question, sabot_hub_gather_fn *fn, void *data)
{
	const GPtrArray *upstreams = sabot_hub_get_upstreams(hub);
	struct gather *gather = g_new0(struct gather, 1);

	gather->owner = gathers;
	gather->question = *question;
	gather->answers = g_ptr_array_new_with_free_func(free_answer);
	gather->parts = g_ptr_array_new_with_free_func(g_free);
	gather->fn = fn;
	gather->data = data;
	g_ptr_array_add(gathers->waiting, gather);
	for (guint i = 0; i < upstreams->len; i++) {
		const struct sabot_upstream *upstream = g_ptr_array_index(upstreams, i);
		struct part *part;

		if (!sabot_upstream_is_heard(upstream))
			continue;
		part = g_new0(struct part, 1);
		part->gather = gather;
		part->answer = g_new0(struct sabot_hub_answer, 1);
		part->answer->upstream = upstream;
		g_ptr_array_add(gather->answers, part->answer);
		g_ptr_array_add(gather->parts, part);
		gather->n_left++;
		request_page(part, 0);
	}
	if (gather->n_left == 0)
		g_idle_add(on_nobody_heard, gather);
}

/* The daemons' connections are stopped already: no answer comes any more. */
void
sabot_hub_gathers_free(struct sabot_hub_gathers *gathers)
{
	for (guint i = 0; i < gathers->waiting->len; i++) {
		struct gather *gather = g_ptr_array_index(gathers->waiting, i);

		gather->fn(NULL, gather->data);
		free_gather(gather);
	}
	g_ptr_array_unref(gathers->waiting);
	g_free(gathers);
}
