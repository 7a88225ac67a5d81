/* The key: see key.h. */
#include "key-button.h"

#include "gui/widgets/fit-text.h"

struct _SabotKey {
	GtkButton parent_instance;
	SabotFitText *text;
};

G_DEFINE_FINAL_TYPE(SabotKey, sabot_key, GTK_TYPE_BUTTON)

static void
sabot_key_class_init(SabotKeyClass *klass)
{
	(void)klass;
}

static void
sabot_key_init(SabotKey *key)
{
	key->text = g_object_new(SABOT_TYPE_FIT_TEXT, "visible", TRUE, NULL);
	sabot_fit_text_set_centred(key->text, TRUE);
	gtk_container_add(GTK_CONTAINER(key), GTK_WIDGET(key->text));
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

void
sabot_key_set_text(SabotKey *key, const char *text)
{
	sabot_fit_text_set(key->text, text);
	atk_object_set_name(gtk_widget_get_accessible(GTK_WIDGET(key)), text);
}

void
sabot_key_set_bold(SabotKey *key, gboolean is_bold)
{
	sabot_fit_text_set_bold(key->text, is_bold);
}
