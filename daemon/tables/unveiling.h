/*
 * Before whom the veil is lifted: a connection, a table, and the load that is in its shoe then. It
 * falls with the log-in, the connection or the load, whichever ends first. Main thread.
 */
#pragma once

#include "daemon/net/peer.h"
#include "table-service.h"

struct sabot_unveilings;

struct sabot_unveilings *
sabot_unveilings_new(void);
/* NULL is allowed. */
void
sabot_unveilings_free(struct sabot_unveilings *unveilings);

/* Lift it for the load that is in the shoe of `table`. */
void
sabot_unveilings_lift(struct sabot_unveilings *unveilings, const struct sabot_peer *peer,
		      const struct sabot_table_service *table);

/* It falls everywhere for this connection. */
void
sabot_unveilings_drop(struct sabot_unveilings *unveilings, const struct sabot_peer *peer);

/* The load that is in the shoe of `table` is shown on this connection. */
bool
sabot_unveilings_has(const struct sabot_unveilings *unveilings, const struct sabot_peer *peer,
		     const struct sabot_table_service *table);

/* What is recorded of the table's present load is veiled to those to whom it is not lifted. */
bool
sabot_unveilings_is_veiled(const struct sabot_table_service *table);
