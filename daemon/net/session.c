/*
 * A table from connection to session. A connection is only a key here: its owner ends its session
 * before freeing it.
 */
#include "session.h"

struct session {
	struct sabot_peer *peer; /* borrowed */
	int64_t id;
	int64_t last_us; /* when the person was last active */
};

struct sabot_sessions {
	GHashTable *by_peer; /* of struct session */
};

struct sabot_sessions *
sabot_sessions_new(void)
{
	struct sabot_sessions *sessions = g_new0(struct sabot_sessions, 1);

	sessions->by_peer = g_hash_table_new_full(NULL, NULL, NULL, g_free);
	return sessions;
}

void
sabot_sessions_free(struct sabot_sessions *sessions)
{
	if (!sessions)
		return;
	g_hash_table_unref(sessions->by_peer);
	g_free(sessions);
}

void
sabot_sessions_open(struct sabot_sessions *sessions, struct sabot_peer *peer, int64_t id,
		    int64_t now_us)
{
	struct session *session = g_new0(struct session, 1);

	session->peer = peer;
	session->id = id;
	session->last_us = now_us;
	g_hash_table_replace(sessions->by_peer, peer, session);
}

int64_t
sabot_sessions_find(const struct sabot_sessions *sessions, const struct sabot_peer *peer)
{
	const struct session *session = g_hash_table_lookup(sessions->by_peer, peer);

	return session ? session->id : 0;
}

void
sabot_sessions_touch(struct sabot_sessions *sessions, const struct sabot_peer *peer, int64_t now_us)
{
	struct session *session = g_hash_table_lookup(sessions->by_peer, peer);

	if (session)
		session->last_us = now_us;
}

int64_t
sabot_sessions_close(struct sabot_sessions *sessions, const struct sabot_peer *peer)
{
	int64_t id = sabot_sessions_find(sessions, peer);

	g_hash_table_remove(sessions->by_peer, peer);
	return id;
}

struct sabot_peer *
sabot_sessions_find_person(const struct sabot_sessions *sessions, int64_t id)
{
	GHashTableIter iter;
	struct session *session;

	g_hash_table_iter_init(&iter, sessions->by_peer);
	while (g_hash_table_iter_next(&iter, NULL, (gpointer *)&session)) {
		if (session->id == id)
			return session->peer;
	}
	return NULL;
}

/* A session that has been idle since before `since_us`; NULL if there is none. */
static const struct session *
find_idle(const struct sabot_sessions *sessions, int64_t since_us)
{
	GHashTableIter iter;
	struct session *session;

	g_hash_table_iter_init(&iter, sessions->by_peer);
	while (g_hash_table_iter_next(&iter, NULL, (gpointer *)&session)) {
		if (session->last_us < since_us)
			return session;
	}
	return NULL;
}

void
sabot_sessions_expire(struct sabot_sessions *sessions, int64_t since_us, sabot_sessions_idle_fn *fn,
		      void *data)
{
	const struct session *idle;

	while ((idle = find_idle(sessions, since_us))) {
		struct sabot_peer *peer = idle->peer;
		int64_t id = sabot_sessions_close(sessions, peer);

		fn(peer, id, data);
	}
}
