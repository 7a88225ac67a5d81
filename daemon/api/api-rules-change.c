/*
 * `rules_change`: people give a table another profile, other pay tables, chips or limits. It is an
 * event of the house log with the whole of what is wanted from then on; the table follows it when
 * it can (floor-rules.h).
 */
#include "api-private.h"
#include "daemon/config/overrides.h"

#include <string.h>

enum { SET_BYTES_MAX = 16 * 1024 };

/* The request. */
struct change {
	const char *profile; /* NULL: the one that is wanted already */
	json_t *set;         /* NULL: nothing; borrowed */
	bool is_configured;  /* back to the configuration */
};

static bool
read_change(const struct sabot_wire_request *request, struct change *ret_change, GError **error)
{
	struct change change = {
		.set = json_object_get(request->args, "set"),
		.is_configured = json_is_true(json_object_get(request->args, "configured")),
	};

	if (!sabot_wire_request_get_string(request, "rules", false, &change.profile, error))
		return false;
	if (change.set && !json_is_object(change.set))
		return sabot_api_refuse(SABOT_WIRE_ERROR_BAD_REQUEST, "set: an object is wanted",
					error);
	if (change.set && json_dumpb(change.set, NULL, 0, JSON_COMPACT) > SET_BYTES_MAX)
		return sabot_api_refuse(SABOT_WIRE_ERROR_TOO_LARGE, "set: is too long", error);
	if (change.is_configured ? change.profile || change.set : !change.profile && !change.set)
		return sabot_api_refuse(
			SABOT_WIRE_ERROR_BAD_REQUEST,
			"rules, set or configured is wanted, and the last one alone", error);
	*ret_change = change;
	return true;
}

/* Nothing but limits, which need not wait for a load. */
static bool
is_of_limits(const struct change *change)
{
	const char *key;
	json_t *value;

	if (change->profile || !change->set || json_object_size(change->set) == 0)
		return false;
	json_object_foreach(change->set, key, value) {
		if ((strcmp(key, "min") != 0 && strcmp(key, "max") != 0) || json_is_null(value))
			return false;
	}
	return true;
}

static bool
names_limits(const struct change *change)
{
	return !change->profile &&
	       (json_object_get(change->set, "min") || json_object_get(change->set, "max"));
}

/* What is set from then on: the request on top of what was set, if both are of the same profile.
 * New reference. */
static json_t *
merge(const struct change *change, const char *profiles_dir, const struct sabot_table_wish *wish)
{
	json_t *set = change->profile ? json_object()
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

/* The event, as far as the request says it. NULL with a sentence. New reference. */
static json_t *
build_event(struct sabot_api *api, const struct sabot_table_service *table,
	    const struct change *change, GError **error)
{
	const char *profiles_dir = api->options.config->profiles_dir;
	const struct sabot_table_wish wish = sabot_table_service_wish(table);
	const char *profile = change->profile ? change->profile : wish.profile;
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

/* Without its database the daemon knows no order, this one neither after a restart. */
static bool
check_table(const struct sabot_api *api, const struct sabot_table_service *table, GError **error)
{
	if (table->away)
		return sabot_api_refuse(SABOT_WIRE_ERROR_NOT_ALLOWED, table->away, error);
	return !sabot_floor_get_outage(api->options.floor) ||
	       sabot_api_refuse(SABOT_WIRE_ERROR_NOT_ALLOWED,
				"there is no database: rules are changed when there is", error);
}

/* Who asks for it, and who else signs. */
static bool
sign(struct sabot_api *api, struct sabot_peer *peer, const struct sabot_person *second,
     json_t *event, GError **error)
{
	return sabot_api_sign(api, peer, event, error) &&
	       ((!second && !api->options.config->needs_two_for_changes) ||
		sabot_api_sign_second(api, peer, event, second, error));
}

static void
submit(struct sabot_api *api, struct sabot_peer *peer, const struct sabot_wire_request *request,
       const struct sabot_person *second, GError **error)
{
	const struct sabot_table_service *table = sabot_api_get_table(api, peer, request, error);
	enum sabot_right right;
	struct sabot_origin origin;
	const char *by = NULL;
	struct change change = {0};
	json_t *event;

	if (!table || !read_change(request, &change, error) ||
	    !sabot_wire_request_get_string(request, "by", false, &by, error))
		return;
	right = is_of_limits(&change) ? SABOT_RIGHT_RUN : SABOT_RIGHT_CHANGE;
	if (!sabot_api_may(api, peer, right, table, error) || !check_table(api, table, error))
		return;
	event = build_event(api, table, &change, error);
	if (event && by)
		json_object_set_new(event, "by", json_string(by));
	if (event && sign(api, peer, second, event, error)) {
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
	sabot_api_with_second(api, peer, request, submit, error);
	return NULL;
}
