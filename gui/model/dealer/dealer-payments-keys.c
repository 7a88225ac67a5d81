/* The keys of payments: see dealer-payments-keys.h. */
#include "dealer-payments-keys.h"

#include <glib/gi18n-lib.h>

gboolean
sabot_dealer_payments_press_key(struct sabot_dealer_payments *payments,
				const struct sabot_dealer_key *key)
{
	switch (key->task) {
	case SABOT_DEALER_KEY_PAYS:
	case SABOT_DEALER_KEY_PAYS_NAMED:
		sabot_dealer_payments_confirm_next(payments);
		return TRUE;
	case SABOT_DEALER_KEY_PAYS_OTHER:
		sabot_dealer_payments_begin_other(payments);
		return TRUE;
	case SABOT_DEALER_KEY_PAYS_ALL:
		sabot_dealer_payments_confirm_all(payments);
		return TRUE;
	case SABOT_DEALER_KEY_TAKES_BACK:
		sabot_dealer_payments_undo(payments);
		return TRUE;
	case SABOT_DEALER_KEY_SENDS:
	case SABOT_DEALER_KEY_READS_AGAIN:
	case SABOT_DEALER_KEY_READS_LATER:
	case SABOT_DEALER_KEY_COLOURS_UP:
	case SABOT_DEALER_KEY_CLEARS_BETS:
	case SABOT_DEALER_KEY_REPEATS_BETS:
	case SABOT_DEALER_KEY_MENDS:
	case SABOT_DEALER_KEY_MENDS_READING:
		break;
	}
	return FALSE;
}

/* `label` is transferred. The list owns the key returned. */
static struct sabot_dealer_key *
add(GPtrArray *keys, enum sabot_dealer_key_task task, enum sabot_dealer_place place, char *label)
{
	struct sabot_dealer_key *key = g_new0(struct sabot_dealer_key, 1);

	key->kind = place == SABOT_DEALER_PLACE_NEXT   ? SABOT_DEALER_KEY_STEP
		    : place == SABOT_DEALER_PLACE_UNDO ? SABOT_DEALER_KEY_SIDE
						       : SABOT_DEALER_KEY_CHOICE;
	key->task = task;
	key->place = place;
	key->label = label;
	g_ptr_array_insert(keys, 0, key);
	return key;
}

static void
add_undo(GPtrArray *keys)
{
	for (guint i = keys->len; i > 0; i--) {
		const struct sabot_dealer_key *key = g_ptr_array_index(keys, i - 1);

		if (key->place == SABOT_DEALER_PLACE_UNDO)
			g_ptr_array_remove_index(keys, i - 1);
	}
	add(keys, SABOT_DEALER_KEY_TAKES_BACK, SABOT_DEALER_PLACE_UNDO,
	    g_strdup(C_("key", "Undo")));
}

/*
 * "Paid 75.00" with the place below it; for another amount, with the difference from what is due.
 */
static void
add_next(GPtrArray *keys, const struct sabot_dealer_payments_next *next,
	 enum sabot_dealer_key_task task)
{
	struct sabot_dealer_key *key =
		add(keys, task, SABOT_DEALER_PLACE_NEXT, g_strdup(next->label));

	key->more = *next->where ? g_strdup(next->where) : NULL;
	key->differs = next->differs;
}

/* The key that ends the round remains possible, but is not the next step. */
static void
put_steps_beside(GPtrArray *keys)
{
	for (guint i = 0; i < keys->len; i++) {
		struct sabot_dealer_key *key = g_ptr_array_index(keys, i);

		if (key->place != SABOT_DEALER_PLACE_NEXT)
			continue;
		key->kind = SABOT_DEALER_KEY_CHOICE;
		key->place = SABOT_DEALER_PLACE_RIGHT;
	}
}

void
sabot_dealer_payments_add_keys(const struct sabot_dealer_payments *payments, bool keeps_undo,
			       GPtrArray *keys)
{
	struct sabot_dealer_payments_next next;
	bool is_other = sabot_dealer_payments_is_other(payments);

	if (!keeps_undo && sabot_dealer_payments_can_undo(payments))
		add_undo(keys);
	if (!sabot_dealer_payments_get_next(payments, &next))
		return;
	put_steps_beside(keys);
	if (!is_other)
		add(keys, SABOT_DEALER_KEY_PAYS_ALL, SABOT_DEALER_PLACE_MIDDLE,
		    /* Translators: a key: all that is left was done as the screen says. */
		    g_strdup(C_("key", "All as shown")));
	if (sabot_dealer_payments_can_begin_other(payments))
		add(keys, SABOT_DEALER_KEY_PAYS_OTHER, SABOT_DEALER_PLACE_LEFT,
		    /* Translators: a key: another amount was paid than is due. */
		    g_strdup(C_("key", "Other amount")));
	add_next(keys, &next, is_other ? SABOT_DEALER_KEY_PAYS_NAMED : SABOT_DEALER_KEY_PAYS);
	sabot_dealer_payments_next_clear(&next);
}
