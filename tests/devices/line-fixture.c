/*
 * See the header. One thread, the default main context.
 */
#include <stddef.h>

#include "line-fixture.h"
#include "devices/transport/transport-kinds.h"

#include <string.h>

enum { POLL_MS = 5 };

static void
on_opened(void *user)
{
	struct line *line = user;

	g_string_append(line->log, "opened\n");
}

static void
on_received(const uint8_t *bytes, size_t n_bytes, void *user)
{
	struct line *line = user;

	line->n_chunks++;
	g_string_append(line->log, "received");
	for (size_t i = 0; i < n_bytes; i++)
		g_string_append_printf(line->log, " %02x", bytes[i]);
	g_string_append_c(line->log, '\n');
}

static void
on_closed(const char *reason, void *user)
{
	struct line *line = user;

	g_string_append_printf(line->log, "closed %s\n", reason);
}

static void
on_arrived(void *user)
{
	struct line *line = user;

	g_string_append(line->log, "arrived\n");
}

static const struct sabot_transport_handler handler = {
	.opened = on_opened,
	.received = on_received,
	.closed = on_closed,
	.arrived = on_arrived,
};

struct line *
line_new(const char *url)
{
	static const struct sabot_line settings = {.baud = 4800, .data_bits = 8, .stop_bits = 1};
	g_autoptr(GError) error = NULL;
	struct line *line = g_new0(struct line, 1);

	line->log = g_string_new(NULL);
	line->transport = sabot_transport_new(url, &settings, &handler, line, &error);
	if (!line->transport)
		fail_msg("%s", error->message);
	return line;
}

void
line_start(struct line *line)
{
	sabot_transport_start(line->transport);
}

void
line_free(struct line *line)
{
	sabot_transport_free(line->transport);
	g_string_free(line->log, TRUE);
	g_free(line);
}

struct log_wait {
	struct line *line;
	size_t n_bytes;
};

static bool
has_log(void *user)
{
	struct log_wait *wait = user;

	return wait->line->log->len >= wait->n_bytes;
}

void
line_expect(struct line *line, const char *expected)
{
	struct log_wait wait = {line, strlen(expected)};

	wait_until(has_log, &wait);
	assert_string_equal(line->log->str, expected);
	g_string_truncate(line->log, 0);
}

static gboolean
on_tick(void *user)
{
	(void)user;
	return G_SOURCE_CONTINUE;
}

void
poll_until(bool (*done)(void *user), void *user)
{
	guint tick = g_timeout_add(POLL_MS, on_tick, NULL);

	wait_until(done, user);
	g_source_remove(tick);
}

static gboolean
on_time_up(void *user)
{
	*(bool *)user = true;
	return G_SOURCE_REMOVE;
}

unsigned
count_wake_ups(unsigned for_ms)
{
	bool is_up = false;
	unsigned n_wake_ups = 0;

	g_timeout_add(for_ms, on_time_up, &is_up);
	while (!is_up) {
		g_main_context_iteration(NULL, TRUE);
		n_wake_ups++;
	}
	return n_wake_ups - 1;
}
