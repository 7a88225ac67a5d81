/*
 * Inside of upstream.c, which follows a daemon, and upstream-state.c, with what is known about it.
 */
#pragma once

#include "daemon/books/incident-book.h"
#include "daemon/hub/upstream.h"

/* One log of the daemon. */
struct upstream_log {
	struct sabot_wire_view *view; /* NULL: the house's */
	struct sabot_wire_away *away; /* as the daemon says; or NULL */
	struct sabot_incident_book book;
	bool is_unconfirmed; /* a snapshot is coming, and has not named it yet */
	bool is_refused;     /* another daemon has a table of this name */
};

struct sabot_upstream {
	const struct sabot_upstream_config *config;
	const struct sabot_upstream_handler *handler;
	void *data;
	struct sabot_client *client;
	char *house;       /* its log, as the floor calls it */
	GHashTable *logs;  /* name to struct upstream_log */
	int64_t heard_us;  /* real time; SABOT_TIME_NONE: never */
	char *why;         /* it is away; NULL: it is heard */
	bool was_followed; /* its steps were passed on before */
	bool is_present;   /* what it had before the hub's start has come */
	int64_t n_steps, n_losses;
	int64_t flood_us; /* monotonic: when it was begun to count: */
	size_t flood_bytes;
};
