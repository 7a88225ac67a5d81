/* See evidence.h. */
#include "evidence.h"
#include "progress-check.h"

#include <string.h>

struct evidence {
	enum sabot_incident_code code;
	json_t *detail;
};

static void
free_evidence(gpointer data)
{
	struct evidence *evidence = data;

	json_decref(evidence->detail);
	g_free(evidence);
}

static bool
is_explained(const struct sabot_floor *floor, int64_t until_us)
{
	const GPtrArray *incidents = sabot_floor_get_house(floor)->incidents.incidents;
	const char *word = sabot_incident_code_to_string(SABOT_INCIDENT_LOG_RESTORED);

	if (sabot_progress_check_is_restored(floor))
		return true;
	for (guint i = 0; i < incidents->len; i++) {
		const struct sabot_wire_incident *incident = g_ptr_array_index(incidents, i);

		if (strcmp(incident->code, word) == 0 && incident->at_us >= until_us)
			return true;
	}
	return false;
}

void
sabot_evidence_report_ahead(struct sabot_floor *floor, const char *kind, const char *file,
			    int64_t until_us)
{
	if (is_explained(floor, until_us)) {
		g_message("%s has what was left behind when a backup was put back", file);
		return;
	}
	sabot_evidence_report_once(floor, SABOT_INCIDENT_LOG_REPLACED,
				   json_pack("{s:s, s:s}", "why", kind, "file", file));
}

void
sabot_evidence_report_once(struct sabot_floor *floor, enum sabot_incident_code code, json_t *detail)
{
	const GPtrArray *incidents = sabot_floor_get_house(floor)->incidents.incidents;
	const char *word = sabot_incident_code_to_string(code);
	char *said = json_dumps(detail, JSON_COMPACT);
	bool is_known = false;

	for (guint i = 0; i < incidents->len && !is_known; i++) {
		const struct sabot_wire_incident *incident = g_ptr_array_index(incidents, i);

		is_known =
			strcmp(incident->code, word) == 0 && json_equal(incident->detail, detail);
	}
	if (is_known) {
		json_decref(detail);
	} else {
		g_critical("%s: %s", word, said);
		sabot_floor_report(floor, code, detail);
	}
	free(said);
}

json_t *
sabot_evidence_because(const char *why)
{
	return json_pack("{s:s}", "why", why);
}

json_t *
sabot_evidence_lost(const char *why, int64_t from_seq, int64_t to_seq)
{
	return json_pack("{s:s, s:o*, s:o*}", "why", why, "from",
			 from_seq > 0 ? json_integer(from_seq) : NULL, "to",
			 to_seq > 0 ? json_integer(to_seq) : NULL);
}

void
sabot_evidence_add(struct sabot_floor *floor, enum sabot_incident_code code, json_t *detail)
{
	GPtrArray **kept = &sabot_floor_get_parts(floor)->evidence;
	struct evidence *evidence = g_new(struct evidence, 1);

	*evidence = (struct evidence){.code = code, .detail = detail};
	if (!*kept)
		*kept = g_ptr_array_new_with_free_func(free_evidence);
	g_ptr_array_add(*kept, evidence);
}

void
sabot_evidence_report(struct sabot_floor *floor)
{
	const GPtrArray *kept = sabot_floor_get_parts(floor)->evidence;

	for (guint i = 0; kept && i < kept->len; i++) {
		const struct evidence *evidence = g_ptr_array_index(kept, i);

		sabot_floor_report(floor, evidence->code, json_incref(evidence->detail));
	}
}

void
sabot_evidence_free(struct sabot_floor *floor)
{
	g_clear_pointer(&sabot_floor_get_parts(floor)->evidence, g_ptr_array_unref);
}
