/*
 * `sign_off`: two persons close a shift. Nothing may be open, and earlier shifts come first; then
 * the seal is written, and a checkpoint over all logs is signed before the answer (writer.c).
 */
#include "api-private.h"
#include "daemon/tables/shift-facts.h"
#include "proto/messages/house-requests.h"

#include <string.h>

static bool
refuse_order(const char *first, GError **error)
{
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED,
		    SABOT_REFUSAL("shift: %s comes first, and is not sealed"), first);
	return false;
}

/* The closers of the shift before are the openers of this one. */
static bool
check_order(const struct sabot_ledger *ledger, const char *id, GError **error)
{
	for (guint i = 0; i < ledger->shifts->len; i++) {
		const struct sabot_shift *shift = g_ptr_array_index(ledger->shifts, i);

		if (strcmp(shift->id, id) >= 0)
			return true;
		if (!shift->seal)
			return refuse_order(shift->id, error);
	}
	return true;
}

/* One in which was played has counts, too, that nobody wrote down yet. */
static bool
check_skipped(const struct sabot_floor *floor, const char *id, GError **error)
{
	g_autoptr(GPtrArray) skipped =
		sabot_shift_list_skipped(floor, sabot_floor_get_house(floor)->ledger, id);

	return skipped->len == 0 || refuse_order(g_ptr_array_index(skipped, 0), error);
}

static bool
check_open(struct sabot_floor *floor, const char *id, GError **error)
{
	g_autoptr(GPtrArray) open =
		sabot_shift_open(floor, sabot_floor_get_house(floor)->ledger, id);
	guint n_open = sabot_open_count(open);

	if (n_open == 0)
		return true;
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED,
		    SABOT_REFUSAL("shift: still open: %u, the first is %s (shift_open tells all)"),
		    n_open, ((const struct sabot_open_item *)g_ptr_array_index(open, 0))->key);
	return false;
}

/* The totals that the two persons sign. New reference. */
static json_t *
build_totals(const struct sabot_api *api, const char *id)
{
	const struct sabot_floor *floor = api->options.floor;
	const struct sabot_shift *shift =
		sabot_ledger_find_shift(sabot_floor_get_house(floor)->ledger, id);
	struct sabot_result sum = {0}, one;
	json_t *totals;

	for (guint i = 0; shift && i < shift->tables->len; i++) {
		const struct sabot_table_money *money = g_ptr_array_index(shift->tables, i);

		sabot_result_make(sabot_floor_get_house(floor)->ledger, id, money->table,
				  &api->options.config->formula, &one);
		sabot_result_add(&sum, &one);
	}
	sabot_result_finish(&sum);
	totals = sabot_result_to_json(&sum);
	json_object_set_new(totals, "tables", json_integer(sum.n_tables));
	json_object_set_new(totals, "rounds",
			    json_integer(sabot_shift_count_rounds(floor, id, NULL)));
	return totals;
}

/* The shift must have begun, not be sealed, and have nothing open. */
static bool
check(struct sabot_api *api, const char *id, GError **error)
{
	struct sabot_floor *floor = api->options.floor;
	const struct sabot_shift *shift =
		sabot_ledger_find_shift(sabot_floor_get_house(floor)->ledger, id);

	if (!sabot_floor_is_saved(floor))
		return sabot_wire_refuse(
			SABOT_WIRE_ERROR_NOT_ALLOWED,
			SABOT_REFUSAL("the store is down: a shift is sealed when it works again"),
			error);
	if (shift && shift->seal)
		return sabot_wire_refuse(SABOT_WIRE_ERROR_NOT_ALLOWED,
					 SABOT_REFUSAL_AS("shift: is sealed already",
							  "the shift is sealed already"),
					 error);
	return check_order(sabot_floor_get_house(floor)->ledger, id, error) &&
	       check_skipped(floor, id, error) && check_open(floor, id, error);
}

static void
submit(struct sabot_api *api, struct sabot_peer *peer, const struct sabot_wire_request *request,
       const struct sabot_person *second, GError **error)
{
	const struct sabot_wire_sign_off_request *args = request->record;
	const char *other = sabot_api_get_person(api, peer) ? NULL : args->second_id;
	struct sabot_origin origin;
	char id[SABOT_SHIFT_ID_SIZE];
	json_t *event;

	if (!sabot_api_sees(peer, SABOT_HOUSE_NAME)) {
		sabot_wire_refuse(
			SABOT_WIRE_ERROR_NOT_ALLOWED,
			SABOT_REFUSAL("this machine sees some tables only, and not the house"),
			error);
		return;
	}
	if (!sabot_api_may(api, peer, SABOT_RIGHT_SIGN_OFF, NULL, error) ||
	    !sabot_api_get_shift(api, args->shift, id, error) || !check(api, id, error))
		return;
	event = json_pack("{s:s, s:s, s:s*, s:s*, s:o}", "ev", "seal", "shift", id, "by", args->by,
			  "second", other, "totals", build_totals(api, id));
	if (sabot_api_sign(api, peer, args->by, event, error) &&
	    sabot_api_sign_second(api, peer, event, second, error)) {
		origin = sabot_api_answer_later(peer, request);
		origin.person = second;
		origin.must_sign = true;
		if (!sabot_floor_submit_house(api->options.floor, event, &origin, error))
			sabot_api_drop_answer(&origin);
	}
	json_decref(event);
}

json_t *
sabot_api_sign_off(struct sabot_api *api, struct sabot_peer *peer,
		   const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_sign_off_request *args = request->record;
	const struct sabot_api_seconding seconding = {args->second, SABOT_RIGHT_SECOND, submit};

	sabot_api_with_second(api, peer, request, &seconding, error);
	return NULL;
}
