/*
 * A daemon that the hub follows, as a client of it: its tables, incidents and health, named as the
 * floor names them (proto/floor-names.h). While it is not heard its tables' views stay, marked as
 * away; when it is back what was missed comes by the log's numbers. Main thread.
 */
#pragma once

#include "daemon/books/incident-book.h"
#include "daemon/config/config.h"
#include "proto/client.h"

struct sabot_upstream;

/* What it has to pass on. Structs are borrowed for the call; places as of sabot_floor_push_fn. */
struct sabot_upstream_handler {
	/* A step; its number is the daemon's own, and is the handler's to change. */
	void (*step_came)(const char *place, struct sabot_wire_step *step, void *data);
	void (*view_changed)(const struct sabot_wire_view *view, void *data);
	void (*incident_changed)(const struct sabot_wire_incident *incident, void *data);
	/* Whose table it is; a table that is nobody's is this one's from now on. Borrowed. */
	const char *(*claim_table)(const char *table, const char *upstream, void *data);
	/* It has no such table any more. */
	void (*table_gone)(const char *table, void *data);
};

/* `config` and `handler` are borrowed. Not yet started. Transferred. */
struct sabot_upstream *
sabot_upstream_new(const struct sabot_upstream_config *config,
		   const struct sabot_upstream_handler *handler, void *data);
void
sabot_upstream_start(struct sabot_upstream *upstream);
/* A GDestroyNotify. */
void
sabot_upstream_free(gpointer upstream);

const char *
sabot_upstream_get_name(const struct sabot_upstream *upstream);
const struct sabot_upstream_config *
sabot_upstream_get_config(const struct sabot_upstream *upstream);

/* The connection by which it is followed, on which nobody logs in. Borrowed. */
struct sabot_client *
sabot_upstream_get_client(const struct sabot_upstream *upstream);

/* Why it is not heard; NULL: it is. Borrowed until it changes. */
const char *
sabot_upstream_get_why(const struct sabot_upstream *upstream);
/* It is connected, and has been heard in time. */
bool
sabot_upstream_is_heard(const struct sabot_upstream *upstream);

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

/* How it is, for a status. Transferred. */
struct sabot_wire_upstream *
sabot_upstream_describe(const struct sabot_upstream *upstream);
