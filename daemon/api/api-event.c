/* `event`: events that people, simulators and dealers' displays report. */
#include "api-private.h"
#include "daemon/devices/device-link.h"
#include "daemon/tables/run-out.h"
#include "proto/json-write.h"
#include "view/veil.h"

#include <string.h>

enum { API_EVENT_BYTES_MAX = 16 * 1024 }; /* so that the push about it fits into a line */

/* A card, or that something of the shoe's was not seen: this puts the round in doubt. */
static bool
speaks_for_shoe(const struct sabot_event *event)
{
	return event->type == SABOT_EVENT_CARD || (event->type == SABOT_EVENT_DEVICE &&
						   (event->u.device.state == SABOT_DEVICE_LOST ||
						    event->u.device.state == SABOT_DEVICE_OFFLINE));
}

static const char *const reads_cards = SABOT_REFUSAL(
	"this table's shoe is there and reads the cards itself: one is keyed in only while it is "
	"dead; what an unread card was is said by a ruling on it");
static const char *const reads_losses =
	SABOT_REFUSAL("this table's shoe is there: it reports itself what it lost");

/* Refuse it if the shoe reports it itself: a keyed-in card would count twice. */
static bool
check_keyed(struct sabot_api *api, const struct sabot_table_service *table,
	    const struct sabot_event *event, GError **error)
{
	const struct sabot_device_link *shoe;

	if (!speaks_for_shoe(event))
		return true;
	shoe = api->options.find_device(table->config->device->name, api->options.data);
	if (!shoe)
		return true;
	if (sabot_device_link_reads(shoe))
		return sabot_wire_refuse(
			SABOT_WIRE_ERROR_NOT_ALLOWED,
			event->type == SABOT_EVENT_CARD ? reads_cards : reads_losses, error);
	if (event->type == SABOT_EVENT_CARD &&
	    sabot_floor_has_unshown_card(api->options.floor, table))
		return sabot_wire_refuse(
			SABOT_WIRE_ERROR_NOT_ALLOWED,
			SABOT_REFUSAL(
				"this table's shoe has read a card that is still being saved: wait "
				"until it is shown, and key in only what is then missing"),
			error);
	return true;
}

/* Only the shoe itself may report its events, unless it is dead and cards are keyed in. */
static bool
check_source(struct sabot_api *api, const struct sabot_table_service *table,
	     const struct sabot_event *event, GError **error)
{
	bool is_of_shoe = event->type == SABOT_EVENT_CARD || event->type == SABOT_EVENT_CUT_CARD ||
			  event->type == SABOT_EVENT_DEVICE;

	if (!table->config->device || !is_of_shoe)
		return true;
	if (event->source == SABOT_SOURCE_MANUAL)
		return check_keyed(api, table, event, error);
	return sabot_wire_refuse(
		SABOT_WIRE_ERROR_NOT_ALLOWED,
		SABOT_REFUSAL(
			"a device reads this table's shoe: keyed in it needs \"src\":\"manual\""),
		error);
}

static bool
check_marks(const struct sabot_table_service *table, const struct sabot_wire_event_head *head,
	    GError **error)
{
	if (head->sim && !table->config->is_simulated)
		return sabot_wire_refuse(
			SABOT_WIRE_ERROR_NOT_ALLOWED,
			SABOT_REFUSAL(
				"a simulated event at a real table: for a simulated shoe the table "
				"needs simulated = yes in the configuration"),
			error);
	return true;
}

static bool
parse_event(const struct sabot_table_service *table, const struct sabot_wire_event_request *args,
	    struct sabot_event_buffer *buffer, struct sabot_event *ret_event, GError **error)
{
	enum sabot_game game = sabot_derive_table(table->derive)->rules.game;
	char why[SABOT_EVENT_ERROR_SIZE];

	if (sabot_json_count_bytes(args->event) > API_EVENT_BYTES_MAX) {
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_TOO_LARGE,
			    "event: longer than %d bytes", API_EVENT_BYTES_MAX);
		return false;
	}
	if (sabot_event_from_json(args->event, game, buffer, ret_event, why))
		return check_marks(table, args->head, error);
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST, "event.%s", why);
	return false;
}

/* A client's event, and who signs it. */
struct submission {
	struct sabot_api *api;
	struct sabot_peer *peer;
	const struct sabot_wire_request *request;
	const struct sabot_wire_event_request *args; /* its record */
	/* who has proven his identity; NULL: nobody, or not yet */
	const struct sabot_person *second;
};

static void
require_second(const struct submission *submission, GError **error);

/* A ruling on a critical incident needs two persons; so do new limits, if the house wants that. */
static bool
wants_second(const struct submission *submission, const struct sabot_wire_incident *incident)
{
	if (incident)
		return incident->severity == SABOT_WIRE_SEVERITY_CRITICAL;
	return submission->api->options.config->needs_two_for_changes &&
	       g_strcmp0(submission->args->head->ev, "limits") == 0;
}

/*
 * Two signatures are needed only where acting needs persons at all. True if nothing is missing;
 * false with an error, or without one while a second person's PIN is being checked.
 */
static bool
has_second(const struct submission *submission, const struct sabot_wire_incident *incident,
	   GError **error)
{
	g_autofree char *id = NULL;

	if (!wants_second(submission, incident) || !sabot_api_requires_persons(submission->api) ||
	    !sabot_api_get_person(submission->api, submission->peer))
		return true;
	if (submission->second) {
		id = sabot_person_id(submission->second);
		json_object_set_new(submission->args->event, "second", json_string(id));
		return true;
	}
	if (submission->args->second)
		require_second(submission, error);
	else
		sabot_wire_refuse(SABOT_WIRE_ERROR_SECOND_WANTED,
				  incident ? SABOT_REFUSAL("a critical incident is ruled by two: "
							   "give \"second\" with name and pin")
					   : SABOT_REFUSAL("limits are changed by two: give "
							   "\"second\" with name and pin"),
				  error);
	return false;
}

/* Sign the event. */
static bool
sign(const struct submission *submission, GError **error)
{
	const struct sabot_wire_event_head *head = submission->args->head;

	return sabot_api_check_given(submission->api, submission->peer, head->by,
				     sabot_api_second_of(head->second, head->second_id), error) &&
	       sabot_api_sign(submission->api, submission->peer, head->by, submission->args->event,
			      error);
}

/* A person let in by a recovery code, directly or not, may not rule that it was used rightly. */
static bool
is_his_way_back(const struct submission *submission, const struct sabot_wire_incident *incident,
		GError **error)
{
	const struct sabot_person *person = sabot_api_get_person(submission->api, submission->peer);
	const struct sabot_house *house = sabot_floor_get_house(submission->api->options.floor);

	if (!person || !incident ||
	    strcmp(incident->code,
		   sabot_incident_code_to_string(SABOT_INCIDENT_ACCESS_RECOVERED)) != 0 ||
	    !sabot_rights_are_by_code(house->rights, person->id, incident->at_us))
		return false;
	g_set_error(
		error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED,
		SABOT_REFUSAL(
			"who came in by the one-time code, or was made by who did, does not rule "
			"on it: somebody else does"));
	return true;
}

/* Clients may rule on the daemon's findings, but only the daemon reports them. */
static void
submit_house(const struct submission *submission, GError **error)
{
	const struct sabot_wire_event_head *head = submission->args->head;
	struct sabot_floor *floor = submission->api->options.floor;
	const struct sabot_wire_incident *incident;
	struct sabot_origin origin;

	if (g_strcmp0(head->ev, "ruling") != 0) {
		sabot_wire_refuse(SABOT_WIRE_ERROR_NOT_ALLOWED,
				  SABOT_REFUSAL("the house log takes rulings only"), error);
		return;
	}
	incident =
		sabot_incident_book_find(&sabot_floor_get_house(floor)->incidents, head->incident);
	if (!sabot_api_sees(submission->peer,
			    incident ? sabot_wire_incident_table(incident) : SABOT_HOUSE_NAME)) {
		sabot_wire_refuse(SABOT_WIRE_ERROR_NOT_ALLOWED,
				  SABOT_REFUSAL("incident: this machine does not see it"), error);
		return;
	}
	if (!sabot_api_may(submission->api, submission->peer, SABOT_RIGHT_RULE_HOUSE, NULL,
			   error) ||
	    is_his_way_back(submission, incident, error) || !sign(submission, error) ||
	    !has_second(submission, incident, error))
		return;
	origin = sabot_api_answer_later(submission->peer, submission->request);
	origin.person = submission->second;
	if (!sabot_floor_submit_house(floor, submission->args->event, &origin, error))
		sabot_api_drop_answer(&origin);
}

/* True if the event is the dealer's report that an ordered correction was done. */
static bool
is_ordered(const struct sabot_wire_event_head *head)
{
	return head->redress && g_strcmp0(head->ev, "correction") == 0;
}

/*
 * Redress left by the ruling is shown to the dealer, and is recorded by a correction of its own
 * once it is done.
 */
static void
mark_ruling(json_t *object, const struct sabot_event *event)
{
	bool is_about_money = event->u.ruling.remedy == SABOT_REMEDY_PAY_DIFFERENCE ||
			      event->u.ruling.remedy == SABOT_REMEDY_VOID_ROUND ||
			      event->u.ruling.remedy == SABOT_REMEDY_READ_AS;

	if (is_about_money)
		json_object_set_new(object, SABOT_RULING_PROMPTED, json_true());
	else
		json_object_del(object, SABOT_RULING_PROMPTED);
}

/* A dealer may mend the last card and name an unread one; all other rulings are the pit's. */
static enum sabot_right
right_of(const struct sabot_event *event, const struct sabot_wire_event_head *head,
	 const struct sabot_wire_incident *incident)
{
	if (is_ordered(head))
		return SABOT_RIGHT_DEAL;
	if (event->type == SABOT_EVENT_RULING && event->u.ruling.is_mend)
		return SABOT_RIGHT_MEND;
	if (event->type == SABOT_EVENT_RULING && event->u.ruling.remedy == SABOT_REMEDY_READ_AS &&
	    event->of == 0 && incident && g_strcmp0(incident->code, "unread_card") == 0)
		return SABOT_RIGHT_READ_AS;
	return sabot_access_event(event->type);
}

/*
 * An event sent too early would be answered from face-down cards; it can be sent again once they
 * are turned.
 */
static bool
check_due(const struct sabot_table_service *table, const struct sabot_event *event, GError **error)
{
	if (table->fault || !sabot_veil_hides_due(sabot_derive_table(table->derive), event))
		return true;
	return sabot_wire_refuse(
		SABOT_WIRE_ERROR_NOT_ALLOWED,
		SABOT_REFUSAL(
			"what is owed hangs on cards that lie face down: say it when they are "
			"turned"),
		error);
}

/* Bets only at an open table; a load is run out only if none of it has been dealt. */
static bool
check_state(const struct sabot_table_service *table, const struct sabot_wire_event_head *head,
	    GError **error)
{
	const struct sabot_table *state = sabot_derive_table(table->derive);
	bool is_bet = g_strcmp0(head->ev, "bet") == 0 || g_strcmp0(head->ev, "no_more_bets") == 0;

	if (table->run_out && is_bet)
		return sabot_wire_refuse(SABOT_WIRE_ERROR_NOT_ALLOWED,
					 SABOT_REFUSAL("the load is being run out"), error);
	if (state->state == SABOT_TABLE_CLOSED && g_strcmp0(head->ev, "bet") == 0)
		return sabot_wire_refuse(
			SABOT_WIRE_ERROR_NOT_ALLOWED,
			SABOT_REFUSAL("the table is closed: it takes no bets until it is opened"),
			error);
	if (g_strcmp0(head->code, SABOT_RUN_OUT) != 0 ||
	    (state->load.in_shoe && !state->round.open))
		return true;
	return sabot_wire_refuse(SABOT_WIRE_ERROR_NOT_ALLOWED,
				 SABOT_REFUSAL("a load is run out between two rounds"), error);
}

/* While a load is run out a keyed-in card is not a dealt one; all of them are in the `unload`. */
static bool
rewrite_run_out(const struct sabot_table_service *table,
		const struct sabot_wire_event_request *args, GError **error)
{
	const struct sabot_wire_event_head *head = args->head;
	json_t *object = args->event;

	if (table->run_out && g_strcmp0(head->ev, "card") == 0 && head->card) {
		json_object_set_new(object, "ev", json_string("device"));
		json_object_set_new(object, "state", json_string("unlocked"));
		json_object_set_new(object, "code", json_string(SABOT_RUN_OUT));
		json_object_set(object, "detail", head->card);
		json_object_del(object, "card");
	} else if (g_strcmp0(head->ev, "unload") == 0 && head->run_out) {
		if (!table->run_out)
			return sabot_wire_refuse(SABOT_WIRE_ERROR_NOT_ALLOWED,
						 SABOT_REFUSAL("run_out: the load is not run out"),
						 error);
		json_object_del(object, "run_out");
		json_object_set_new(object, "cards", json_copy(table->run_out));
	}
	return true;
}

/* A client names a card by the number of its event, the log by its line. */
static bool
rewrite_of(const struct sabot_table_service *table, const struct sabot_wire_event_request *args,
	   GError **error)
{
	const struct sabot_wire_event_head *head = args->head;
	unsigned line = head->of <= table->n ? sabot_table_service_line_of(table, head->of) : 0;

	if (g_strcmp0(head->ev, "ruling") != 0 || head->of == 0)
		return true;
	if (line == 0)
		return sabot_wire_refuse(
			SABOT_WIRE_ERROR_BAD_REQUEST,
			SABOT_REFUSAL("of: under the rules in force there is no such event"),
			error);
	json_object_set_new(args->event, "of", json_integer(line));
	return true;
}

/*
 * A finding that contradicts the shoe is written before the event, so that nothing comes between
 * the event and what follows from it.
 */
static bool
check_mend(const struct submission *submission, const struct sabot_table_service *table,
	   const struct sabot_event *event, GError **error)
{
	if (event->type != SABOT_EVENT_RULING || !event->u.ruling.is_mend)
		return true;
	if (!sabot_api_check_mend(submission->api, submission->peer, table, event, error))
		return false;
	sabot_api_report_mend(submission->api, submission->peer, table, event);
	return true;
}

static void
submit_table(const struct submission *submission, struct sabot_table_service *table, GError **error)
{
	const struct sabot_wire_event_request *args = submission->args;
	g_autofree struct sabot_event_buffer *buffer = g_new(struct sabot_event_buffer, 1);
	const struct sabot_wire_incident *incident = NULL;
	struct sabot_origin origin;
	struct sabot_event event;

	if (table->away) {
		sabot_wire_refuse(SABOT_WIRE_ERROR_NOT_ALLOWED, table->away, error);
		return;
	}
	if (!check_state(table, args->head, error) || !rewrite_run_out(table, args, error) ||
	    !rewrite_of(table, args, error))
		return;
	if ((is_ordered(args->head) &&
	     !sabot_api_fill_redress(submission->api, table, args, error)) ||
	    !sign(submission, error) || !parse_event(table, args, buffer, &event, error) ||
	    !check_source(submission->api, table, &event, error))
		return;
	if (event.type == SABOT_EVENT_RULING && !event.u.ruling.is_mend) {
		incident = sabot_incident_book_find(&table->incidents, event.u.ruling.incident);
		mark_ruling(args->event, &event);
	}
	if (!sabot_api_may(submission->api, submission->peer,
			   right_of(&event, args->head, incident), table, error) ||
	    !check_due(table, &event, error) || !has_second(submission, incident, error))
		return;
	sabot_api_date_event(submission->api, submission->peer, table->config->name, args->event,
			     &event);
	if (!check_mend(submission, table, &event, error))
		return;
	origin = sabot_api_answer_later(submission->peer, submission->request);
	origin.person = submission->second;
	sabot_floor_submit(submission->api->options.floor, table, args->event, &event, &origin);
}

static void
submit(const struct submission *submission, GError **error)
{
	struct sabot_table_service *table;

	if (strcmp(submission->args->table, SABOT_HOUSE_NAME) == 0) {
		submit_house(submission, error);
		return;
	}
	table = sabot_api_get_table(submission->api, submission->peer, submission->args->table,
				    error);
	if (table)
		submit_table(submission, table, error);
}

static void
on_second_identified(const struct sabot_person *second, const GError *refusal, void *data)
{
	struct sabot_api_waiting *waiting = data;
	struct submission submission = {waiting->api, waiting->peer, &waiting->request,
					waiting->request.record, second};
	g_autoptr(GError) error = refusal ? g_error_copy(refusal) : NULL;

	if (!error &&
	    sabot_api_check_second(waiting->api, waiting->peer, second, SABOT_RIGHT_SECOND, &error))
		submit(&submission, &error);
	g_prefix_error(&error, "%s", refusal ? "second: " : "");
	if (error)
		sabot_api_send_noted(waiting->api, waiting->peer, waiting->request.id,
				     sabot_wire_reply_gerror(waiting->request.id, error));
	sabot_api_wait_end(waiting);
}

static void
require_second(const struct submission *submission, GError **error)
{
	struct sabot_claim claim;
	struct sabot_api_waiting *waiting;

	if (!sabot_api_get_second(submission->peer, submission->args->second, &claim, error))
		return;
	waiting = sabot_api_wait(submission->api, submission->peer, submission->request);
	if (!sabot_api_identify(submission->api, &claim, on_second_identified, waiting, error))
		sabot_api_wait_end(waiting);
}

void
sabot_api_submit_event(struct sabot_api *api, struct sabot_peer *peer,
		       const struct sabot_wire_request *request,
		       const struct sabot_wire_event_request *args, GError **error)
{
	const struct submission submission = {api, peer, request, args, NULL};

	submit(&submission, error);
}

json_t *
sabot_api_event(struct sabot_api *api, struct sabot_peer *peer,
		const struct sabot_wire_request *request, GError **error)
{
	sabot_api_submit_event(api, peer, request, request->record, error);
	return NULL;
}

void
sabot_api_submit_house(struct sabot_api *api, struct sabot_peer *peer,
		       const struct sabot_wire_request *request,
		       const struct sabot_api_draft *draft, GError **error)
{
	struct sabot_origin origin;

	if (sabot_api_sign(api, peer, draft->by, draft->event, error)) {
		origin = sabot_api_answer_later(peer, request);
		if (!sabot_floor_submit_house(api->options.floor, draft->event, &origin, error))
			sabot_api_drop_answer(&origin);
	}
	json_decref(draft->event);
}

/* Exactly one of the members gives the card. */
static json_t *
build_event(const struct sabot_wire_mend_request *args, GError **error)
{
	int n_said = (args->card != NULL) + (args->box != 0) + args->is_dealer + args->is_early;
	json_t *event = json_pack("{s:s, s:b, s:s}", "ev", "ruling", "mend", 1, "remedy",
				  args->card       ? "read_as"
				  : args->is_early ? "first_of_next_round"
						   : "move_card");

	if (n_said != 1) {
		sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
				  "one of card, box, dealer and early is wanted", error);
		json_decref(event);
		return NULL;
	}
	if (args->card)
		json_object_set_new(event, "card", json_string(args->card));
	if (args->box != 0)
		json_object_set_new(event, "box", json_integer(args->box));
	if (args->box != 0 && args->hand >= 0)
		json_object_set_new(event, "hand", json_integer(args->hand));
	if (args->of != 0)
		json_object_set_new(event, "of", json_integer(args->of));
	if (args->by)
		json_object_set_new(event, "by", json_string(args->by));
	return event;
}

json_t *
sabot_api_mend(struct sabot_api *api, struct sabot_peer *peer,
	       const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_mend_request *args = request->record;
	json_t *event = build_event(args, error);
	struct sabot_wire_event_request *as_event;
	json_t *object;

	if (!event)
		return NULL;
	object = json_pack("{s:s, s:o}", "table", args->table, "event", event);
	as_event = sabot_record_parse(&sabot_wire_event_request_type, object, error);
	if (as_event)
		sabot_api_submit_event(api, peer, request, as_event, error);
	sabot_record_unref(as_event);
	json_decref(object);
	return NULL;
}
