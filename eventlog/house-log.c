/*
 * The house log: a few kinds of events. `finding` yields an incident and `ruling` answers one; the
 * others are notes.
 */
#include "house-log.h"

#include "output-json.h"
#include "text/refusal.h"

#include <glib.h>
#include <string.h>

struct sabot_house_log {
	unsigned n_incidents;
	unsigned counts[SABOT_INCIDENT_CODES];
};

/* The fields of an event that must be there, by kind; further ones are kept and ignored. */
static const struct kind {
	const char *ev;
	const char *strings[5];
} kinds[] = {
	{"finding", {"code"}},
	{"ruling", {"remedy"}},
	{"shoe", {"device", "state"}},
	{"command", {"device", "do", "by"}},
	{"login", {"person"}},
	{"login_refused", {"why"}},
	{"locked", {"person", "until"}},
	{"logout", {"person", "why"}},
	{"refused", {"person", "do"}},
	{"person", {"person", "do", "by"}},
	{"machine", {"machine", "do", "by"}},
	{"code", {"do", "by"}},
	{"acknowledge", {"table"}},
	{"assign", {"table"}},
	{"shelve", {"table", "until"}},
	{"unshelve", {"table"}},
	{"comment", {"table", "text"}},
	{"archive", {"file", "digest", "by"}},
	{"case", {"table", "digest"}},
	{"review", {"do", "table"}},
	{"rules", {"table", "do"}},
	{"place", {"table"}},
	{"redress", {"table", "do"}},
	{"carried", {NULL}},
	{"given", {"table", "digest", "head", "by"}},
	{"taking", {"table", "digest", "head", "by"}},
	{"taken", {"table", "digest", "by"}},
	/* Documents of table money: read and judged in shift/. */
	{"count", {"do", "shift", "by"}},
	{"slip", {"do", "shift", "by"}},
	{"marker", {"do", "shift", "by"}},
	{"drop", {"do", "shift", "by"}},
	{"tips", {"shift", "by"}},
	{"cash", {"do", "shift", "by"}},
	{"cards", {"do", "shift", "by"}},
	{"paper", {"shift", "by"}},
	{"bank", {"do", "shift", "by"}},
	{"exchange", {"do", "shift", "by"}},
	{"tronc", {"shift", "by"}},
	{"remark", {"shift", "by"}},
	{"seal", {"shift", "by"}},
	{"started", {"version", "config", "changes"}},
	{"stopped", {"version"}},
	{"witnessed", {"witness", "note"}},
	{"software", {"version", "commit", "packages", "digest"}},
	{"config", {"group", "key"}},
	{"key", {NULL}},
};

/* What is done about an incident, of whichever log: `incident` is its number there. */
static const char *const about_incident[] = {"acknowledge", "assign",  "shelve",
					     "unshelve",    "comment", NULL};

struct sabot_house_log *
sabot_house_log_new(unsigned from_incident)
{
	struct sabot_house_log *log = g_new0(struct sabot_house_log, 1);

	log->n_incidents = from_incident;
	return log;
}

unsigned
sabot_house_log_count(const struct sabot_house_log *log)
{
	return log->n_incidents;
}

void
sabot_house_log_free(struct sabot_house_log *log)
{
	g_free(log);
}

static bool
refuse(char error[SABOT_EVENT_ERROR_SIZE], const char *field, const char *why)
{
	g_snprintf(error, SABOT_EVENT_ERROR_SIZE, "%s: %s", field, why);
	return false;
}

static bool
check_kind(const json_t *event, char error[SABOT_EVENT_ERROR_SIZE])
{
	const char *ev = json_string_value(json_object_get(event, "ev"));

	for (size_t i = 0; ev && i < G_N_ELEMENTS(kinds); i++) {
		if (strcmp(kinds[i].ev, ev) != 0)
			continue;
		for (const char *const *name = kinds[i].strings; *name; name++)
			if (!json_is_string(json_object_get(event, *name)))
				return refuse(error, *name, SABOT_REFUSAL("must be a word"));
		if (g_strv_contains(about_incident, ev) &&
		    json_integer_value(json_object_get(event, "incident")) < 1)
			return refuse(error, "incident",
				      SABOT_REFUSAL("must be a number from 1 on"));
		return true;
	}
	return refuse(error, "ev", SABOT_REFUSAL("is no event of the house log"));
}

/* Detail as an incident's fields; borrowed from the event. */
static bool
read_detail(const json_t *event, struct sabot_incident *incident,
	    char error[SABOT_EVENT_ERROR_SIZE])
{
	json_t *detail = json_object_get(event, "detail"), *value;
	const char *key;

	if (!json_is_object(detail))
		return refuse(error, "detail", SABOT_REFUSAL("must be an object"));
	if (json_object_size(detail) > SABOT_FIELDS_MAX)
		return refuse(error, "detail", SABOT_REFUSAL("has too many fields"));
	json_object_foreach(detail, key, value) {
		struct sabot_field *field = &incident->fields[incident->n_fields++];

		field->key = key;
		if (json_is_integer(value)) {
			field->kind = SABOT_FIELD_NUMBER;
			field->u.number = json_integer_value(value);
		} else if (json_is_string(value)) {
			field->kind = SABOT_FIELD_TEXT;
			field->u.word = json_string_value(value);
		} else {
			return refuse(error, "detail",
				      SABOT_REFUSAL("holds words and numbers only"));
		}
	}
	return true;
}

static bool
read_finding(const json_t *event, struct sabot_incident *ret_incident,
	     char error[SABOT_EVENT_ERROR_SIZE])
{
	struct sabot_incident incident = {.rule = ""};
	const char *word = json_string_value(json_object_get(event, "code"));

	if (!sabot_incident_code_from_string(word, &incident.code) ||
	    sabot_incident_is_of_table(incident.code))
		return refuse(error, "code", SABOT_REFUSAL("is no finding of the house"));
	if (!read_detail(event, &incident, error))
		return false;
	*ret_incident = incident;
	return true;
}

static bool
read_ruling(const struct sabot_house_log *log, const json_t *event, unsigned *ret_incident,
	    char error[SABOT_EVENT_ERROR_SIZE])
{
	const char *word = json_string_value(json_object_get(event, "remedy"));
	json_int_t id = json_integer_value(json_object_get(event, "incident"));
	enum sabot_remedy remedy;

	if (!sabot_remedy_from_string(word, &remedy) ||
	    (remedy != SABOT_REMEDY_LET_STAND && remedy != SABOT_REMEDY_FALSE_ALARM))
		return refuse(error, "remedy", SABOT_REFUSAL("must be let_stand or false_alarm"));
	if (id < 1 || id > log->n_incidents)
		return refuse(error, "incident",
			      SABOT_REFUSAL("the house log has no such incident"));
	*ret_incident = (unsigned)id;
	return true;
}

bool
sabot_house_log_step(struct sabot_house_log *log, const json_t *event,
		     struct sabot_house_outcome *ret_outcome, char error[SABOT_EVENT_ERROR_SIZE])
{
	struct sabot_house_outcome outcome = {0};
	const char *ev = json_string_value(json_object_get(event, "ev"));

	if (!check_kind(event, error) ||
	    (strcmp(ev, "finding") == 0 && !read_finding(event, &outcome.finding, error)) ||
	    (strcmp(ev, "ruling") == 0 && !read_ruling(log, event, &outcome.answered, error)))
		return false;
	if (outcome.finding.code != SABOT_INCIDENT_NONE) {
		outcome.finding.id = ++log->n_incidents;
		log->counts[outcome.finding.code]++;
	}
	*ret_outcome = outcome;
	return true;
}

json_t *
sabot_house_log_summary(const struct sabot_house_log *log)
{
	json_t *incidents = json_object();

	for (int code = SABOT_INCIDENTS; code < SABOT_INCIDENT_CODES; code++)
		if (log->counts[code] > 0)
			json_object_set_new(
				incidents,
				sabot_incident_code_to_string((enum sabot_incident_code)code),
				json_integer(log->counts[code]));
	return json_pack("{s:s, s:i, s:i, s:i, s:o}", "out", "summary", "rounds", 0, "cards", 0,
			 "loads", 0, "incidents", incidents);
}

json_t *
sabot_house_finding(enum sabot_incident_code code, json_t *detail)
{
	return json_pack("{s:s, s:s, s:o}", "ev", "finding", "code",
			 sabot_incident_code_to_string(code), "detail", detail);
}
