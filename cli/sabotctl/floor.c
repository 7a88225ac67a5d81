/*
 * sabotctl-floor VERB …: the verbs of sabotctl for a PostgreSQL core, whose library no other
 * program loads. sabotctl replaces itself by it; not intended for people.
 */
#include "sabotctl-private.h"

#include "cli/common/guard.h"
#include "sabotctl-verbs.h"
#include "text/text.h"

#include <glib.h>
#include <string.h>

static const struct {
	const char *name;
	sabotctl_verb_fn *run;
} verbs[] = {
	{"floor", sabotctl_floor},
	{"forward", sabotctl_forward},
};

int
main(int argc, char **argv)
{
	g_autofree char *name = g_strconcat("sabotctl ", argv[0], NULL);

	sabot_text_init();
	guard_errors();
	g_set_prgname(name);
	for (size_t i = 0; i < G_N_ELEMENTS(verbs); i++) {
		if (strcmp(argv[0], verbs[i].name) == 0)
			return verbs[i].run(argc, argv);
	}
	g_set_prgname("sabotctl");
	return sabotctl_refuse_verb(argv[0], verbs, G_N_ELEMENTS(verbs), sizeof(verbs[0]));
}
