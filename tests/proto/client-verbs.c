/* The verbs of sabotctl that ask a daemon, as a program of their own for test_client_verbs.py. */
#include "cli/sabotctl/sabotctl-private.h"
#include "cli/sabotctl/sabotctl-client.h"
#include "text/text.h"

#include <string.h>

int
main(int argc, char **argv)
{
	static const struct {
		const char *name;
		int (*run)(int argc, char **argv);
	} verbs[] = {
		{"status", sabotctl_status},
		{"tables", sabotctl_tables},
		{"incidents", sabotctl_incidents},
		{"watch", sabotctl_watch},
	};

	sabot_text_init();
	for (size_t i = 0; argc > 1 && i < G_N_ELEMENTS(verbs); i++)
		if (strcmp(argv[1], verbs[i].name) == 0)
			return verbs[i].run(argc - 1, argv + 1);
	return 99;
}
