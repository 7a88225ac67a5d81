/* See evidence.h. */
#include "evidence.h"
#include "log-gap.h"
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

/* The newest finding of the house that matches; NULL: there is none. Borrowed. */
static const struct sabot_wire_incident *
find(const struct sabot_floor *floor, enum sabot_incident_code code, sabot_incident_match_fn *match,
     const void *data)
{
	return sabot_incident_book_find_matching(&sabot_floor_get_house(floor)->incidents, code,
						 match, data);
}

void
sabot_evidence_report_ahead(struct sabot_floor *floor, const char *kind, const char *file,
			    bool is_explained)
{
	json_t *detail;

	if (is_explained || sabot_progress_check_is_restored(floor)) {
		g_message("%s has what was left behind when a backup was put back", file);
		return;
	}
	detail = json_pack("{s:s, s:s}", "why", kind, "file", file);
	if (strcmp(kind, "mirror") == 0)
		sabot_progress_check_add_mirror(floor, detail);
	if (sabot_evidence_report_once(floor, SABOT_INCIDENT_LOG_REPLACED, detail) &&
	    strcmp(kind, "archive") == 0 && !sabot_floor_get_parts(floor)->lacks_events) {
		sabot_log_gap_add(floor);
		sabot_log_gap_report(floor);
	}
}

static bool
has_detail(const struct sabot_wire_incident *incident, const void *detail)
{
	return json_equal(incident->detail, detail);
}

bool
sabot_evidence_report_once(struct sabot_floor *floor, enum sabot_incident_code code, json_t *detail)
{
	char *said;

	if (find(floor, code, has_detail, detail)) {
		json_decref(detail);
		return false;
	}
	said = json_dumps(detail, JSON_COMPACT);
	g_critical("%s: %s", sabot_incident_code_to_string(code), said);
	free(said);
	sabot_floor_report(floor, code, detail);
	return true;
}

/* A damaged file may put any bytes into a sentence about it. NULL: `text` is NULL. */
static json_t *
build_text(const char *text)
{
	g_autofree char *valid = text ? g_utf8_make_valid(text, -1) : NULL;

	return valid ? json_string(valid) : NULL;
}

json_t *
sabot_evidence_of_error(const GError *error)
{
	return json_pack("{s:s, s:o*, s:o*}", "why",
			 sabot_store_reason_to_string(sabot_store_error_get_reason(error)),
			 "object", build_text(sabot_store_error_get_object(error)), "text",
			 build_text(error->message));
}

/* 0: not known. */
static void
set_number(json_t *detail, const char *key, int64_t number)
{
	if (number > 0)
		json_object_set_new(detail, key, json_integer(number));
}

json_t *
sabot_evidence_of_verdict(const struct sabot_verify_result *verdict)
{
	json_t *detail;

	if (verdict->fault == SABOT_VERIFY_INTACT || verdict->fault == SABOT_VERIFY_UNSIGNED ||
	    verdict->fault == SABOT_VERIFY_PERSON)
		return NULL;
	detail = json_pack("{s:s, s:o*, s:o*}", "why", sabot_verify_fault_to_string(verdict->fault),
			   "object", build_text(verdict->object), "text", build_text(verdict->row));
	set_number(detail, "archive", verdict->archive);
	if (!verdict->archive)
		set_number(detail, "checkpoint", verdict->checkpoint);
	if (verdict->archive || verdict->checkpoint)
		return detail;
	if (verdict->log)
		json_object_update_new(detail,
				       json_pack("{s:o, s:I}", "log", build_text(verdict->log), "n",
						 (json_int_t)verdict->n));
	else
		set_number(detail, "seq", verdict->seq);
	return detail;
}

/* What it is about: the sentence for who repairs it may differ with who found it. */
static json_t *
without_text(const json_t *detail)
{
	json_t *copy = json_copy((json_t *)detail);

	json_object_del(copy, "text");
	return copy;
}

static char *
key_of(const json_t *detail)
{
	json_t *copy = without_text(detail);
	char *key = json_dumps(copy, JSON_COMPACT | JSON_SORT_KEYS);

	json_decref(copy);
	return key;
}

void
sabot_evidence_report_mirror(struct sabot_floor *floor, const GError *why, const char *directory,
			     bool was_behind)
{
	json_t *about = json_pack("{s:s}", "mirror", directory);
	const struct sabot_wire_incident *last = sabot_incident_book_find_last(
		&sabot_floor_get_house(floor)->incidents, SABOT_INCIDENT_STORE_DOWN, about);
	json_t *detail = sabot_evidence_of_error(why);

	json_object_update_new(detail, about);
	if (was_behind && last && sabot_evidence_is_same(last->detail, detail))
		json_decref(detail);
	else
		sabot_floor_report(floor, SABOT_INCIDENT_STORE_DOWN, detail);
}

bool
sabot_evidence_is_same(const json_t *detail, const json_t *other)
{
	json_t *one = without_text(detail), *two = without_text(other);
	bool is_same = json_equal(one, two);

	json_decref(one);
	json_decref(two);
	return is_same;
}

/* True if it is open and about the same as `detail`. */
static bool
is_open_about(const struct sabot_wire_incident *incident, const void *detail)
{
	return incident->state == SABOT_WIRE_INCIDENT_OPEN &&
	       sabot_evidence_is_same(incident->detail, detail);
}

/* True if a finding of the same stands open, from this run or an earlier one. */
static bool
is_open(const struct sabot_floor *floor, enum sabot_incident_code code, const json_t *detail)
{
	return find(floor, code, is_open_about, detail) != NULL;
}

void
sabot_evidence_report_chain(struct sabot_floor *floor, json_t *detail, bool is_new)
{
	GHashTable **reported = &sabot_floor_get_parts(floor)->reported;
	char *said = json_dumps(detail, JSON_COMPACT);
	bool is_known;

	if (!*reported)
		*reported = g_hash_table_new_full(g_str_hash, g_str_equal, free, NULL);
	is_known = !g_hash_table_add(*reported, key_of(detail)) && !is_new;
	if (!is_known)
		g_critical("the database is not as it was written: %s", said);
	free(said);
	if (is_known || is_open(floor, SABOT_INCIDENT_CHAIN_BROKEN, detail))
		json_decref(detail);
	else
		sabot_floor_report(floor, SABOT_INCIDENT_CHAIN_BROKEN, detail);
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

		if (evidence->code == SABOT_INCIDENT_CHAIN_BROKEN &&
		    is_open(floor, evidence->code, evidence->detail))
			continue;
		sabot_floor_report(floor, evidence->code, json_incref(evidence->detail));
	}
}

void
sabot_evidence_free(struct sabot_floor *floor)
{
	g_clear_pointer(&sabot_floor_get_parts(floor)->evidence, g_ptr_array_unref);
	g_clear_pointer(&sabot_floor_get_parts(floor)->reported, g_hash_table_unref);
}
