/* See incident-match.h. */
#include "incident-match.h"

struct sabot_incident_match {
	GHashTable *places;      /* "event code count" → the recorded number */
	GHashTable *to_recorded; /* number → number, both in pointers */
	GHashTable *to_changed;
};

struct sabot_incident_match *
sabot_incident_match_new(void)
{
	struct sabot_incident_match *match = g_new0(struct sabot_incident_match, 1);

	match->places = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	match->to_recorded = g_hash_table_new(NULL, NULL);
	match->to_changed = g_hash_table_new(NULL, NULL);
	return match;
}

void
sabot_incident_match_free(struct sabot_incident_match *match)
{
	if (!match)
		return;
	g_hash_table_unref(match->places);
	g_hash_table_unref(match->to_recorded);
	g_hash_table_unref(match->to_changed);
	g_free(match);
}

/* The place of output `i`, an incident; transferred. */
static char *
make_key(int64_t n, const struct sabot_update *update, unsigned i)
{
	enum sabot_incident_code code = update->outputs[i].u.incident.code;
	unsigned n_before = 0;

	for (unsigned j = 0; j < i; j++)
		n_before += update->outputs[j].kind == SABOT_OUTPUT_INCIDENT &&
			    update->outputs[j].u.incident.code == code;
	return g_strdup_printf("%" G_GINT64_FORMAT " %d %u", n, (int)code, n_before);
}

void
sabot_incident_match_record(struct sabot_incident_match *match, int64_t n,
			    const struct sabot_update *update)
{
	for (unsigned i = 0; i < update->n_outputs; i++)
		if (update->outputs[i].kind == SABOT_OUTPUT_INCIDENT)
			g_hash_table_insert(match->places, make_key(n, update, i),
					    GUINT_TO_POINTER(update->outputs[i].u.incident.id));
}

void
sabot_incident_match_change(struct sabot_incident_match *match, int64_t n,
			    const struct sabot_update *update)
{
	for (unsigned i = 0; i < update->n_outputs; i++) {
		g_autofree char *place = NULL;
		gpointer recorded, changed;

		if (update->outputs[i].kind != SABOT_OUTPUT_INCIDENT)
			continue;
		place = make_key(n, update, i);
		recorded = g_hash_table_lookup(match->places, place);
		changed = GUINT_TO_POINTER(update->outputs[i].u.incident.id);
		if (!recorded)
			continue;
		g_hash_table_insert(match->to_recorded, changed, recorded);
		g_hash_table_insert(match->to_changed, recorded, changed);
	}
}

unsigned
sabot_incident_match_recorded(const struct sabot_incident_match *match, unsigned changed)
{
	return GPOINTER_TO_UINT(g_hash_table_lookup(match->to_recorded, GUINT_TO_POINTER(changed)));
}

unsigned
sabot_incident_match_changed(const struct sabot_incident_match *match, unsigned recorded)
{
	return GPOINTER_TO_UINT(g_hash_table_lookup(match->to_changed, GUINT_TO_POINTER(recorded)));
}
