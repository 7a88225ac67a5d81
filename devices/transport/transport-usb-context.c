/*
 * libusb in the GLib main loop: a source over the descriptors that libusb names, which on Linux are
 * a netlink monitor's, a timer's and each open device's. One context per thread, reference-counted.
 * libusb runs its own thread, which sleeps until a device is plugged in; it calls none of our
 * functions.
 */
#include "transport-usb-private.h"

#include <gio/gio.h>
#include <poll.h>

struct usb_source {
	GSource base;
	libusb_context *usb;
	GHashTable *tags; /* descriptor → GLib's tag of it */
};

static void
on_fd_added(int fd, short events, void *user)
{
	struct usb_source *self = user;
	GIOCondition condition = G_IO_ERR | G_IO_HUP;

	if (events & POLLIN)
		condition |= G_IO_IN;
	if (events & POLLOUT)
		condition |= G_IO_OUT;
	g_hash_table_insert(self->tags, GINT_TO_POINTER(fd),
			    g_source_add_unix_fd(&self->base, fd, condition));
}

static void
on_fd_removed(int fd, void *user)
{
	struct usb_source *self = user;
	gpointer tag = g_hash_table_lookup(self->tags, GINT_TO_POINTER(fd));

	if (!tag)
		return;
	g_source_remove_unix_fd(&self->base, tag);
	g_hash_table_remove(self->tags, GINT_TO_POINTER(fd));
}

static gboolean
dispatch(GSource *source, GSourceFunc callback, void *user)
{
	struct timeval at_once = {0, 0};

	(void)callback;
	(void)user;
	libusb_handle_events_timeout_completed(((struct usb_source *)source)->usb, &at_once, NULL);
	return G_SOURCE_CONTINUE;
}

static void
finalize(GSource *source)
{
	g_hash_table_unref(((struct usb_source *)source)->tags);
}

/* Time-outs are a descriptor as well, so it is ready when one of them is: GLib sees to that. */
static GSourceFuncs source_functions = {.dispatch = dispatch, .finalize = finalize};

/* Descriptors that exist before the callbacks are set must be fetched. */
static GSource *
watch(libusb_context *usb)
{
	GSource *source = g_source_new(&source_functions, sizeof(struct usb_source));
	struct usb_source *self = (struct usb_source *)source;
	const struct libusb_pollfd **fds = libusb_get_pollfds(usb);

	self->usb = usb;
	self->tags = g_hash_table_new(NULL, NULL);
	for (size_t i = 0; fds && fds[i]; i++)
		on_fd_added(fds[i]->fd, fds[i]->events, self);
	libusb_free_pollfds(fds);
	libusb_set_pollfd_notifiers(usb, on_fd_added, on_fd_removed, self);
	g_source_attach(source, g_main_context_get_thread_default());
	return source;
}

/* A thread's context; its users are all on that thread, so it needs no lock. */
static GPrivate threads_context = G_PRIVATE_INIT(NULL);

struct sabot_usb_context *
sabot_usb_context_use(GError **error)
{
	struct sabot_usb_context *context = g_private_get(&threads_context);
	libusb_context *usb = NULL;
	int code;

	if (context) {
		context->n_users++;
		return context;
	}
	code = libusb_init(&usb);
	if (code) {
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "libusb: %s",
			    libusb_strerror(code));
		return NULL;
	}
	context = g_new0(struct sabot_usb_context, 1);
	context->usb = usb;
	context->source = watch(usb);
	context->n_users = 1;
	g_private_set(&threads_context, context);
	return context;
}

void
sabot_usb_context_unuse(struct sabot_usb_context *context)
{
	if (--context->n_users > 0)
		return;
	g_private_set(&threads_context, NULL);
	while (context->sessions) {
		if (sabot_usb_session_finish(context->sessions->data))
			continue;
		g_warning("a USB device does not give its transfers back: libusb stays");
		return;
	}
	libusb_set_pollfd_notifiers(context->usb, NULL, NULL, NULL);
	g_source_destroy(context->source);
	g_source_unref(context->source);
	libusb_exit(context->usb);
	g_free(context);
}
