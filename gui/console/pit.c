/*
 * sabot-pit: the pit boss's console. Parses its options, makes the floor and the window; all else
 * is in model/, widgets/ and console/.
 */
#include "gui/console/window.h"
#include "text/text.h"

#include <glib/gi18n.h>

static void
load_style(void)
{
	g_autoptr(GtkCssProvider) provider = gtk_css_provider_new();

	gtk_css_provider_load_from_resource(provider, "/org/sabot/style/console.css");
	gtk_style_context_add_provider_for_screen(gdk_screen_get_default(),
						  GTK_STYLE_PROVIDER(provider),
						  GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
}

static void
on_quit(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	(void)action;
	(void)parameter;
	g_application_quit(data);
}

static void
on_started(GApplication *application, gpointer data)
{
	static const GActionEntry entries[] = {{.name = "quit", .activate = on_quit}};
	static const struct {
		const char *action, *keys[2];
	} accels[] = {
		{"app.quit", {"<Primary>q"}},
		{"win.login", {"F2"}},
		{"win.lock", {"<Primary>l"}},
		{"win.back", {"Escape"}},
	};

	(void)data;
	load_style();
	g_action_map_add_action_entries(G_ACTION_MAP(application), entries, G_N_ELEMENTS(entries),
					application);
	for (gsize i = 0; i < G_N_ELEMENTS(accels); i++)
		gtk_application_set_accels_for_action(GTK_APPLICATION(application),
						      accels[i].action, accels[i].keys);
}

/* Each socket given is a daemon's; none given: the usual one. */
static SabotFloor *
floor_new(char *const *paths)
{
	SabotFloor *floor = sabot_floor_new();

	if (!paths || !*paths)
		sabot_floor_add(floor, NULL);
	for (; paths && *paths; paths++)
		sabot_floor_add(floor, *paths);
	return floor;
}

static void
on_activated(GApplication *application, gpointer data)
{
	GtkWindow *window = gtk_application_get_active_window(GTK_APPLICATION(application));
	g_autoptr(SabotFloor) floor = NULL;

	if (!window) {
		floor = floor_new(*(char ***)data);
		window = GTK_WINDOW(sabot_console_window_new(GTK_APPLICATION(application), floor));
	}
	gtk_window_present(window);
}

static int
on_options_given(GApplication *application, GVariantDict *options, gpointer data)
{
	(void)application;
	(void)data;
	if (!g_variant_dict_contains(options, "version"))
		return -1;
	g_print("sabot-pit %s\n", SABOT_VERSION);
	return 0;
}

int
main(int argc, char **argv)
{
	char **paths = NULL;
	const GOptionEntry entries[] = {
		{"connect", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &paths,
		 N_("A daemon's socket, or tls:HOST:PORT#FINGERPRINT; several times for several "
		    "daemons"),
		 N_("PATH")},
		{"socket", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &paths, N_("The same as --connect"),
		 N_("PATH")},
		{"version", 0, 0, G_OPTION_ARG_NONE, NULL, N_("Say the version and leave"), NULL},
		G_OPTION_ENTRY_NULL,
	};
	g_autoptr(GtkApplication) application = NULL;
	int status;

	sabot_text_init();
	gtk_disable_setlocale(); /* it is set */
	application = gtk_application_new("org.sabot.Pit", G_APPLICATION_NON_UNIQUE);
	g_application_add_main_option_entries(G_APPLICATION(application), entries);
	g_signal_connect(application, "handle-local-options", G_CALLBACK(on_options_given), NULL);
	g_signal_connect(application, "startup", G_CALLBACK(on_started), NULL);
	g_signal_connect(application, "activate", G_CALLBACK(on_activated), &paths);
	status = g_application_run(G_APPLICATION(application), argc, argv);
	g_strfreev(paths);
	return status;
}
