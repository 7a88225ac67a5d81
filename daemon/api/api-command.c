/*
 * `command`: lock or unlock a shoe, or clear its error. The command and who gave it are logged
 * before anything is sent, so that a shoe never does anything that the log does not explain.
 */
#include "api-private.h"
#include "daemon/devices/device-link.h"

#include <string.h>

enum { API_BY_BYTES_MAX = 64 };

/* The request, while it is being recorded. */
struct order {
	struct sabot_api *api;
	struct sabot_peer *peer;
	json_t *id;
	char *device, *by;
	enum sabot_shoe_command command;
};

static void
free_order(struct order *order)
{
	sabot_peer_release(order->peer);
	sabot_peer_unref(order->peer);
	json_decref(order->id);
	g_free(order->device);
	g_free(order->by);
	g_free(order);
}

static struct sabot_device_link *
find_device(struct sabot_api *api, const char *name, GError **error)
{
	struct sabot_device_link *link = api->options.find_device(name, api->options.data);

	if (!link)
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
			    SABOT_REFUSAL("device: no table has a device %.40s"), name);
	return link;
}

/*
 * The device may have gone offline meanwhile: then the log has the command, and the reply says why
 * it was not done.
 */
static void
on_order_logged(const struct sabot_logged_event *step, void *data)
{
	struct order *order = data;
	g_autoptr(GError) error = NULL;
	struct sabot_device_link *link = NULL;
	json_t *reply;

	if (step)
		link = find_device(order->api, order->device, &error);
	else
		g_set_error(&error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_INTERNAL,
			    "neither the database nor the spool took the event");
	if (link && sabot_device_link_command(link, order->command, order->by, &error))
		reply = sabot_wire_reply_ok(order->id, json_pack("{s:I, s:I}", "seq",
								 (json_int_t)step->record->seq, "n",
								 (json_int_t)step->record->n));
	else
		reply = sabot_wire_reply_gerror(order->id, error);
	sabot_peer_send_message(order->peer, order->id, reply);
	free_order(order);
}

static bool
check_order(const struct sabot_wire_command_request *args, const char *by,
	    enum sabot_shoe_command *ret_command, GError **error)
{
	if (!by)
		return sabot_record_refuse_missing("by", error);
	if (!sabot_shoe_command_from_string(args->command, ret_command))
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
			    "command: is lock, unlock or clear");
	else if (!by[0] || strlen(by) > API_BY_BYTES_MAX)
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
			    SABOT_REFUSAL("by: has 1 to %d bytes"), API_BY_BYTES_MAX);
	else
		return true;
	return false;
}

/* Takes ownership of the order. */
static void
log_order(struct order *order, const struct sabot_device_link *link, GError **error)
{
	struct sabot_origin origin = {.done = on_order_logged, .data = order};
	json_t *event = json_pack("{s:s, s:s, s:s, s:s, s:s}", "ev", "command", "device",
				  order->device, "do", sabot_shoe_command_to_string(order->command),
				  "by", order->by, "table", sabot_device_link_get_table(link));

	if (!sabot_floor_submit_house(order->api->options.floor, event, &origin, error))
		free_order(order);
	json_decref(event);
}

json_t *
sabot_api_command(struct sabot_api *api, struct sabot_peer *peer,
		  const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_command_request *args = request->record;
	const struct sabot_person *person = sabot_api_get_person(api, peer);
	g_autofree char *by = person ? sabot_person_id(person) : g_strdup(args->by);
	enum sabot_shoe_command command;
	struct sabot_device_link *link;
	struct order *order;

	if (!sabot_api_check_given(api, peer, args->by, args->second ? "" : NULL, error) ||
	    !check_order(args, by, &command, error))
		return NULL;
	link = find_device(api, args->device, error);
	if (link && !sabot_api_sees(peer, sabot_device_link_get_table(link))) {
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
			    SABOT_REFUSAL("device: no table has a device %.40s"), args->device);
		return NULL;
	}
	if (link &&
	    !sabot_api_may(api, peer, SABOT_RIGHT_COMMAND,
			   sabot_floor_find(api->options.floor, sabot_device_link_get_table(link)),
			   error))
		return NULL;
	if (!link || !sabot_device_link_check_command(link, error))
		return NULL;
	order = g_new0(struct order, 1);
	*order = (struct order){
		.api = api,
		.peer = sabot_peer_ref(peer),
		.id = json_incref(request->id),
		.device = g_strdup(args->device),
		.by = g_steal_pointer(&by),
		.command = command,
	};
	sabot_peer_hold(peer);
	log_order(order, link, error);
	return NULL;
}
