/* See software-phrases.h. */
#include "gui/model/tables/software-phrases.h"
#include "gui/model/log/log-phrases.h"

#include <glib/gi18n.h>

char *
sabot_phrase_daemon_version(const struct sabot_wire_status *status)
{
	const struct sabot_wire_software *software = status->software;
	GString *text = g_string_new("sabotd ");

	g_string_append(text, status->version);
	if (software && software->commit)
		g_string_append_printf(text, "\ncommit %s", software->commit);
	if (software && software->digest)
		g_string_append_printf(text, "\nsha256 %s", software->digest);
	return g_string_free(text, FALSE);
}

char *
sabot_phrase_software(const struct sabot_wire_software *software)
{
	g_autofree char *clock = software ? sabot_phrase_log_time(software->at_us, FALSE) : NULL;
	int n = software ? (int)software->differing : 0;

	if (!software)
		return g_strdup(_("The first check of the installed files has not ended yet."));
	if (n > 0)
		/* Translators: how many, when it was checked. */
		return g_strdup_printf(
			ngettext("%d installed file is NOT as it was built (checked %s).",
				 "%d installed files are NOT as they were built (checked %s).",
				 (gulong)n),
			n, clock);
	if (software->files == 0)
		return g_strdup(_("The daemon was built and not installed: there are no installed "
				  "files to check."));
	/* Translators: how many, when it was checked. */
	return g_strdup_printf(ngettext("The %d installed file is as built (checked %s).",
					"All %d installed files are as built (checked %s).",
					(gulong)software->files),
			       (int)software->files, clock);
}
