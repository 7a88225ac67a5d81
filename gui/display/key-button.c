/* The key: see key-button.h. */
#include "key-button.h"

#include "gui/widgets/fit-text.h"

enum { MORE_PERCENT = 56, LINE_PERCENT = 145, LEAST_PX = 13, MORE_MARGIN_PX = 10 };

struct _SabotKey {
	GtkButton parent_instance;
	SabotFitText *text, *more;
	gboolean has_text;
};

G_DEFINE_FINAL_TYPE(SabotKey, sabot_key, GTK_TYPE_BUTTON)

static void
sabot_key_class_init(SabotKeyClass *klass)
{
	(void)klass;
}

static SabotFitText *
add_line(GtkBox *lines, gboolean expands)
{
	SabotFitText *line = g_object_new(SABOT_TYPE_FIT_TEXT, "visible", expands, NULL);

	sabot_fit_text_set_centred(line, TRUE);
	gtk_box_pack_start(lines, GTK_WIDGET(line), expands, TRUE, 0);
	return line;
}

static void
sabot_key_init(SabotKey *key)
{
	GtkWidget *lines = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);

	key->text = add_line(GTK_BOX(lines), TRUE);
	key->more = add_line(GTK_BOX(lines), FALSE);
	gtk_widget_set_margin_bottom(GTK_WIDGET(key->more), MORE_MARGIN_PX);
	gtk_widget_set_no_show_all(GTK_WIDGET(key->more), TRUE);
	gtk_widget_show(lines);
	gtk_container_add(GTK_CONTAINER(key), lines);
	gtk_widget_set_focus_on_click(GTK_WIDGET(key), FALSE);
	gtk_widget_show(GTK_WIDGET(key));
}

GtkWidget *
sabot_key_new(const char *text)
{
	SabotKey *key = g_object_new(SABOT_TYPE_KEY, NULL);

	sabot_key_set_text(key, text);
	return GTK_WIDGET(key);
}

static gboolean
set_line(SabotFitText *line, const char *text)
{
	const char *old = atk_object_get_name(gtk_widget_get_accessible(GTK_WIDGET(line)));
	gboolean differs = g_strcmp0(old ? old : "", text ? text : "") != 0;

	sabot_fit_text_set(line, text);
	return differs;
}

gboolean
sabot_key_set_text(SabotKey *key, const char *text)
{
	gboolean differs = set_line(key->text, text);

	key->has_text = text && *text;
	atk_object_set_name(gtk_widget_get_accessible(GTK_WIDGET(key)), text);
	return differs;
}

gboolean
sabot_key_set_more(SabotKey *key, const char *text)
{
	gboolean differs = set_line(key->more, text);

	atk_object_set_description(gtk_widget_get_accessible(GTK_WIDGET(key)), text ? text : "");
	gtk_widget_set_visible(GTK_WIDGET(key->more), text && *text);
	return differs;
}

void
sabot_key_set_bold(SabotKey *key, gboolean is_bold)
{
	sabot_fit_text_set_bold(key->text, is_bold);
}

void
sabot_key_set_largest(SabotKey *key, int size_px)
{
	int more_px = MAX(size_px * MORE_PERCENT / 100, LEAST_PX);

	sabot_fit_text_set_largest(key->text, size_px);
	sabot_fit_text_set_largest(key->more, more_px);
	gtk_widget_set_size_request(GTK_WIDGET(key->more), -1, more_px * LINE_PERCENT / 100);
}

int
sabot_key_get_size(SabotKey *key)
{
	return key->has_text ? sabot_fit_text_get_size(key->text) : 0;
}
