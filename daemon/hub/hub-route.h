/*
 * Which daemon a client's request is for, and whether his machine may make it at all. Pure, but for
 * what the hub knows.
 */
#pragma once

#include "daemon/hub/hub.h"
#include "proto/messages/hub-requests.h"

/* What becomes of a request. */
enum sabot_hub_way {
	SABOT_HUB_WAY_OWN,    /* the hub answers as any daemon does */
	SABOT_HUB_WAY_DAEMON, /* it is passed on to one daemon */
	SABOT_HUB_WAY_SPLIT,  /* each daemon gets its incidents of the list */
	SABOT_HUB_WAY_LOGIN,
	SABOT_HUB_WAY_LOGOUT,
	SABOT_HUB_WAY_PERSONS,  /* of all daemons */
	SABOT_HUB_WAY_ROLES,    /* likewise */
	SABOT_HUB_WAY_TOGETHER, /* likewise, as hub-merge.h says */
	SABOT_HUB_WAY_PAGE,     /* of a file: whose it is, the caller knows */
};

/* Who asks, and what. */
struct sabot_hub_asked {
	const struct sabot_hub *hub;
	const struct sabot_machine *machine;
	const char *verb;
	const struct sabot_wire_hub_request *request;
};

/*
 * Find out who answers a request. False with an error of the wire if the machine may not make it or
 * no daemon fits. `ret_upstream`, borrowed, is the daemon for SABOT_HUB_WAY_DAEMON, otherwise NULL.
 */
bool
sabot_hub_route(const struct sabot_hub_asked *asked, enum sabot_hub_way *ret_way,
		struct sabot_upstream **ret_upstream, GError **error);

/* The daemon of an incident's log. NULL with an error. Borrowed. */
struct sabot_upstream *
sabot_hub_route_table(const struct sabot_hub_asked *asked, const char *table, GError **error);
