/*
 * sabot-board: the guests' score board of a table, or of several on a wall. Parses its options;
 * everything else is in gui/model/board and in board-window.h. It only reads: nobody logs in.
 */
#include "board-window.h"
#include "gui/style/application.h"
#include "proto/version.h"
#include "text/text.h"
#include "text/escape.h"

#include <glib/gi18n.h>
#include <string.h>

struct options {
	char **tables; /* NULL: all */
	char *connect, *look, *theme, *language;
	gboolean is_full;
	int monitor;
	struct sabot_board_style *style;
	SabotFeed *feed;
};

/* The languages whose catalogue has all of the board's sentences. */
static const char *const languages[] = {"en", "es", "it", "zh"};

static void
on_activated(GApplication *application, gpointer data)
{
	struct options *options = data;
	GtkWindow *window = gtk_application_get_active_window(GTK_APPLICATION(application));

	if (!window) {
		options->feed = sabot_feed_new(options->connect);
		window = GTK_WINDOW(sabot_board_window_new(
			GTK_APPLICATION(application), options->feed,
			(const char *const *)options->tables, options->style));
		if (options->is_full)
			sabot_board_window_fill(SABOT_BOARD_WINDOW(window), options->monitor);
		sabot_feed_start(options->feed);
	}
	gtk_window_present(window);
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
	static const char *const quit_keys[] = {"<Primary>q", NULL};

	(void)data;
	g_action_map_add_action_entries(G_ACTION_MAP(application), entries, G_N_ELEMENTS(entries),
					application);
	gtk_application_set_accels_for_action(GTK_APPLICATION(application), "app.quit", quit_keys);
}

/* Chinese characters are drawn as in the design, whatever the system prefers. */
static bool
choose_language(const char *language)
{
	if (!language)
		return true;
	for (size_t i = 0; i < G_N_ELEMENTS(languages); i++)
		if (strcmp(languages[i], language) == 0) {
			sabot_text_set_language(language);
			return true;
		}
	g_printerr(_("sabot-board: --language %s: en, es, it or zh is wanted\n"), language);
	return false;
}

static int
on_options_given(GApplication *application, GVariantDict *given, gpointer data)
{
	struct options *options = data;
	g_autoptr(GError) error = NULL;

	(void)application;
	if (g_variant_dict_contains(given, "version")) {
		g_autofree char *version = sabot_version_text("sabot-board " SABOT_VERSION);

		g_print("%s\n", version);
		return 0;
	}
	if (!choose_language(options->language))
		return 2;
	options->style = sabot_board_style_new(options->look, options->theme, &error);
	if (options->style)
		return -1;
	g_printerr("sabot-board: %s\n", sabot_text_plain(error->message));
	return 2;
}

static void
options_clear(struct options *options)
{
	g_clear_object(&options->feed);
	g_clear_pointer(&options->style, sabot_board_style_unref);
	g_strfreev(options->tables);
	g_free(options->connect);
	g_free(options->look);
	g_free(options->theme);
	g_free(options->language);
}

int
main(int argc, char **argv)
{
	struct options options = {0};
	const GOptionEntry entries[] = {
		{"table", 't', 0, G_OPTION_ARG_STRING_ARRAY, &options.tables,
		 N_("A table; given several times a wall of them; else all"), N_("NAME")},
		{"connect", 0, 0, G_OPTION_ARG_FILENAME, &options.connect,
		 N_("The daemon's socket"), N_("PATH")},
		{"fullscreen", 'f', 0, G_OPTION_ARG_NONE, &options.is_full,
		 N_("On the whole screen, as F11 does"), NULL},
		{"monitor", 0, 0, G_OPTION_ARG_INT, &options.monitor,
		 N_("With --fullscreen, on which screen: 0 is the first"), N_("NUMBER")},
		{"look", 0, 0, G_OPTION_ARG_STRING, &options.look,
		 N_("Colours: light, dark, contrast or contrast-dark"), N_("LOOK")},
		{"theme", 0, 0, G_OPTION_ARG_FILENAME, &options.theme,
		 N_("The house's name, logo and colours of the head"), N_("FILE")},
		{"language", 0, 0, G_OPTION_ARG_STRING, &options.language,
		 N_("en, es, it or zh; else the environment's"), N_("LANGUAGE")},
		{"version", 0, 0, G_OPTION_ARG_NONE, NULL, N_("Say the version and leave"), NULL},
		G_OPTION_ENTRY_NULL,
	};
	g_autoptr(GtkApplication) application = NULL;
	int status;

	sabot_text_init();
	/* Selects the characters of the board's own signs if the language does not. */
	g_setenv("PANGO_LANGUAGE", "zh-tw", FALSE);
	gtk_disable_setlocale(); /* the locale is set already */
	application = gtk_application_new("org.sabot.Board", G_APPLICATION_NON_UNIQUE);
	g_application_add_main_option_entries(G_APPLICATION(application), entries);
	g_signal_connect(application, "handle-local-options", G_CALLBACK(on_options_given),
			 &options);
	g_signal_connect(application, "startup", G_CALLBACK(on_started), NULL);
	g_signal_connect(application, "activate", G_CALLBACK(on_activated), &options);
	sabot_application_quit_on_signals(G_APPLICATION(application));
	status = g_application_run(G_APPLICATION(application), argc, argv);
	options_clear(&options);
	return status;
}
