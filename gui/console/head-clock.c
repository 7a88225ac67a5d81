/* See head-clock.h. It checks the time each second and is drawn once a minute. */
#include "gui/console/head-clock.h"

#include "gui/widgets/label.h"

struct _SabotHeadClock {
	GtkLabel parent_instance;
	guint source;
};

G_DEFINE_FINAL_TYPE(SabotHeadClock, sabot_head_clock, GTK_TYPE_LABEL)

static gboolean
on_due(gpointer data)
{
	g_autoptr(GDateTime) now = g_date_time_new_now_local();
	g_autofree char *text = g_date_time_format(now, "%H:%M");

	sabot_label_set(GTK_LABEL(data), text);
	return G_SOURCE_CONTINUE;
}

static void
sabot_head_clock_dispose(GObject *object)
{
	g_clear_handle_id(&SABOT_HEAD_CLOCK(object)->source, g_source_remove);
	G_OBJECT_CLASS(sabot_head_clock_parent_class)->dispose(object);
}

static void
sabot_head_clock_class_init(SabotHeadClockClass *klass)
{
	G_OBJECT_CLASS(klass)->dispose = sabot_head_clock_dispose;
}

static void
sabot_head_clock_init(SabotHeadClock *clock)
{
	clock->source = g_timeout_add_seconds(1, on_due, clock);
	on_due(clock);
}
