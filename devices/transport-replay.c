/*
 * A recording (.shoelog) as a line: its bytes come when they came then, its cable is pulled and put
 * back. What is sent goes nowhere. Once the recording has ended the line is gone for good. Owns the
 * entries and the source of the next one.
 */
#include "recorder.h"
#include "transport.h"

#include <gio/gio.h>
#include <string.h>

struct replay_transport {
	struct sabot_transport base;
	GArray *entries; /* of struct sabot_shoelog_entry: those that happen */
	guint next;
	int64_t at_ms; /* of the entry before */
	GSource *source;
};

static bool
keep_entry(const struct sabot_shoelog_entry *entry, void *user)
{
	GArray *entries = user;

	if (entry->kind != SABOT_SHOELOG_COMMENT && entry->kind != SABOT_SHOELOG_SENT)
		g_array_append_val(entries, *entry);
	return true;
}

static bool
has_kind(const GArray *entries, enum sabot_shoelog_kind kind)
{
	for (guint i = 0; i < entries->len; i++) {
		if (g_array_index(entries, struct sabot_shoelog_entry, i).kind == kind)
			return true;
	}
	return false;
}

static void
clear_source(struct replay_transport *self)
{
	if (!self->source)
		return;
	g_source_destroy(self->source);
	g_clear_pointer(&self->source, g_source_unref);
}

static void
stop(struct sabot_transport *transport)
{
	clear_source((struct replay_transport *)transport);
}

static void
close_with(struct replay_transport *self, const char *reason)
{
	clear_source(self);
	sabot_transport_closed(&self->base, reason);
}

static void
schedule_next(struct replay_transport *self);

/* Another session begins: the program that recorded was started again. */
static void
begin_session(struct replay_transport *self)
{
	self->at_ms = 0;
	if (self->base.is_open)
		close_with(self, "the recording was interrupted");
	else
		schedule_next(self);
}

static void
play(struct replay_transport *self, const struct sabot_shoelog_entry *entry)
{
	switch (entry->kind) {
	case SABOT_SHOELOG_START:
		begin_session(self);
		return;
	case SABOT_SHOELOG_PLUG:
		schedule_next(self);
		if (!self->base.is_open)
			sabot_transport_opened(&self->base);
		return;
	case SABOT_SHOELOG_RECEIVED:
		schedule_next(self);
		if (self->base.is_open)
			sabot_transport_received(&self->base, entry->bytes, entry->n_bytes);
		return;
	case SABOT_SHOELOG_HANGUP:
		close_with(self, "the cable was pulled in the recording");
		return;
	case SABOT_SHOELOG_COMMENT:
	case SABOT_SHOELOG_VERSION:
	case SABOT_SHOELOG_DRIVER:
	case SABOT_SHOELOG_SERIAL:
	case SABOT_SHOELOG_REPORTS:
	case SABOT_SHOELOG_SENT:
		schedule_next(self);
		return;
	}
}

static gboolean
on_due(void *user)
{
	struct replay_transport *self = user;
	const struct sabot_shoelog_entry *entry;

	clear_source(self);
	if (self->next == self->entries->len) {
		close_with(self, "the recording has ended");
		return G_SOURCE_REMOVE;
	}
	entry = &g_array_index(self->entries, struct sabot_shoelog_entry, self->next++);
	play(self, entry);
	return G_SOURCE_REMOVE;
}

/* After as long as it took then. */
static void
schedule_next(struct replay_transport *self)
{
	int64_t wait_ms = 0;

	if (self->next < self->entries->len) {
		const struct sabot_shoelog_entry *entry =
			&g_array_index(self->entries, struct sabot_shoelog_entry, self->next);

		if (entry->kind >= SABOT_SHOELOG_RECEIVED) {
			wait_ms = entry->at_ms - self->at_ms;
			self->at_ms = entry->at_ms;
		}
	}
	self->source = g_timeout_source_new((guint)CLAMP(wait_ms, 0, (int64_t)G_MAXINT));
	g_source_set_callback(self->source, on_due, self, NULL);
	g_source_attach(self->source, g_main_context_get_thread_default());
}

static void
start(struct sabot_transport *transport)
{
	schedule_next((struct replay_transport *)transport);
}

static bool
send_nowhere(struct sabot_transport *transport, const uint8_t *bytes, size_t n_bytes)
{
	(void)transport;
	(void)bytes;
	(void)n_bytes;
	return true;
}

static void
free_self(struct sabot_transport *transport)
{
	g_array_unref(((struct replay_transport *)transport)->entries);
	g_free(transport);
}

static const struct sabot_transport_ops stream_ops = {
	.scheme = "replay",
	.start = start,
	.stop = stop,
	.send = send_nowhere,
	.free = free_self,
};
static const struct sabot_transport_ops report_ops = {
	.scheme = "replay",
	.has_reports = true,
	.start = start,
	.stop = stop,
	.send = send_nowhere,
	.free = free_self,
};

struct sabot_transport *
sabot_transport_replay_new(const char *address, GError **error)
{
	g_autoptr(GArray) entries = g_array_new(FALSE, FALSE, sizeof(struct sabot_shoelog_entry));
	struct replay_transport *self;

	if (!sabot_shoelog_read(address, keep_entry, entries, error))
		return NULL;
	self = g_new0(struct replay_transport, 1);
	self->base.ops = has_kind(entries, SABOT_SHOELOG_REPORTS) ? &report_ops : &stream_ops;
	self->base.address = g_strdup(address);
	self->entries = g_steal_pointer(&entries);
	return &self->base;
}

static bool
copy_driver(const struct sabot_shoelog_entry *entry, void *user)
{
	if (entry->kind != SABOT_SHOELOG_DRIVER)
		return entry->kind < SABOT_SHOELOG_START;
	*(char **)user = g_strdup(entry->driver);
	return false;
}

char *
sabot_transport_replay_find_driver(const char *path, GError **error)
{
	char *driver = NULL;

	if (!sabot_shoelog_read(path, copy_driver, &driver, error))
		return NULL;
	if (!driver)
		g_set_error(error, SABOT_TRANSPORT_ERROR, SABOT_TRANSPORT_ERROR_URL,
			    "%s: the recording names no driver", path);
	return driver;
}
