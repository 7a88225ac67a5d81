/* See what-if-panel.h; its layout is what-if-panel.ui. */
#include "what-if-panel.h"
#include "gui/widgets/template.h"

#include "gui/model/tables/incident-phrases.h"
#include "gui/model/log/log-phrases.h"
#include "gui/widgets/combo.h"
#include "gui/widgets/label.h"
#include "proto/wording/log-outcome.h"
#include "proto/messages/log-messages.h"

#include <glib/gi18n.h>

/* The children of the template. */
#define WHAT_IF_PANEL_CHILDREN(CHILD)                                                              \
	CHILD(GtkComboBoxText, incident)                                                           \
	CHILD(GtkComboBoxText, remedy)                                                             \
	CHILD(GtkComboBoxText, event)                                                              \
	CHILD(GtkEntry, card)                                                                      \
	CHILD(GtkEntry, profile)                                                                   \
	CHILD(GtkEntry, set)                                                                       \
	CHILD(GtkButton, try)                                                                      \
	CHILD(GtkLabel, result)

struct _SabotWhatIfPanel {
	SabotPanel parent_instance;
	SabotFeed *feed;
	GCancellable *cancellable;
	struct sabot_wire_found *found;
	GHashTable *lines; /* id of an incident → its struct sabot_wire_story_line */
	WHAT_IF_PANEL_CHILDREN(SABOT_CHILD_MEMBER)
};

G_DEFINE_FINAL_TYPE(SabotWhatIfPanel, sabot_what_if_panel, SABOT_TYPE_PANEL)

static void
sabot_what_if_panel_dispose(GObject *object)
{
	SabotWhatIfPanel *panel = SABOT_WHAT_IF_PANEL(object);

	sabot_give_up(&panel->cancellable);
	g_clear_object(&panel->feed);
	g_clear_pointer(&panel->found, sabot_record_unref);
	g_clear_pointer(&panel->lines, g_hash_table_unref);
	G_OBJECT_CLASS(sabot_what_if_panel_parent_class)->dispose(object);
}

static void
sabot_what_if_panel_class_init(SabotWhatIfPanelClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_what_if_panel_dispose;
	gtk_widget_class_set_template_from_resource(widget_class,
						    "/org/sabot/console/log/what-if-panel.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotWhatIfPanel, WHAT_IF_PANEL_CHILDREN);
}

/* --- What can be chosen ----------------------------------------------------------------------- */

static void
offer_incident(SabotWhatIfPanel *panel, struct sabot_wire_story_line *line, int64_t number)
{
	g_autofree char *text = sabot_log_outcome_line(line->line);
	char *id = g_strdup_printf("%d", (int)number);

	gtk_combo_box_text_append(panel->incident, id, text);
	g_hash_table_insert(panel->lines, id, sabot_record_ref(line));
}

static void
offer_card(SabotWhatIfPanel *panel, const struct sabot_wire_story_line *line)
{
	g_autofree char *text =
		sabot_phrase_log_event(line->event, 0, sabot_feed_get_session(panel->feed));
	g_autofree char *id = g_strdup_printf("%" G_GINT64_FORMAT, line->seq);

	gtk_combo_box_text_append(panel->event, id, text);
}

/* Offer an incident of the story, or a card. */
static void
offer_line(SabotWhatIfPanel *panel, struct sabot_wire_story_line *line)
{
	json_t *json = line->line ? line->line : line->event;
	struct sabot_wire_log_line *head =
		json ? sabot_record_parse(&sabot_wire_log_line_type, json, NULL) : NULL;

	if (head && g_strcmp0(head->out, "incident") == 0)
		offer_incident(panel, line, head->id);
	else if (head && g_strcmp0(head->ev, "card") == 0)
		offer_card(panel, line);
	sabot_record_unref(head);
}

/* The remedies of the chosen incident, with their articles. */
static void
offer_remedies(SabotWhatIfPanel *panel)
{
	const char *id = gtk_combo_box_get_active_id(GTK_COMBO_BOX(panel->incident));
	const struct sabot_wire_story_line *line = g_hash_table_lookup(panel->lines, id ? id : "");

	gtk_combo_box_text_remove_all(panel->remedy);
	for (guint i = 0; line && i < line->remedies->len; i++) {
		const struct sabot_wire_offer *offer = g_ptr_array_index(line->remedies, i);
		g_autofree char *name = sabot_phrase_remedy_named(offer->remedy, offer->article);

		gtk_combo_box_text_append(panel->remedy, offer->remedy, name);
	}
	gtk_combo_box_set_active(GTK_COMBO_BOX(panel->remedy), 0);
	gtk_widget_set_sensitive(GTK_WIDGET(panel->remedy), line && line->remedies->len > 0);
}

static void
offer(SabotWhatIfPanel *panel, const GPtrArray *lines)
{
	gtk_combo_box_text_append(panel->incident, "", _("As it was ruled"));
	gtk_combo_box_text_append(panel->event, "", _("As they were read"));
	for (guint i = 0; lines && i < lines->len; i++)
		offer_line(panel, g_ptr_array_index(lines, i));
	gtk_combo_box_set_active(GTK_COMBO_BOX(panel->incident), 0);
	gtk_combo_box_set_active(GTK_COMBO_BOX(panel->event), 0);
}

/* --- What comes of it ------------------------------------------------------------------------- */

static const char *
get_id(GtkComboBoxText *box)
{
	const char *id = gtk_combo_box_get_active_id(GTK_COMBO_BOX(box));

	return id ? id : "";
}

static void
add_rules(SabotWhatIfPanel *panel, json_t *args)
{
	const char *profile = gtk_entry_get_text(panel->profile);
	g_auto(GStrv) rule = g_strsplit(gtk_entry_get_text(panel->set), "=", 2);

	if (*profile)
		json_object_set_new(args, "profile", json_string(profile));
	if (rule[0] && rule[1])
		json_object_set_new(args, "set",
				    json_pack("{s:s}", g_strstrip(rule[0]), g_strstrip(rule[1])));
}

static json_t *
build_args(SabotWhatIfPanel *panel)
{
	json_t *args = json_pack("{s:s, s:I}", "table", panel->found->table, "round",
				 (json_int_t)panel->found->round);
	g_autofree char *card = g_ascii_strup(gtk_entry_get_text(panel->card), -1);

	if (*get_id(panel->incident))
		json_object_set_new(args, "rulings",
				    json_pack("{s:s}", get_id(panel->incident),
					      get_id(panel->remedy)));
	if (*get_id(panel->event))
		json_object_set_new(args, "readings",
				    json_pack("{s:s}", get_id(panel->event), g_strstrip(card)));
	add_rules(panel, args);
	return args;
}

static void
on_tried(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotWhatIfPanel *panel = data;
	g_autofree char *refusal = NULL;
	struct sabot_wire_what_if *answer =
		sabot_session_read(ok, error, &sabot_wire_what_if_type, &refusal);
	g_autofree char *text = answer ? sabot_phrase_what_if(answer) : NULL;

	(void)client;
	gtk_widget_set_sensitive(GTK_WIDGET(panel->try), TRUE);
	sabot_panel_show_message(SABOT_PANEL(panel), refusal);
	sabot_label_set(panel->result, text);
	sabot_record_unref(answer);
}

static void
on_try(GtkButton *button, gpointer data)
{
	SabotWhatIfPanel *panel = data;

	gtk_widget_set_sensitive(GTK_WIDGET(button), FALSE);
	sabot_label_set(panel->result, NULL);
	sabot_session_request(sabot_feed_get_session(panel->feed), "what_if", build_args(panel),
			      panel->cancellable, on_tried, panel);
}

static void
sabot_what_if_panel_init(SabotWhatIfPanel *panel)
{
	gtk_widget_init_template(GTK_WIDGET(panel));
	panel->cancellable = g_cancellable_new();
	panel->lines = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, sabot_record_unref);
	sabot_combo_let_shrink(GTK_COMBO_BOX(panel->incident));
	sabot_combo_let_shrink(GTK_COMBO_BOX(panel->remedy));
	sabot_combo_let_shrink(GTK_COMBO_BOX(panel->event));
	g_signal_connect_swapped(panel->incident, "changed", G_CALLBACK(offer_remedies), panel);
	g_signal_connect(panel->try, "clicked", G_CALLBACK(on_try), panel);
}

GtkWidget *
sabot_what_if_panel_new(SabotFeed *feed, struct sabot_wire_found *found, const GPtrArray *lines)
{
	SabotWhatIfPanel *panel = g_object_new(SABOT_TYPE_WHAT_IF_PANEL, NULL);
	g_autofree char *title = NULL;

	panel->feed = g_object_ref(feed);
	panel->found = sabot_record_ref(found);
	title = g_strdup_printf(_("What if: round %d"), (int)found->round);
	sabot_panel_set_title(SABOT_PANEL(panel), title);
	offer(panel, lines);
	return GTK_WIDGET(panel);
}
