/*
 * See half-lines.h. It reads pixels: a row of them has letters if it has more than one colour. The
 * middle of the edge is left to the mark that shows that more follows.
 */
#include "half-lines.h"

#include "scrolled.h"
#include "unpainted.h"

#include <stdlib.h>

enum {
	SLACK_PX = 2, /* of a line's height no letter is there */
	MIDDLE_PX = 20,
	MARK_PX = 11,
	MARK_LEAST_PX = 20, /* so many pixels of it are seen at least */
	COVERED_PX = 3,     /* of a line's letters: what a rounded corner may take */
	COLOUR_STEP = 40,
};

struct search {
	GtkWidget *window;
	cairo_surface_t *picture;
	half_lines_fn *fn;
	gpointer data;
};

static bool
differ(guint32 a, guint32 b)
{
	for (int shift = 0; shift < 24; shift += 8)
		if (abs((int)(a >> shift & 255) - (int)(b >> shift & 255)) > COLOUR_STEP)
			return true;
	return false;
}

static guint32
pixel_of(cairo_surface_t *picture, int x, int y)
{
	int stride = cairo_image_surface_get_stride(picture);
	unsigned char *rows = cairo_image_surface_get_data(picture);

	return ((guint32 *)(void *)(rows + (gsize)y * (gsize)stride))[x];
}

static guint32
pixel_at(const struct search *search, int x, int y)
{
	return pixel_of(search->picture, x, y);
}

/* Pixels of that part of the picture that differ from the first of their row. */
static int
count_letters(const struct search *search, const GdkRectangle *part, int middle_px)
{
	GdkRectangle all = {0, 0, cairo_image_surface_get_width(search->picture),
			    cairo_image_surface_get_height(search->picture)};
	GdkRectangle seen;
	int n = 0;

	if (!gdk_rectangle_intersect(part, &all, &seen))
		return 0;
	for (int y = seen.y; y < seen.y + seen.height; y++)
		for (int x = seen.x; x < seen.x + seen.width; x++)
			if (abs(x - middle_px) > MIDDLE_PX &&
			    differ(pixel_at(search, x, y), pixel_at(search, seen.x, y)))
				n++;
	return n;
}

static GdkRectangle
place_of(const struct search *search, GtkWidget *part)
{
	GdkRectangle place = {0, 0, gtk_widget_get_allocated_width(part),
			      gtk_widget_get_allocated_height(part)};

	gtk_widget_translate_coordinates(part, search->window, 0, 0, &place.x, &place.y);
	return place;
}

/* The label alone, before `ground`. To be destroyed. */
static cairo_surface_t *
draw_alone(GtkWidget *label, guint32 ground)
{
	cairo_surface_t *alone = cairo_image_surface_create(CAIRO_FORMAT_RGB24,
							    gtk_widget_get_allocated_width(label),
							    gtk_widget_get_allocated_height(label));
	cairo_t *cr = cairo_create(alone);

	cairo_set_source_rgb(cr, (ground >> 16 & 255) / 255.0, (ground >> 8 & 255) / 255.0,
			     (ground & 255) / 255.0);
	cairo_paint(cr);
	gtk_widget_draw(label, cr);
	cairo_destroy(cr);
	cairo_surface_flush(alone);
	return alone;
}

/* Some letters of `seen`, a part of the label's line, are painted, and others are not. */
static bool
is_covered(const struct search *search, GtkWidget *label, const GdkRectangle *seen)
{
	guint32 ground = pixel_at(search, seen->x, seen->y);
	cairo_surface_t *alone = draw_alone(label, ground);
	GdkRectangle place = place_of(search, label), part = place;
	int n = 0, n_missing = 0;

	if (gdk_rectangle_intersect(&part, seen, &part))
		for (int y = part.y; y < part.y + part.height; y++)
			for (int x = part.x; x < part.x + part.width; x++) {
				if (!differ(pixel_of(alone, x - place.x, y - place.y), ground))
					continue;
				n++;
				n_missing += !differ(pixel_at(search, x, y), ground);
			}
	cairo_surface_destroy(alone);
	return n_missing > COVERED_PX && n_missing < n * 9 / 10;
}

/*
 * A part of the line's height is in sight, with letters, and another part is not; or the mark lies
 * over some of its letters.
 */
static bool
is_half_painted(const struct search *search, GtkWidget *label, const GdkRectangle *line)
{
	GdkRectangle seen = *line;
	bool is_at_edge = false;
	int middle_px = 0;

	for (GtkWidget *outer = gtk_widget_get_parent(label); outer;
	     outer = gtk_widget_get_parent(outer)) {
		int before_px = seen.height;
		GdkRectangle view = place_of(search, outer);

		if (!scrolled_is(outer, GTK_ORIENTATION_VERTICAL))
			continue;
		if (!gdk_rectangle_intersect(&seen, &view, &seen))
			return false;
		if (seen.height < before_px)
			middle_px = view.x + view.width / 2;
		is_at_edge = is_at_edge || seen.y < view.y + MARK_PX ||
			     seen.y + seen.height > view.y + view.height - MARK_PX;
	}
	if (is_at_edge && seen.height >= line->height - SLACK_PX &&
	    is_covered(search, label, &seen))
		return true;
	return seen.height > SLACK_PX && seen.height < line->height - SLACK_PX &&
	       count_letters(search, &seen, middle_px) > 0;
}

static void
check_label(const struct search *search, GtkWidget *label)
{
	GdkRectangle place = place_of(search, label);
	PangoLayoutIter *iter = pango_layout_get_iter(gtk_label_get_layout(GTK_LABEL(label)));
	GtkAllocation box;
	bool is_half = false;
	int x, y;

	gtk_widget_get_allocation(label, &box);
	gtk_label_get_layout_offsets(GTK_LABEL(label), &x, &y);
	do {
		PangoRectangle text;
		GdkRectangle line;

		pango_layout_iter_get_line_extents(iter, NULL, &text);
		line = (GdkRectangle){place.x + x - box.x + text.x / PANGO_SCALE,
				      place.y + y - box.y + text.y / PANGO_SCALE,
				      text.width / PANGO_SCALE, text.height / PANGO_SCALE};
		is_half = is_half || is_half_painted(search, label, &line);
	} while (pango_layout_iter_next_line(iter));
	pango_layout_iter_free(iter);
	if (is_half)
		search->fn(search->data, label, "is shown in half a line, or is covered");
}

static void
check_mark(const struct search *search, GtkWidget *scrolled)
{
	GtkAdjustment *down = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scrolled));
	GtkWidget *inner = gtk_bin_get_child(GTK_BIN(scrolled));
	double end = gtk_adjustment_get_value(down) + gtk_adjustment_get_page_size(down);
	GdkRectangle view, mark;
	bool is_seen = false;

	if (!inner || !scrolled_is(inner, GTK_ORIENTATION_VERTICAL) ||
	    end >= gtk_adjustment_get_upper(down) - 1)
		return;
	view = place_of(search, inner);
	mark = (GdkRectangle){view.x, view.y + view.height - MARK_PX, view.width, MARK_PX};
	for (GtkWidget *outer = gtk_widget_get_parent(scrolled); outer;
	     outer = gtk_widget_get_parent(outer)) {
		GdkRectangle around = place_of(search, outer), seen;

		if (!gdk_rectangle_intersect(&mark, &around, &seen) || seen.height < mark.height)
			return; /* not in sight itself */
	}
	mark.width = MIN(view.width, 2 * MIDDLE_PX);
	for (int place = 0; place < 3; place++) {
		/* In the middle, or where no letters are. */
		mark.x = view.x + (view.width - mark.width) * place / 2;
		is_seen = is_seen || count_letters(search, &mark, G_MININT / 2) >= MARK_LEAST_PX;
	}
	if (!is_seen)
		search->fn(search->data, scrolled, "does not show that more follows");
}

static void
check_part(GtkWidget *part, gpointer data)
{
	struct search *search = data;

	if (!gtk_widget_get_mapped(part) || gtk_widget_get_opacity(part) == 0)
		return;
	if (GTK_IS_SCROLLED_WINDOW(part))
		check_mark(search, part);
	if (GTK_IS_LABEL(part))
		check_label(search, part);
	else if (GTK_IS_CONTAINER(part))
		gtk_container_forall(GTK_CONTAINER(part), check_part, search);
}

void
half_lines_find(GtkWidget *window, half_lines_fn *fn, gpointer data)
{
	struct search search = {window, NULL, fn, data};
	cairo_t *cr;

	search.picture = cairo_image_surface_create(CAIRO_FORMAT_RGB24,
						    gtk_widget_get_allocated_width(window),
						    gtk_widget_get_allocated_height(window));
	cr = cairo_create(search.picture);
	unpainted_draw(window, cr);
	cairo_destroy(cr);
	cairo_surface_flush(search.picture);
	check_part(window, &search);
	cairo_surface_destroy(search.picture);
}
