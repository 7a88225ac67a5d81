/* The tray: see chip-tray.h. */
#include "gui/display/chip-tray.h"

#include "gui/style/screen-font.h"
#include "gui/widgets/chip.h"
#include "gui/widgets/label.h"
#include "gui/widgets/paint.h"
#include "gui/widgets/seen.h"
#include "text/money.h"

#include <glib/gi18n.h>
#include <math.h>

enum { LEAST_TEXT_PX = 13, LARGEST_EM_TENTHS = 65, GAP_PX = 4, LEAST_PX = 44 };

struct _SabotTray {
	GtkBox parent_instance;
	SabotDealerTable *table;
	GArray *values;     /* of int64_t: the chips, then SABOT_DEALER_TAKE_AWAY */
	GPtrArray *buttons; /* borrowed from their rows */
	GtkBox *rows[2];
	bool is_refreshing, are_two_rows;
};

G_DEFINE_FINAL_TYPE(SabotTray, sabot_tray, GTK_TYPE_BOX)

static void
sabot_tray_dispose(GObject *object)
{
	SabotTray *tray = SABOT_TRAY(object);

	g_clear_object(&tray->table);
	g_clear_pointer(&tray->values, g_array_unref);
	g_clear_pointer(&tray->buttons, g_ptr_array_unref);
	G_OBJECT_CLASS(sabot_tray_parent_class)->dispose(object);
}

/* The diameter of a disc centred in a button, as large as the button or a chip. */
static double
get_disc(GtkWidget *button, struct sabot_point *ret_corner)
{
	double width = gtk_widget_get_allocated_width(button);
	double height = gtk_widget_get_allocated_height(button);
	double size = MIN(MIN(width, height), sabot_font_get_size(button) * LARGEST_EM_TENTHS / 10);

	*ret_corner = (struct sabot_point){(width - size) / 2, (height - size) / 2};
	return size;
}

static void
paint_ring(GtkWidget *button, cairo_t *cr, struct sabot_point corner, double size)
{
	double width = MAX(size * 0.05, 3);

	sabot_paint_set_colour(button, cr, "sabot_turn");
	cairo_set_line_width(cr, width);
	cairo_new_path(cr);
	cairo_arc(cr, corner.x + size / 2, corner.y + size / 2, (size - width) / 2, 0, 2 * M_PI);
	cairo_stroke(cr);
}

static void
paint_take_away(GtkWidget *button, cairo_t *cr, struct sabot_point corner, double size)
{
	double inset = size * 0.05, side = size - 2 * inset;
	GdkRectangle disc = {(int)(corner.x + inset), (int)(corner.y + inset), (int)side,
			     (int)side};
	g_autoptr(PangoLayout) layout = sabot_font_create_layout(button, C_("tray", "Take away"));
	double text_px = MAX(sabot_font_get_size(button) * 1.125, LEAST_TEXT_PX);
	PangoRectangle extents;

	sabot_paint_rounded(cr, &disc, disc.width / 2.0 - 1);
	sabot_paint_set_colour(button, cr, "sabot_panel");
	cairo_fill_preserve(cr);
	sabot_paint_set_colour(button, cr, "sabot_edge");
	cairo_set_line_width(cr, 2);
	cairo_stroke(cr);
	pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER);
	pango_layout_set_width(layout, (int)(side * 0.9) * PANGO_SCALE);
	for (;; text_px = MAX(text_px - 1, LEAST_TEXT_PX)) {
		sabot_font_set(layout, text_px, PANGO_WEIGHT_SEMIBOLD);
		pango_layout_get_pixel_extents(layout, NULL, &extents);
		if (text_px <= LEAST_TEXT_PX ||
		    (extents.width <= side * 0.9 && extents.height <= side * 0.8))
			break;
	}
	sabot_paint_set_colour(button, cr, "sabot_ink");
	cairo_move_to(cr, disc.x + side * 0.05, disc.y + (disc.height - extents.height) / 2.0);
	pango_cairo_show_layout(cr, layout);
}

static gboolean
on_draw(GtkWidget *button, cairo_t *cr, gpointer data)
{
	int64_t value_minor = *(const int64_t *)data;
	struct sabot_point corner;
	double size = get_disc(button, &corner), inset = size * 0.05;

	if (value_minor == SABOT_DEALER_TAKE_AWAY) {
		paint_take_away(button, cr, corner, size);
	} else {
		struct sabot_chip chip = {.minor = value_minor,
					  .x = corner.x + inset,
					  .y = corner.y + inset,
					  .size = size - 2 * inset,
					  .n = 1};

		sabot_chip_paint(button, cr, &chip);
	}
	if (gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(button)))
		paint_ring(button, cr, corner, size);
	if (gtk_widget_has_visible_focus(button))
		gtk_render_focus(gtk_widget_get_style_context(button), cr, 0, 0,
				 gtk_widget_get_allocated_width(button),
				 gtk_widget_get_allocated_height(button));
	return GDK_EVENT_STOP;
}

static void
on_toggled(GtkToggleButton *button, gpointer data)
{
	SabotTray *tray = data;
	guint n;

	if (tray->is_refreshing || !gtk_toggle_button_get_active(button) ||
	    !g_ptr_array_find(tray->buttons, button, &n))
		return;
	sabot_dealer_bets_arm(sabot_dealer_table_get_bets(tray->table),
			      g_array_index(tray->values, int64_t, n));
}

static void
size_allocate(GtkWidget *widget, GtkAllocation *allocation);

static void
sabot_tray_class_init(SabotTrayClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_tray_dispose;
	widget_class->size_allocate = size_allocate;
	gtk_widget_class_set_css_name(widget_class, "sabot-tray");
}

static void
sabot_tray_init(SabotTray *tray)
{
	gtk_orientable_set_orientation(GTK_ORIENTABLE(tray), GTK_ORIENTATION_VERTICAL);
	gtk_box_set_spacing(GTK_BOX(tray), GAP_PX);
	gtk_box_set_homogeneous(GTK_BOX(tray), TRUE);
	tray->values = g_array_new(FALSE, FALSE, sizeof(int64_t));
	tray->buttons = g_ptr_array_new();
	for (gsize i = 0; i < G_N_ELEMENTS(tray->rows); i++) {
		tray->rows[i] = GTK_BOX(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, GAP_PX));
		gtk_box_set_homogeneous(tray->rows[i], TRUE);
		gtk_widget_set_halign(GTK_WIDGET(tray->rows[i]), GTK_ALIGN_CENTER);
		gtk_box_pack_start(GTK_BOX(tray), GTK_WIDGET(tray->rows[i]), TRUE, TRUE, 0);
	}
}

static char *
name_value(int64_t value_minor)
{
	char money[SABOT_TEXT_MONEY_SIZE];

	if (value_minor == SABOT_DEALER_TAKE_AWAY)
		return g_strdup(C_("tray", "Take away"));
	/* Translators: a chip by its value. */
	return g_strdup_printf(C_("tray", "chip of %s"),
			       sabot_text_money_spaced(value_minor, money));
}

static void
add_button(SabotTray *tray, int64_t value_minor)
{
	GSList *group =
		tray->buttons->len > 0 ? gtk_radio_button_get_group(tray->buttons->pdata[0]) : NULL;
	GtkWidget *button = gtk_radio_button_new(group);
	int64_t *value = g_new(int64_t, 1);
	g_autofree char *name = name_value(value_minor);

	*value = value_minor;
	gtk_toggle_button_set_mode(GTK_TOGGLE_BUTTON(button), FALSE);
	gtk_widget_set_focus_on_click(button, FALSE);
	atk_object_set_name(gtk_widget_get_accessible(button), name);
	g_object_set_data_full(G_OBJECT(button), "value", value, g_free);
	g_signal_connect(button, "draw", G_CALLBACK(on_draw), value);
	g_signal_connect(button, "toggled", G_CALLBACK(on_toggled), tray);
	gtk_box_pack_start(tray->rows[0], button, TRUE, TRUE, 0);
	gtk_widget_show(button);
	g_ptr_array_add(tray->buttons, button);
	g_array_append_val(tray->values, value_minor);
}

/* Share the rows if one row has no room for all chips at a size that a finger can hit. */
static void
share_rows(SabotTray *tray)
{
	guint first = (tray->buttons->len + 1) / 2;

	for (guint i = 0; i < tray->buttons->len; i++) {
		GtkWidget *button = g_ptr_array_index(tray->buttons, i);
		GtkBox *row = tray->rows[tray->are_two_rows && i >= first];

		if (gtk_widget_get_parent(button) == GTK_WIDGET(row))
			continue;
		g_object_ref(button);
		gtk_container_remove(GTK_CONTAINER(gtk_widget_get_parent(button)), button);
		gtk_box_pack_start(row, button, TRUE, TRUE, 0);
		g_object_unref(button);
	}
	for (guint i = 0; i < G_N_ELEMENTS(tray->rows); i++)
		gtk_widget_set_visible(GTK_WIDGET(tray->rows[i]), i == 0 || tray->are_two_rows);
}

/* Chips are as high as the tray, if there is room, and never wider than high. */
static void
fit_buttons(SabotTray *tray, int width_px)
{
	int n = MAX((int)tray->buttons->len, 1);
	int gap_px = (width_px + GAP_PX) / n - GAP_PX < LEAST_PX ? 1 : GAP_PX;
	bool are_two_rows = (width_px + gap_px) / n - gap_px < LEAST_PX;
	int columns = are_two_rows ? (n + 1) / 2 : n;
	int room = (width_px + gap_px) / columns - gap_px;
	int most = MAX((int)(sabot_font_get_size(GTK_WIDGET(tray)) * 7), 56);

	if (are_two_rows != tray->are_two_rows) {
		tray->are_two_rows = are_two_rows;
		share_rows(tray);
	}
	for (gsize i = 0; i < G_N_ELEMENTS(tray->rows); i++)
		gtk_box_set_spacing(tray->rows[i], gap_px);
	for (guint i = 0; i < tray->buttons->len; i++)
		gtk_widget_set_size_request(g_ptr_array_index(tray->buttons, i),
					    CLAMP(room, 1, most), 1);
}

static gboolean
fit_when_idle(gpointer data)
{
	GtkWidget *tray = data;

	fit_buttons(SABOT_TRAY(tray), gtk_widget_get_allocated_width(tray));
	return G_SOURCE_REMOVE;
}

static void
queue_fit(SabotTray *tray)
{
	g_idle_add_full(GTK_PRIORITY_RESIZE, fit_when_idle, g_object_ref(tray), g_object_unref);
}

static void
size_allocate(GtkWidget *widget, GtkAllocation *allocation)
{
	GtkAllocation old;

	gtk_widget_get_allocation(widget, &old);
	GTK_WIDGET_CLASS(sabot_tray_parent_class)->size_allocate(widget, allocation);
	if (old.width != allocation->width || old.height != allocation->height)
		queue_fit(SABOT_TRAY(widget));
}

static bool
has_values(SabotTray *tray, const GArray *chips)
{
	if (tray->values->len != chips->len + 1)
		return false;
	for (guint i = 0; i < chips->len; i++) {
		if (g_array_index(tray->values, int64_t, i) != g_array_index(chips, int64_t, i))
			return false;
	}
	return true;
}

static void
make_buttons(SabotTray *tray, const GArray *chips)
{
	g_ptr_array_set_size(tray->buttons, 0);
	g_array_set_size(tray->values, 0);
	sabot_container_clear(tray->rows[0]);
	sabot_container_clear(tray->rows[1]);
	tray->are_two_rows = false;
	for (guint i = 0; i < chips->len; i++)
		add_button(tray, g_array_index(chips, int64_t, i));
	add_button(tray, SABOT_DEALER_TAKE_AWAY);
	share_rows(tray);
	queue_fit(tray);
}

static void
refresh(gpointer data)
{
	SabotTray *tray = data;
	const struct sabot_dealer_bets *bets = sabot_dealer_table_get_bets(tray->table);
	g_autoptr(GArray) chips = sabot_dealer_bets_list_chips(bets);
	int64_t armed_minor = sabot_dealer_bets_get_armed(bets);

	if (!sabot_dealer_bets_has_stakes(bets) || !sabot_dealer_table_get_rules(tray->table))
		return;
	tray->is_refreshing = true;
	if (!has_values(tray, chips))
		make_buttons(tray, chips);
	for (guint i = 0; i < tray->buttons->len; i++) {
		if (g_array_index(tray->values, int64_t, i) == armed_minor)
			gtk_toggle_button_set_active(g_ptr_array_index(tray->buttons, i), TRUE);
	}
	tray->is_refreshing = false;
}

void
sabot_tray_set_table(SabotTray *tray, SabotDealerTable *table)
{
	tray->table = g_object_ref(table);
	sabot_seen_follow(tray, table, refresh);
	refresh(tray);
}
