/* Places of keys: see dealer-places.h. */
#include "dealer-places.h"

#include <glib/gi18n-lib.h>

#include <string.h>

static void
name_idle(struct sabot_dealer_places *places, const char *left, const char *middle,
	  const char *right, const char *next)
{
	places->idle[SABOT_DEALER_PLACE_LEFT] = left;
	places->idle[SABOT_DEALER_PLACE_MIDDLE] = middle;
	places->idle[SABOT_DEALER_PLACE_RIGHT] = right;
	places->idle[SABOT_DEALER_PLACE_NEXT] = next;
}

static void
name_idle_places(struct sabot_dealer_places *places, const struct sabot_wire_view *view)
{
	bool is_blackjack = view && view->game == SABOT_WIRE_GAME_BLACKJACK;

	name_idle(places, "", "", "", "");
	places->idle[SABOT_DEALER_PLACE_CALL] = C_("key", "Call the pit");
	places->idle[SABOT_DEALER_PLACE_MORE] = C_("key", "More");
	/* Translators: a key: something is wrong with the card that came last. */
	places->idle[SABOT_DEALER_PLACE_LAST] = C_("key", "Last card…");
	places->idle[SABOT_DEALER_PLACE_UNDO] = C_("key", "Undo");
	switch (view ? view->phase : SABOT_WIRE_PHASE_UNKNOWN) {
	case SABOT_WIRE_PHASE_BETTING:
		name_idle(places, C_("key", "Colour-up"), C_("key", "Clear all"),
			  C_("key", "All as before"), C_("key", "No more bets"));
		break;
	case SABOT_WIRE_PHASE_DEALING:
	case SABOT_WIRE_PHASE_DECIDING:
		if (is_blackjack)
			name_idle(places, sabot_dealer_key_action(SABOT_ACTION_SURRENDER),
				  sabot_dealer_key_action(SABOT_ACTION_SPLIT),
				  sabot_dealer_key_action(SABOT_ACTION_DOUBLE),
				  sabot_dealer_key_action(SABOT_ACTION_STAND));
		else
			name_idle(places, "", "", "", C_("key", "Round over"));
		break;
	case SABOT_WIRE_PHASE_DECIDED:
		name_idle(places, "", "", C_("key", "All as before"), C_("key", "Round over"));
		break;
	case SABOT_WIRE_PHASE_UNKNOWN:
	case SABOT_WIRE_PHASE_NO_LOAD:
	case SABOT_WIRE_PHASE_BURN:
	case SABOT_WIRE_PHASE_RULING:
	case SABOT_WIRE_PHASE_AFTER_CUT:
		break;
	}
}

/* A second step is placed beside the first. */
static enum sabot_dealer_place
find_free(const struct sabot_dealer_places *places, enum sabot_dealer_place wanted)
{
	static const enum sabot_dealer_place order[] = {
		SABOT_DEALER_PLACE_RIGHT, SABOT_DEALER_PLACE_MIDDLE, SABOT_DEALER_PLACE_LEFT};

	if (wanted < SABOT_DEALER_PLACES && !places->keys[wanted])
		return wanted;
	for (gsize i = 0; wanted != SABOT_DEALER_PLACE_SHEET && i < G_N_ELEMENTS(order); i++)
		if (!places->keys[order[i]])
			return order[i];
	return SABOT_DEALER_PLACE_SHEET;
}

static void
place_key(struct sabot_dealer_places *places, struct sabot_dealer_key *key)
{
	enum sabot_dealer_place place = find_free(places, key->place);

	if (place == SABOT_DEALER_PLACE_SHEET)
		g_ptr_array_add(places->sheet, key);
	else
		places->keys[place] = key;
}

/*
 * Choices without a place of their own: as far right as there is room, in order; if there are too
 * many, all of them in a row.
 */
static void
place_choices(struct sabot_dealer_places *places, const GPtrArray *choices)
{
	enum sabot_dealer_place free[SABOT_DEALER_PLACES];
	guint n_free = 0;

	for (int i = SABOT_DEALER_PLACE_LEFT; i <= SABOT_DEALER_PLACE_RIGHT; i++)
		if (!places->keys[i])
			free[n_free++] = (enum sabot_dealer_place)i;
	for (guint i = 0; i < choices->len; i++) {
		if (choices->len > n_free)
			g_ptr_array_add(places->row, g_ptr_array_index(choices, i));
		else
			places->keys[free[n_free - choices->len + i]] =
				g_ptr_array_index(choices, i);
	}
}

void
sabot_dealer_places_fill(struct sabot_dealer_places *places, const GPtrArray *keys,
			 const struct sabot_wire_view *view)
{
	g_autoptr(GPtrArray) choices = g_ptr_array_new();

	memset(places, 0, sizeof(*places));
	places->row = g_ptr_array_new();
	places->sheet = g_ptr_array_new();
	name_idle_places(places, view);
	for (guint i = 0; i < keys->len; i++) {
		struct sabot_dealer_key *key = g_ptr_array_index(keys, i);

		if (key->place == SABOT_DEALER_PLACE_ANY)
			g_ptr_array_add(choices, key);
		else if (key->place == SABOT_DEALER_PLACE_ROW)
			g_ptr_array_add(places->row, key);
		else
			place_key(places, key);
	}
	place_choices(places, choices);
}

void
sabot_dealer_places_clear(struct sabot_dealer_places *places)
{
	g_clear_pointer(&places->row, g_ptr_array_unref);
	g_clear_pointer(&places->sheet, g_ptr_array_unref);
}
