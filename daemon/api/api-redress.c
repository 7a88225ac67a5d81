/*
 * `redress_order`, `redress_withdraw`: the pit has something paid or collected for a round that is
 * over, or does not want it any more. That it was done the dealer says, by the `correction` that
 * names the order: what else stands in it is the order's.
 */
#include "api-private.h"

#include <string.h>

enum { REDRESS_TEXT_BYTES_MAX = 200 };

static const int64_t amount_max_minor = INT64_C(1000000000000);

/* The table, if the client may order redress there. Without its database the daemon
 * does not know what was ordered, nor would it afterwards. */
static struct sabot_table_service *
begin(struct sabot_api *api, struct sabot_peer *peer, const struct sabot_wire_request *request,
      GError **error)
{
	struct sabot_table_service *table = sabot_api_get_table(api, peer, request, error);

	if (!table || !sabot_api_may(api, peer, SABOT_RIGHT_RUN, table, error))
		return NULL;
	if (table->away) {
		sabot_api_refuse(SABOT_WIRE_ERROR_NOT_ALLOWED, table->away, error);
		return NULL;
	}
	if (sabot_floor_get_outage(api->options.floor)) {
		sabot_api_refuse(SABOT_WIRE_ERROR_NOT_ALLOWED,
				 "there is no database: it is put right when there is", error);
		return NULL;
	}
	return table;
}

static bool
get_reason(const struct sabot_wire_request *request, const char *name, const char **ret_text,
	   GError **error)
{
	if (!sabot_wire_request_get_string(request, name, true, ret_text, error))
		return false;
	if ((*ret_text)[0] != '\0' && strlen(*ret_text) <= REDRESS_TEXT_BYTES_MAX)
		return true;
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
		    "%s: 1 to %d bytes are wanted", name, REDRESS_TEXT_BYTES_MAX);
	return false;
}

/* What is to be paid, to whom and why. */
struct wish {
	int64_t round, amount_minor, box, incident;
	const char *bettor, *note;
};

static bool
check_wish(const struct sabot_table_service *table, const struct wish *wish, GError **error)
{
	const struct sabot_table *state = sabot_derive_table(table->derive);

	if (wish->round < 1 || wish->round > state->n_rounds ||
	    (state->round.open && wish->round == state->round.number))
		return sabot_api_refuse(SABOT_WIRE_ERROR_BAD_REQUEST, "round: is none that is over",
					error);
	if (wish->amount_minor == 0 || wish->amount_minor > amount_max_minor ||
	    wish->amount_minor < -amount_max_minor)
		return sabot_api_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
					"amount: is nothing to be paid", error);
	if (wish->box < 0 || wish->box > state->rules.boxes)
		return sabot_api_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
					"box: the table has no such box", error);
	if (wish->bettor && (wish->box == 0 || strlen(wish->bettor) > SABOT_BETTOR_BYTES_MAX))
		return sabot_api_refuse(SABOT_WIRE_ERROR_BAD_REQUEST, "bettor: is nobody at a box",
					error);
	return true;
}

static bool
read_wish(const struct sabot_wire_request *request, struct wish *ret_wish, GError **error)
{
	return sabot_wire_request_get_integer(request, "round", true, &ret_wish->round, error) &&
	       sabot_wire_request_get_integer(request, "amount", true, &ret_wish->amount_minor,
					      error) &&
	       sabot_wire_request_get_integer(request, "box", false, &ret_wish->box, error) &&
	       sabot_wire_request_get_integer(request, "incident", false, &ret_wish->incident,
					      error) &&
	       sabot_wire_request_get_string(request, "bettor", false, &ret_wish->bettor, error) &&
	       get_reason(request, "note", &ret_wish->note, error);
}

/* Transferred. */
static json_t *
build_order(const struct sabot_table_service *table, const struct wish *wish,
	    const struct sabot_wire_request *request)
{
	json_t *by = json_object_get(request->args, "by");
	json_t *order = json_pack("{s:s, s:s, s:s, s:I, s:I, s:s}", "ev", "redress", "do", "order",
				  "table", table->config->name, "round", (json_int_t)wish->round,
				  "amount", (json_int_t)wish->amount_minor, "note", wish->note);

	if (wish->box > 0)
		json_object_set_new(order, "box", json_integer(wish->box));
	if (wish->bettor && wish->bettor[0])
		json_object_set_new(order, "bettor", json_string(wish->bettor));
	if (wish->incident > 0)
		json_object_set_new(order, "incident", json_integer(wish->incident));
	if (json_is_string(by))
		json_object_set(order, "by", by);
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
		sabot_api_send(peer, request->id, sabot_wire_reply_gerror(request->id, error));
		sabot_api_drop_answer(&origin);
	}
	json_decref(event);
}

/* As its ruling is, what follows from a critical incident is two persons'. */
static bool
wants_second(const struct sabot_table_service *table, const struct wish *wish)
{
	const struct sabot_wire_incident *incident =
		sabot_incident_book_find(&table->incidents, wish->incident);

	return incident && incident->severity == SABOT_WIRE_SEVERITY_CRITICAL;
}

static void
order(struct sabot_api *api, struct sabot_peer *peer, const struct sabot_wire_request *request,
      const struct sabot_person *second, GError **error)
{
	const struct sabot_table_service *table = begin(api, peer, request, error);
	struct wish wish = {0};
	json_t *event;

	if (!table || !read_wish(request, &wish, error) || !check_wish(table, &wish, error))
		return;
	event = build_order(table, &wish, request);
	if (!sabot_api_sign(api, peer, event, error) ||
	    ((second || wants_second(table, &wish)) &&
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
	sabot_api_with_second(api, peer, request, order, error);
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
		sabot_api_refuse(SABOT_WIRE_ERROR_NOT_ALLOWED,
				 "redress: was done or withdrawn, or never ordered", error);
	return redress;
}

json_t *
sabot_api_redress_withdraw(struct sabot_api *api, struct sabot_peer *peer,
			   const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_table_service *table = begin(api, peer, request, error);
	json_t *by = json_object_get(request->args, "by"), *event;
	const char *reason;
	int64_t number = 0;

	if (!table || !sabot_wire_request_get_integer(request, "redress", true, &number, error) ||
	    !get_reason(request, "reason", &reason, error) || !find(api, table, number, error))
		return NULL;
	event = json_pack("{s:s, s:s, s:s, s:I, s:s}", "ev", "redress", "do", "withdraw", "table",
			  table->config->name, "redress", (json_int_t)number, "reason", reason);
	if (json_is_string(by))
		json_object_set(event, "by", by);
	if (sabot_api_sign(api, peer, event, error))
		submit(api, peer, request, NULL, event);
	else
		json_decref(event);
	return NULL;
}

/* What the client says of it must be the order's; what it leaves out is filled in. */
static bool
fill(json_t *event, const char *name, json_t *value, GError **error)
{
	const json_t *said = json_object_get(event, name);

	if (!value || (said && !json_equal(said, value))) {
		if (!said)
			return true;
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED,
			    "%s: is not what was ordered", name);
		return false;
	}
	json_object_set(event, name, value);
	return true;
}

bool
sabot_api_fill_redress(const struct sabot_api *api, const struct sabot_table_service *table,
		       json_t *event, GError **error)
{
	static const char *const same[] = {"round", "amount", "box", "bettor", "incident"};
	const struct sabot_redress *redress;
	json_t *number = json_object_get(event, "redress");
	json_t *note;

	if (!json_is_integer(number))
		return sabot_api_refuse(SABOT_WIRE_ERROR_BAD_REQUEST, "redress: a number is wanted",
					error);
	redress = find(api, table, json_integer_value(number), error);
	if (!redress)
		return false;
	for (gsize i = 0; i < G_N_ELEMENTS(same); i++)
		if (!fill(event, same[i], json_object_get(redress->order, same[i]), error))
			return false;
	note = json_object_get(redress->order, "note");
	if (note && !json_object_get(event, "note"))
		json_object_set(event, "note", note);
	json_object_del(event, "decided");
	json_object_del(event, "decided_second");
	json_object_set(event, "decided", json_object_get(redress->order, "by"));
	json_object_set(event, "decided_second", json_object_get(redress->order, "second"));
	return true;
}
