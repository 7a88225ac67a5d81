/* Made-up rounds: see cloth-scenes.h. */
#include "cloth-scenes.h"

#include <string.h>

struct sabot_wire_view *
scene_new(enum sabot_wire_game game, enum sabot_wire_phase phase)
{
	struct sabot_wire_view *view = sabot_record_new(&sabot_wire_view_type);

	view->table = g_strdup("T-1");
	view->game = game;
	view->state = SABOT_WIRE_TABLE_OPEN;
	view->phase = phase;
	view->load = 1;
	view->round = 1;
	view->n = 10;
	view->is_round_open = true;
	view->is_saved = true;
	view->run_out_cards = -1;
	return view;
}

struct sabot_wire_rules *
scene_rules(enum sabot_wire_game game, int n_boxes)
{
	static const int64_t chips[] = {100, 500, 1000, 2500, 5000, 10000, 50000, 100000};
	static const char *const bets[] = {"punto", "banca", "tie", "punto_pair", "banca_pair"};
	struct sabot_wire_rules *rules = sabot_record_new(&sabot_wire_rules_type);

	rules->rules = g_strdup("made-up");
	rules->decks = 6;
	rules->boxes = n_boxes;
	g_array_append_vals(rules->chips, chips, G_N_ELEMENTS(chips));
	for (gsize i = 0; game == SABOT_WIRE_GAME_PUNTO_BANCO && i < G_N_ELEMENTS(bets); i++)
		g_ptr_array_add(rules->bets, g_strdup(bets[i]));
	return rules;
}

struct sabot_wire_box *
scene_add_box(struct sabot_wire_view *view, int number, int64_t stake_minor)
{
	struct sabot_wire_box *box = sabot_record_new(&sabot_wire_box_type);

	box->box = number;
	g_ptr_array_add(view->boxes, box);
	if (stake_minor > 0)
		scene_add_stake(box, "main", stake_minor);
	return box;
}

void
scene_add_stake(struct sabot_wire_box *box, const char *on, int64_t stake_minor)
{
	struct sabot_wire_stake *stake = sabot_record_new(&sabot_wire_stake_type);

	stake->bettor = g_strdup_printf("%d", (int)box->box);
	stake->on = g_strdup(on);
	stake->amount_minor = stake_minor;
	g_ptr_array_add(box->stakes, stake);
}

struct sabot_wire_hand *
scene_hand(const char *cards, int total)
{
	struct sabot_wire_hand *hand = sabot_record_new(&sabot_wire_hand_type);

	for (gsize i = 0; i + 1 < strlen(cards); i += 2) {
		json_t *text = json_stringn(cards + i, 2);
		struct sabot_wire_card card;

		if (sabot_wire_card_parse(text, &card))
			g_array_append_val(hand->cards, card);
		json_decref(text);
	}
	hand->hand = -1;
	hand->total = total;
	return hand;
}

struct sabot_wire_hand *
scene_add_hand(struct sabot_wire_box *box, const char *cards, int total,
	       enum sabot_wire_hand_state state)
{
	struct sabot_wire_hand *hand = scene_hand(cards, total);

	hand->hand = (int64_t)box->hands->len;
	hand->state = state;
	g_ptr_array_add(box->hands, hand);
	return hand;
}

struct sabot_wire_payout *
scene_add_payout(struct sabot_wire_view *view, int box, int hand, int64_t stake_minor,
		 int64_t due_minor)
{
	struct sabot_wire_payout *payout = sabot_record_new(&sabot_wire_payout_type);

	payout->box = box;
	payout->hand = hand;
	payout->on = g_strdup("main");
	payout->bettor = g_strdup_printf("%d", box);
	payout->rule = g_strdup("BJ-03");
	payout->result = due_minor > 0   ? SABOT_WIRE_RESULT_WIN
			 : due_minor < 0 ? SABOT_WIRE_RESULT_LOSE
					 : SABOT_WIRE_RESULT_PUSH;
	payout->stake_minor = stake_minor;
	payout->pays = due_minor * 2 == stake_minor * 3 ? 3 : 1;
	payout->per = due_minor * 2 == stake_minor * 3 ? 2 : 1;
	payout->gross_minor = payout->pay_minor = MAX(due_minor, 0);
	payout->due_minor = due_minor;
	payout->due_min_minor = payout->due_max_minor = SABOT_WIRE_NO_DUE;
	payout->paid_minor = SABOT_WIRE_NOT_PAID;
	payout->text = g_strdup("");
	g_ptr_array_add(view->payouts, payout);
	return payout;
}

void
scene_set_prompt(struct sabot_wire_view *view, enum sabot_wire_prompt_kind kind, int box, int hand)
{
	struct sabot_wire_prompt *prompt = sabot_record_new(&sabot_wire_prompt_type);

	prompt->kind = kind;
	prompt->who = SABOT_WIRE_WHO_PLAYER;
	prompt->box = box;
	prompt->hand = hand;
	prompt->total = -1;
	prompt->text = g_strdup("");
	sabot_record_unref(view->prompt);
	view->prompt = prompt;
}

struct sabot_wire_view *
scene_play(void)
{
	struct sabot_wire_view *view =
		scene_new(SABOT_WIRE_GAME_BLACKJACK, SABOT_WIRE_PHASE_DECIDING);
	struct sabot_wire_box *box;

	scene_add_hand(scene_add_box(view, 1, 5000), "9C7H9S", 25, SABOT_WIRE_HAND_BUST);
	box = scene_add_box(view, 2, 4000);
	scene_add_stake(box, "perfect_pair", 1500);
	scene_add_hand(box, "ASKD", 21, SABOT_WIRE_HAND_BLACKJACK);
	box = scene_add_box(view, 3, 7500);
	scene_add_hand(box, "8H", 8, SABOT_WIRE_HAND_WAITING);
	scene_add_hand(box, "8D3S", 11, SABOT_WIRE_HAND_TURN);
	scene_add_hand(scene_add_box(view, 4, 10000), "KH6D", 16, SABOT_WIRE_HAND_WAITING);
	scene_add_hand(scene_add_box(view, 5, 2000), "7S7C", 14, SABOT_WIRE_HAND_WAITING);
	scene_add_hand(scene_add_box(view, 7, 2500), "AD5C", 16, SABOT_WIRE_HAND_WAITING)->is_soft =
		true;
	view->dealer = scene_hand("QS", 10);
	scene_set_prompt(view, SABOT_WIRE_PROMPT_PLAY, 3, 1);
	return view;
}

static void
add_chips(struct sabot_wire_payout *payout)
{
	static const int64_t values[] = {100000, 10000, 5000, 2500, 1000, 500, 100};
	int64_t rest_minor = payout->pay_minor;

	for (gsize i = 0; i < G_N_ELEMENTS(values); i++) {
		struct sabot_wire_stack *stack;

		if (rest_minor < values[i])
			continue;
		stack = sabot_record_new(&sabot_wire_stack_type);
		stack->chip_minor = values[i];
		stack->count = rest_minor / values[i];
		rest_minor %= values[i];
		g_ptr_array_add(payout->chips, stack);
	}
}

static void
pay_hand(struct sabot_wire_view *view, int box, int hand, int64_t stake_minor, int64_t due_minor)
{
	struct sabot_wire_payout *payout =
		scene_add_payout(view, box, hand, stake_minor, due_minor);

	add_chips(payout);
}

struct sabot_wire_view *
scene_settle(void)
{
	struct sabot_wire_view *view =
		scene_new(SABOT_WIRE_GAME_BLACKJACK, SABOT_WIRE_PHASE_DECIDED);
	struct sabot_wire_box *box;

	scene_add_hand(scene_add_box(view, 1, 5000), "9C7H9S", 25, SABOT_WIRE_HAND_BUST);
	scene_add_hand(scene_add_box(view, 2, 4000), "ASKD", 21, SABOT_WIRE_HAND_BLACKJACK);
	box = scene_add_box(view, 3, 7500);
	scene_add_hand(box, "8HTS", 18, SABOT_WIRE_HAND_STOOD);
	scene_add_hand(box, "8D3STC", 21, SABOT_WIRE_HAND_STOOD)->is_doubled = true;
	scene_add_hand(scene_add_box(view, 4, 10000), "KH6D", 16, SABOT_WIRE_HAND_STOOD);
	box = scene_add_box(view, 5, 2000);
	scene_add_hand(box, "7STD", 17, SABOT_WIRE_HAND_STOOD);
	scene_add_hand(box, "7C2HKS", 19, SABOT_WIRE_HAND_STOOD);
	scene_add_hand(box, "7D8C", 15, SABOT_WIRE_HAND_STOOD);
	scene_add_hand(box, "7H3DTH", 20, SABOT_WIRE_HAND_STOOD);
	scene_add_hand(scene_add_box(view, 7, 2500), "AD7C", 18, SABOT_WIRE_HAND_STOOD);
	view->dealer = scene_hand("QS7D", 17);
	scene_set_prompt(view, SABOT_WIRE_PROMPT_RESULT, 0, -1);
	pay_hand(view, 1, 0, 5000, -5000);
	pay_hand(view, 2, 0, 4000, 6000);
	for (guint i = 0; i < view->payouts->len; i++) { /* the first two boxes are done */
		struct sabot_wire_payout *payout = g_ptr_array_index(view->payouts, i);

		payout->paid_minor = payout->due_minor;
	}
	pay_hand(view, 3, 0, 7500, 7500);
	pay_hand(view, 3, 1, 15000, 15000);
	pay_hand(view, 4, 0, 10000, -10000);
	pay_hand(view, 5, 0, 2000, 0);
	pay_hand(view, 5, 1, 2000, 2000);
	pay_hand(view, 5, 2, 2000, -2000);
	pay_hand(view, 5, 3, 2000, 2000);
	pay_hand(view, 7, 0, 2500, 2500);
	return view;
}

struct sabot_wire_view *
scene_fullest(void)
{
	struct sabot_wire_view *view =
		scene_new(SABOT_WIRE_GAME_BLACKJACK, SABOT_WIRE_PHASE_DECIDED);

	for (int number = 1; number <= 7; number++) {
		struct sabot_wire_box *box = scene_add_box(view, number, 10000);

		for (int hand = 0; hand < 4; hand++) {
			scene_add_hand(box, "8H3DTS", 21, SABOT_WIRE_HAND_STOOD);
			pay_hand(view, number, hand, 10000, hand == 2 ? -10000 : 10000);
		}
	}
	view->dealer = scene_hand("QS7D", 17);
	scene_set_prompt(view, SABOT_WIRE_PROMPT_RESULT, 0, -1);
	return view;
}

static void
add_seat(struct sabot_wire_view *view, int number, const char *on, int64_t stake_minor)
{
	struct sabot_wire_box *box = NULL;

	for (guint i = 0; i < view->boxes->len; i++) {
		struct sabot_wire_box *other = g_ptr_array_index(view->boxes, i);

		box = other->box == number ? other : box;
	}
	if (!box)
		box = scene_add_box(view, number, 0);
	scene_add_stake(box, on, stake_minor);
}

struct sabot_wire_view *
scene_coup(void)
{
	static const struct {
		int seat;
		const char *on;
		int64_t stake_minor;
	} bets[] = {{1, "punto", 10000}, {3, "punto", 2500},      {3, "tie", 500},
		    {5, "punto", 5000},  {6, "punto_pair", 2500}, {8, "punto", 1000},
		    {8, "tie", 1000},    {2, "banca", 20000},     {4, "banca", 5000},
		    {6, "banca", 7500},  {7, "banca", 100000},    {9, "banca", 12500}};
	struct sabot_wire_view *view =
		scene_new(SABOT_WIRE_GAME_PUNTO_BANCO, SABOT_WIRE_PHASE_DECIDED);

	view->punto = scene_hand("2S4C", 6);
	view->banca = scene_hand("9DKD", 9);
	view->winner = SABOT_WINNER_BANCA;
	scene_set_prompt(view, SABOT_WIRE_PROMPT_RESULT, 0, -1);
	for (gsize i = 0; i < G_N_ELEMENTS(bets); i++) {
		bool is_won = g_str_equal(bets[i].on, "banca");
		int64_t stake_minor = bets[i].stake_minor;
		struct sabot_wire_payout *payout =
			scene_add_payout(view, bets[i].seat, -1, stake_minor,
					 is_won ? stake_minor - stake_minor / 20 : -stake_minor);

		g_free(payout->on);
		payout->on = g_strdup(bets[i].on);
		add_seat(view, bets[i].seat, bets[i].on, stake_minor);
		add_chips(payout);
		if (!is_won) {
			payout->paid_minor = payout->due_minor;
			continue;
		}
		payout->gross_minor = stake_minor;
		payout->commission_minor = stake_minor / 20;
	}
	return view;
}

struct sabot_wire_view *
scene_long_table(void)
{
	struct sabot_wire_view *view =
		scene_new(SABOT_WIRE_GAME_PUNTO_BANCO, SABOT_WIRE_PHASE_DECIDED);

	view->punto = scene_hand("2S4C", 6);
	view->banca = scene_hand("9DKD", 9);
	view->winner = SABOT_WINNER_BANCA;
	scene_set_prompt(view, SABOT_WIRE_PROMPT_RESULT, 0, -1);
	for (int seat = 1; seat <= 14; seat++) {
		struct sabot_wire_payout *payout =
			scene_add_payout(view, seat, -1, 10000 * seat, 9500 * seat);

		g_free(payout->on);
		payout->on = g_strdup("banca");
		add_seat(view, seat, "banca", 10000 * seat);
	}
	return view;
}

struct sabot_wire_view *
scene_insurance(void)
{
	struct sabot_wire_view *view =
		scene_new(SABOT_WIRE_GAME_BLACKJACK, SABOT_WIRE_PHASE_DECIDING);
	struct sabot_wire_call *call = sabot_record_new(&sabot_wire_call_type);
	struct sabot_wire_stake *behind = sabot_record_new(&sabot_wire_stake_type);
	struct sabot_wire_box *box = scene_add_box(view, 1, 1000);

	scene_set_prompt(view, SABOT_WIRE_PROMPT_INSURANCE, 0, -1);
	call->id = g_strdup("even_money");
	call->box = 1;
	g_ptr_array_add(view->prompt->calls, call);
	scene_add_hand(box, "ASKD", 21, SABOT_WIRE_HAND_BLACKJACK);
	box = scene_add_box(view, 2, 5000);
	scene_add_hand(box, "TSKH", 20, SABOT_WIRE_HAND_WAITING);
	scene_add_stake(box, "insurance", 2500);
	behind->on = g_strdup("main");
	behind->bettor = g_strdup("2b");
	behind->amount_minor = 1000;
	g_ptr_array_add(box->stakes, behind);
	return view;
}

struct sabot_wire_incident *
scene_call(void)
{
	struct sabot_wire_incident *call = sabot_record_new(&sabot_wire_incident_type);

	call->table = g_strdup("T-1");
	call->id = 1;
	call->load = 1;
	call->code = g_strdup("dispute");
	call->state = SABOT_WIRE_INCIDENT_OPEN;
	return call;
}
