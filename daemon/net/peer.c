/*
 * A connection on the main loop: one source for reading (or, while lines that were read are left,
 * for the next turn), one for writing while there is something to write, one for the time a
 * finished peer has left.
 *
 *     open ──finish()──→ finishing ──all sent, error or time over──→ closed
 *       └────────close(), hangup, limit────────────────────────────────↑
 */
#include "peer.h"
#include "proto/message.h"

#include <string.h>
#include <sys/socket.h>

enum {
	PEER_READ_BYTES = 16 * 1024, /* a TLS record has no more */
	PEER_FINISH_MS = 2000,
	PEER_WAITING_MAX = 64, /* unanswered requests, above which nothing more is read */
	PEER_TURN_US = 1000,   /* then the lines that are left wait for the next turn of the loop */
};

enum peer_state { PEER_OPEN, PEER_FINISHING, PEER_CLOSED };

struct sabot_peer {
	gatomicrefcount refs;
	struct sabot_link *link;
	const struct sabot_peer_handler *handler;
	void *user;
	uid_t uid;
	gid_t gid;
	pid_t pid; /* for the log only */
	struct sabot_machine *machine;
	int64_t heard_us; /* monotonic, of the last complete line */
	enum peer_state state;
	bool is_watching, is_resumed;
	bool is_dropped;     /* for the peer's fault */
	bool is_answering;   /* between begin and end of a long answer */
	size_t answer_bytes; /* of the long answer being sent */
	unsigned n_waiting;  /* requests not yet answered */
	unsigned n_failures; /* wrong PINs */
	GSource *reading, *writing, *ending;
	GQueue unsent; /* of GBytes */
	size_t unsent_bytes;
	size_t sent_bytes;           /* of the first one */
	char bytes[PEER_READ_BYTES]; /* what was read last; not yet handled are */
	size_t unread_at, n_unread;  /* so many of them, from there on */
	struct sabot_wire_splitter splitter;
};

static void
drop_source(GSource **source)
{
	if (!*source)
		return;
	g_source_destroy(*source);
	g_clear_pointer(source, g_source_unref);
}

struct sabot_peer *
sabot_peer_ref(struct sabot_peer *peer)
{
	g_atomic_ref_count_inc(&peer->refs);
	return peer;
}

void
sabot_peer_unref(gpointer data)
{
	struct sabot_peer *peer = data;

	if (!g_atomic_ref_count_dec(&peer->refs))
		return;
	g_queue_clear_full(&peer->unsent, (GDestroyNotify)g_bytes_unref);
	sabot_link_free(peer->link);
	sabot_machine_unref(peer->machine);
	g_free(peer);
}

void
sabot_peer_close(struct sabot_peer *peer)
{
	if (peer->state == PEER_CLOSED)
		return;
	sabot_peer_ref(peer);
	peer->state = PEER_CLOSED;
	drop_source(&peer->reading);
	drop_source(&peer->writing);
	drop_source(&peer->ending);
	g_clear_pointer(&peer->link, sabot_link_free);
	peer->handler->closed(peer, peer->user);
	sabot_peer_unref(peer);
}

/* A source that keeps the peer alive while it exists. */
static GSource *
attach(struct sabot_peer *peer, GSource *source, GSourceFunc fn)
{
	g_source_set_callback(source, fn, sabot_peer_ref(peer), sabot_peer_unref);
	g_source_attach(source, g_main_context_get_thread_default());
	return source;
}

static bool
would_block(const GError *error)
{
	return g_error_matches(error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK);
}

/* Send as much as the socket accepts. False if the connection is broken. */
static bool
send_some(struct sabot_peer *peer)
{
	GBytes *first;

	while ((first = g_queue_peek_head(&peer->unsent))) {
		g_autoptr(GError) error = NULL;
		gsize length;
		const char *bytes = g_bytes_get_data(first, &length);
		gssize n = sabot_link_send(peer->link, bytes + peer->sent_bytes,
					   length - peer->sent_bytes, &error);

		if (n < 0)
			return would_block(error);
		peer->sent_bytes += (size_t)n;
		peer->unsent_bytes -= (size_t)n;
		if (peer->sent_bytes < length)
			continue;
		peer->sent_bytes = 0;
		g_bytes_unref(g_queue_pop_head(&peer->unsent));
	}
	if (!peer->is_answering)
		peer->answer_bytes = 0;
	return true;
}

static gboolean
on_writable(GSocket *socket, GIOCondition condition, gpointer data)
{
	struct sabot_peer *peer = data;

	(void)socket;
	(void)condition;
	if (!send_some(peer)) {
		sabot_peer_close(peer);
		return G_SOURCE_REMOVE;
	}
	if (!g_queue_is_empty(&peer->unsent))
		return G_SOURCE_CONTINUE;
	g_clear_pointer(&peer->writing, g_source_unref);
	if (peer->state == PEER_FINISHING)
		sabot_peer_close(peer);
	return G_SOURCE_REMOVE;
}

static void
watch_writing(struct sabot_peer *peer)
{
	if (peer->writing || g_queue_is_empty(&peer->unsent))
		return;
	peer->writing =
		attach(peer,
		       g_socket_create_source(sabot_link_get_socket(peer->link), G_IO_OUT, NULL),
		       G_SOURCE_FUNC(on_writable));
}

static void
queue_line(struct sabot_peer *peer, GBytes *line)
{
	g_queue_push_tail(&peer->unsent, g_bytes_ref(line));
	peer->unsent_bytes += g_bytes_get_size(line);
}

/* Drop all lines that were not begun to be sent. */
static void
drop_unsent(struct sabot_peer *peer)
{
	bool is_begun = peer->sent_bytes > 0 || sabot_link_is_held(peer->link);

	while (g_queue_get_length(&peer->unsent) > (is_begun ? 1u : 0u)) {
		GBytes *line = g_queue_pop_tail(&peer->unsent);

		peer->unsent_bytes -= g_bytes_get_size(line);
		g_bytes_unref(line);
	}
}

static void
drop_lagging(struct sabot_peer *peer)
{
	g_autoptr(GBytes) line =
		sabot_wire_line(sabot_wire_reply_error(NULL, SABOT_WIRE_ERROR_LAGGING,
						       "the client does not read what it is sent"),
				NULL);

	g_message("client %d of user %d (%s) is dropped: it does not read", (int)peer->pid,
		  (int)peer->uid, peer->machine ? peer->machine->name : "unknown");
	drop_unsent(peer);
	queue_line(peer, line);
	sabot_peer_drop(peer);
}

void
sabot_peer_send(struct sabot_peer *peer, GBytes *line)
{
	if (peer->state != PEER_OPEN || g_bytes_get_size(line) == 0)
		return;
	if (peer->is_answering)
		peer->answer_bytes += g_bytes_get_size(line);
	if (peer->unsent_bytes + g_bytes_get_size(line) >
	    SABOT_WIRE_UNSENT_MAX_BYTES + peer->answer_bytes) {
		drop_lagging(peer);
		return;
	}
	queue_line(peer, line);
	/*
	 * A broken connection is detected by the reading source, which does not run inside our
	 * caller.
	 */
	if (!peer->writing && send_some(peer))
		watch_writing(peer);
}

void
sabot_peer_send_message(struct sabot_peer *peer, json_t *id, json_t *message)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(GBytes) line = sabot_wire_line(message, &error);

	if (!line)
		line = sabot_wire_line(sabot_wire_reply_gerror(id, error), NULL);
	if (line)
		sabot_peer_send(peer, line);
}

void
sabot_peer_begin_answer(struct sabot_peer *peer)
{
	peer->is_answering = peer->answer_bytes == 0;
}

void
sabot_peer_end_answer(struct sabot_peer *peer)
{
	peer->is_answering = false;
	if (g_queue_is_empty(&peer->unsent))
		peer->answer_bytes = 0;
}

static gboolean
on_time_over(gpointer data)
{
	sabot_peer_close(data);
	return G_SOURCE_REMOVE;
}

void
sabot_peer_finish(struct sabot_peer *peer)
{
	if (peer->state != PEER_OPEN)
		return;
	peer->state = PEER_FINISHING;
	drop_source(&peer->reading);
	watch_writing(peer);
	peer->ending = attach(peer, g_timeout_source_new(peer->writing ? PEER_FINISH_MS : 0),
			      on_time_over);
}

void
sabot_peer_drop(struct sabot_peer *peer)
{
	peer->is_dropped = true;
	sabot_peer_finish(peer);
}

static bool
on_line(const char *line, size_t length_bytes, void *data)
{
	struct sabot_peer *peer = data;

	peer->heard_us = g_get_monotonic_time();
	peer->handler->line(peer, line, length_bytes, peer->user);
	return peer->state == PEER_OPEN;
}

static void
refuse_long_line(struct sabot_peer *peer)
{
	g_autoptr(GBytes) line = sabot_wire_line(
		sabot_wire_reply_error(NULL, SABOT_WIRE_ERROR_TOO_LARGE, "the line is too long"),
		NULL);

	sabot_peer_send(peer, line);
	sabot_peer_drop(peer);
}

static void
feed(struct sabot_peer *peer, const char *bytes, size_t n_bytes)
{
	switch (sabot_wire_splitter_feed(&peer->splitter, bytes, n_bytes, on_line, peer)) {
	case SABOT_WIRE_TOO_LONG:
		refuse_long_line(peer);
		break;
	case SABOT_WIRE_OK:
	case SABOT_WIRE_STOPPED:
		break;
	}
}

static void
read_piece(struct sabot_peer *peer)
{
	g_autoptr(GError) error = NULL;
	gssize n = sabot_link_receive(peer->link, peer->bytes, sizeof(peer->bytes), &error);

	peer->unread_at = 0;
	peer->n_unread = (size_t)MAX(n, 0);
	if (n == 0 || (n < 0 && !would_block(error)))
		sabot_peer_close(peer);
}

static void
feed_line(struct sabot_peer *peer)
{
	const char *bytes = peer->bytes + peer->unread_at;
	const char *end = memchr(bytes, '\n', peer->n_unread);
	size_t n_bytes = end ? (size_t)(end - bytes) + 1 : peer->n_unread;

	peer->unread_at += n_bytes;
	peer->n_unread -= n_bytes;
	feed(peer, bytes, n_bytes);
}

static bool
may_read(const struct sabot_peer *peer)
{
	return peer->state == PEER_OPEN && peer->n_waiting < PEER_WAITING_MAX;
}

/*
 * One piece at most, and of its lines what one turn has time for, so that a client with many
 * requests waits its turn like the others.
 */
static void
take_turn(struct sabot_peer *peer)
{
	int64_t until_us = g_get_monotonic_time() + PEER_TURN_US;

	if (peer->n_unread == 0)
		read_piece(peer);
	while (may_read(peer) && peer->n_unread > 0) {
		feed_line(peer);
		if (g_get_monotonic_time() >= until_us)
			return;
	}
}

/* True if there is something to handle although the socket may have nothing to read. */
static bool
has_more(const struct sabot_peer *peer)
{
	return peer->n_unread > 0 || sabot_link_has_pending(peer->link);
}

static void
watch_reading(struct sabot_peer *peer);

/* Whether the source continues. `had_more`: it is one for what was left. */
static gboolean
end_turn(struct sabot_peer *peer, bool had_more)
{
	if (may_read(peer) && has_more(peer) == had_more)
		return G_SOURCE_CONTINUE;
	if (peer->state != PEER_OPEN)
		return G_SOURCE_REMOVE;
	g_clear_pointer(&peer->reading, g_source_unref);
	if (may_read(peer))
		watch_reading(peer);
	return G_SOURCE_REMOVE;
}

static gboolean
on_readable(GSocket *socket, GIOCondition condition, gpointer data)
{
	(void)socket;
	(void)condition;
	take_turn(data);
	return end_turn(data, false);
}

static gboolean
on_next_turn(gpointer data)
{
	take_turn(data);
	return end_turn(data, true);
}

static void
watch_reading(struct sabot_peer *peer)
{
	peer->reading = has_more(peer)
				? attach(peer, g_timeout_source_new(0), on_next_turn)
				: attach(peer,
					 g_socket_create_source(sabot_link_get_socket(peer->link),
								G_IO_IN, NULL),
					 G_SOURCE_FUNC(on_readable));
}

void
sabot_peer_hold(struct sabot_peer *peer)
{
	peer->n_waiting++;
}

void
sabot_peer_release(struct sabot_peer *peer)
{
	peer->n_waiting--;
	peer->heard_us = g_get_monotonic_time();
	if (may_read(peer) && !peer->reading)
		watch_reading(peer);
}

static void
read_credentials(struct sabot_peer *peer)
{
	GSocket *socket = sabot_link_get_socket(peer->link);
	g_autoptr(GCredentials) credentials = g_socket_get_credentials(socket, NULL);
	const struct ucred *native;

	peer->uid = (uid_t)-1;
	peer->gid = (gid_t)-1;
	native = credentials ? g_credentials_get_native(credentials, G_CREDENTIALS_TYPE_LINUX_UCRED)
			     : NULL;
	if (!native || sabot_peer_get_certificate(peer))
		return;
	peer->uid = native->uid;
	peer->gid = native->gid;
	peer->pid = native->pid;
	g_info("client %d of user %d connected", (int)peer->pid, (int)peer->uid);
}

struct sabot_peer *
sabot_peer_new(struct sabot_link *link, const struct sabot_peer_handler *handler, void *user)
{
	struct sabot_peer *peer = g_new0(struct sabot_peer, 1);

	g_atomic_ref_count_init(&peer->refs);
	peer->link = link;
	peer->heard_us = g_get_monotonic_time();
	peer->handler = handler;
	peer->user = user;
	g_queue_init(&peer->unsent);
	sabot_wire_splitter_init(&peer->splitter);
	read_credentials(peer);
	watch_reading(peer);
	return peer;
}

uid_t
sabot_peer_get_uid(const struct sabot_peer *peer)
{
	return peer->uid;
}

gid_t
sabot_peer_get_gid(const struct sabot_peer *peer)
{
	return peer->gid;
}

const struct sabot_certificate *
sabot_peer_get_certificate(const struct sabot_peer *peer)
{
	return peer->link ? sabot_link_get_peer(peer->link) : NULL;
}

const struct sabot_machine *
sabot_peer_get_machine(const struct sabot_peer *peer)
{
	return peer->machine;
}

void
sabot_peer_set_machine(struct sabot_peer *peer, struct sabot_machine *machine)
{
	sabot_machine_ref(machine);
	sabot_machine_unref(peer->machine);
	peer->machine = machine;
}

int64_t
sabot_peer_get_idle_since_us(const struct sabot_peer *peer)
{
	return peer->n_waiting > 0 ? INT64_MAX : peer->heard_us;
}

bool
sabot_peer_is_dropped(const struct sabot_peer *peer)
{
	return peer->is_dropped;
}

unsigned
sabot_peer_get_failures(const struct sabot_peer *peer)
{
	return peer->n_failures;
}

void
sabot_peer_set_failures(struct sabot_peer *peer, unsigned n_failures)
{
	peer->n_failures = n_failures;
}

bool
sabot_peer_is_watching(const struct sabot_peer *peer)
{
	return peer->is_watching;
}

void
sabot_peer_set_watching(struct sabot_peer *peer, bool is_resumed)
{
	peer->is_watching = true;
	peer->is_resumed = is_resumed;
}

bool
sabot_peer_is_resumed(const struct sabot_peer *peer)
{
	return peer->is_resumed;
}
