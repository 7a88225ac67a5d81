/*
 * Who acted in a load, and what a case file shows of the house log. Owns the names.
 */
#include "concerned.h"

#include <glib.h>
#include <string.h>

#include "proto/messages/log-messages.h"
#include "store/log/log-record.h"

struct sabot_concerned {
	char *table;
	GHashTable *persons;
};

/* About the machine and its record: no table and no person is in them. */
static const char *const machine_events[] = {"finding", "ruling",   "started",   "stopped",
					     "key",     "software", "witnessed", NULL};
static const char *const presence_events[] = {"login", "logout", NULL};

static struct sabot_event_line
read_line(const json_t *event)
{
	struct sabot_event_line line;

	sabot_event_line_read(event, &line);
	return line;
}

struct sabot_concerned *
sabot_concerned_new(const char *table)
{
	struct sabot_concerned *concerned = g_new0(struct sabot_concerned, 1);

	concerned->table = g_strdup(table);
	concerned->persons = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	return concerned;
}

void
sabot_concerned_free(struct sabot_concerned *concerned)
{
	if (!concerned)
		return;
	g_hash_table_unref(concerned->persons);
	g_free(concerned->table);
	g_free(concerned);
}

static void
add_person(struct sabot_concerned *concerned, const char *person)
{
	if (person && person[0])
		g_hash_table_add(concerned->persons, g_strdup(person));
}

void
sabot_concerned_add_signers(struct sabot_concerned *concerned, const json_t *event)
{
	struct sabot_event_line line = read_line(event);

	add_person(concerned, line.by);
	add_person(concerned, line.second);
}

static void
list_persons(GHashTable *persons, const char *text)
{
	json_t *event = json_loads(text, 0, NULL);
	struct sabot_event_line line = read_line(event);
	const char *const named[] = {line.by, line.second, line.who, line.person, line.to};

	for (gsize i = 0; i < G_N_ELEMENTS(named); i++)
		if (named[i])
			g_hash_table_add(persons, g_strdup(named[i]));
	json_decref(event);
}

GHashTable *
sabot_concerned_list(const GPtrArray *records)
{
	GHashTable *persons = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

	for (guint i = 0; i < records->len; i++) {
		const struct sabot_log_record *record = g_ptr_array_index(records, i);

		list_persons(persons, record->line);
	}
	return persons;
}

bool
sabot_concerned_has(const struct sabot_concerned *concerned, const char *person)
{
	return person && g_hash_table_contains(concerned->persons, person);
}

bool
sabot_concerned_needs(const struct sabot_concerned *concerned, json_t *event)
{
	g_autofree char *table = sabot_wire_house_line_table(event);
	struct sabot_event_line line = read_line(event);

	if (table)
		return strcmp(table, concerned->table) == 0;
	if (!line.ev)
		return false;
	if (g_strv_contains(presence_events, line.ev))
		return sabot_concerned_has(concerned, line.person);
	return g_strv_contains(machine_events, line.ev);
}
