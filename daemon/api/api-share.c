/*
 * How connections are shared: each machine, and each user of the socket, has a share. When all are
 * taken, a newcomer with few connections takes a place from one of those with most. A few extra
 * places are kept for the daemon's own user and root.
 */
#include "api-private.h"

enum { SHARE_RESERVED = 4 }; /* beyond `max_clients`, for users who could repair the daemon */

/* The number of connections of each machine: origin (transferred) to number, as a pointer. */
static GHashTable *
count_all(const struct sabot_api *api)
{
	GHashTable *counts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

	for (guint i = 0; i < api->peers->len; i++) {
		char *origin = sabot_api_origin(g_ptr_array_index(api->peers, i));
		guint n = GPOINTER_TO_UINT(g_hash_table_lookup(counts, origin));

		g_hash_table_insert(counts, origin, GUINT_TO_POINTER(n + 1));
	}
	return counts;
}

static guint
count_of(GHashTable *counts, const struct sabot_peer *peer)
{
	g_autofree char *origin = sabot_api_origin(peer);

	return GPOINTER_TO_UINT(g_hash_table_lookup(counts, origin));
}

/*
 * The connection to end for a newcomer: the newest one of a machine that has most of them, and at
 * least two more than the newcomer's `n_own`. It must be one that can be ended without loss or, if
 * the machine has three times as many, one that only watches. NULL: there is none.
 */
static struct sabot_peer *
find_displaced(const struct sabot_api *api, GHashTable *counts, guint n_own)
{
	struct sabot_peer *found = NULL;
	guint n_found = n_own + 2;

	for (guint i = 0; i < api->peers->len; i++) {
		struct sabot_peer *peer = g_ptr_array_index(api->peers, i);
		guint n = count_of(counts, peer);

		if (n < n_found || sabot_sessions_find(api->sessions, peer) != 0)
			continue;
		if (sabot_peer_is_watching(peer) && n < 3 * (n_own + 1))
			continue;
		found = peer;
		n_found = n;
	}
	return found;
}

static void
displace(struct sabot_peer *peer)
{
	g_info("a connection of %s gives way", sabot_peer_get_machine(peer)->name);
	sabot_peer_send_message(
		peer, NULL,
		sabot_wire_reply_error(NULL, SABOT_WIRE_ERROR_NOT_ALLOWED,
				       SABOT_REFUSAL(
					       "this machine has too many connections: one gives "
					       "way to another machine's")));
	sabot_peer_close(peer);
}

bool
sabot_api_find_place(struct sabot_api *api, const struct sabot_peer *peer, GError **error)
{
	guint n_max = (guint)api->options.config->clients_max;
	g_autoptr(GHashTable) counts = count_all(api);
	guint n_own = count_of(counts, peer);
	struct sabot_peer *displaced;

	/* The daemon's own user has no share: he could end the daemon anyway. */
	if (!sabot_api_is_admin(peer) && n_own >= (guint)api->options.config->machine_clients_max)
		return sabot_wire_refuse(
			SABOT_WIRE_ERROR_NOT_ALLOWED,
			SABOT_REFUSAL("too many clients of this machine are connected"), error);
	if (api->peers->len < n_max + (sabot_api_is_admin(peer) ? SHARE_RESERVED : 0))
		return true;
	displaced = find_displaced(api, counts, n_own);
	if (!displaced)
		return sabot_wire_refuse(SABOT_WIRE_ERROR_NOT_ALLOWED,
					 SABOT_REFUSAL("too many clients are connected"), error);
	displace(displaced);
	return true;
}
