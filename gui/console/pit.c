/*
 * sabot-pit: the pit boss's console. Parses its options, creates the floor and the window, and
 * recreates the window when another language is chosen; everything else is in model/, widgets/ and
 * console/.
 */
#include "gui/console/alerts.h"
#include "console-window.h"
#include "gui/style/application.h"
#include "gui/style/look.h"
#include "gui/widgets/one-press.h"
#include "proto/version.h"
#include "text/text.h"
#include "text/escape.h"

#include <glib/gi18n.h>

struct pit {
	char **paths;          /* sockets of daemons */
	char *system_language; /* LANGUAGE as it was at the start, or NULL */
	SabotFloorModel *floor;
	SabotSettings *settings;
	struct sabot_look *look;
	struct sabot_alerts *alerts;
	GtkWidget *window;
};

enum { SCALE_STEP = 25 }; /* percent */

static void
on_quit(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	GApplication *application = g_application_get_default();

	(void)action;
	(void)parameter;
	(void)data;
	g_application_quit(application);
}

static void
on_larger(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	SabotSettings *settings = ((struct pit *)data)->settings;

	(void)action;
	(void)parameter;
	sabot_settings_set(settings, SABOT_SETTING_SCALE,
			   sabot_settings_get(settings, SABOT_SETTING_SCALE) + SCALE_STEP);
}

static void
on_smaller(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	SabotSettings *settings = ((struct pit *)data)->settings;

	(void)action;
	(void)parameter;
	sabot_settings_set(settings, SABOT_SETTING_SCALE,
			   sabot_settings_get(settings, SABOT_SETTING_SCALE) - SCALE_STEP);
}

/* A notification was clicked. */
static void
on_show(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	struct pit *pit = data;

	(void)action;
	(void)parameter;
	if (pit->window)
		gtk_window_present(GTK_WINDOW(pit->window));
}

static void
use_language(struct pit *pit)
{
	const char *language = sabot_settings_get_text(pit->settings, SABOT_SETTING_LANGUAGE);

	sabot_text_set_language(*language ? language : pit->system_language);
}

static GtkWidget *
window_new(struct pit *pit)
{
	GtkApplication *application = GTK_APPLICATION(g_application_get_default());
	GtkWidget *window = sabot_console_window_new(application, pit->floor, pit->settings);

	sabot_one_press_watch(GTK_WINDOW(window));
	return window;
}

/*
 * Widgets keep the texts they were created with: create new ones first, so that the application
 * does not end.
 */
static gboolean
on_language_due(gpointer data)
{
	struct pit *pit = data;
	GtkWidget *old = pit->window;

	use_language(pit);
	pit->window = window_new(pit);
	gtk_widget_destroy(old);
	gtk_window_present(GTK_WINDOW(pit->window));
	g_action_group_activate_action(G_ACTION_GROUP(pit->window), "preferences", NULL);
	return G_SOURCE_REMOVE;
}

/* Deferred until the widget in which it was chosen has finished its callback. */
static void
on_setting_changed(SabotSettings *settings, int setting, gpointer data)
{
	struct pit *pit = data;

	(void)settings;
	if (setting == SABOT_SETTING_LANGUAGE && pit->window)
		g_idle_add_full(G_PRIORITY_HIGH_IDLE, on_language_due, pit, NULL);
}

static void
add_actions(GtkApplication *application, struct pit *pit)
{
	static const GActionEntry entries[] = {
		{.name = "quit", .activate = on_quit},
		{.name = "larger", .activate = on_larger},
		{.name = "smaller", .activate = on_smaller},
		{.name = "show", .activate = on_show},
	};
	static const struct {
		const char *action, *keys[3];
	} accels[] = {
		{"app.quit", {"<Primary>q"}},
		{"app.larger", {"<Primary>plus", "<Primary>equal"}},
		{"app.smaller", {"<Primary>minus"}},
		{"win.login", {"F2"}},
		{"win.lock", {"<Primary>l"}},
		{"win.back", {"Escape"}},
		{"win.search", {"<Primary>f"}},
		{"win.preferences", {"<Primary>comma"}},
		{"win.other-side", {"F6"}},
		{"win.full-screen", {"F11"}},
		{"win.keys", {"<Primary>question", "F1"}},
		{"win.statistics", {"F4"}},
		{"win.shift", {"F7"}},
		{"win.cage", {"F5"}},
		{"win.money", {"F8"}},
		{"win.log", {"F9"}},
		{"win.reports", {"F3"}},
		{"win.forms", {"F12"}},
	};

	g_action_map_add_action_entries(G_ACTION_MAP(application), entries, G_N_ELEMENTS(entries),
					pit);
	for (gsize i = 0; i < G_N_ELEMENTS(accels); i++)
		gtk_application_set_accels_for_action(application, accels[i].action,
						      accels[i].keys);
}

/* Each socket is that of a daemon; if none is given, the default one is used. */
static SabotFloorModel *
floor_new(char *const *paths)
{
	SabotFloorModel *floor = sabot_floor_model_new();

	if (!paths || !*paths)
		sabot_floor_model_add(floor, NULL);
	for (; paths && *paths; paths++)
		sabot_floor_model_add(floor, *paths);
	return floor;
}

static void
on_started(GApplication *application, gpointer data)
{
	struct pit *pit = data;

	gtk_window_set_default_icon_name("org.sabot.Pit"); /* as installed by packaging/desktop */
	pit->settings = sabot_settings_new(NULL);
	use_language(pit);
	pit->look = sabot_look_new(pit->settings);
	pit->floor = floor_new(pit->paths);
	pit->alerts = sabot_alerts_new(GTK_APPLICATION(application), pit->floor, pit->settings);
	g_signal_connect(pit->settings, "changed", G_CALLBACK(on_setting_changed), pit);
	add_actions(GTK_APPLICATION(application), pit);
}

static void
on_activated(GApplication *application, gpointer data)
{
	struct pit *pit = data;

	(void)application;
	if (!pit->window)
		pit->window = window_new(pit);
	gtk_window_present(GTK_WINDOW(pit->window));
}

static void
on_shut_down(GApplication *application, gpointer data)
{
	struct pit *pit = data;
	g_autoptr(GError) error = NULL;

	(void)application;
	g_signal_handlers_disconnect_by_data(pit->settings, pit);
	if (!sabot_settings_save(pit->settings, &error))
		g_printerr("sabot-pit: %s\n", sabot_text_plain(error->message));
	g_clear_pointer(&pit->alerts, sabot_alerts_free);
	g_clear_object(&pit->floor);
	g_clear_pointer(&pit->look, sabot_look_free);
	g_clear_object(&pit->settings);
}

static int
on_options_given(GApplication *application, GVariantDict *options, gpointer data)
{
	g_autofree char *version = NULL;

	(void)application;
	(void)data;
	if (!g_variant_dict_contains(options, "version"))
		return -1;
	version = sabot_version_text("sabot-pit " SABOT_VERSION);
	g_print("%s\n", version);
	return 0;
}

int
main(int argc, char **argv)
{
	struct pit pit = {0};
	const GOptionEntry entries[] = {
		{"connect", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &pit.paths,
		 N_("A daemon's socket, or tls:HOST:PORT#FINGERPRINT; several times for several "
		    "daemons"),
		 N_("PATH")},
		{"socket", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &pit.paths,
		 N_("The same as --connect"), N_("PATH")},
		{"version", 0, 0, G_OPTION_ARG_NONE, NULL, N_("Say the version and leave"), NULL},
		G_OPTION_ENTRY_NULL,
	};
	g_autoptr(GtkApplication) application = NULL;
	int status;

	sabot_text_init();
	pit.system_language = g_strdup(g_getenv("LANGUAGE"));
	gtk_disable_setlocale(); /* the locale is set already */
	application = gtk_application_new("org.sabot.Pit", G_APPLICATION_NON_UNIQUE);
	g_application_add_main_option_entries(G_APPLICATION(application), entries);
	g_signal_connect(application, "handle-local-options", G_CALLBACK(on_options_given), NULL);
	g_signal_connect(application, "startup", G_CALLBACK(on_started), &pit);
	g_signal_connect(application, "activate", G_CALLBACK(on_activated), &pit);
	g_signal_connect(application, "shutdown", G_CALLBACK(on_shut_down), &pit);
	sabot_application_quit_on_signals(G_APPLICATION(application));
	status = g_application_run(G_APPLICATION(application), argc, argv);
	g_strfreev(pit.paths);
	g_free(pit.system_language);
	return status;
}
