/* The dealer's sentences: see dealer-phrases.h. */
#include "dealer-phrases.h"

#include "dealer-hands.h"
#include "dealer-redress.h"

#include "proto/wire-words.h"

#include "gui/model/phrases.h"
#include "gui/model/tables/table-phrases.h"
#include "proto/wording/wording.h"
#include "text/money.h"
#include "text/refusal.h"

#include <glib/gi18n.h>

/*
 * The name of the dealer on duty at the table; NULL if none was recorded, or if the key beside
 * already shows that name because this is the person logged in.
 */
static const char *
find_dealer(const struct sabot_wire_view *view, SabotSession *session)
{
	const struct sabot_wire_person *own = sabot_session_get_person(session);

	for (guint i = 0; i < view->staff->len; i++) {
		const struct sabot_wire_duty *duty = g_ptr_array_index(view->staff, i);

		if (g_strcmp0(duty->post, "dealer") == 0)
			return own && g_strcmp0(duty->who, own->person) == 0
				       ? NULL
				       : sabot_session_get_name(session, duty->who);
	}
	return NULL;
}

char *
sabot_phrase_dealer_head(const struct sabot_wire_view *view, SabotSession *session, bool names_game)
{
	g_autofree char *place = sabot_phrase_load_round(view);
	g_autofree char *limits = sabot_phrase_limits(view->min_minor, view->max_minor);
	const char *dealer = find_dealer(view, session);
	GString *head = g_string_new(names_game ? sabot_phrase_game(view->game) : "");

	if (*place)
		g_string_append_printf(head, "%s%s", head->len > 0 ? " · " : "", place);
	if (*limits)
		g_string_append_printf(head, "%s%s", head->len > 0 ? " · " : "", limits);
	if (view->holder > 0) {
		g_string_append(head, " · ");
		g_string_append_printf(head,
				       view->game == SABOT_WIRE_GAME_BLACKJACK
					       ? C_("display", "bank at box %d")
					       : C_("display", "shoe at box %d"),
				       (int)view->holder);
	}
	if (dealer) {
		g_string_append(head, " · ");
		/* Translators: who is on duty as dealer, by name. */
		g_string_append_printf(head, C_("display", "dealer: %s"), dealer);
	}
	return g_string_free(head, FALSE);
}

const char *
sabot_phrase_connection(SabotFeed *feed)
{
	switch (sabot_client_get_state(sabot_feed_get_client(feed))) {
	case SABOT_CLIENT_OFFLINE:
		return C_("display", "NO CONNECTION: deal on, nothing here is current");
	case SABOT_CLIENT_STALE:
		return C_("display", "NOT CURRENT");
	case SABOT_CLIENT_CONNECTING:
	case SABOT_CLIENT_LIVE:
		break;
	}
	return "";
}

static char *
list_tables(SabotFeed *feed)
{
	GListModel *tables = G_LIST_MODEL(sabot_feed_get_tables(feed));
	GString *names = g_string_new(NULL);

	for (guint i = 0; i < g_list_model_get_n_items(tables); i++) {
		g_autoptr(SabotTableItem) item = g_list_model_get_item(tables, i);

		g_string_append(names, i > 0 ? ", " : "");
		g_string_append(names, sabot_table_item_get_name(item));
	}
	return g_string_free(names, FALSE);
}

char *
sabot_phrase_no_view(SabotFeed *feed, const char *name, char **ret_more)
{
	struct sabot_client *client = sabot_feed_get_client(feed);
	enum sabot_client_state state = sabot_client_get_state(client);
	g_autofree char *tables = NULL, *why = NULL;

	*ret_more = NULL;
	if (state == SABOT_CLIENT_OFFLINE) {
		why = sabot_text_refusal(sabot_client_get_reason(client));
		*ret_more = g_strdup_printf("%s: %s", sabot_client_get_path(client), why);
		return g_strdup(C_("display", "The daemon does not answer"));
	}
	if (state != SABOT_CLIENT_LIVE)
		return NULL;
	tables = list_tables(feed);
	if (*tables) /* Translators: the names of the tables that there are, with commas. */
		*ret_more = g_strdup_printf(C_("display", "Tables here: %s"), tables);
	return g_strdup_printf(C_("display", "There is no table %s here"), name);
}

/* Minutes and seconds. Transferred. */
static char *
phrase_wait(const struct sabot_wire_incident *incident, int64_t now_us)
{
	int64_t waited_us = MAX(now_us - incident->at_us, 0);
	int seconds = (int)MIN(waited_us / G_USEC_PER_SEC, G_MAXINT);

	return g_strdup_printf("%d:%02d", seconds / 60, seconds % 60);
}

const char *
sabot_phrase_lost_touches(enum sabot_lost_touches lost)
{
	switch (lost) {
	case SABOT_LOST_RECORDED:
		return _("The connection broke: what was touched last is recorded.");
	case SABOT_LOST_UNKNOWN:
		return _("The connection broke: look whether what was touched last is recorded.");
	case SABOT_LOST_IN_PART:
		return _("The connection broke: only a part of what was touched last is recorded. "
			 "Touch what is missing again.");
	case SABOT_LOST_ALL:
		return _("The connection broke: what was touched last is NOT recorded. Touch it "
			 "again.");
	case SABOT_LOST_UNSENT:
		return _("There was no connection: what was touched is NOT recorded. Touch it "
			 "again.");
	case SABOT_LOST_N:
		break;
	}
	return NULL;
}

char *
sabot_phrase_waiting(const struct sabot_wire_incident *dispute, int64_t now_us)
{
	g_autofree char *wait = phrase_wait(dispute, now_us);

	/* Translators: minutes and seconds since the pit was called. */
	return g_strdup_printf(C_("display", "Wait for the pit boss: %s"), wait);
}

char *
sabot_phrase_wait_key(const struct sabot_wire_incident *incident, int64_t now_us)
{
	g_autofree char *wait = phrase_wait(incident, now_us);

	/* Translators: in the place of the key that calls the pit: minutes and seconds since. */
	return g_strdup_printf(C_("key", "Pit called %s"), wait);
}

char *
sabot_phrase_wait_more(const struct sabot_wire_incident *incident, SabotSession *session,
		       const char *more)
{
	const char *by = incident->acknowledged ? incident->acknowledged->by : NULL;
	g_autofree char *seen =
		/* Translators: who of the pit has looked at the incident. */
		by ? g_strdup_printf(C_("display", "%s has seen it"),
				     sabot_session_get_name(session, by))
		   : g_strdup(C_("display", "nobody has seen it yet"));

	return more && *more ? g_strconcat(seen, " · ", more, NULL) : g_steal_pointer(&seen);
}

static char *
phrase_unread_of_box(const struct sabot_wire_view *view, const struct sabot_wire_unread *unread)
{
	const char *which = sabot_phrase_which_hand(view, unread->box, unread->hand);
	int box = (int)unread->box, number = (int)unread->number;

	if (which) /* Translators: a box, which of its hands ("right hand"), a card's number. */
		return g_strdup_printf(C_("display", "Which card was it? Box %d, %s, card %d"), box,
				       which, number);
	return g_strdup_printf(C_("display", "Which card was it? Box %d, card %d"), box, number);
}

char *
sabot_phrase_unread(const struct sabot_wire_view *view, const struct sabot_wire_unread *unread)
{
	int number = (int)unread->number;

	switch (unread->who) {
	case SABOT_WIRE_WHO_PLAYER:
		return phrase_unread_of_box(view, unread);
	case SABOT_WIRE_WHO_DEALER:
		return g_strdup_printf(C_("display", "Which card was it? The dealer's card %d"),
				       number);
	case SABOT_WIRE_WHO_PUNTO:
		return g_strdup_printf(C_("display", "Which card was it? The punto's card %d"),
				       number);
	case SABOT_WIRE_WHO_BANCA:
		return g_strdup_printf(C_("display", "Which card was it? The banca's card %d"),
				       number);
	case SABOT_WIRE_WHO_NONE:
		break;
	}
	/* Translators: it lies in no hand: the first one that was burned, or one too many. */
	return g_strdup(C_("display", "Which card was it? The one that is in no hand"));
}

char *
sabot_phrase_run_out(const struct sabot_wire_view *view)
{
	/* Translators: cards that went by the reader, cards that should be in the shoe. */
	return g_strdup_printf(C_("display", "Run out the rest: %d of %d"),
			       (int)view->run_out_cards,
			       view->shoe ? (int)MAX(view->shoe->left_cards, 0) : 0);
}

int64_t
sabot_payout_rest(const struct sabot_wire_payout *payout)
{
	if (payout->is_unverified)
		return 0;
	return payout->paid_minor == SABOT_WIRE_NOT_PAID ? payout->due_minor
							 : payout->due_minor - payout->paid_minor;
}

char *
sabot_phrase_payout_and_paid(const struct sabot_wire_payout *payout)
{
	g_autofree char *text = sabot_phrase_payout(payout);
	char money[SABOT_TEXT_MONEY_SIZE];

	if (payout->paid_minor == SABOT_WIRE_NOT_PAID ||
	    (sabot_payout_rest(payout) == 0 && !payout->is_unverified))
		return g_steal_pointer(&text);
	/* Translators: how a stake is settled, and the amount that was paid instead. */
	return g_strdup_printf(C_("display", "%s · %s was paid"), text,
			       sabot_text_money_short(payout->paid_minor, money));
}

char *
sabot_phrase_dealer_prompt(const struct sabot_wire_view *view)
{
	const struct sabot_wire_prompt *prompt = view->prompt;

	return sabot_phrase_prompt_of_hand(prompt, sabot_phrase_which_hand(view, prompt->box,
									   prompt->hand));
}

char *
sabot_phrase_dealer_task(const struct sabot_wire_view *view,
			 const struct sabot_wire_incident *dispute, int64_t now_us)
{
	if (view->fault)
		return g_strdup(view->fault);
	if (dispute)
		return sabot_phrase_waiting(dispute, now_us);
	if (view->state == SABOT_WIRE_TABLE_CLOSED || view->state == SABOT_WIRE_TABLE_PAUSED)
		return g_strdup(sabot_phrase_table_state(view->state));
	if (view->run_out_cards >= 0)
		return sabot_phrase_run_out(view);
	return view->prompt ? sabot_phrase_dealer_prompt(view) : NULL;
}

enum { CALLS_BESIDE_REASON = 6 };

/*
 * Puts the prompt's lines on one line: first the call, then the reason. `more` is transferred; or
 * NULL.
 */
static char *
put_call_first(char *more)
{
	g_auto(GStrv) lines = more ? g_strsplit(more, "\n", 2) : NULL;

	if (!lines || !lines[0] || !lines[1])
		return more;
	g_free(more);
	return g_strconcat(lines[1], " · ", lines[0], NULL);
}

char *
sabot_phrase_dealer_more(const struct sabot_wire_view *view)
{
	if (!view->prompt || view->fault || view->run_out_cards >= 0)
		return NULL;
	if (view->kept->len > 0) {
		g_autofree char *cards = sabot_phrase_cards(view->kept);

		if (view->phase == SABOT_WIRE_PHASE_BETTING)
			/* Translators: one or more cards that the round begins with. */
			return g_strdup_printf(C_("display", "Dealt first in this round: %s"),
					       cards);
		/* Translators: one or more cards that the pit has given to the next round. */
		return g_strdup_printf(C_("display", "Dealt first in the next round: %s"), cards);
	}
	/* This many calls contain the totals themselves, and leave no room for the reason. */
	if (view->prompt->calls->len > CALLS_BESIDE_REASON)
		return sabot_phrase_calls(view->prompt);
	return put_call_first(sabot_phrase_prompt_more(view->prompt));
}

/* `text` is transferred; `n`: the number of items. */
static char *
add_others(char *text, int n)
{
	char *both;

	if (n <= 1)
		return text;
	/* Translators: an incident or an order, and how many more there are at the table. */
	both = g_strdup_printf(C_("display", "%s (+%d)"), text, n - 1);
	g_free(text);
	return both;
}

char *
sabot_phrase_dealer_redress(const struct sabot_wire_view *view)
{
	g_autoptr(GPtrArray) differences = sabot_dealer_redress_differences(view);
	guint n = view->redress->len + differences->len;

	if (n == 0 || !sabot_dealer_redress_is_time(view))
		return NULL;
	return add_others(view->redress->len > 0
				  ? sabot_phrase_redress(g_ptr_array_index(view->redress, 0))
				  : sabot_phrase_difference(g_ptr_array_index(differences, 0)),
			  (int)n);
}

char *
sabot_phrase_dealer_notice(const struct sabot_wire_view *view)
{
	if (!view->incidents || !view->incidents->worst)
		return NULL;
	return add_others(sabot_phrase_incident(view->incidents->worst),
			  (int)view->incidents->open);
}

char *
sabot_phrase_dealer_quiet(const struct sabot_wire_view *view)
{
	const struct sabot_wire_shoe *shoe = view->shoe;
	GString *text;

	if (!shoe || shoe->left_cards < 0 || view->phase == SABOT_WIRE_PHASE_NO_LOAD)
		return NULL;
	text = g_string_new(NULL);
	/* Translators: cards that came out of the shoe, and all of its load. */
	g_string_append_printf(text, C_("display", "%d of %d cards dealt"), (int)shoe->seen_cards,
			       (int)(shoe->seen_cards + shoe->left_cards));
	g_string_append(text, " · ");
	g_string_append(text, shoe->is_cut ? C_("display", "the cut card is out")
					   : C_("display", "cut card not yet"));
	if (view->is_saved) {
		g_string_append(text, " · ");
		g_string_append(text, C_("display", "everything is recorded"));
	}
	return g_string_free(text, FALSE);
}

char *
sabot_phrase_dealer_name(const char *name, bool is_training, bool is_practice)
{
	if (is_training)
		return g_strdup(C_("display", "TRAINING"));
	/* Translators: beside the name of a table at which nothing counts. */
	return is_practice ? g_strdup_printf(C_("display", "PRACTICE · %s"), name) : g_strdup(name);
}
