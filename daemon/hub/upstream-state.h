/*
 * What is known about a daemon that is followed: its tables and incidents, in the floor's names,
 * its state, and its numbers. Main thread.
 */
#pragma once

#include "daemon/books/incident-book.h"
#include "daemon/hub/upstream.h"
#include "proto/messages/metrics-messages.h"

/* Append references to its tables' views. */
void
sabot_upstream_add_views(const struct sabot_upstream *upstream, GPtrArray *views);

/* Call `fn` with the incidents of each of its logs. */
typedef void
sabot_upstream_book_fn(const struct sabot_incident_book *book, void *data);
void
sabot_upstream_foreach_book(const struct sabot_upstream *upstream, sabot_upstream_book_fn *fn,
			    void *data);

/* The incident of a log of it; NULL: it is not known. Borrowed until it changes. */
const struct sabot_wire_incident *
sabot_upstream_find_incident(const struct sabot_upstream *upstream, const char *table, int64_t id);

/* Its numbers, for monitoring. Transferred. */
struct sabot_wire_upstream_metrics *
sabot_upstream_measure(const struct sabot_upstream *upstream);
/* How it is, for a status. Transferred. */
struct sabot_wire_upstream *
sabot_upstream_describe(const struct sabot_upstream *upstream);
