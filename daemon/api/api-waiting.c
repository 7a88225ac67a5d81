/* Requests whose answer waits for work done elsewhere, or for an event to be recorded. */
#include "api-private.h"

struct sabot_api_waiting *
sabot_api_wait(struct sabot_api *api, struct sabot_peer *peer,
	       const struct sabot_wire_request *request)
{
	struct sabot_api_waiting *waiting = g_new0(struct sabot_api_waiting, 1);
	const struct sabot_person *person = sabot_api_get_person(api, peer);

	waiting->api = api;
	waiting->peer = sabot_peer_ref(peer);
	waiting->request.id = json_incref(request->id);
	waiting->request.verb = g_strdup(request->verb);
	waiting->request.record = request->record ? sabot_record_ref(request->record) : NULL;
	waiting->person = person ? sabot_person_id(person) : NULL;
	sabot_peer_hold(peer);
	return waiting;
}

void
sabot_api_wait_end(struct sabot_api_waiting *waiting)
{
	sabot_peer_release(waiting->peer);
	sabot_peer_unref(waiting->peer);
	json_decref(waiting->request.id);
	g_free(waiting->request.verb);
	sabot_record_unref(waiting->request.record);
	g_free(waiting->person);
	g_free(waiting);
}

/* A client that waits for its event to be recorded. */
struct event_answer {
	struct sabot_peer *peer;
	json_t *id;
};

static void
on_event_done(const struct sabot_logged_event *step, void *data)
{
	struct event_answer *answer = data;
	json_t *reply;

	if (step)
		reply = sabot_wire_reply_ok(answer->id, json_pack("{s:I, s:I, s:O}", "seq",
								  (json_int_t)step->record->seq,
								  "n", (json_int_t)step->record->n,
								  "out", step->out));
	else
		reply = sabot_wire_reply_error(answer->id, SABOT_WIRE_ERROR_INTERNAL,
					       "neither the database nor the spool took the event");
	sabot_peer_send_message(answer->peer, answer->id, reply);
	sabot_peer_release(answer->peer);
	sabot_peer_unref(answer->peer);
	json_decref(answer->id);
	g_free(answer);
}

struct sabot_origin
sabot_api_answer_later(struct sabot_peer *peer, const struct sabot_wire_request *request)
{
	struct event_answer *answer = g_new0(struct event_answer, 1);

	answer->peer = sabot_peer_ref(peer);
	sabot_peer_hold(peer);
	answer->id = json_incref(request->id);
	return (struct sabot_origin){.done = on_event_done, .data = answer};
}

void
sabot_api_drop_answer(struct sabot_origin *origin)
{
	struct event_answer *answer = origin->data;

	sabot_peer_release(answer->peer);
	sabot_peer_unref(answer->peer);
	json_decref(answer->id);
	g_free(answer);
}
