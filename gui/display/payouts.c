/* The settlement: see payouts.h; its layout is payouts.ui. */
#include "gui/display/payouts.h"

#include "gui/widgets/label.h"
#include "proto/wording.h"

struct _SabotPayouts {
	GtkScrolledWindow parent_instance;
	GtkBox *rows;
	GPtrArray *labels; /* of GtkLabel, borrowed from `rows` */
};

G_DEFINE_FINAL_TYPE(SabotPayouts, sabot_payouts, GTK_TYPE_SCROLLED_WINDOW)

static void
sabot_payouts_finalize(GObject *object)
{
	g_ptr_array_unref(SABOT_PAYOUTS(object)->labels);
	G_OBJECT_CLASS(sabot_payouts_parent_class)->finalize(object);
}

static void
sabot_payouts_class_init(SabotPayoutsClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->finalize = sabot_payouts_finalize;
	gtk_widget_class_set_template_from_resource(widget_class, "/org/sabot/display/payouts.ui");
	gtk_widget_class_bind_template_child(widget_class, SabotPayouts, rows);
	gtk_widget_class_set_css_name(widget_class, "sabot-payouts");
}

static void
sabot_payouts_init(SabotPayouts *payouts)
{
	gtk_widget_init_template(GTK_WIDGET(payouts));
	payouts->labels = g_ptr_array_new();
}

static GtkLabel *
nth_label(SabotPayouts *payouts, guint n)
{
	if (n == payouts->labels->len) {
		GtkWidget *label = gtk_label_new(NULL);

		gtk_label_set_line_wrap(GTK_LABEL(label), TRUE);
		gtk_label_set_xalign(GTK_LABEL(label), 0);
		gtk_container_add(GTK_CONTAINER(payouts->rows), label);
		g_ptr_array_add(payouts->labels, label);
	}
	return g_ptr_array_index(payouts->labels, n);
}

void
sabot_payouts_set(SabotPayouts *payouts, const struct sabot_wire_view *view)
{
	for (guint i = 0; i < view->payouts->len; i++) {
		const struct sabot_wire_payout *payout = g_ptr_array_index(view->payouts, i);
		GtkLabel *label = nth_label(payouts, i);
		g_autofree char *text = sabot_phrase_payout(payout);

		sabot_label_set(label, text);
		sabot_style_set_class(label, "taken", payout->due_minor < 0);
	}
	while (payouts->labels->len > view->payouts->len) {
		gtk_widget_destroy(g_ptr_array_index(payouts->labels, payouts->labels->len - 1));
		g_ptr_array_set_size(payouts->labels, (int)payouts->labels->len - 1);
	}
	gtk_widget_set_visible(GTK_WIDGET(payouts), view->payouts->len > 0);
}
