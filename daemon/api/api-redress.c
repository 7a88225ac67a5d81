/*
 * `redress_order`, `redress_withdraw`: the pit orders a payment or collection for a round that is
 * over, or withdraws the order. The dealer reports that it was done with the `correction` that
 * names the order; its other members are the order's.
 */
#include "api-private.h"

#include <string.h>

enum { REDRESS_TEXT_BYTES_MAX = 200 };

static const int64_t amount_max_minor = INT64_C(1000000000000);

/*
 * The table, if the client may order redress there. Without its database the daemon does not know
 * the orders, nor would it after a restart.
 */
static struct sabot_table_service *
begin(struct sabot_api *api, struct sabot_peer *peer, const char *name, GError **error)
{
	struct sabot_table_service *table = sabot_api_get_table(api, peer, name, error);

	if (!table || !sabot_api_may(api, peer, SABOT_RIGHT_RUN, table, error))
		return NULL;
	if (table->away) {
		sabot_wire_refuse(SABOT_WIRE_ERROR_NOT_ALLOWED, table->away, error);
		return NULL;
	}
	if (sabot_floor_get_outage(api->options.floor)) {
		sabot_wire_refuse(
			SABOT_WIRE_ERROR_NOT_ALLOWED,
			SABOT_REFUSAL("there is no database: it is put right when there is"),
			error);
		return NULL;
	}
	return table;
}

static bool
check_reason(const char *name, const char *text, GError **error)
{
	if (text[0] != '\0' && strlen(text) <= REDRESS_TEXT_BYTES_MAX)
		return true;
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
		    SABOT_REFUSAL("%s: 1 to %d bytes are wanted"), name, REDRESS_TEXT_BYTES_MAX);
	return false;
}

static bool
check_wish(const struct sabot_table_service *table,
	   const struct sabot_wire_redress_order_request *wish, GError **error)
{
	const struct sabot_table *state = sabot_derive_table(table->derive);

	if (wish->round < 1 || wish->round > state->n_rounds ||
	    (state->round.open && wish->round == state->round.number))
		return sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
					 SABOT_REFUSAL("round: is none that is over"), error);
	if (wish->amount_minor == 0 || wish->amount_minor > amount_max_minor ||
	    wish->amount_minor < -amount_max_minor)
		return sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
					 SABOT_REFUSAL("amount: is nothing to be paid"), error);
	if (wish->box < 0 || wish->box > state->rules.boxes)
		return sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
					 SABOT_REFUSAL("box: the table has no such box"), error);
	if (wish->bettor && (wish->box == 0 || strlen(wish->bettor) > SABOT_BETTOR_BYTES_MAX))
		return sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
					 SABOT_REFUSAL("bettor: is nobody at a box"), error);
	return true;
}

/* Transferred. */
static json_t *
build_order(const struct sabot_table_service *table,
	    const struct sabot_wire_redress_order_request *wish)
{
	json_t *order = json_pack("{s:s, s:s, s:s, s:I, s:I, s:s}", "ev", "redress", "do", "order",
				  "table", table->config->name, "round", (json_int_t)wish->round,
				  "amount", (json_int_t)wish->amount_minor, "note", wish->note);

	if (wish->box > 0)
		json_object_set_new(order, "box", json_integer(wish->box));
	if (wish->bettor && wish->bettor[0])
		json_object_set_new(order, "bettor", json_string(wish->bettor));
	if (wish->incident > 0)
		json_object_set_new(order, "incident", json_integer(wish->incident));
	if (wish->by)
		json_object_set_new(order, "by", json_string(wish->by));
	return order;
}

/* Write `event` (transferred), and answer once it is recorded. */
static void
submit(struct sabot_api *api, struct sabot_peer *peer, const struct sabot_wire_request *request,
       const struct sabot_person *second, json_t *event)
{
	struct sabot_origin origin = sabot_api_answer_later(peer, request);
	g_autoptr(GError) error = NULL;

	origin.person = second;
	if (!sabot_floor_submit_house(api->options.floor, event, &origin, &error)) {
		sabot_peer_send_message(peer, request->id,
					sabot_wire_reply_gerror(request->id, error));
		sabot_api_drop_answer(&origin);
	}
	json_decref(event);
}

/* Redress for a critical incident needs two persons, as its ruling does. */
static bool
wants_second(const struct sabot_table_service *table, int64_t id)
{
	const struct sabot_wire_incident *incident =
		sabot_incident_book_find(&table->incidents, id);

	return incident && incident->severity == SABOT_WIRE_SEVERITY_CRITICAL;
}

static void
order(struct sabot_api *api, struct sabot_peer *peer, const struct sabot_wire_request *request,
      const struct sabot_person *second, GError **error)
{
	const struct sabot_wire_redress_order_request *wish = request->record;
	const struct sabot_table_service *table = begin(api, peer, wish->table, error);
	json_t *event;

	if (!table || !check_reason("note", wish->note, error) || !check_wish(table, wish, error))
		return;
	event = build_order(table, wish);
	if (!sabot_api_sign(api, peer, wish->by, event, error) ||
	    ((second || wants_second(table, wish->incident)) &&
	     !sabot_api_sign_second(api, peer, event, second, error))) {
		json_decref(event);
		return;
	}
	submit(api, peer, request, second, event);
}

json_t *
sabot_api_redress_order(struct sabot_api *api, struct sabot_peer *peer,
			const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_redress_order_request *args = request->record;
	const struct sabot_api_seconding seconding = {args->second, SABOT_RIGHT_SECOND, order};

	sabot_api_with_second(api, peer, request, &seconding, error);
	return NULL;
}

/* The open order of that number; NULL with an error. Borrowed until the next event. */
static const struct sabot_redress *
find(const struct sabot_api *api, const struct sabot_table_service *table, int64_t number,
     GError **error)
{
	const struct sabot_redress *redress = sabot_redress_book_find(
		sabot_floor_get_house(api->options.floor)->redress, table->config->name, number);

	if (!redress)
		sabot_wire_refuse(SABOT_WIRE_ERROR_NOT_ALLOWED,
				  SABOT_REFUSAL("redress: was done or withdrawn, or never ordered"),
				  error);
	return redress;
}

json_t *
sabot_api_redress_withdraw(struct sabot_api *api, struct sabot_peer *peer,
			   const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_redress_withdraw_request *args = request->record;
	const struct sabot_table_service *table = begin(api, peer, args->table, error);
	json_t *event;

	if (!table || !check_reason("reason", args->reason, error) ||
	    !find(api, table, args->redress, error))
		return NULL;
	event = json_pack("{s:s, s:s, s:s, s:I, s:s}", "ev", "redress", "do", "withdraw", "table",
			  table->config->name, "redress", (json_int_t)args->redress, "reason",
			  args->reason);
	if (args->by)
		json_object_set_new(event, "by", json_string(args->by));
	if (sabot_api_sign(api, peer, args->by, event, error))
		submit(api, peer, request, NULL, event);
	else
		json_decref(event);
	return NULL;
}

/* Members that the client gives must equal the order's. */
static bool
is_same(const char *name, const json_t *said, const json_t *ordered, GError **error)
{
	if (!said || (ordered && json_equal(said, ordered)))
		return true;
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED,
		    SABOT_REFUSAL("%s: is not what was ordered"), name);
	return false;
}

static bool
check_terms(const struct sabot_wire_redress_terms *said,
	    const struct sabot_wire_redress_terms *ordered, GError **error)
{
	return is_same("round", said->round, ordered->round, error) &&
	       is_same("amount", said->amount, ordered->amount, error) &&
	       is_same("box", said->box, ordered->box, error) &&
	       is_same("bettor", said->bettor, ordered->bettor, error) &&
	       is_same("incident", said->incident, ordered->incident, error);
}

static void
set(json_t *event, const char *name, json_t *value)
{
	if (value)
		json_object_set(event, name, value);
}

/*
 * Name the bettor of the seat itself: without a name the correction would be for all who bet on the
 * box.
 */
static void
name_seat(json_t *event, int64_t box)
{
	g_autofree char *name = g_strdup_printf("%" G_GINT64_FORMAT, box);

	json_object_set_new(event, "bettor", json_string(name));
}

/* Fill in the members that the client leaves out, and who gave the order. */
static void
fill(json_t *event, const struct sabot_wire_redress_terms *said,
     const struct sabot_wire_redress_terms *ordered)
{
	set(event, "round", ordered->round);
	set(event, "amount", ordered->amount);
	set(event, "box", ordered->box);
	set(event, "bettor", ordered->bettor);
	if (!ordered->bettor && ordered->box_number > 0 && ordered->ruling)
		name_seat(event, ordered->box_number);
	set(event, "incident", ordered->incident);
	if (!said->note)
		set(event, "note", ordered->note);
	json_object_del(event, "decided");
	json_object_del(event, "decided_second");
	set(event, "decided", ordered->by);
	set(event, "decided_second", ordered->second);
}

bool
sabot_api_fill_redress(const struct sabot_api *api, const struct sabot_table_service *table,
		       const struct sabot_wire_event_request *request, GError **error)
{
	const struct sabot_redress *redress;
	struct sabot_wire_redress_terms *ordered;
	bool is_right;

	if (request->head->redress_number == SABOT_WIRE_NO_NUMBER)
		return sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
					 "redress: a number is wanted", error);
	redress = find(api, table, request->head->redress_number, error);
	if (!redress)
		return false;
	ordered = sabot_record_parse(&sabot_wire_redress_terms_type, redress->order, NULL);
	is_right = check_terms(request->terms, ordered, error);
	if (is_right)
		fill(request->event, request->terms, ordered);
	sabot_record_unref(ordered);
	return is_right;
}
