/*
 * A timer that never expires, used only because the kernel cancels it when the time of day is set.
 * A time service slews both clocks alike, and the clock since boot continues in suspend, so their
 * difference shows only steps.
 */
#include "clock-watch.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib-unix.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum {
	CLOCK_FAR_S = INT32_MAX, /* from now; about 68 years */
	CLOCK_READ_MAX_US = 1000 /* between two readings that count as simultaneous */
};

struct sabot_clock_watch {
	struct sabot_floor *floor;
	struct sabot_clock clock;
	int64_t offset_us; /* at the last report */
	int fd;
	guint source_id;
};

static int64_t
read_us(clockid_t id)
{
	struct timespec now;

	clock_gettime(id, &now);
	return (int64_t)now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000;
}

/* If the process is held up between the readings, it would see a step: then they are read again. */
static int64_t
read_offset_us(void *data)
{
	int64_t before_us, wall_us, after_us;

	(void)data;
	do {
		before_us = read_us(CLOCK_BOOTTIME);
		wall_us = read_us(CLOCK_REALTIME);
		after_us = read_us(CLOCK_BOOTTIME);
	} while (after_us - before_us > CLOCK_READ_MAX_US);
	return wall_us - before_us;
}

static bool
arm(struct sabot_clock_watch *watch, GError **error)
{
	struct itimerspec never = {0};

	never.it_value.tv_sec = time(NULL) + CLOCK_FAR_S;
	if (timerfd_settime(watch->fd, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, NULL) ==
	    0)
		return true;
	g_set_error(error, G_IO_ERROR, g_io_error_from_errno(errno), "timer: %s",
		    g_strerror(errno));
	return false;
}

void
sabot_clock_watch_check(struct sabot_clock_watch *watch)
{
	int64_t offset_us = watch->clock.offset_us(watch->clock.data);
	int64_t step_us = offset_us - watch->offset_us;

	if (ABS(step_us) < SABOT_CLOCK_STEP_MIN_US)
		return;
	watch->offset_us = offset_us;
	g_warning("the machine's clock was set by %+" G_GINT64_FORMAT " us", step_us);
	sabot_floor_report(watch->floor, SABOT_INCIDENT_CLOCK_STEP,
			   json_pack("{s:I}", "step_us", (json_int_t)step_us));
}

static gboolean
on_clock_set(gint fd, GIOCondition condition, gpointer data)
{
	struct sabot_clock_watch *watch = data;
	g_autoptr(GError) error = NULL;
	uint64_t n_expirations;

	(void)condition;
	/* The expected error is ECANCELED; checking the clock is right in any case. */
	if (read(fd, &n_expirations, sizeof(n_expirations)) < 0 && errno == EAGAIN)
		return G_SOURCE_CONTINUE;
	sabot_clock_watch_check(watch);
	if (arm(watch, &error))
		return G_SOURCE_CONTINUE;
	g_warning("the machine's clock is no longer watched: %s", error->message);
	watch->source_id = 0;
	return G_SOURCE_REMOVE;
}

struct sabot_clock_watch *
sabot_clock_watch_new(struct sabot_floor *floor, const struct sabot_clock *clock, GError **error)
{
	static const struct sabot_clock machine = {.offset_us = read_offset_us};
	struct sabot_clock_watch *watch = g_new0(struct sabot_clock_watch, 1);

	watch->floor = floor;
	watch->clock = clock ? *clock : machine;
	watch->fd = timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC);
	if (watch->fd < 0)
		g_set_error(error, G_IO_ERROR, g_io_error_from_errno(errno), "timer: %s",
			    g_strerror(errno));
	/* Armed first, so that no step is missed between arming and the first check. */
	if (watch->fd < 0 || !arm(watch, error)) {
		sabot_clock_watch_free(watch);
		return NULL;
	}
	watch->offset_us = watch->clock.offset_us(watch->clock.data);
	watch->source_id = g_unix_fd_add(watch->fd, G_IO_IN, on_clock_set, watch);
	return watch;
}

void
sabot_clock_watch_free(struct sabot_clock_watch *watch)
{
	if (!watch)
		return;
	if (watch->source_id)
		g_source_remove(watch->source_id);
	if (watch->fd >= 0)
		close(watch->fd);
	g_free(watch);
}
