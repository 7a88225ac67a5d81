/*
 * The verbs of sabotctl, one file each. Every one gets its own arguments (argv[0] is the verb) and
 * returns the exit status: 0 well, 1 something found, 2 it could not be done.
 */
#pragma once

#include "cli/common/upstream-request.h"

#include <glib.h>

enum sabotctl_status { SABOTCTL_OK = 0, SABOTCTL_FOUND = 1, SABOTCTL_FAILED = 2 };

/* The options that say where the daemon is, of every verb that asks it: entries of GOptionEntry. */
#define SABOTCTL_CONNECT_OPTIONS(ret_path)                                                         \
	UPSTREAM_ASK_OPTION,                                                                       \
	{"socket", 0, 0, G_OPTION_ARG_FILENAME, ret_path, N_("the daemon's socket"), N_("PATH")},  \
	{                                                                                          \
		"connect", 0, 0, G_OPTION_ARG_FILENAME, ret_path,                                  \
			N_("a daemon over the network, by its fingerprint"),                       \
			N_("tls:HOST:PORT#DIGITS")                                                 \
	}
