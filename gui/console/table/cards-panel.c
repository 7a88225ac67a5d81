/* Keying cards: see cards-panel.h; its layout is cards-panel.ui. */
#include "cards-panel.h"
#include "gui/widgets/template.h"

#include "engine/core/card.h"
#include "gui/widgets/card-pad.h"
#include "gui/widgets/label.h"
#include "text/words.h"

#include <glib/gi18n.h>
#include <string.h>

enum { TAKE_BACK_MS = 3000 };

/* The children of the template. */
#define CARDS_PANEL_CHILDREN(CHILD)                                                                \
	CHILD(SabotCardPad, pad)                                                                   \
	CHILD(GtkLabel, last)                                                                      \
	CHILD(GtkButton, take_back)

struct _SabotCardsPanel {
	SabotPanel parent_instance;
	SabotTableItem *item;
	GCancellable *cancellable;
	char *waiting; /* the card not recorded yet, or NULL */
	guint waiting_source;
	CARDS_PANEL_CHILDREN(SABOT_CHILD_MEMBER)
};

G_DEFINE_FINAL_TYPE(SabotCardsPanel, sabot_cards_panel, SABOT_TYPE_PANEL)

static void
on_recorded(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotCardsPanel *panel = data;
	g_autofree char *text = error ? sabot_session_explain(error) : NULL;

	(void)client;
	(void)ok;
	sabot_panel_show_message(SABOT_PANEL(panel), text);
	if (error)
		sabot_label_set(panel->last, "");
}

/* "nine of hearts". Transferred. */
static char *
name_of(const char *code)
{
	struct sabot_card card = {0};

	sabot_card_parse(code, strlen(code), &card);
	return sabot_text_card(card);
}

static void
record_waiting(SabotCardsPanel *panel)
{
	g_autofree char *code = g_steal_pointer(&panel->waiting);
	g_autofree char *name = NULL, *text = NULL;

	g_clear_handle_id(&panel->waiting_source, g_source_remove);
	gtk_widget_set_sensitive(GTK_WIDGET(panel->take_back), FALSE);
	if (!code)
		return;
	name = name_of(code);
	text = g_strdup_printf(C_("keyed card", "Recorded: %s"), name);
	sabot_label_set(panel->last, text);
	sabot_session_request(sabot_feed_get_session(sabot_table_item_get_feed(panel->item)),
			      "event",
			      json_pack("{s:s, s:{s:s, s:s, s:s}}", "table",
					sabot_table_item_get_name(panel->item), "event", "ev",
					"card", "card", code, "src", "manual"),
			      panel->cancellable, on_recorded, panel);
}

/* A card that was touched has left the shoe: it is recorded even if the pad is closed. */
static void
sabot_cards_panel_dispose(GObject *object)
{
	SabotCardsPanel *panel = SABOT_CARDS_PANEL(object);

	if (panel->item && panel->waiting && panel->take_back)
		record_waiting(panel);
	g_clear_handle_id(&panel->waiting_source, g_source_remove);
	sabot_give_up(&panel->cancellable);
	g_clear_object(&panel->item);
	G_OBJECT_CLASS(sabot_cards_panel_parent_class)->dispose(object);
}

static void
sabot_cards_panel_class_init(SabotCardsPanelClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_cards_panel_dispose;
	g_type_ensure(SABOT_TYPE_CARD_PAD);
	gtk_widget_class_set_template_from_resource(widget_class,
						    "/org/sabot/console/table/cards-panel.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotCardsPanel, CARDS_PANEL_CHILDREN);
}

static gboolean
on_waited(gpointer data)
{
	SabotCardsPanel *panel = data;

	panel->waiting_source = 0;
	record_waiting(panel);
	return G_SOURCE_REMOVE;
}

static void
on_card(SabotCardPad *pad, const char *code, gpointer data)
{
	SabotCardsPanel *panel = data;
	g_autofree char *name = name_of(code);
	g_autofree char *text = g_strdup_printf(C_("keyed card", "In a moment: %s"), name);

	(void)pad;
	record_waiting(panel);
	panel->waiting = g_strdup(code);
	panel->waiting_source = g_timeout_add(TAKE_BACK_MS, on_waited, panel);
	sabot_label_set(panel->last, text);
	gtk_widget_set_sensitive(GTK_WIDGET(panel->take_back), TRUE);
}

static void
on_take_back(GtkButton *button, gpointer data)
{
	SabotCardsPanel *panel = data;
	g_autofree char *code = g_steal_pointer(&panel->waiting);
	g_autofree char *name = name_of(code ? code : "");
	g_autofree char *text = g_strdup_printf(C_("keyed card", "Taken back: %s"), name);

	(void)button;
	record_waiting(panel);
	if (code)
		sabot_label_set(panel->last, text);
}

static void
sabot_cards_panel_init(SabotCardsPanel *panel)
{
	gtk_widget_init_template(GTK_WIDGET(panel));
	panel->cancellable = g_cancellable_new();
	g_signal_connect(panel->pad, "card", G_CALLBACK(on_card), panel);
	g_signal_connect(panel->take_back, "clicked", G_CALLBACK(on_take_back), panel);
}

GtkWidget *
sabot_cards_panel_new(SabotTableItem *item)
{
	SabotCardsPanel *panel = g_object_new(SABOT_TYPE_CARDS_PANEL, NULL);
	g_autofree char *title = NULL;

	panel->item = g_object_ref(item);
	/* Translators: a table. */
	title = g_strdup_printf(_("%s: key the cards"), sabot_table_item_get_name(item));
	sabot_panel_set_title(SABOT_PANEL(panel), title);
	return GTK_WIDGET(panel);
}
