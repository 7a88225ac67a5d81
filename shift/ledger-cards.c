/*
 * The inventory of cards by sets: bought, in use at a table, returned, cancelled, destroyed.
 * Returned ones may be used again as long as the house finds them in perfect condition.
 */
#include "ledger-cards.h"
#include "text/refusal.h"
#include "ledger-private.h"

#include <string.h>

static const char *const state_words[] = {"stock", "in_use", "returned", "cancelled", "destroyed"};

const char *
sabot_set_state_to_string(enum sabot_set_state state)
{
	return state_words[state];
}

#define STATE(name) (1u << SABOT_SET_##name)

/* From which states a step leads to which. */
static const struct transition {
	enum sabot_document_step step;
	unsigned from;
	enum sabot_set_state to;
} transitions[] = {
	{SABOT_STEP_ISSUE, STATE(STOCK) | STATE(RETURNED), SABOT_SET_IN_USE},
	{SABOT_STEP_RETURN, STATE(IN_USE), SABOT_SET_RETURNED},
	{SABOT_STEP_CANCEL, STATE(STOCK) | STATE(IN_USE) | STATE(RETURNED), SABOT_SET_CANCELLED},
	{SABOT_STEP_DESTROY, STATE(CANCELLED), SABOT_SET_DESTROYED},
};

static struct sabot_card_set *
find_set(const struct sabot_ledger *ledger, const char *name, guint *ret_index)
{
	guint i = 0;
	int order = -1;

	while (i < ledger->sets->len) {
		const struct sabot_card_set *set = g_ptr_array_index(ledger->sets, i);

		order = strcmp(set->name, name);
		if (order >= 0)
			break;
		i++;
	}
	*ret_index = i;
	return order == 0 ? g_ptr_array_index(ledger->sets, i) : NULL;
}

/* In this state nothing of the kind is done with the set. */
static bool
refuse_state(const struct sabot_card_set *set, char *why)
{
	switch (set->state) {
	case SABOT_SET_STOCK:
		return sabot_ledger_refuse(why,
					   SABOT_REFUSAL_AS("set: %s is stock",
							    "the set of cards %1$s is in stock"),
					   set->name);
	case SABOT_SET_IN_USE:
		return sabot_ledger_refuse(why,
					   SABOT_REFUSAL_AS("set: %s is in_use",
							    "the set of cards %1$s is in use"),
					   set->name);
	case SABOT_SET_RETURNED:
		return sabot_ledger_refuse(why,
					   SABOT_REFUSAL_AS("set: %s is returned",
							    "the set of cards %1$s is returned"),
					   set->name);
	case SABOT_SET_CANCELLED:
		return sabot_ledger_refuse(why,
					   SABOT_REFUSAL_AS("set: %s is cancelled",
							    "the set of cards %1$s is cancelled"),
					   set->name);
	case SABOT_SET_DESTROYED:
		return sabot_ledger_refuse(why,
					   SABOT_REFUSAL_AS("set: %s is destroyed",
							    "the set of cards %1$s is destroyed"),
					   set->name);
	}
	return false;
}

static bool
move(struct sabot_card_set *set, const struct sabot_document *document, char *why)
{
	for (size_t i = 0; i < G_N_ELEMENTS(transitions); i++) {
		const struct transition *transition = &transitions[i];

		if (transition->step != document->step)
			continue;
		if (!(transition->from & 1u << set->state))
			return refuse_state(set, why);
		set->state = transition->to;
		set->since_us = document->happened_us;
		if (document->step == SABOT_STEP_ISSUE) {
			g_free(set->table);
			set->table = g_strdup(document->table);
		}
		return true;
	}
	return sabot_ledger_refuse(why, SABOT_REFUSAL("do: is nothing that is done with a set"));
}

bool
sabot_ledger_add_cards(struct sabot_ledger *ledger, struct sabot_document *document, char *why)
{
	guint index;
	struct sabot_card_set *set = find_set(ledger, document->name, &index);

	if (set && document->step != SABOT_STEP_RECEIVE)
		return move(set, document, why);
	if (set)
		return sabot_ledger_refuse(why,
					   SABOT_REFUSAL_AS("set: %s is there already",
							    "set %1$s is there already"),
					   set->name);
	if (document->step != SABOT_STEP_RECEIVE)
		return sabot_ledger_refuse(
			why, SABOT_REFUSAL_AS("set: there is none of this name",
					      "there is no set of cards of this name"));
	set = g_new0(struct sabot_card_set, 1);
	set->name = g_strdup(document->name);
	set->decks = document->decks;
	set->since_us = document->happened_us;
	g_ptr_array_insert(ledger->sets, (gint)index, set);
	return true;
}
