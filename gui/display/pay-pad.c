/* Another amount than is due: see pay-pad.h. Its row of chips is made when it is opened. */
#include "gui/display/pay-pad.h"

#include "key-button.h"
#include "gui/model/dealer/dealer-money.h"
#include "gui/model/dealer/dealer-phrases.h"
#include "gui/widgets/label.h"
#include "text/money.h"

#include <glib/gi18n.h>

struct _SabotPayPad {
	GtkBox parent_instance;
	SabotDealerTable *table;
	gboolean is_open;
	struct sabot_wire_payout *payout; /* or NULL */
	int64_t round;                    /* that it is of: when another begins it is too late */
	int64_t due_minor, paid_minor;
	SabotKey *done; /* borrowed from the row */
};

G_DEFINE_FINAL_TYPE(SabotPayPad, sabot_pay_pad, GTK_TYPE_BOX)

enum { SIGNAL_DONE, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
sabot_pay_pad_dispose(GObject *object)
{
	SabotPayPad *pad = SABOT_PAY_PAD(object);

	if (pad->table)
		g_signal_handlers_disconnect_by_data(pad->table, pad);
	g_clear_object(&pad->table);
	g_clear_pointer(&pad->payout, sabot_record_unref);
	G_OBJECT_CLASS(sabot_pay_pad_parent_class)->dispose(object);
}

static void
sabot_pay_pad_class_init(SabotPayPadClass *klass)
{
	G_OBJECT_CLASS(klass)->dispose = sabot_pay_pad_dispose;
	gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(klass), "sabot-pay-pad");
	signals[SIGNAL_DONE] = g_signal_new("done", SABOT_TYPE_PAY_PAD, G_SIGNAL_RUN_LAST, 0, NULL,
					    NULL, NULL, G_TYPE_NONE, 0);
}

static void
sabot_pay_pad_init(SabotPayPad *pad)
{
	gtk_box_set_spacing(GTK_BOX(pad), 6);
	gtk_box_set_homogeneous(GTK_BOX(pad), TRUE);
}

static void
close_pad(SabotPayPad *pad)
{
	pad->is_open = FALSE;
	g_signal_emit(pad, signals[SIGNAL_DONE], 0);
}

static gboolean
is_due_known(const SabotPayPad *pad)
{
	return pad->payout && !pad->payout->is_unverified;
}

/* What is paid, and how far it is from what is due. */
static char *
show_paid(const SabotPayPad *pad)
{
	char paid[SABOT_TEXT_MONEY_SIZE], rest[SABOT_TEXT_MONEY_SIZE];
	int64_t rest_minor = is_due_known(pad) ? pad->due_minor - pad->paid_minor : 0;

	sabot_text_money_short(pad->paid_minor, paid);
	sabot_text_money_short(ABS(rest_minor), rest);
	if (rest_minor > 0)
		/* Translators: a key: an amount was paid, and what is lacking. */
		return g_strdup_printf(C_("key", "Paid %s: %s too little"), paid, rest);
	if (rest_minor < 0)
		return g_strdup_printf(C_("key", "Paid %s: %s too much"), paid, rest);
	return g_strdup_printf(C_("key", "Paid %s"), paid);
}

static void
refresh(SabotPayPad *pad)
{
	g_autofree char *text = show_paid(pad);

	sabot_key_set_text(pad->done, text);
	sabot_style_set_class(pad->done, "differs",
			      is_due_known(pad) && pad->paid_minor != pad->due_minor);
}

static void
on_chip(SabotKey *key, gpointer data)
{
	SabotPayPad *pad = data;

	pad->paid_minor += *(int64_t *)g_object_get_data(G_OBJECT(key), "chip");
	refresh(pad);
}

static void
on_clear(SabotKey *key, gpointer data)
{
	(void)key;
	SABOT_PAY_PAD(data)->paid_minor = 0;
	refresh(data);
}

static void
on_done(SabotKey *key, gpointer data)
{
	SabotPayPad *pad = data;

	(void)key;
	sabot_dealer_money_pay(pad->table, pad->payout, pad->paid_minor);
	close_pad(pad);
}

static void
on_back(SabotKey *key, gpointer data)
{
	(void)key;
	close_pad(data);
}

static SabotKey *
add_key(SabotPayPad *pad, const char *text, GCallback pressed)
{
	SabotKey *key = SABOT_KEY(sabot_key_new(text));

	gtk_box_pack_start(GTK_BOX(pad), GTK_WIDGET(key), TRUE, TRUE, 0);
	g_signal_connect(key, "clicked", pressed, pad);
	return key;
}

static void
make_keys(SabotPayPad *pad)
{
	const struct sabot_wire_rules *rules = sabot_dealer_table_get_rules(pad->table);
	char money[SABOT_TEXT_MONEY_SIZE];

	sabot_container_clear(pad);
	add_key(pad, C_("key", "Back"), G_CALLBACK(on_back));
	for (guint i = 0; rules && i < rules->chips->len; i++) {
		int64_t *value_minor = g_new(int64_t, 1);
		SabotKey *key;

		*value_minor = g_array_index(rules->chips, int64_t, i);
		key = add_key(pad, sabot_text_money_short(*value_minor, money),
			      G_CALLBACK(on_chip));
		g_object_set_data_full(G_OBJECT(key), "chip", value_minor, g_free);
	}
	add_key(pad, C_("key", "Nothing"), G_CALLBACK(on_clear));
	pad->done = add_key(pad, "", G_CALLBACK(on_done));
}

/* Of another round nothing is paid here. */
static void
on_changed(SabotDealerTable *table, gpointer data)
{
	SabotPayPad *pad = data;
	const struct sabot_wire_view *view = sabot_dealer_table_get_view(table);

	if (pad->is_open && view && view->round != pad->round)
		close_pad(pad);
}

void
sabot_pay_pad_set_table(SabotPayPad *pad, SabotDealerTable *table)
{
	pad->table = g_object_ref(table);
	g_signal_connect(table, "changed", G_CALLBACK(on_changed), pad);
}

void
sabot_pay_pad_open(SabotPayPad *pad, struct sabot_wire_payout *payout)
{
	pad->is_open = TRUE;
	sabot_record_unref(pad->payout);
	pad->payout = sabot_record_ref(payout);
	pad->round = sabot_dealer_table_get_view(pad->table)->round;
	pad->due_minor = sabot_payout_rest(payout);
	pad->paid_minor = 0;
	make_keys(pad);
	refresh(pad);
}

gboolean
sabot_pay_pad_is_open(SabotPayPad *pad)
{
	return pad->is_open;
}
