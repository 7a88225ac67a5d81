/* A table that works at another machine, or is being taken over from one (mover.h). */
#include "table-away.h"

#include "table-rules.h"

void
sabot_table_service_restart(struct sabot_table_service *table)
{
	struct sabot_table_service *fresh = sabot_table_service_new(table->config);
	struct sabot_table_service old = *table;

	*table = *fresh;
	*fresh = old;
	table->device = g_steal_pointer(&fresh->device);
	table->published = g_steal_pointer(&fresh->published);
	table->away = g_steal_pointer(&fresh->away);
	sabot_table_service_set_order(table, g_steal_pointer(&fresh->order));
	table->back_seq = old.back_seq;
	sabot_table_service_free(fresh);
}

void
sabot_table_service_set_away(struct sabot_table_service *table, const char *why)
{
	g_free(table->away);
	table->away = g_strdup(why);
}

void
sabot_table_service_report_trouble(const struct sabot_table_service *table,
				   struct sabot_wire_view *view)
{
	g_free(view->fault);
	view->fault = g_strdup(table->away ? table->away : table->fault);
	sabot_record_unref(view->away);
	view->away = table->copy ? sabot_record_ref(table->copy) : NULL;
}
