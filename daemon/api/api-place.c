/*
 * `place`: people set where a table stands on the floor plan, or that it is not on it. It is an
 * event of the house log; every client sees the place in the table's view.
 */
#include "api-private.h"

static bool
is_on_grid(int64_t at_px, int64_t length_px)
{
	return at_px >= 0 && at_px <= length_px && at_px % SABOT_HALL_GRID_PX == 0;
}

static bool
check(const struct sabot_wire_place_request *args, GError **error)
{
	bool has_x = args->x_px != SABOT_WIRE_NO_NUMBER;
	bool has_y = args->y_px != SABOT_WIRE_NO_NUMBER;

	if (has_x != has_y)
		return sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
					 "x, y: both are wanted, or none", error);
	return !has_x || ((is_on_grid(args->x_px, SABOT_HALL_WIDTH_PX) ||
			   sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
					     "x: is a multiple of 8 from 0 to 1472", error)) &&
			  (is_on_grid(args->y_px, SABOT_HALL_HEIGHT_PX) ||
			   sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
					     "y: is a multiple of 8 from 0 to 928", error)));
}

/* Without its database the daemon would not know the place after a restart. */
static bool
check_saved(const struct sabot_api *api, GError **error)
{
	return !sabot_floor_get_outage(api->options.floor) ||
	       sabot_wire_refuse(
		       SABOT_WIRE_ERROR_NOT_ALLOWED,
		       SABOT_REFUSAL("there is no database: tables are placed when there is"),
		       error);
}

json_t *
sabot_api_place(struct sabot_api *api, struct sabot_peer *peer,
		const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_place_request *args = request->record;
	const struct sabot_table_service *table =
		sabot_api_get_table(api, peer, args->table, error);
	struct sabot_api_draft draft = {.by = args->by};

	if (!table || !check(args, error) ||
	    !sabot_api_may(api, peer, SABOT_RIGHT_ARRANGE, table, error) ||
	    !check_saved(api, error))
		return NULL;
	draft.event = json_pack("{s:s, s:s, s:s*}", "ev", "place", "table", table->config->name,
				"by", args->by);
	if (args->x_px != SABOT_WIRE_NO_NUMBER) {
		json_object_set_new(draft.event, "x", json_integer(args->x_px));
		json_object_set_new(draft.event, "y", json_integer(args->y_px));
	}
	sabot_api_submit_house(api, peer, request, &draft, error);
	return NULL;
}
