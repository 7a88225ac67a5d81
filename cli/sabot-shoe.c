/*
 * sabot-shoe: a simulated card shoe, for training, demonstrations and tests. A thin main over
 * simulate/shoe-*.c. One thread.
 */
#include "proto/version.h"
#include "simulate/shoe-options.h"
#include "simulate/shoe-table.h"
#include "cli/common/user-request.h"

#include "text/text.h"

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <stdio.h>

enum { EXIT_USAGE = 2 };

static gboolean
on_signal(gpointer data)
{
	shoe_table_stop(data);
	return G_SOURCE_CONTINUE;
}

static int
run(struct shoe_options *options)
{
	g_autoptr(GError) error = NULL;
	char *pin = options->as ? user_read_pin_of(options->as) : NULL;
	struct shoe_table *table;
	bool is_good;

	if (options->as && !pin)
		return EXIT_USAGE;
	table = shoe_table_new(options, pin, &error);

	if (!table) {
		g_printerr("sabot-shoe: %s\n", error->message);
		return EXIT_USAGE;
	}
	g_unix_signal_add(SIGINT, on_signal, table);
	g_unix_signal_add(SIGTERM, on_signal, table);
	g_unix_signal_add(SIGHUP, on_signal, table);
	is_good = shoe_table_run(table);
	shoe_table_free(table);
	return is_good ? 0 : EXIT_USAGE;
}

static void
print_version(void)
{
	g_autofree char *version = sabot_version_text("sabot-shoe " SABOT_VERSION);

	puts(version);
}

static int
obey(struct shoe_options *options)
{
	switch (options->order) {
	case SHOE_SHOW_HELP:
		shoe_options_print_help();
		return 0;
	case SHOE_SHOW_VERSION:
		print_version();
		return 0;
	case SHOE_LIST_FAULTS:
		shoe_options_print_faults();
		return 0;
	case SHOE_RUN:
		break;
	}
	return run(options);
}

int
main(int argc, char **argv)
{
	struct shoe_options options;
	g_autofree char *why = NULL;
	int status;

	sabot_text_init();
	setvbuf(stdout, NULL, _IOLBF, 0);
	if (shoe_options_parse(&options, argc, argv, &why)) {
		status = obey(&options);
	} else {
		g_printerr(_("sabot-shoe: %s\n(sabot-shoe --help says more)\n"), why);
		status = EXIT_USAGE;
	}
	shoe_options_clear(&options);
	return status;
}
