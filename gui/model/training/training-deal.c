/* Shoe, players and pit boss of a training: each kind of prompt has its function. */
#include "training-private.h"

#include "text/words.h"

#include <glib/gi18n-lib.h>
#include <string.h>

enum {
	STAKES = 3, /* per round */
	STAKE_UNITS_MAX = 9,
	PAYMENTS_ASKED = 2, /* per round, at most */
	WISH_PERCENT = 35,  /* percent of hands in which the player has a wish */
	STAND_ON = 17,
};

static const struct sabot_wire_view *
get_view(SabotTraining *training)
{
	return sabot_dealer_table_get_view(training->table);
}

static bool
is_due(SabotTraining *training, enum sabot_training_fault fault)
{
	return sabot_training_plan_remove(training->plan, fault, training->round);
}

static void
show_word(SabotTraining *training, const char *word)
{
	sabot_training_apply(training, json_pack("{s:s}", "ev", word));
}

static void
await_card(SabotTraining *training)
{
	const struct sabot_wire_view *view = get_view(training);

	training->awaited.seen_cards = (view->shoe ? view->shoe->seen_cards : 0) + 1;
}

void
sabot_training_draw(SabotTraining *training, enum sabot_training_draw how)
{
	await_card(training);
	training->card = sabot_training_shoe_draw(training->shoe, how);
}

void
sabot_training_revive(SabotTraining *training)
{
	g_autoptr(GError) error = NULL;

	if (training->planted == SABOT_TRAINING_DEAD_SHOE)
		await_card(training); /* the card keyed in meanwhile */
	else
		sabot_training_shoe_unplug(training->shoe);
	if (!sabot_training_shoe_plug(training->shoe, &error)) {
		training->problem = g_strdup(error->message);
		return;
	}
	training->awaited.device = SABOT_WIRE_DEVICE_ONLINE;
}

/* The last time that the shoe was away; 0: never. The absence may be over. */
static int64_t
find_absence(SabotTraining *training)
{
	GListModel *incidents = G_LIST_MODEL(
		sabot_feed_get_incidents(sabot_dealer_table_get_feed(training->table)));
	int64_t last = 0;

	for (guint i = 0; i < g_list_model_get_n_items(incidents); i++) {
		g_autoptr(SabotIncidentItem) item = g_list_model_get_item(incidents, i);
		const struct sabot_wire_incident *incident = sabot_incident_item_get_incident(item);

		if (strcmp(incident->code, "device_offline") == 0)
			last = MAX(last, incident->id);
	}
	return last;
}

/*
 * No card was lost while the shoe was away: the pit boss rules so, because otherwise nothing in the
 * round would be certain. True if he did.
 */
static bool
mend_tear(SabotTraining *training)
{
	int64_t absence = find_absence(training);

	if (absence == training->mended)
		return false;
	training->mended = absence;
	sabot_training_apply(training, json_pack("{s:s, s:I, s:s}", "ev", "ruling", "incident",
						 (json_int_t)absence, "remedy", "false_alarm"));
	return true;
}

static void
load_shoe(SabotTraining *training)
{
	const struct sabot_wire_rules *rules = sabot_dealer_table_get_rules(training->table);

	if (!rules)
		return; /* "changed" is emitted again when they are known */
	sabot_training_shoe_fill(training->shoe, (int)rules->decks);
	sabot_training_apply(training, json_pack("{s:s, s:I}", "ev", "load", "decks",
						 (json_int_t)rules->decks));
}

static void
unload_shoe(SabotTraining *training)
{
	sabot_training_apply(training, json_pack("{s:s, s:i}", "ev", "unload", "left",
						 (int)sabot_training_shoe_count(training->shoe)));
}

/* --- Players --- */

static json_t *
build_stake(SabotTraining *training, int box)
{
	static const char *const bets[] = {"punto", "banca", "banca", "tie"};
	const struct sabot_wire_view *view = get_view(training);
	int64_t unit_minor = MAX(view->min_minor, 100);
	int64_t amount_minor =
		unit_minor * g_rand_int_range(training->rand, 1, STAKE_UNITS_MAX + 1);
	json_t *stake =
		json_pack("{s:s, s:i, s:I}", "ev", "bet", "box", box, "amount",
			  (json_int_t)MIN(amount_minor,
					  view->max_minor > 0 ? view->max_minor : amount_minor));

	if (view->game == SABOT_WIRE_GAME_PUNTO_BANCO)
		json_object_set_new(
			stake, "on",
			json_string(bets[g_rand_int_range(training->rand, 0, G_N_ELEMENTS(bets))]));
	return stake;
}

/* The trainee closes the bets with the display's own key. */
static void
take_bets(SabotTraining *training)
{
	const struct sabot_wire_rules *rules = sabot_dealer_table_get_rules(training->table);
	int boxes = rules ? (int)rules->boxes : STAKES;
	int box = g_rand_int_range(training->rand, 1, MAX(boxes - STAKES, 1) + 1);

	if (training->has_bets) {
		training->awaits_close = !is_due(training, SABOT_TRAINING_MISDEAL);
		if (training->awaits_close)
			return;
		sabot_training_draw(training, SABOT_TRAINING_DRAW_READ);
		training->planted = SABOT_TRAINING_MISDEAL;
		return;
	}
	training->has_bets = true;
	for (int i = 0; i < MIN(STAKES, boxes); i++)
		sabot_training_apply(training, build_stake(training, box + i));
}

static void
play_hand(SabotTraining *training)
{
	static const enum sabot_action wishes[] = {SABOT_ACTION_DOUBLE, SABOT_ACTION_SPLIT,
						   SABOT_ACTION_SURRENDER};
	const struct sabot_wire_view *view = get_view(training);
	const struct sabot_wire_prompt *prompt = view->prompt;
	bool has_wish = g_rand_int_range(training->rand, 0, 100) < WISH_PERCENT;
	enum sabot_action wish = wishes[g_rand_int_range(training->rand, 0, G_N_ELEMENTS(wishes))];

	if (has_wish)
		sabot_training_set_question(training, sabot_question_wish(view, wish));
	else if (sabot_prompt_can(prompt, SABOT_ACTION_HIT) && prompt->total < STAND_ON)
		sabot_training_draw(training, SABOT_TRAINING_DRAW_READ);
	else
		sabot_training_apply(training,
				     json_pack("{s:s, s:s, s:I, s:I}", "ev", "action", "do",
					       "stand", "box", (json_int_t)prompt->box, "hand",
					       (json_int_t)MAX(prompt->hand, 0)));
}

/* --- The shoe --- */

static bool
must_cut(SabotTraining *training)
{
	const struct sabot_wire_view *view = get_view(training);
	const struct sabot_wire_rules *rules = sabot_dealer_table_get_rules(training->table);
	int64_t behind_cards = rules ? rules->cut_min_cards : 0;

	return !view->shoe->is_cut &&
	       (sabot_training_shoe_is_at_cut_card(training->shoe, behind_cards) ||
		is_due(training, SABOT_TRAINING_CUT_CARD));
}

/* Deal a card whose place is obvious, unless a fault of shoe or dealer is due. */
static void
deal_card(SabotTraining *training)
{
	if (must_cut(training)) {
		sabot_training_shoe_show_cut_card(training->shoe);
		training->awaited.is_cut = true;
		training->planted = SABOT_TRAINING_CUT_CARD;
	} else if (is_due(training, SABOT_TRAINING_DEAD_SHOE)) {
		sabot_training_shoe_unplug(training->shoe);
		training->awaited.device = SABOT_WIRE_DEVICE_OFFLINE;
		training->planted = SABOT_TRAINING_DEAD_SHOE;
	} else if (is_due(training, SABOT_TRAINING_UNREAD)) {
		sabot_training_draw(training, SABOT_TRAINING_DRAW_UNREAD);
		training->planted = SABOT_TRAINING_UNREAD;
	} else {
		sabot_training_draw(training, SABOT_TRAINING_DRAW_READ);
		if (is_due(training, SABOT_TRAINING_WRONG_TARGET))
			training->planted = SABOT_TRAINING_WRONG_TARGET;
	}
}

/* --- What went wrong --- */

static const struct sabot_wire_incident *
find_incident(SabotTraining *training, const char *code)
{
	return sabot_dealer_table_find_incident(training->table, code);
}

/* `text` is transferred. */
static void
ask_mishap(SabotTraining *training, const struct sabot_wire_incident *incident, char *text)
{
	training->planted = SABOT_TRAINING_NONE;
	if (incident)
		sabot_training_set_question(training, sabot_question_mishap(incident, text));
	g_free(text);
}

/* Only the trainee sees this: a shoe does not know where its cards go. */
static void
ask_wrong_target(SabotTraining *training)
{
	const struct sabot_wire_incident *dispute = sabot_dealer_table_get_dispute(training->table);
	g_autofree char *card = sabot_text_card(training->card);

	if (!dispute)
		show_word(training, "call");
	else /* Translators: a card. */
		ask_mishap(training, dispute,
			   g_strdup_printf(C_("training", "The %s was laid to the wrong hand."),
					   card));
}

/* Ask what is still dealt, by the profile's own article. */
static void
ask_cut(SabotTraining *training)
{
	const struct sabot_wire_rules *rules = sabot_dealer_table_get_rules(training->table);

	sabot_training_set_question(training,
				    sabot_question_cut(get_view(training),
						       rules ? rules->last_rounds : NULL));
}

static void
ask_card(SabotTraining *training)
{
	bool is_dead = training->planted == SABOT_TRAINING_DEAD_SHOE;

	if (is_dead)
		training->card =
			sabot_training_shoe_draw(training->shoe, SABOT_TRAINING_DRAW_UNSEEN);
	sabot_training_set_question(
		training, sabot_question_card(training->card,
					      is_dead ? NULL
						      : sabot_dealer_table_find_incident(
								training->table, "unread_card")));
}

static void
ask_planted(SabotTraining *training)
{
	g_autofree char *card = sabot_text_card(training->card);

	switch (training->planted) {
	case SABOT_TRAINING_WRONG_TARGET:
		ask_wrong_target(training);
		break;
	case SABOT_TRAINING_CARD_TOO_MANY:
		ask_mishap(training, find_incident(training, "card_in_excess"),
			   g_strdup_printf(C_("training", "The %s was drawn, too."), card));
		break;
	case SABOT_TRAINING_MISDEAL:
		ask_mishap(training, find_incident(training, "card_before_no_more_bets"),
			   g_strdup_printf(C_("training", "The %s slips out while bets are open."),
					   card));
		break;
	case SABOT_TRAINING_UNREAD:
	case SABOT_TRAINING_DEAD_SHOE:
		ask_card(training);
		break;
	case SABOT_TRAINING_CUT_CARD:
		training->planted = SABOT_TRAINING_NONE;
		ask_cut(training);
		break;
	case SABOT_TRAINING_NONE:
	case SABOT_TRAINING_WRONG_CLAIM:
	case SABOT_TRAINING_FAULTS:
		break;
	}
}

/* --- The end of a round --- */

/* The next payment to ask about; NULL if enough were asked. */
static struct sabot_question *
find_payment(SabotTraining *training)
{
	const struct sabot_wire_view *view = get_view(training);

	while (training->n_payouts < view->payouts->len && training->n_payments < PAYMENTS_ASKED) {
		const struct sabot_wire_payout *payout =
			g_ptr_array_index(view->payouts, training->n_payouts++);

		if (payout->due_minor <= 0)
			continue;
		training->n_payments++;
		return sabot_question_payment(payout, is_due(training, SABOT_TRAINING_WRONG_CLAIM),
					      training->rand);
	}
	return NULL;
}

static void
end_round(SabotTraining *training)
{
	show_word(training, "result");
	training->round++;
	training->has_bets = training->is_end_reported = training->is_winner_reported = false;
	training->n_payouts = training->n_payments = 0;
}

static void
settle(SabotTraining *training)
{
	const struct sabot_wire_view *view = get_view(training);
	struct sabot_question *question = NULL;

	if (view->prompt->winner != SABOT_WINNER_VOID && !training->is_end_reported)
		question = sabot_question_next(view);
	else if (!training->is_winner_reported)
		question = sabot_question_winner(view);
	if (!question)
		question = find_payment(training);
	if (question) {
		training->is_winner_reported |= training->is_end_reported;
		training->is_end_reported = true;
		sabot_training_set_question(training, question);
	} else if (is_due(training, SABOT_TRAINING_CARD_TOO_MANY)) {
		sabot_training_draw(training, SABOT_TRAINING_DRAW_READ);
		training->planted = SABOT_TRAINING_CARD_TOO_MANY;
	} else {
		end_round(training);
	}
}

static void
follow_prompt(SabotTraining *training, const struct sabot_wire_view *view)
{
	switch (view->prompt->kind) {
	case SABOT_WIRE_PROMPT_LOAD:
		load_shoe(training);
		break;
	case SABOT_WIRE_PROMPT_BETS:
		take_bets(training);
		break;
	case SABOT_WIRE_PROMPT_BURN:
		sabot_training_draw(training, SABOT_TRAINING_DRAW_READ);
		break;
	case SABOT_WIRE_PROMPT_DEAL:
		deal_card(training);
		break;
	case SABOT_WIRE_PROMPT_DRAW:
		if (view->prompt->who == SABOT_WIRE_WHO_PLAYER)
			deal_card(training);
		else
			sabot_training_set_question(training, sabot_question_next(view));
		break;
	case SABOT_WIRE_PROMPT_INSURANCE:
		sabot_training_set_question(training, sabot_question_next(view));
		break;
	case SABOT_WIRE_PROMPT_PLAY:
		play_hand(training);
		break;
	case SABOT_WIRE_PROMPT_TURN:
		show_word(training, "reveal");
		break;
	case SABOT_WIRE_PROMPT_RESULT:
		settle(training);
		break;
	case SABOT_WIRE_PROMPT_RULING:
		sabot_training_apply(training,
				     json_pack("{s:s, s:I, s:s}", "ev", "ruling", "incident",
					       (json_int_t)view->prompt->incident, "remedy",
					       "let_stand"));
		break;
	case SABOT_WIRE_PROMPT_UNLOAD:
		unload_shoe(training);
		break;
	case SABOT_WIRE_PROMPT_READ:
		if (view->prompt->incident > 0)
			ask_card(training);
		else
			end_round(training);
		break;
	case SABOT_WIRE_PROMPT_UNKNOWN:
		break;
	}
}

void
sabot_training_go_on(SabotTraining *training)
{
	const struct sabot_wire_view *view = get_view(training);

	if (training->planted != SABOT_TRAINING_NONE)
		ask_planted(training);
	else if (!mend_tear(training) && view->prompt)
		follow_prompt(training, view);
}
