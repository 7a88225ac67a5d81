/*
 * The pad for loads: see load-pad.h. Its keys never change; the prompt determines which are shown.
 */
#include "gui/display/load-pad.h"

#include "key-button.h"
#include "gui/display/hold.h"
#include "gui/model/preparation.h"
#include "gui/widgets/label.h"
#include "gui/widgets/seen.h"

#include <glib/gi18n.h>

enum { MOST_CARDS = 1000 }; /* no number as large is typed: no shoe holds so many */

enum {
	STEPS_WIDE = 3, /* steps in a row */
	COLUMNS = 12,   /* of the grid */
	DIGITS_ROW = 3,
	/* largest size, on a screen of 1280 × 800; never smaller on other screens */
	LETTERS_PX = 26,
	EM_PX = 16,
	ALONE_EM = 6, /* height of a row of digits without steps */
	/* digits in a row on a narrow pad; the number has the rest of the last row */
	DIGITS_TALL = 6,
};

struct _SabotLoadPad {
	GtkGrid parent_instance;
	SabotDealerTable *table;
	GPtrArray *steps;  /* of SabotKey, in the order of the steps */
	GPtrArray *digits; /* of SabotKey, 0 first */
	SabotKey *number;
	int em_px, in_row; /* digits in a row */
};

G_DEFINE_FINAL_TYPE(SabotLoadPad, sabot_load_pad, GTK_TYPE_GRID)

static void
sabot_load_pad_dispose(GObject *object)
{
	SabotLoadPad *pad = SABOT_LOAD_PAD(object);

	g_clear_object(&pad->table);
	g_clear_pointer(&pad->steps, g_ptr_array_unref);
	g_clear_pointer(&pad->digits, g_ptr_array_unref);
	G_OBJECT_CLASS(sabot_load_pad_parent_class)->dispose(object);
}

/* Keys of a row have letters of one size: the largest at which each of them fits. */
static void
level(GPtrArray *keys, SabotKey *other, int largest_px)
{
	int least_px = largest_px;

	for (guint i = 0; i <= keys->len; i++) {
		SabotKey *key = i < keys->len ? g_ptr_array_index(keys, i) : other;

		if (!key)
			continue;
		sabot_key_set_largest(key, largest_px);
		if (gtk_widget_get_mapped(GTK_WIDGET(key)))
			least_px = MIN(least_px, MAX(sabot_key_get_size(key), 1));
	}
	for (guint i = 0; i < keys->len; i++)
		sabot_key_set_largest(g_ptr_array_index(keys, i), least_px);
	if (other)
		sabot_key_set_largest(other, least_px);
}

static void
size_allocate(GtkWidget *widget, GtkAllocation *allocation)
{
	SabotLoadPad *pad = SABOT_LOAD_PAD(widget);
	int largest_px = MAX(LETTERS_PX, pad->em_px * LETTERS_PX / EM_PX);

	GTK_WIDGET_CLASS(sabot_load_pad_parent_class)->size_allocate(widget, allocation);
	level(pad->steps, NULL, largest_px);
	level(pad->digits, pad->number, largest_px);
}

static void
sabot_load_pad_class_init(SabotLoadPadClass *klass)
{
	G_OBJECT_CLASS(klass)->dispose = sabot_load_pad_dispose;
	GTK_WIDGET_CLASS(klass)->size_allocate = size_allocate;
	gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(klass), "sabot-load-pad");
}

static void
on_step(SabotKey *key, gpointer data)
{
	SabotLoadPad *pad = data;
	guint n;

	if (g_ptr_array_find(pad->steps, key, &n))
		sabot_dealer_table_send_once(pad->table,
					     json_pack("{s:s, s:s}", "ev", "prepared", "step",
						       sabot_preparation_step(n)));
}

static void
on_digit(SabotKey *key, gpointer data)
{
	SabotDealerTable *table = SABOT_LOAD_PAD(data)->table;
	int digit = GPOINTER_TO_INT(g_object_get_data(G_OBJECT(key), "digit"));
	int64_t number = MAX(sabot_dealer_table_get_number(table), 0) * 10 + digit;

	if (number < MOST_CARDS)
		sabot_dealer_table_set_number(table, number);
}

/* A touch of the number itself takes it back. */
static void
on_number(SabotKey *key, gpointer data)
{
	(void)key;
	sabot_dealer_table_clear_number(SABOT_LOAD_PAD(data)->table);
}

static void
add_steps(SabotLoadPad *pad)
{
	const int width = COLUMNS / STEPS_WIDE;

	for (guint i = 0; sabot_preparation_step(i); i++) {
		GtkWidget *key = sabot_key_new(sabot_preparation_text(i));

		g_signal_connect(key, "clicked", G_CALLBACK(on_step), pad);
		gtk_grid_attach(GTK_GRID(pad), key, (int)(i % STEPS_WIDE) * width,
				(int)(i / STEPS_WIDE), width, 1);
		g_ptr_array_add(pad->steps, key);
	}
}

static void
add_digits(SabotLoadPad *pad)
{
	for (int digit = 0; digit <= 9; digit++) {
		char text[2] = {(char)('0' + digit), '\0'};
		GtkWidget *key = sabot_key_new(text);

		g_object_set_data(G_OBJECT(key), "digit", GINT_TO_POINTER(digit));
		g_signal_connect(key, "clicked", G_CALLBACK(on_digit), pad);
		gtk_container_add(GTK_CONTAINER(pad), key);
		g_ptr_array_add(pad->digits, key);
	}
	pad->number = SABOT_KEY(sabot_key_new(""));
	g_signal_connect(pad->number, "clicked", G_CALLBACK(on_number), pad);
	gtk_container_add(GTK_CONTAINER(pad), GTK_WIDGET(pad->number));
}

static void
sabot_load_pad_init(SabotLoadPad *pad)
{
	gtk_grid_set_row_homogeneous(GTK_GRID(pad), TRUE);
	gtk_grid_set_column_homogeneous(GTK_GRID(pad), TRUE);
	gtk_grid_set_row_spacing(GTK_GRID(pad), 4);
	gtk_grid_set_column_spacing(GTK_GRID(pad), 4);
	pad->steps = g_ptr_array_new();
	pad->digits = g_ptr_array_new();
	add_steps(pad);
	add_digits(pad);
}

static void
show_number(SabotLoadPad *pad)
{
	int64_t number = sabot_dealer_table_get_number(pad->table);
	g_autofree char *text = number >= 0 ? g_strdup_printf(C_("key", "%d ⌫"), (int)number)
					    : g_strdup(C_("key", "cards?"));

	sabot_key_set_text(pad->number, text);
	gtk_widget_set_sensitive(GTK_WIDGET(pad->number), number >= 0);
}

/* Digits without steps are not stretched: they are centred, with a height that suits a hand. */
static void
fit_height(SabotLoadPad *pad, bool has_steps)
{
	int rows = pad->in_row > 0 ? ((int)pad->digits->len + pad->in_row) / pad->in_row : 0;

	gtk_widget_set_valign(GTK_WIDGET(pad), has_steps ? GTK_ALIGN_FILL : GTK_ALIGN_CENTER);
	gtk_widget_set_size_request(GTK_WIDGET(pad), -1,
				    has_steps ? -1 : rows * pad->em_px * ALONE_EM);
}

/* Steps are prepared while there is no load in the shoe. */
static void
refresh(gpointer data)
{
	SabotLoadPad *pad = data;
	SabotDealerTable *table = pad->table;
	const struct sabot_wire_view *view = sabot_dealer_table_get_view(table);
	bool is_out = view && view->phase == SABOT_WIRE_PHASE_NO_LOAD;

	if (!sabot_dealer_table_is_between_loads(table)) /* the pad is about to be hidden */
		return;
	sabot_hold_set(pad, is_out ? "steps" : "number", TRUE);
	fit_height(pad, is_out);
	for (guint i = 0; i < pad->steps->len; i++) {
		GtkWidget *key = g_ptr_array_index(pad->steps, i);
		gboolean is_done = sabot_dealer_table_is_prepared(table, sabot_preparation_step(i));
		g_autofree char *text =
			/* Translators: a step of the preparation that was done. */
			is_done ? g_strdup_printf(C_("key", "✓ %s"), sabot_preparation_text(i))
				: g_strdup(sabot_preparation_text(i));

		sabot_key_set_text(SABOT_KEY(key), text);
		gtk_widget_set_sensitive(key, !is_done);
		gtk_widget_set_visible(key, is_out);
	}
	show_number(pad);
}

void
sabot_load_pad_set_table(SabotLoadPad *pad, SabotDealerTable *table)
{
	pad->table = g_object_ref(table);
	sabot_seen_follow(pad, table, refresh);
	refresh(pad);
}

static void
place(SabotLoadPad *pad, gpointer key, int at, int in_row)
{
	int width = COLUMNS / in_row, left = at % in_row * width;
	bool is_number = key == pad->number;

	gtk_container_child_set(GTK_CONTAINER(pad), key, "left-attach", left, "top-attach",
				DIGITS_ROW + at / in_row, "width",
				is_number ? COLUMNS - left : width, NULL);
}

void
sabot_load_pad_set_screen(SabotLoadPad *pad, const struct sabot_screen *screen)
{
	pad->in_row = screen->class_ == SABOT_SCREEN_TALL ? DIGITS_TALL : COLUMNS;
	pad->em_px = sabot_screen_em_px(screen);
	for (guint i = 0; i < pad->digits->len; i++)
		place(pad, g_ptr_array_index(pad->digits, i), (int)i, pad->in_row);
	place(pad, pad->number, (int)pad->digits->len, pad->in_row);
	fit_height(pad, gtk_widget_get_visible(g_ptr_array_index(pad->steps, 0)));
}
