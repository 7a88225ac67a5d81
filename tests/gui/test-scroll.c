/* Scrolled parts show whole lines; a touch of what shows that more follows scrolls by these. */
#include "gui/style/look.h"
#include "gui/widgets/scroll.h"
#include "half-lines.h"
#include "frames.h"
#include "unpainted.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>

#include <cmocka.h>

#define LONG_TEXT "goes on and on, typed by the pit, payment by payment"

enum { ROWS = 40, WIDTH_PX = 300, HEIGHT_PX = 235, FRAME_X_PX = 40 };

struct fixture {
	GtkWidget *window, *scroll, *list;
	int n_activated, last;
};

static void
on_activated(GtkListBox *list, GtkListBoxRow *row, gpointer data)
{
	struct fixture *fixture = data;

	(void)list;
	fixture->n_activated++;
	fixture->last = gtk_list_box_row_get_index(row);
}

static void
start(struct fixture *fixture, int n_rows)
{
	fixture->window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
	fixture->scroll = sabot_scroll_new();
	fixture->list = gtk_list_box_new();
	for (int i = 0; i < n_rows; i++) {
		g_autofree char *text = g_strdup_printf("row %d of those that are here", i);
		GtkWidget *label = gtk_label_new(text);

		gtk_label_set_xalign(GTK_LABEL(label), 0);
		gtk_container_add(GTK_CONTAINER(fixture->list), label);
	}
	g_signal_connect(fixture->list, "row-activated", G_CALLBACK(on_activated), fixture);
	gtk_container_add(GTK_CONTAINER(fixture->scroll), fixture->list);
	gtk_container_add(GTK_CONTAINER(fixture->window), fixture->scroll);
	unpainted_begin(fixture->window);
	gtk_widget_show_all(fixture->window);
	frames_resize(fixture->window, WIDTH_PX, HEIGHT_PX);
}

static void
on_fault(gpointer data, GtkWidget *part, const char *what)
{
	g_printerr("“%s” %s\n", GTK_IS_LABEL(part) ? gtk_label_get_text(GTK_LABEL(part)) : "",
		   what);
	(*(int *)data)++;
}

/* Of the window as it is painted now. */
static int
count_faults(struct fixture *fixture)
{
	int n = 0;

	frames_settle(fixture->window);
	half_lines_find(fixture->window, on_fault, &n);
	return n;
}

static GtkAdjustment *
down(struct fixture *fixture)
{
	return gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(fixture->scroll));
}

static void
touch(struct fixture *fixture, int x_px, int y_px)
{
	GdkDisplay *display = gdk_display_get_default();
	GdkDevice *pointer = gdk_seat_get_pointer(gdk_display_get_default_seat(display));
	GdkWindow *surface = gtk_widget_get_window(fixture->list);
	int y;

	gtk_widget_translate_coordinates(fixture->scroll, fixture->list, 0, y_px, NULL, &y);
	for (int i = 0; i < 2; i++) {
		GdkEvent *event = gdk_event_new(i ? GDK_BUTTON_RELEASE : GDK_BUTTON_PRESS);

		event->button.window = g_object_ref(surface);
		event->button.button = GDK_BUTTON_PRIMARY;
		event->button.x = x_px;
		event->button.y = y;
		gdk_event_set_device(event, pointer);
		gtk_main_do_event(event);
		gdk_event_free(event);
	}
	frames_settle(fixture->window);
}

static void
test_lines_are_whole_wherever_it_is_scrolled(void **state)
{
	struct fixture fixture = {0};
	double last;

	(void)state;
	start(&fixture, ROWS);
	last = gtk_adjustment_get_upper(down(&fixture)) -
	       gtk_adjustment_get_page_size(down(&fixture));
	assert_true(last > 100);
	for (double value = 0; value <= last; value += 7) {
		gtk_adjustment_set_value(down(&fixture), value);
		assert_int_equal(count_faults(&fixture), 0);
	}
	gtk_widget_destroy(fixture.window);
}

/* All rows with this text. */
static void
set_text(struct fixture *fixture, const char *text)
{
	for (int i = 0; i < ROWS; i++) {
		GtkListBoxRow *row = gtk_list_box_get_row_at_index(GTK_LIST_BOX(fixture->list), i);
		GtkLabel *label = GTK_LABEL(gtk_bin_get_child(GTK_BIN(row)));

		gtk_label_set_text(label, text);
		gtk_label_set_ellipsize(label, PANGO_ELLIPSIZE_END);
	}
	frames_settle(fixture->window);
}

/* Rows as long as the view is wide: there is no place beside the letters for the mark. */
static void
test_the_mark_covers_no_letters(void **state)
{
	struct fixture fixture = {0};
	double last;

	(void)state;
	start(&fixture, ROWS);
	set_text(&fixture, LONG_TEXT);
	assert_int_equal(count_faults(&fixture), 0);
	last = gtk_adjustment_get_upper(down(&fixture)) -
	       gtk_adjustment_get_page_size(down(&fixture));
	for (double value = 0; value <= last; value += 3) {
		gtk_adjustment_set_value(down(&fixture), value);
		assert_int_equal(count_faults(&fixture), 0);
	}
	gtk_widget_destroy(fixture.window);
}

/* What an empty list says instead of rows is of lines, too. */
static void
test_an_empty_list(void **state)
{
	struct fixture fixture = {0};
	GtkWidget *label = gtk_label_new(NULL);
	double last;

	(void)state;
	start(&fixture, 0);
	for (int i = 0; i < ROWS; i++) {
		g_autofree char *text = g_strdup_printf(
			"%s%s%s", gtk_label_get_text(GTK_LABEL(label)), i ? "\n" : "", LONG_TEXT);

		gtk_label_set_text(GTK_LABEL(label), text);
	}
	gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
	gtk_list_box_set_placeholder(GTK_LIST_BOX(fixture.list), label);
	gtk_widget_show(label);
	assert_int_equal(count_faults(&fixture), 0);
	last = gtk_adjustment_get_upper(down(&fixture)) -
	       gtk_adjustment_get_page_size(down(&fixture));
	assert_true(last > 100);
	for (double value = 0; value <= last; value += 7) {
		gtk_adjustment_set_value(down(&fixture), value);
		assert_int_equal(count_faults(&fixture), 0);
	}
	gtk_widget_destroy(fixture.window);
}

/* The upper frame of a box is painted at `y_px` of the window's picture. */
static bool
is_framed(cairo_surface_t *picture, int y_px)
{
	const guchar *row = cairo_image_surface_get_data(picture) +
			    (gsize)y_px * (gsize)cairo_image_surface_get_stride(picture);
	const guchar *pixel = row + (gsize)FRAME_X_PX * 4;

	return pixel[0] < 50 && pixel[1] < 50 && pixel[2] < 50;
}

/* How many upper frames are seen of boxes of which hardly more is; and how many in all. */
static int
count_rims(struct fixture *fixture, int *ret_n_seen)
{
	cairo_surface_t *picture =
		cairo_image_surface_create(CAIRO_FORMAT_RGB24, WIDTH_PX, HEIGHT_PX);
	cairo_t *cr = cairo_create(picture);
	g_autoptr(GList) boxes = gtk_container_get_children(GTK_CONTAINER(fixture->list));
	int n = 0;

	frames_settle(fixture->window);
	unpainted_draw(fixture->window, cr);
	cairo_destroy(cr);
	cairo_surface_flush(picture);
	for (GList *link = boxes; link; link = link->next) {
		int y;

		gtk_widget_translate_coordinates(link->data, fixture->window, 0, 0, NULL, &y);
		if (y < 0 || y >= HEIGHT_PX || !is_framed(picture, y))
			continue;
		++*ret_n_seen;
		n += HEIGHT_PX - y > 2 && HEIGHT_PX - y < 8;
	}
	cairo_surface_destroy(picture);
	return n;
}

/* Of a box with parts its frame alone is not shown at the edge. */
static void
test_no_rim_alone(void **state)
{
	struct fixture fixture = {0};
	g_autoptr(GtkCssProvider) provider = gtk_css_provider_new();
	int n_seen = 0;

	(void)state;
	fixture.window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
	fixture.scroll = sabot_scroll_new();
	fixture.list = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12);
	gtk_css_provider_load_from_data(
		provider, "box.rim { border: 3px solid black; padding: 12px; }", -1, NULL);
	for (int i = 0; i < ROWS; i++) {
		GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
		GtkStyleContext *style = gtk_widget_get_style_context(box);

		gtk_style_context_add_class(style, "rim");
		gtk_style_context_add_provider(style, GTK_STYLE_PROVIDER(provider),
					       GTK_STYLE_PROVIDER_PRIORITY_USER);
		gtk_container_add(GTK_CONTAINER(box), gtk_label_new("in a frame"));
		gtk_container_add(GTK_CONTAINER(fixture.list), box);
	}
	gtk_container_add(GTK_CONTAINER(fixture.scroll), fixture.list);
	gtk_container_add(GTK_CONTAINER(fixture.window), fixture.scroll);
	unpainted_begin(fixture.window);
	gtk_widget_show_all(fixture.window);
	frames_resize(fixture.window, WIDTH_PX, HEIGHT_PX);
	for (int value = 0; value < 120; value++) {
		gtk_adjustment_set_value(down(&fixture), value);
		assert_int_equal(count_rims(&fixture, &n_seen), 0);
	}
	assert_true(n_seen > 120);
	gtk_widget_destroy(fixture.window);
}

static void
scroll_by_the_mark(const char *text)
{
	struct fixture fixture = {0};
	int touches = 0;
	double before = -1;

	start(&fixture, ROWS);
	set_text(&fixture, text);
	while (gtk_adjustment_get_value(down(&fixture)) > before && touches++ < ROWS) {
		before = gtk_adjustment_get_value(down(&fixture));
		assert_int_equal(count_faults(&fixture), 0);
		touch(&fixture, WIDTH_PX / 2, HEIGHT_PX - 2);
	}
	assert_in_range(touches, ROWS / (HEIGHT_PX / 10), ROWS / 4);
	assert_true(before + gtk_adjustment_get_page_size(down(&fixture)) >=
		    gtk_adjustment_get_upper(down(&fixture)) - 1);
	assert_int_equal(fixture.n_activated, 1); /* at the end: the last row itself */
	assert_int_equal(fixture.last, ROWS - 1);
	touch(&fixture, WIDTH_PX / 2, 2);
	assert_true(gtk_adjustment_get_value(down(&fixture)) < before);
	assert_int_equal(fixture.n_activated, 1);
	gtk_widget_destroy(fixture.window);
}

/* By touches of the lower edge alone, each row can be touched, and the end is reached. */
static void
test_the_mark_scrolls_to_the_next_lines(void **state)
{
	(void)state;
	scroll_by_the_mark("row");
	scroll_by_the_mark(LONG_TEXT);
}

static void
test_a_whole_row_takes_the_touch(void **state)
{
	struct fixture fixture = {0};

	(void)state;
	start(&fixture, ROWS);
	assert_int_equal(count_faults(&fixture), 0);
	touch(&fixture, WIDTH_PX / 2, HEIGHT_PX / 2);
	assert_int_equal(fixture.n_activated, 1);
	assert_true(gtk_adjustment_get_value(down(&fixture)) < 1);
	gtk_widget_destroy(fixture.window);
	fixture = (struct fixture){0};
	start(&fixture, 2);
	assert_int_equal(count_faults(&fixture), 0);
	touch(&fixture, WIDTH_PX / 2, 4);
	assert_int_equal(fixture.n_activated, 1);
	gtk_widget_destroy(fixture.window);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lines_are_whole_wherever_it_is_scrolled),
		cmocka_unit_test(test_the_mark_covers_no_letters),
		cmocka_unit_test(test_an_empty_list),
		cmocka_unit_test(test_no_rim_alone),
		cmocka_unit_test(test_the_mark_scrolls_to_the_next_lines),
		cmocka_unit_test(test_a_whole_row_takes_the_touch),
	};
	SabotSettings *settings;
	struct sabot_look *look;
	int result;

	gtk_init(&argc, &argv);
	settings = sabot_settings_new(NULL);
	look = sabot_look_new(settings);
	result = cmocka_run_group_tests(tests, NULL, NULL);
	sabot_look_free(look);
	g_object_unref(settings);
	return result;
}
