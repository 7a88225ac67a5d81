/* The chips for another amount: see pay-tray.h. */
#include "gui/display/pay-tray.h"

#include "gui/display/key-button.h"
#include "gui/display/table-paint.h"
#include "gui/model/dealer/dealer-payments.h"
#include "gui/widgets/chip.h"
#include "gui/widgets/label.h"
#include "text/money.h"

#include <glib/gi18n.h>

enum { NOTHING_PX = 26 }; /* letters of the key for no chip, as on a tag */

struct _SabotPayTray {
	GtkBox parent_instance;
	SabotDealerTable *table;
	GArray *chips; /* of int64_t: the chips for which it has keys */
};

G_DEFINE_FINAL_TYPE(SabotPayTray, sabot_pay_tray, GTK_TYPE_BOX)

static void
sabot_pay_tray_dispose(GObject *object)
{
	g_clear_object(&SABOT_PAY_TRAY(object)->table);
	g_clear_pointer(&SABOT_PAY_TRAY(object)->chips, g_array_unref);
	G_OBJECT_CLASS(sabot_pay_tray_parent_class)->dispose(object);
}

static void
sabot_pay_tray_class_init(SabotPayTrayClass *klass)
{
	G_OBJECT_CLASS(klass)->dispose = sabot_pay_tray_dispose;
	gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(klass), "sabot-pay-tray");
}

static void
sabot_pay_tray_init(SabotPayTray *tray)
{
	gtk_box_set_spacing(GTK_BOX(tray), 6);
	gtk_box_set_homogeneous(GTK_BOX(tray), TRUE);
}

static void
on_chip(GtkButton *key, gpointer data)
{
	const int64_t *chip = g_object_get_data(G_OBJECT(key), "chip");

	sabot_dealer_payments_lay_chip(sabot_dealer_table_get_payments(SABOT_PAY_TRAY(data)->table),
				       chip ? *chip : 0);
}

static gboolean
draw_chip(GtkWidget *widget, cairo_t *cr, gpointer data)
{
	int width = gtk_widget_get_allocated_width(widget);
	int height = gtk_widget_get_allocated_height(widget);
	struct sabot_chip chip = {.minor = *(const int64_t *)data, .n = 1};

	chip.size = MIN(width, height) - 2;
	chip.x = (width - chip.size) / 2;
	chip.y = (height - chip.size) / 2;
	sabot_chip_paint(widget, cr, &chip);
	return FALSE;
}

static void
add_chip(SabotPayTray *tray, int64_t value_minor)
{
	GtkWidget *key = gtk_button_new(), *face = gtk_drawing_area_new();
	int64_t *chip = g_new(int64_t, 1);
	char money[SABOT_TEXT_MONEY_SIZE];
	/* Translators: a key that lays a chip of this value. */
	g_autofree char *name = g_strdup_printf(C_("chip", "chip of %s"),
						sabot_text_money_short(value_minor, money));

	*chip = value_minor;
	gtk_container_add(GTK_CONTAINER(key), face);
	gtk_widget_set_focus_on_click(key, FALSE);
	gtk_box_pack_start(GTK_BOX(tray), key, TRUE, TRUE, 0);
	g_object_set_data_full(G_OBJECT(key), "chip", chip, g_free);
	g_signal_connect(face, "draw", G_CALLBACK(draw_chip), chip);
	g_signal_connect(key, "clicked", G_CALLBACK(on_chip), tray);
	atk_object_set_name(gtk_widget_get_accessible(key), name);
	gtk_widget_show_all(key);
}

void
sabot_pay_tray_update(SabotPayTray *tray)
{
	const struct sabot_wire_rules *rules = sabot_dealer_table_get_rules(tray->table);
	GtkWidget *nothing;

	if (!rules || (tray->chips && tray->chips == rules->chips))
		return;
	g_clear_pointer(&tray->chips, g_array_unref);
	tray->chips = g_array_ref(rules->chips);
	sabot_container_clear(tray);
	for (guint i = 0; i < rules->chips->len; i++)
		add_chip(tray, g_array_index(rules->chips, int64_t, i));
	nothing = sabot_key_new(C_("key", "Nothing"));
	sabot_style_set_class(nothing, "nothing", TRUE);
	sabot_key_set_bold(SABOT_KEY(nothing), TRUE);
	sabot_key_set_largest(SABOT_KEY(nothing),
			      (int)sabot_table_letters(GTK_WIDGET(tray), NOTHING_PX, false));
	gtk_box_pack_start(GTK_BOX(tray), nothing, TRUE, TRUE, 0);
	g_signal_connect(nothing, "clicked", G_CALLBACK(on_chip), tray);
}

GtkWidget *
sabot_pay_tray_new(SabotDealerTable *table)
{
	SabotPayTray *tray = g_object_new(SABOT_TYPE_PAY_TRAY, NULL);

	tray->table = g_object_ref(table);
	return GTK_WIDGET(tray);
}
