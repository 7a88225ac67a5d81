/* Running out a load: see run-out-panel.h; its layout is run-out-panel.ui. */
#include "run-out-panel.h"
#include "gui/widgets/template.h"

#include "engine/core/card.h"
#include "gui/model/tables/feed.h"
#include "gui/widgets/card-pad.h"
#include "gui/widgets/label.h"
#include "text/words.h"

#include <glib/gi18n.h>
#include <string.h>

/* The children of the template. */
#define RUN_OUT_PANEL_CHILDREN(CHILD)                                                              \
	CHILD(SabotCardPad, pad)                                                                   \
	CHILD(GtkLabel, count)                                                                     \
	CHILD(GtkLabel, last)                                                                      \
	CHILD(GtkButton, take_back)                                                                \
	CHILD(GtkButton, finish)

struct _SabotRunOutPanel {
	SabotPanel parent_instance;
	SabotTableItem *item;
	GCancellable *cancellable;
	GPtrArray *cards; /* of char *: the cards run out, as in the log */
	RUN_OUT_PANEL_CHILDREN(SABOT_CHILD_MEMBER)
};

G_DEFINE_FINAL_TYPE(SabotRunOutPanel, sabot_run_out_panel, SABOT_TYPE_PANEL)

static void
sabot_run_out_panel_dispose(GObject *object)
{
	SabotRunOutPanel *panel = SABOT_RUN_OUT_PANEL(object);

	sabot_give_up(&panel->cancellable);
	g_clear_object(&panel->item);
	g_clear_pointer(&panel->cards, g_ptr_array_unref);
	G_OBJECT_CLASS(sabot_run_out_panel_parent_class)->dispose(object);
}

static void
sabot_run_out_panel_class_init(SabotRunOutPanelClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_run_out_panel_dispose;
	g_type_ensure(SABOT_TYPE_CARD_PAD);
	gtk_widget_class_set_template_from_resource(widget_class,
						    "/org/sabot/console/table/run-out-panel.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotRunOutPanel, RUN_OUT_PANEL_CHILDREN);
}

/* The number of cards touched, and the number that should be left. */
static void
show_cards(SabotRunOutPanel *panel)
{
	const struct sabot_wire_view *view = sabot_table_item_get_view(panel->item);
	size_t n_cards = panel->cards->len;
	const char *code = n_cards > 0 ? g_ptr_array_index(panel->cards, n_cards - 1) : NULL;
	struct sabot_card card = {0};
	g_autofree char *name = NULL;
	/* Translators: cards that were run out, cards that should be left in the shoe. */
	g_autofree char *count = g_strdup_printf(_("%d of %d cards run out"), (int)n_cards,
						 view->shoe ? (int)view->shoe->left_cards : 0);

	if (code) {
		sabot_card_parse(code, strlen(code), &card);
		name = sabot_text_card(card);
	}
	sabot_label_set(panel->count, count);
	sabot_label_set(panel->last, name);
	gtk_widget_set_sensitive(GTK_WIDGET(panel->take_back), n_cards > 0);
}

static void
on_card(SabotCardPad *pad, const char *code, gpointer data)
{
	SabotRunOutPanel *panel = data;

	(void)pad;
	g_ptr_array_add(panel->cards, g_strdup(code));
	show_cards(panel);
}

static void
on_take_back(GtkButton *button, gpointer data)
{
	SabotRunOutPanel *panel = data;

	(void)button;
	if (panel->cards->len > 0)
		g_ptr_array_remove_index(panel->cards, panel->cards->len - 1);
	show_cards(panel);
}

static void
on_recorded(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotRunOutPanel *panel = data;
	g_autofree char *text = error ? sabot_session_explain(error) : sabot_session_objection(ok);

	(void)client;
	gtk_widget_set_sensitive(GTK_WIDGET(panel), TRUE);
	sabot_panel_show_message(SABOT_PANEL(panel), text);
	if (!text)
		sabot_panel_close(SABOT_PANEL(panel));
}

static void
on_finish(GtkButton *button, gpointer data)
{
	SabotRunOutPanel *panel = data;
	SabotFeed *feed = sabot_table_item_get_feed(panel->item);
	json_t *cards = json_array();

	(void)button;
	for (guint i = 0; i < panel->cards->len; i++)
		json_array_append_new(cards, json_string(g_ptr_array_index(panel->cards, i)));
	gtk_widget_set_sensitive(GTK_WIDGET(panel), FALSE);
	sabot_session_request(sabot_feed_get_session(feed), "event",
			      json_pack("{s:s, s:{s:s, s:o}}", "table",
					sabot_table_item_get_name(panel->item), "event", "ev",
					"unload", "cards", cards),
			      panel->cancellable, on_recorded, panel);
}

static void
sabot_run_out_panel_init(SabotRunOutPanel *panel)
{
	gtk_widget_init_template(GTK_WIDGET(panel));
	panel->cancellable = g_cancellable_new();
	panel->cards = g_ptr_array_new_with_free_func(g_free);
	g_signal_connect(panel->pad, "card", G_CALLBACK(on_card), panel);
	g_signal_connect(panel->take_back, "clicked", G_CALLBACK(on_take_back), panel);
	g_signal_connect(panel->finish, "clicked", G_CALLBACK(on_finish), panel);
}

GtkWidget *
sabot_run_out_panel_new(SabotTableItem *item)
{
	SabotRunOutPanel *panel = g_object_new(SABOT_TYPE_RUN_OUT_PANEL, NULL);
	/* Translators: a table. */
	g_autofree char *title = g_strdup_printf(_("%s: run out"), sabot_table_item_get_name(item));

	panel->item = g_object_ref(item);
	sabot_panel_set_title(SABOT_PANEL(panel), title);
	show_cards(panel);
	return GTK_WIDGET(panel);
}
