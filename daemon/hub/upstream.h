/*
 * A daemon that the hub follows, as a client of it: its tables, incidents and health, named as the
 * floor names them (proto/floor-names.h). While it is not heard its tables' views stay, marked as
 * away; when it is back what was missed comes by the log's numbers. Main thread.
 */
#pragma once

#include "daemon/config/config.h"
#include "proto/client.h"

struct sabot_upstream;

/* What it has to pass on. Structs are borrowed for the call; places as of sabot_floor_push_fn. */
struct sabot_upstream_handler {
	/*
	 * A step; its number is the daemon's own, and is the handler's to change. `is_past`: an
	 * earlier run of the hub may have passed it on.
	 */
	void (*step_came)(const char *upstream, const char *place, struct sabot_wire_step *step,
			  bool is_past, void *data);
	/* Its present state comes, behind its step `own_seq`. Lost: steps before that are, too. */
	void (*followed)(const char *upstream, int64_t own_seq, bool is_lost, void *data);
	void (*view_changed)(const struct sabot_wire_view *view, void *data);
	void (*incident_changed)(const struct sabot_wire_incident *incident, void *data);
	/* Another one that is heard, whose log has this origin; NULL: none has. Borrowed. */
	const char *(*find_twin)(const char *origin, const char *upstream, void *data);
	/* Whose table it is; a table that is nobody's is this one's from now on. Borrowed. */
	const char *(*claim_table)(const char *table, const char *upstream, void *data);
	/* It has no such table any more. */
	void (*table_gone)(const char *table, void *data);
};

/* `config` and `handler` are borrowed. Not yet started. Transferred. */
struct sabot_upstream *
sabot_upstream_new(const struct sabot_upstream_config *config,
		   const struct sabot_upstream_handler *handler, void *data);
/* Its last step that was passed on in an earlier run; -1: none. Before it is started. */
void
sabot_upstream_resume(struct sabot_upstream *upstream, int64_t own_seq);
void
sabot_upstream_start(struct sabot_upstream *upstream);
/* A GDestroyNotify. */
void
sabot_upstream_free(gpointer upstream);

/* Both are borrowed. */
const char *
sabot_upstream_get_name(const struct sabot_upstream *upstream);
const struct sabot_upstream_config *
sabot_upstream_get_config(const struct sabot_upstream *upstream);

/* How its names become the floor's. */
struct sabot_floor_naming
sabot_upstream_get_naming(const struct sabot_upstream *upstream);

/* The connection by which it is followed, on which nobody logs in. Borrowed. */
struct sabot_client *
sabot_upstream_get_client(const struct sabot_upstream *upstream);

/* Why it is not heard; NULL: it is. Borrowed until it changes. */
const char *
sabot_upstream_get_why(const struct sabot_upstream *upstream);
/* It is connected, and has been heard in time. */
bool
sabot_upstream_is_heard(const struct sabot_upstream *upstream);

/* When it was last heard, in UTC microseconds; SABOT_TIME_NONE: never. */
int64_t
sabot_upstream_get_heard_us(const struct sabot_upstream *upstream);
/*
 * True if it may be asked something now. False with AWAY: it is not heard, or leaves too many
 * requests unanswered.
 */
bool
sabot_upstream_check(const struct sabot_upstream *upstream, GError **error);
