/* Keys for reasons: see reason-keys.h. */
#include "reason-keys.h"

#include "gui/widgets/label.h"
#include "text/ruling-reason.h"

enum { PER_LINE_MIN = 2, PER_LINE_MAX = 3, GAP_PX = 6 };

struct _SabotReasonKeys {
	GtkFlowBox parent_instance;
	GtkToggleButton *chosen; /* borrowed, or NULL */
};

enum { SIGNAL_CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(SabotReasonKeys, sabot_reason_keys, GTK_TYPE_FLOW_BOX)

static void
sabot_reason_keys_class_init(SabotReasonKeysClass *klass)
{
	signals[SIGNAL_CHANGED] =
		g_signal_new("changed", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
			     NULL, G_TYPE_NONE, 0);
}

static void
sabot_reason_keys_init(SabotReasonKeys *keys)
{
	g_object_set(keys, "selection-mode", GTK_SELECTION_NONE, "can-focus", FALSE, "homogeneous",
		     TRUE, "min-children-per-line", PER_LINE_MIN, "max-children-per-line",
		     PER_LINE_MAX, "row-spacing", GAP_PX, "column-spacing", GAP_PX, NULL);
}

static void
on_toggled(GtkToggleButton *button, gpointer data)
{
	SabotReasonKeys *keys = data;
	GtkToggleButton *before = keys->chosen;

	if (gtk_toggle_button_get_active(button)) {
		keys->chosen = button;
		if (before && before != button)
			gtk_toggle_button_set_active(before, FALSE);
	} else if (before == button) {
		keys->chosen = NULL;
	} else {
		return;
	}
	g_signal_emit(keys, signals[SIGNAL_CHANGED], 0);
}

static void
add_key(SabotReasonKeys *keys, const char *reason)
{
	GtkWidget *button = gtk_toggle_button_new_with_label(reason), *place;
	GtkWidget *label = gtk_bin_get_child(GTK_BIN(button));

	gtk_label_set_line_wrap(GTK_LABEL(label), TRUE);
	gtk_label_set_justify(GTK_LABEL(label), GTK_JUSTIFY_CENTER);
	gtk_label_set_max_width_chars(GTK_LABEL(label), 1);
	sabot_style_set_class(button, "reason-key", TRUE);
	g_signal_connect(button, "toggled", G_CALLBACK(on_toggled), keys);
	gtk_container_add(GTK_CONTAINER(keys), button);
	place = gtk_widget_get_parent(button);
	gtk_widget_set_can_focus(place, FALSE);
	atk_object_set_name(gtk_widget_get_accessible(place), reason);
	gtk_widget_show_all(place);
}

void
sabot_reason_keys_set_code(SabotReasonKeys *keys, enum sabot_incident_code code)
{
	keys->chosen = NULL;
	sabot_container_clear(keys);
	for (int i = 0; i < SABOT_RULING_REASONS; i++)
		add_key(keys, sabot_text_ruling_reason(code, i));
}

char *
sabot_reason_keys_join(SabotReasonKeys *keys, const char *typed)
{
	const char *reason =
		keys->chosen ? gtk_button_get_label(GTK_BUTTON(keys->chosen)) : NULL;

	if (!reason)
		return *typed ? g_strdup(typed) : NULL;
	return *typed ? g_strdup_printf("%s; %s", reason, typed) : g_strdup(reason);
}
