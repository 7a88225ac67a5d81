/* One sentence an effect: see effect-text.h. */
#include "text/effect-text.h"
#include "text/money.h"
#include "text/payout-text.h"
#include "text/reason-text.h"
#include "text/words.h"

#include <glib.h>
#include <glib/gi18n-lib.h>

static const char *const effect_words[SABOT_EFFECTS] = {
	[SABOT_EFFECT_NOTHING] = "nothing",
	[SABOT_EFFECT_REFUSED] = "refused",
	[SABOT_EFFECT_HIDDEN] = "hidden",
	[SABOT_EFFECT_WANTS_CARD] = "wants_card",
	[SABOT_EFFECT_ROUND_VOID] = "round_void",
	[SABOT_EFFECT_ROUND_CLOSED] = "round_closed",
	[SABOT_EFFECT_ROUND_GOES_ON] = "round_goes_on",
	[SABOT_EFFECT_RESULT] = "result",
	[SABOT_EFFECT_CARD_ASIDE] = "card_aside",
	[SABOT_EFFECT_CARD_MOVED] = "card_moved",
	[SABOT_EFFECT_CARD_NEXT] = "card_next",
	[SABOT_EFFECT_CARD_READ] = "card_read",
	[SABOT_EFFECT_CARD_INSERTED] = "card_inserted",
	[SABOT_EFFECT_DUMMY_HAND] = "dummy_hand",
	[SABOT_EFFECT_LOAD_ENDS] = "load_ends",
	[SABOT_EFFECT_MONEY] = "money",
};

const char *
sabot_effect_to_string(enum sabot_effect effect)
{
	return effect_words[effect];
}

bool
sabot_effect_from_string(const char *word, enum sabot_effect *ret_effect)
{
	for (int effect = 0; effect < SABOT_EFFECTS; effect++) {
		if (g_strcmp0(effect_words[effect], word) != 0)
			continue;
		*ret_effect = (enum sabot_effect)effect;
		return true;
	}
	return false;
}

static char *
result(const struct sabot_effect_args *args)
{
	if (args->from == SABOT_WINNER_NONE)
		/* Translators: number of a round; punto, banca or tie. */
		return g_strdup_printf(_("The result of round %u is %s."), args->round,
				       sabot_text_winner(args->to));
	/* Translators: number of a round; the new result, the one before. */
	return g_strdup_printf(_("The result of round %u is %s instead of %s."), args->round,
			       sabot_text_winner(args->to), sabot_text_winner(args->from));
}

static char *
money(const struct sabot_effect_args *args)
{
	const struct sabot_redress_line line = {
		.round = args->round,
		.box = args->box,
		.bettor = args->bettor,
		.amount_minor = args->amount_minor,
	};
	char amount[SABOT_TEXT_MONEY_SIZE];

	if (args->box == 0 || args->bettor)
		return sabot_text_redress(&line);
	sabot_text_money(args->amount_minor < 0 ? -args->amount_minor : args->amount_minor, amount);
	if (args->amount_minor < 0)
		/* Translators: a box; an amount that was paid too much. */
		return g_strdup_printf(_("Box %d gives %s back."), args->box, amount);
	return g_strdup_printf(_("Box %d is paid %s."), args->box, amount);
}

char *
sabot_text_effect(enum sabot_effect effect, const struct sabot_effect_args *args)
{
	switch (effect) {
	case SABOT_EFFECT_NOTHING:
		return g_strdup(_("Nothing changes at the table."));
	case SABOT_EFFECT_REFUSED:
		return g_strdup_printf(_("It cannot be applied now: %s."),
				       sabot_text_why(args->why ? args->why : ""));
	case SABOT_EFFECT_HIDDEN:
		return g_strdup(_("What it comes to hangs on cards that are not shown yet."));
	case SABOT_EFFECT_WANTS_CARD:
		return g_strdup(_("First say which card it was."));
	case SABOT_EFFECT_ROUND_VOID:
		return g_strdup_printf(_("Round %u is void: all stakes go back."), args->round);
	case SABOT_EFFECT_ROUND_CLOSED:
		return g_strdup_printf(_("Round %u is closed as dealt."), args->round);
	case SABOT_EFFECT_ROUND_GOES_ON:
		return g_strdup_printf(_("Round %u continues."), args->round);
	case SABOT_EFFECT_RESULT:
		return result(args);
	case SABOT_EFFECT_CARD_ASIDE:
		return g_strdup(_("The card belongs to no hand."));
	case SABOT_EFFECT_CARD_MOVED:
		return g_strdup(_("The card goes to another hand."));
	case SABOT_EFFECT_CARD_NEXT:
		return g_strdup(_("The card is dealt first in the next round."));
	case SABOT_EFFECT_CARD_READ:
		return g_strdup(_("The card counts as what is said."));
	case SABOT_EFFECT_CARD_INSERTED:
		return g_strdup(_("The lost card counts in its place."));
	case SABOT_EFFECT_DUMMY_HAND:
		return g_strdup(_("A hand without bets begins with the card."));
	case SABOT_EFFECT_LOAD_ENDS:
		return g_strdup(_("No further round of this load may follow."));
	case SABOT_EFFECT_MONEY:
		return money(args);
	case SABOT_EFFECTS:
		break;
	}
	return g_strdup("");
}

static char *
name_stake(int box, enum sabot_bet on)
{
	if (on == SABOT_BET_MAIN)
		return g_strdup_printf(_("Box %d"), box);
	/* Translators: a box, and what the stake is on. */
	return g_strdup_printf(C_("stake", "Box %d, %s"), box, sabot_text_bet(on));
}

/* A stake, and what becomes of it; an amount without sign, for who takes money is not paid. */
static char *
say_due(const char *where, int64_t due_minor)
{
	char money[SABOT_TEXT_MONEY_SIZE];

	if (due_minor == 0)
		/* Translators: a stake: neither side gets anything. */
		return g_strdup_printf(_("%s: nothing is due"), where);
	if (due_minor < 0)
		/* Translators: a stake, what the house takes. */
		return g_strdup_printf(_("%s: %s is taken"), where,
				       sabot_text_money_size(due_minor, money));
	/* Translators: a stake, and what is due on it. */
	return g_strdup_printf(_("%s: %s due"), where, sabot_text_money(due_minor, money));
}

static char *
say_due_before(int64_t due_minor)
{
	char money[SABOT_TEXT_MONEY_SIZE];

	if (due_minor == 0)
		return g_strdup(C_("due before", "nothing"));
	if (due_minor < 0)
		/* Translators: what the house took, before a ruling changed that. */
		return g_strdup_printf(C_("due before", "%s taken"),
				       sabot_text_money_size(due_minor, money));
	/* Translators: what was due, before a ruling changed that. */
	return g_strdup_printf(C_("due before", "%s due"), sabot_text_money(due_minor, money));
}

char *
sabot_text_stake_effect(int box, enum sabot_bet on, const int64_t *before_minor,
			const int64_t *after_minor)
{
	g_autofree char *where = name_stake(box, on), *before = NULL, *after = NULL;

	if (!before_minor && !after_minor)
		return g_steal_pointer(&where);
	if (!after_minor)
		/* Translators: a stake: what is due on it is no longer certain. */
		return g_strdup_printf(_("%s: open again"), where);
	after = say_due(where, *after_minor);
	if (!before_minor)
		return g_steal_pointer(&after);
	before = say_due_before(*before_minor);
	/* Translators: a stake and what is due on it; what was before. */
	return g_strdup_printf(C_("due before", "%s (before: %s)"), after, before);
}
