/* See touches.h. One thread. No touch before the last one is painted. */
#include "touches.h"

#include "bench-floor.h"
#include "gui/display/bet-square.h"

#include <jansson.h>
#include <stdio.h>
#include <time.h>

enum {
	TURN_MS = 60,
	HELD_TURNS = 25, /* squares that have just come take no touch for a second */
	DECKS = 6,
	WINDOW_WIDTH_PX = 1024,
	WINDOW_HEIGHT_PX = 600
};

/* From one moment on, by the clock and by the processor time of this thread. */
struct moment {
	int64_t clock_us; /* 0: it is over */
	int64_t cpu_us;
};

struct touches {
	SabotDealerTable *table;
	GtkWidget *window, *empty;
	GPtrArray *squares; /* borrowed, for the touch */
	guint turns, n_held, n_turns;
	struct moment touched, queued; /* the latter of the empty window */
	int64_t touched_at_n;          /* events of the table by then */
	bool is_shown;                 /* the display has painted what was touched */
	bool is_received;              /* the daemon's view of it is here, and not painted yet */
	GArray *shown_us, *painted_us, *painted_cpu_us, *empty_us, *empty_cpu_us; /* int64_t */
};

int64_t
touches_cpu_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000;
}

static struct moment
get_moment(void)
{
	return (struct moment){g_get_monotonic_time(), touches_cpu_us()};
}

static void
note_clock(GArray *times_us, const struct moment *since)
{
	int64_t taken_us = g_get_monotonic_time() - since->clock_us;

	g_array_append_val(times_us, taken_us);
}

static void
note_cpu(GArray *times_us, const struct moment *since)
{
	int64_t taken_us = touches_cpu_us() - since->cpu_us;

	g_array_append_val(times_us, taken_us);
}

static void
find_squares(GtkWidget *widget, gpointer data)
{
	if (SABOT_IS_SQUARE(widget) && gtk_widget_get_mapped(widget))
		g_ptr_array_add(data, widget);
	else if (GTK_IS_CONTAINER(widget))
		gtk_container_forall(GTK_CONTAINER(widget), find_squares, data);
}

static void
on_changed(SabotDealerTable *table, gpointer data)
{
	const struct sabot_wire_view *view = sabot_dealer_table_get_view(table);
	struct touches *touches = data;

	touches->is_received =
		touches->touched.clock_us != 0 && view && view->n > touches->touched_at_n;
}

static void
on_painted(GdkFrameClock *clock, gpointer data)
{
	struct touches *touches = data;

	(void)clock;
	if (touches->touched.clock_us == 0)
		return;
	if (!touches->is_shown)
		note_clock(touches->shown_us, &touches->touched);
	touches->is_shown = true;
	if (!touches->is_received)
		return;
	note_clock(touches->painted_us, &touches->touched);
	note_cpu(touches->painted_cpu_us, &touches->touched);
	touches->touched.clock_us = 0;
}

static void
on_empty_painted(GdkFrameClock *clock, gpointer data)
{
	struct touches *touches = data;

	(void)clock;
	if (touches->queued.clock_us == 0)
		return;
	note_clock(touches->empty_us, &touches->queued);
	note_cpu(touches->empty_cpu_us, &touches->queued);
	touches->queued.clock_us = 0;
}

/* In the middle of a square, as GDK would read it from the server. */
static void
put_event(GtkWidget *square, GdkEventType type)
{
	GdkSeat *seat = gdk_display_get_default_seat(gtk_widget_get_display(square));
	GdkEvent *event = gdk_event_new(type);

	event->button.window = g_object_ref(gtk_button_get_event_window(GTK_BUTTON(square)));
	event->button.x = gtk_widget_get_allocated_width(square) / 2.0;
	event->button.y = gtk_widget_get_allocated_height(square) / 2.0;
	event->button.button = GDK_BUTTON_PRIMARY;
	gdk_event_set_device(event, gdk_seat_get_pointer(seat));
	gdk_event_put(event);
	gdk_event_free(event);
}

static void
touch(struct touches *touches)
{
	GtkWidget *square;

	g_ptr_array_set_size(touches->squares, 0);
	find_squares(touches->window, touches->squares);
	square = g_ptr_array_index(touches->squares, touches->n_turns / 2 % touches->squares->len);
	touches->touched_at_n = sabot_dealer_table_get_view(touches->table)->n;
	touches->is_shown = touches->is_received = false;
	touches->touched = get_moment();
	put_event(square, GDK_BUTTON_PRESS);
	put_event(square, GDK_BUTTON_RELEASE);
}

/* A load is wanted before bets are: so that there are squares to touch. */
static bool
can_touch(struct touches *touches)
{
	const struct sabot_wire_view *view = sabot_dealer_table_get_view(touches->table);

	if (view && view->phase != SABOT_WIRE_PHASE_BETTING)
		sabot_dealer_table_send(touches->table,
					json_pack("{s:s, s:i}", "ev", "load", "decks", DECKS));
	return view && view->phase == SABOT_WIRE_PHASE_BETTING && touches->n_held++ > HELD_TURNS;
}

static gboolean
on_turn(gpointer data)
{
	struct touches *touches = data;

	if (touches->touched.clock_us != 0 || touches->queued.clock_us != 0 || !can_touch(touches))
		return G_SOURCE_CONTINUE;
	if (touches->n_turns++ % 2 == 0) {
		touch(touches);
	} else {
		touches->queued = get_moment();
		gtk_widget_queue_draw(touches->empty);
	}
	return G_SOURCE_CONTINUE;
}

/* The table outlives its window, whose squares are touched. */
static void
on_destroyed(GtkWidget *window, gpointer data)
{
	struct touches *touches = data;

	(void)window;
	g_clear_handle_id(&touches->turns, g_source_remove);
	g_signal_handlers_disconnect_by_data(touches->table, touches);
	gtk_widget_destroy(touches->empty);
}

struct touches *
touches_new(GtkWidget *window, SabotDealerTable *table)
{
	struct touches *touches = g_new0(struct touches, 1);

	touches->table = table;
	touches->window = window;
	touches->squares = g_ptr_array_new();
	touches->shown_us = g_array_new(FALSE, FALSE, sizeof(int64_t));
	touches->painted_us = g_array_new(FALSE, FALSE, sizeof(int64_t));
	touches->painted_cpu_us = g_array_new(FALSE, FALSE, sizeof(int64_t));
	touches->empty_us = g_array_new(FALSE, FALSE, sizeof(int64_t));
	touches->empty_cpu_us = g_array_new(FALSE, FALSE, sizeof(int64_t));
	touches->empty = gtk_window_new(GTK_WINDOW_TOPLEVEL);
	gtk_window_set_default_size(GTK_WINDOW(touches->empty), WINDOW_WIDTH_PX, WINDOW_HEIGHT_PX);
	gtk_widget_show(touches->empty);
	gtk_window_present(GTK_WINDOW(window));
	g_signal_connect(gtk_widget_get_frame_clock(touches->empty), "after-paint",
			 G_CALLBACK(on_empty_painted), touches);
	g_signal_connect(table, "changed", G_CALLBACK(on_changed), touches);
	g_signal_connect(gtk_widget_get_frame_clock(window), "after-paint", G_CALLBACK(on_painted),
			 touches);
	g_signal_connect(window, "destroy", G_CALLBACK(on_destroyed), touches);
	touches->turns = g_timeout_add(TURN_MS, on_turn, touches);
	return touches;
}

static void
print(const char *what, GArray *times_us)
{
	printf("  %s: p50 %.1f ms, p95 %.1f ms, p99 %.1f ms, max %.1f ms\n", what,
	       bench_percentile_ms(times_us, 0.5), bench_percentile_ms(times_us, 0.95),
	       bench_percentile_ms(times_us, 0.99), bench_percentile_ms(times_us, 1));
	g_array_unref(times_us);
}

void
touches_end(struct touches *touches)
{
	printf("%u touches\n", touches->painted_us->len);
	print("from touch to paint", touches->shown_us);
	print("until it is recorded, and painted so", touches->painted_us);
	print("processor time of the window for that", touches->painted_cpu_us);
	print("an empty window's painting", touches->empty_us);
	print("processor time for that", touches->empty_cpu_us);
	g_ptr_array_unref(touches->squares);
	g_free(touches);
}
