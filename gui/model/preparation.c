/* The preparation's steps: see preparation.h. */
#include "gui/model/preparation.h"

#include <glib/gi18n.h>

static const struct {
	const char *word, *text;
} steps[] = {
	{"decks", NC_("preparation", "Decks taken from the store")},
	{"seals", NC_("preparation", "Seals seen intact")},
	{"spread", NC_("preparation", "Spread face up and checked")},
	{"count", NC_("preparation", "Counted")},
	{"mix", NC_("preparation", "Each deck mixed three times")},
	{"stack", NC_("preparation", "Stacked")},
	{"dealer_cut", NC_("preparation", "Cut by the dealer")},
	{"player_cut", NC_("preparation", "Last cut by a player")},
	{"cut_card", NC_("preparation", "Cut card placed")},
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
