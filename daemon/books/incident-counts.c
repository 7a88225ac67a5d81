/* See incident-counts.h. */
#include "incident-counts.h"

/* The counter of that name, created if missing. Borrowed. */
static struct sabot_wire_count *
need_count(GPtrArray *counts, const char *name)
{
	struct sabot_wire_count *count;

	for (guint i = 0; i < counts->len; i++) {
		count = g_ptr_array_index(counts, i);
		if (g_strcmp0(count->name, name) == 0)
			return count;
	}
	count = sabot_record_new(&sabot_wire_count_type);
	count->name = g_strdup(name);
	g_ptr_array_add(counts, count);
	return count;
}

void
sabot_incident_counts_add(GPtrArray *counts, const char *name,
			  const struct sabot_wire_incident *incident)
{
	struct sabot_wire_count *count = need_count(counts, name);
	const char *remedy = incident->ruled ? incident->ruled->remedy : NULL;

	count->raised++;
	switch (incident->state) {
	case SABOT_WIRE_INCIDENT_RULED:
		if (g_strcmp0(remedy, "false_alarm") == 0)
			count->dismissed++;
		else
			count->right++;
		break;
	case SABOT_WIRE_INCIDENT_EXPLAINED:
		count->explained++;
		break;
	case SABOT_WIRE_INCIDENT_CLEARED:
		count->cleared++;
		break;
	case SABOT_WIRE_INCIDENT_OPEN:
	case SABOT_WIRE_INCIDENT_UNKNOWN:
		count->open++;
		break;
	}
}

void
sabot_incident_counts_sum(GPtrArray *counts, const GPtrArray *others)
{
	for (guint i = 0; i < others->len; i++) {
		const struct sabot_wire_count *other = g_ptr_array_index(others, i);
		struct sabot_wire_count *count = need_count(counts, other->name);

		count->raised += other->raised;
		count->open += other->open;
		count->explained += other->explained;
		count->cleared += other->cleared;
		count->right += other->right;
		count->dismissed += other->dismissed;
	}
}

static int
compare_names(gconstpointer a, gconstpointer b)
{
	const struct sabot_wire_count *one = *(struct sabot_wire_count *const *)a;
	const struct sabot_wire_count *two = *(struct sabot_wire_count *const *)b;

	return g_strcmp0(one->name, two->name);
}

void
sabot_incident_counts_finish(GPtrArray *counts)
{
	for (guint i = 0; i < counts->len; i++) {
		struct sabot_wire_count *count = g_ptr_array_index(counts, i);
		/* An explained incident was not a justified alarm, nor was a dismissed one. */
		int64_t n_judged = count->right + count->dismissed + count->explained;

		if (n_judged > 0)
			count->precision_permille = (1000 * count->right + n_judged / 2) / n_judged;
	}
	g_ptr_array_sort(counts, compare_names);
}
