/* Functions on the state of a simulated table that all of its parts use: see shoe-state.h. */
#include "shoe-state.h"

#include <glib/gi18n.h>
#include <stdarg.h>

G_GNUC_PRINTF(3, 0)
static void
print_line(const struct shoe_table *table, const char *prefix, const char *format,
	   va_list arguments)
{
	g_autofree char *text = NULL;

	if (table->options->quiet)
		return;
	text = g_strdup_vprintf(format, arguments);
	if (table->options->table)
		g_print("%s ", table->options->table);
	if (table->round > 0)
		g_print(_("round %u: "), table->round);
	g_print("%s%s\n", prefix, text);
}

void
shoe_table_print(const struct shoe_table *table, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	print_line(table, "", format, arguments);
	va_end(arguments);
}

void
shoe_table_print_fault(struct shoe_table *table, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	print_line(table, _("fault planted: "), format, arguments);
	va_end(arguments);
	table->fault = SHOE_FAULT_NONE;
}

void
shoe_table_queue(struct shoe_table *table, json_t *event)
{
	g_queue_push_tail(&table->todo, event);
}

void
shoe_table_queue_pause(struct shoe_table *table, unsigned steps)
{
	for (unsigned i = 0; i < steps; i++)
		g_queue_push_tail(&table->todo, NULL);
}

void
shoe_table_fail(struct shoe_table *table)
{
	table->has_failed = true;
	g_main_loop_quit(table->loop);
}

int64_t
shoe_table_seen(const struct shoe_table *table)
{
	return table->view && table->view->shoe ? table->view->shoe->seen_cards : 0;
}
