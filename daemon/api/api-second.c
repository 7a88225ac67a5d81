/*
 * Requests that two persons sign: the second person's name and PIN are in the request, beside the
 * event, and are checked before it is handled.
 */
#include "api-private.h"

/* A request that waits for the second's PIN. */
struct seconded {
	struct sabot_api_waiting *waiting;
	enum sabot_right right;
	sabot_api_seconded_fn *fn;
};

static void
on_identified(const struct sabot_person *second, const GError *refusal, void *data)
{
	struct seconded *seconded = data;
	struct sabot_api_waiting *waiting = seconded->waiting;
	g_autoptr(GError) error = refusal ? g_error_copy(refusal) : NULL;

	if (!error &&
	    sabot_api_check_second(waiting->api, waiting->peer, second, seconded->right, &error))
		seconded->fn(waiting->api, waiting->peer, &waiting->request, second, &error);
	g_prefix_error(&error, "%s", refusal ? "second: " : "");
	if (error)
		sabot_api_send_noted(waiting->api, waiting->peer, waiting->request.id,
				     sabot_wire_reply_gerror(waiting->request.id, error));
	sabot_api_wait_end(waiting);
	g_free(seconded);
}

void
sabot_api_with_second(struct sabot_api *api, struct sabot_peer *peer,
		      const struct sabot_wire_request *request,
		      const struct sabot_api_seconding *seconding, GError **error)
{
	struct sabot_claim claim;
	struct seconded *seconded;

	if (!seconding->second || !sabot_api_get_person(api, peer)) {
		seconding->fn(api, peer, request, NULL, error);
		return;
	}
	if (!sabot_api_get_second(peer, seconding->second, &claim, error))
		return;
	seconded = g_new0(struct seconded, 1);
	seconded->fn = seconding->fn;
	seconded->right = seconding->right;
	seconded->waiting = sabot_api_wait(api, peer, request);
	if (sabot_api_identify(api, &claim, on_identified, seconded, error))
		return;
	sabot_api_wait_end(seconded->waiting);
	g_free(seconded);
}

bool
sabot_api_sign_second(const struct sabot_api *api, const struct sabot_peer *peer, json_t *event,
		      const struct sabot_person *second, GError **error)
{
	g_autofree char *id = second ? sabot_person_id(second) : NULL;

	if (id)
		json_object_set_new(event, "second", json_string(id));
	if (id || !sabot_api_get_person(api, peer))
		return true;
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_SECOND_WANTED,
		    SABOT_REFUSAL("this is signed by two: give \"second\" with name and pin"));
	return false;
}
