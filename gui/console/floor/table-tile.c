/* The table's tile: see table-tile.h; its layout is table-tile.ui. */
#include "table-tile.h"

#include "gui/widgets/template.h"

#include "gui/model/dealer/dealer-hands.h"
#include "gui/model/tables/incident-phrases.h"
#include "gui/model/phrases.h"
#include "gui/model/table-need.h"
#include "gui/model/tables/table-phrases.h"
#include "gui/style/screen-font.h"
#include "gui/widgets/severity-badge.h"
#include "gui/widgets/label.h"
#include "gui/widgets/placed.h"
#include "gui/widgets/road.h"
#include "gui/widgets/spread.h"
#include "gui/model/tables/feed.h"
#include "text/refusal.h"

#include <glib/gi18n.h>

/* The children of the template. */
#define TABLE_TILE_CHILDREN(CHILD)                                                                 \
	CHILD(GtkBox, head)                                                                        \
	CHILD(GtkLabel, name)                                                                      \
	CHILD(GtkLabel, site)                                                                      \
	CHILD(GtkLabel, game)                                                                      \
	CHILD(GtkLabel, simulated)                                                                 \
	CHILD(GtkLabel, unsaved)                                                                   \
	CHILD(GtkLabel, stale)                                                                     \
	CHILD(GtkLabel, stale_state)                                                               \
	CHILD(SabotBadge, head_badge)                                                              \
	CHILD(GtkLabel, stopped)                                                                   \
	CHILD(GtkWidget, alert)                                                                    \
	CHILD(SabotBadge, badge)                                                                   \
	CHILD(GtkLabel, alert_stopped)                                                             \
	CHILD(GtkLabel, alert_text)                                                                \
	CHILD(GtkLabel, alert_who)                                                                 \
	CHILD(GtkLabel, alert_age)                                                                 \
	CHILD(GtkLabel, alert_more)                                                                \
	CHILD(GtkWidget, state)                                                                    \
	CHILD(GtkLabel, redress)                                                                   \
	CHILD(GtkLabel, phase)                                                                     \
	CHILD(GtkLabel, winner)                                                                    \
	CHILD(GtkLabel, totals)                                                                    \
	CHILD(GtkLabel, prompt)                                                                    \
	CHILD(SabotSpread, spread)                                                                 \
	CHILD(SabotRoad, road)                                                                     \
	CHILD(GtkWidget, foot)                                                                     \
	CHILD(GtkLabel, dealer)                                                                    \
	CHILD(GtkLabel, pace)                                                                      \
	CHILD(GtkLabel, exposure)                                                                  \
	CHILD(GtkLabel, limits)                                                                    \
	CHILD(GtkLabel, device)

struct _SabotTableTile {
	GtkButton parent_instance;
	SabotTableItem *item;
	enum sabot_tile_density density;

	TABLE_TILE_CHILDREN(SABOT_CHILD_MEMBER)
};

enum { SPACING_PX = 8, CLOSE_SPACING_PX = 4, WALL_SPACING_PX = 12 }; /* of the alert */

G_DEFINE_FINAL_TYPE(SabotTableTile, sabot_table_tile, GTK_TYPE_BUTTON)

static const struct sabot_tile_look *
look_of(SabotTableTile *tile)
{
	return &sabot_tile_looks[tile->density];
}

static void
sabot_table_tile_dispose(GObject *object)
{
	g_clear_object(&SABOT_TABLE_TILE(object)->item);
	G_OBJECT_CLASS(sabot_table_tile_parent_class)->dispose(object);
}

static void
sabot_table_tile_class_init(SabotTableTileClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_table_tile_dispose;
	sabot_placed_class(widget_class);
	g_type_ensure(SABOT_TYPE_BADGE);
	g_type_ensure(SABOT_TYPE_SPREAD);
	g_type_ensure(SABOT_TYPE_ROAD);
	gtk_widget_class_set_template_from_resource(widget_class,
						    "/org/sabot/console/floor/table-tile.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotTableTile, TABLE_TILE_CHILDREN);
	gtk_widget_class_set_css_name(widget_class, "sabot-tile");
}

static void
sabot_table_tile_init(SabotTableTile *tile)
{
	gtk_widget_init_template(GTK_WIDGET(tile));
}

static bool
is_cell(SabotTableTile *tile)
{
	return tile->density == SABOT_TILE_CELL || tile->density == SABOT_TILE_FINE;
}

/* Drawn and filled as a compact tile. */
static bool
is_compact(SabotTableTile *tile)
{
	return tile->density == SABOT_TILE_COMPACT || tile->density == SABOT_TILE_NARROW;
}

/* With one line below its name. */
static bool
is_brief(SabotTableTile *tile)
{
	return tile->density == SABOT_TILE_LOW || tile->density == SABOT_TILE_MINI;
}

static bool
is_shown(gpointer part)
{
	return gtk_widget_get_visible(part);
}

/* Hands that have no room for cards are shown as totals. */
static void
show_hands(SabotTableTile *tile, const struct sabot_wire_view *view)
{
	const struct sabot_tile_look *look = look_of(tile);
	bool has_alert = gtk_widget_get_visible(tile->alert);
	bool has_hands =
		view->state != SABOT_WIRE_TABLE_CLOSED && sabot_dealer_hands_are_current(view);
	bool has_road = look->road_em > 0 && view->game == SABOT_WIRE_GAME_PUNTO_BANCO &&
			view->state != SABOT_WIRE_TABLE_CLOSED;
	bool has_totals = (is_compact(tile) || is_brief(tile)) && has_hands && !has_alert &&
			  !is_shown(tile->device) && !sabot_table_is_unknown(view) &&
			  !(is_brief(tile) && is_shown(tile->redress));
	bool is_crowded = has_alert || is_shown(tile->redress);
	bool has_spread = look->spread_em > 0;
	double spread_em = look->spread_em;
	g_autofree char *totals = has_totals ? sabot_phrase_totals_short(view) : NULL;

	/* A small tile shows hands in the room left by alarms; none if a payment is shown, too. */
	if (tile->density == SABOT_TILE_SMALL && is_crowded)
		spread_em = 0;
	else if (tile->density == SABOT_TILE_NORMAL && has_alert && is_shown(tile->redress))
		spread_em = sabot_tile_looks[SABOT_TILE_SMALL].spread_em;
	sabot_label_set(tile->totals, totals);
	if (is_brief(tile) && totals)
		gtk_widget_set_visible(tile->state, FALSE);
	gtk_widget_set_visible(GTK_WIDGET(tile->spread), has_spread);
	gtk_widget_set_size_request(GTK_WIDGET(tile->spread), -1,
				    (int)(spread_em * sabot_font_get_size(GTK_WIDGET(tile))));
	if (has_spread)
		sabot_spread_set(tile->spread, has_hands ? view : NULL);
	/* Alarms need the room more. */
	gtk_widget_set_visible(GTK_WIDGET(tile->road), has_road && !is_crowded);
	if (has_road)
		sabot_road_set_coups(tile->road, view->coups, view->has_falling_tails);
}

/* The frame has the severity's colour, and is filled if the table waits. */
static void
show_frame(SabotTableTile *tile, const struct sabot_wire_view *view)
{
	bool is_stopped = sabot_table_is_stopped(view);
	int severity = is_stopped || sabot_table_incident(view) ? sabot_table_need(view) : -1;

	for (int i = SABOT_WIRE_SEVERITY_UNKNOWN; i <= SABOT_WIRE_SEVERITY_CRITICAL; i++)
		sabot_style_set_class(tile,
				      sabot_wire_severity_to_string((enum sabot_wire_severity)i),
				      severity == i);
	sabot_style_set_class(tile, "stopped", is_stopped);
}

/* On the largest tiles there is more room beside the name, unless that says that it is stale. */
static bool
has_long_head(SabotTableTile *tile)
{
	return tile->density == SABOT_TILE_LARGE && !sabot_table_item_get_stale(tile->item);
}

/* "STOPPED 0:40"; on the smallest tiles the colour shows it. */
static void
show_stopped(SabotTableTile *tile, const struct sabot_wire_view *view)
{
	int64_t since_us = sabot_table_waits_since(view);
	g_autofree char *word = g_utf8_strup(C_("tile", "stopped"), -1);
	g_autofree char *age = NULL, *text = NULL;
	bool is_wall = tile->density == SABOT_TILE_WALL;

	if (sabot_table_is_stopped(view) && (is_wall || tile->density < SABOT_TILE_COMPACT)) {
		age = since_us == SABOT_TIME_NONE
			      ? g_strdup("")
			      : sabot_phrase_clock(g_get_real_time() - since_us);
		/* Translators: "STOPPED", for how long. */
		text = g_strdup_printf(C_("tile", "%s %s"), word, age);
	}
	sabot_label_set(tile->stopped, has_long_head(tile) ? text : NULL);
	sabot_label_set(tile->alert_stopped, has_long_head(tile) ? NULL : text);
}

static bool
has_room_for_names(SabotTableTile *tile)
{
	return tile->density < SABOT_TILE_SMALL || tile->density == SABOT_TILE_WALL;
}

static void
show_alert_text(SabotTableTile *tile, const struct sabot_wire_view *view)
{
	const struct sabot_wire_incident *shown = sabot_table_incident(view);
	SabotFeed *feed = sabot_table_item_get_feed(tile->item);
	bool is_stopped = sabot_table_is_stopped(view);
	bool is_mini = is_brief(tile) || is_cell(tile);
	g_autofree char *code = sabot_table_is_called(view) ? g_strdup(C_("tile", "pit called"))
							    : sabot_phrase_code_short(shown->code);
	g_autofree char *sentence = sabot_phrase_incident(shown);
	g_autofree char *age = NULL, *who = NULL;

	if (!is_stopped && tile->density == SABOT_TILE_LARGE && shown->at_us != SABOT_TIME_NONE)
		age = sabot_phrase_age(g_get_real_time() - shown->at_us);
	if (is_stopped && has_room_for_names(tile))
		who = sabot_phrase_who_has(shown, feed ? sabot_feed_get_session(feed) : NULL);
	/* A severity's word fits everywhere; a code would be cut off. */
	sabot_label_set(tile->alert_text,
			is_mini ? sabot_phrase_severity(sabot_table_gravity(view)) : code);
	sabot_label_set(tile->alert_who, who);
	sabot_label_set(tile->alert_age, age);
	gtk_widget_set_tooltip_text(tile->alert, sentence);
}

static void
show_badge(SabotTableTile *tile, SabotBadge *badge, bool is_needed)
{
	const struct sabot_wire_view *view = sabot_table_item_get_view(tile->item);

	gtk_widget_set_visible(GTK_WIDGET(badge), is_needed);
	if (!is_needed)
		return;
	/* Now that it is visible: GTK does not heed what a hidden widget requests. */
	sabot_badge_set_size(
		badge, (int)(look_of(tile)->badge_em * sabot_font_get_size(GTK_WIDGET(tile))));
	sabot_badge_set(badge, sabot_table_gravity(view), FALSE);
	if (sabot_table_is_called(view))
		sabot_badge_set_call(badge);
}

static void
show_alert(SabotTableTile *tile, const struct sabot_wire_view *view)
{
	const struct sabot_wire_incident *shown = sabot_table_incident(view);
	bool has_count = tile->density == SABOT_TILE_LARGE || tile->density == SABOT_TILE_WALL;
	bool is_in_head = look_of(tile)->is_badge_in_head, is_marked;
	g_autofree char *count = has_count ? sabot_phrase_more(sabot_table_others(view)) : NULL;

	show_frame(tile, view);
	show_stopped(tile, view);
	gtk_widget_set_visible(tile->alert, shown && !is_cell(tile));
	/* Beside the mark that a small tile is stale there is no room for a badge. */
	is_marked = sabot_table_item_get_stale(tile->item) &&
		    (tile->density != SABOT_TILE_CELL || sabot_table_has_long_name(view));
	show_badge(tile, tile->head_badge, shown && is_in_head && !is_marked);
	show_badge(tile, tile->badge, shown && !is_in_head);
	if (!shown)
		return;
	show_alert_text(tile, view);
	sabot_label_set(tile->alert_more, count);
}

/* A device is shown only if it is down. */
static void
show_device(SabotTableTile *tile, const struct sabot_wire_view *view)
{
	bool is_reported = tile->density < SABOT_TILE_LOW && sabot_table_has_shoe_trouble(view);

	sabot_label_set(tile->device,
			is_reported ? sabot_phrase_device_state(view->device->state) : NULL);
}

static void
show_exposure(SabotTableTile *tile, const struct sabot_wire_view *view)
{
	int64_t now_us = g_get_real_time();
	bool has_room = tile->density < SABOT_TILE_SMALL;
	g_autofree char *text = NULL;

	if (view->exposure && has_room)
		text = tile->density == SABOT_TILE_LARGE
			       ? sabot_phrase_exposure(view->exposure, now_us)
			       : sabot_phrase_exposure_short(view->exposure, now_us);
	sabot_label_set(tile->exposure, text);
}

/* Who deals, for how long if there is room, and how fast. */
static char *
dealer_text(SabotTableTile *tile)
{
	if (tile->density == SABOT_TILE_LARGE)
		return sabot_feed_describe_dealer(tile->item);
	return tile->density == SABOT_TILE_NORMAL ? sabot_feed_name_dealer(tile->item) : NULL;
}

static void
show_dealer(SabotTableTile *tile, const struct sabot_wire_view *view)
{
	bool is_reported = tile->density < SABOT_TILE_SMALL;
	g_autofree char *dealer = dealer_text(tile);
	g_autofree char *pace =
		is_reported && view->pace >= 0 ? sabot_phrase_pace(view->pace) : NULL;

	sabot_label_set(tile->dealer, dealer);
	sabot_label_set(tile->pace, pace);
}

/* Below the alarm of a compact tile there is none. */
static bool
has_room_for_device(SabotTableTile *tile)
{
	return !is_compact(tile) ||
	       (!is_shown(tile->alert) &&
		!sabot_table_is_unknown(sabot_table_item_get_view(tile->item)));
}

static void
show_foot(SabotTableTile *tile, const struct sabot_wire_view *view)
{
	bool is_large = tile->density == SABOT_TILE_LARGE;
	const char *money = sabot_table_item_get_money(tile->item);
	g_autofree char *limits =
		is_large && !money ? sabot_phrase_limits(view->min_minor, view->max_minor) : NULL;

	show_dealer(tile, view);
	show_exposure(tile, view);
	sabot_label_set(tile->limits, is_large && money ? money : limits);
	gtk_widget_set_visible(tile->foot, look_of(tile)->has_words || (is_shown(tile->device) &&
									has_room_for_device(tile)));
}

static bool
has_room_for_prompt(SabotTableTile *tile)
{
	if (is_brief(tile))
		return !is_shown(tile->alert) && !is_shown(tile->redress);
	return !is_compact(tile) || !is_shown(tile->alert);
}

/* The next step; the reason and the call are in its tooltip. */
static void
show_prompt(SabotTableTile *tile, const struct sabot_wire_view *view)
{
	const struct sabot_wire_prompt *prompt = view->prompt;
	g_autofree char *text = NULL, *more = NULL;

	if (view->fault)
		text = g_strdup(view->fault);
	else if (view->away)
		text = sabot_phrase_away(view->away);
	else if (prompt && look_of(tile)->has_prompt && view->state != SABOT_WIRE_TABLE_CLOSED &&
		 !(is_shown(tile->redress) && gtk_widget_get_visible(tile->alert)))
		text = sabot_phrase_prompt(prompt);
	if (view->away)
		more = sabot_text_refusal(view->away->why);
	else if (prompt && !view->fault)
		more = sabot_phrase_prompt_more(prompt);
	/* A compact tile has two lines for a payment, an alarm and this, a brief one has one. */
	gtk_label_set_lines(tile->prompt,
			    is_brief(tile) || (is_compact(tile) && is_shown(tile->redress)) ? 1
											    : 2);
	sabot_label_set(tile->prompt, has_room_for_prompt(tile) ? text : NULL);
	gtk_widget_set_tooltip_text(GTK_WIDGET(tile->prompt), more);
	sabot_style_set_class(tile->prompt, "down", sabot_table_is_unknown(view));
}

/* What is still to be paid for a round that is over. */
static void
show_redress(SabotTableTile *tile, const struct sabot_wire_view *view)
{
	bool is_crowded = tile->density >= SABOT_TILE_COMPACT;
	bool has_room = !is_cell(tile) && (!is_crowded || !gtk_widget_get_visible(tile->alert));
	g_autofree char *text = has_room ? sabot_phrase_redress_short(view) : NULL;

	sabot_label_set(tile->redress, text);
}

/* Small tiles have two lines for alarms and the state of the round. */
static bool
has_room_for_state(SabotTableTile *tile)
{
	bool has_alert = gtk_widget_get_visible(tile->alert);
	bool has_redress = gtk_widget_get_visible(GTK_WIDGET(tile->redress));

	if (is_cell(tile))
		return false;
	if (tile->density >= SABOT_TILE_COMPACT &&
	    sabot_table_is_unknown(sabot_table_item_get_view(tile->item)))
		return false;
	if (tile->density >= SABOT_TILE_COMPACT)
		return !has_alert && !has_redress;
	/* The head of a waiting table shows it. */
	if (sabot_table_is_stopped(sabot_table_item_get_view(tile->item)))
		return false;
	if (has_alert && has_redress)
		return false;
	return tile->density < SABOT_TILE_SMALL || (!has_alert && !has_redress);
}

/* Beside the name on the largest tiles; elsewhere instead of the round's state, or as a mark. */
static void
show_stale(SabotTableTile *tile)
{
	bool is_stale = sabot_table_item_get_stale(tile->item);
	bool is_below = tile->density != SABOT_TILE_LARGE && gtk_widget_get_visible(tile->state);

	const char *beside = tile->density == SABOT_TILE_LARGE ? _("stale") : "?";

	sabot_label_set(tile->stale, is_stale && !is_below ? beside : NULL);
	gtk_widget_set_visible(GTK_WIDGET(tile->stale_state), is_stale && is_below);
}

/* The state of the round. Small tiles show either this or an alarm. */
static void
show_state(SabotTableTile *tile, const struct sabot_wire_view *view)
{
	bool is_large = tile->density == SABOT_TILE_LARGE;
	bool is_crowded = tile->density >= SABOT_TILE_COMPACT;
	g_autofree char *outcome = is_crowded || !sabot_dealer_hands_are_current(view)
					   ? NULL
					   : sabot_phrase_outcome(view);
	bool has_outcome = outcome && *outcome;
	const char *phase = is_large && !has_outcome ? sabot_phrase_phase(view->phase)
						     : sabot_phrase_phase_short(view->phase);

	if (view->state != SABOT_WIRE_TABLE_OPEN && view->state != SABOT_WIRE_TABLE_UNKNOWN)
		phase = sabot_phrase_table_state(view->state);
	gtk_widget_set_visible(tile->state, has_room_for_state(tile));
	show_stale(tile);
	if (gtk_widget_get_visible(GTK_WIDGET(tile->stale_state))) {
		sabot_label_set(tile->phase, NULL);
		sabot_label_set(tile->winner, NULL);
		return;
	}
	/* The winner implies that the round is decided. */
	sabot_label_set(tile->phase, has_outcome && !is_large ? NULL : phase);
	sabot_label_set(tile->winner, outcome);
}

/* The game; with less room, or if the table waits, the number of further incidents. */
static void
show_beside_name(SabotTableTile *tile, const struct sabot_wire_view *view)
{
	bool has_count = tile->density == SABOT_TILE_NORMAL;
	g_autofree char *more = has_count ? sabot_phrase_more(sabot_table_others(view)) : NULL;

	if (has_long_head(tile) && !sabot_table_is_stopped(view))
		sabot_label_set(tile->game, sabot_phrase_game(view->game));
	else
		sabot_label_set(tile->game, more);
}

static void
show_head(SabotTableTile *tile, const struct sabot_wire_view *view)
{
	bool is_stale = sabot_table_item_get_stale(tile->item);
	bool is_mini = tile->density >= SABOT_TILE_LOW;

	sabot_label_set(tile->name, view->table);
	sabot_style_set_class(tile->name, "long",
			      sabot_table_has_long_name(view) &&
				      (is_stale || sabot_table_incident(view)));
	sabot_label_set(tile->site, is_mini ? NULL : sabot_feed_get_item_label(tile->item));
	show_beside_name(tile, view);
	gtk_widget_set_visible(GTK_WIDGET(tile->simulated), view->is_simulated && !is_mini);
	gtk_widget_set_visible(GTK_WIDGET(tile->unsaved), !view->is_saved);
	sabot_style_set_class(tile, "stale", is_stale);
	sabot_style_set_class(tile, "closed", view->state == SABOT_WIRE_TABLE_CLOSED);
}

/* What is to be paid, and the text at the tile's foot, as "Dan, 40 min; 62 rounds/h". */
static char *
join_facts(SabotTableTile *tile)
{
	GtkLabel *const facts[] = {tile->redress,  tile->dealer, tile->pace,
				   tile->exposure, tile->limits, tile->device};
	const char *text[G_N_ELEMENTS(facts) + 1] = {NULL};
	gsize n = 0;

	for (gsize i = 0; i < G_N_ELEMENTS(facts); i++)
		if (*gtk_label_get_text(facts[i]))
			text[n++] = gtk_label_get_text(facts[i]);
	return g_strjoinv("; ", (char **)text);
}

/* Screen readers do not separate a button's children: its own name lists the hands. */
static void
describe(SabotTableTile *tile, AtkObject *accessible)
{
	g_autofree char *totals = sabot_phrase_totals(sabot_table_item_get_view(tile->item));
	const char *hands =
		is_shown(tile->spread)
			? atk_object_get_name(gtk_widget_get_accessible(GTK_WIDGET(tile->spread)))
		: is_shown(tile->totals) ? totals
					 : "";
	const char *prompt = gtk_label_get_text(tile->prompt);
	g_autofree char *facts = join_facts(tile);
	/* Translators: for screen readers: the hands; what to do next. */
	g_autofree char *lies =
		*prompt ? g_strdup_printf(C_("table", "%s. %s"), hands, prompt) : g_strdup(hands);
	g_autofree char *text =
		*facts ? g_strdup_printf(C_("table", "%s. %s"), lies, facts) : g_strdup(lies);

	if (g_strcmp0(atk_object_get_description(accessible), text) != 0)
		atk_object_set_description(accessible, text);
}

static void
name_it(SabotTableTile *tile, const struct sabot_wire_view *view)
{
	g_autofree char *name = sabot_phrase_table_name(view, sabot_feed_get_item_label(tile->item),
							sabot_table_item_get_stale(tile->item));
	AtkObject *accessible = gtk_widget_get_accessible(GTK_WIDGET(tile));

	if (g_strcmp0(atk_object_get_name(accessible), name) != 0)
		atk_object_set_name(accessible, name);
	describe(tile, accessible);
}

void
sabot_table_tile_refresh(SabotTableTile *tile)
{
	const struct sabot_wire_view *view = sabot_table_item_get_view(tile->item);

	show_head(tile, view);
	show_alert(tile, view);
	show_redress(tile, view);
	show_state(tile, view);
	show_device(tile, view);
	show_hands(tile, view);
	show_prompt(tile, view);
	show_foot(tile, view);
	name_it(tile, view);
}

static void
use_density(SabotTableTile *tile)
{
	const struct sabot_tile_look *look = look_of(tile);
	int alert_px = tile->density < SABOT_TILE_COMPACT ? SPACING_PX : CLOSE_SPACING_PX;

	for (int i = 0; i < SABOT_TILE_N_LOOKS; i++)
		sabot_style_set_class(tile, sabot_tile_looks[i].style, i == (int)tile->density);
	sabot_style_set_class(tile, "cell", is_cell(tile));
	sabot_style_set_class(tile, "compact", is_compact(tile));
	sabot_style_set_class(tile, "mini", is_brief(tile));
	gtk_box_set_spacing(GTK_BOX(tile->alert),
			    tile->density == SABOT_TILE_WALL ? WALL_SPACING_PX : alert_px);
	gtk_box_set_spacing(tile->head, is_cell(tile)      ? 1
					: is_compact(tile) ? CLOSE_SPACING_PX
							   : SPACING_PX);
	gtk_label_set_lines(tile->alert_text, look->alert_lines);
	gtk_widget_set_size_request(GTK_WIDGET(tile->road), -1,
				    (int)(look->road_em * sabot_font_get_size(GTK_WIDGET(tile))));
	sabot_table_tile_refresh(tile);
}

GtkWidget *
sabot_table_tile_new(SabotTableItem *item, enum sabot_tile_density density)
{
	SabotTableTile *tile = g_object_new(SABOT_TYPE_TABLE_TILE, NULL);

	tile->item = g_object_ref(item);
	tile->density = density;
	use_density(tile);
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
	use_density(tile);
}
