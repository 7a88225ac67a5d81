/* From a view to keys: see dealer-keys.h. The kind of the prompt selects the function. */
#include "dealer-keys.h"
#include "dealer-event.h"

#include "dealer-offers.h"
#include "dealer-redress.h"
#include "gui/model/phrases.h"
#include "proto/wire-words.h"
#include "text/money.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static void
free_key(gpointer data)
{
	struct sabot_dealer_key *key = data;

	g_free(key->label);
	g_free(key->more);
	json_decref(key->event);
	g_free(key);
}

/* `label` and `event` are transferred. */
static struct sabot_dealer_key *
add_at(GPtrArray *keys, enum sabot_dealer_place place, char *label, json_t *event)
{
	static const enum sabot_dealer_key_kind kinds[] = {
		[SABOT_DEALER_PLACE_LEFT] = SABOT_DEALER_KEY_CHOICE,
		[SABOT_DEALER_PLACE_MIDDLE] = SABOT_DEALER_KEY_CHOICE,
		[SABOT_DEALER_PLACE_RIGHT] = SABOT_DEALER_KEY_CHOICE,
		[SABOT_DEALER_PLACE_NEXT] = SABOT_DEALER_KEY_STEP,
		[SABOT_DEALER_PLACE_ANY] = SABOT_DEALER_KEY_CHOICE,
		[SABOT_DEALER_PLACE_CALL] = SABOT_DEALER_KEY_SIDE,
		[SABOT_DEALER_PLACE_LAST] = SABOT_DEALER_KEY_SIDE,
		[SABOT_DEALER_PLACE_UNDO] = SABOT_DEALER_KEY_SIDE,
		[SABOT_DEALER_PLACE_SHEET] = SABOT_DEALER_KEY_SIDE,
	};
	struct sabot_dealer_key *key = g_new0(struct sabot_dealer_key, 1);

	key->kind = kinds[place];
	key->place = place;
	key->label = label;
	key->event = event;
	g_ptr_array_add(keys, key);
	return key;
}

static void
add(GPtrArray *keys, enum sabot_dealer_key_kind kind, char *label, json_t *event)
{
	static const enum sabot_dealer_place places[] = {
		[SABOT_DEALER_KEY_STEP] = SABOT_DEALER_PLACE_NEXT,
		[SABOT_DEALER_KEY_CHOICE] = SABOT_DEALER_PLACE_ANY,
		[SABOT_DEALER_KEY_SIDE] = SABOT_DEALER_PLACE_SHEET,
	};

	add_at(keys, places[kind], label, event);
}

static bool
has_main_stake(const struct sabot_wire_view *view)
{
	for (guint i = 0; i < view->boxes->len; i++) {
		const struct sabot_wire_box *box = g_ptr_array_index(view->boxes, i);

		for (guint j = 0; j < box->stakes->len; j++) {
			const struct sabot_wire_stake *stake = g_ptr_array_index(box->stakes, j);

			if (stake->amount_minor > 0 && strcmp(stake->on, "main") == 0)
				return true;
		}
	}
	return false;
}

/* In blackjack a round needs a box in play; in punto banco coups are also dealt without bets. */
static void
add_close_bets(GPtrArray *keys, const struct sabot_wire_view *view,
	       const struct sabot_dealer_state *state)
{
	if (view->phase != SABOT_WIRE_PHASE_BETTING ||
	    (view->game == SABOT_WIRE_GAME_BLACKJACK && !state->has_bets && !has_main_stake(view)))
		return;
	add_at(keys, SABOT_DEALER_PLACE_NEXT, g_strdup(C_("key", "No more bets")),
	       json_pack("{s:s}", "ev", "no_more_bets"))
		->more = g_strdup(state->bets);
}

/* Keys for the bets laid and those as in the last round. */
static void
add_bets(GPtrArray *keys, const struct sabot_wire_view *view,
	 const struct sabot_dealer_state *state)
{
	if (view->phase != SABOT_WIRE_PHASE_BETTING)
		return;
	if (state->has_bets)
		/* Translators: a key: all bets that lie, and those as in the last round. */
		add_at(keys, SABOT_DEALER_PLACE_MIDDLE, g_strdup(C_("key", "Clear all")), NULL)
			->task = SABOT_DEALER_KEY_CLEARS_BETS;
	if (state->can_repeat)
		add_at(keys, SABOT_DEALER_PLACE_RIGHT, g_strdup(C_("key", "All as before")), NULL)
			->task = SABOT_DEALER_KEY_REPEATS_BETS;
}

/* A key that records that `holder` holds the shoe or the bank from now on. */
static void
add_holder(GPtrArray *keys, enum sabot_dealer_key_kind kind, const struct sabot_wire_view *view,
	   int64_t holder)
{
	add(keys, kind,
	    g_strdup_printf(view->game == SABOT_WIRE_GAME_BLACKJACK ? C_("key", "Bank to box %d")
								    : C_("key", "Shoe to box %d"),
			    (int)holder),
	    json_pack("{s:s, s:I}", "ev", "holder", "box", (json_int_t)holder));
}

/*
 * The box to which the shoe, or the bank, has passed by the rules; 0 if it stayed, or was recorded.
 */
static int64_t
find_passed(const struct sabot_wire_prompt *prompt)
{
	for (guint i = 0; prompt && i < prompt->calls->len; i++) {
		const struct sabot_wire_call *call = g_ptr_array_index(prompt->calls, i);

		if (strcmp(call->id, "shoe_passes") == 0 || strcmp(call->id, "bank_passes") == 0)
			return call->box;
	}
	return 0;
}

static void
add_pass(GPtrArray *keys, const struct sabot_wire_view *view)
{
	int64_t box = find_passed(view->prompt);

	if (box > 0)
		add_holder(keys, SABOT_DEALER_KEY_SIDE, view, box);
}

/*
 * Nobody is obliged to take the shoe (PB-13): it then passes on. If nobody deals in the load's
 * first round, the croupier does; if nobody takes the bank, it is the house's.
 */
static void
add_next_holder(GPtrArray *keys, const struct sabot_wire_view *view,
		const struct sabot_dealer_state *state)
{
	bool is_begun = view->coups && *view->coups;

	if (view->phase != SABOT_WIRE_PHASE_BETTING || state->n_boxes <= 0 ||
	    find_passed(view->prompt) > 0)
		return;
	if (view->holder > 0 || (view->game == SABOT_WIRE_GAME_PUNTO_BANCO && !is_begun))
		add_holder(keys, SABOT_DEALER_KEY_SIDE, view, view->holder % state->n_boxes + 1);
}

const char *
sabot_dealer_key_action(enum sabot_action action)
{
	switch (action) {
	case SABOT_ACTION_STAND:
		return C_("key", "Stand");
	case SABOT_ACTION_HIT:
		return C_("key", "Hit");
	case SABOT_ACTION_DOUBLE:
		return C_("key", "Double");
	case SABOT_ACTION_SPLIT:
		return C_("key", "Split");
	case SABOT_ACTION_SURRENDER:
		return C_("key", "Surrender");
	}
	return "";
}

static enum sabot_dealer_place
place_action(enum sabot_action action)
{
	switch (action) {
	case SABOT_ACTION_SURRENDER:
		return SABOT_DEALER_PLACE_LEFT;
	case SABOT_ACTION_SPLIT:
		return SABOT_DEALER_PLACE_MIDDLE;
	case SABOT_ACTION_DOUBLE:
		return SABOT_DEALER_PLACE_RIGHT;
	case SABOT_ACTION_STAND:
	case SABOT_ACTION_HIT:
		break;
	}
	return SABOT_DEALER_PLACE_NEXT;
}

/* A card is a hit: that needs no key. */
static void
add_actions(GPtrArray *keys, const struct sabot_wire_prompt *prompt)
{
	for (guint i = 0; i < prompt->can->len; i++) {
		int action = g_array_index(prompt->can, int, i) - 1;

		if (action < 0 || action == SABOT_ACTION_HIT)
			continue;
		add_at(keys, place_action((enum sabot_action)action),
		       g_strdup(sabot_dealer_key_action((enum sabot_action)action)),
		       json_pack("{s:s, s:s, s:I, s:I}", "ev", "action", "do",
				 sabot_action_to_string((enum sabot_action)action), "box",
				 (json_int_t)prompt->box, "hand",
				 (json_int_t)MAX(prompt->hand, 0)));
	}
}

/* A player's insurance is touched at the box (dealer-offers.h); this is the key that continues. */
static void
add_insurance_closed(GPtrArray *keys, const struct sabot_wire_view *view)
{
	int64_t sum_minor = sabot_dealer_offers_sum_minor(view);
	char money[SABOT_TEXT_MONEY_SIZE];
	struct sabot_dealer_key *key =
		add_at(keys, SABOT_DEALER_PLACE_NEXT, g_strdup(C_("key", "Insurance closed")),
		       json_pack("{s:s}", "ev", "insurance_closed"));

	if (sum_minor > 0)
		/* Translators: below that: the sum of what lies as insurance. */
		key->more = g_strdup_printf(C_("key", "insured: %s"),
					    sabot_text_money_short(sum_minor, money));
}

static void
add_result(GPtrArray *keys, const struct sabot_wire_view *view)
{
	const char *winner = sabot_phrase_winner(view->prompt->winner);
	bool is_won = view->prompt->winner != SABOT_WINNER_NONE;

	add(keys, SABOT_DEALER_KEY_STEP,
	    /* Translators: the key that ends the round, with who won it. */
	    is_won ? g_strdup_printf(C_("key", "Round over: %s"), winner)
		   : g_strdup(C_("key", "Round over")),
	    json_pack("{s:s}", "ev", "result"));
}

/*
 * While an open card decides what comes next, only that card is demanded, but the round can be
 * ended all the same. If cards were not seen at all, ending it is the only choice.
 */
static void
add_unseen(GPtrArray *keys, const struct sabot_wire_view *view)
{
	if (view->phase == SABOT_WIRE_PHASE_BURN)
		return;
	add_at(keys, SABOT_DEALER_PLACE_NEXT, g_strdup(C_("key", "Round over")),
	       json_pack("{s:s}", "ev", "result"))
		->kind = view->prompt->incident > 0 ? SABOT_DEALER_KEY_SIDE : SABOT_DEALER_KEY_STEP;
}

/* For a mistyped card: it can be named again until the next card. */
static void
add_reading(GPtrArray *keys, const struct sabot_dealer_state *state)
{
	struct sabot_dealer_key *key = add_at(
		keys, SABOT_DEALER_PLACE_LAST,
		/* Translators: keys: the card that was named ("7♣") was another one, or not. */
		g_strdup_printf(state->reads_again ? C_("key", "It was %s")
						   : C_("key", "It was not %s"),
				state->reading),
		NULL);

	key->task = SABOT_DEALER_KEY_READS_AGAIN;
}

/* An unread card can wait while bets are laid, and if nobody saw it. */
static void
add_unread(GPtrArray *keys, const struct sabot_wire_view *view)
{
	enum sabot_dealer_place place = view->phase == SABOT_WIRE_PHASE_BETTING
						? SABOT_DEALER_PLACE_LAST
						: SABOT_DEALER_PLACE_SHEET;

	if (view->unread && view->prompt && view->prompt->kind != SABOT_WIRE_PROMPT_READ)
		/* Translators: a key: the card that was not read is named now. */
		add_at(keys, place, g_strdup(C_("key", "Unread card…")), NULL)->task =
			SABOT_DEALER_KEY_READS_LATER;
}

/* A stake for the next round ends a decided one: one touch instead of two. */
static void
add_bets_again(GPtrArray *keys, const struct sabot_wire_view *view,
	       const struct sabot_dealer_state *state)
{
	if (state->again && json_array_size(state->again) > 0 && !view->prompt->is_last_round)
		add_at(keys, SABOT_DEALER_PLACE_RIGHT, g_strdup(C_("key", "All as before")),
		       json_incref(state->again));
}

/* A typed number is the number of cards behind the cut card. */
static void
add_load(GPtrArray *keys, const struct sabot_dealer_state *state)
{
	json_t *event = json_pack("{s:s, s:I}", "ev", "load", "decks", (json_int_t)state->decks);

	if (state->decks <= 0) {
		json_decref(event);
	} else if (state->number >= 0) {
		json_object_set_new(event, "behind", json_integer(state->number));
		add(keys, SABOT_DEALER_KEY_STEP,
		    g_strdup_printf(C_("key", "New load: %d decks, %d cards behind the cut card"),
				    (int)state->decks, (int)state->number),
		    event);
	} else {
		add(keys, SABOT_DEALER_KEY_STEP,
		    g_strdup_printf(g_dngettext(GETTEXT_PACKAGE, "New load in the shoe: %d deck",
						"New load in the shoe: %d decks",
						(gulong)state->decks),
				    (int)state->decks),
		    event);
	}
}

/* A counted rest is proven; an uncounted one is possible, but not preferred. */
static void
add_unload(GPtrArray *keys, const struct sabot_dealer_state *state)
{
	if (state->number >= 0)
		add(keys, SABOT_DEALER_KEY_STEP,
		    g_strdup_printf(g_dngettext(GETTEXT_PACKAGE, "Load out: %d card counted",
						"Load out: %d cards counted",
						(gulong)state->number),
				    (int)state->number),
		    json_pack("{s:s, s:I}", "ev", "unload", "left", (json_int_t)state->number));
	else
		add_at(keys, SABOT_DEALER_PLACE_LEFT, g_strdup(C_("key", "Load out, not counted")),
		       json_pack("{s:s}", "ev", "unload"));
}

static json_t *
build_run_out(const char *detail)
{
	return json_pack("{s:s, s:s, s:s, s:s*, s:s}", "ev", "device", "state", "unlocked", "code",
			 "run_out", "detail", detail, "src", "manual");
}

/* The rest of the load passes the reader, or is keyed in: then it is out, and proven. */
static void
add_run_out(GPtrArray *keys, const struct sabot_wire_view *view)
{
	int n = (int)view->run_out_cards;

	if (n < 0) {
		add(keys, SABOT_DEALER_KEY_CHOICE, g_strdup(C_("key", "Run out the rest")),
		    build_run_out(NULL));
		return;
	}
	add(keys, SABOT_DEALER_KEY_STEP,
	    g_strdup_printf(g_dngettext(GETTEXT_PACKAGE, "Load out: %d card was run out",
					"Load out: %d cards were run out", (gulong)n),
			    n),
	    json_pack("{s:s, s:b}", "ev", "unload", "run_out", true));
	if (n == 0)
		/* Translators: the rest of the load is not run out after all. */
		add_at(keys, SABOT_DEALER_PLACE_RIGHT, g_strdup(C_("key", "Do not run out")),
		       build_run_out("stop"));
}

/* A shoe that reads reports its cut card itself. */
static void
add_cut_card(GPtrArray *keys, const struct sabot_wire_view *view,
	     const struct sabot_dealer_state *state)
{
	if (!state->is_by_hand || !view->shoe || view->shoe->is_cut ||
	    view->phase == SABOT_WIRE_PHASE_NO_LOAD || view->phase == SABOT_WIRE_PHASE_BURN)
		return;
	add(keys, SABOT_DEALER_KEY_SIDE, g_strdup(C_("key", "Cut card")),
	    json_pack("{s:s, s:s}", "ev", "cut_card", "src", "manual"));
}

/* Burned cards are face down: if cards are keyed in, burned ones are unknown. */
static void
add_burn(GPtrArray *keys, const struct sabot_dealer_state *state)
{
	if (state->is_by_hand)
		add(keys, SABOT_DEALER_KEY_STEP, g_strdup(C_("key", "Burned unseen")),
		    json_pack("{s:s, s:s, s:s}", "ev", "card", "card", "??", "src", "manual"));
}

static void
add_keys_of_betting(GPtrArray *keys, const struct sabot_wire_view *view,
		    const struct sabot_dealer_state *state)
{
	add_close_bets(keys, view, state);
	add_bets(keys, view, state);
	add_pass(keys, view);
}

static void
add_prompt_keys(GPtrArray *keys, const struct sabot_wire_view *view,
		const struct sabot_dealer_state *state)
{
	switch (view->prompt->kind) {
	case SABOT_WIRE_PROMPT_BETS:
		add_keys_of_betting(keys, view, state);
		break;
	case SABOT_WIRE_PROMPT_PLAY:
		add_actions(keys, view->prompt);
		break;
	case SABOT_WIRE_PROMPT_INSURANCE:
		add_insurance_closed(keys, view);
		break;
	case SABOT_WIRE_PROMPT_TURN:
		add(keys, SABOT_DEALER_KEY_STEP, g_strdup(C_("key", "Turned up")),
		    json_pack("{s:s}", "ev", "reveal"));
		break;
	case SABOT_WIRE_PROMPT_RESULT:
		add_bets_again(keys, view, state);
		add_result(keys, view);
		break;
	case SABOT_WIRE_PROMPT_LOAD:
		add_load(keys, state);
		break;
	case SABOT_WIRE_PROMPT_UNLOAD:
		add_unload(keys, state);
		if (state->practice == SABOT_DEALER_NO_PRACTICE)
			add_run_out(keys, view);
		break;
	case SABOT_WIRE_PROMPT_BURN:
		add_burn(keys, state);
		break;
	case SABOT_WIRE_PROMPT_READ:
		/* Whether the burn is done, the dealer alone knows: then bets follow. */
		if (view->phase == SABOT_WIRE_PHASE_BETTING)
			add_keys_of_betting(keys, view, state);
		else
			add_unseen(keys, view);
		break;
	case SABOT_WIRE_PROMPT_UNKNOWN:
	case SABOT_WIRE_PROMPT_DEAL:
	case SABOT_WIRE_PROMPT_DRAW:
	case SABOT_WIRE_PROMPT_RULING:
		break;
	}
}

/* In a practice the simulated shoe deals a card when the key is pressed, due or not. */
static void
add_draw(GPtrArray *keys, const struct sabot_wire_view *view)
{
	bool is_wanted = view->phase == SABOT_WIRE_PHASE_BURN ||
			 view->phase == SABOT_WIRE_PHASE_DEALING ||
			 view->phase == SABOT_WIRE_PHASE_DECIDING;

	add_at(keys, SABOT_DEALER_PLACE_LAST, g_strdup(C_("key", "Draw a card")),
	       json_pack("{s:s}", "ev", "card"))
		->kind = is_wanted ? SABOT_DEALER_KEY_STEP : SABOT_DEALER_KEY_SIDE;
}

/* The shoe's cards are not known here: it is emptied before it is filled. */
static void
add_take_out(GPtrArray *keys, const struct sabot_wire_view *view)
{
	json_t *event = json_pack("{s:s}", "ev", "unload");

	if (view->shoe && view->shoe->left_cards >= 0)
		json_object_set_new(event, "left", json_integer(view->shoe->left_cards));
	add(keys, SABOT_DEALER_KEY_STEP, g_strdup(C_("key", "Take out the old load")), event);
}

static void
add_practice_keys(GPtrArray *keys, const struct sabot_wire_view *view,
		  const struct sabot_dealer_state *state)
{
	if (view->phase == SABOT_WIRE_PHASE_NO_LOAD || view->state == SABOT_WIRE_TABLE_CLOSED)
		return;
	if (state->practice == SABOT_DEALER_PRACTICE_LOAD &&
	    view->phase != SABOT_WIRE_PHASE_AFTER_CUT)
		add_draw(keys, view);
	if (state->practice == SABOT_DEALER_OTHER_LOAD)
		add_take_out(keys, view);
}

/* A seat may pay the commission that it owes at any time between rounds. */
static void
add_debts(GPtrArray *keys, const struct sabot_wire_view *view)
{
	for (guint i = 0; view->phase == SABOT_WIRE_PHASE_BETTING && i < view->owed->len; i++) {
		const struct sabot_wire_debt *debt = g_ptr_array_index(view->owed, i);
		char money[SABOT_TEXT_MONEY_SIZE];

		if (debt->box <= 0 || debt->amount_minor <= 0)
			continue;
		add(keys, SABOT_DEALER_KEY_SIDE,
		    g_strdup_printf(C_("key", "Box %d pays commission: %s"), (int)debt->box,
				    sabot_text_money_short(debt->amount_minor, money)),
		    json_pack("{s:s, s:I, s:s, s:I}", "ev", "commission_paid", "box",
			      (json_int_t)debt->box, "bettor", debt->bettor, "amount",
			      (json_int_t)debt->amount_minor));
	}
}

/* One after the other, between rounds. */
static void
add_redress(GPtrArray *keys, const struct sabot_wire_view *view)
{
	char *label = NULL;
	json_t *event = sabot_dealer_redress_next(view, &label);

	if (event)
		add_at(keys, SABOT_DEALER_PLACE_SHEET, label, event);
}

/* Between rounds chips can be changed, once the rules say which there are; nothing is recorded. */
static void
add_colour_up(GPtrArray *keys, const struct sabot_wire_view *view,
	      const struct sabot_dealer_state *state)
{
	if (view->phase == SABOT_WIRE_PHASE_BETTING && view->state != SABOT_WIRE_TABLE_CLOSED &&
	    state->decks > 0)
		/* Translators: many small chips are changed into few large ones. */
		add_at(keys, SABOT_DEALER_PLACE_LEFT, g_strdup(C_("key", "Colour-up")), NULL)
			->task = SABOT_DEALER_KEY_COLOURS_UP;
}

/* The hand in dispute is most often the one in turn. */
static json_t *
build_call(const struct sabot_wire_prompt *prompt)
{
	json_t *event = json_pack("{s:s}", "ev", "call");

	if (prompt && prompt->box > 0)
		json_object_set_new(event, "box", json_integer(prompt->box));
	if (prompt && prompt->box > 0 && prompt->hand >= 0)
		json_object_set_new(event, "hand", json_integer(prompt->hand));
	return event;
}

GPtrArray *
sabot_dealer_keys(const struct sabot_wire_view *view, const struct sabot_dealer_state *state)
{
	GPtrArray *keys = g_ptr_array_new_with_free_func(free_key);

	if (state->is_disputed)
		return keys;
	add_practice_keys(keys, view, state);
	if (view->run_out_cards >= 0)
		add_run_out(keys, view);
	else if (view->prompt && view->state != SABOT_WIRE_TABLE_CLOSED)
		add_prompt_keys(keys, view, state);
	add_redress(keys, view);
	add_debts(keys, view);
	add_next_holder(keys, view, state);
	add_colour_up(keys, view, state);
	add_cut_card(keys, view, state);
	if (state->reading)
		add_reading(keys, state);
	else
		add_unread(keys, view);
	if (state->can_undo)
		add_at(keys, SABOT_DEALER_PLACE_UNDO, g_strdup(C_("key", "Undo")),
		       sabot_dealer_undo_event());
	add_at(keys, SABOT_DEALER_PLACE_CALL, g_strdup(C_("key", "Call the pit")),
	       build_call(view->prompt));
	return keys;
}

struct sabot_dealer_key_id
sabot_dealer_key_get_id(const struct sabot_dealer_key *key)
{
	return (struct sabot_dealer_key_id){key->task, json_incref(key->event)};
}

void
sabot_dealer_key_id_clear(struct sabot_dealer_key_id *id)
{
	json_decref(id->event);
	id->event = NULL;
}

bool
sabot_dealer_key_has_id(const struct sabot_dealer_key *key, const struct sabot_dealer_key_id *id)
{
	return key->task == id->task &&
	       (key->event == id->event || json_equal(key->event, id->event));
}
