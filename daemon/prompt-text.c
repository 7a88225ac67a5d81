/*
 * One sentence for each kind of prompt. The dealer's display has its own in the house's language;
 * these are for tools and logs.
 */
#include "prompt-text.h"

#include <glib.h>

static const char *
owner_text(enum sabot_owner owner)
{
	switch (owner) {
	case SABOT_OWNER_PUNTO:
		return "punto";
	case SABOT_OWNER_BANCA:
		return "banca";
	case SABOT_OWNER_DEALER:
		return "the dealer";
	case SABOT_OWNER_PLAYER:
		return "box";
	case SABOT_OWNER_NONE:
		break;
	}
	return "";
}

static char *
card_text(const struct sabot_prompt *prompt)
{
	if (prompt->who == SABOT_OWNER_PLAYER)
		return g_strdup_printf("Card for box %d", prompt->box);
	return g_strdup_printf("Card for %s", owner_text(prompt->who));
}

static char *
result_text(const struct sabot_prompt *prompt, enum sabot_game game)
{
	if (game == SABOT_BLACKJACK)
		return g_strdup("Settle and press the button");
	switch (prompt->winner) {
	case SABOT_WINNER_PUNTO:
		return g_strdup("Punto wins: settle and press the button");
	case SABOT_WINNER_BANCA:
		return g_strdup("Banca wins: settle and press the button");
	case SABOT_WINNER_TIE:
		return g_strdup("Tie: settle and press the button");
	case SABOT_WINNER_VOID:
		return g_strdup("The coup is void: return the stakes and press the button");
	case SABOT_WINNER_NONE:
		break;
	}
	return g_strdup("Press the button");
}

char *
sabot_prompt_text(const struct sabot_prompt *prompt, enum sabot_game game)
{
	switch (prompt->kind) {
	case SABOT_PROMPT_LOAD:
		return g_strdup("Load the shoe");
	case SABOT_PROMPT_BURN:
		return prompt->left_cards == 1
			       ? g_strdup("Burn a card")
			       : g_strdup_printf("Burn %d cards", prompt->left_cards);
	case SABOT_PROMPT_BETS:
		return g_strdup(prompt->last_round ? "Place your bets, last round"
						   : "Place your bets");
	case SABOT_PROMPT_DEAL:
	case SABOT_PROMPT_DRAW:
		return card_text(prompt);
	case SABOT_PROMPT_PLAY:
		return g_strdup_printf("Box %d has %d", prompt->box, prompt->total);
	case SABOT_PROMPT_INSURANCE:
		return g_strdup("Insurance?");
	case SABOT_PROMPT_RESULT:
		return result_text(prompt, game);
	case SABOT_PROMPT_RULING:
		return g_strdup("Wait for the pit");
	case SABOT_PROMPT_UNLOAD:
		return g_strdup("Take the cards out of the shoe");
	}
	return g_strdup("");
}
