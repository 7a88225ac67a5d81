/*
 * The messages of docs/wire.md, typed, to JSON and back: greeting, requests, replies, errors and
 * pushes. The daemon builds and clients read them (requests the other way), so that both agree by
 * construction. Structs are records (proto/record.h): free with sabot_record_unref().
 */
#pragma once

#include "proto/wire-error.h"
#include "proto/view.h"
#include "proto/wire.h"

struct sabot_wire_greeting {
	char *version;
	int64_t protocol;
	char *site, *role;
	char *machine; /* the name under which this end is known, or NULL */
	char *origin;  /* of a hub: whose row of numbers `seq` is; else NULL */
	int64_t seq;
	int64_t beat_ms;
};

/* The answer to `watch`. */
struct sabot_wire_snapshot {
	int64_t seq;
	bool is_resumed;
	GPtrArray *tables;    /* of struct sabot_wire_view */
	GPtrArray *incidents; /* of struct sabot_wire_incident, newest first */
};

struct sabot_wire_step {
	int64_t seq;
	char *table;
	int64_t n;
	bool is_missed; /* sent again after a resume; has no view */
	json_t *event;
	json_t *out;                  /* list of the derived lines, or NULL */
	struct sabot_wire_view *view; /* NULL when missed */
};

struct sabot_wire_view_push {
	char *table;
	struct sabot_wire_view *view;
};

/* Incidents of a snapshot that did not fit into the reply. */
struct sabot_wire_incidents_push {
	GPtrArray *incidents; /* of struct sabot_wire_incident */
};

struct sabot_wire_beat {
	int64_t seq;
	int64_t at_us;
};

enum sabot_wire_message_kind {
	SABOT_WIRE_GREETING,
	SABOT_WIRE_REPLY, /* `ok` or `error` */
	SABOT_WIRE_STEP,
	SABOT_WIRE_VIEW,
	SABOT_WIRE_BEAT,
	SABOT_WIRE_INCIDENTS,
	SABOT_WIRE_LOGGED_OUT,   /* its reason is `why` in `json` */
	SABOT_WIRE_UNKNOWN_PUSH, /* of a later minor version: to be ignored */
};

/* A line from the daemon. Only the member of its kind is set. */
struct sabot_wire_message {
	enum sabot_wire_message_kind kind;
	json_t *json;  /* the whole line */
	json_t *id;    /* REPLY; NULL if it has none. Borrowed from json */
	json_t *ok;    /* REPLY that is not an error. Borrowed from json */
	GError *error; /* REPLY that is an error */
	struct sabot_wire_greeting *greeting;
	struct sabot_wire_step *step;
	struct sabot_wire_view_push *view;
	struct sabot_wire_incidents_push *incidents;
	struct sabot_wire_beat *beat;
};

extern const struct sabot_record_type sabot_wire_greeting_type;
extern const struct sabot_record_type sabot_wire_snapshot_type;
extern const struct sabot_record_type sabot_wire_step_type;
extern const struct sabot_record_type sabot_wire_view_push_type;
extern const struct sabot_record_type sabot_wire_incidents_push_type;
extern const struct sabot_record_type sabot_wire_beat_type;

/*
 * Parse one line as JSON within the wire's limits (nesting, duplicate keys, one object). NULL with
 * SABOT_WIRE_ERROR BAD_REQUEST or TOO_LARGE. New reference.
 */
json_t *
sabot_wire_json_parse(const char *line, size_t length_bytes, GError **error);

/* Daemon: building. Each returns a new reference; sabot_wire_line() makes it bytes. */
json_t *
sabot_wire_greeting_build(const struct sabot_wire_greeting *greeting);
/* `id` is borrowed and may be NULL; `ok` is transferred (NULL = empty). */
json_t *
sabot_wire_reply_ok(json_t *id, json_t *ok);
json_t *
sabot_wire_reply_error(json_t *id, enum sabot_wire_error error_class, const char *text);
/* An error of another domain becomes `internal`. `error` is borrowed. */
json_t *
sabot_wire_reply_gerror(json_t *id, const GError *error);
json_t *
sabot_wire_view_push_build(const struct sabot_wire_view *view);
json_t *
sabot_wire_beat_build(int64_t seq, int64_t at_us);

/*
 * The bytes of a message: its line with LF. `message` is transferred. NULL with TOO_LARGE if it is
 * longer than a line may be.
 */
GBytes *
sabot_wire_line(json_t *message, GError **error);

/* As sabot_wire_line(), for a step's push; written without a tree, because it is sent so often. */
GBytes *
sabot_wire_step_line(const struct sabot_wire_step *step, GError **error);

/*
 * From the line of a step without a view: the line for a client that missed the step, and the line
 * with a view. The bytes are the same as if the step were written so; event and lines are not
 * written again.
 */
GBytes *
sabot_wire_step_line_missed(GBytes *line, GError **error);
GBytes *
sabot_wire_step_line_with(GBytes *line, const struct sabot_wire_view *view, GError **error);

/* Client: read a line of the daemon. NULL with SABOT_WIRE_ERROR naming the field. */
struct sabot_wire_message *
sabot_wire_message_parse(const char *line, size_t length_bytes, GError **error);
void
sabot_wire_message_free(struct sabot_wire_message *message);

/*
 * Client: append a page of an answer to the pages before it: its list `list` is appended to that of
 * `*all`, which is NULL before the first page (then a new reference). Returns `from` of the next
 * page; 0 = this was the last.
 */
int64_t
sabot_wire_page_append(json_t **all, json_t *page, const char *list);

/* The list of such an answer, or of a page. Borrowed; NULL = none. */
json_t *
sabot_wire_page_items(json_t *page, const char *list);

/* Client: the incidents among a step's derived lines, whole. Never NULL. Transferred. */
GPtrArray *
sabot_wire_step_incidents(const struct sabot_wire_step *step);

/* The new state of an earlier incident. `ruled` is borrowed; NULL unless there was a ruling. */
typedef void
sabot_wire_incident_state_fn(int64_t id, enum sabot_wire_incident_state state,
			     const struct sabot_wire_mark *ruled, gpointer data);
void
sabot_wire_step_foreach_incident_state(const struct sabot_wire_step *step,
				       sabot_wire_incident_state_fn *fn, gpointer data);
