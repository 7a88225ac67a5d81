/*
 * What people do about incidents without ruling on them: acknowledge, assign, shelve, comment. Each
 * is an event of the house log; its effect is in alarm-book.h.
 */
#include "api-private.h"
#include "daemon/tables/floor-alarm.h"
#include "proto/rfc3339.h"

#include <string.h>

enum {
	ALARM_LIST_MAX = 100, /* of one acknowledgement */
	ALARM_TEXT_BYTES_MAX = 500,
	SHELVE_MINUTES_MAX = 8 * 60,
	SHELVE_GRAVE_MINUTES_MAX = 60, /* of a high or critical one */
};

struct sabot_wire_incident *
sabot_api_get_incident(struct sabot_api *api, const struct sabot_peer *peer,
		       const struct sabot_wire_incident_name *name, GError **error)
{
	const char *log = name->table;
	struct sabot_incident_book *list;
	struct sabot_wire_incident *incident;

	if (!log || name->incident == SABOT_WIRE_NO_NUMBER) {
		sabot_wire_refuse(
			SABOT_WIRE_ERROR_BAD_REQUEST,
			"incident: the name of a log, table, and a number, incident, are wanted",
			error);
		return NULL;
	}
	list = sabot_floor_alarm_list(api->options.floor, log);
	if (!list || (strcmp(log, SABOT_HOUSE_NAME) != 0 && !sabot_api_sees(peer, log))) {
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_UNKNOWN_TABLE,
			    SABOT_REFUSAL("there is no table %s"), log);
		return NULL;
	}
	incident = sabot_incident_book_find(list, name->incident);
	if (incident && sabot_api_sees(peer, sabot_wire_incident_table(incident)))
		return incident;
	sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
			  SABOT_REFUSAL("incident: there is none of that number"), error);
	return NULL;
}

static bool
is_grave(const struct sabot_wire_incident *incident)
{
	return incident->severity >= SABOT_WIRE_SEVERITY_HIGH;
}

static bool
may(struct sabot_api *api, struct sabot_peer *peer, enum sabot_right right,
    const struct sabot_wire_incident *incident, GError **error)
{
	const struct sabot_table_service *table =
		sabot_floor_find(api->options.floor, sabot_wire_incident_table(incident));

	return sabot_api_may(api, peer, right, table, error);
}

/* A new event about an incident. Transferred. */
static json_t *
new_event(const char *ev, const struct sabot_wire_incident *incident, const char *by)
{
	json_t *event = json_pack("{s:s, s:s, s:I}", "ev", ev, "table", incident->table, "incident",
				  (json_int_t)incident->id);

	if (by)
		json_object_set_new(event, "by", json_string(by));
	return event;
}

/*
 * The incident of a request, if the client may do that with it; else NULL with an error. Borrowed.
 */
static struct sabot_wire_incident *
begin(struct sabot_api *api, struct sabot_peer *peer, const struct sabot_wire_incident_name *name,
      enum sabot_right right, GError **error)
{
	struct sabot_wire_incident *incident = sabot_api_get_incident(api, peer, name, error);

	return incident && may(api, peer, right, incident, error) ? incident : NULL;
}

/* The incidents to acknowledge (struct sabot_wire_incident). NULL with an error. */
static GPtrArray *
find_list(struct sabot_api *api, struct sabot_peer *peer, const GPtrArray *names, GError **error)
{
	g_autoptr(GPtrArray) incidents = g_ptr_array_new_with_free_func(sabot_record_unref);

	if (names->len == 0 || names->len > ALARM_LIST_MAX) {
		sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
				  "incidents: a list of 1 to 100 is wanted", error);
		return NULL;
	}
	for (guint i = 0; i < names->len; i++) {
		struct sabot_wire_incident *incident =
			begin(api, peer, g_ptr_array_index(names, i), SABOT_RIGHT_ALARM, error);

		if (!incident)
			return NULL;
		if (is_grave(incident) && names->len > 1) {
			sabot_wire_refuse(
				SABOT_WIRE_ERROR_NOT_ALLOWED,
				SABOT_REFUSAL(
					"high and critical incidents are acknowledged one by one"),
				error);
			return NULL;
		}
		if (!incident->acknowledged)
			g_ptr_array_add(incidents, sabot_record_ref(incident));
	}
	return g_steal_pointer(&incidents);
}

/* Sign all events before the first is written: all or none. Of json_t. */
static GPtrArray *
sign_all(struct sabot_api *api, struct sabot_peer *peer, const char *by, const GPtrArray *incidents,
	 GError **error)
{
	g_autoptr(GPtrArray) events = g_ptr_array_new_with_free_func((GDestroyNotify)json_decref);

	for (guint i = 0; i < incidents->len; i++) {
		json_t *event = new_event("acknowledge", g_ptr_array_index(incidents, i), by);

		g_ptr_array_add(events, event);
		if (!sabot_api_sign(api, peer, by, event, error))
			return NULL;
	}
	return g_steal_pointer(&events);
}

static void
submit_all(struct sabot_api *api, struct sabot_peer *peer, const struct sabot_wire_request *request,
	   const GPtrArray *events, GError **error)
{
	static const struct sabot_origin nobody;

	for (guint i = 0; i < events->len; i++) {
		bool is_last = i + 1 == events->len;
		struct sabot_origin origin =
			is_last ? sabot_api_answer_later(peer, request) : nobody;

		if (sabot_floor_submit_house(api->options.floor, g_ptr_array_index(events, i),
					     &origin, error))
			continue;
		if (is_last)
			sabot_api_drop_answer(&origin);
		return;
	}
}

json_t *
sabot_api_acknowledge(struct sabot_api *api, struct sabot_peer *peer,
		      const struct sabot_wire_request *request, GError **error)
{
	struct sabot_wire_acknowledge_request *args = request->record;
	g_autoptr(GPtrArray) one = g_ptr_array_new();
	g_autoptr(GPtrArray) incidents = NULL;
	g_autoptr(GPtrArray) events = NULL;

	g_ptr_array_add(one, &args->about);
	incidents = find_list(api, peer, args->incidents ? args->incidents : one, error);
	if (!incidents)
		return NULL;
	if (incidents->len == 0) /* somebody else acknowledged them first */
		return json_object();
	events = sign_all(api, peer, args->by, incidents, error);
	if (events)
		submit_all(api, peer, request, events, error);
	return NULL;
}

/* Where persons are known, `to` must be one of them who has not left. */
static bool
check_person(const struct sabot_api *api, const char *to, char **ret_id, GError **error)
{
	const struct sabot_person *person =
		sabot_person_book_find(sabot_floor_get_persons(api->options.floor), to);

	if (person && person->disabled_us == 0) {
		*ret_id = sabot_person_id(person);
		return true;
	}
	if (person || sabot_api_requires_persons(api))
		return sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
					 SABOT_REFUSAL("to: is nobody who may act"), error);
	if (strlen(to) >= SABOT_WORD_BYTES_MAX)
		return sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
					 SABOT_REFUSAL("to: is too long"), error);
	*ret_id = g_strdup(to);
	return true;
}

json_t *
sabot_api_assign(struct sabot_api *api, struct sabot_peer *peer,
		 const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_assign_request *args = request->record;
	const struct sabot_wire_incident *incident =
		begin(api, peer, &args->about, SABOT_RIGHT_ALARM, error);
	struct sabot_api_draft draft = {.by = args->by};
	g_autofree char *id = NULL;

	if (!incident || (args->to && !check_person(api, args->to, &id, error)))
		return NULL;
	draft.event = new_event("assign", incident, args->by);
	if (id)
		json_object_set_new(draft.event, "to", json_string(id));
	sabot_api_submit_house(api, peer, request, &draft, error);
	return NULL;
}

static bool
check_shelving(const struct sabot_wire_incident *incident, int64_t minutes, const char *reason,
	       GError **error)
{
	int64_t most = is_grave(incident) ? SHELVE_GRAVE_MINUTES_MAX : SHELVE_MINUTES_MAX;

	if (incident->state != SABOT_WIRE_INCIDENT_OPEN)
		return sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
					 SABOT_REFUSAL("incident: is not open any more"), error);
	if (is_grave(incident) && !(reason && reason[0]))
		return sabot_wire_refuse(
			SABOT_WIRE_ERROR_NOT_ALLOWED,
			SABOT_REFUSAL(
				"reason: a high or critical incident is shelved for a reason only"),
			error);
	if (reason && strlen(reason) > ALARM_TEXT_BYTES_MAX)
		return sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
					 SABOT_REFUSAL("reason: is too long"), error);
	if (minutes >= 1 && minutes <= most)
		return true;
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
		    SABOT_REFUSAL("minutes: 1 to %d are wanted"), (int)most);
	return false;
}

json_t *
sabot_api_shelve(struct sabot_api *api, struct sabot_peer *peer,
		 const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_shelve_request *args = request->record;
	const struct sabot_wire_incident *incident =
		begin(api, peer, &args->about, SABOT_RIGHT_ALARM, error);
	struct sabot_api_draft draft = {.by = args->by};
	g_autofree char *until = NULL;

	if (!incident || !check_shelving(incident, args->minutes, args->reason, error))
		return NULL;
	until = sabot_time_format(g_get_real_time() + args->minutes * 60 * G_USEC_PER_SEC);
	draft.event = new_event("shelve", incident, args->by);
	json_object_set_new(draft.event, "until", json_string(until));
	if (args->reason)
		json_object_set_new(draft.event, "reason", json_string(args->reason));
	sabot_api_submit_house(api, peer, request, &draft, error);
	return NULL;
}

json_t *
sabot_api_unshelve(struct sabot_api *api, struct sabot_peer *peer,
		   const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_unshelve_request *args = request->record;
	const struct sabot_wire_incident *incident =
		begin(api, peer, &args->about, SABOT_RIGHT_ALARM, error);
	struct sabot_api_draft draft = {.by = args->by};

	if (!incident)
		return NULL;
	if (!incident->shelved) {
		sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
				  SABOT_REFUSAL("incident: is not shelved"), error);
		return NULL;
	}
	draft.event = new_event("unshelve", incident, args->by);
	sabot_api_submit_house(api, peer, request, &draft, error);
	return NULL;
}

json_t *
sabot_api_comment(struct sabot_api *api, struct sabot_peer *peer,
		  const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_comment_request *args = request->record;
	const struct sabot_wire_incident *incident =
		begin(api, peer, &args->about, SABOT_RIGHT_COMMENT, error);
	struct sabot_api_draft draft = {.by = args->by};

	if (!incident)
		return NULL;
	if (args->text[0] == '\0' || strlen(args->text) > ALARM_TEXT_BYTES_MAX) {
		sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
				  SABOT_REFUSAL("text: 1 to 500 bytes are wanted"), error);
		return NULL;
	}
	draft.event = new_event("comment", incident, args->by);
	json_object_set_new(draft.event, "text", json_string(args->text));
	sabot_api_submit_house(api, peer, request, &draft, error);
	return NULL;
}

json_t *
sabot_api_history(struct sabot_api *api, struct sabot_peer *peer,
		  const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_history_request *args = request->record;
	const struct sabot_wire_incident *incident =
		sabot_api_get_incident(api, peer, &args->about, error);

	if (!incident)
		return NULL;
	return json_pack("{s:o, s:o}", "incident",
			 sabot_record_build(&sabot_wire_incident_type, incident), "notes",
			 sabot_alarm_book_list(sabot_floor_get_house(api->options.floor)->alarms,
					       incident->table, incident->id));
}
