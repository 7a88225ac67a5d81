/*
 * A hub: other daemons as one floor (docs/hub.md). It holds what each of them shows, passes on what
 * happens there, and knows whether it is heard; which table is whose it learns from them. Requests
 * of clients come by daemon/api. Main thread.
 */
#pragma once

#include "daemon/hub/upstream-state.h"
#include "daemon/tables/floor-view.h"

struct sabot_hub;

/* NULL when the configuration, which is borrowed, has no upstream. Transferred. */
struct sabot_hub *
sabot_hub_new(const struct sabot_config *config);
/* Begin to follow the daemons. NULL is allowed. */
void
sabot_hub_start(struct sabot_hub *hub);
/* No daemon is heard any more, and no answer of theirs comes. NULL is allowed. */
void
sabot_hub_stop(struct sabot_hub *hub);
/* NULL is allowed. */
void
sabot_hub_free(struct sabot_hub *hub);

/*
 * Who gets what is pushed; NULL: nobody. `push_past` is called instead of `push` for a step that an
 * earlier run may have shown: for clients whose last step is one of that run
 * (sabot_hub_is_past()).
 */
void
sabot_hub_set_push(struct sabot_hub *hub, sabot_floor_push_fn *push, sabot_floor_push_fn *push_past,
		   void *data);

/* A line that the hub's own floor pushes: a step gets its number among all others. */
void
sabot_hub_push_own(struct sabot_hub *hub, const char *place, GBytes *line);

/* Whose row of numbers it is: the same over restarts. Borrowed. */
const char *
sabot_hub_get_origin(const struct sabot_hub *hub);
/* The last step's number. */
int64_t
sabot_hub_get_seq(const struct sabot_hub *hub);

/* As sabot_hub_ring_is_past(). */
bool
sabot_hub_is_past(const struct sabot_hub *hub, int64_t since);

/* As sabot_hub_ring_missed(). */
GPtrArray *
sabot_hub_missed(struct sabot_hub *hub, int64_t since, const struct sabot_machine *machine);

/* The views (struct sabot_wire_view) of the tables that the machine sees, by name. Transferred. */
GPtrArray *
sabot_hub_get_views(const struct sabot_hub *hub, const struct sabot_machine *machine);

/* Call `fn` with the incidents of each log of each daemon. */
void
sabot_hub_foreach_book(const struct sabot_hub *hub, sabot_upstream_book_fn *fn, void *data);

/* Its daemons (struct sabot_upstream), as configured. Borrowed. */
const GPtrArray *
sabot_hub_get_upstreams(const struct sabot_hub *hub);
/* The daemon of that name; NULL: there is none. Borrowed. */
struct sabot_upstream *
sabot_hub_find_upstream(const struct sabot_hub *hub, const char *name);
/* The daemon whose table it is; NULL: none has it. Borrowed. */
struct sabot_upstream *
sabot_hub_find_owner(const struct sabot_hub *hub, const char *table);

/* Numbers of each daemon: a list of struct sabot_wire_upstream_metrics. Transferred. */
GPtrArray *
sabot_hub_measure(const struct sabot_hub *hub);
/* How each daemon is: a list of struct sabot_wire_upstream. Transferred. */
GPtrArray *
sabot_hub_describe(const struct sabot_hub *hub);
