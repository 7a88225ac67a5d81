/*
 * The next action, and the reason: see prompt-text.h. One function per kind of prompt, with whole
 * formats.
 */
#include "text/prompt-text.h"
#include "text/words.h"

#include <glib.h>
#include <glib/gi18n-lib.h>

static char *
card_for(const struct sabot_prompt *prompt)
{
	switch (prompt->who) {
	case SABOT_OWNER_PUNTO:
		return g_strdup(_("Card for the punto"));
	case SABOT_OWNER_BANCA:
		return g_strdup(_("Card for the banca"));
	case SABOT_OWNER_DEALER:
		return g_strdup(_("Card for the dealer"));
	case SABOT_OWNER_PLAYER:
		return g_strdup_printf(_("Card for box %d"), prompt->box);
	case SABOT_OWNER_NONE:
		break;
	}
	return g_strdup(_("Card"));
}

/* "stand, hit, double" */
static char *
allowed(uint32_t can)
{
	GString *list = g_string_new(NULL);

	for (int action = 0; action < SABOT_ACTIONS; action++) {
		if ((can & (UINT32_C(1) << action)) == 0)
			continue;
		if (list->len > 0)
			g_string_append(list, C_("between words of a list", ", "));
		g_string_append(list, sabot_text_action((enum sabot_action)action));
	}
	return g_string_free(list, FALSE);
}

/* One of several hands of a box. */
static char *
play_hand(const struct sabot_prompt *prompt, const char *hand)
{
	g_autofree char *can = allowed(prompt->can);
	int total = prompt->why.player;

	if (total == SABOT_TOTAL_UNKNOWN)
		/* Translators: a box, which of its hands ("right hand"), and what it may do. */
		return g_strdup_printf(_("Box %d, %s: %s?"), prompt->box, hand, can);
	if (prompt->why.soft)
		return g_strdup_printf(_("Box %d, %s, has soft %d: %s?"), prompt->box, hand, total,
				       can);
	return g_strdup_printf(_("Box %d, %s, has %d: %s?"), prompt->box, hand, total, can);
}

static char *
play(const struct sabot_prompt *prompt)
{
	g_autofree char *can = allowed(prompt->can);
	int total = prompt->why.player;

	if (total == SABOT_TOTAL_UNKNOWN)
		/* Translators: a box in blackjack, and what it may do. */
		return g_strdup_printf(_("Box %d: %s?"), prompt->box, can);
	if (prompt->why.soft)
		/* Translators: an ace counts 11 in the total. */
		return g_strdup_printf(_("Box %d has soft %d: %s?"), prompt->box, total, can);
	return g_strdup_printf(_("Box %d has %d: %s?"), prompt->box, total, can);
}

static const char *
result(enum sabot_winner winner)
{
	switch (winner) {
	case SABOT_WINNER_PUNTO:
		return _("Punto wins: settle and press the button");
	case SABOT_WINNER_BANCA:
		return _("Banca wins: settle and press the button");
	case SABOT_WINNER_TIE:
		return _("Tie: settle and press the button");
	case SABOT_WINNER_VOID:
		return _("The round is void: return the stakes and press the button");
	case SABOT_WINNER_NONE:
		break;
	}
	return _("Settle and press the button");
}

char *
sabot_text_prompt(const struct sabot_prompt *prompt)
{
	switch (prompt->kind) {
	case SABOT_PROMPT_LOAD:
		return g_strdup(_("Load the shoe"));
	case SABOT_PROMPT_BURN:
		return g_strdup_printf(g_dngettext(GETTEXT_PACKAGE, "Burn %d card", "Burn %d cards",
						   (gulong)MAX(prompt->left_cards, 0)),
				       prompt->left_cards);
	case SABOT_PROMPT_BETS:
		return g_strdup(prompt->last_round ? _("Place your bets: last round")
						   : _("Place your bets"));
	case SABOT_PROMPT_DEAL:
	case SABOT_PROMPT_DRAW:
		return card_for(prompt);
	case SABOT_PROMPT_PLAY:
		return play(prompt);
	case SABOT_PROMPT_INSURANCE:
		return g_strdup(_("Insurance?"));
	case SABOT_PROMPT_RESULT:
		return g_strdup(result(prompt->winner));
	case SABOT_PROMPT_RULING:
		return g_strdup(_("Wait for the pit boss"));
	case SABOT_PROMPT_UNLOAD:
		return g_strdup(_("Take the cards out of the shoe"));
	case SABOT_PROMPT_READ:
		return g_strdup(prompt->incident != 0 ? _("Which card was it?")
						      : _("Go by the cards on the table"));
	}
	return g_strdup("");
}

char *
sabot_text_prompt_of_hand(const struct sabot_prompt *prompt, const char *hand)
{
	bool is_card = prompt->kind == SABOT_PROMPT_DEAL || prompt->kind == SABOT_PROMPT_DRAW;

	if (prompt->kind == SABOT_PROMPT_PLAY)
		return play_hand(prompt, hand);
	if (is_card && prompt->who == SABOT_OWNER_PLAYER)
		/* Translators: a box, and which of its hands ("right hand"). */
		return g_strdup_printf(_("Card for box %d, %s"), prompt->box, hand);
	return sabot_text_prompt(prompt);
}

/* What banca draws on, or why it does not: its points against punto's third card, or its points. */
static char *
banca_reason(const struct sabot_prompt_why *why)
{
	if (why->banca == SABOT_TOTAL_UNKNOWN)
		return NULL;
	if (why->third != SABOT_TOTAL_UNKNOWN)
		return g_strdup_printf(_("banca has %d, punto's third card counts %d"), why->banca,
				       why->third);
	if (why->punto != SABOT_TOTAL_UNKNOWN)
		return g_strdup_printf(_("banca has %d, punto has %d"), why->banca, why->punto);
	return g_strdup_printf(_("banca has %d"), why->banca);
}

static char *
dealer_reason(const struct sabot_prompt_why *why)
{
	if (why->dealer == SABOT_TOTAL_UNKNOWN)
		return NULL;
	if (why->is_blackjack)
		return g_strdup(_("the dealer has a blackjack"));
	if (why->soft)
		return g_strdup_printf(_("the dealer has soft %d"), why->dealer);
	return g_strdup_printf(_("the dealer has %d"), why->dealer);
}

static char *
draw_reason(const struct sabot_prompt *prompt)
{
	const struct sabot_prompt_why *why = &prompt->why;

	switch (prompt->who) {
	case SABOT_OWNER_PUNTO:
		return why->punto == SABOT_TOTAL_UNKNOWN
			       ? NULL
			       : g_strdup_printf(_("punto has %d"), why->punto);
	case SABOT_OWNER_BANCA:
		return banca_reason(why);
	case SABOT_OWNER_DEALER:
		return dealer_reason(why);
	case SABOT_OWNER_PLAYER:
		return why->player == SABOT_TOTAL_UNKNOWN
			       ? NULL
			       : g_strdup_printf(_("box %d has %d"), prompt->box, why->player);
	case SABOT_OWNER_NONE:
		break;
	}
	return NULL;
}

static char *
result_reason(const struct sabot_prompt_why *why)
{
	if (why->punto != SABOT_TOTAL_UNKNOWN && why->banca != SABOT_TOTAL_UNKNOWN)
		return g_strdup_printf(_("punto has %d, banca has %d"), why->punto, why->banca);
	return dealer_reason(why);
}

/* While players act the total is that of one card: only an ace counts 11. */
static char *
up_card_reason(int total)
{
	if (total == SABOT_TOTAL_UNKNOWN)
		return NULL;
	return total == 11 ? g_strdup(_("the dealer shows an ace"))
			   : g_strdup_printf(_("the dealer shows %d"), total);
}

static char *
reason(const struct sabot_prompt *prompt)
{
	switch (prompt->kind) {
	case SABOT_PROMPT_DRAW:
		return draw_reason(prompt);
	case SABOT_PROMPT_PLAY:
		return up_card_reason(prompt->why.dealer);
	case SABOT_PROMPT_RESULT:
		return result_reason(&prompt->why);
	case SABOT_PROMPT_READ:
		/* Translators: why the dealer is asked which card it was; why Sabot is silent. */
		if (prompt->incident != 0)
			return g_strdup(_("what comes next depends on it"));
		return g_strdup(_("the shoe may have missed cards"));
	case SABOT_PROMPT_LOAD:
	case SABOT_PROMPT_BURN:
	case SABOT_PROMPT_BETS:
	case SABOT_PROMPT_DEAL:
	case SABOT_PROMPT_INSURANCE:
	case SABOT_PROMPT_RULING:
	case SABOT_PROMPT_UNLOAD:
		break;
	}
	return NULL;
}

char *
sabot_text_prompt_why(const struct sabot_prompt *prompt)
{
	const char *rule = prompt->why.rule != NULL ? prompt->why.rule : "";
	g_autofree char *said = reason(prompt), *named = NULL;

	if (said == NULL)
		return sabot_text_rule(rule);
	if (rule[0] == '\0')
		return g_steal_pointer(&said);
	named = sabot_text_rule(rule);
	/* Translators: a reason, and the rule that makes it one: "punto has 4 (§ PB-09)". */
	return g_strdup_printf(C_("reason", "%s (%s)"), said, named);
}
