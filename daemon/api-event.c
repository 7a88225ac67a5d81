/*
 * `event`: what people, simulators and dealers' displays say happened.
 */
#include "api-private.h"

#include <string.h>

enum { API_EVENT_BYTES_MAX = 16 * 1024 }; /* so that what is pushed of it fits into a line */

/* A client that waits for its event to be recorded. */
struct waiting {
	struct sabot_peer *peer;
	json_t *id;
};

static void
on_event_done(const struct sabot_step *step, void *data)
{
	struct waiting *waiting = data;
	json_t *reply;

	if (step)
		reply = sabot_wire_reply_ok(waiting->id, json_pack("{s:I, s:I, s:O}", "seq",
								   (json_int_t)step->record->seq,
								   "n", (json_int_t)step->record->n,
								   "out", step->out));
	else
		reply = sabot_wire_reply_error(waiting->id, SABOT_WIRE_ERROR_INTERNAL,
					       "neither the database nor the spool took the event");
	sabot_api_send(waiting->peer, waiting->id, reply);
	sabot_peer_release(waiting->peer);
	sabot_peer_unref(waiting->peer);
	json_decref(waiting->id);
	g_free(waiting);
}

static bool
refuse(const char *why, GError **error)
{
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED, "%s", why);
	return false;
}

/* What the shoe says nobody else may say for it, unless the shoe is dead and cards are keyed in. */
static bool
check_source(const struct sabot_table_service *table, const struct sabot_event *event,
	     GError **error)
{
	bool is_of_shoe = event->type == SABOT_EVENT_CARD || event->type == SABOT_EVENT_CUT_CARD ||
			  event->type == SABOT_EVENT_DEVICE;

	if (!table->config->device || !is_of_shoe || event->source == SABOT_SOURCE_MANUAL)
		return true;
	return refuse("a device reads this table's shoe: keyed in it needs \"src\":\"manual\"",
		      error);
}

static bool
check_marks(const struct sabot_table_service *table, const json_t *object, GError **error)
{
	if (json_object_get(object, "sim") && !table->config->is_simulated)
		return refuse("a simulated event at a real table", error);
	return true;
}

static bool
parse_event(const struct sabot_table_service *table, const json_t *object,
	    struct sabot_event_buffer *buffer, struct sabot_event *ret_event, GError **error)
{
	enum sabot_game game = sabot_derive_table(table->derive)->rules.game;
	char why[SABOT_EVENT_ERROR_SIZE];

	if (json_dumpb(object, NULL, 0, JSON_COMPACT) > API_EVENT_BYTES_MAX) {
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_TOO_LARGE,
			    "event: longer than %d bytes", API_EVENT_BYTES_MAX);
		return false;
	}
	if (sabot_event_from_json(object, game, buffer, ret_event, why))
		return check_source(table, ret_event, error) && check_marks(table, object, error);
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST, "event.%s", why);
	return false;
}

/* Answer the request when what is submitted with this is recorded. */
static struct sabot_origin
answer_later(struct sabot_peer *peer, const struct sabot_wire_request *request)
{
	struct waiting *waiting = g_new0(struct waiting, 1);

	waiting->peer = sabot_peer_ref(peer);
	sabot_peer_hold(peer);
	waiting->id = json_incref(request->id);
	return (struct sabot_origin){.done = on_event_done, .data = waiting};
}

static void
drop_answer(struct sabot_origin *origin)
{
	struct waiting *waiting = origin->data;

	sabot_peer_release(waiting->peer);
	sabot_peer_unref(waiting->peer);
	json_decref(waiting->id);
	g_free(waiting);
}

/* Clients rule on the daemon's findings; the findings are its own. */
static void
submit_house(struct sabot_api *api, struct sabot_peer *peer,
	     const struct sabot_wire_request *request, GError **error)
{
	struct sabot_origin origin;
	json_t *object;

	if (!sabot_wire_request_get_object(request, "event", &object, error))
		return;
	if (g_strcmp0(json_string_value(json_object_get(object, "ev")), "ruling") != 0) {
		refuse("the house log takes rulings only", error);
		return;
	}
	origin = answer_later(peer, request);
	if (!sabot_floor_submit_house(api->options.floor, object, &origin, error))
		drop_answer(&origin);
}

json_t *
sabot_api_event(struct sabot_api *api, struct sabot_peer *peer,
		const struct sabot_wire_request *request, GError **error)
{
	g_autofree struct sabot_event_buffer *buffer = g_new(struct sabot_event_buffer, 1);
	struct sabot_table_service *table;
	struct sabot_origin origin;
	struct sabot_event event;
	json_t *object;

	if (sabot_api_names_house(request)) {
		submit_house(api, peer, request, error);
		return NULL;
	}
	table = sabot_api_get_table(api, request, error);
	if (!table || !sabot_wire_request_get_object(request, "event", &object, error) ||
	    !parse_event(table, object, buffer, &event, error))
		return NULL;
	origin = answer_later(peer, request);
	sabot_floor_submit(api->options.floor, table, object, &event, &origin);
	return NULL;
}
