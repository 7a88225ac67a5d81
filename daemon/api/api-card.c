/*
 * `person_card`: a card for a person, in addition to his PIN. It takes two: an administrator who
 * has logged in, and the person himself, who enters his PIN there.
 */
#include "api-private.h"
#include "proto/messages/access-requests.h"

/* The person logged in may have left meanwhile. */
static void
record_card(const struct sabot_api_waiting *waiting, const struct sabot_person *person)
{
	struct sabot_api *api = waiting->api;
	const struct sabot_person *by = sabot_api_get_person(api, waiting->peer);
	g_autofree char *id = sabot_person_id(person), *by_id = by ? sabot_person_id(by) : NULL;
	json_t *event, *ok;
	struct sabot_peer *peer;

	if (!by) {
		sabot_api_send_noted(
			api, waiting->peer, waiting->request.id,
			sabot_wire_reply_error(waiting->request.id, SABOT_WIRE_ERROR_LOGIN_WANTED,
					       SABOT_REFUSAL("the log-in ended meanwhile")));
		return;
	}
	event = json_pack("{s:s, s:s, s:s, s:s}", "ev", "person", "person", id, "do", "card", "by",
			  by_id);
	sabot_rights_add_digests(event, person);
	sabot_api_record(api, event, person);
	ok = json_pack("{s:s, s:s*, s:s, s:s, s:b}", "person", id, "name", person->name, "role",
		       sabot_role_to_string(person->role), "state", "active", "card", true);
	sabot_api_send_noted(api, waiting->peer, waiting->request.id,
			     sabot_wire_reply_ok(waiting->request.id, ok));
	while ((peer = sabot_sessions_find_person(api->sessions, person->id)))
		sabot_api_end_session(api, peer, "changed");
}

static void
on_proven(const struct sabot_person *person, const GError *error, void *data)
{
	struct sabot_api_waiting *waiting = data;

	if (person)
		record_card(waiting, person);
	else
		sabot_api_send_noted(waiting->api, waiting->peer, waiting->request.id,
				     sabot_wire_reply_gerror(waiting->request.id, error));
	sabot_api_wait_end(waiting);
}

static bool
check_person(const struct sabot_api *api, const struct sabot_peer *peer, const char *who,
	     GError **error)
{
	const struct sabot_person *by = sabot_api_get_person(api, peer);
	const struct sabot_person *person =
		sabot_person_book_find(sabot_floor_get_persons(api->options.floor), who);

	if (person && by && person->id == by->id)
		return sabot_wire_refuse(
			SABOT_WIRE_ERROR_NOT_ALLOWED,
			SABOT_REFUSAL("person: two do this: another admin registers one's card"),
			error);
	if (!person || api->options.config->wants_cards[person->role])
		return true; /* an unknown person has no PIN either */
	return sabot_wire_refuse(
		SABOT_WIRE_ERROR_NOT_ALLOWED,
		SABOT_REFUSAL("person: of this role no card is wanted ([daemon] cards)"), error);
}

json_t *
sabot_api_person_card(struct sabot_api *api, struct sabot_peer *peer,
		      const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_person_card_request *args = request->record;
	const struct sabot_claim claim = {peer, args->person, args->pin, args->new_pin, args->card};
	const char *why = sabot_card_refusal(args->card);
	struct sabot_api_waiting *waiting;

	if (sabot_floor_get_outage(api->options.floor)) {
		sabot_wire_refuse(
			SABOT_WIRE_ERROR_NOT_ALLOWED,
			SABOT_REFUSAL("the daemon has no database: persons cannot be changed"),
			error);
		return NULL;
	}
	if (!sabot_api_may(api, peer, SABOT_RIGHT_PERSONS, NULL, error))
		return NULL;
	if (why) {
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST, "card: %s", why);
		return NULL;
	}
	if (!check_person(api, peer, args->person, error))
		return NULL;
	waiting = sabot_api_wait(api, peer, request);
	if (!sabot_api_identify(api, &claim, on_proven, waiting, error))
		sabot_api_wait_end(waiting);
	return NULL;
}
