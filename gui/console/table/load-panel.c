/*
 * A new load: see load-panel.h; its layout is load-panel.ui, the steps' buttons are created here.
 */
#include "load-panel.h"
#include "gui/widgets/template.h"

#include "gui/model/amount.h"
#include "gui/model/phrases.h"
#include "gui/model/preparation.h"
#include "gui/widgets/label.h"
#include "proto/messages/table-messages.h"

#include <glib/gi18n.h>

/* The children of the template. */
#define LOAD_PANEL_CHILDREN(CHILD)                                                                 \
	CHILD(GtkComboBoxText, who)                                                                \
	CHILD(GtkGrid, steps_grid)                                                                 \
	CHILD(GtkEntry, decks)                                                                     \
	CHILD(GtkEntry, behind)                                                                    \
	CHILD(GtkLabel, missing)                                                                   \
	CHILD(GtkButton, load)

struct _SabotLoadPanel {
	SabotPanel parent_instance;
	SabotTableItem *item;
	GCancellable *cancellable;
	GPtrArray *steps; /* of GtkButton, in the order of the steps */
	LOAD_PANEL_CHILDREN(SABOT_CHILD_MEMBER)
};

G_DEFINE_FINAL_TYPE(SabotLoadPanel, sabot_load_panel, SABOT_TYPE_PANEL)

static SabotSession *
get_session(SabotLoadPanel *panel)
{
	return sabot_feed_get_session(sabot_table_item_get_feed(panel->item));
}

static void
sabot_load_panel_dispose(GObject *object)
{
	SabotLoadPanel *panel = SABOT_LOAD_PANEL(object);

	sabot_give_up(&panel->cancellable);
	g_clear_object(&panel->item);
	g_clear_pointer(&panel->steps, g_ptr_array_unref);
	G_OBJECT_CLASS(sabot_load_panel_parent_class)->dispose(object);
}

static void
sabot_load_panel_class_init(SabotLoadPanelClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_load_panel_dispose;
	gtk_widget_class_set_template_from_resource(widget_class,
						    "/org/sabot/console/table/load-panel.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotLoadPanel, LOAD_PANEL_CHILDREN);
}

/* `event` is transferred. */
static void
show_event(SabotLoadPanel *panel, json_t *event, sabot_client_reply_fn *fn)
{
	sabot_session_request(get_session(panel), "event",
			      json_pack("{s:s, s:o}", "table",
					sabot_table_item_get_name(panel->item), "event", event),
			      panel->cancellable, fn, panel);
}

static void
show_missing(SabotLoadPanel *panel)
{
	int n_missing = 0;
	g_autofree char *text = NULL;

	for (guint i = 0; i < panel->steps->len; i++)
		n_missing += gtk_widget_get_sensitive(g_ptr_array_index(panel->steps, i)) ? 1 : 0;
	if (n_missing > 0)
		text = g_strdup_printf(ngettext("%d step is not recorded yet.",
						"%d steps are not recorded yet.",
						(unsigned long)n_missing),
				       n_missing);
	sabot_label_set(panel->missing, text);
}

/* The button shows who did the step; it is recorded once. */
static void
mark_step(SabotLoadPanel *panel, guint n, const char *who)
{
	GtkButton *button = g_ptr_array_index(panel->steps, n);
	/* Translators: a step of the preparation, who did it. */
	g_autofree char *text = g_strdup_printf(C_("preparation", "✓ %s: %s"),
						sabot_preparation_text(n), who ? who : "");

	gtk_button_set_label(button, text);
	gtk_widget_set_sensitive(GTK_WIDGET(button), FALSE);
}

static gboolean
is_step(const struct sabot_wire_prepared *prepared, guint n)
{
	return g_strcmp0(prepared->step, sabot_preparation_step(n)) == 0;
}

/* Show the recorded steps, and by whom; the others can be touched. */
static void
on_load_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotLoadPanel *panel = data;
	struct sabot_wire_load_answer *answer =
		error ? NULL : sabot_record_parse(&sabot_wire_load_answer_type, ok, NULL);

	(void)client;
	for (guint n = 0; n < panel->steps->len; n++)
		gtk_widget_set_sensitive(g_ptr_array_index(panel->steps, n), TRUE);
	for (guint i = 0; answer && i < answer->preparing->len; i++) {
		const struct sabot_wire_prepared *step = g_ptr_array_index(answer->preparing, i);

		for (guint n = 0; n < panel->steps->len; n++)
			if (is_step(step, n))
				mark_step(panel, n,
					  sabot_session_get_name(get_session(panel), step->who));
	}
	show_missing(panel);
	sabot_record_unref(answer);
}

static void
request_load(SabotLoadPanel *panel)
{
	sabot_session_request(get_session(panel), "load",
			      json_pack("{s:s}", "table", sabot_table_item_get_name(panel->item)),
			      panel->cancellable, on_load_came, panel);
}

/* A step counts once the daemon has recorded it. */
static void
on_step_recorded(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotLoadPanel *panel = data;
	g_autofree char *text = error ? sabot_session_explain(error) : NULL;

	(void)client;
	(void)ok;
	sabot_panel_show_message(SABOT_PANEL(panel), text);
	request_load(panel);
}

static void
on_step_clicked(GtkButton *button, gpointer data)
{
	SabotLoadPanel *panel = data;
	const char *who = gtk_combo_box_get_active_id(GTK_COMBO_BOX(panel->who));
	guint n;

	if (!g_ptr_array_find(panel->steps, button, &n))
		return;
	gtk_widget_set_sensitive(GTK_WIDGET(button), FALSE);
	show_event(panel,
		   json_pack("{s:s, s:s, s:s*}", "ev", "prepared", "step",
			     sabot_preparation_step(n), "who", who),
		   on_step_recorded);
}

static void
on_loaded(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotLoadPanel *panel = data;
	g_autofree char *text = NULL;

	(void)client;
	gtk_widget_set_sensitive(GTK_WIDGET(panel), TRUE);
	text = error ? sabot_session_explain(error) : sabot_session_objection(ok);
	sabot_panel_show_message(SABOT_PANEL(panel), text);
	if (!text)
		sabot_panel_close(SABOT_PANEL(panel));
}

static void
on_load_clicked(gpointer widget, gpointer data)
{
	SabotLoadPanel *panel = data;
	const char *behind_text = gtk_entry_get_text(panel->behind);
	int64_t decks, behind = -1;
	json_t *event;

	(void)widget;
	if (!sabot_number_parse(gtk_entry_get_text(panel->decks), &decks) ||
	    (*behind_text && !sabot_number_parse(behind_text, &behind))) {
		sabot_panel_show_message(SABOT_PANEL(panel),
					 _("How many decks, and how many cards lie "
					   "behind the cut card: whole numbers."));
		return;
	}
	event = json_pack("{s:s, s:I}", "ev", "load", "decks", (json_int_t)decks);
	if (behind >= 0)
		json_object_set_new(event, "behind", json_integer(behind));
	gtk_widget_set_sensitive(GTK_WIDGET(panel), FALSE);
	show_event(panel, event, on_loaded);
}

static void
add_steps(SabotLoadPanel *panel)
{
	for (guint i = 0; sabot_preparation_step(i); i++) {
		GtkWidget *button = gtk_button_new_with_label(sabot_preparation_text(i));

		gtk_widget_set_halign(gtk_bin_get_child(GTK_BIN(button)), GTK_ALIGN_START);
		gtk_widget_set_hexpand(button, TRUE);
		g_signal_connect(button, "clicked", G_CALLBACK(on_step_clicked), panel);
		gtk_grid_attach(panel->steps_grid, button, 0, (int)i, 1, 1);
		gtk_widget_show(button);
		g_ptr_array_add(panel->steps, button);
	}
}

static void
sabot_load_panel_init(SabotLoadPanel *panel)
{
	gtk_widget_init_template(GTK_WIDGET(panel));
	panel->cancellable = g_cancellable_new();
	panel->steps = g_ptr_array_new();
	add_steps(panel);
	g_signal_connect(panel->load, "clicked", G_CALLBACK(on_load_clicked), panel);
	g_signal_connect(panel->decks, "activate", G_CALLBACK(on_load_clicked), panel);
	g_signal_connect(panel->behind, "activate", G_CALLBACK(on_load_clicked), panel);
}

/*
 * The person logged in, until another is chosen; the persons may arrive after the panel was opened.
 */
static void
fill_who(SabotLoadPanel *panel)
{
	GtkTreeModel *shown = gtk_combo_box_get_model(GTK_COMBO_BOX(panel->who));
	const GPtrArray *persons = sabot_session_get_persons(get_session(panel));
	const struct sabot_wire_person *self = sabot_session_get_person(get_session(panel));

	if (gtk_tree_model_iter_n_children(shown, NULL) > 0)
		return;
	for (guint i = 0; i < persons->len; i++) {
		const struct sabot_wire_person *person = g_ptr_array_index(persons, i);

		gtk_combo_box_text_append(panel->who, person->person, person->name);
	}
	if (self)
		gtk_combo_box_set_active_id(GTK_COMBO_BOX(panel->who), self->person);
	gtk_widget_set_visible(GTK_WIDGET(panel->who), persons->len > 0);
}

/* The number of decks by the rules, until another is entered. */
static void
on_rules_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotLoadPanel *panel = data;
	struct sabot_wire_rules *rules =
		error ? NULL : sabot_record_parse(&sabot_wire_rules_type, ok, NULL);
	g_autofree char *decks = NULL;

	(void)client;
	if (rules && rules->decks > 0 && !*gtk_entry_get_text(panel->decks)) {
		decks = g_strdup_printf("%d", (int)rules->decks);
		gtk_entry_set_text(panel->decks, decks);
	}
	sabot_record_unref(rules);
}

static void
request_rules(SabotLoadPanel *panel)
{
	sabot_session_request(get_session(panel), "rules",
			      json_pack("{s:s}", "table", sabot_table_item_get_name(panel->item)),
			      panel->cancellable, on_rules_came, panel);
}

GtkWidget *
sabot_load_panel_new(SabotTableItem *item)
{
	SabotLoadPanel *panel = g_object_new(SABOT_TYPE_LOAD_PANEL, NULL);
	g_autofree char *title = NULL;

	panel->item = g_object_ref(item);
	/* Translators: a table. */
	title = g_strdup_printf(_("%s: new load"), sabot_table_item_get_name(item));
	sabot_panel_set_title(SABOT_PANEL(panel), title);
	request_rules(panel);
	fill_who(panel);
	g_signal_connect_object(get_session(panel), "changed", G_CALLBACK(fill_who), panel,
				G_CONNECT_SWAPPED);
	show_missing(panel);
	request_load(panel);
	return GTK_WIDGET(panel);
}
