/*
 * Words and severities of the incidents, from incident.def. Tables only, no state.
 */
#include "incident.h"

#include <string.h>

static const char *const code_words[SABOT_INCIDENT_CODES] = {
#define SABOT_INCIDENT(number, name, word, severity) [number] = (word),
#define SABOT_HOUSE_INCIDENT SABOT_INCIDENT
#include "incident.def"
};

static const enum sabot_severity code_severities[SABOT_INCIDENT_CODES] = {
#define SABOT_INCIDENT(number, name, word, severity) [number] = SABOT_##severity,
#define SABOT_HOUSE_INCIDENT SABOT_INCIDENT
#include "incident.def"
};

const char *
sabot_incident_code_to_string(enum sabot_incident_code code)
{
	return code > SABOT_INCIDENT_NONE && code < SABOT_INCIDENT_CODES ? code_words[code] : NULL;
}

bool
sabot_incident_code_from_string(const char *word, enum sabot_incident_code *ret_code)
{
	for (int code = 1; code < SABOT_INCIDENT_CODES; code++) {
		if (code_words[code] != NULL && strcmp(code_words[code], word) == 0) {
			*ret_code = (enum sabot_incident_code)code;
			return true;
		}
	}
	return false;
}

enum sabot_severity
sabot_incident_severity(enum sabot_incident_code code)
{
	return code < SABOT_INCIDENT_CODES ? code_severities[code] : SABOT_LOW;
}

const char *
sabot_severity_to_string(enum sabot_severity severity)
{
	switch (severity) {
	case SABOT_LOW:
		return "low";
	case SABOT_MEDIUM:
		return "medium";
	case SABOT_HIGH:
		return "high";
	case SABOT_CRITICAL:
		return "critical";
	}
	return NULL;
}

const struct sabot_field *
sabot_incident_field(const struct sabot_incident *incident, const char *key)
{
	for (unsigned i = 0; i < incident->n_fields; i++)
		if (strcmp(incident->fields[i].key, key) == 0)
			return &incident->fields[i];
	return NULL;
}
