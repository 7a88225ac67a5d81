/* The house log: events in, incidents out, as in a table's service but without a game. */
#include "house.h"
#include "proto/message.h"
#include "shift/document-json.h"
#include "shift/ledger-apply.h"
#include "view/shown-lines.h"

struct sabot_house *
sabot_house_new(void)
{
	struct sabot_house *house = g_new0(struct sabot_house, 1);

	house->keys = g_ptr_array_new_with_free_func(g_free);
	house->log = sabot_house_log_new(0);
	house->rights = sabot_rights_new();
	house->guard = sabot_pin_guard_new();
	house->shoes = sabot_shoe_book_new();
	house->alarms = sabot_alarm_book_new();
	house->machines = sabot_machine_book_new();
	house->ledger = sabot_ledger_new();
	house->published_ledger = sabot_ledger_new();
	house->moves = sabot_move_book_new();
	house->rules = sabot_rules_book_new();
	house->places = sabot_place_book_new();
	house->redress = sabot_redress_book_new();
	house->reviews = sabot_reviews_new();
	sabot_incident_book_init(&house->incidents);
	sabot_incident_book_init(&house->published_incidents);
	return house;
}

void
sabot_house_free(struct sabot_house *house)
{
	if (!house)
		return;
	sabot_house_log_free(house->log);
	sabot_rights_free(house->rights);
	sabot_pin_guard_free(house->guard);
	sabot_shoe_book_free(house->shoes);
	sabot_alarm_book_free(house->alarms);
	sabot_machine_book_free(house->machines);
	sabot_ledger_free(house->ledger);
	sabot_ledger_free(house->published_ledger);
	sabot_move_book_free(house->moves);
	sabot_rules_book_free(house->rules);
	sabot_place_book_free(house->places);
	sabot_redress_book_free(house->redress);
	g_ptr_array_unref(house->reviews);
	sabot_incident_book_clear(&house->incidents);
	sabot_incident_book_clear(&house->published_incidents);
	g_free(house->config_digest);
	sabot_record_unref(house->software);
	g_ptr_array_unref(house->keys);
	g_free(house);
}

/* Add the members of an incident's line that clients get but an audit does not. */
static void
complete_line(json_t *line, const struct sabot_wire_incident *incident, const char *at)
{
	json_t *more = json_pack("{s:s, s:s*, s:s*, s:I, s:s}", "table", incident->table, "about",
				 incident->about, "at", at, "seq", (json_int_t)incident->seq,
				 "state", sabot_wire_incident_state_to_string(incident->state));

	json_object_update_missing(line, more);
	json_decref(more);
}

/* The incident's line. New reference. */
static json_t *
add_incident(struct sabot_house *house, int64_t seq, const struct sabot_house_event *event,
	     const struct sabot_incident *finding, GPtrArray *changed)
{
	const struct sabot_house_detail *detail =
		event->kind == SABOT_HOUSE_FINDING ? event->of.finding->detail : NULL;
	struct sabot_incident_line *shown =
		sabot_shown_incident_new(finding, NULL, (unsigned)(house->n + 1));
	struct sabot_wire_incident *incident = sabot_incident_line_open(shown);
	json_t *line = sabot_incident_line_build(shown);

	sabot_record_unref(shown);
	incident->table = g_strdup(SABOT_HOUSE_NAME);
	incident->about = detail ? g_strdup(detail->table) : NULL;
	incident->at_us = event->head->at_us;
	incident->seq = seq;
	complete_line(line, incident, event->head->at);
	sabot_incident_book_put(&house->incidents, incident);
	g_ptr_array_add(changed, incident);
	return line;
}

static void
answer_incident(struct sabot_house *house, int64_t id, const struct sabot_house_event *event,
		json_t *out, GPtrArray *changed)
{
	struct sabot_wire_mark *ruled =
		sabot_ruling_mark(event->head->by, event->of.mark->remedy, event->head->at_us);
	struct sabot_wire_incident *incident =
		sabot_incident_book_change(&house->incidents, id, SABOT_WIRE_INCIDENT_RULED, ruled);

	sabot_record_unref(ruled);
	if (!incident)
		return;
	g_ptr_array_add(changed, incident);
	json_array_append_new(out, sabot_incident_state_line(incident));
}

const char *
sabot_house_last_key(const struct sabot_house *house)
{
	return house->keys->len > 0 ? g_ptr_array_index(house->keys, house->keys->len - 1) : NULL;
}

static void
record_software(struct sabot_house *house, const struct sabot_house_event *event)
{
	if (event->kind != SABOT_HOUSE_SOFTWARE)
		return;
	sabot_record_unref(house->software);
	house->software = sabot_record_ref(event->of.software);
}

/* Apply a start or, if that is archived, the event that repeats its contents. */
static void
record_start(struct sabot_house *house, int64_t seq, const struct sabot_house_event *event)
{
	const struct sabot_house_start *start = event->of.start;

	if (event->kind != SABOT_HOUSE_STARTED && event->kind != SABOT_HOUSE_CARRIED)
		return;
	if (start->config) {
		g_free(house->config_digest);
		house->config_digest = g_strdup(start->config);
	}
	if (start->key && g_strcmp0(start->key, sabot_house_last_key(house)) != 0) {
		g_ptr_array_add(house->keys, g_strdup(start->key));
		house->key_seq = seq;
	}
	house->has_lost_counter = g_strcmp0(start->counter, SABOT_HOUSE_COUNTER_GONE) == 0;
}

/*
 * Apply a document of table money to the ledger; `ret_line` is the derived line with its number.
 * NULL if the event is not a document.
 */
static bool
take_document(struct sabot_house *house, const json_t *event, json_t **ret_line, char *why)
{
	if (!sabot_document_is(event))
		return true;
	if (!sabot_ledger_apply(house->ledger, house->n + 1, event, why))
		return false;
	*ret_line = sabot_document_to_json(sabot_ledger_find_document(house->ledger, house->n + 1));
	json_object_set_new(*ret_line, "out", json_string("document"));
	return true;
}

/* The derived lines of the event, new reference; NULL with an error if it is malformed. */
static json_t *
apply(struct sabot_house *house, int64_t seq, const struct sabot_house_event *event,
      GPtrArray *changed, char *why)
{
	struct sabot_house_outcome outcome;
	json_t *out, *document = NULL;

	if (!sabot_house_log_step(house->log, event->json, &outcome, why) ||
	    !take_document(house, event->json, &document, why))
		return NULL;
	out = json_array();
	house->n++;
	house->last_us = event->head->at_us;
	sabot_shoe_book_apply(house->shoes, seq, event);
	sabot_redress_book_apply(house->redress, seq, house->n, event);
	record_start(house, seq, event);
	record_software(house, event);
	sabot_rights_apply(house->rights, house->n, event->json);
	if (outcome.finding.code != SABOT_INCIDENT_NONE)
		json_array_append_new(out,
				      add_incident(house, seq, event, &outcome.finding, changed));
	if (outcome.answered)
		answer_incident(house, outcome.answered, event, out, changed);
	if (document)
		json_array_append_new(out, document);
	return out;
}

static void
publish_document(struct sabot_house *house, int64_t n, const json_t *event)
{
	char why[SABOT_DOCUMENT_WHY_SIZE];

	if (sabot_document_is(event) && !sabot_ledger_apply(house->published_ledger, n, event, why))
		g_critical("document %" G_GINT64_FORMAT " was taken, and is not now: %s", n, why);
}

/* Update what is derived from committed events only. */
static void
publish_event(struct sabot_house *house, int64_t seq, int64_t n, struct sabot_house_event *event)
{
	sabot_machine_book_apply(house->machines, event);
	sabot_alarm_book_apply(house->alarms, event);
	publish_document(house, n, event->json);
	sabot_move_book_apply(house->moves, event);
	sabot_rules_book_apply(house->rules, seq, event);
	sabot_place_book_apply(house->places, event);
	sabot_reviews_apply(house->reviews, n, event->json);
}

/* The log's beginning is in an archive: continue with the numbers in this event. */
static void
begin_behind(struct sabot_house *house, int64_t n, const struct sabot_house_event *event)
{
	int64_t incidents = event->kind == SABOT_HOUSE_CARRIED ? event->of.start->incidents : 0;

	if (house->n > 0 || n == 1)
		return;
	house->n = n - 1;
	house->archived_incidents = incidents;
	sabot_house_log_free(house->log);
	house->log = sabot_house_log_new((unsigned)incidents);
}

/* Restore a lock that lasted beyond the stop, and apply what ended one. */
static void
restore_locks(struct sabot_house *house, const struct sabot_house_event *event)
{
	if (event->kind == SABOT_HOUSE_LOCKED) {
		const struct sabot_house_lock *lock = event->of.lock;
		const struct sabot_pin_try try = {.origin = lock->machine, .who = lock->person};

		if (lock->machine && lock->person && lock->until_us != SABOT_TIME_NONE)
			sabot_pin_guard_restore(house->guard, &try, lock->count, lock->until_us);
	} else if (event->kind == SABOT_HOUSE_PERSON) {
		const struct sabot_house_person *person = event->of.person;

		if (person->person && (g_strcmp0(person->action, "enable") == 0 ||
				       g_strcmp0(person->action, "reset") == 0))
			sabot_pin_guard_unlock(house->guard, person->person);
	}
}

/* `changed` as in apply(). */
static void
report_replayed(struct sabot_house *house, int64_t seq, struct sabot_house_event *event,
		json_t *out, GPtrArray *changed)
{
	struct sabot_log_record record = {
		.seq = seq, .table = (char *)SABOT_HOUSE_NAME, .n = house->n};
	const struct sabot_logged_event step = {
		.record = &record,
		.house_event = event,
		.event = event->json,
		.out = out,
		.incidents = changed,
	};

	if (house->replayed)
		house->replayed(&step, house->replayed_data);
}

void
sabot_house_replay(struct sabot_house *house, int64_t seq, int64_t n, const char *line)
{
	g_autoptr(GPtrArray) changed = g_ptr_array_new_with_free_func(sabot_record_unref);
	char why[SABOT_EVENT_ERROR_SIZE] = "it is not JSON";
	json_t *json = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
	struct sabot_house_event *event = sabot_house_event_new(json);
	json_t *out;

	begin_behind(house, n, event);
	out = json ? apply(house, seq, event, changed, why) : NULL;
	if (out)
		publish_event(house, seq, n, event);
	else
		g_critical("event %" G_GINT64_FORMAT " of the house log cannot be read: %s", n,
			   why);
	restore_locks(house, event);
	house->n = n;
	if (out)
		report_replayed(house, seq, event, out, changed);
	json_decref(out);
	sabot_house_event_unref(event);
	json_decref(json);
}

void
sabot_house_publish_state(struct sabot_house *house)
{
	sabot_redress_book_forget(house->redress, INT64_MAX);
	house->published_n = house->n;
	for (guint i = 0; i < house->incidents.incidents->len; i++)
		sabot_incident_book_put(&house->published_incidents,
					g_ptr_array_index(house->incidents.incidents, i));
}

static struct sabot_log_record *
build_record(const struct sabot_house *house, int64_t seq, const struct sabot_house_event *event)
{
	struct sabot_log_record *record = sabot_log_record_new();
	char *line = json_dumps(event->json, JSON_COMPACT | JSON_PRESERVE_ORDER);

	record->seq = seq;
	record->table = g_strdup(SABOT_HOUSE_NAME);
	record->n = house->n;
	record->at_us = event->head->at_us;
	record->ev = g_strdup(event->head->ev);
	record->line = g_strdup(line);
	free(line);
	return record;
}

struct sabot_logged_event *
sabot_house_step(struct sabot_house *house, int64_t seq, json_t *object, GError **error)
{
	g_autoptr(GPtrArray) changed = g_ptr_array_new_with_free_func(sabot_record_unref);
	char why[SABOT_EVENT_ERROR_SIZE];
	json_t *json = json_deep_copy(object);
	struct sabot_house_event *event = sabot_house_event_new(json);
	json_t *out = apply(house, seq, event, changed, why);
	struct sabot_logged_event *step;

	if (!out) {
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST, "event.%s", why);
		sabot_house_event_unref(event);
		json_decref(json);
		return NULL;
	}
	step = g_new0(struct sabot_logged_event, 1);
	step->record = build_record(house, seq, event);
	step->house_event = event;
	step->event = json;
	step->out = out;
	step->incidents = g_steal_pointer(&changed);
	return step;
}

void
sabot_house_publish(struct sabot_house *house, const struct sabot_logged_event *step)
{
	house->published_n = step->record->n;
	publish_event(house, step->record->seq, step->record->n, step->house_event);
	for (guint i = 0; i < step->incidents->len; i++)
		sabot_incident_book_put(&house->published_incidents,
					g_ptr_array_index(step->incidents, i));
}

bool
sabot_house_has_found(const struct sabot_house *house, enum sabot_incident_code code, json_t *part)
{
	bool has = sabot_incident_book_find_last(&house->incidents, code, part) != NULL;

	json_decref(part);
	return has;
}

void
sabot_house_add_open(const struct sabot_house *house, const char *table,
		     struct sabot_wire_open_incidents *summary)
{
	sabot_incident_book_add_to(&house->published_incidents, table, g_get_real_time(), summary);
}
