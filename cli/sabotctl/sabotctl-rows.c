/*
 * Rows of cells, padded to the widest of each column as it is seen, not as it is encoded.
 */
#include "sabotctl-rows.h"

#include "text/escape.h"

#include <stdio.h>

enum { COLUMN_GAP = 2 };

void
sabotctl_rows_print(const GPtrArray *rows)
{
	g_autofree glong *widths = NULL;
	guint n_columns = g_strv_length(g_ptr_array_index(rows, 0));

	widths = g_new0(glong, n_columns);
	for (guint i = 0; i < rows->len; i++)
		for (guint j = 0; j < n_columns; j++)
			widths[j] =
				MAX(widths[j],
				    g_utf8_strlen(((char **)g_ptr_array_index(rows, i))[j], -1));
	for (guint i = 0; i < rows->len; i++) {
		char **row = g_ptr_array_index(rows, i);

		for (guint j = 0; j < n_columns; j++) {
			glong pad = widths[j] + COLUMN_GAP - g_utf8_strlen(row[j], -1);

			printf("%s%*s", row[j], j + 1 < n_columns ? (int)pad : 0, "");
		}
		putchar('\n');
	}
}

GPtrArray *
sabotctl_rows_new(void)
{
	return g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
}

void
sabotctl_rows_add(GPtrArray *rows, const char *first, ...)
{
	g_autoptr(GStrvBuilder) row = g_strv_builder_new();
	va_list cells;

	va_start(cells, first);
	for (const char *cell = first; cell; cell = va_arg(cells, const char *)) {
		g_autofree char *plain = sabot_text_escape(cell);

		g_strv_builder_add(row, plain);
	}
	va_end(cells);
	g_ptr_array_add(rows, g_strv_builder_end(row));
}

/* `row` is transferred, and a longer one returned. */
static char **
append_cell(char **row, const char *cell)
{
	g_autoptr(GStrvBuilder) longer = g_strv_builder_new();
	g_autofree char *plain = sabot_text_escape(cell);

	g_strv_builder_addv(longer, (const char **)row);
	g_strv_builder_add(longer, plain);
	g_strfreev(row);
	return g_strv_builder_end(longer);
}

void
sabotctl_rows_extend(GPtrArray *rows, const char *title, const char *cell)
{
	gpointer *last = &rows->pdata[rows->len - 1];

	*last = append_cell(*last, cell);
	if (g_strv_length(rows->pdata[0]) < g_strv_length(*last))
		rows->pdata[0] = append_cell(rows->pdata[0], title);
}
