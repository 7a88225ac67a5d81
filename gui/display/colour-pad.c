/*
 * Exchange of small chips for large ones: see colour-pad.h. Its row of chips is created when it is
 * opened, and again when the table's chips change.
 */
#include "gui/display/colour-pad.h"

#include "engine/core/chips.h"
#include "key-button.h"
#include "gui/widgets/fit-text.h"
#include "gui/widgets/label.h"
#include "text/money.h"

#include <glib/gi18n.h>
#include <string.h>

struct _SabotColourPad {
	GtkBox parent_instance;
	SabotDealerTable *table;
	gboolean is_open;
	GArray *shown; /* of int64_t: the chips of the rules for which it has keys; or NULL */
	struct sabot_denominations chips;
	int64_t counts[SABOT_CHIPS_MAX]; /* number handed in, of each */
	GtkBox *keys;
	SabotFitText *text;
};

G_DEFINE_FINAL_TYPE(SabotColourPad, sabot_colour_pad, GTK_TYPE_BOX)

enum { SIGNAL_DONE, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
sabot_colour_pad_dispose(GObject *object)
{
	SabotColourPad *pad = SABOT_COLOUR_PAD(object);

	if (pad->table)
		g_signal_handlers_disconnect_by_data(pad->table, pad);
	g_clear_pointer(&pad->shown, g_array_unref);
	g_clear_object(&pad->table);
	G_OBJECT_CLASS(sabot_colour_pad_parent_class)->dispose(object);
}

static void
sabot_colour_pad_class_init(SabotColourPadClass *klass)
{
	G_OBJECT_CLASS(klass)->dispose = sabot_colour_pad_dispose;
	gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(klass), "sabot-colour-pad");
	signals[SIGNAL_DONE] = g_signal_new("done", SABOT_TYPE_COLOUR_PAD, G_SIGNAL_RUN_LAST, 0,
					    NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
sabot_colour_pad_init(SabotColourPad *pad)
{
	GtkWidget *keys = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);

	gtk_orientable_set_orientation(GTK_ORIENTABLE(pad), GTK_ORIENTATION_VERTICAL);
	gtk_box_set_spacing(GTK_BOX(pad), 6);
	gtk_box_set_homogeneous(GTK_BOX(pad), TRUE);
	pad->keys = GTK_BOX(keys);
	gtk_box_set_homogeneous(pad->keys, TRUE);
	pad->text = g_object_new(SABOT_TYPE_FIT_TEXT, "visible", TRUE, NULL);
	gtk_box_pack_start(GTK_BOX(pad), GTK_WIDGET(pad->text), TRUE, TRUE, 0);
	gtk_box_pack_start(GTK_BOX(pad), keys, TRUE, TRUE, 0);
	gtk_widget_show(keys);
}

/* "10×5 4×25". */
static void
append_stack(GString *list, int64_t count, int64_t minor)
{
	char money[SABOT_TEXT_MONEY_SIZE];

	if (count > 0)
		g_string_append_printf(list, "%s%" G_GINT64_FORMAT "×%s", list->len > 0 ? " " : "",
				       count, sabot_text_money_short(minor, money));
}

static int64_t
sum_in(const SabotColourPad *pad, GString *list)
{
	int64_t sum_minor = 0;

	for (int i = pad->chips.n - 1; i >= 0; i--) {
		append_stack(list, pad->counts[i], pad->chips.minor[i]);
		sum_minor += pad->counts[i] * pad->chips.minor[i];
	}
	return sum_minor;
}

static void
refresh(SabotColourPad *pad)
{
	g_autoptr(GString) in = g_string_new(NULL), out = g_string_new(NULL);
	int64_t sum_minor = sum_in(pad, in);
	struct sabot_chips paid;
	char money[SABOT_TEXT_MONEY_SIZE];
	g_autofree char *text = NULL;

	sabot_chips_pay(&pad->chips, sum_minor, &paid);
	for (int i = 0; i < paid.n; i++)
		append_stack(out, paid.stacks[i].count, paid.stacks[i].minor);
	if (sum_minor == 0)
		text = g_strdup(C_("colour-up", "Colour-up: touch the chips that come in"));
	else /* Translators: chips that come in, what they are worth, chips that go out. */
		text = g_strdup_printf(C_("colour-up", "In: %s = %s → out: %s"), in->str,
				       sabot_text_money_short(sum_minor, money), out->str);
	sabot_fit_text_set(pad->text, text);
}

static void
on_chip(SabotKey *key, gpointer data)
{
	SabotColourPad *pad = data;

	pad->counts[GPOINTER_TO_INT(g_object_get_data(G_OBJECT(key), "place"))]++;
	refresh(pad);
}

static void
on_clear(SabotKey *key, gpointer data)
{
	SabotColourPad *pad = data;

	(void)key;
	memset(pad->counts, 0, sizeof(pad->counts));
	refresh(pad);
}

static void
on_back(SabotKey *key, gpointer data)
{
	SabotColourPad *pad = data;

	(void)key;
	pad->is_open = FALSE;
	g_signal_emit(pad, signals[SIGNAL_DONE], 0);
}

static GtkWidget *
add_key(SabotColourPad *pad, const char *text, GCallback pressed)
{
	GtkWidget *key = sabot_key_new(text);

	gtk_box_pack_start(pad->keys, key, TRUE, TRUE, 0);
	g_signal_connect(key, "clicked", pressed, pad);
	return key;
}

static gboolean
have_same(const GArray *a, const GArray *b)
{
	return a && a->len == b->len &&
	       (a->len == 0 || memcmp(a->data, b->data, a->len * sizeof(int64_t)) == 0);
}

static void
make_keys(SabotColourPad *pad)
{
	const struct sabot_wire_rules *rules = sabot_dealer_table_get_rules(pad->table);
	char money[SABOT_TEXT_MONEY_SIZE];

	pad->chips.n = 0;
	g_clear_pointer(&pad->shown, g_array_unref);
	pad->shown = rules ? g_array_ref(rules->chips) : NULL;
	sabot_container_clear(pad->keys);
	add_key(pad, C_("key", "Back"), G_CALLBACK(on_back));
	for (guint i = 0; rules && i < rules->chips->len; i++) {
		int64_t minor = g_array_index(rules->chips, int64_t, i);
		GtkWidget *key;

		if (pad->chips.n == SABOT_CHIPS_MAX || minor <= 0)
			break;
		key = add_key(pad, sabot_text_money_short(minor, money), G_CALLBACK(on_chip));
		g_object_set_data(G_OBJECT(key), "place", GINT_TO_POINTER(pad->chips.n));
		pad->chips.minor[pad->chips.n++] = minor;
	}
	add_key(pad, C_("key", "Nothing"), G_CALLBACK(on_clear));
}

static void
on_table_changed(SabotColourPad *pad)
{
	const struct sabot_wire_rules *rules = sabot_dealer_table_get_rules(pad->table);

	if (pad->is_open && rules && !have_same(pad->shown, rules->chips))
		sabot_colour_pad_open(pad);
}

void
sabot_colour_pad_set_table(SabotColourPad *pad, SabotDealerTable *table)
{
	pad->table = g_object_ref(table);
	g_signal_connect_swapped(table, "changed", G_CALLBACK(on_table_changed), pad);
}

void
sabot_colour_pad_open(SabotColourPad *pad)
{
	memset(pad->counts, 0, sizeof(pad->counts));
	pad->is_open = TRUE;
	make_keys(pad);
	refresh(pad);
}

gboolean
sabot_colour_pad_is_open(SabotColourPad *pad)
{
	return pad->is_open;
}
