/*
 * A connection to sabotd for screens and tools: connects by itself and again after every loss,
 * greets, watches and resumes, detects stale data, sends requests and delivers replies. Belongs to
 * the thread whose default main context it was made in; never blocks. Callbacks may call any
 * function here, including sabot_client_unref().
 */
#pragma once

#include "proto/client-request.h"
#include "proto/client-state.h"

#include <gio/gio.h>

enum {
	SABOT_CLIENT_RETRY_FIRST_MS = 200,
	SABOT_CLIENT_RETRY_LAST_MS = 1000,
	SABOT_CLIENT_TICK_MS = 1000,
	SABOT_CLIENT_REJECTED_MS = 30 * 1000,
};

struct sabot_client;

/* Each may be NULL. Structs are borrowed for the call (take references to keep them). */
struct sabot_client_callbacks {
	void (*state_changed)(struct sabot_client *client, gpointer data);
	/* The daemon's whole state; whatever does not fit follows at once through the others. */
	void (*snapshot_came)(struct sabot_client *client,
			      const struct sabot_wire_snapshot *snapshot, gpointer data);
	void (*step_came)(struct sabot_client *client, const struct sabot_wire_step *step,
			  gpointer data);
	void (*view_came)(struct sabot_client *client, struct sabot_wire_view *view, gpointer data);
	void (*incidents_came)(struct sabot_client *client, const GPtrArray *incidents,
			       gpointer data);
	void (*beat_came)(struct sabot_client *client, const struct sabot_wire_beat *beat,
			  gpointer data);
	/* The person who had logged in on this connection was logged out without requesting it. */
	void (*logged_out)(struct sabot_client *client, gpointer data);
	/* Every line as received, before the other callbacks; not NUL-terminated. */
	void (*line_came)(struct sabot_client *client, const char *line, size_t length_bytes,
			  gpointer data);
};

/* Monotonic microseconds. */
typedef int64_t
sabot_client_clock_fn(gpointer data);

/*
 * A client of the daemon at `path` (NULL: the default), not yet started: a socket's path, or
 * "tls:HOST:PORT#FINGERPRINT" with the fingerprint of the daemon's certificate; this machine's own
 * identity is then that of sabot_client_identity_paths(). Several, separated by commas, are hubs of
 * the same daemons: if one is lost the next is tried. `watch`: follow all tables; otherwise it only
 * makes requests. One reference, transferred.
 */
struct sabot_client *
sabot_client_new(const char *path, bool watch, const struct sabot_client_callbacks *callbacks,
		 gpointer data);

/* Set the caller's clock for staleness; call before start. */
void
sabot_client_set_clock(struct sabot_client *client, sabot_client_clock_fn *clock, gpointer data);

/*
 * This machine's certificate and key, instead of those of sabot_client_identity_paths(); call
 * before start.
 */
void
sabot_client_set_identity(struct sabot_client *client, const char *certificate, const char *key);

/*
 * Set the role that this machine must not have, a word of docs/access.md, static: the client
 * disconnects from a daemon that greets it with that role. Call before start.
 */
void
sabot_client_refuse_role(struct sabot_client *client, const char *role);

/* Continue after this step, from an earlier run; call before start. */
void
sabot_client_resume(struct sabot_client *client, int64_t seq);

/* Begin. Connects in the background until stopped. */
void
sabot_client_start(struct sabot_client *client);

/* Disconnect, cancel pending requests, and make no more callbacks. Idempotent. */
void
sabot_client_stop(struct sabot_client *client);

/*
 * Leave a daemon that sends what it must not, for a reason in words; it is tried again after
 * SABOT_CLIENT_REJECTED_MS. From a callback, too.
 */
void
sabot_client_reject(struct sabot_client *client, const char *reason);

/* The series of numbers that the last greeting named; NULL: none yet. Borrowed. */
const char *
sabot_client_get_origin(const struct sabot_client *client);

/* Add a reference. Returns `client`. */
struct sabot_client *
sabot_client_ref(struct sabot_client *client);
/* Drop a reference; the last one stops the client. */
void
sabot_client_unref(struct sabot_client *client);

/* The state of the connection. */
enum sabot_client_state
sabot_client_get_state(const struct sabot_client *client);
/* Why it is offline, in words; "" if it is not. */
const char *
sabot_client_get_reason(const struct sabot_client *client);
/* The site's name from the greeting; "" before. */
const char *
sabot_client_get_site(const struct sabot_client *client);
const char *
sabot_client_get_path(const struct sabot_client *client);
/* Seconds since the last line of the daemon. */
int64_t
sabot_client_get_silence_s(const struct sabot_client *client);

/*
 * Send a request. `args` (an object, or NULL) is borrowed. `fn` is called once, unless
 * `cancellable` was cancelled or the client was stopped before. If not connected, the request fails
 * at the next main loop turn.
 */
void
sabot_client_request(struct sabot_client *client, const char *verb, json_t *args,
		     GCancellable *cancellable, sabot_client_reply_fn *fn, gpointer data);

/* The number of requests that wait for an answer. */
unsigned
sabot_client_count_waiting(const struct sabot_client *client);

/*
 * Check for staleness now. The client's own timer does so each second; this is for tests with their
 * own clock.
 */
void
sabot_client_tick(struct sabot_client *client);
