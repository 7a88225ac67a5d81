/* Events of the house log that a request causes; its answer waits until they are recorded. */
#include "api-private.h"

/* An event of the house log that is being recorded, and the answer once it is. */
struct sabot_api_record {
	struct sabot_api *api;
	struct sabot_peer *peer; /* NULL: no answer */
	json_t *id, *message;
};

static void
on_noted(const struct sabot_logged_event *step, void *data)
{
	struct sabot_api_record *note = data;

	if (note->api->last_note == note)
		note->api->last_note = NULL;
	if (note->peer && !step) {
		json_decref(note->message);
		note->message =
			sabot_wire_reply_error(note->id, SABOT_WIRE_ERROR_INTERNAL,
					       "neither the database nor the spool took the event");
	}
	if (note->peer) {
		sabot_peer_send_message(note->peer, note->id, note->message);
		sabot_peer_release(note->peer);
		sabot_peer_unref(note->peer);
	}
	json_decref(note->id);
	g_free(note);
}

/* A daemon that only shows records has no log for it. `event` is transferred. */
static void
log_only(json_t *event)
{
	char *line = json_dumps(event, JSON_COMPACT);

	g_message("%s", line);
	free(line);
	json_decref(event);
}

void
sabot_api_record(struct sabot_api *api, json_t *event, const struct sabot_person *person)
{
	struct sabot_api_record *note;
	struct sabot_origin origin = {.person = person, .done = on_noted};
	g_autoptr(GError) error = NULL;

	if (api->options.copy) {
		log_only(event);
		return;
	}
	note = origin.data = g_new0(struct sabot_api_record, 1);
	note->api = api;
	api->last_note = note;
	if (!sabot_floor_submit_house(api->options.floor, event, &origin, &error)) {
		g_critical("an event of the house log cannot be written: %s", error->message);
		on_noted(NULL, note);
	}
	json_decref(event);
}

void
sabot_api_send_noted(struct sabot_api *api, struct sabot_peer *peer, json_t *id, json_t *message)
{
	struct sabot_api_record *note = g_steal_pointer(&api->last_note);

	if (!note) {
		sabot_peer_send_message(peer, id, message);
		return;
	}
	note->peer = sabot_peer_ref(peer);
	sabot_peer_hold(peer);
	note->id = json_incref(id);
	note->message = message;
}
