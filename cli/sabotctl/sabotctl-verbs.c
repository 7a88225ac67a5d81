/* Verbs of verbs: see sabotctl-verbs.h. */
#include "sabotctl-verbs.h"

#include "sabotctl.h"
#include "text/escape.h"
#include "text/refusal.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

char *
sabotctl_verbs_describe(const struct sabotctl_verb *verbs, const char *note)
{
	GString *text = g_string_new(NULL);

	for (; verbs->name; verbs++)
		g_string_append_printf(text, "  %-18s %s\n", verbs->usage, _(verbs->summary));
	g_string_append_printf(text, "\n%s", note);
	return g_string_free(text, FALSE);
}

int
sabotctl_verbs_run(const char *who, const struct sabotctl_verb *verbs,
		   const struct options *options, int argc, char **argv)
{
	const struct sabotctl_verb *first = verbs;
	g_autofree char *usage = NULL;

	for (; argc > 1 && verbs->name; verbs++) {
		if (strcmp(argv[1], verbs->name) != 0)
			continue;
		if (argc - 2 == verbs->n_args)
			return verbs->run(options, argv + 2);
		g_free(usage);
		usage = g_strdup_printf("sabotctl %s %s", who, verbs->usage);
	}
	if (!usage && argc > 1)
		return sabotctl_refuse_verb(argv[1], first, (size_t)(verbs - first),
					    sizeof(*verbs));
	if (!usage)
		usage = g_strdup_printf(_("a verb is wanted; see sabotctl %s --help"), who);
	return sabotctl_complain(usage);
}

int
sabotctl_refuse_verb(const char *word, const void *verbs, size_t n_verbs, size_t size_bytes)
{
	g_autoptr(GString) known = g_string_new(NULL);
	g_autofree char *what = NULL;
	const char *last = "";

	for (size_t i = 0; i < n_verbs; i++) {
		const char *name = *(const char *const *)((const char *)verbs + i * size_bytes);

		if (strcmp(name, last) != 0)
			g_string_append_printf(known, "%s%s", i > 0 ? ", " : "", name);
		last = name;
	}
	what = g_strdup_printf(_("there is no verb \"%s\"; there are: %s"), word, known->str);
	return sabotctl_complain(what);
}

int
sabotctl_complain(const char *what)
{
	g_autofree char *said = sabot_text_refusal(what);

	fprintf(stderr, "%s: %s\n", g_get_prgname(), sabot_text_plain(said));
	return SABOTCTL_FAILED;
}

void
sabotctl_print_json(const json_t *json)
{
	json_dumpf(json, stdout, JSON_COMPACT);
	putchar('\n');
}
