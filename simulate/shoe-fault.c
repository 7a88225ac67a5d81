/*
 * Faults and their plan, see the header.
 */
#include "shoe-fault.h"

#include <glib/gi18n.h>
#include <string.h>

static const struct {
	const char *word;
	enum shoe_fault_need need;
	const char *sentence;
} facts[SHOE_FAULTS] = {
	[SHOE_FAULT_NONE] = {"none", SHOE_NEEDS_SHOE, ""},
	[SHOE_FAULT_WRONG_THIRD_CARD] =
		{"wrong-third-card", SHOE_NEEDS_PUNTO_BANCO,
		 N_("a third card is dealt where none is due, or withheld")},
	[SHOE_FAULT_OVERDRAW] = {"overdraw", SHOE_NEEDS_DEALER,
				 N_("one more card is drawn when the hand is over")},
	[SHOE_FAULT_UNREAD] = {"unread", SHOE_NEEDS_SHOE, N_("the shoe cannot read a card")},
	[SHOE_FAULT_REPEATED_FRAMES] = {"repeated-frames", SHOE_NEEDS_SHOE,
					N_("the shoe says a card five times (no card too many: "
					   "nothing must be flagged)")},
	[SHOE_FAULT_LOST_FRAME] = {"lost-frame", SHOE_NEEDS_SHOE,
				   N_("a card leaves the shoe and nothing is reported")},
	[SHOE_FAULT_CABLE_PULL] = {"cable-pull", SHOE_NEEDS_SHOE,
				   N_("the shoe's cable is pulled and put back")},
	[SHOE_FAULT_EXTRA_CARD] = {"extra-card", SHOE_NEEDS_SHOE,
				   N_("a copy too many is slipped into the shoe")},
	[SHOE_FAULT_MISSING_CARD] = {"missing-card", SHOE_NEEDS_SHOE,
				     N_("a card is taken out of the shoe")},
	[SHOE_FAULT_EARLY_CARD] = {"early-card", SHOE_NEEDS_DEALER,
				   N_("a card is drawn before \"no more bets\"")},
	[SHOE_FAULT_WRONG_PAYMENT] = {"wrong-payment", SHOE_NEEDS_DEALER,
				      N_("a winner is paid too much or too little")},
	[SHOE_FAULT_WRONG_RESULT] = {"wrong-result", SHOE_NEEDS_PUNTO_BANCO,
				     N_("the wrong side is called the winner")},
};

const char *
shoe_fault_to_string(enum shoe_fault fault)
{
	return facts[fault].word;
}

const char *
shoe_fault_describe(enum shoe_fault fault)
{
	return facts[fault].sentence[0] != '\0' ? _(facts[fault].sentence) : "";
}

enum shoe_fault_need
shoe_fault_get_need(enum shoe_fault fault)
{
	return facts[fault].need;
}

void
shoe_fault_plan_init(struct shoe_fault_plan *plan)
{
	*plan = (struct shoe_fault_plan){0};
	plan->entries = g_array_new(FALSE, FALSE, sizeof(struct shoe_fault_entry));
}

void
shoe_fault_plan_clear(struct shoe_fault_plan *plan)
{
	g_clear_pointer(&plan->entries, g_array_unref);
}

static enum shoe_fault
fault_from_string(const char *word)
{
	for (int i = SHOE_FAULT_NONE + 1; i < SHOE_FAULTS; i++) {
		if (strcmp(facts[i].word, word) == 0)
			return (enum shoe_fault)i;
	}
	return SHOE_FAULT_NONE;
}

static char *
list_words(void)
{
	const char *words[SHOE_FAULTS] = {0}; /* without NONE, with NULL behind the last */

	for (int i = SHOE_FAULT_NONE + 1; i < SHOE_FAULTS; i++)
		words[i - 1] = facts[i].word;
	return g_strjoinv(", ", (char **)words);
}

bool
shoe_fault_plan_add(struct shoe_fault_plan *plan, const char *text, char **ret_why)
{
	g_auto(GStrv) parts = g_strsplit(text, "@", 2);
	struct shoe_fault_entry entry = {.fault = fault_from_string(parts[0] ? parts[0] : "")};
	guint64 round = 0;

	if (entry.fault == SHOE_FAULT_NONE) {
		g_autofree char *known = list_words();

		*ret_why = g_strdup_printf(_("there is no fault \"%s\"; there are: %s"),
					   parts[0] ? parts[0] : "", known);
		return false;
	}
	if (parts[1] && !g_ascii_string_to_unsigned(parts[1], 10, 1, 1000000, &round, NULL)) {
		*ret_why = g_strdup_printf(_("\"%s\": after @ comes a round's number, from 1 on"),
					   text);
		return false;
	}
	entry.round = (unsigned)round;
	g_array_append_val(plan->entries, entry);
	return true;
}

static enum shoe_fault
pick_at_random(enum shoe_fault_need available, struct shoe_random *random)
{
	enum shoe_fault fault;

	do {
		fault = (enum shoe_fault)(1 + shoe_random_below(random, SHOE_FAULTS - 1));
	} while (facts[fault].need > available);
	return fault;
}

enum shoe_fault
shoe_fault_plan_pick(struct shoe_fault_plan *plan, unsigned round, enum shoe_fault_need available,
		     struct shoe_random *random)
{
	for (guint i = 0; i < plan->entries->len; i++) {
		struct shoe_fault_entry entry =
			g_array_index(plan->entries, struct shoe_fault_entry, i);

		if (entry.round > round || facts[entry.fault].need > available)
			continue;
		g_array_remove_index(plan->entries, i);
		return entry.fault;
	}
	if (plan->percent > 0 && shoe_random_chance(random, plan->percent))
		return pick_at_random(available, random);
	return SHOE_FAULT_NONE;
}
