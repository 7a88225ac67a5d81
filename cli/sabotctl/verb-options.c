/*
 * The options of a verb: see verb-options.h.
 */
#include "verb-options.h"
#include "sabotctl-verbs.h"

bool
verb_options_refuse(const char *why)
{
	sabotctl_complain(why);
	return false;
}

bool
verb_options_parse(const struct verb_options *options, int *argc, char ***argv)
{
	g_autoptr(GOptionContext) context = g_option_context_new(options->arguments);
	g_autoptr(GError) error = NULL;

	g_option_context_set_summary(context, options->summary);
	g_option_context_set_description(context, options->description);
	g_option_context_add_main_entries(context, options->entries, GETTEXT_PACKAGE);
	if (options->more)
		g_option_context_add_main_entries(context, options->more, GETTEXT_PACKAGE);
	return g_option_context_parse(context, argc, argv, &error) ||
	       verb_options_refuse(error->message);
}
