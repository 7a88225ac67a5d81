/* Preferences: see preferences.h; their layout is preferences.ui. */
#include "gui/console/preferences.h"
#include "gui/widgets/template.h"

#include "gui/console/sound.h"

#include <glib/gi18n.h>

/* The children of the template. */
#define PREFERENCES_CHILDREN(CHILD)                                                                \
	CHILD(GtkComboBox, language)                                                               \
	CHILD(GtkComboBox, scale)                                                                  \
	CHILD(GtkToggleButton, dark)                                                               \
	CHILD(GtkToggleButton, contrast)                                                           \
	CHILD(GtkToggleButton, four_colours)                                                       \
	CHILD(GtkToggleButton, full_screen)                                                        \
	CHILD(GtkToggleButton, money)                                                              \
	CHILD(GtkToggleButton, wall)                                                               \
	CHILD(GtkComboBox, sound)                                                                  \
	CHILD(GtkButton, try_sound)                                                                \
	CHILD(GtkToggleButton, notify)

struct _SabotPreferences {
	SabotPanel parent_instance;
	SabotSettings *settings;
	PREFERENCES_CHILDREN(SABOT_CHILD_MEMBER)
};

G_DEFINE_FINAL_TYPE(SabotPreferences, sabot_preferences, SABOT_TYPE_PANEL)

static const char setting_key[] = "sabot-setting";

static void
sabot_preferences_dispose(GObject *object)
{
	g_clear_object(&SABOT_PREFERENCES(object)->settings);
	G_OBJECT_CLASS(sabot_preferences_parent_class)->dispose(object);
}

static void
begin(SabotPanel *panel)
{
	gtk_widget_grab_focus(GTK_WIDGET(SABOT_PREFERENCES(panel)->language));
}

static void
sabot_preferences_class_init(SabotPreferencesClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_preferences_dispose;
	SABOT_PANEL_CLASS(klass)->begin = begin;
	gtk_widget_class_set_template_from_resource(widget_class,
						    "/org/sabot/console/preferences.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotPreferences, PREFERENCES_CHILDREN);
}

static enum sabot_setting
setting_of(gpointer widget)
{
	return (enum sabot_setting)GPOINTER_TO_INT(g_object_get_data(widget, setting_key));
}

static void
on_toggled(GtkToggleButton *button, gpointer data)
{
	sabot_settings_set(SABOT_PREFERENCES(data)->settings, setting_of(button),
			   gtk_toggle_button_get_active(button));
}

/* The id of the choice is the setting's value. */
static void
on_number_chosen(GtkComboBox *box, gpointer data)
{
	const char *id = gtk_combo_box_get_active_id(box);

	sabot_settings_set(SABOT_PREFERENCES(data)->settings, setting_of(box),
			   (int)g_ascii_strtoll(id, NULL, 10));
}

/* The window is rebuilt in that language, including this panel. */
static void
on_language_chosen(GtkComboBox *box, gpointer data)
{
	g_autoptr(SabotSettings) settings = g_object_ref(SABOT_PREFERENCES(data)->settings);

	sabot_settings_set_text(settings, SABOT_SETTING_LANGUAGE, gtk_combo_box_get_active_id(box));
}

static void
on_sound_tried(GObject *source, GAsyncResult *result, gpointer data)
{
	g_autoptr(SabotPreferences) preferences = data;
	g_autoptr(GError) error = NULL;
	g_autofree char *text = NULL;

	(void)source;
	if (!sabot_ring_finish(result, &error))
		/* Translators: %s is what the sound library says. */
		text = g_strdup_printf(_("No sound can be played here: %s."), error->message);
	sabot_panel_show_message(SABOT_PANEL(preferences), text);
}

static void
on_try_sound(GtkButton *button, gpointer data)
{
	(void)button;
	sabot_ring_start(SABOT_RING_CRITICAL, on_sound_tried, g_object_ref(data));
}

static void
bind_toggle(SabotPreferences *preferences, GtkToggleButton *button, enum sabot_setting setting)
{
	gtk_label_set_line_wrap(GTK_LABEL(gtk_bin_get_child(GTK_BIN(button))), TRUE);
	g_object_set_data(G_OBJECT(button), setting_key, GINT_TO_POINTER(setting));
	gtk_toggle_button_set_active(button, sabot_settings_get(preferences->settings, setting));
	g_signal_connect(button, "toggled", G_CALLBACK(on_toggled), preferences);
}

static void
bind_number(SabotPreferences *preferences, GtkComboBox *box, enum sabot_setting setting)
{
	char id[16];

	g_snprintf(id, sizeof(id), "%d", sabot_settings_get(preferences->settings, setting));
	g_object_set_data(G_OBJECT(box), setting_key, GINT_TO_POINTER(setting));
	gtk_combo_box_set_active_id(box, id);
	g_signal_connect(box, "changed", G_CALLBACK(on_number_chosen), preferences);
}

static void
sabot_preferences_init(SabotPreferences *preferences)
{
	gtk_widget_init_template(GTK_WIDGET(preferences));
	sabot_panel_set_title(SABOT_PANEL(preferences), _("Preferences"));
}

GtkWidget *
sabot_preferences_new(SabotSettings *settings)
{
	SabotPreferences *preferences = g_object_new(SABOT_TYPE_PREFERENCES, NULL);

	preferences->settings = g_object_ref(settings);
	gtk_combo_box_set_active_id(preferences->language,
				    sabot_settings_get_text(settings, SABOT_SETTING_LANGUAGE));
	g_signal_connect(preferences->language, "changed", G_CALLBACK(on_language_chosen),
			 preferences);
	bind_number(preferences, preferences->scale, SABOT_SETTING_SCALE);
	bind_number(preferences, preferences->sound, SABOT_SETTING_SOUND);
	bind_toggle(preferences, preferences->dark, SABOT_SETTING_DARK);
	bind_toggle(preferences, preferences->contrast, SABOT_SETTING_CONTRAST);
	bind_toggle(preferences, preferences->four_colours, SABOT_SETTING_FOUR_COLOURS);
	bind_toggle(preferences, preferences->full_screen, SABOT_SETTING_FULL_SCREEN);
	bind_toggle(preferences, preferences->money, SABOT_SETTING_MONEY);
	bind_toggle(preferences, preferences->wall, SABOT_SETTING_WALL);
	bind_toggle(preferences, preferences->notify, SABOT_SETTING_NOTIFY);
	g_signal_connect(preferences->try_sound, "clicked", G_CALLBACK(on_try_sound), preferences);
	sabot_panel_show_message(SABOT_PANEL(preferences), sabot_settings_get_problem(settings));
	return GTK_WIDGET(preferences);
}
