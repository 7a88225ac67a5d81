/*
 * A short sorted array: ids only rise, so that adding is appending.
 */
#include "incident-book.h"
#include "proto/record-copy.h"

void
sabot_incident_book_init(struct sabot_incident_book *list)
{
	list->incidents = g_ptr_array_new_with_free_func(sabot_record_unref);
}

void
sabot_incident_book_clear(struct sabot_incident_book *list)
{
	g_clear_pointer(&list->incidents, g_ptr_array_unref);
}

/* The index of the first incident whose id is at least `id`. */
static guint
lower_bound(const struct sabot_incident_book *list, int64_t id)
{
	guint low = 0, high = list->incidents->len;

	while (low < high) {
		guint middle = low + (high - low) / 2;
		const struct sabot_wire_incident *incident =
			g_ptr_array_index(list->incidents, middle);

		if (incident->id < id)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

struct sabot_wire_incident *
sabot_incident_book_find(const struct sabot_incident_book *list, int64_t id)
{
	guint place = lower_bound(list, id);
	struct sabot_wire_incident *incident;

	if (place >= list->incidents->len)
		return NULL;
	incident = g_ptr_array_index(list->incidents, place);
	return incident->id == id ? incident : NULL;
}

bool
sabot_incident_book_is_open(unsigned id, const void *book)
{
	const struct sabot_wire_incident *incident = sabot_incident_book_find(book, id);

	return incident && incident->state == SABOT_WIRE_INCIDENT_OPEN;
}

/* The oldest one on which nobody has to decide any more; else the oldest. */
static guint
find_dispensable(const struct sabot_incident_book *list)
{
	for (guint i = 0; i < list->incidents->len; i++) {
		const struct sabot_wire_incident *incident = g_ptr_array_index(list->incidents, i);

		if (incident->state != SABOT_WIRE_INCIDENT_OPEN)
			return i;
	}
	return 0;
}

void
sabot_incident_book_put(struct sabot_incident_book *list, struct sabot_wire_incident *incident)
{
	guint place = lower_bound(list, incident->id);

	if (sabot_incident_book_find(list, incident->id))
		g_ptr_array_remove_index(list->incidents, place);
	g_ptr_array_insert(list->incidents, (gint)place, sabot_record_ref(incident));
	if (list->incidents->len > SABOT_INCIDENT_BOOK_MAX)
		g_ptr_array_remove_index(list->incidents, find_dispensable(list));
}

const struct sabot_wire_incident *
sabot_incident_book_find_matching(const struct sabot_incident_book *list,
				  enum sabot_incident_code code, sabot_incident_match_fn *match,
				  const void *data)
{
	const char *word = sabot_incident_code_to_string(code);

	for (guint i = list->incidents->len; i > 0; i--) {
		const struct sabot_wire_incident *incident =
			g_ptr_array_index(list->incidents, i - 1);

		if (strcmp(incident->code, word) == 0 && match(incident, data))
			return incident;
	}
	return NULL;
}

/* `part` is a JSON object. */
static bool
has_all(const struct sabot_wire_incident *incident, const void *part)
{
	json_t *both = json_copy(incident->detail);
	bool has;

	json_object_update(both, (json_t *)part);
	has = json_equal(both, incident->detail);
	json_decref(both);
	return has;
}

const struct sabot_wire_incident *
sabot_incident_book_find_last(const struct sabot_incident_book *list, enum sabot_incident_code code,
			      const json_t *part)
{
	return sabot_incident_book_find_matching(list, code, has_all, part);
}

struct sabot_wire_incident *
sabot_incident_book_change(struct sabot_incident_book *list, int64_t id,
			   enum sabot_wire_incident_state state, struct sabot_wire_mark *ruled)
{
	const struct sabot_wire_incident *old = sabot_incident_book_find(list, id);
	struct sabot_wire_incident *changed;

	if (!old || (old->state == state && !ruled))
		return NULL;
	changed = sabot_record_copy(&sabot_wire_incident_type, old);
	changed->state = state;
	if (ruled) {
		sabot_record_unref(changed->ruled);
		changed->ruled = sabot_record_ref(ruled);
	}
	sabot_incident_book_put(list, changed);
	return changed;
}

bool
sabot_incident_book_is_suppressed(const struct sabot_incident_book *list,
				  const struct sabot_wire_incident *incident)
{
	const struct sabot_wire_incident *parent =
		incident->parent ? sabot_incident_book_find(list, incident->parent) : NULL;

	return parent && parent->state == SABOT_WIRE_INCIDENT_OPEN;
}

/* Where the pit is called, play stands still: the first call counts. */
static void
add_call(struct sabot_wire_incident *incident, struct sabot_wire_open_incidents *summary)
{
	if (g_strcmp0(incident->code, "dispute") != 0 || summary->called_us != SABOT_TIME_NONE)
		return;
	summary->called_us = incident->at_us;
	summary->stops = sabot_record_ref(incident);
}

void
sabot_incident_book_add_to(const struct sabot_incident_book *list, const char *about,
			   int64_t now_us, struct sabot_wire_open_incidents *summary)
{
	for (guint i = 0; i < list->incidents->len; i++) {
		struct sabot_wire_incident *incident = g_ptr_array_index(list->incidents, i);

		if (incident->state != SABOT_WIRE_INCIDENT_OPEN ||
		    (about && g_strcmp0(incident->about, about) != 0))
			continue;
		if (sabot_wire_incident_alarm(incident, now_us) == SABOT_WIRE_ALARM_SHELVED) {
			summary->shelved++;
		} else if (sabot_incident_book_is_suppressed(list, incident)) {
			summary->suppressed++;
		} else {
			summary->open++;
			add_call(incident, summary);
			if (summary->worst && summary->worst->severity > incident->severity)
				continue;
			sabot_record_unref(summary->worst);
			summary->worst = sabot_record_ref(incident);
		}
	}
}

struct sabot_wire_open_incidents *
sabot_incident_book_summarize(const struct sabot_incident_book *list, int64_t now_us,
			      const struct sabot_wire_view *view)
{
	struct sabot_wire_open_incidents *summary =
		sabot_record_new(&sabot_wire_open_incidents_type);
	struct sabot_wire_incident *waited_for =
		view->phase == SABOT_WIRE_PHASE_RULING && view->prompt
			? sabot_incident_book_find(list, view->prompt->incident)
			: NULL;

	sabot_incident_book_add_to(list, NULL, now_us, summary);
	if (waited_for) {
		sabot_record_unref(summary->stops);
		summary->stops = sabot_record_ref(waited_for);
	}
	return summary;
}

/* Several hundred tables have too many to remove them one by one. */
GPtrArray *
sabot_incidents_pick(const GPtrArray *incidents, guint n_others_max)
{
	GPtrArray *picked = g_ptr_array_new_with_free_func(sabot_record_unref);
	guint n_others = 0;

	for (guint i = 0; i < incidents->len; i++) {
		struct sabot_wire_incident *incident = g_ptr_array_index(incidents, i);

		if (incident->state == SABOT_WIRE_INCIDENT_OPEN || n_others++ < n_others_max)
			g_ptr_array_add(picked, sabot_record_ref(incident));
	}
	return picked;
}

struct sabot_wire_mark *
sabot_ruling_mark(const char *by, const char *remedy, int64_t at_us)
{
	struct sabot_wire_mark *mark = sabot_record_new(&sabot_wire_mark_type);

	mark->by = g_strdup(by);
	mark->remedy = g_strdup(remedy);
	mark->at_us = at_us;
	return mark;
}

json_t *
sabot_incident_state_line(const struct sabot_wire_incident *incident)
{
	json_t *line = json_pack("{s:s, s:I, s:s}", "out", "incident_state", "id",
				 (json_int_t)incident->id, "state",
				 sabot_wire_incident_state_to_string(incident->state));

	if (incident->ruled)
		json_object_set_new(line, "ruled",
				    sabot_record_build(&sabot_wire_mark_type, incident->ruled));
	return line;
}

int64_t
sabot_incident_book_open_seq(const struct sabot_incident_book *list)
{
	for (guint i = 0; i < list->incidents->len; i++) {
		const struct sabot_wire_incident *incident = g_ptr_array_index(list->incidents, i);

		if (incident->state == SABOT_WIRE_INCIDENT_OPEN)
			return incident->seq;
	}
	return INT64_MAX;
}
