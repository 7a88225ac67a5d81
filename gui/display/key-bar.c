/*
 * The eight keys: see key-bar.h. Buttons are created once; their text and whether they can be
 * pressed follow the table's keys. A key that has just changed its meaning waits for a moment, so
 * that a finger already moving towards the old key does not press it.
 */
#include "gui/display/key-bar.h"

#include "key-button.h"
#include "gui/display/hold.h"
#include "gui/model/dealer/dealer-event.h"
#include "gui/widgets/label.h"
#include "gui/widgets/placed.h"

#include <math.h>

enum {
	ROWS_TALL = 2,
	LEAST_PX = 24, /* during layout */
};

/* In pixels of the smallest screen. Widths by place; 0: the rest of the row. */
static const struct measures {
	int width_px, margin_px, gap_px, step_gap_px;
	int widths_px[SABOT_DEALER_PLACES];
	int letters_px[3]; /* largest size: of A to D, E to G, H */
} classes[SABOT_SCREEN_CLASSES] = {
	[SABOT_SCREEN_LARGE] =
		{1280, 10, 8, 24, {112, 88, 112, 104, 160, 160, 160, 0}, {19, 26, 34}},
	[SABOT_SCREEN_MEDIUM] = {1024, 8, 6, 12, {112, 66, 90, 90, 134, 134, 134, 0}, {16, 21, 27}},
	[SABOT_SCREEN_TALL] = {480, 8, 7, 7, {84, 58, 88, 68, 150, 150, 0, 0}, {15, 20, 26}},
};

static const int groups[SABOT_DEALER_PLACES] = {0, 0, 0, 0, 1, 1, 1, 2};

struct _SabotKeyBar {
	GtkFixed parent_instance;
	SabotDealerTable *table;
	GPtrArray *keys; /* keys of the table, kept: the places borrow them */
	struct sabot_dealer_places places;
	SabotKey *buttons[SABOT_DEALER_PLACES];
	gboolean is_left_handed, is_sheet_open;
	char *clock; /* shown instead of the call of the pit; or NULL */
	struct sabot_screen screen;
};

G_DEFINE_FINAL_TYPE(SabotKeyBar, sabot_key_bar, GTK_TYPE_FIXED)

enum { SIGNAL_COLOUR_UP_WANTED, SIGNAL_READING_WANTED, SIGNAL_SHEET_WANTED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
sabot_key_bar_dispose(GObject *object)
{
	SabotKeyBar *bar = SABOT_KEY_BAR(object);

	if (bar->table)
		g_signal_handlers_disconnect_by_data(bar->table, bar);
	g_clear_object(&bar->table);
	sabot_dealer_places_clear(&bar->places);
	g_clear_pointer(&bar->keys, g_ptr_array_unref);
	g_clear_pointer(&bar->clock, g_free);
	G_OBJECT_CLASS(sabot_key_bar_parent_class)->dispose(object);
}

static int
scale_px(const SabotKeyBar *bar, int px)
{
	return (int)lround(px * bar->screen.scale);
}

/* The same letters for all keys of a group: the largest size at which each fits. */
static void
level_letters(SabotKeyBar *bar)
{
	const struct measures *measures = &classes[bar->screen.class_];
	int least_px[3];

	for (int group = 0; group < 3; group++)
		least_px[group] = scale_px(bar, measures->letters_px[group]);
	for (int i = 0; i < SABOT_DEALER_PLACES; i++) {
		int size_px;

		sabot_key_set_largest(bar->buttons[i],
				      scale_px(bar, measures->letters_px[groups[i]]));
		size_px = sabot_key_get_size(bar->buttons[i]);
		if (size_px > 0)
			least_px[groups[i]] = MIN(least_px[groups[i]], size_px);
	}
	for (int i = 0; i < SABOT_DEALER_PLACES; i++)
		sabot_key_set_largest(bar->buttons[i], least_px[groups[i]]);
}

static void
place_key(SabotKeyBar *bar, int place, GtkAllocation key)
{
	GtkWidget *button = GTK_WIDGET(bar->buttons[place]);
	GtkAllocation all;
	GtkRequisition least;

	gtk_widget_get_allocation(GTK_WIDGET(bar), &all);
	if (bar->is_left_handed)
		key.x = all.x + all.width - (key.x - all.x) - key.width;
	gtk_widget_get_preferred_size(button, &least, NULL);
	gtk_widget_size_allocate(button, &key);
}

/* Place the keys from `first` to `last` side by side. */
static void
place_row(SabotKeyBar *bar, int first, int last, int y, int height_px)
{
	const struct measures *measures = &classes[bar->screen.class_];
	GtkAllocation all, key = {.y = y, .height = height_px};
	int end;

	gtk_widget_get_allocation(GTK_WIDGET(bar), &all);
	key.x = all.x + scale_px(bar, measures->margin_px);
	end = all.x + all.width - scale_px(bar, measures->margin_px);
	for (int i = first; i <= last; i++) {
		key.width = scale_px(bar, measures->widths_px[i]);
		if (measures->widths_px[i] == 0 || i == last)
			key.width = MAX(end - key.x, LEAST_PX);
		place_key(bar, i, key);
		key.x += key.width + scale_px(bar, i == SABOT_DEALER_PLACE_UNDO && i < last
							   ? measures->step_gap_px
							   : measures->gap_px);
	}
}

/* On a high screen E, F and G are above; H is at the end of the others below. */
static void
place_two_rows(SabotKeyBar *bar, const GtkAllocation *all)
{
	int gap_px = scale_px(bar, classes[bar->screen.class_].gap_px);
	int height_px = (all->height - gap_px * 3) / ROWS_TALL;
	int y = all->y + gap_px * 2 + height_px;
	GtkAllocation undo, last = {.y = y, .height = height_px};

	place_row(bar, SABOT_DEALER_PLACE_LEFT, SABOT_DEALER_PLACE_RIGHT, all->y + gap_px,
		  height_px);
	last.x = all->x + gap_px;
	for (int i = SABOT_DEALER_PLACE_CALL; i <= SABOT_DEALER_PLACE_UNDO; i++) {
		undo = last;
		undo.width = scale_px(bar, classes[bar->screen.class_].widths_px[i]);
		place_key(bar, i, undo);
		last.x += undo.width + gap_px;
	}
	last.width = MAX(all->x + all->width - gap_px - last.x, LEAST_PX);
	place_key(bar, SABOT_DEALER_PLACE_NEXT, last);
}

static void
size_allocate(GtkWidget *widget, GtkAllocation *allocation)
{
	SabotKeyBar *bar = SABOT_KEY_BAR(widget);
	int gap_px = scale_px(bar, classes[bar->screen.class_].gap_px);

	gtk_widget_set_allocation(widget, allocation);
	if (bar->screen.class_ == SABOT_SCREEN_TALL)
		place_two_rows(bar, allocation);
	else
		place_row(bar, 0, SABOT_DEALER_PLACES - 1, allocation->y + gap_px,
			  allocation->height - gap_px * 2);
	level_letters(bar);
}

static void
sabot_key_bar_class_init(SabotKeyBarClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_key_bar_dispose;
	widget_class->size_allocate = size_allocate;
	sabot_placed_class(widget_class);
	gtk_widget_class_set_css_name(widget_class, "sabot-key-bar");
	signals[SIGNAL_COLOUR_UP_WANTED] =
		g_signal_new("colour-up-wanted", SABOT_TYPE_KEY_BAR, G_SIGNAL_RUN_LAST, 0, NULL,
			     NULL, NULL, G_TYPE_NONE, 0);
	signals[SIGNAL_READING_WANTED] =
		g_signal_new("reading-wanted", SABOT_TYPE_KEY_BAR, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
			     NULL, G_TYPE_NONE, 0);
	signals[SIGNAL_SHEET_WANTED] =
		g_signal_new("sheet-wanted", SABOT_TYPE_KEY_BAR, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
			     NULL, G_TYPE_NONE, 0);
}

static void
press_place(SabotKeyBar *bar, int place)
{
	if (place == SABOT_DEALER_PLACE_MORE)
		g_signal_emit(bar, signals[SIGNAL_SHEET_WANTED], 0);
	else if (bar->places.keys[place] && !sabot_hold_is_held(bar->buttons[place]))
		sabot_key_bar_press(bar, bar->places.keys[place]);
}

static void
on_pressed(GtkButton *button, gpointer data)
{
	SabotKeyBar *bar = data;

	for (int i = 0; i < SABOT_DEALER_PLACES; i++)
		if (GTK_BUTTON(bar->buttons[i]) == button) {
			press_place(bar, i);
			return;
		}
}

static void
sabot_key_bar_init(SabotKeyBar *bar)
{
	static const char *const classes_of[] = {"side-key", "choice", "step"};

	bar->screen = sabot_screen_of(classes[SABOT_SCREEN_LARGE].width_px, 800);
	bar->keys = g_ptr_array_new();
	sabot_dealer_places_fill(&bar->places, bar->keys, NULL);
	for (int i = 0; i < SABOT_DEALER_PLACES; i++) {
		bar->buttons[i] = SABOT_KEY(sabot_key_new(""));
		sabot_key_set_bold(bar->buttons[i], groups[i] > 0);
		sabot_style_set_class(bar->buttons[i], classes_of[groups[i]], TRUE);
		g_signal_connect(bar->buttons[i], "clicked", G_CALLBACK(on_pressed), bar);
		gtk_container_add(GTK_CONTAINER(bar), GTK_WIDGET(bar->buttons[i]));
	}
}

/* What a key does, regardless of amounts, so that a stand never equals a double. Transferred. */
static char *
describe_meaning(const struct sabot_dealer_key *key)
{
	g_autofree char *meaning = sabot_dealer_event_meaning(key->event);

	return g_strdup_printf("%d %s %s", key->task, meaning,
			       g_str_equal(meaning, "action") ? key->label : "");
}

/* True if the letters must be fitted again. */
static gboolean
show_key(SabotKeyBar *bar, int place)
{
	const struct sabot_dealer_key *key = bar->places.keys[place];
	gboolean is_more = place == SABOT_DEALER_PLACE_MORE;
	gboolean can_be_pressed =
		is_more ? bar->places.sheet->len > 0 || bar->is_sheet_open : key != NULL;
	g_autofree char *meaning = key ? describe_meaning(key) : g_strdup("more");
	gboolean is_clock = bar->clock && place == SABOT_DEALER_PLACE_CALL && !key;
	gboolean differs =
		sabot_key_set_text(bar->buttons[place], key        ? key->label
							: is_clock ? bar->clock
								   : bar->places.idle[place]);

	differs |= sabot_key_set_more(bar->buttons[place], key ? key->more : NULL);
	sabot_hold_set(bar->buttons[place], meaning, can_be_pressed);
	sabot_style_set_class(bar->buttons[place], "clock", is_clock);
	sabot_style_set_class(bar->buttons[place], "chosen", is_more && bar->is_sheet_open);
	sabot_style_set_class(bar->buttons[place], "turn",
			      key && key->kind == SABOT_DEALER_KEY_STEP && !key->differs);
	sabot_style_set_class(bar->buttons[place], "differs", key && key->differs);
	return differs;
}

static void
show_keys(SabotKeyBar *bar)
{
	gboolean differ = FALSE;

	for (int i = 0; i < SABOT_DEALER_PLACES; i++)
		differ |= show_key(bar, i);
	if (differ && gtk_widget_get_realized(GTK_WIDGET(bar)))
		level_letters(bar);
}

static void
refresh(SabotKeyBar *bar)
{
	const GPtrArray *keys = sabot_dealer_table_get_keys(bar->table);

	gtk_widget_set_sensitive(GTK_WIDGET(bar), !sabot_dealer_table_is_stale(bar->table));
	g_ptr_array_unref(bar->keys);
	bar->keys = g_ptr_array_ref((GPtrArray *)keys);
	sabot_dealer_places_clear(&bar->places);
	sabot_dealer_places_fill(&bar->places, keys, sabot_dealer_table_get_view(bar->table));
	show_keys(bar);
}

static void
on_table_changed(SabotDealerTable *table, gpointer data)
{
	(void)table;
	refresh(data);
}

void
sabot_key_bar_set_table(SabotKeyBar *bar, SabotDealerTable *table)
{
	bar->table = g_object_ref(table);
	g_signal_connect(table, "changed", G_CALLBACK(on_table_changed), bar);
	refresh(bar);
}

void
sabot_key_bar_set_left_handed(SabotKeyBar *bar, gboolean is_left_handed)
{
	bar->is_left_handed = is_left_handed;
	gtk_widget_queue_resize(GTK_WIDGET(bar));
}

void
sabot_key_bar_set_sheet_open(SabotKeyBar *bar, gboolean is_open)
{
	if (bar->is_sheet_open == is_open)
		return;
	bar->is_sheet_open = is_open;
	show_keys(bar);
}

void
sabot_key_bar_set_screen(SabotKeyBar *bar, const struct sabot_screen *screen)
{
	bar->screen = *screen;
	sabot_style_set_class(bar, "large", screen->class_ == SABOT_SCREEN_LARGE);
	gtk_widget_queue_resize(GTK_WIDGET(bar));
}

void
sabot_key_bar_set_clock(SabotKeyBar *bar, const char *text)
{
	if (g_strcmp0(bar->clock, text) == 0)
		return;
	g_free(bar->clock);
	bar->clock = g_strdup(text);
	show_keys(bar);
}

const struct sabot_dealer_places *
sabot_key_bar_get_places(SabotKeyBar *bar)
{
	return &bar->places;
}

void
sabot_key_bar_press(SabotKeyBar *bar, const struct sabot_dealer_key *key)
{
	if (key->task == SABOT_DEALER_KEY_COLOURS_UP)
		g_signal_emit(bar, signals[SIGNAL_COLOUR_UP_WANTED], 0);
	else if (key->task == SABOT_DEALER_KEY_READS_LATER)
		g_signal_emit(bar, signals[SIGNAL_READING_WANTED], 0);
	else
		sabot_dealer_table_press_key(bar->table, key);
}

gboolean
sabot_key_bar_activate(SabotKeyBar *bar, guint n)
{
	int place = SABOT_DEALER_PLACES - 1 - (int)n;

	if (n >= SABOT_DEALER_PLACES || !gtk_widget_get_sensitive(GTK_WIDGET(bar)) ||
	    !gtk_widget_get_sensitive(GTK_WIDGET(bar->buttons[place])))
		return FALSE;
	press_place(bar, place);
	return TRUE;
}
