/* The trainee's keys: see training-pad.h. They are rebuilt for each question. */
#include "gui/display/training-pad.h"

#include "key-button.h"
#include "gui/display/hold.h"
#include "gui/widgets/label.h"

struct _SabotTrainingPad {
	GtkBox parent_instance;
	SabotTraining *training;
	GPtrArray *keys; /* of SabotKey, borrowed */
};

G_DEFINE_FINAL_TYPE(SabotTrainingPad, sabot_training_pad, GTK_TYPE_BOX)

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

static void
sabot_training_pad_class_init(SabotTrainingPadClass *klass)
{
	G_OBJECT_CLASS(klass)->dispose = sabot_training_pad_dispose;
	gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(klass), "sabot-training-pad");
}

static void
sabot_training_pad_init(SabotTrainingPad *pad)
{
	gtk_box_set_spacing(GTK_BOX(pad), 6);
	gtk_box_set_homogeneous(GTK_BOX(pad), TRUE);
	pad->keys = g_ptr_array_new();
}

static void
on_key(SabotKey *key, gpointer data)
{
	SabotTrainingPad *pad = data;
	guint n;

	if (g_ptr_array_find(pad->keys, key, &n))
		sabot_training_answer(pad->training, n);
}

/* A pressed key is still emitting its signal: it is freed when nothing holds it any more. */
static void
on_changed(SabotTraining *training, gpointer data)
{
	SabotTrainingPad *pad = data;
	const GPtrArray *answers = sabot_training_get_answers(training);
	const char *question = sabot_training_get_text(training);

	sabot_hold_set(pad, answers->len > 0 ? question : NULL, TRUE);
	g_ptr_array_set_size(pad->keys, 0);
	sabot_container_clear(pad);
	for (guint i = 0; i < answers->len; i++) {
		GtkWidget *key = sabot_key_new(g_ptr_array_index(answers, i));

		gtk_box_pack_start(GTK_BOX(pad), key, TRUE, TRUE, 0);
		g_signal_connect(key, "clicked", G_CALLBACK(on_key), pad);
		g_ptr_array_add(pad->keys, key);
	}
}

void
sabot_training_pad_set(SabotTrainingPad *pad, SabotTraining *training)
{
	pad->training = g_object_ref(training);
	g_signal_connect(training, "changed", G_CALLBACK(on_changed), pad);
}
