/* The preparation's steps: see preparation.h. */
#include "gui/model/preparation.h"

#include <glib/gi18n.h>

static const struct {
	const char *word, *text;
} steps[] = {
	{"decks_taken", NC_("preparation", "Decks taken from the store")},
	{"seals_intact", NC_("preparation", "Seals seen intact")},
	{"spread", NC_("preparation", "Spread face up and checked")},
	{"counted", NC_("preparation", "Counted")},
	{"mixed", NC_("preparation", "Each deck mixed three times")},
	{"stacked", NC_("preparation", "Stacked")},
	{"dealer_cut", NC_("preparation", "Cut by the dealer")},
	{"player_cut", NC_("preparation", "Last cut by a player")},
	{"cut_card_placed", NC_("preparation", "Cut card placed")},
};

const char *
sabot_preparation_step(unsigned n)
{
	return n < G_N_ELEMENTS(steps) ? steps[n].word : NULL;
}

const char *
sabot_preparation_text(unsigned n)
{
	return n < G_N_ELEMENTS(steps) ? g_dpgettext2(NULL, "preparation", steps[n].text) : NULL;
}
