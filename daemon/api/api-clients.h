/* The clients of a daemon: greets them, answers their requests, pushes what happens. */
#pragma once

#include "api.h"

/* The options' objects are borrowed and must outlive the API. Transferred. */
struct sabot_api *
sabot_api_new(const struct sabot_api_options *options);

/*
 * Before the daemon says that it stops: write what it has only counted so far, and read nothing
 * more from the database.
 */
void
sabot_api_finish(struct sabot_api *api);

/* Closes all connections. NULL is allowed. */
void
sabot_api_free(struct sabot_api *api);

/* A client connected: see who it is, and greet it. `link` is up, and transferred. */
void
sabot_api_add_client(struct sabot_api *api, struct sabot_link *link);
