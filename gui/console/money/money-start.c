/* What is begun: see money-start.h. */
#include "money-start.h"

#include "proto/messages/money-messages.h"
#include "text/refusal.h"

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
	if (copy->barred)
		g_ptr_array_ref(copy->barred);
	return copy;
}

void
sabot_money_start_free(gpointer data)
{
	struct sabot_money_start *start = data;

	g_free(start->title);
	json_decref(start->from);
	json_decref(start->members);
	g_clear_pointer(&start->barred, g_ptr_array_unref);
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

bool
sabot_money_start_is_recount(const struct sabot_money_start *start, bool has_opener,
			     bool has_closer)
{
	return !start->corrects &&
	       ((has_opener && g_str_has_suffix(start->document->id, "opener")) ||
		(has_closer && g_str_has_suffix(start->document->id, "closer")));
}

void
sabot_money_start_set_barred(struct sabot_money_start *start, GPtrArray *barred)
{
	start->barred = barred ? g_ptr_array_ref(barred) : NULL;
}

char *
sabot_money_start_bars(const char *person, gconstpointer barred)
{
	const GPtrArray *all = barred;

	for (guint i = 0; all && i < all->len; i++) {
		const struct sabot_wire_barred *one = g_ptr_array_index(all, i);

		if (g_strcmp0(one->person, person) == 0)
			return sabot_text_refusal(one->why);
	}
	return NULL;
}

void
sabot_money_start_set_cards(struct sabot_money_start *start, const char *set)
{
	json_object_set_new(start->members, "set", json_string(set));
}
