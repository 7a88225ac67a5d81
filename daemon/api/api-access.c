/*
 * Who acts, and what he may do: a machine is known by its user id, a person by log-in. The rights
 * themselves are in access.c.
 */
#include "api-private.h"

#include <string.h>
#include <unistd.h>

bool
sabot_api_requires_persons(const struct sabot_api *api)
{
	switch (api->options.config->persons) {
	case SABOT_PERSONS_REQUIRED:
		return true;
	case SABOT_PERSONS_OFF:
		return false;
	case SABOT_PERSONS_ONCE_ONE_EXISTS:
		break;
	}
	return sabot_floor_has_persons(api->options.floor);
}

bool
sabot_api_role_may(const struct sabot_api *api, enum sabot_role role, enum sabot_right right)
{
	return sabot_access_allows(role, right, sabot_api_get_rooms(api));
}

/* The roles that have a right here: "pit, shift". Transferred. */
static char *
list_roles(const struct sabot_api *api, enum sabot_right right)
{
	GString *list = g_string_new(NULL);

	for (int i = 0; i < SABOT_ROLES; i++) {
		enum sabot_role role = (enum sabot_role)i;

		if (sabot_api_role_may(api, role, right))
			g_string_append_printf(list, "%s%s", list->len > 0 ? ", " : "",
					       sabot_role_to_string(role));
	}
	return g_string_free(list, FALSE);
}

const struct sabot_person *
sabot_api_get_person(const struct sabot_api *api, const struct sabot_peer *peer)
{
	return sabot_person_book_get(sabot_floor_get_persons(api->options.floor),
				     sabot_sessions_find(api->sessions, peer));
}

static bool
person_may(struct sabot_api *api, const struct sabot_person *person, enum sabot_right right,
	   const struct sabot_table_service *table, GError **error)
{
	g_autofree char *id = sabot_person_id(person);
	const char *word = sabot_right_to_string(right);
	g_autofree char *roles = NULL;

	if (sabot_api_role_may(api, person->role, right))
		return true;
	roles = list_roles(api, right);
	sabot_api_record_refused(api, json_pack("{s:s, s:s, s:s, s:s*}", "ev", "refused", "person",
						id, "do", word, "table",
						table ? table->config->name : NULL));
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED,
		    SABOT_REFUSAL("%s is %s, and may not do this (%s): who may is %s"), id,
		    sabot_role_to_string(person->role), word, roles);
	return false;
}

/*
 * True if no log-in is needed. A remote client always needs one, unless the configuration says
 * `off`: a socket is guarded by its directory, a network connection is not.
 */
static bool
may_without_person(const struct sabot_api *api, const struct sabot_peer *peer,
		   enum sabot_right right)
{
	if (sabot_api_requires_persons(api) || right == SABOT_RIGHT_PERSONS)
		return false;
	if (right == SABOT_RIGHT_MACHINES)
		return sabot_api_is_admin(peer);
	return !sabot_api_is_remote(peer) || api->options.config->persons == SABOT_PERSONS_OFF;
}

bool
sabot_api_may(struct sabot_api *api, struct sabot_peer *peer, enum sabot_right right,
	      const struct sabot_table_service *table, GError **error)
{
	const struct sabot_person *person = sabot_api_get_person(api, peer);

	if (!sabot_api_machine_may(api, peer, right, error))
		return false;
	if (person) {
		sabot_sessions_touch(api->sessions, peer, g_get_monotonic_time());
		return person_may(api, person, right, table, error);
	}
	if (may_without_person(api, peer, right))
		return true;
	/* A simulator is not a person: its events are marked `sim`. */
	if (table && table->config->is_simulated && sabot_peer_get_uid(peer) == getuid())
		return true;
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_LOGIN_WANTED,
		    SABOT_REFUSAL("this needs a person: log in first (sabotctl: --as NAME)"));
	return false;
}

bool
sabot_api_is_allowed(const struct sabot_api *api, const struct sabot_peer *peer,
		     enum sabot_right right)
{
	const struct sabot_person *person = sabot_api_get_person(api, peer);

	return sabot_api_machine_may(api, peer, right, NULL) &&
	       (!person || sabot_api_role_may(api, person->role, right));
}

/* A person who did not log in may not use the id of a person of the log, present or future. */
static bool
check_not_id(const char *member, const char *who, GError **error)
{
	if (!sabot_person_book_is_id(who))
		return true;
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED,
		    SABOT_REFUSAL("%s: %.40s is what the log calls a person who has logged in"),
		    member, who);
	return false;
}

/* `by`: who acts according to the request, or NULL. */
static bool
check_signer(const struct sabot_api *api, const struct sabot_peer *peer, const char *by,
	     GError **error)
{
	const struct sabot_person *person = sabot_api_get_person(api, peer);
	g_autofree char *id = person ? sabot_person_id(person) : NULL;

	if (by && id && strcmp(by, id) != 0) {
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED,
			    SABOT_REFUSAL("by: it is %s who has logged in"), id);
		return false;
	}
	if (by && !id && sabot_person_book_find(sabot_floor_get_persons(api->options.floor), by)) {
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED,
			    SABOT_REFUSAL("by: %.40s has not logged in here"), by);
		return false;
	}
	return !by || id || check_not_id("by", by, error);
}

bool
sabot_api_check_given(const struct sabot_api *api, const struct sabot_peer *peer, const char *by,
		      const char *second, GError **error)
{
	if (!check_signer(api, peer, by, error))
		return false;
	if (!second)
		return true;
	if (!sabot_api_requires_persons(api))
		return check_not_id("second", second, error);
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
		    "event.second: stands beside the event, with a PIN");
	return false;
}

bool
sabot_api_sign(const struct sabot_api *api, const struct sabot_peer *peer, const char *by,
	       json_t *event, GError **error)
{
	const struct sabot_person *person = sabot_api_get_person(api, peer);
	g_autofree char *id = person ? sabot_person_id(person) : NULL;

	if (!check_signer(api, peer, by, error))
		return false;
	if (id)
		json_object_set_new(event, "by", json_string(id));
	return true;
}

bool
sabot_api_get_second(struct sabot_peer *peer, const struct sabot_wire_claim *second,
		     struct sabot_claim *ret_claim, GError **error)
{
	if (!second->name || !second->pin) {
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
			    "second: an object with name and pin is wanted");
		return false;
	}
	*ret_claim = (struct sabot_claim){peer, second->name, second->pin, NULL, NULL};
	return true;
}

/*
 * Who got a PIN or a role since then is not yet independent of who gave it. It is counted in the
 * log's time: a clock that was set back changes nothing.
 */
static int64_t
get_since(const struct sabot_api *api)
{
	const struct sabot_rights *rights = sabot_floor_get_house(api->options.floor)->rights;

	return sabot_rights_get_time(rights, g_get_real_time()) -
	       api->options.config->second_after_days * (int64_t)G_TIME_SPAN_DAY;
}

/* Whether either person's rights come from the other is decided from the log (docs/access.md). */
static bool
are_independent(const struct sabot_api *api, const struct sabot_person *first,
		const struct sabot_person *second)
{
	return api->options.config->second_after_days == 0 ||
	       sabot_rights_are_independent(sabot_floor_get_house(api->options.floor)->rights,
					    first->id, second->id, get_since(api));
}

/* Who of the two was admitted by a code of the way back, or made by such a person; or NULL. */
static const struct sabot_person *
find_by_code(const struct sabot_api *api, const struct sabot_person *first,
	     const struct sabot_person *second)
{
	const struct sabot_rights *rights = sabot_floor_get_house(api->options.floor)->rights;
	int64_t since_us = get_since(api);

	if (sabot_rights_are_by_code(rights, first->id, since_us))
		return first;
	return sabot_rights_are_by_code(rights, second->id, since_us) ? second : NULL;
}

static void
refuse_dependent(struct sabot_api *api, const struct sabot_person *first,
		 const struct sabot_person *second, GError **error)
{
	g_autofree char *first_id = sabot_person_id(first), *second_id = sabot_person_id(second);
	const struct sabot_person *by_code = find_by_code(api, first, second);
	const struct sabot_house *house = sabot_floor_get_house(api->options.floor);
	int days = api->options.config->second_after_days;

	sabot_api_record_refused(api, json_pack("{s:s, s:s, s:s, s:s}", "ev", "refused", "person",
						first_id, "do", "second", "second", second_id));
	if (sabot_rights_lack_hands(house->rights))
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED,
			    SABOT_REFUSAL(
				    "second: nobody signs second until there is a database again: "
				    "the copy of the persons is an earlier program's, and does not "
				    "say who gave whom a PIN or a role"));
	else if (by_code)
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED,
			    SABOT_REFUSAL(
				    "second: %s signs with nobody for %d days: a one-time code, or "
				    "somebody admitted by one, gave this person a PIN or a role"),
			    by_code == first ? first_id : second_id, days);
	else
		g_set_error(
			error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED,
			SABOT_REFUSAL(
				"second: %s and %s do not sign together: in the last %d days one "
				"of them, or the same administrator, gave the other a PIN or a "
				"role"),
			first_id, second_id, days);
}

static void
refuse_second(struct sabot_api *api, const struct sabot_person *second, enum sabot_right right,
	      GError **error)
{
	g_autofree char *id = sabot_person_id(second), *roles = list_roles(api, right);

	g_set_error(
		error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED,
		SABOT_REFUSAL("second: %s is %s, and may not sign this second (%s): who may is %s"),
		id, sabot_role_to_string(second->role), sabot_right_to_string(right), roles);
}

bool
sabot_api_check_second(struct sabot_api *api, const struct sabot_peer *peer,
		       const struct sabot_person *second, enum sabot_right right, GError **error)
{
	const struct sabot_person *first = sabot_api_get_person(api, peer);

	if (!first)
		g_set_error(
			error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_LOGIN_WANTED,
			SABOT_REFUSAL("this needs a person: log in first (sabotctl: --as NAME)"));
	else if (first->id == second->id)
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED,
			    SABOT_REFUSAL_AS("second: is the same person",
					     "the second person must be somebody else"));
	else if (!sabot_api_role_may(api, second->role, right))
		refuse_second(api, second, right, error);
	else if (!are_independent(api, first, second))
		refuse_dependent(api, first, second, error);
	else
		return true;
	return false;
}
