/*
 * The incidents of one table, by id. Incidents are immutable: a change of state is a new one of
 * the same id. Main thread.
 */
#pragma once

#include "proto/view.h"

enum { SABOT_INCIDENT_BOOK_MAX = 500 }; /* older ones, open ones last, are in the log only */

struct sabot_incident_book {
	GPtrArray *incidents; /* of struct sabot_wire_incident, id rising */
};

/* Make an empty book. `list` may be uninitialised. */
void
sabot_incident_book_init(struct sabot_incident_book *list);
/* Free the book's entries. The struct itself is the caller's. */
void
sabot_incident_book_clear(struct sabot_incident_book *list);

/* Add, or put in the place of the one with this id. `incident` is borrowed and referenced. */
void
sabot_incident_book_put(struct sabot_incident_book *list, struct sabot_wire_incident *incident);

/* Borrowed; NULL when it is not (or no longer) there. */
struct sabot_wire_incident *
sabot_incident_book_find(const struct sabot_incident_book *list, int64_t id);

/* True if incident `id` of a struct sabot_incident_book is open: a sabot_incident_open_fn. */
bool
sabot_incident_book_is_open(unsigned id, const void *book);

/*
 * The same incident in another state, put into the list. `ruled` (who decided so; or NULL) is
 * referenced. Transferred; NULL when there is none, or nobody ruled and it is in that state.
 */
struct sabot_wire_incident *
sabot_incident_book_change(struct sabot_incident_book *list, int64_t id,
			   enum sabot_wire_incident_state state, struct sabot_wire_mark *ruled);

/* It follows from a device fault that is open: resolving that one resolves it. */
bool
sabot_incident_book_is_suppressed(const struct sabot_incident_book *list,
				  const struct sabot_wire_incident *incident);

/*
 * Add to a summary how many want somebody, are shelved and are suppressed, and the worst of the
 * first (of equals the newest). `about`: only findings about this table; NULL: all.
 */
void
sabot_incident_book_add_to(const struct sabot_incident_book *list, const char *about,
			   int64_t now_us, struct sabot_wire_open_incidents *summary);

/*
 * Of `incidents` (struct sabot_wire_incident) all that are open, and the first `n_others_max` of
 * the others. Transferred.
 */
GPtrArray *
sabot_incidents_pick(const GPtrArray *incidents, guint n_others_max);

/* Who decided so, as a `ruling` event of any log says; `by` may be NULL. Transferred. */
struct sabot_wire_mark *
sabot_ruling_mark(const char *by, const char *remedy, int64_t at_us);

/* The derived line with an incident's new state, for clients. Transferred. */
json_t *
sabot_incident_state_line(const struct sabot_wire_incident *incident);

/* The oldest open one's seq; INT64_MAX when none is open. */
int64_t
sabot_incident_book_open_seq(const struct sabot_incident_book *list);

/* The same as a new summary. Transferred. */
struct sabot_wire_open_incidents *
sabot_incident_book_summarize(const struct sabot_incident_book *list, int64_t now_us);
