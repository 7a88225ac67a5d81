/*
 * See hub-gather.h. A gathering is over with the last answer or with its time, whichever comes
 * first; its memory lives on until nothing that was asked can be answered any more.
 */
#include "hub-gather.h"

#include "proto/json-write.h"
#include "proto/message.h"
#include "proto/messages/log-messages.h"
#include "text/refusal.h"

enum {
	GATHER_LIST_BYTES_MAX = 8 * 1024 * 1024, /* of one daemon's list */
	GATHER_PAGES_MAX = 2048,
	GATHER_FILE_BYTES_MAX = 24 * 1024 * 1024,
};

struct sabot_hub_gathers {
	GPtrArray *waiting; /* of struct gather */
};

/* One question to all. */
struct gather {
	struct sabot_hub_gathers *owner;
	struct sabot_hub_question question;
	GPtrArray *answers, *parts; /* of struct part */
	guint n_left;               /* daemons that have not answered */
	guint n_asked;              /* requests under way */
	guint due;                  /* the source that ends it; 0: it is over */
	sabot_hub_gather_fn *fn;    /* NULL: it was called */
	void *data;
};

/* One daemon's part of it. */
struct part {
	struct gather *gather;
	struct sabot_hub_answer *answer;
	int64_t from; /* of the page that was requested */
	size_t n_bytes, n_pages;
	GByteArray *file;
	bool is_done;
};

static void
free_answer(gpointer data)
{
	struct sabot_hub_answer *answer = data;

	json_decref(answer->ok);
	g_clear_pointer(&answer->file, g_bytes_unref);
	g_clear_error(&answer->error);
	g_free(answer);
}

static void
free_part(gpointer data)
{
	struct part *part = data;

	g_clear_pointer(&part->file, g_byte_array_unref);
	g_free(part);
}

static void
free_gather(struct gather *gather)
{
	g_clear_handle_id(&gather->due, g_source_remove);
	g_clear_pointer(&gather->question.args, g_hash_table_unref);
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

GError *
sabot_hub_explain(const struct sabot_upstream *upstream, const GError *error)
{
	const char *name = sabot_upstream_get_name(upstream);

	if (error->domain == SABOT_WIRE_ERROR)
		return g_error_copy(error);
	if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_NOT_CONNECTED))
		return g_error_new(SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_AWAY,
				   SABOT_REFUSAL("%s is away: %s"), name,
				   sabot_upstream_get_why(upstream)
					   ? sabot_upstream_get_why(upstream)
					   : error->message);
	return g_error_new(SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_AWAY,
			   SABOT_REFUSAL("%s did not answer: what became of it is not known (%s)"),
			   name, error->message);
}

/* Nothing can be answered any more. */
static void
forget_if_idle(struct gather *gather)
{
	if (gather->fn || gather->n_asked > 0)
		return;
	g_ptr_array_remove(gather->owner->waiting, gather);
	free_gather(gather);
}

static void
finish(struct gather *gather)
{
	sabot_hub_gather_fn *fn = gather->fn;

	gather->fn = NULL;
	g_clear_handle_id(&gather->due, g_source_remove);
	fn(gather->answers, gather->data);
	forget_if_idle(gather);
}

/* `error` (transferred) NULL: it has answered. */
static void
finish_part(struct part *part, GError *error)
{
	struct sabot_hub_answer *answer = part->answer;

	part->is_done = true;
	answer->error = error;
	if (error)
		g_clear_pointer(&answer->ok, json_decref);
	else if (part->file)
		answer->file = g_byte_array_free_to_bytes(g_steal_pointer(&part->file));
	if (--part->gather->n_left == 0)
		finish(part->gather);
}

static GError *
refuse(const struct part *part, const char *why)
{
	return g_error_new(SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_INTERNAL, "%s %s",
			   sabot_upstream_get_name(part->answer->upstream), why);
}

/* Where the next page of the list begins; 0: this was the last. */
static int64_t
add_page(struct part *part, json_t *ok, GError **error)
{
	int64_t next = sabot_wire_page_append(&part->answer->ok, ok, part->gather->question.list);

	part->n_bytes += sabot_json_count_bytes(ok);
	part->n_pages++;
	if (part->n_bytes <= GATHER_LIST_BYTES_MAX && part->n_pages <= GATHER_PAGES_MAX &&
	    (next == 0 || next > part->from))
		return next;
	g_propagate_error(error, refuse(part, "sends a list that does not end"));
	return 0;
}

/* Likewise of a file; what it says of the page is left in the answer. */
static int64_t
add_file_page(struct part *part, json_t *ok, GError **error)
{
	struct sabot_wire_file_page *page =
		sabot_record_parse(&sabot_wire_file_page_type, ok, NULL);
	int64_t next = page ? page->next : 0;

	if (!part->file)
		part->file = g_byte_array_new();
	json_decref(part->answer->ok);
	part->answer->ok = json_incref(ok);
	if (!page || !sabot_wire_file_page_append(page, part->file) ||
	    part->file->len > GATHER_FILE_BYTES_MAX || (next != 0 && next != part->file->len)) {
		g_propagate_error(error, refuse(part, "sent something else than the file"));
		next = 0;
	}
	sabot_record_unref(page);
	return next;
}

static void
request_page(struct part *part, json_t *args);

static json_t *
build_next(const struct part *part, json_t *ok, int64_t next)
{
	struct sabot_wire_file_page *page;
	json_t *args;

	if (!part->gather->question.is_file) {
		args = json_copy(part->gather->question.args
					 ? g_hash_table_lookup(part->gather->question.args,
							       part->answer->upstream)
					 : NULL);
		args = args ? args : json_object();
		json_object_set_new(args, "from", json_integer(next));
		return args;
	}
	page = sabot_record_parse(&sabot_wire_file_page_type, ok, NULL);
	args = json_pack("{s:s, s:I}", "file", page->file, "from", (json_int_t)next);
	sabot_record_unref(page);
	return args;
}

static void
apply_page(struct part *part, json_t *ok)
{
	const struct sabot_hub_question *question = &part->gather->question;
	GError *error = NULL;
	int64_t next = 0;
	json_t *args;

	if (question->is_file)
		next = add_file_page(part, ok, &error);
	else if (question->list)
		next = add_page(part, ok, &error);
	else
		part->answer->ok = json_incref(ok);
	if (next == 0) {
		finish_part(part, error);
		return;
	}
	args = build_next(part, ok, next);
	part->from = next;
	request_page(part, args);
	json_decref(args);
}

static void
on_page_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	struct part *part = data;
	struct gather *gather = part->gather;

	(void)client;
	gather->n_asked--;
	if (!gather->fn || part->is_done)
		forget_if_idle(gather);
	else if (error)
		finish_part(part, sabot_hub_explain(part->answer->upstream, error));
	else
		apply_page(part, ok);
}

static void
request_page(struct part *part, json_t *args)
{
	const struct sabot_upstream *upstream = part->answer->upstream;
	const struct sabot_hub_question *question = &part->gather->question;

	part->gather->n_asked++;
	if (question->ask)
		question->ask(upstream, question->verb, args, on_page_came, part,
			      question->ask_data);
	else
		sabot_client_request(sabot_upstream_get_client(upstream), question->verb, args,
				     NULL, on_page_came, part);
}

/* Who has not answered by now is not waited for. */
static gboolean
on_due(gpointer data)
{
	struct gather *gather = data;

	gather->due = 0;
	gather->n_left++;
	for (guint i = 0; i < gather->parts->len; i++) {
		struct part *part = g_ptr_array_index(gather->parts, i);

		if (!part->is_done)
			finish_part(part,
				    g_error_new(SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_AWAY,
						SABOT_REFUSAL("%s did not answer within %u s"),
						sabot_upstream_get_name(part->answer->upstream),
						gather->question.patience_ms / 1000));
	}
	if (--gather->n_left == 0)
		finish(gather);
	return G_SOURCE_REMOVE;
}

static struct part *
add_part(struct gather *gather, const struct sabot_upstream *upstream)
{
	struct part *part = g_new0(struct part, 1);

	part->gather = gather;
	part->answer = g_new0(struct sabot_hub_answer, 1);
	part->answer->upstream = upstream;
	g_ptr_array_add(gather->answers, part->answer);
	g_ptr_array_add(gather->parts, part);
	gather->n_left++;
	return part;
}

static void
begin_part(struct part *part)
{
	GHashTable *args = part->gather->question.args;
	GError *error = NULL;

	if (sabot_upstream_check(part->answer->upstream, &error))
		request_page(part, args ? g_hash_table_lookup(args, part->answer->upstream) : NULL);
	else
		finish_part(part, error);
}

static gboolean
on_all_begun(gpointer data)
{
	struct gather *gather = data;

	gather->due = g_timeout_add(gather->question.patience_ms, on_due, gather);
	if (--gather->n_left == 0)
		finish(gather);
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
	if (question->args)
		g_hash_table_ref(question->args);
	gather->answers = g_ptr_array_new_with_free_func(free_answer);
	gather->parts = g_ptr_array_new_with_free_func(free_part);
	gather->fn = fn;
	gather->data = data;
	gather->n_left = 1; /* until it is begun */
	g_ptr_array_add(gathers->waiting, gather);
	for (guint i = 0; i < upstreams->len; i++)
		if (!question->args ||
		    g_hash_table_contains(question->args, g_ptr_array_index(upstreams, i)))
			add_part(gather, g_ptr_array_index(upstreams, i));
	for (guint i = 0; i < gather->parts->len; i++)
		begin_part(g_ptr_array_index(gather->parts, i));
	gather->due = g_timeout_add(0, on_all_begun, gather);
}

/* The daemons' connections are stopped already: no answer comes any more. */
void
sabot_hub_gathers_free(struct sabot_hub_gathers *gathers)
{
	for (guint i = 0; i < gathers->waiting->len; i++) {
		struct gather *gather = g_ptr_array_index(gathers->waiting, i);

		if (gather->fn)
			gather->fn(NULL, gather->data);
		free_gather(gather);
	}
	g_ptr_array_unref(gathers->waiting);
	g_free(gathers);
}
