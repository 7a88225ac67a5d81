/*
 * Who has logged in on which connection. A session ends by log-out, with its connection, or when
 * the person does nothing for too long. Main thread.
 */
#pragma once

#include "peer.h"

struct sabot_sessions;

/* The person of `id` has been idle on `peer`. The session has already been removed. */
typedef void
sabot_sessions_idle_fn(struct sabot_peer *peer, int64_t id, void *data);

/* Without a session. Transferred. */
struct sabot_sessions *
sabot_sessions_new(void);
/* Frees all sessions without calling anything. NULL is allowed. */
void
sabot_sessions_free(struct sabot_sessions *sessions);

/* From now on the person of this id acts on `peer`. */
void
sabot_sessions_open(struct sabot_sessions *sessions, struct sabot_peer *peer, int64_t id,
		    int64_t now_us);

/* The person's id; 0 if nobody has logged in. */
int64_t
sabot_sessions_find(const struct sabot_sessions *sessions, const struct sabot_peer *peer);

/* The person has done something. */
void
sabot_sessions_touch(struct sabot_sessions *sessions, const struct sabot_peer *peer,
		     int64_t now_us);

/* End a session. Returns the person's id; 0 if there was none. */
int64_t
sabot_sessions_close(struct sabot_sessions *sessions, const struct sabot_peer *peer);

/* One connection on which the person of this id has logged in; NULL if there is none. */
struct sabot_peer *
sabot_sessions_find_person(const struct sabot_sessions *sessions, int64_t id);

/* End the sessions that have been idle since before `since_us`. */
void
sabot_sessions_expire(struct sabot_sessions *sessions, int64_t since_us, sabot_sessions_idle_fn *fn,
		      void *data);
