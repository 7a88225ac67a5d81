/* Style sheets: see style-sheet.h. */
#include "style-sheet.h"

#include <gio/gio.h>

#include <string.h>

/*
 * The scale: sizes are used by name, and there are no others. The console's are in pixels, each a
 * fifth to a third larger than the one before it; the display's are in em, which follows the
 * window's size.
 */
static const struct size {
	const char *name;
	int px;
	const char *em; /* NULL: `px` is used */
} scale[] = {
	{"least", 13, NULL},   /* marks and notes if many tables share the screen */
	{"unit", 14, NULL},    /* unit of measure of tiles and the plan: one of their letters */
	{"note", 15, NULL},    /* explanations; keys; cells of a table */
	{"text", 17, NULL},    /* text to read and choose; entries */
	{"title", 20, NULL},   /* title of a panel; an incident's name; what the table waits for */
	{"phase", 24, NULL},   /* phase of a game, a total, digits of a PIN */
	{"name", 28, NULL},    /* name of a page, and of a table in a list; its clock */
	{"table", 32, NULL},   /* a table's name on a tile among many */
	{"far", 42, NULL},     /* the same if there are few, and words read across a room */
	{"wall", 96, NULL},    /* the name of a waiting table, on the wall */
	{"body", 0, "1em"},    /* the display */
	{"head", 0, "1.1em"},  /* the line at its top, the names of a list */
	{"lead", 0, "1.25em"}, /* text beside the prompt */
};

static int text_percent = 100;

static const struct size *
find_size(const char *name)
{
	for (gsize i = 0; i < G_N_ELEMENTS(scale); i++)
		if (strcmp(scale[i].name, name) == 0)
			return &scale[i];
	g_error("the scale has no size of text \"%s\"", name);
	return NULL;
}

static gboolean
put_size(const GMatchInfo *match, GString *result, gpointer data)
{
	g_autofree char *name = g_match_info_fetch(match, 1);
	const struct size *size = find_size(name);
	int percent = GPOINTER_TO_INT(data);

	if (size->em)
		g_string_append_printf(result, "font-size: %s", size->em);
	else
		g_string_append_printf(result, "font-size: %dpx", (size->px * percent + 50) / 100);
	return FALSE;
}

char *
sabot_style_sheet_read(const char *name, int percent)
{
	g_autofree char *path = g_strdup_printf("/org/sabot/style/%s", name);
	g_autoptr(GBytes) bytes = g_resources_lookup_data(path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
	g_autoptr(GRegex) sizes = g_regex_new("font-size: @type_(\\w+)", 0, 0, NULL);
	g_autofree char *sheet = g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));

	return g_regex_replace_eval(sizes, sheet, -1, 0, 0, put_size, GINT_TO_POINTER(percent),
				    NULL);
}

void
sabot_style_set_percent(int percent)
{
	text_percent = percent;
}

int
sabot_style_room(int px)
{
	return px * 100 / MAX(text_percent, 100);
}
