/* The trainee's keys: see training-pad.h. They are rebuilt for each question. */
#include "gui/display/training-pad.h"

#include "key-button.h"
#include "gui/display/hold.h"
#include "gui/model/training/training-run.h"
#include "gui/widgets/label.h"
#include "gui/widgets/placed.h"

#include <glib/gi18n.h>
#include <math.h>

enum {
	GAP_PX = 8, /* this and the next in pixels of the smallest screen */
	NEXT_PX = 280,
	NEXT_TALL_PX = 210,
	LETTERS_PX = 28,
	MOST_IN_ROW_TALL = 3, /* on a high screen the others are in a second row */
};

struct _SabotTrainingPad {
	GtkFixed parent_instance;
	SabotTraining *training;
	GPtrArray *keys; /* of SabotKey, borrowed */
	struct sabot_screen screen;
};

G_DEFINE_FINAL_TYPE(SabotTrainingPad, sabot_training_pad, GTK_TYPE_FIXED)

static void
sabot_training_pad_dispose(GObject *object)
{
	SabotTrainingPad *pad = SABOT_TRAINING_PAD(object);

	if (pad->training)
		g_signal_handlers_disconnect_by_data(pad->training, pad);
	g_clear_object(&pad->training);
	g_clear_pointer(&pad->keys, g_ptr_array_unref);
	G_OBJECT_CLASS(sabot_training_pad_parent_class)->dispose(object);
}

static int
scale_px(const SabotTrainingPad *pad, int px)
{
	return (int)lround(px * pad->screen.scale);
}

/* The largest letters at which each key fits. */
static void
level_letters(SabotTrainingPad *pad)
{
	int least_px = scale_px(pad, LETTERS_PX);

	for (guint i = 0; i < pad->keys->len; i++) {
		SabotKey *key = g_ptr_array_index(pad->keys, i);

		sabot_key_set_largest(key, scale_px(pad, LETTERS_PX));
		least_px = MIN(least_px, MAX(sabot_key_get_size(key), 1));
	}
	for (guint i = 0; i < pad->keys->len; i++)
		sabot_key_set_largest(g_ptr_array_index(pad->keys, i), least_px);
}

/* The key that continues is at its usual place; answers share the room. */
static GdkRectangle
place_key(const SabotTrainingPad *pad, int n, const GtkAllocation *all)
{
	int count = (int)pad->keys->len, gap = scale_px(pad, GAP_PX);
	bool is_tall = pad->screen.class_ == SABOT_SCREEN_TALL;
	int rows = is_tall && (count == 1 || count > MOST_IN_ROW_TALL) ? 2 : 1;
	int in_row = (count + rows - 1) / rows;
	int height = (all->height - (rows + 1) * gap) / rows;
	int width = (all->width - (in_row + 1) * gap) / in_row;

	if (count == 1) {
		width = MIN(scale_px(pad, is_tall ? NEXT_TALL_PX : NEXT_PX), width);
		return (GdkRectangle){all->width - gap - width, all->height - gap - height, width,
				      height};
	}
	return (GdkRectangle){gap + n % in_row * (width + gap), gap + n / in_row * (height + gap),
			      width, height};
}

static void
size_allocate(GtkWidget *widget, GtkAllocation *allocation)
{
	SabotTrainingPad *pad = SABOT_TRAINING_PAD(widget);

	gtk_widget_set_allocation(widget, allocation);
	for (guint i = 0; i < pad->keys->len; i++)
		sabot_placed_allocate(widget, g_ptr_array_index(pad->keys, i),
				      place_key(pad, (int)i, allocation));
	level_letters(pad);
}

static void
sabot_training_pad_class_init(SabotTrainingPadClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_training_pad_dispose;
	widget_class->size_allocate = size_allocate;
	sabot_placed_class(widget_class);
	gtk_widget_class_set_css_name(widget_class, "sabot-training-pad");
}

static void
sabot_training_pad_init(SabotTrainingPad *pad)
{
	pad->keys = g_ptr_array_new();
	pad->screen = sabot_screen_of(1280, 800);
}

static void
on_key(SabotKey *key, gpointer data)
{
	SabotTrainingPad *pad = data;
	guint n;

	if (sabot_training_is_over(pad->training))
		gtk_window_close(GTK_WINDOW(gtk_widget_get_toplevel(GTK_WIDGET(pad))));
	else if (g_ptr_array_find(pad->keys, key, &n))
		sabot_training_answer(pad->training, n);
}

static void
add_key(SabotTrainingPad *pad, const char *text, bool goes_on)
{
	GtkWidget *key = sabot_key_new(text);

	sabot_key_set_bold(SABOT_KEY(key), TRUE);
	sabot_style_set_class(key, "turn", goes_on);
	g_signal_connect(key, "clicked", G_CALLBACK(on_key), pad);
	g_ptr_array_add(pad->keys, key);
	gtk_container_add(GTK_CONTAINER(pad), key);
}

/* A pressed key is still emitting its signal: it is freed when the last reference is gone. */
static void
on_changed(SabotTraining *training, gpointer data)
{
	SabotTrainingPad *pad = data;
	const GPtrArray *answers = sabot_training_get_answers(training);
	const char *question = sabot_training_get_text(training);

	sabot_hold_set(pad, answers->len > 0 ? question : NULL, TRUE);
	g_ptr_array_set_size(pad->keys, 0);
	sabot_container_clear(pad);
	for (guint i = 0; i < answers->len; i++)
		add_key(pad, g_ptr_array_index(answers, i), answers->len == 1);
	if (sabot_training_is_over(training))
		add_key(pad, C_("panel", "Close"), true);
	gtk_widget_queue_resize(GTK_WIDGET(pad));
}

void
sabot_training_pad_set(SabotTrainingPad *pad, SabotTraining *training)
{
	pad->training = g_object_ref(training);
	g_signal_connect(training, "changed", G_CALLBACK(on_changed), pad);
}

void
sabot_training_pad_set_screen(SabotTrainingPad *pad, const struct sabot_screen *screen)
{
	pad->screen = *screen;
	gtk_widget_queue_resize(GTK_WIDGET(pad));
}
