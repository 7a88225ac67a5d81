/* See ruled-order.h. */
#include "ruled-order.h"

#include <string.h>

static void
set_text(json_t *object, const char *name, const char *text)
{
	if (text)
		json_object_set_new(object, name, json_string(text));
}

json_t *
sabot_ruled_order_write(const struct sabot_ruled_step *step, const struct sabot_ruled_order *of)
{
	const struct sabot_event *event = step->event;
	g_autofree char *name = g_strdup_printf("%" G_GINT64_FORMAT, of->box);
	bool is_ruling = event && event->type == SABOT_EVENT_RULING;
	json_t *order = json_pack("{s:s, s:s, s:s, s:I, s:I}", "ev", "redress", "do", "order",
				  "table", step->table, "round", (json_int_t)of->round, "ruling",
				  (json_int_t)step->n);

	if (of->box > 0)
		json_object_set_new(order, "box", json_integer(of->box));
	if (of->bettor && *of->bettor && strcmp(of->bettor, name) != 0)
		json_object_set_new(order, "bettor", json_string(of->bettor));
	if (is_ruling && event->u.ruling.incident != 0)
		json_object_set_new(order, "incident", json_integer(event->u.ruling.incident));
	if (is_ruling)
		set_text(order, "remedy", sabot_remedy_to_string(event->u.ruling.remedy));
	set_text(order, "note", is_ruling ? step->rest->note : NULL);
	set_text(order, "by", event ? event->by : NULL);
	set_text(order, "second", event ? step->rest->second : NULL);
	json_object_set_new(order, "amount", json_integer(of->amount_minor));
	return order;
}

void
sabot_ruled_order_add(GArray *orders, const struct sabot_ruled_order *fresh)
{
	for (guint i = 0; i < orders->len; i++) {
		struct sabot_ruled_order *order =
			&g_array_index(orders, struct sabot_ruled_order, i);

		if (order->round == fresh->round && order->box == fresh->box &&
		    strcmp(order->bettor, fresh->bettor) == 0) {
			order->amount_minor += fresh->amount_minor;
			return;
		}
	}
	g_array_append_vals(orders, fresh, 1);
}

void
sabot_ruled_order_append(const struct sabot_ruled_step *step, const GArray *found, json_t *orders)
{
	for (guint i = 0; i < found->len; i++) {
		const struct sabot_ruled_order *order =
			&g_array_index(found, struct sabot_ruled_order, i);

		if (order->amount_minor != 0)
			json_array_append_new(orders, sabot_ruled_order_write(step, order));
	}
}
