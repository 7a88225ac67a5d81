/*
 * The clients for whom the veil is lifted: a connection, a table, and the load in its shoe. The
 * veil falls again when the log-in, the connection or the load ends. Main thread.
 */
#pragma once

#include "daemon/net/peer.h"
#include "table-service.h"

struct sabot_unveilings;

/* An empty list. Transferred. */
struct sabot_unveilings *
sabot_unveilings_new(void);
/* NULL is allowed. */
void
sabot_unveilings_free(struct sabot_unveilings *unveilings);

/* Lift the veil for the load in the shoe of `table`. */
void
sabot_unveilings_lift(struct sabot_unveilings *unveilings, const struct sabot_peer *peer,
		      const struct sabot_table_service *table);

/* The veil falls for this connection, at all tables. */
void
sabot_unveilings_drop(struct sabot_unveilings *unveilings, const struct sabot_peer *peer);

/* True if the load in the shoe of `table` is shown on this connection. */
bool
sabot_unveilings_has(const struct sabot_unveilings *unveilings, const struct sabot_peer *peer,
		     const struct sabot_table_service *table);

/*
 * True if records of the table's present load are veiled to clients for whom the veil is not
 * lifted.
 */
bool
sabot_unveilings_is_veiled(const struct sabot_table_service *table);
