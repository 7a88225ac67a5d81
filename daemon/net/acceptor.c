/*
 * While started, one accept is pending and holds a reference: its callback may come after the
 * acceptor was freed.
 */
#include "acceptor.h"

#include <stdbool.h>

enum {
	ACCEPTOR_PAUSE_MS = 500, /* after a failed accept */
	ACCEPTOR_SAY_S = 60,     /* between two log lines about failures */
};

struct sabot_acceptor {
	GSocketListener *listener;
	sabot_acceptor_fn *fn; /* NULL: freed */
	void *data;
	GCancellable *pending; /* of the pending accept; NULL: none */
	guint pause;
	int64_t said_us; /* when a failure was last logged; 0 = never */
	unsigned n_unsaid;
};

static void
accept_next(struct sabot_acceptor *acceptor);

struct sabot_acceptor *
sabot_acceptor_new(int backlog, sabot_acceptor_fn *fn, void *data)
{
	struct sabot_acceptor *acceptor = g_rc_box_new0(struct sabot_acceptor);

	acceptor->listener = g_socket_listener_new();
	g_socket_listener_set_backlog(acceptor->listener, backlog);
	acceptor->fn = fn;
	acceptor->data = data;
	return acceptor;
}

static void
clear(gpointer data)
{
	struct sabot_acceptor *acceptor = data;

	g_object_unref(acceptor->listener);
}

void
sabot_acceptor_free(struct sabot_acceptor *acceptor)
{
	if (!acceptor)
		return;
	sabot_acceptor_stop(acceptor);
	acceptor->fn = NULL;
	g_socket_listener_close(acceptor->listener);
	g_rc_box_release_full(acceptor, clear);
}

GSocketListener *
sabot_acceptor_get_listener(struct sabot_acceptor *acceptor)
{
	return acceptor->listener;
}

static gboolean
on_pause_over(gpointer data)
{
	struct sabot_acceptor *acceptor = data;

	acceptor->pause = 0;
	accept_next(acceptor);
	return G_SOURCE_REMOVE;
}

/* One line an interval, with the number of failures. */
static void
say_failure(struct sabot_acceptor *acceptor, const GError *error)
{
	int64_t now_us = g_get_monotonic_time();

	acceptor->n_unsaid++;
	if (acceptor->said_us && now_us - acceptor->said_us < ACCEPTOR_SAY_S * G_USEC_PER_SEC)
		return;
	g_critical("no connection can be accepted (%u times tried): %s", acceptor->n_unsaid,
		   error->message);
	acceptor->said_us = now_us;
	acceptor->n_unsaid = 0;
}

static void
on_accepted(GObject *source, GAsyncResult *result, gpointer data)
{
	struct sabot_acceptor *acceptor = data;
	g_autoptr(GError) error = NULL;
	g_autoptr(GSocketConnection) connection =
		g_socket_listener_accept_finish(G_SOCKET_LISTENER(source), result, NULL, &error);

	/* The acceptor was stopped, and perhaps started again. */
	if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
		g_rc_box_release_full(acceptor, clear);
		return;
	}
	g_clear_object(&acceptor->pending);
	if (connection && acceptor->fn) {
		accept_next(acceptor);
		acceptor->fn(connection, acceptor->data);
	} else if (acceptor->fn) {
		say_failure(acceptor, error);
		acceptor->pause = g_timeout_add(ACCEPTOR_PAUSE_MS, on_pause_over, acceptor);
	}
	g_rc_box_release_full(acceptor, clear);
}

static void
accept_next(struct sabot_acceptor *acceptor)
{
	acceptor->pending = g_cancellable_new();
	g_socket_listener_accept_async(acceptor->listener, acceptor->pending, on_accepted,
				       g_rc_box_acquire(acceptor));
}

void
sabot_acceptor_start(struct sabot_acceptor *acceptor)
{
	if (!acceptor->pending && !acceptor->pause)
		accept_next(acceptor);
}

void
sabot_acceptor_stop(struct sabot_acceptor *acceptor)
{
	g_clear_handle_id(&acceptor->pause, g_source_remove);
	if (acceptor->pending)
		g_cancellable_cancel(acceptor->pending);
	g_clear_object(&acceptor->pending);
}
