/* Insurance and even money at their boxes: see dealer-offers.h. */
#include "dealer-offers.h"

#include "text/money.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static void
add(GArray *offers, int64_t box, const char *bettor, int64_t amount_minor, bool is_accepted)
{
	struct sabot_dealer_offer offer = {.box = box,
					   .bettor = bettor,
					   .amount_minor = amount_minor,
					   .is_accepted = is_accepted};

	g_array_append_val(offers, offer);
}

static int64_t
find_insurance_minor(const struct sabot_wire_box *box, const char *bettor)
{
	int64_t sum_minor = 0;

	for (guint i = 0; i < box->stakes->len; i++) {
		const struct sabot_wire_stake *stake = g_ptr_array_index(box->stakes, i);

		if (strcmp(stake->on, "insurance") == 0 &&
		    (!bettor || strcmp(stake->bettor, bettor) == 0))
			sum_minor += stake->amount_minor;
	}
	return sum_minor;
}

/* Half the stake (BJ-09, IT-10); the amount laid may be less. */
static void
add_insurances(GArray *offers, const struct sabot_wire_box *box)
{
	for (guint i = 0; i < box->stakes->len; i++) {
		const struct sabot_wire_stake *stake = g_ptr_array_index(box->stakes, i);
		int64_t taken_minor;

		if (strcmp(stake->on, "main") != 0 || stake->amount_minor < 2)
			continue;
		taken_minor = find_insurance_minor(box, stake->bettor);
		add(offers, box->box, stake->bettor,
		    taken_minor > 0 ? taken_minor : stake->amount_minor / 2, taken_minor > 0);
	}
}

static bool
is_even_money_called(const struct sabot_wire_prompt *prompt, int64_t box)
{
	for (guint i = 0; i < prompt->calls->len; i++) {
		const struct sabot_wire_call *call = g_ptr_array_index(prompt->calls, i);

		if (strcmp(call->id, "even_money") == 0 && call->box == box)
			return true;
	}
	return false;
}

static bool
has_blackjack(const struct sabot_wire_box *box)
{
	const struct sabot_wire_hand *hand =
		box->hands->len > 0 ? g_ptr_array_index(box->hands, 0) : NULL;

	return hand && hand->state == SABOT_WIRE_HAND_BLACKJACK;
}

GArray *
sabot_dealer_offers_new(const struct sabot_wire_view *view, const struct sabot_wire_rules *rules)
{
	GArray *offers = g_array_new(FALSE, TRUE, sizeof(struct sabot_dealer_offer));

	if (!view->prompt || view->prompt->kind != SABOT_WIRE_PROMPT_INSURANCE)
		return offers;
	for (guint i = 0; i < view->boxes->len; i++) {
		const struct sabot_wire_box *box = g_ptr_array_index(view->boxes, i);

		/* ST-06: a blackjack that can be paid at once is not insured. */
		if (is_even_money_called(view->prompt, box->box))
			add(offers, box->box, NULL, 0, false);
		else if (rules && rules->has_even_money && has_blackjack(box))
			add(offers, box->box, NULL, 0, true);
		else
			add_insurances(offers, box);
	}
	return offers;
}

GArray *
sabot_dealer_offers_new_places(const struct sabot_wire_mends *ways)
{
	GArray *offers = g_array_new(FALSE, TRUE, sizeof(struct sabot_dealer_offer));

	for (guint i = 0; i < ways->places->len; i++) {
		const struct sabot_wire_mend_place *place = g_ptr_array_index(ways->places, i);
		struct sabot_dealer_offer offer = {
			.box = place->box, .hand = MAX(place->hand, 0), .place = place};

		if (place->box > 0)
			g_array_append_val(offers, offer);
	}
	return offers;
}

json_t *
sabot_dealer_offer_event(const struct sabot_dealer_offer *offer)
{
	if (offer->bettor)
		return json_pack("{s:s, s:I, s:s, s:I}", "ev", "insurance", "box",
				 (json_int_t)offer->box, "bettor", offer->bettor, "amount",
				 (json_int_t)(offer->is_accepted ? 0 : offer->amount_minor));
	return offer->is_accepted
		       ? NULL
		       : json_pack("{s:s, s:I}", "ev", "even_money", "box", (json_int_t)offer->box);
}

static void
fill_even_money(const struct sabot_dealer_offer *offer, struct sabot_dealer_offer_words *words)
{
	/* Translators: at a box: it takes even money instead of insurance, or did. */
	words->head = g_strdup(offer->is_accepted ? C_("tag", "paid") : "");
	words->text = g_strdup(C_("tag", "even money"));
	words->brief = g_strdup("1:1");
	words->name = g_strdup_printf(offer->is_accepted ? C_("key", "Even money was paid, box %d")
							 : C_("key", "Even money, box %d"),
				      (int)offer->box);
}

/*
 * "B" for the bettor called "2b", who bets behind box 2; "" for the box's own player. Transferred.
 */
static char *
name_bettor(const struct sabot_dealer_offer *offer)
{
	g_autofree char *seat = g_strdup_printf("%d", (int)offer->box);
	const char *place = offer->bettor + strlen(seat);

	if (strcmp(offer->bettor, seat) == 0)
		return g_strdup("");
	if (g_str_has_prefix(offer->bettor, seat) && strlen(place) == 1)
		return g_ascii_strup(place, -1);
	return g_strdup(offer->bettor);
}

static void
fill_insurance(const struct sabot_dealer_offer *offer, struct sabot_dealer_offer_words *words)
{
	g_autofree char *bettor = name_bettor(offer);
	/* Translators: at a box: its stake can be insured, or is; an amount follows. */
	const char *head = offer->is_accepted ? C_("tag", "insured") : C_("tag", "insure");
	g_autofree char *where =
		g_strdup_printf("%d%s%s", (int)offer->box, *bettor ? ", " : "", bettor);
	char money[SABOT_TEXT_MONEY_SIZE];

	sabot_text_money_short(offer->amount_minor, money);
	words->head = *bettor ? g_strdup_printf("%s: %s", bettor, head) : g_strdup(head);
	words->text = g_strdup(money);
	words->brief = *bettor ? g_strdup_printf("%s %s", bettor, money) : g_strdup(money);
	/* Translators: a box is insured with an amount, or was; "3", or "3, B" for a bettor behind
	 * it; "25". */
	words->name = g_strdup_printf(offer->is_accepted ? C_("key", "Box %s is insured: %s")
							 : C_("key", "Insure box %s: %s"),
				      where, money);
}

/* "14 → 17". */
static void
fill_place(const struct sabot_dealer_offer *offer, struct sabot_dealer_offer_words *words)
{
	int before = (int)offer->place->before, after = (int)offer->place->after;

	words->head = g_strdup("");
	words->text = g_strdup_printf("%d → %d", before, after);
	words->brief = g_strdup_printf("→ %d", after);
	/* Translators: a hand on the cloth is touched to which the last card belongs: box, hand (1
	 * is the left one), its total without and with the card. */
	words->name =
		g_strdup_printf(C_("key", "The last card belongs to box %d, hand %d: %d → %d"),
				(int)offer->box, (int)offer->hand + 1, before, after);
}

void
sabot_dealer_offer_fill(const struct sabot_dealer_offer *offer,
			struct sabot_dealer_offer_words *ret_words)
{
	if (offer->place)
		fill_place(offer, ret_words);
	else if (offer->bettor)
		fill_insurance(offer, ret_words);
	else
		fill_even_money(offer, ret_words);
}

void
sabot_dealer_offer_words_clear(struct sabot_dealer_offer_words *words)
{
	g_free(words->head);
	g_free(words->text);
	g_free(words->brief);
	g_free(words->name);
}

int64_t
sabot_dealer_offers_sum_minor(const struct sabot_wire_view *view)
{
	int64_t sum_minor = 0;

	for (guint i = 0; i < view->boxes->len; i++)
		sum_minor += find_insurance_minor(g_ptr_array_index(view->boxes, i), NULL);
	return sum_minor;
}
