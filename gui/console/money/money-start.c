/* What is begun: see money-start.h. */
#include "money-start.h"

#include <glib.h>

struct sabot_money_start *
sabot_money_start_new(const char *id, const char *title, json_t *from)
{
	struct sabot_money_start *start = g_new0(struct sabot_money_start, 1);

	start->document = sabot_money_document_find(id);
	start->title = g_strdup(title);
	start->from = from;
	start->members = json_object();
	return start;
}

struct sabot_money_start *
sabot_money_start_copy(const struct sabot_money_start *start)
{
	struct sabot_money_start *copy = g_new(struct sabot_money_start, 1);

	*copy = *start;
	copy->title = g_strdup(start->title);
	json_incref(copy->from);
	json_incref(copy->members);
	return copy;
}

void
sabot_money_start_free(gpointer data)
{
	struct sabot_money_start *start = data;

	g_free(start->title);
	json_decref(start->from);
	json_decref(start->members);
	g_free(start);
}

void
sabot_money_start_set_number(struct sabot_money_start *start, const char *day, int64_t number)
{
	if (number)
		json_object_set_new(start->members, "number", json_integer(number));
	if (day)
		json_object_set_new(start->members, "day", json_string(day));
}

void
sabot_money_start_set_cards(struct sabot_money_start *start, const char *set)
{
	json_object_set_new(start->members, "set", json_string(set));
}
