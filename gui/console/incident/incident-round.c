/*
 * See incident-round.h; its layout is incident-round.ui. While the table still shows the round, its
 * view is followed; for an earlier round the daemon replays its state at the incident.
 */
#include "incident-round.h"
#include "gui/widgets/template.h"

#include "gui/model/tables/excess-card.h"
#include "gui/model/tables/incident-phrases.h"
#include "gui/model/tables/table-list.h"
#include "gui/model/tables/table-phrases.h"
#include "gui/widgets/hand.h"
#include "gui/widgets/label.h"
#include "proto/messages/lookup-messages.h"
#include "text/money.h"
#include "text/words.h"

#include <glib/gi18n.h>

enum { AGAIN_MS = 1500, COLUMNS = 5, BANK_CARD_PX = 92, BOX_CARD_PX = 70 };

/* The children of the template. */
#define INCIDENT_ROUND_CHILDREN(CHILD)                                                             \
	CHILD(GtkLabel, title)                                                                     \
	CHILD(GtkLabel, facts)                                                                     \
	CHILD(GtkLabel, missing)                                                                   \
	CHILD(GtkFlowBox, hands)                                                                   \
	CHILD(GtkWidget, cards)                                                                    \
	CHILD(GtkWidget, stakes_frame)                                                             \
	CHILD(GtkLabel, with)                                                                      \
	CHILD(GtkGrid, stakes)

struct _SabotIncidentRound {
	GtkBox parent_instance;
	SabotTableItem *item; /* its table; or NULL */
	gulong changed_handler;
	SabotFeed *feed;
	GCancellable *asking;
	guint again_source;
	char *table;
	int64_t incident, round;
	struct sabot_wire_hand *excess; /* the card that belongs to no hand; or NULL */
	/* the round at the incident; NULL: not needed, or not received yet */
	struct sabot_wire_view *past;
	INCIDENT_ROUND_CHILDREN(SABOT_CHILD_MEMBER)
};

G_DEFINE_FINAL_TYPE(SabotIncidentRound, sabot_incident_round, GTK_TYPE_BOX)

static void
sabot_incident_round_dispose(GObject *object)
{
	SabotIncidentRound *round = SABOT_INCIDENT_ROUND(object);

	sabot_give_up(&round->asking);
	g_clear_handle_id(&round->again_source, g_source_remove);
	if (round->item)
		g_clear_signal_handler(&round->changed_handler, round->item);
	g_clear_object(&round->item);
	g_clear_object(&round->feed);
	g_clear_pointer(&round->table, g_free);
	g_clear_pointer(&round->past, sabot_record_unref);
	g_clear_pointer(&round->excess, sabot_record_unref);
	G_OBJECT_CLASS(sabot_incident_round_parent_class)->dispose(object);
}

static void
sabot_incident_round_class_init(SabotIncidentRoundClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_incident_round_dispose;
	gtk_widget_class_set_template_from_resource(
		widget_class, "/org/sabot/console/incident/incident-round.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotIncidentRound, INCIDENT_ROUND_CHILDREN);
}

static void
sabot_incident_round_init(SabotIncidentRound *round)
{
	gtk_widget_init_template(GTK_WIDGET(round));
}

/* --- The hands -------------------------------------------------------------------------------- */

static GtkWidget *
add_hand(SabotIncidentRound *round, const char *title, const struct sabot_wire_hand *hand,
	 int card_px)
{
	GtkWidget *widget = sabot_hand_new(), *place;
	g_autofree char *note = sabot_phrase_hand_note(hand);
	g_autofree char *name = sabot_phrase_hand_name(title, hand);

	sabot_hand_set_card_height(SABOT_HAND(widget), card_px);
	sabot_hand_set(SABOT_HAND(widget), title, hand, note);
	sabot_style_set_class(widget, "in-turn", hand->state == SABOT_WIRE_HAND_TURN);
	gtk_container_add(GTK_CONTAINER(round->hands), widget);
	place = gtk_widget_get_parent(widget);
	gtk_widget_set_can_focus(place, FALSE);
	atk_object_set_name(gtk_widget_get_accessible(place), name);
	gtk_widget_show(widget);
	gtk_widget_show(place);
	return widget;
}

static void
add_box(SabotIncidentRound *round, const struct sabot_wire_box *box)
{
	for (guint i = 0; i < box->hands->len; i++) {
		const struct sabot_wire_hand *hand = g_ptr_array_index(box->hands, i);
		g_autofree char *title = NULL;

		if (hand->cards->len == 0)
			continue;
		if (box->hands->len > 1)
			/* Translators: a box, one of its hands from 1. */
			title = g_strdup_printf(C_("hand", "box %d, hand %d"), (int)box->box,
						(int)hand->hand + 1);
		else
			title = g_strdup_printf(_("box %d"), (int)box->box);
		add_hand(round, title, hand, BOX_CARD_PX);
	}
}

static void
show_hands(SabotIncidentRound *round, const struct sabot_wire_view *view)
{
	sabot_container_clear(round->hands);
	if (view->punto)
		add_hand(round, C_("hand", "punto"), view->punto, BANK_CARD_PX);
	if (view->banca)
		add_hand(round, C_("hand", "banca"), view->banca, BANK_CARD_PX);
	if (view->dealer)
		add_hand(round, C_("hand", "dealer"), view->dealer, BANK_CARD_PX);
	if (round->excess)
		sabot_style_set_class(add_hand(round, C_("hand", "too many"), round->excess,
					       BANK_CARD_PX),
				      "excess", TRUE);
	for (guint i = 0; i < view->boxes->len; i++)
		add_box(round, g_ptr_array_index(view->boxes, i));
}

static void
show_view(SabotIncidentRound *round, const struct sabot_wire_view *view, gboolean is_past)
{
	g_autofree char *title = NULL, *facts = NULL;
	g_autofree char *limits = sabot_phrase_limits(view->min_minor, view->max_minor);
	g_autofree char *load = sabot_phrase_load_round(view);

	if (is_past)
		/* Translators: the number of a round that is over. */
		title = g_strdup_printf(_("Round %d as it lay"), (int)round->round);
	else
		/* Translators: the number of the round that is still on the table. */
		title = g_strdup_printf(_("Round %d as it lies"), (int)round->round);
	sabot_label_set(round->title, title);
	facts = g_strdup_printf("%s%s%s", load ? load : "", load && limits ? " · " : "",
				limits ? limits : "");
	sabot_label_set(round->facts, facts);
	sabot_label_set(round->missing, NULL);
	show_hands(round, view);
}

static void
show_missing(SabotIncidentRound *round, const char *why)
{
	g_autofree char *title = NULL;

	if (round->round > 0)
		title = g_strdup_printf(_("Round %d as it lay"), (int)round->round);
	sabot_label_set(round->title, title ? title : _("Between rounds"));
	sabot_label_set(round->missing, why);
	sabot_container_clear(round->hands);
}

static gboolean
on_again_due(gpointer data);

static void
on_replay_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotIncidentRound *round = data;
	g_autofree char *why = NULL;
	struct sabot_wire_replay *replay =
		sabot_session_read(ok, error, &sabot_wire_replay_type, &why);

	(void)client;
	g_clear_object(&round->asking);
	if (replay && replay->view) {
		round->past = sabot_record_ref(replay->view);
		show_view(round, round->past, TRUE);
	} else {
		show_missing(round, why);
		if (sabot_session_get_readiness(error) >= 0)
			round->again_source = g_timeout_add(AGAIN_MS, on_again_due, round);
	}
	sabot_record_unref(replay);
}

static void
request_past(SabotIncidentRound *round)
{
	if (round->asking || round->again_source)
		return;
	round->asking = g_cancellable_new();
	sabot_session_request(sabot_feed_get_session(round->feed), "replay",
			      json_pack("{s:s, s:I}", "table", round->table, "incident",
					(json_int_t)round->incident),
			      round->asking, on_replay_came, round);
}

static gboolean
on_again_due(gpointer data)
{
	SabotIncidentRound *round = data;

	round->again_source = 0;
	request_past(round);
	return G_SOURCE_REMOVE;
}

static void
show_round(SabotIncidentRound *round)
{
	const struct sabot_wire_view *view =
		round->item ? sabot_table_item_get_view(round->item) : NULL;

	if (round->round <= 0)
		show_missing(round, NULL);
	else if (view && view->round == round->round)
		show_view(round, view, FALSE);
	else if (round->past)
		show_view(round, round->past, TRUE);
	else
		request_past(round);
}

void
sabot_incident_round_begin(SabotIncidentRound *round, SabotFeed *feed,
			   const struct sabot_wire_incident *incident)
{
	SabotTableItem *item = sabot_table_list_find(sabot_feed_get_tables(feed),
						     sabot_wire_incident_table(incident), NULL);

	round->feed = g_object_ref(feed);
	round->table = g_strdup(incident->table);
	round->incident = incident->id;
	round->round = incident->round;
	round->excess = sabot_excess_of_incident(incident);
	gtk_widget_set_visible(round->cards,
			       item && g_strcmp0(incident->code, "count_mismatch") == 0);
	if (item) {
		round->item = g_object_ref(item);
		round->changed_handler =
			g_signal_connect_swapped(item, "changed", G_CALLBACK(show_round), round);
	}
	show_round(round);
}

/* --- The stakes ------------------------------------------------------------------------------- */

/* A stake with the due before and after; the sums of the house. */
struct line {
	const struct sabot_wire_stake_effect *stake;
	int64_t before_minor, after_minor; /* or SABOT_WIRE_NO_NUMBER */
};

struct sums {
	int64_t before_minor, after_minor;
	gboolean has_before, has_after; /* all of them are certain */
};

static void
attach(SabotIncidentRound *round, int column, int row, const char *text, const char *style)
{
	GtkWidget *label = gtk_label_new(text);

	gtk_label_set_xalign(GTK_LABEL(label), column < 2 ? 0 : 1);
	gtk_widget_set_hexpand(label, column > 0);
	sabot_style_set_class(label, style, TRUE);
	if (column > 1)
		sabot_style_set_class(label, "figures", TRUE);
	gtk_grid_attach(round->stakes, label, column, row, 1, 1);
	gtk_widget_show(label);
}

/* With its sign; "?" if it is not certain. */
static void
attach_money(SabotIncidentRound *round, int column, int row, int64_t minor, const char *style)
{
	char amount[SABOT_TEXT_MONEY_SIZE];
	g_autofree char *text = NULL;

	if (minor != SABOT_WIRE_NO_NUMBER)
		text = g_strdup_printf("%s%s", minor > 0 ? "+" : "",
				       sabot_text_money(minor, amount));
	attach(round, column, row, text ? text : "?", style);
}

/* While a round is in play nothing may be due yet. */
static void
attach_dues(SabotIncidentRound *round, int row, const struct line *line, const char *style)
{
	if (line->before_minor == SABOT_WIRE_NO_NUMBER &&
	    line->after_minor == SABOT_WIRE_NO_NUMBER) {
		attach(round, 3, row, "–", "stakes-same");
		attach(round, 4, row, "–", "stakes-same");
		return;
	}
	attach_money(round, 3, row, line->before_minor, "stakes-same");
	attach_money(round, 4, row, line->after_minor, style);
}

static void
attach_head(SabotIncidentRound *round)
{
	const char *const heads[COLUMNS] = {C_("stakes", "box"), C_("stakes", "bet"),
					    C_("stakes", "stake"), C_("stakes", "as it lies"),
					    C_("stakes", "after ruling")};

	for (int i = 0; i < COLUMNS; i++)
		attach(round, i, 0, heads[i], "stakes-head");
}

/* Its accessible name is the whole sentence, because a screen reader reads no columns. */
static void
attach_line(SabotIncidentRound *round, int row, const struct line *line)
{
	const struct sabot_wire_stake_effect *stake = line->stake;
	const char *style = line->before_minor == line->after_minor ? "stakes-same" : "stakes-new";
	g_autofree char *seat = g_strdup_printf("%d", (int)stake->box), *bet = NULL;
	g_autofree char *name =
		sabot_phrase_stake_effect(stake, line->before_minor, line->after_minor);
	const char *on = sabot_text_bet(sabot_bet_from_string(stake->on));
	char amount[SABOT_TEXT_MONEY_SIZE];
	GtkWidget *after;

	if (g_strcmp0(stake->bettor, seat) != 0)
		bet = g_strdup_printf("%s (%s)", on, stake->bettor);
	attach(round, 0, row, seat, "stakes-box");
	attach(round, 1, row, bet ? bet : on, "stakes-bet");
	sabot_style_set_class(gtk_grid_get_child_at(round->stakes, 1, row), stake->on, TRUE);
	attach(round, 2, row, sabot_text_money(stake->stake_minor, amount), "stakes-same");
	attach_dues(round, row, line, style);
	after = gtk_grid_get_child_at(round->stakes, 4, row);
	atk_object_set_name(gtk_widget_get_accessible(after), name);
}

static void
attach_house(SabotIncidentRound *round, int row, const struct sums *sums)
{
	attach(round, 0, row, C_("stakes", "house"), "stakes-house");
	attach(round, 1, row, "", "stakes-house");
	attach(round, 2, row, "", "stakes-house");
	attach_money(round, 3, row, sums->has_before ? -sums->before_minor : SABOT_WIRE_NO_NUMBER,
		     "stakes-house");
	attach_money(round, 4, row, sums->has_after ? -sums->after_minor : SABOT_WIRE_NO_NUMBER,
		     "stakes-house");
}

static gboolean
is_same(const struct sabot_wire_stake_effect *laid, const struct sabot_wire_stake_effect *other)
{
	return laid->box == other->box && g_strcmp0(laid->on, other->on) == 0 &&
	       g_strcmp0(laid->bettor, other->bettor) == 0 &&
	       (laid->hand == other->hand || laid->hand < 0);
}

static const struct sabot_wire_stake_effect *
find_like(const GPtrArray *stakes, const struct sabot_wire_stake_effect *like, gboolean is_laid)
{
	for (guint i = 0; i < stakes->len; i++) {
		const struct sabot_wire_stake_effect *stake = g_ptr_array_index(stakes, i);

		if (is_laid ? is_same(stake, like) : is_same(like, stake))
			return stake;
	}
	return NULL;
}

static void
add_line(SabotIncidentRound *round, int *row, const struct line *line, struct sums *sums)
{
	gboolean has_before = line->before_minor != SABOT_WIRE_NO_NUMBER;
	gboolean has_after = line->after_minor != SABOT_WIRE_NO_NUMBER;

	sums->has_before = sums->has_before && has_before;
	sums->has_after = sums->has_after && has_after;
	sums->before_minor += has_before ? line->before_minor : 0;
	sums->after_minor += has_after ? line->after_minor : 0;
	attach_line(round, ++*row, line);
}

/* The stakes present, then those that a remedy adds: hands made by a later event. */
static void
add_lines(SabotIncidentRound *round, const GPtrArray *laid, const GPtrArray *changed)
{
	struct sums sums = {.has_before = TRUE, .has_after = TRUE};
	int row = 0;

	for (guint i = 0; i < laid->len; i++) {
		const struct sabot_wire_stake_effect *stake = g_ptr_array_index(laid, i);
		const struct sabot_wire_stake_effect *other = find_like(changed, stake, FALSE);

		add_line(round, &row,
			 &(struct line){stake, stake->before_minor,
					other ? other->after_minor : stake->before_minor},
			 &sums);
	}
	for (guint i = 0; i < changed->len; i++) {
		const struct sabot_wire_stake_effect *stake = g_ptr_array_index(changed, i);

		if (!find_like(laid, stake, TRUE))
			add_line(round, &row,
				 &(struct line){stake, stake->before_minor, stake->after_minor},
				 &sums);
	}
	if (row > 1)
		attach_house(round, ++row, &sums);
}

void
sabot_incident_round_set_remedy(SabotIncidentRound *round,
				const struct sabot_wire_remedies *remedies,
				const struct sabot_wire_remedy *remedy)
{
	g_autoptr(GPtrArray) none = g_ptr_array_new();
	const GPtrArray *changed = remedy ? remedy->stakes : none;
	g_autofree char *name = remedy ? sabot_phrase_remedy_named(remedy->remedy, NULL) : NULL;
	g_autofree char *with = NULL;

	if (name)
		/* Translators: a remedy; the column below it says what is then due. */
		with = g_strdup_printf(_("with \"%s\" →"), name);
	sabot_label_set(round->with, with);
	sabot_container_clear(round->stakes);
	gtk_widget_set_visible(round->stakes_frame, remedies->stakes->len > 0 || changed->len > 0);
	attach_head(round);
	add_lines(round, remedies->stakes, changed);
}
