/* What is begun: see money-start.h. */
#include "money-start.h"

#include <glib.h>

struct sabot_money_start *
sabot_money_start_new(const char *id, const char *title, const json_t *from)
{
	struct sabot_money_start *start = g_new0(struct sabot_money_start, 1);

	start->document = sabot_money_document_find(id);
	start->title = g_strdup(title);
	start->from = json_deep_copy(from);
	start->members = json_object();
	return start;
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
sabot_money_start_keep(struct sabot_money_start *start, const char *member, const char *other)
{
	json_object_set(start->members, member, json_object_get(start->from, member));
	if (other)
		json_object_set(start->members, other, json_object_get(start->from, other));
}
