/*
 * `rules_change`: people give a table another profile, or other pay tables, chips or limits. The
 * change is an event of the house log with all settings wanted from then on; the table adopts them
 * when it can (floor-rules.h).
 */
#include "api-private.h"
#include "daemon/config/overrides.h"
#include "daemon/tables/table-rules.h"

#include <string.h>

enum { SET_BYTES_MAX = 16 * 1024 };

static bool
check_change(const struct sabot_wire_rules_change_request *change, GError **error)
{
	bool is_something = change->rules || change->set;

	if (change->set && json_dumpb(change->set, NULL, 0, JSON_COMPACT) > SET_BYTES_MAX)
		return sabot_wire_refuse(SABOT_WIRE_ERROR_TOO_LARGE,
					 SABOT_REFUSAL("set: is too long"), error);
	return change->is_configured != is_something ||
	       sabot_wire_refuse(
		       SABOT_WIRE_ERROR_BAD_REQUEST,
		       SABOT_REFUSAL("rules, set or configured is wanted, and the last one alone"),
		       error);
}

/* True if only limits change, which need not wait for a load. */
static bool
is_of_limits(const struct sabot_wire_rules_change_request *change)
{
	const char *key;
	json_t *value;

	if (change->rules || !change->set || json_object_size(change->set) == 0)
		return false;
	json_object_foreach(change->set, key, value) {
		if ((strcmp(key, "min") != 0 && strcmp(key, "max") != 0) || json_is_null(value))
			return false;
	}
	return true;
}

static bool
names_limits(const struct sabot_wire_rules_change_request *change)
{
	return !change->rules && change->limits && (change->limits->min || change->limits->max);
}

/*
 * The settings from then on: those of the request on top of the former ones, if both have the same
 * profile. New reference.
 */
static json_t *
merge(const struct sabot_wire_rules_change_request *change, const char *profiles_dir,
      const struct sabot_table_wish *wish)
{
	json_t *set = change->rules ? json_object()
				    : sabot_overrides_to_json(wish->profile, profiles_dir,
							      wish->overrides);
	const char *key;
	json_t *value;

	json_object_foreach(change->set, key, value) {
		if (json_is_null(value))
			json_object_del(set, key);
		else
			json_object_set(set, key, value);
	}
	return set;
}

/* The event, with what the request gives. NULL with an error. New reference. */
static json_t *
build_event(struct sabot_api *api, const struct sabot_table_service *table,
	    const struct sabot_wire_rules_change_request *change, GError **error)
{
	const char *profiles_dir = api->options.config->profiles_dir;
	const struct sabot_table_wish wish = sabot_table_service_wish(table);
	const char *profile = change->rules ? change->rules : wish.profile;
	g_autofree char *digest = sabot_rules_order_digest(table->config);
	struct sabot_rules_order *order;
	json_t *set, *event = NULL;

	if (change->is_configured)
		return json_pack("{s:s, s:s, s:s}", "ev", "rules", "table", table->config->name,
				 "do", "configured");
	set = merge(change, profiles_dir, &wish);
	order = sabot_rules_order_new(table->config, profile, set, profiles_dir, error);
	if (order)
		event = json_pack("{s:s, s:s, s:s, s:s, s:O, s:s}", "ev", "rules", "table",
				  table->config->name, "do", "change", "rules", profile, "set", set,
				  "instead", digest);
	if (order && names_limits(change))
		json_object_set_new(event, "limits", json_true());
	sabot_rules_order_free(order);
	json_decref(set);
	return event;
}

/*
 * Without its database the daemon knows no earlier order, and would not know this one after a
 * restart.
 */
static bool
check_table(const struct sabot_api *api, const struct sabot_table_service *table, GError **error)
{
	if (table->away)
		return sabot_wire_refuse(SABOT_WIRE_ERROR_NOT_ALLOWED, table->away, error);
	return !sabot_floor_get_outage(api->options.floor) ||
	       sabot_wire_refuse(
		       SABOT_WIRE_ERROR_NOT_ALLOWED,
		       SABOT_REFUSAL("there is no database: rules are changed when there is"),
		       error);
}

/* Sign with a second person, if the house wants that. */
static bool
sign_second(struct sabot_api *api, struct sabot_peer *peer, const struct sabot_person *second,
	    json_t *event, GError **error)
{
	return (!second && !api->options.config->needs_two_for_changes) ||
	       sabot_api_sign_second(api, peer, event, second, error);
}

static void
submit(struct sabot_api *api, struct sabot_peer *peer, const struct sabot_wire_request *request,
       const struct sabot_person *second, GError **error)
{
	const struct sabot_wire_rules_change_request *change = request->record;
	const struct sabot_table_service *table =
		sabot_api_get_table(api, peer, change->table, error);
	enum sabot_right right;
	struct sabot_origin origin;
	json_t *event;

	if (!table || !check_change(change, error))
		return;
	right = is_of_limits(change) ? SABOT_RIGHT_RUN : SABOT_RIGHT_CHANGE;
	if (!sabot_api_may(api, peer, right, table, error) || !check_table(api, table, error))
		return;
	event = build_event(api, table, change, error);
	if (event && change->by)
		json_object_set_new(event, "by", json_string(change->by));
	if (event && sabot_api_sign(api, peer, change->by, event, error) &&
	    sign_second(api, peer, second, event, error)) {
		origin = sabot_api_answer_later(peer, request);
		origin.person = second;
		if (!sabot_floor_submit_house(api->options.floor, event, &origin, error))
			sabot_api_drop_answer(&origin);
	}
	json_decref(event);
}

json_t *
sabot_api_rules_change(struct sabot_api *api, struct sabot_peer *peer,
		       const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_rules_change_request *args = request->record;
	const struct sabot_api_seconding seconding = {args->second, SABOT_RIGHT_SECOND, submit};

	sabot_api_with_second(api, peer, request, &seconding, error);
	return NULL;
}
