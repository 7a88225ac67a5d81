/*
 * Requests to a hub (docs/hub.md): the daemon that is meant, by --upstream, and what is said of
 * daemons whose part is not in an answer.
 */
#pragma once

#include <glib.h>
#include <jansson.h>

/* Entry of GOptionEntry of every verb that asks a daemon. */
#define UPSTREAM_ASK_OPTION                                                                        \
	{                                                                                          \
		"upstream", 0, 0, G_OPTION_ARG_CALLBACK,                                           \
			G_GNUC_EXTENSION(gpointer) upstream_request_on_option,                     \
			N_("of a hub: the daemon that is meant"), N_("NAME")                       \
	}

/* A GOptionArgFunc: further requests of this process are for that daemon. */
gboolean
upstream_request_on_option(const gchar *option, const gchar *value, gpointer data, GError **error);

/* Name the daemon in a request, where one was meant. A log-in is for all. */
void
upstream_request_add(const char *verb, json_t *args);

/* Say on standard error which daemons are not in an answer: with its last page. */
void
upstream_request_print_missing(json_t *ok);
