/* Questions for a trainee: see training-question.h. */
#include "training-question.h"

#include "gui/model/phrases.h"
#include "text/money.h"
#include "text/words.h"

#include <glib/gi18n-lib.h>
#include <string.h>

enum {
	ANSWERS_MAX = 4,
	LEAST_CHIP_MINOR = 50, /* step between wrong answers if nothing else separates them */
};

const char *
sabot_question_kind_to_string(enum sabot_question_kind kind)
{
	static const char *const words[SABOT_QUESTIONS] = {
		"next", "winner", "payment", "wish", "card", "mishap", "cut_card",
	};

	return words[kind];
}

const char *
sabot_question_kind_name(enum sabot_question_kind kind)
{
	switch (kind) {
	case SABOT_QUESTION_NEXT:
		return C_("training", "What comes next");
	case SABOT_QUESTION_WINNER:
		return C_("training", "Who has won");
	case SABOT_QUESTION_PAYMENT:
		return C_("training", "Payments");
	case SABOT_QUESTION_WISH:
		return C_("training", "What players may do");
	case SABOT_QUESTION_CARD:
		return C_("training", "Cards keyed in");
	case SABOT_QUESTION_MISHAP:
		return C_("training", "Mishaps");
	case SABOT_QUESTION_CUT:
		return C_("training", "The cut card");
	case SABOT_QUESTIONS:
		break;
	}
	return "";
}

/* All members but `kind` and `text` (transferred) may still be set. */
static struct sabot_question *
question_new(enum sabot_question_kind kind, char *text)
{
	struct sabot_question *question = g_new0(struct sabot_question, 1);

	question->kind = kind;
	question->text = text;
	question->answers = g_ptr_array_new_with_free_func(g_free);
	question->rule = g_strdup("");
	question->why = g_strdup("");
	return question;
}

void
sabot_question_free(struct sabot_question *question)
{
	if (!question)
		return;
	g_free(question->text);
	g_ptr_array_unref(question->answers);
	g_free(question->rule);
	g_free(question->why);
	json_decref(question->event);
	g_free(question);
}

static void
add_answer(struct sabot_question *question, const char *text, bool is_right)
{
	if (is_right)
		question->right = question->answers->len;
	g_ptr_array_add(question->answers, g_strdup(text));
}

/* `why` is transferred. */
static void
explain(struct sabot_question *question, char *why, const char *rule)
{
	g_free(question->why);
	question->why = why;
	g_free(question->rule);
	question->rule = g_strdup(rule ? rule : "");
}

/* Explain with the prompt's own text: what to do, and why. */
static void
explain_by_prompt(struct sabot_question *question, const struct sabot_wire_prompt *prompt)
{
	g_autofree char *text = sabot_phrase_prompt(prompt);
	g_autofree char *why = sabot_phrase_prompt_why(prompt);

	explain(question, *why ? g_strdup_printf("%s · %s", text, why) : g_strdup(text),
		prompt->why ? prompt->why->rule : "");
}

bool
sabot_prompt_can(const struct sabot_wire_prompt *prompt, enum sabot_action action)
{
	for (guint i = 0; i < prompt->can->len; i++) {
		if (g_array_index(prompt->can, int, i) == (int)action + 1)
			return true;
	}
	return false;
}

char *
sabot_question_explain(const struct sabot_question *question)
{
	g_autofree char *rule = NULL;

	if (*question->rule == '\0' || strstr(question->why, question->rule))
		return g_strdup(question->why);
	if (*question->why == '\0')
		return sabot_text_rule(question->rule);
	rule = sabot_text_rule(question->rule);
	/* Translators: a sentence, and the rule that it rests on: "§ PB-10". */
	return g_strdup_printf(C_("training", "%s (%s)"), question->why, rule);
}

struct sabot_question *
sabot_question_next(const struct sabot_wire_view *view)
{
	const struct sabot_wire_prompt *prompt = view->prompt;
	bool is_draw = prompt->kind == SABOT_WIRE_PROMPT_DRAW;
	bool is_insured = prompt->kind == SABOT_WIRE_PROMPT_INSURANCE;
	bool is_over = prompt->kind == SABOT_WIRE_PROMPT_RESULT;
	struct sabot_question *question;

	if (!is_draw && !is_insured && !is_over)
		return NULL;
	question = question_new(SABOT_QUESTION_NEXT, g_strdup(C_("training", "What comes next?")));
	if (view->game == SABOT_WIRE_GAME_PUNTO_BANCO) {
		add_answer(question, C_("training", "Card for the punto"),
			   is_draw && prompt->who == SABOT_WIRE_WHO_PUNTO);
		add_answer(question, C_("training", "Card for the banca"),
			   is_draw && prompt->who == SABOT_WIRE_WHO_BANCA);
	} else {
		add_answer(question, C_("training", "Offer insurance"), is_insured);
		add_answer(question, C_("training", "Card for the dealer"),
			   is_draw && prompt->who == SABOT_WIRE_WHO_DEALER);
	}
	add_answer(question, C_("training", "No more cards: settle"), is_over);
	if (is_over) /* the next question is who has won */
		explain(question, g_strdup(C_("training", "Nobody draws any more.")),
			prompt->why ? prompt->why->rule : "");
	else
		explain_by_prompt(question, prompt);
	question->draws = is_draw;
	if (is_insured)
		question->event = json_pack("{s:s}", "ev", "insurance_closed");
	return question;
}

struct sabot_question *
sabot_question_winner(const struct sabot_wire_view *view)
{
	static const enum sabot_winner winners[] = {SABOT_WINNER_PUNTO, SABOT_WINNER_BANCA,
						    SABOT_WINNER_TIE};
	const struct sabot_wire_prompt *prompt = view->prompt;
	struct sabot_question *question;

	if (prompt->kind != SABOT_WIRE_PROMPT_RESULT || prompt->winner == SABOT_WINNER_NONE ||
	    prompt->winner == SABOT_WINNER_VOID)
		return NULL;
	question = question_new(SABOT_QUESTION_WINNER, g_strdup(C_("training", "Who has won?")));
	for (gsize i = 0; i < G_N_ELEMENTS(winners); i++)
		add_answer(question, sabot_phrase_winner(winners[i]), winners[i] == prompt->winner);
	explain(question, sabot_phrase_totals(view), prompt->why ? prompt->why->rule : "");
	return question;
}

/* "Seat 3, banca", "Box 2, hand 1". */
static char *
name_place(const struct sabot_wire_payout *payout)
{
	enum sabot_bet bet = sabot_bet_from_string(payout->on);

	if (payout->hand > 0)
		return g_strdup_printf(C_("training", "Box %d, hand %d"), (int)payout->box,
				       (int)payout->hand + 1);
	if (bet == SABOT_BET_MAIN || bet == SABOT_BET_UNKNOWN)
		return g_strdup_printf(C_("training", "Box %d"), (int)payout->box);
	if (bet == SABOT_BET_PUNTO || bet == SABOT_BET_BANCA || bet == SABOT_BET_TIE)
		/* Translators: a player's place at punto banco, and the bet there. */
		return g_strdup_printf(C_("training", "Seat %d, %s"), (int)payout->box,
				       sabot_text_bet(bet));
	/* Translators: a box and the bet on it. */
	return g_strdup_printf(C_("training", "Box %d, %s"), (int)payout->box, sabot_text_bet(bet));
}

static void
add_amount(int64_t amounts_minor[ANSWERS_MAX], int *n, int64_t amount_minor)
{
	if (amount_minor <= 0 || *n == ANSWERS_MAX)
		return;
	for (int i = 0; i < *n; i++)
		if (amounts_minor[i] == amount_minor)
			return;
	amounts_minor[(*n)++] = amount_minor;
}

/* The amount due first, then common mistakes: without commission, even, double, half. */
static int
list_amounts(const struct sabot_wire_payout *payout, int64_t amounts_minor[ANSWERS_MAX])
{
	int n = 0;

	add_amount(amounts_minor, &n, payout->due_minor);
	add_amount(amounts_minor, &n, payout->gross_minor);
	add_amount(amounts_minor, &n, payout->stake_minor);
	add_amount(amounts_minor, &n, payout->stake_minor * 2);
	add_amount(amounts_minor, &n, payout->stake_minor * 3 / 2);
	add_amount(amounts_minor, &n, payout->due_minor + LEAST_CHIP_MINOR);
	add_amount(amounts_minor, &n, payout->due_minor + LEAST_CHIP_MINOR * 2);
	return n;
}

static int64_t
find_claim(const struct sabot_wire_payout *payout, const int64_t *amounts_minor, int n)
{
	for (int i = 1; i < n; i++)
		if (amounts_minor[i] > payout->due_minor)
			return amounts_minor[i];
	return payout->due_minor * 2;
}

static char *
ask_payment(const struct sabot_wire_payout *payout, int64_t claim_minor)
{
	g_autofree char *place = name_place(payout);
	char stake[SABOT_TEXT_MONEY_SIZE], claim[SABOT_TEXT_MONEY_SIZE];

	sabot_text_money(payout->stake_minor, stake);
	if (claim_minor <= 0)
		/* Translators: a box and bet, and what is staked on it. */
		return g_strdup_printf(C_("training", "%s: %s staked. What is paid?"), place,
				       stake);
	sabot_text_money(claim_minor, claim);
	/* Translators: a box and bet, what is staked on it, what its player asks for. */
	return g_strdup_printf(C_("training",
				  "%s: %s staked, and the player asks for %s. What is paid?"),
			       place, stake, claim);
}

struct sabot_question *
sabot_question_payment(const struct sabot_wire_payout *payout, bool claims, GRand *rand)
{
	int64_t amounts_minor[ANSWERS_MAX];
	struct sabot_question *question;
	int n, at;

	if (payout->due_minor <= 0)
		return NULL;
	n = list_amounts(payout, amounts_minor);
	question = question_new(SABOT_QUESTION_PAYMENT,
				ask_payment(payout,
					    claims ? find_claim(payout, amounts_minor, n) : 0));
	at = g_rand_int_range(rand, 0, n);
	for (int i = 0; i < n; i++) {
		int64_t amount_minor = amounts_minor[(i + at) % n];
		char money[SABOT_TEXT_MONEY_SIZE];

		add_answer(question, sabot_text_money(amount_minor, money),
			   amount_minor == payout->due_minor);
	}
	explain(question, sabot_phrase_payout(payout), payout->rule);
	return question;
}

/* A refused wish is replaced by an action that is always allowed. */
static json_t *
build_action(const struct sabot_wire_prompt *prompt, enum sabot_action action)
{
	return json_pack("{s:s, s:s, s:I, s:I}", "ev", "action", "do",
			 sabot_action_to_string(action), "box", (json_int_t)prompt->box, "hand",
			 (json_int_t)MAX(prompt->hand, 0));
}

struct sabot_question *
sabot_question_wish(const struct sabot_wire_view *view, enum sabot_action wish)
{
	const struct sabot_wire_prompt *prompt = view->prompt;
	bool can = sabot_prompt_can(prompt, wish);
	struct sabot_question *question;

	if (prompt->kind != SABOT_WIRE_PROMPT_PLAY)
		return NULL;
	question =
		question_new(SABOT_QUESTION_WISH,
			     /* Translators: a box, and what its player wants: "double", "split". */
			     g_strdup_printf(C_("training", "Box %d. The player wants to: %s"),
					     (int)prompt->box, sabot_text_action(wish)));
	add_answer(question, C_("training", "Allowed"), can);
	add_answer(question, C_("training", "Not allowed"), !can);
	explain_by_prompt(question, prompt);
	question->event = build_action(prompt, can ? wish : SABOT_ACTION_STAND);
	return question;
}

/* The number of rounds that may follow the one in play; -1 if not even that is completed. */
static int64_t
count_rounds_left(const struct sabot_wire_view *view)
{
	const struct sabot_wire_prompt *prompt = view->prompt;

	if (prompt->kind == SABOT_WIRE_PROMPT_UNLOAD || prompt->winner == SABOT_WINNER_VOID)
		return -1;
	for (guint i = 0; i < prompt->calls->len; i++) {
		const struct sabot_wire_call *call = g_ptr_array_index(prompt->calls, i);

		if (strcmp(call->id, "rounds_left") == 0)
			return call->number;
	}
	return 0;
}

struct sabot_question *
sabot_question_cut(const struct sabot_wire_view *view, const char *article)
{
	int64_t left = count_rounds_left(view), other = left > 0 ? left : 1;
	/* Translators: rounds after the one in play, 1 or more. */
	g_autofree char *more =
		g_strdup_printf(C_("training", "This round and %d more"), (int)other);
	struct sabot_question *question =
		question_new(SABOT_QUESTION_CUT,
			     g_strdup(C_("training", "The cut card is out. What is still dealt?")));
	g_autofree char *calls = sabot_phrase_calls(view->prompt);

	add_answer(question, C_("training", "Nothing: this round is void"), left < 0);
	add_answer(question, C_("training", "This round, then a new load"), left == 0);
	add_answer(question, more, left > 0);
	/* A prompt has only the article of its own step. */
	explain(question, g_steal_pointer(&calls), article ? article : "");
	return question;
}

struct sabot_question *
sabot_question_card(struct sabot_card card, const struct sabot_wire_incident *unread)
{
	g_autofree char *name = sabot_text_card(card);
	char word[SABOT_CARD_TEXT_SIZE];
	struct sabot_question *question = question_new(
		SABOT_QUESTION_CARD,
		unread ? g_strdup_printf(C_("training",
					    "The shoe did not read this card. Key it in: %s"),
					 name)
		       : g_strdup_printf(C_("training",
					    "The shoe is dead. Key in the next card: %s"),
					 name));

	sabot_card_format(card, word);
	question->card = card;
	question->event =
		unread ? json_pack("{s:s, s:I, s:s, s:s}", "ev", "ruling", "incident",
				   (json_int_t)unread->id, "remedy", "read_as", "card", word)
		       : json_pack("{s:s, s:s, s:s}", "ev", "card", "card", word, "src", "manual");
	/* Translators: which card was to be keyed in. */
	explain(question, g_strdup_printf(C_("training", "It was the %s."), name),
		unread ? unread->rule : "");
	return question;
}

struct sabot_question *
sabot_question_mishap(const struct sabot_wire_incident *incident, const char *story)
{
	struct sabot_question *question =
		question_new(SABOT_QUESTION_MISHAP,
			     /* Translators: what happened, as a sentence. */
			     g_strdup_printf(C_("training", "%s What do you do?"), story));
	g_autofree char *sentence = sabot_phrase_incident(incident);

	add_answer(question, C_("training", "Put it right, deal on"), false);
	add_answer(question, C_("training", "Burn the card"), false);
	add_answer(question, C_("training", "Touch nothing, call the pit"), true);
	explain(question,
		g_strdup_printf(C_("training", "%s Only the pit boss may decide."), sentence),
		incident->rule);
	question->event = json_pack("{s:s, s:I, s:s}", "ev", "ruling", "incident",
				    (json_int_t)incident->id, "remedy", "let_stand");
	return question;
}
