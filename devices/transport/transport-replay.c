/*
 * A recording (.shoelog) as a line: `replay:/path?speed=4`. Its bytes come in the recorded pieces
 * and at the recorded times, and its cable is pulled and put back as recorded. Its clock is the
 * recording's, so that a repeat is one at any speed. Time stands still while nobody listens, so
 * nothing is missed. Bytes sent are dropped. Once the recording has ended the line is closed for
 * good. Owns the entries and the timer of the next one.
 */
#include "transport-replay.h"
#include "transport-private.h"
#include "shoelog.h"

#include <gio/gio.h>
#include <string.h>

enum { SESSION_GAP_MS = 2000 }; /* between two sessions: more than a repeat takes */

#define SPEED_OPTION "?speed="

struct replay_transport {
	struct sabot_transport base;
	double speed;    /* 0 = as fast as it is taken */
	GArray *entries; /* of struct sabot_shoelog_entry: those that happen */
	bool has_reports;
	int64_t session_ms; /* while reading: where the session's times begin */
	guint next;
	int64_t at_ms;    /* the recording's time, since its beginning */
	int64_t start_us; /* the clock's then */
	GSource *timer;
};

static bool
keep_entry(const struct sabot_shoelog_entry *entry, void *user)
{
	struct replay_transport *self = user;
	struct sabot_shoelog_entry kept = *entry;

	if (entry->kind == SABOT_SHOELOG_REPORTS)
		self->has_reports = true;
	if (entry->kind == SABOT_SHOELOG_START && self->entries->len > 0)
		self->session_ms = self->at_ms + SESSION_GAP_MS;
	if (entry->kind < SABOT_SHOELOG_START || entry->kind == SABOT_SHOELOG_SENT)
		return true;
	kept.at_ms =
		entry->kind == SABOT_SHOELOG_START ? self->at_ms : entry->at_ms + self->session_ms;
	self->at_ms = kept.at_ms;
	g_array_append_val(self->entries, kept);
	return true;
}

static void
stop(struct sabot_transport *transport)
{
	sabot_transport_clear_source(&((struct replay_transport *)transport)->timer);
}

static void
close_with(struct replay_transport *self, const char *reason)
{
	stop(&self->base);
	sabot_transport_closed(&self->base, reason);
}

static void
play(struct replay_transport *self, const struct sabot_shoelog_entry *entry)
{
	if (entry->kind == SABOT_SHOELOG_RECEIVED && self->base.is_open)
		sabot_transport_received(&self->base, entry->bytes, entry->n_bytes);
	else if (entry->kind == SABOT_SHOELOG_PLUG && !self->base.is_open)
		sabot_transport_opened(&self->base);
	else if (entry->kind == SABOT_SHOELOG_HANGUP)
		close_with(self, "the cable was pulled in the recording");
	else if (entry->kind == SABOT_SHOELOG_START && self->base.is_open)
		close_with(self, "the recording was interrupted");
}

static const struct sabot_shoelog_entry *
peek(const struct replay_transport *self)
{
	return self->next < self->entries->len
		       ? &g_array_index(self->entries, struct sabot_shoelog_entry, self->next)
		       : NULL;
}

static gboolean
on_due(void *user);

/* After as long as it took then; the end comes with the last entry. */
static void
schedule_next(struct replay_transport *self)
{
	const struct sabot_shoelog_entry *entry = peek(self);
	double wait_ms = 0;

	if (entry && self->speed > 0)
		wait_ms = (double)(entry->at_ms - self->at_ms) / self->speed;
	self->timer = g_timeout_source_new((guint)MIN(wait_ms, G_MAXINT));
	g_source_set_callback(self->timer, on_due, self, NULL);
	g_source_attach(self->timer, g_main_context_get_thread_default());
}

/* What is played may stop the line. */
static gboolean
on_due(void *user)
{
	struct replay_transport *self = user;
	const struct sabot_shoelog_entry *entry = peek(self);

	sabot_transport_clear_source(&self->timer);
	if (!entry) {
		close_with(self, SABOT_REPLAY_ENDED);
		return G_SOURCE_REMOVE;
	}
	self->next++;
	self->at_ms = entry->at_ms;
	schedule_next(self);
	play(self, entry);
	return G_SOURCE_REMOVE;
}

/* A recording that was cut out of another may begin in the middle: with its line open. */
static void
start(struct sabot_transport *transport)
{
	struct replay_transport *self = (struct replay_transport *)transport;
	const struct sabot_shoelog_entry *entry = peek(self);

	schedule_next(self);
	if (entry && entry->kind == SABOT_SHOELOG_RECEIVED)
		sabot_transport_opened(transport);
}

static bool
send_nowhere(struct sabot_transport *transport, const uint8_t *bytes, size_t n_bytes)
{
	(void)transport;
	(void)bytes;
	(void)n_bytes;
	return true;
}

static int64_t
now_us(const struct sabot_transport *transport)
{
	const struct replay_transport *self = (const struct replay_transport *)transport;

	return self->start_us + self->at_ms * 1000;
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
	.now_us = now_us,
	.free = free_self,
};
static const struct sabot_transport_ops report_ops = {
	.scheme = "replay",
	.has_reports = true,
	.start = start,
	.stop = stop,
	.send = send_nowhere,
	.now_us = now_us,
	.free = free_self,
};

bool
sabot_transport_replay_speed(const char *text, double *ret_speed)
{
	char *end;
	double speed = g_ascii_strtod(text, &end);

	if (strcmp(text, "max") == 0)
		speed = 0;
	else if (end == text || *end || !(speed >= 0.1 && speed <= 10000))
		return false;
	*ret_speed = speed;
	return true;
}

/* `address` without its option, which is read if `ret_speed` is not NULL. Transferred. */
static char *
read_address(const char *address, double *ret_speed, GError **error)
{
	const char *option = strstr(address, SPEED_OPTION);

	if (option && ret_speed &&
	    !sabot_transport_replay_speed(option + strlen(SPEED_OPTION), ret_speed)) {
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
			    "replay: `%s`: the speed is from 0.1 to 10000, or max", option + 1);
		return NULL;
	}
	return option ? g_strndup(address, (gsize)(option - address)) : g_strdup(address);
}

struct sabot_transport *
sabot_transport_replay_new(const char *address, GError **error)
{
	double speed = 1;
	g_autofree char *path = read_address(address, &speed, error);
	struct replay_transport *self;

	if (!path)
		return NULL;
	self = g_new0(struct replay_transport, 1);
	self->speed = speed;
	self->start_us = g_get_monotonic_time();
	self->entries = g_array_new(FALSE, FALSE, sizeof(struct sabot_shoelog_entry));
	if (!sabot_shoelog_read(path, keep_entry, self, error)) {
		free_self(&self->base);
		return NULL;
	}
	self->at_ms = self->entries->len ? peek(self)->at_ms : 0;
	self->base.ops = self->has_reports ? &report_ops : &stream_ops;
	self->base.address = g_steal_pointer(&path);
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
sabot_transport_replay_find_driver(const char *address, GError **error)
{
	g_autofree char *path = read_address(address, NULL, error);
	char *driver = NULL;

	if (!sabot_shoelog_read(path, copy_driver, &driver, error))
		return NULL;
	if (!driver)
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
			    "%s: the recording names no driver", path);
	return driver;
}
