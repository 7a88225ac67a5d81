/* Parts of cloth and shelf: see cloth-parts.h. */
#include "gui/display/cloth-parts.h"

#include "gui/model/dealer/bet-phrases.h"
#include "gui/model/dealer/dealer-hands.h"
#include "gui/model/dealer/dealer-mend.h"
#include "gui/model/dealer/dealer-tags.h"
#include "gui/model/dealer/dealer-wait.h"
#include "text/money.h"
#include "text/words.h"

#include <glib/gi18n.h>

static enum sabot_tag_look
look_of(const struct sabot_dealer_payment *payment)
{
	if (payment->is_next)
		return SABOT_TAG_NEXT;
	switch (payment->state) {
	case SABOT_DEALER_PAYMENT_PAY:
		return SABOT_TAG_PLAIN;
	case SABOT_DEALER_PAYMENT_TAKE:
		return SABOT_TAG_QUIET;
	case SABOT_DEALER_PAYMENT_PUSH:
	case SABOT_DEALER_PAYMENT_UNKNOWN:
	case SABOT_DEALER_PAYMENT_RULED:
		return SABOT_TAG_DASHED;
	case SABOT_DEALER_PAYMENT_DONE:
		return SABOT_TAG_DONE;
	}
	return SABOT_TAG_PLAIN;
}

void
sabot_payment_tag_show(SabotPayTag *tag, const struct sabot_wire_view *view,
		       const struct sabot_dealer_payment *payment, bool per_100, bool names_bet)
{
	const char *bet = names_bet ? sabot_dealer_tag_bet(payment->payout) : NULL;
	g_autofree char *head = NULL;
	struct sabot_dealer_tag words;

	g_autofree char *meaning = g_strdup_printf("%d %d %s %s", (int)payment->payout->box,
						   (int)payment->payout->hand,
						   payment->payout->bettor, payment->payout->on);

	sabot_dealer_tag_fill(view, payment, per_100, &words);
	head = bet ? g_strconcat(bet, *words.head ? ": " : "", words.head, NULL)
		   : g_strdup(words.head);
	sabot_pay_tag_set(tag, words.name,
			  &(struct sabot_tag_picture){.look = look_of(payment),
						      .head = head,
						      .text = words.text,
						      .foot = words.foot,
						      .brief = words.brief,
						      .can_press = payment->can_press,
						      .meaning = meaning});
	atk_object_set_description(gtk_widget_get_accessible(GTK_WIDGET(tag)), words.more);
	sabot_dealer_tag_clear(&words);
}

void
sabot_offer_tag_show(SabotPayTag *tag, const struct sabot_dealer_offer *offer)
{
	/* A quick second touch must not give back what the first has taken. */
	g_autofree char *meaning =
		offer->place
			? g_strdup_printf("last card %d %d", (int)offer->box, (int)offer->hand)
			: g_strdup_printf("%s %d %s", offer->is_accepted ? "give back" : "take",
					  (int)offer->box, offer->bettor ? offer->bettor : "");
	struct sabot_dealer_offer_words words;

	sabot_dealer_offer_fill(offer, &words);
	sabot_pay_tag_set(tag, words.name,
			  &(struct sabot_tag_picture){
				  .look = offer->is_accepted ? SABOT_TAG_SEAT : SABOT_TAG_PLAIN,
				  .head = words.head,
				  .text = words.text,
				  .brief = words.brief,
				  .can_press = offer->place || offer->bettor || !offer->is_accepted,
				  .meaning = meaning});
	sabot_dealer_offer_words_clear(&words);
}

/* "punto 100". */
static char *
phrase_bet(const struct sabot_wire_stake *stake)
{
	char money[SABOT_TEXT_MONEY_SIZE];

	return g_strdup_printf("%s %s", sabot_text_bet(sabot_bet_from_string(stake->on)),
			       sabot_text_money_short(stake->amount_minor, money));
}

/* What lies on a seat beside its first bet. */
struct more_bets {
	GString *names;       /* ", banca's pair 10" */
	GString *short_names; /* "BB 10" */
	int64_t sum_minor;
};

static void
add_bet(struct more_bets *more, const struct sabot_wire_stake *stake)
{
	g_autofree char *bet = phrase_bet(stake);
	g_autofree char *name = sabot_phrase_bet_short(stake->on, 0);
	char money[SABOT_TEXT_MONEY_SIZE];

	g_string_append_printf(more->names, ", %s", bet);
	g_string_append_printf(more->short_names, "%s%s %s", more->short_names->len > 0 ? " " : "",
			       name, sabot_text_money_short(stake->amount_minor, money));
	more->sum_minor += stake->amount_minor;
}

/* Their sum, as "+15"; "" for none. */
static char *
sum_bets(const struct more_bets *more)
{
	char money[SABOT_TEXT_MONEY_SIZE];

	return more->sum_minor > 0
		       ? g_strdup_printf("+%s", sabot_text_money_short(more->sum_minor, money))
		       : g_strdup("");
}

void
sabot_seat_tag_show(SabotPayTag *tag, const struct sabot_wire_box *box, int number)
{
	g_autofree char *head = g_strdup_printf(C_("place", "seat %d"), number);
	g_autofree char *first = NULL, *name = NULL, *brief = g_strdup_printf("%d", number);
	struct more_bets more = {g_string_new(NULL), g_string_new(NULL), 0};
	g_autofree char *sum = NULL;

	for (guint i = 0; box && i < box->stakes->len; i++) {
		const struct sabot_wire_stake *stake = g_ptr_array_index(box->stakes, i);

		if (first)
			add_bet(&more, stake);
		else
			first = phrase_bet(stake);
	}
	sum = sum_bets(&more);
	name = g_strdup_printf("%s%s%s%s", head, first ? ": " : "", first ? first : "",
			       more.names->str);
	sabot_pay_tag_set(tag, name,
			  &(struct sabot_tag_picture){.look = first ? SABOT_TAG_SEAT
								    : SABOT_TAG_OPEN,
						      .head = head,
						      .text = first,
						      .foot = more.short_names->str,
						      .foot_brief = sum,
						      .brief = brief});
	g_string_free(more.names, TRUE);
	g_string_free(more.short_names, TRUE);
}

unsigned
sabot_hand_choose_hides(SabotDealerTable *table, bool hides_totals)
{
	if (hides_totals)
		return SABOT_HIDES_TOTALS;
	return sabot_dealer_wait_is_on(table) ? SABOT_HIDES_NEXT : 0;
}

static bool
expects_card(const struct sabot_wire_view *view, enum sabot_wire_who who, unsigned hides)
{
	const struct sabot_wire_prompt *prompt = view->prompt;

	return hides == 0 && prompt && prompt->who == who &&
	       (prompt->kind == SABOT_WIRE_PROMPT_DEAL || prompt->kind == SABOT_WIRE_PROMPT_DRAW);
}

void
sabot_coup_hand_show(SabotBoxHand *widget, const struct sabot_wire_view *view, bool is_banca,
		     unsigned hides)
{
	const struct sabot_wire_hand *hand = is_banca ? view->banca : view->punto;
	const char *title = is_banca ? C_("hand", "banca") : C_("hand", "punto");
	bool is_current = sabot_dealer_hands_are_current(view);
	bool hides_totals = hides & SABOT_HIDES_TOTALS;
	g_autoptr(GArray) none = sabot_wire_cards_new();
	g_autofree char *total =
		hand && is_current && !hides_totals ? sabot_phrase_points(hand, true) : NULL;
	bool has_won = is_current && !hides_totals &&
		       view->winner == (is_banca ? SABOT_WINNER_BANCA : SABOT_WINNER_PUNTO);

	sabot_box_hand_set(widget, title,
			   &(struct sabot_hand_picture){
				   .form = SABOT_HAND_SIDE,
				   .cards = hand && is_current ? hand->cards : none,
				   .title = title,
				   .title_colour = is_banca ? "sabot_banca" : "sabot_punto",
				   .total = total ? total : "",
				   .word = has_won ? C_("hand", "WINS") : "",
				   .expects_card = expects_card(view,
								is_banca ? SABOT_WIRE_WHO_BANCA
									 : SABOT_WIRE_WHO_PUNTO,
								hides),
			   });
}

void
sabot_dealer_hand_show(SabotBoxHand *widget, SabotDealerTable *table, unsigned hides,
		       enum sabot_hand_form form)
{
	const struct sabot_wire_view *view = sabot_dealer_table_get_view(table);
	const struct sabot_wire_mends *asked =
		sabot_dealer_mend_get_asked(sabot_dealer_table_get_mend(table));
	const struct sabot_wire_hand *hand =
		sabot_dealer_hands_are_current(view) ? view->dealer : NULL;
	bool hides_totals = hides & SABOT_HIDES_TOTALS;
	g_autoptr(GArray) none = sabot_wire_cards_new();
	g_autofree char *total = hand && !hides_totals ? sabot_phrase_points(hand, false) : NULL;

	sabot_box_hand_set(widget, C_("hand", "dealer"),
			   &(struct sabot_hand_picture){
				   .form = form,
				   .cards = hand ? hand->cards : none,
				   .title = C_("hand", "dealer"),
				   .total = total ? total : "",
				   .word = hand && !hides_totals ? sabot_phrase_hand_word(hand)
								 : "",
				   .expects_card = expects_card(view, SABOT_WIRE_WHO_DEALER, hides),
				   .asks_last = asked && asked->is_dealers,
			   });
}
