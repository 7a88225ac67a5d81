/*
 * One client's connection: lines in, lines out, limits on both. It never blocks and never waits: a
 * client that does not read, or that sends too much, is dropped, and no other connection or table
 * notices. Main thread.
 *
 * A peer is a counted reference: its owner holds one, and so does each of its event sources.
 */
#pragma once

#include "daemon/access/machine.h"
#include "proto/link.h"

#include <jansson.h>
#include <stdbool.h>
#include <sys/types.h>

struct sabot_peer;

struct sabot_peer_handler {
	/* A line was received; borrowed for the call, not NUL-terminated. May close the peer. */
	void (*line)(struct sabot_peer *peer, const char *line, size_t length_bytes, void *user);
	/* The connection has ended, from either side. Called once; nothing is called afterwards. */
	void (*closed)(struct sabot_peer *peer, void *user);
};

/*
 * `link` is connected; transferred. `handler` and `user` are borrowed until closed(). One
 * reference, transferred.
 */
struct sabot_peer *
sabot_peer_new(struct sabot_link *link, const struct sabot_peer_handler *handler, void *user);
struct sabot_peer *
sabot_peer_ref(struct sabot_peer *peer);
/* A GDestroyNotify; closes the connection with the last reference. */
void
sabot_peer_unref(gpointer peer);

/*
 * Queue a line (with its LF); borrowed. With too much unsent the peer gets `lagging` and is closed.
 */
void
sabot_peer_send(struct sabot_peer *peer, GBytes *line);
/*
 * Send a message, transferred. If it is too long, the request of that id (borrowed, or NULL) is
 * answered by an error instead.
 */
void
sabot_peer_send_message(struct sabot_peer *peer, json_t *id, json_t *message);

/*
 * Lines sent between these two calls are one long answer, which does not count as unread, so that a
 * client that reads gets all of it. While an earlier long answer is not completely sent the usual
 * limit applies.
 */
void
sabot_peer_begin_answer(struct sabot_peer *peer);
void
sabot_peer_end_answer(struct sabot_peer *peer);

/*
 * A request of the peer waits for something (hold), or has been answered (release). With many
 * waiting requests nothing more is read from the peer.
 */
void
sabot_peer_hold(struct sabot_peer *peer);
void
sabot_peer_release(struct sabot_peer *peer);

/* Send what is queued, then close. Nothing more is read. */
void
sabot_peer_finish(struct sabot_peer *peer);

/* Finish because of the peer's fault. True if that was done. */
void
sabot_peer_drop(struct sabot_peer *peer);
bool
sabot_peer_is_dropped(const struct sabot_peer *peer);

/* Close at once. */
void
sabot_peer_close(struct sabot_peer *peer);

/* User and group at the other end, -1 if they are unknown. */
uid_t
sabot_peer_get_uid(const struct sabot_peer *peer);
gid_t
sabot_peer_get_gid(const struct sabot_peer *peer);

/* The other end's certificate; NULL if there is none. Borrowed. */
const struct sabot_certificate *
sabot_peer_get_certificate(const struct sabot_peer *peer);

/* The machine that its owner has identified; NULL before. Borrowed; referenced while it is set. */
const struct sabot_machine *
sabot_peer_get_machine(const struct sabot_peer *peer);
void
sabot_peer_set_machine(struct sabot_peer *peer, struct sabot_machine *machine);

/*
 * Since when (monotonic) the peer has sent no complete line and waits for no answer; INT64_MAX if
 * it waits for one.
 */
int64_t
sabot_peer_get_idle_since_us(const struct sabot_peer *peer);

/* The number of wrong PINs in a row, maintained by the owner. */
unsigned
sabot_peer_get_failures(const struct sabot_peer *peer);
void
sabot_peer_set_failures(struct sabot_peer *peer, unsigned n_failures);

/* True if steps are pushed to it; a flag maintained by the owner. */
bool
sabot_peer_is_watching(const struct sabot_peer *peer);
void
sabot_peer_set_watching(struct sabot_peer *peer, bool is_resumed);

/* Likewise if the last step that it has seen was pushed before the start. */
bool
sabot_peer_is_resumed(const struct sabot_peer *peer);
