/*
 * The table's tile: see table-tile.h; its layout is table-tile.ui. A change of the item asks for
 * one refresh at the next frame; a refresh touches only what differs.
 */
#include "gui/console/table-tile.h"

#include "gui/model/phrases.h"
#include "gui/widgets/badge.h"
#include "gui/widgets/hand.h"
#include "gui/widgets/label.h"

#include <glib/gi18n.h>

struct _SabotTableTile {
	GtkFlowBoxChild parent_instance;
	SabotTableItem *item;
	gulong changed_handler;
	guint frame_callback;
	enum sabot_tile_density density;

	GtkLabel *name, *site, *game, *simulated, *unsaved, *stale;
	GtkWidget *alert;
	SabotBadge *badge;
	GtkLabel *alert_text, *alert_more;
	GtkLabel *phase, *winner, *totals, *prompt;
	GtkBox *bank;
	GtkFlowBox *hands;
	GPtrArray *bank_hands, *box_hands; /* of SabotHand, borrowed from their boxes */
	GtkWidget *foot;
	GtkLabel *place, *limits, *exposure, *device;
};

G_DEFINE_FINAL_TYPE(SabotTableTile, sabot_table_tile, GTK_TYPE_FLOW_BOX_CHILD)

/* A card of height 0 is not shown. */
static const struct {
	int width_px, bank_card_px, box_card_px, badge_px;
	const char *style;
} densities[] = {
	[SABOT_TILE_LARGE] = {270, 108, 54, 40, "large"},
	[SABOT_TILE_NORMAL] = {270, 52, 38, 32, "normal"},
	[SABOT_TILE_SMALL] = {210, 40, 0, 28, "small"},
	[SABOT_TILE_COMPACT] = {164, 0, 0, 20, "compact"},
};

static void
sabot_table_tile_dispose(GObject *object)
{
	SabotTableTile *tile = SABOT_TABLE_TILE(object);

	if (tile->frame_callback)
		gtk_widget_remove_tick_callback(GTK_WIDGET(tile), tile->frame_callback);
	tile->frame_callback = 0;
	if (tile->item)
		g_clear_signal_handler(&tile->changed_handler, tile->item);
	g_clear_object(&tile->item);
	g_clear_pointer(&tile->bank_hands, g_ptr_array_unref);
	g_clear_pointer(&tile->box_hands, g_ptr_array_unref);
	G_OBJECT_CLASS(sabot_table_tile_parent_class)->dispose(object);
}

/* All tiles of a density are alike, whatever they say. */
static void
get_preferred_width(GtkWidget *widget, int *ret_minimum, int *ret_natural)
{
	int wanted_px = densities[SABOT_TABLE_TILE(widget)->density].width_px;

	GTK_WIDGET_CLASS(sabot_table_tile_parent_class)
		->get_preferred_width(widget, ret_minimum, ret_natural);
	*ret_minimum = MAX(*ret_minimum, wanted_px);
	*ret_natural = *ret_minimum;
}

#define BIND(member) gtk_widget_class_bind_template_child(widget_class, SabotTableTile, member)

static void
sabot_table_tile_class_init(SabotTableTileClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_table_tile_dispose;
	widget_class->get_preferred_width = get_preferred_width;
	g_type_ensure(SABOT_TYPE_BADGE);
	gtk_widget_class_set_template_from_resource(widget_class,
						    "/org/sabot/console/table-tile.ui");
	BIND(name);
	BIND(site);
	BIND(game);
	BIND(simulated);
	BIND(unsaved);
	BIND(stale);
	BIND(alert);
	BIND(badge);
	BIND(alert_text);
	BIND(alert_more);
	BIND(phase);
	BIND(winner);
	BIND(totals);
	BIND(prompt);
	BIND(bank);
	BIND(hands);
	BIND(foot);
	BIND(place);
	BIND(limits);
	BIND(exposure);
	BIND(device);
	gtk_widget_class_set_css_name(widget_class, "sabot-tile");
}

static void
sabot_table_tile_init(SabotTableTile *tile)
{
	gtk_widget_init_template(GTK_WIDGET(tile));
	tile->bank_hands = g_ptr_array_new();
	tile->box_hands = g_ptr_array_new();
}

/* A hand to show in, the `n`th of its container; made when there was none yet. */
static SabotHand *
nth_hand(SabotTableTile *tile, GPtrArray *hands, GtkContainer *container, guint n)
{
	int height_px = container == GTK_CONTAINER(tile->bank)
				? densities[tile->density].bank_card_px
				: densities[tile->density].box_card_px;

	if (n == hands->len) {
		GtkWidget *hand = sabot_hand_new();

		gtk_container_add(container, hand);
		if (container != GTK_CONTAINER(tile->bank))
			gtk_widget_set_can_focus(gtk_widget_get_parent(hand), FALSE);
		g_ptr_array_add(hands, hand);
	}
	sabot_hand_set_card_height(g_ptr_array_index(hands, n), height_px);
	return g_ptr_array_index(hands, n);
}

/* Take away the hands after the first `n`. */
static void
keep_hands(GPtrArray *hands, guint n)
{
	while (hands->len > n) {
		GtkWidget *hand = g_ptr_array_index(hands, hands->len - 1);
		GtkWidget *parent = gtk_widget_get_parent(hand);

		g_ptr_array_set_size(hands, (int)hands->len - 1);
		gtk_widget_destroy(GTK_IS_FLOW_BOX_CHILD(parent) ? parent : hand);
	}
}

static void
show_bank_hand(SabotTableTile *tile, guint *n, const char *title,
	       const struct sabot_wire_hand *hand, const char *note)
{
	if (!hand)
		return;
	sabot_hand_set(nth_hand(tile, tile->bank_hands, GTK_CONTAINER(tile->bank), *n), title, hand,
		       note);
	(*n)++;
}

static void
show_boxes(SabotTableTile *tile, const struct sabot_wire_view *view)
{
	guint n = 0;

	for (guint i = 0; i < view->boxes->len; i++) {
		const struct sabot_wire_box *box = g_ptr_array_index(view->boxes, i);

		for (guint j = 0; j < box->hands->len; j++) {
			const struct sabot_wire_hand *hand = g_ptr_array_index(box->hands, j);
			SabotHand *widget =
				nth_hand(tile, tile->box_hands, GTK_CONTAINER(tile->hands), n++);
			g_autofree char *title = NULL;

			/* Translators: a box (betting place) by its number. */
			title = g_strdup_printf(_("box %d"), (int)box->box);
			sabot_hand_set(widget, title, hand, sabot_phrase_hand(hand));
			sabot_style_set_class(widget, "in-turn",
					      hand->state == SABOT_WIRE_HAND_TURN);
		}
	}
	keep_hands(tile->box_hands, n);
}

static void
show_bank(SabotTableTile *tile, const struct sabot_wire_view *view)
{
	guint n = 0;

	show_bank_hand(tile, &n, C_("hand", "punto"), view->punto, "");
	show_bank_hand(tile, &n, C_("hand", "banca"), view->banca, "");
	show_bank_hand(tile, &n, C_("hand", "dealer"), view->dealer,
		       view->dealer ? sabot_phrase_hand(view->dealer) : "");
	keep_hands(tile->bank_hands, n);
}

/* What has no room as cards is told as totals. */
static void
show_hands(SabotTableTile *tile, const struct sabot_wire_view *view)
{
	bool has_bank = densities[tile->density].bank_card_px > 0;
	bool has_boxes = densities[tile->density].box_card_px > 0;
	bool has_totals = !has_bank || (!has_boxes && view->dealer);
	bool has_room = !gtk_widget_get_visible(tile->alert);
	g_autofree char *totals = has_totals && has_room ? sabot_phrase_totals(view) : NULL;

	sabot_label_set(tile->totals, totals);
	if (has_bank)
		show_bank(tile, view);
	else
		keep_hands(tile->bank_hands, 0);
	if (has_boxes)
		show_boxes(tile, view);
	else
		keep_hands(tile->box_hands, 0);
	gtk_widget_set_visible(GTK_WIDGET(tile->bank), tile->bank_hands->len > 0);
	gtk_widget_set_visible(GTK_WIDGET(tile->hands), tile->box_hands->len > 0);
}

static void
show_alert(SabotTableTile *tile, const struct sabot_wire_view *view)
{
	const struct sabot_wire_incident *worst = view->incidents ? view->incidents->worst : NULL;
	int more = worst ? (int)view->incidents->open - 1 : 0;
	g_autofree char *code = worst ? sabot_phrase_code(worst->code) : NULL;
	g_autofree char *severity = NULL, *text = NULL, *count = NULL, *sentence = NULL;

	for (int i = SABOT_WIRE_SEVERITY_UNKNOWN; i <= SABOT_WIRE_SEVERITY_CRITICAL; i++)
		sabot_style_set_class(tile,
				      sabot_wire_severity_to_string((enum sabot_wire_severity)i),
				      worst && (int)worst->severity == i);
	gtk_widget_set_visible(tile->alert, worst != NULL);
	if (!worst)
		return;
	sabot_badge_set(tile->badge, worst->severity, FALSE);
	severity = g_utf8_strup(sabot_phrase_severity(worst->severity), -1);
	/* Translators: severity in capitals, incident. */
	text = g_strdup_printf(C_("alert", "%s\n%s"), severity, code);
	sabot_label_set(tile->alert_text, tile->density == SABOT_TILE_COMPACT ? code : text);
	sentence = sabot_phrase_incident(worst);
	gtk_widget_set_tooltip_text(tile->alert, sentence);
	if (more > 0) /* Translators: how many more incidents are open at this table. */
		count = g_strdup_printf(C_("alert", "+%d"), more);
	sabot_label_set(tile->alert_more, count);
}

static gboolean
needs_attention(enum sabot_wire_device_state state)
{
	switch (state) {
	case SABOT_WIRE_DEVICE_UNKNOWN:
	case SABOT_WIRE_DEVICE_OFFLINE:
	case SABOT_WIRE_DEVICE_ERROR:
	case SABOT_WIRE_DEVICE_LOST:
		return TRUE;
	case SABOT_WIRE_DEVICE_ONLINE:
	case SABOT_WIRE_DEVICE_CLEARED:
	case SABOT_WIRE_DEVICE_LOCKED:
	case SABOT_WIRE_DEVICE_UNLOCKED:
	case SABOT_WIRE_DEVICE_CONNECTING:
		return FALSE;
	}
	return TRUE;
}

static void
show_foot(SabotTableTile *tile, const struct sabot_wire_view *view)
{
	gboolean is_brief = tile->density >= SABOT_TILE_SMALL;
	gboolean is_down = view->device && needs_attention(view->device->state);
	g_autofree char *place = is_brief ? NULL : sabot_phrase_place(view);
	g_autofree char *limits =
		is_brief ? NULL : sabot_phrase_limits(view->min_minor, view->max_minor);
	g_autofree char *exposure = NULL, *brief = NULL;
	int64_t now_us = g_get_real_time();

	if (view->exposure) {
		exposure = sabot_phrase_exposure(view->exposure, now_us);
		brief = sabot_phrase_exposure_short(view->exposure, now_us);
	}
	gtk_widget_set_tooltip_text(GTK_WIDGET(tile->exposure), exposure);
	sabot_label_set(tile->place, place);
	sabot_label_set(tile->limits, limits);
	sabot_label_set(tile->exposure, is_brief ? brief : exposure);
	sabot_label_set(tile->device, view->device && (is_down || !is_brief)
					      ? sabot_phrase_device_state(view->device->state)
					      : NULL);
	sabot_style_set_class(tile->device, "down", is_down);
}

/* What to do next; why, and what is said with it, for who points at it. */
static void
show_prompt(SabotTableTile *tile, const struct sabot_wire_view *view)
{
	const struct sabot_wire_prompt *prompt = view->prompt;
	g_autofree char *text = NULL, *more = NULL;

	if (view->fault)
		text = g_strdup(view->fault);
	else if (prompt && tile->density < SABOT_TILE_SMALL)
		text = sabot_phrase_prompt(prompt);
	if (prompt && !view->fault)
		more = sabot_phrase_prompt_more(prompt);
	sabot_label_set(tile->prompt, text);
	gtk_widget_set_tooltip_text(GTK_WIDGET(tile->prompt), more);
	sabot_style_set_class(tile->prompt, "down", view->fault != NULL);
}

void
sabot_table_tile_refresh(SabotTableTile *tile)
{
	const struct sabot_wire_view *view = sabot_table_item_get_view(tile->item);
	gboolean is_stale = sabot_table_item_get_stale(tile->item);
	gboolean is_compact = tile->density == SABOT_TILE_COMPACT;
	g_autofree char *name =
		sabot_phrase_table_name(view, sabot_table_item_get_label(tile->item), is_stale);
	AtkObject *accessible = gtk_widget_get_accessible(GTK_WIDGET(tile));

	sabot_label_set(tile->name, view->table);
	sabot_label_set(tile->site, sabot_table_item_get_label(tile->item));
	sabot_label_set(tile->game, is_compact ? "" : sabot_phrase_game(view->game));
	sabot_label_set(tile->phase, view->state == SABOT_WIRE_TABLE_OPEN ||
						     view->state == SABOT_WIRE_TABLE_UNKNOWN
					     ? sabot_phrase_phase(view->phase)
					     : sabot_phrase_table_state(view->state));
	sabot_label_set(tile->winner, is_compact ? "" : sabot_phrase_winner(view->winner));
	show_prompt(tile, view);
	gtk_widget_set_visible(GTK_WIDGET(tile->simulated), view->is_simulated);
	gtk_widget_set_visible(GTK_WIDGET(tile->unsaved), !view->is_saved);
	gtk_widget_set_visible(GTK_WIDGET(tile->stale), is_stale);
	sabot_style_set_class(tile, "stale", is_stale);
	show_alert(tile, view);
	show_hands(tile, view);
	show_foot(tile, view);
	if (g_strcmp0(atk_object_get_name(accessible), name) != 0)
		atk_object_set_name(accessible, name);
}

static gboolean
on_frame_due(GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
	(void)clock;
	(void)data;
	SABOT_TABLE_TILE(widget)->frame_callback = 0;
	sabot_table_tile_refresh(SABOT_TABLE_TILE(widget));
	return G_SOURCE_REMOVE;
}

static void
on_item_changed(SabotTableItem *item, gpointer data)
{
	SabotTableTile *tile = data;

	(void)item;
	if (!tile->frame_callback)
		tile->frame_callback =
			gtk_widget_add_tick_callback(GTK_WIDGET(tile), on_frame_due, NULL, NULL);
}

GtkWidget *
sabot_table_tile_new(SabotTableItem *item)
{
	SabotTableTile *tile = g_object_new(SABOT_TYPE_TABLE_TILE, NULL);

	tile->item = g_object_ref(item);
	tile->changed_handler =
		g_signal_connect(item, "changed", G_CALLBACK(on_item_changed), tile);
	tile->density = SABOT_TILE_COMPACT;
	sabot_table_tile_set_density(tile, SABOT_TILE_NORMAL);
	return GTK_WIDGET(tile);
}

SabotTableItem *
sabot_table_tile_get_item(SabotTableTile *tile)
{
	return tile->item;
}

void
sabot_table_tile_set_density(SabotTableTile *tile, enum sabot_tile_density density)
{
	if (tile->density == density)
		return;
	tile->density = density;
	for (gsize i = 0; i < G_N_ELEMENTS(densities); i++)
		sabot_style_set_class(tile, densities[i].style, i == (gsize)density);
	gtk_widget_queue_resize(GTK_WIDGET(tile));
	gtk_label_set_lines(tile->alert_text, density == SABOT_TILE_COMPACT ? 1 : 3);
	sabot_badge_set_size(tile->badge, densities[density].badge_px);
	gtk_orientable_set_orientation(GTK_ORIENTABLE(tile->bank),
				       density == SABOT_TILE_LARGE ? GTK_ORIENTATION_VERTICAL
								   : GTK_ORIENTATION_HORIZONTAL);
	gtk_box_set_spacing(tile->bank, density == SABOT_TILE_NORMAL ? 24 : 8);
	sabot_table_tile_refresh(tile);
}
