/* The settlement: see payouts.h; its layout is payouts.ui. */
#include "gui/display/payouts.h"
#include "gui/widgets/template.h"

#include "key-button.h"
#include "gui/model/dealer/dealer-money.h"
#include "gui/model/dealer/dealer-phrases.h"
#include "gui/model/dealer/dealer-redress.h"
#include "gui/model/tables/table-phrases.h"
#include "gui/widgets/label.h"
#include "proto/wording.h"

#include <glib/gi18n.h>

/* The children of the template. */
#define PAYOUTS_CHILDREN(CHILD) CHILD(GtkBox, rows)

struct _SabotPayouts {
	GtkScrolledWindow parent_instance;
	SabotDealerTable *table;
	gboolean notes_payments, tracks_stakes;
	PAYOUTS_CHILDREN(SABOT_CHILD_MEMBER)
	GPtrArray *labels; /* of GtkLabel, borrowed from `rows` */
	GPtrArray *keys;   /* of SabotKey, likewise, beside the label of the same number */
	GPtrArray *others; /* likewise: another amount was paid */
	guint n_redress;   /* rows before the settlement's */
	int64_t pressed_n; /* the table's last event when a key was pressed: not twice for it */
};

G_DEFINE_FINAL_TYPE(SabotPayouts, sabot_payouts, GTK_TYPE_SCROLLED_WINDOW)

enum { SIGNAL_OTHER_WANTED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
sabot_payouts_dispose(GObject *object)
{
	SabotPayouts *payouts = SABOT_PAYOUTS(object);

	if (payouts->table)
		g_signal_handlers_disconnect_by_data(payouts->table, payouts);
	g_clear_object(&payouts->table);
	g_clear_pointer(&payouts->labels, g_ptr_array_unref);
	g_clear_pointer(&payouts->keys, g_ptr_array_unref);
	g_clear_pointer(&payouts->others, g_ptr_array_unref);
	G_OBJECT_CLASS(sabot_payouts_parent_class)->dispose(object);
}

static void
sabot_payouts_class_init(SabotPayoutsClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_payouts_dispose;
	gtk_widget_class_set_template_from_resource(widget_class, "/org/sabot/display/payouts.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotPayouts, PAYOUTS_CHILDREN);
	gtk_widget_class_set_css_name(widget_class, "sabot-payouts");
	signals[SIGNAL_OTHER_WANTED] =
		g_signal_new("other-wanted", SABOT_TYPE_PAYOUTS, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
			     NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
}

static void
sabot_payouts_init(SabotPayouts *payouts)
{
	gtk_widget_init_template(GTK_WIDGET(payouts));
	payouts->labels = g_ptr_array_new();
	payouts->keys = g_ptr_array_new();
	payouts->others = g_ptr_array_new();
	payouts->pressed_n = -1;
}

/* The payout beside which a key stands; NULL: it is gone. */
static const struct sabot_wire_payout *
payout_of(SabotPayouts *payouts, const GPtrArray *keys, SabotKey *key)
{
	const struct sabot_wire_view *view = sabot_dealer_table_get_view(payouts->table);
	guint n;

	if (!g_ptr_array_find((GPtrArray *)keys, key, &n) || n < payouts->n_redress ||
	    n - payouts->n_redress >= view->payouts->len)
		return NULL;
	return g_ptr_array_index(view->payouts, n - payouts->n_redress);
}

static void
on_paid(SabotKey *key, gpointer data)
{
	SabotPayouts *payouts = data;
	const struct sabot_wire_payout *payout = payout_of(payouts, payouts->keys, key);

	if (!payout)
		return;
	payouts->pressed_n = sabot_dealer_table_get_view(payouts->table)->n;
	gtk_widget_set_sensitive(GTK_WIDGET(key), FALSE);
	sabot_dealer_money_pay(payouts->table, payout, sabot_payout_rest(payout));
}

static void
on_other(SabotKey *key, gpointer data)
{
	SabotPayouts *payouts = data;
	struct sabot_wire_payout *payout =
		(struct sabot_wire_payout *)payout_of(payouts, payouts->others, key);

	if (payout)
		g_signal_emit(payouts, signals[SIGNAL_OTHER_WANTED], 0, payout);
}

static void
add_row(SabotPayouts *payouts)
{
	/* Translators: the key for a payment of another amount than is due. */
	GtkWidget *other = sabot_key_new(C_("key", "Other"));
	GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
	GtkWidget *label = gtk_label_new(NULL);
	GtkWidget *key = sabot_key_new(C_("key", "Paid"));

	gtk_label_set_line_wrap(GTK_LABEL(label), TRUE);
	gtk_label_set_xalign(GTK_LABEL(label), 0);
	gtk_box_pack_start(GTK_BOX(row), label, TRUE, TRUE, 0);
	gtk_box_pack_end(GTK_BOX(row), key, FALSE, FALSE, 0);
	gtk_box_pack_end(GTK_BOX(row), other, FALSE, FALSE, 0);
	gtk_container_add(GTK_CONTAINER(payouts->rows), row);
	gtk_widget_show(row);
	g_signal_connect(key, "clicked", G_CALLBACK(on_paid), payouts);
	g_signal_connect(other, "clicked", G_CALLBACK(on_other), payouts);
	g_ptr_array_add(payouts->others, other);
	g_ptr_array_add(payouts->labels, label);
	g_ptr_array_add(payouts->keys, key);
}

static void
remove_last_row(SabotPayouts *payouts)
{
	guint n = payouts->labels->len - 1;
	GtkWidget *label = g_ptr_array_index(payouts->labels, n);

	gtk_widget_destroy(gtk_widget_get_parent(label));
	g_ptr_array_set_size(payouts->labels, (int)n);
	g_ptr_array_set_size(payouts->keys, (int)n);
	g_ptr_array_set_size(payouts->others, (int)n);
}

/* What it says is not in the view yet, nor refused. */
static gboolean
is_pressed(SabotPayouts *payouts)
{
	return sabot_dealer_table_get_view(payouts->table)->n == payouts->pressed_n &&
	       *sabot_dealer_table_get_refusal(payouts->table) == '\0';
}

/* What is still to be done, after what was said to be paid, has a key. */
static void
show_row(SabotPayouts *payouts, guint n, const struct sabot_wire_payout *payout)
{
	guint row = payouts->n_redress + n;
	GtkLabel *label = g_ptr_array_index(payouts->labels, row);
	SabotKey *key = g_ptr_array_index(payouts->keys, row);
	g_autofree char *text = payouts->tracks_stakes ? sabot_phrase_payout_and_paid(payout)
						       : sabot_phrase_per_100(payout);
	int64_t rest_minor = sabot_payout_rest(payout);
	bool may_pay = payouts->notes_payments && !payout->is_ruled &&
		       !sabot_dealer_table_get_dispute(payouts->table);
	bool has_key = may_pay && rest_minor != 0;
	bool names_amount = may_pay && (rest_minor > 0 || payout->is_unverified);

	sabot_label_set(label, text);
	sabot_style_set_class(label, "taken", rest_minor <= 0 && !payout->is_unverified);
	sabot_style_set_class(label, "redress", FALSE);
	sabot_key_set_text(key, rest_minor < 0 ? C_("key", "Taken") : C_("key", "Paid"));
	gtk_widget_set_visible(GTK_WIDGET(key), has_key);
	gtk_widget_set_sensitive(GTK_WIDGET(key), !is_pressed(payouts));
	gtk_widget_set_visible(g_ptr_array_index(payouts->others, row), names_amount);
}

/* What is to be put right for a round that is over; its key stands with the others. */
static void
show_redress(SabotPayouts *payouts, guint row, const struct sabot_wire_redress *redress)
{
	GtkLabel *label = g_ptr_array_index(payouts->labels, row);
	g_autofree char *text = sabot_phrase_redress(redress);

	sabot_label_set(label, text);
	sabot_style_set_class(label, "taken", FALSE);
	sabot_style_set_class(label, "redress", TRUE);
	gtk_widget_hide(g_ptr_array_index(payouts->keys, row));
	gtk_widget_hide(g_ptr_array_index(payouts->others, row));
}

/* What a later reading or ruling changed of what was paid: likewise. */
static void
show_difference(SabotPayouts *payouts, guint row, const struct sabot_wire_difference *difference)
{
	GtkLabel *label = g_ptr_array_index(payouts->labels, row);
	g_autofree char *text = sabot_phrase_difference(difference);

	sabot_label_set(label, text);
	sabot_style_set_class(label, "taken", FALSE);
	sabot_style_set_class(label, "redress", TRUE);
	gtk_widget_hide(g_ptr_array_index(payouts->keys, row));
	gtk_widget_hide(g_ptr_array_index(payouts->others, row));
}

static void
set_row_count(SabotPayouts *payouts, guint n)
{
	while (payouts->labels->len > n)
		remove_last_row(payouts);
	while (payouts->labels->len < n)
		add_row(payouts);
	gtk_widget_set_visible(GTK_WIDGET(payouts), n > 0);
}

static void
on_changed(SabotDealerTable *table, gpointer data)
{
	SabotPayouts *payouts = data;
	const struct sabot_wire_view *view = sabot_dealer_table_get_view(table);
	g_autoptr(GPtrArray) differences = NULL;
	const GPtrArray *lines;
	guint n_orders;

	if (!view)
		return;
	lines = payouts->tracks_stakes ? view->payouts : view->per_100;
	differences = sabot_dealer_redress_differences(view);
	n_orders = sabot_dealer_redress_is_time(view) ? view->redress->len : 0;
	payouts->n_redress = n_orders + differences->len;
	set_row_count(payouts, payouts->n_redress + lines->len);
	for (guint i = 0; i < n_orders; i++)
		show_redress(payouts, i, g_ptr_array_index(view->redress, i));
	for (guint i = 0; i < differences->len; i++)
		show_difference(payouts, n_orders + i, g_ptr_array_index(differences, i));
	for (guint i = 0; i < lines->len; i++)
		show_row(payouts, i, g_ptr_array_index(lines, i));
}

void
sabot_payouts_set_table(SabotPayouts *payouts, SabotDealerTable *table, gboolean tracks_stakes,
			gboolean notes_payments)
{
	payouts->table = g_object_ref(table);
	payouts->tracks_stakes = tracks_stakes;
	payouts->notes_payments = notes_payments && tracks_stakes;
	g_signal_connect(table, "changed", G_CALLBACK(on_changed), payouts);
	on_changed(table, payouts);
}
