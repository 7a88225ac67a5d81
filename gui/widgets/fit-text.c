/*
 * Text that fits: see fit-text.h. The size is determined when the text or the room changes, not
 * when it is drawn.
 */
#include "gui/widgets/fit-text.h"
#include "gui/style/screen-font.h"

enum {
	SMALLEST_PX = 6,
	LARGEST_PX = 64,
};

struct _SabotFitText {
	GtkDrawingArea parent_instance;
	char *text;
	PangoLayout *layout; /* at the size that fits; NULL: not determined yet */
	int largest_px;
	int size_px; /* of the layout; 0 = none fits */
	gboolean is_bold, is_centred;
};

G_DEFINE_FINAL_TYPE(SabotFitText, sabot_fit_text, GTK_TYPE_DRAWING_AREA)

static void
set_size(SabotFitText *fit, int size_px)
{
	sabot_font_set(fit->layout, size_px,
		       fit->is_bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
}

/* Wraps only at words: a word too long for its line does not fit. */
static gboolean
has_room(SabotFitText *fit, int size_px, int width_px, int height_px)
{
	int width, height;

	set_size(fit, size_px);
	pango_layout_set_width(fit->layout, width_px * PANGO_SCALE);
	pango_layout_get_pixel_size(fit->layout, &width, &height);
	return width <= width_px && height <= height_px;
}

/* Find the largest size that fits: usually the maximum, else by bisection. */
static void
lay_out(SabotFitText *fit, int width_px, int height_px)
{
	int low = SMALLEST_PX, high = MAX(fit->largest_px, SMALLEST_PX);
	gboolean fits;

	fit->layout = sabot_font_create_layout(GTK_WIDGET(fit), fit->text);
	pango_layout_set_wrap(fit->layout, PANGO_WRAP_WORD);
	pango_layout_set_alignment(fit->layout,
				   fit->is_centred ? PANGO_ALIGN_CENTER : PANGO_ALIGN_LEFT);
	fits = has_room(fit, high, width_px, height_px);
	if (fits)
		low = high;
	else
		high = MAX(high - 1, low);
	while (low < high) {
		int middle = (low + high + 1) / 2;

		if (has_room(fit, middle, width_px, height_px))
			low = middle;
		else
			high = middle - 1;
	}
	fit->size_px = fits || has_room(fit, low, width_px, height_px) ? low : 0;
}

static void
ensure_layout(SabotFitText *fit)
{
	if (!fit->layout)
		lay_out(fit, gtk_widget_get_allocated_width(GTK_WIDGET(fit)),
			gtk_widget_get_allocated_height(GTK_WIDGET(fit)));
}

static gboolean
draw(GtkWidget *widget, cairo_t *cr)
{
	SabotFitText *fit = SABOT_FIT_TEXT(widget);
	int height_px = gtk_widget_get_allocated_height(widget);
	int height;

	ensure_layout(fit);
	pango_layout_get_pixel_size(fit->layout, NULL, &height);
	gtk_render_layout(gtk_widget_get_style_context(widget), cr, 0, (height_px - height) / 2.0,
			  fit->layout);
	return FALSE;
}

static void
forget_layout(SabotFitText *fit)
{
	g_clear_object(&fit->layout);
	gtk_widget_queue_draw(GTK_WIDGET(fit));
}

/* If it was only moved, the size stays valid. */
static void
size_allocate(GtkWidget *widget, GtkAllocation *allocation)
{
	gboolean is_same = gtk_widget_get_allocated_width(widget) == allocation->width &&
			   gtk_widget_get_allocated_height(widget) == allocation->height;

	GTK_WIDGET_CLASS(sabot_fit_text_parent_class)->size_allocate(widget, allocation);
	if (!is_same)
		forget_layout(SABOT_FIT_TEXT(widget));
}

static void
style_updated(GtkWidget *widget)
{
	GTK_WIDGET_CLASS(sabot_fit_text_parent_class)->style_updated(widget);
	forget_layout(SABOT_FIT_TEXT(widget));
}

static void
sabot_fit_text_finalize(GObject *object)
{
	SabotFitText *fit = SABOT_FIT_TEXT(object);

	g_clear_object(&fit->layout);
	g_free(fit->text);
	G_OBJECT_CLASS(sabot_fit_text_parent_class)->finalize(object);
}

static void
sabot_fit_text_class_init(SabotFitTextClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->finalize = sabot_fit_text_finalize;
	widget_class->draw = draw;
	widget_class->size_allocate = size_allocate;
	widget_class->style_updated = style_updated;
	gtk_widget_class_set_css_name(widget_class, "sabot-fit-text");
	gtk_widget_class_set_accessible_role(widget_class, ATK_ROLE_LABEL);
}

static void
sabot_fit_text_init(SabotFitText *fit)
{
	gtk_widget_set_has_window(GTK_WIDGET(fit), FALSE);
	fit->text = g_strdup("");
	fit->largest_px = LARGEST_PX;
}

void
sabot_fit_text_set(SabotFitText *fit, const char *text)
{
	if (!text)
		text = "";
	if (g_strcmp0(fit->text, text) == 0)
		return;
	g_free(fit->text);
	fit->text = g_strdup(text);
	atk_object_set_name(gtk_widget_get_accessible(GTK_WIDGET(fit)), text);
	forget_layout(fit);
}

void
sabot_fit_text_set_largest(SabotFitText *fit, int size_px)
{
	if (fit->largest_px == size_px)
		return;
	fit->largest_px = size_px;
	forget_layout(fit);
}

void
sabot_fit_text_set_bold(SabotFitText *fit, gboolean is_bold)
{
	fit->is_bold = is_bold;
	forget_layout(fit);
}

void
sabot_fit_text_set_centred(SabotFitText *fit, gboolean is_centred)
{
	fit->is_centred = is_centred;
	forget_layout(fit);
}

int
sabot_fit_text_get_size(SabotFitText *fit)
{
	ensure_layout(fit);
	return fit->size_px;
}
