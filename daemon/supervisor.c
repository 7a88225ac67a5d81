/*
 * A timer on the main loop. Each time it requests a sign of life from the writer; the watchdog is
 * notified if the one requested the time before has come.
 */
#include "supervisor.h"
#include "daemon/net/systemd.h"

enum {
	SUPERVISOR_STATUS_MS = 1000,
	SUPERVISOR_TURNS = 4, /* timer periods in a watchdog's period */
};

struct sabot_supervisor {
	struct sabot_floor *floor;
	bool is_watched;
	unsigned n_turns; /* of the writer, at the last request */
	char *status;     /* as last sent */
	guint source_id;
};

static char *
format_status(const struct sabot_floor *floor)
{
	if (sabot_floor_is_saved(floor))
		return g_strdup_printf("%u tables, saved, %s", sabot_floor_get_tables(floor)->len,
				       sabot_floor_get_key(floor)->line ? "signed" : "not signed");
	return g_strdup_printf("%u tables, NOT SAVED", sabot_floor_get_tables(floor)->len);
}

/* Send the status if it has changed, or there is another line to send. */
static void
notify_manager(struct sabot_supervisor *supervisor, const char *line)
{
	g_autofree char *status = format_status(supervisor->floor);
	g_autofree char *lines = NULL;

	if (*line == '\0' && g_strcmp0(status, supervisor->status) == 0)
		return;
	lines = g_strdup_printf("%sSTATUS=%s\n", line, status);
	sabot_systemd_notify(lines);
	g_free(supervisor->status);
	supervisor->status = g_steal_pointer(&status);
}

/* Without a writer, where only records are shown, the main loop's progress is enough. */
static void
request_sign(struct sabot_supervisor *supervisor)
{
	struct sabot_writer *writer = sabot_floor_get_writer(supervisor->floor);

	if (!writer)
		return;
	supervisor->n_turns = sabot_writer_count_turns(writer);
	sabot_writer_wake(writer);
}

static void
feed_watchdog(struct sabot_supervisor *supervisor)
{
	struct sabot_writer *writer = sabot_floor_get_writer(supervisor->floor);

	/* Only one request at a time: a thread that hangs must not collect a heap of them. */
	if (writer && sabot_writer_count_turns(writer) == supervisor->n_turns)
		return;
	sabot_systemd_notify("WATCHDOG=1\n");
	request_sign(supervisor);
}

static gboolean
on_turn(gpointer data)
{
	struct sabot_supervisor *supervisor = data;

	notify_manager(supervisor, "");
	if (supervisor->is_watched)
		feed_watchdog(supervisor);
	return G_SOURCE_CONTINUE;
}

struct sabot_supervisor *
sabot_supervisor_new(struct sabot_floor *floor)
{
	struct sabot_supervisor *supervisor = g_new0(struct sabot_supervisor, 1);
	int64_t watchdog_ms = sabot_systemd_watchdog_us() / 1000;
	int64_t every_ms = SUPERVISOR_STATUS_MS;

	supervisor->floor = floor;
	supervisor->is_watched = watchdog_ms > 0;
	if (supervisor->is_watched)
		every_ms = CLAMP(watchdog_ms / SUPERVISOR_TURNS, 1, every_ms);
	notify_manager(supervisor, "READY=1\n");
	request_sign(supervisor);
	supervisor->source_id = g_timeout_add((guint)every_ms, on_turn, supervisor);
	return supervisor;
}

void
sabot_supervisor_free(struct sabot_supervisor *supervisor)
{
	if (!supervisor)
		return;
	g_source_remove(supervisor->source_id);
	sabot_systemd_notify("STOPPING=1\nSTATUS=committing what was taken\n");
	g_free(supervisor->status);
	g_free(supervisor);
}
