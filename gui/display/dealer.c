/*
 * sabot-dealer: the dealer's display of one table. Parses its options and creates table and window;
 * everything else is in model/, widgets/ and display/.
 */
#include "gui/board/board-window.h"
#include "gui/display/style.h"
#include "gui/display/train.h"
#include "gui/model/training/practice.h"
#include "gui/model/training/training-run.h"
#include "gui/style/application.h"
#include "gui/widgets/one-press.h"
#include "display-window.h"
#include "proto/version.h"
#include "text/text.h"
#include "text/escape.h"

#include <glib/gi18n.h>

struct options {
	char *connect, *table, *look;
	gboolean is_windowed, has_no_stakes, has_board;
	struct sabot_display_options display;
	struct sabot_train_options train;
	char *practice_table;
	SabotPractice *practice; /* or NULL */
	GApplication *application;
	int status; /* the program's exit status, if not GApplication's */
};

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
	const struct options *options = data;
	static const GActionEntry entries[] = {{.name = "quit", .activate = on_quit}};
	static const char *const quit_keys[] = {"<Primary>q", NULL};

	sabot_display_load_style(options->look ? options->look : "light");
	g_action_map_add_action_entries(G_ACTION_MAP(application), entries, G_N_ELEMENTS(entries),
					application);
	gtk_application_set_accels_for_action(GTK_APPLICATION(application), "app.quit", quit_keys);
}

/*
 * Make it full screen, even without a window manager that does so. False: there is no such monitor.
 */
static bool
fill_screen(GtkWindow *window, int number)
{
	GdkMonitor *monitor = gdk_display_get_monitor(gdk_display_get_default(), number);
	GdkRectangle area;

	if (!monitor)
		return false;
	gdk_monitor_get_geometry(monitor, &area);
	gtk_window_set_default_size(window, area.width, area.height);
	gtk_window_move(window, area.x, area.y);
	gtk_window_fullscreen_on_monitor(window, gdk_screen_get_default(), number);
	return true;
}

/* Open it on the second screen; if there is only one, as a window. */
static void
open_board(GtkApplication *application, SabotDealerTable *table, const struct options *options)
{
	const char *const names[] = {sabot_dealer_table_get_name(table), NULL};
	struct sabot_board_style *style = sabot_board_style_new(NULL, NULL, NULL);
	GtkWindow *board = GTK_WINDOW(sabot_board_window_new(
		application, sabot_dealer_table_get_feed(table), names, style));

	sabot_board_style_unref(style);

	if (!options->is_windowed)
		fill_screen(board, 1);
	gtk_window_present(board);
}

static void
on_refused(SabotPractice *practice, const char *why, gpointer data)
{
	struct options *options = data;

	(void)practice;
	g_printerr("sabot-dealer: --practice: %s\n", why);
	options->status = 2;
	g_application_quit(options->application);
}

static void
begin_practice(struct options *options, SabotDealerTable *table)
{
	options->display.is_practice = TRUE;
	options->practice = sabot_practice_new(table, g_random_int());
	g_signal_connect(options->practice, "refused", G_CALLBACK(on_refused), options);
}

static void
on_activated(GApplication *application, gpointer data)
{
	struct options *options = data;
	GtkWindow *window = gtk_application_get_active_window(GTK_APPLICATION(application));
	g_autoptr(SabotDealerTable) table = NULL;

	if (!window) {
		if (options->display.training)
			table = g_object_ref(sabot_training_get_table(options->display.training));
		else
			table = sabot_dealer_table_new(options->connect, options->table);
		if (options->practice_table)
			begin_practice(options, table);
		options->display.tracks_stakes = !options->has_no_stakes;
		window = GTK_WINDOW(sabot_display_window_new(GTK_APPLICATION(application), table,
							     &options->display));
		sabot_one_press_watch(window);
		if (options->has_board)
			open_board(GTK_APPLICATION(application), table, options);
		if (!options->is_windowed)
			fill_screen(window, 0);
		sabot_dealer_table_start(table);
	}
	gtk_window_present(window);
}

/* A training uses no table of a house. Everything created for it is removed with the program. */
static int
begin_training(struct options *options)
{
	g_autoptr(GError) error = NULL;

	if (options->table || options->connect) {
		g_printerr("%s\n",
			   _("sabot-dealer: --train has a table of its own: neither --table "
			     "nor --connect"));
		return 2;
	}
	options->display.training = sabot_train(&options->train, &error);
	if (options->display.training)
		return -1;
	g_printerr("sabot-dealer: %s\n", sabot_text_plain(error->message));
	return 2;
}

static int
on_options_given(GApplication *application, GVariantDict *given, gpointer data)
{
	struct options *options = data;

	(void)application;
	if (g_variant_dict_contains(given, "version")) {
		g_autofree char *version = sabot_version_text("sabot-dealer " SABOT_VERSION);

		g_print("%s\n", version);
		return 0;
	}
	if (options->look && !sabot_display_is_look(options->look)) {
		g_printerr(_("sabot-dealer: --look is light, dark, contrast or contrast-dark, "
			     "not \"%s\"\n"),
			   options->look);
		return 2;
	}
	if (options->practice_table && (options->train.is_wanted || options->table)) {
		g_printerr("%s\n",
			   _("sabot-dealer: --practice names the table: neither --table nor "
			     "--train"));
		return 2;
	}
	if (options->train.is_wanted)
		return begin_training(options);
	if (options->practice_table)
		options->table = g_strdup(options->practice_table);
	if (options->table)
		return -1;
	g_printerr("%s\n", _("sabot-dealer: --table NAME is wanted"));
	return 2;
}

int
main(int argc, char **argv)
{
	struct options options = {0};
	const GOptionEntry entries[] = {
		{"table", 't', 0, G_OPTION_ARG_STRING, &options.table, N_("The table"), N_("NAME")},
		{"practice", 0, 0, G_OPTION_ARG_STRING, &options.practice_table,
		 N_("Deal at a simulated table with a simulated shoe; nothing counts"),
		 N_("TABLE")},
		{"connect", 0, 0, G_OPTION_ARG_FILENAME, &options.connect,
		 N_("The daemon's socket"), N_("PATH")},
		{"windowed", 0, 0, G_OPTION_ARG_NONE, &options.is_windowed,
		 N_("In a window, not on the whole screen"), NULL},
		{"left-handed", 0, 0, G_OPTION_ARG_NONE, &options.display.is_left_handed,
		 N_("The keys for what comes next at the left"), NULL},
		{"look", 0, 0, G_OPTION_ARG_STRING, &options.look,
		 N_("Colours: light, dark, contrast or contrast-dark"), N_("LOOK")},
		{"no-stakes", 0, 0, G_OPTION_ARG_NONE, &options.has_no_stakes,
		 N_("Nobody keys in stakes: only the boxes in play"), NULL},
		{"bets-anew", 0, 0, G_OPTION_ARG_NONE, &options.display.starts_empty,
		 N_("No bet is as in the last round until All as before is pressed"), NULL},
		{"board", 0, 0, G_OPTION_ARG_NONE, &options.has_board,
		 N_("The score board, too, on the second screen"), NULL},
		{"payments", 0, 0, G_OPTION_ARG_NONE, &options.display.notes_payments,
		 N_("Each payment is confirmed by a key"), NULL},
		{"version", 0, 0, G_OPTION_ARG_NONE, NULL, N_("Say the version and leave"), NULL},
		G_OPTION_ENTRY_NULL,
	};
	g_autoptr(GtkApplication) application = NULL;
	int status;

	sabot_text_init();
	sabot_train_options_init(&options.train);
	gtk_disable_setlocale(); /* the locale is set already */
	application = gtk_application_new("org.sabot.Dealer", G_APPLICATION_NON_UNIQUE);
	g_application_add_main_option_entries(G_APPLICATION(application), entries);
	g_application_add_option_group(G_APPLICATION(application),
				       sabot_train_options_group(&options.train));
	g_signal_connect(application, "handle-local-options", G_CALLBACK(on_options_given),
			 &options);
	g_signal_connect(application, "startup", G_CALLBACK(on_started), &options);
	g_signal_connect(application, "activate", G_CALLBACK(on_activated), &options);
	options.application = G_APPLICATION(application);
	sabot_application_quit_on_signals(G_APPLICATION(application));
	status = g_application_run(G_APPLICATION(application), argc, argv);
	if (options.display.training)
		sabot_training_end(options.display.training);
	g_clear_object(&options.display.training);
	g_clear_object(&options.practice);
	sabot_train_options_clear(&options.train);
	g_free(options.connect);
	g_free(options.look);
	g_free(options.table);
	g_free(options.practice_table);
	return options.status ? options.status : status;
}
