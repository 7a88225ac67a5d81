/* The simulated shoe of a practice table: see practice.h. */
#include "practice.h"

#include "training-shoe.h"

#include <glib/gi18n-lib.h>
#include <string.h>

struct _SabotPractice {
	GObject parent_instance;
	SabotDealerTable *table;
	GRand *rand;
	struct sabot_training_shoe *shoe; /* not plugged in: only its pack is used */
	int64_t load;                     /* the number of the load that it holds; 0 = none */
	int64_t drawn_cards;              /* drawn from that load */
	gboolean is_cut, is_judged;
};

enum { SIGNAL_REFUSED, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(SabotPractice, sabot_practice, G_TYPE_OBJECT)

static void
sabot_practice_finalize(GObject *object)
{
	SabotPractice *practice = SABOT_PRACTICE(object);

	g_signal_handlers_disconnect_by_data(practice->table, practice);
	g_object_unref(practice->table);
	sabot_training_shoe_free(practice->shoe);
	g_rand_free(practice->rand);
	G_OBJECT_CLASS(sabot_practice_parent_class)->finalize(object);
}

static void
sabot_practice_class_init(SabotPracticeClass *klass)
{
	G_OBJECT_CLASS(klass)->finalize = sabot_practice_finalize;
	signals[SIGNAL_REFUSED] = g_signal_new("refused", SABOT_TYPE_PRACTICE, G_SIGNAL_RUN_LAST, 0,
					       NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
sabot_practice_init(SabotPractice *practice)
{
	(void)practice;
}

/* Why the table cannot be used for practice; NULL if it can. Transferred. */
static char *
find_refusal(const struct sabot_wire_view *view)
{
	if (!view->is_simulated)
		return g_strdup_printf(_("%s is a real table; a practice table has simulated = yes "
					 "in the daemon's configuration"),
				       view->table);
	if (view->device)
		return g_strdup_printf(_("%s has a shoe of its own (%s); a practice table has no "
					 "device in the daemon's configuration"),
				       view->table, view->device->name);
	return NULL;
}

/* False if more cards were seen than were drawn here: another display deals them. */
static gboolean
is_our_load(const SabotPractice *practice, const struct sabot_wire_view *view)
{
	return practice->load > 0 && view->load == practice->load &&
	       (!view->shoe || view->shoe->seen_cards <= practice->drawn_cards);
}

static void
on_changed(SabotDealerTable *table, gpointer data)
{
	SabotPractice *practice = data;
	const struct sabot_wire_view *view = sabot_dealer_table_get_view(table);
	g_autofree char *refusal = NULL;

	if (!view)
		return;
	refusal = practice->is_judged ? NULL : find_refusal(view);
	practice->is_judged = TRUE;
	if (refusal) {
		g_signal_emit(practice, signals[SIGNAL_REFUSED], 0, refusal);
		return;
	}
	sabot_dealer_table_set_practice(table, is_our_load(practice, view)
						       ? SABOT_DEALER_PRACTICE_LOAD
						       : SABOT_DEALER_OTHER_LOAD);
	if (view->phase == SABOT_WIRE_PHASE_AFTER_CUT && is_our_load(practice, view))
		sabot_dealer_table_set_number(table, sabot_training_shoe_count(practice->shoe));
}

static gboolean
must_cut(const SabotPractice *practice)
{
	const struct sabot_wire_rules *rules = sabot_dealer_table_get_rules(practice->table);
	int64_t behind_cards = rules ? rules->cut_min_cards : 0;

	return !practice->is_cut &&
	       sabot_training_shoe_is_at_cut_card(practice->shoe, behind_cards);
}

/* Send the next card, preceded by the cut card if that lies on it. */
static void
draw(SabotPractice *practice)
{
	char name[SABOT_CARD_TEXT_SIZE];
	struct sabot_card card;

	if (must_cut(practice)) {
		practice->is_cut = TRUE;
		sabot_dealer_table_send(practice->table, json_pack("{s:s}", "ev", "cut_card"));
	}
	card = sabot_training_shoe_draw(practice->shoe, SABOT_TRAINING_DRAW_UNSEEN);
	if (card.rank == 0) {
		sabot_dealer_table_refuse(practice->table, _("The shoe is empty."));
		return;
	}
	practice->drawn_cards++;
	sabot_dealer_table_send(practice->table,
				json_pack("{s:s, s:s, s:s}", "ev", "card", "card",
					  sabot_card_format(card, name), "src", "read"));
}

static void
fill(SabotPractice *practice, const struct sabot_wire_event *event)
{
	const struct sabot_wire_view *view = sabot_dealer_table_get_view(practice->table);

	sabot_training_shoe_fill(practice->shoe, (int)event->decks);
	practice->load = view ? MAX(view->load, 0) + 1 : 0;
	practice->drawn_cards = 0;
	practice->is_cut = FALSE;
}

/*
 * The daemon lets programs of its own user act at a simulated table, but a practice is a person's.
 */
static gboolean
must_log_in(SabotDealerTable *table)
{
	SabotSession *session = sabot_feed_get_session(sabot_dealer_table_get_feed(table));

	return sabot_session_get_state(session) == SABOT_SESSION_OUT;
}

/* Returns TRUE for the key that draws a card, which is not an event yet. */
static gboolean
on_sending(SabotDealerTable *table, gpointer event, gpointer data)
{
	SabotPractice *practice = data;
	struct sabot_wire_event *sent;
	gboolean is_draw;

	if (must_log_in(table)) {
		sabot_dealer_table_require_login(table);
		return TRUE;
	}
	/* If the table has become a real one, its daemon refuses the event. */
	json_object_set_new(event, "sim", json_true());
	sent = sabot_record_parse(&sabot_wire_event_type, event, NULL);
	if (sent && strcmp(sent->ev, "load") == 0)
		fill(practice, sent);
	is_draw = sent && strcmp(sent->ev, "card") == 0 && !sent->card;
	sabot_record_unref(sent);
	if (is_draw)
		draw(practice);
	return is_draw;
}

SabotPractice *
sabot_practice_new(SabotDealerTable *table, guint32 seed)
{
	SabotPractice *practice = g_object_new(SABOT_TYPE_PRACTICE, NULL);

	practice->table = g_object_ref(table);
	practice->rand = g_rand_new_with_seed(seed);
	practice->shoe = sabot_training_shoe_new("", practice->rand);
	g_signal_connect(table, "sending", G_CALLBACK(on_sending), practice);
	g_signal_connect(table, "changed", G_CALLBACK(on_changed), practice);
	return practice;
}
