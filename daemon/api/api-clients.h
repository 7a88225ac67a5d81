/* The clients of a daemon: greets them, answers their requests, and pushes events to them. */
#pragma once

#include "api.h"

/* Create the API. The objects in `options` are borrowed and must outlive it. Transferred. */
struct sabot_api *
sabot_api_new(const struct sabot_api_options *options);

/*
 * Call before the daemon reports that it stops: writes refusals that were only counted so far, and
 * reads nothing more from the database.
 */
void
sabot_api_finish(struct sabot_api *api);

/* Closes all connections. NULL is allowed. */
void
sabot_api_free(struct sabot_api *api);

/* Add a client that has connected: identify it, then greet it. `link` is connected; transferred. */
void
sabot_api_add_client(struct sabot_api *api, struct sabot_link *link);
