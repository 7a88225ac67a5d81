/*
 * The incidents of one table, by id. Incidents are immutable: a change of state replaces one by a
 * changed copy. Main thread.
 */
#pragma once

#include "engine/core/incident.h"
#include "proto/view.h"

/* above this number the oldest are dropped, open ones last */
enum { SABOT_INCIDENT_BOOK_MAX = 500 };

struct sabot_incident_book {
	GPtrArray *incidents; /* of struct sabot_wire_incident, id rising */
};

/* Make an empty book. `list` may be uninitialised. */
void
sabot_incident_book_init(struct sabot_incident_book *list);
/* Free the book's entries. The struct itself is the caller's. */
void
sabot_incident_book_clear(struct sabot_incident_book *list);

/* Add an incident, or replace the one with its id. `incident` is referenced. */
void
sabot_incident_book_put(struct sabot_incident_book *list, struct sabot_wire_incident *incident);

/* Borrowed; NULL if it is not, or no longer, in the book. */
struct sabot_wire_incident *
sabot_incident_book_find(const struct sabot_incident_book *list, int64_t id);

/* True if the incident is the one searched for. `data` is the caller's. */
typedef bool
sabot_incident_match_fn(const struct sabot_wire_incident *incident, const void *data);

/* The newest incident of the code that matches, open or not. Borrowed; NULL: there is none. */
const struct sabot_wire_incident *
sabot_incident_book_find_matching(const struct sabot_incident_book *list,
				  enum sabot_incident_code code, sabot_incident_match_fn *match,
				  const void *data);

/*
 * The newest incident of the code whose detail has all members of `part`, open or not. Borrowed;
 * NULL: there is none.
 */
const struct sabot_wire_incident *
sabot_incident_book_find_last(const struct sabot_incident_book *list, enum sabot_incident_code code,
			      const json_t *part);

/* True if incident `id` of a struct sabot_incident_book is open: a sabot_incident_open_fn. */
bool
sabot_incident_book_is_open(unsigned id, const void *book);

/*
 * Replace incident `id` by a copy in another state and return the copy, transferred. `ruled` (who
 * ruled on it, or NULL) is referenced. NULL if there is no such incident, or if it already has the
 * state and `ruled` is NULL.
 */
struct sabot_wire_incident *
sabot_incident_book_change(struct sabot_incident_book *list, int64_t id,
			   enum sabot_wire_incident_state state, struct sabot_wire_mark *ruled);

/*
 * True if the incident follows from a device fault that is still open: resolving the fault resolves
 * it.
 */
bool
sabot_incident_book_is_suppressed(const struct sabot_incident_book *list,
				  const struct sabot_wire_incident *incident);

/*
 * Add to `summary` how many incidents need a person, are shelved and are suppressed, and the worst
 * one that needs a person (of equals the newest). `about`: only findings about this table; NULL:
 * all.
 */
void
sabot_incident_book_add_to(const struct sabot_incident_book *list, const char *about,
			   int64_t now_us, struct sabot_wire_open_incidents *summary);

/*
 * All open ones of `incidents` (struct sabot_wire_incident), and the first `n_others_max` of the
 * others. Transferred.
 */
GPtrArray *
sabot_incidents_pick(const GPtrArray *incidents, guint n_others_max);

/* Who ruled, from the fields of a `ruling` event of any log; `by` may be NULL. Transferred. */
struct sabot_wire_mark *
sabot_ruling_mark(const char *by, const char *remedy, int64_t at_us);

/* The derived line with an incident's new state, for clients. Transferred. */
json_t *
sabot_incident_state_line(const struct sabot_wire_incident *incident);

/* The sequence number of the oldest open incident; INT64_MAX when none is open. */
int64_t
sabot_incident_book_open_seq(const struct sabot_incident_book *list);

/*
 * A new summary of all incidents, counted as by sabot_incident_book_add_to(), with those the table
 * waits for, by the prompt of its `view`. Transferred.
 */
struct sabot_wire_open_incidents *
sabot_incident_book_summarize(const struct sabot_incident_book *list, int64_t now_us,
			      const struct sabot_wire_view *view);
