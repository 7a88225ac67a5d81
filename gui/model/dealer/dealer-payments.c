/* Payments as steps: see dealer-payments.h. */
#include "dealer-payments.h"

#include "dealer-hands.h"
#include "dealer-event.h"
#include "dealer-phrases.h"
#include "proto/wording/wording.h"
#include "text/money.h"

#include <glib/gi18n-lib.h>

/* An event sent for one payout. */
struct sent {
	char *name; /* of the payout */
	int64_t before_minor, amount_minor;
};

struct sabot_dealer_payments {
	struct sabot_dealer_payments_owner owner;
	struct sabot_wire_view *view; /* the last one, or NULL */
	bool confirms, is_disputed;
	int64_t round, load; /* those of `list` */
	GArray *list;        /* of struct sabot_dealer_payment */
	GHashTable *pending; /* payout's name → paid_minor before the event was sent */
	GPtrArray *steps;    /* of GArray of struct sent: confirmed here, the latest last */
	int64_t undone_n;    /* the view's number when a step was taken back; -1 = none was */
	int other;           /* index in `list` of the payment with another amount; -1 = none */
	GArray *laid;        /* of int64_t: the chips of that amount */
};

static void
clear_sent(gpointer data)
{
	g_free(((struct sent *)data)->name);
}

static void
free_step(gpointer data)
{
	g_array_unref(data);
}

struct sabot_dealer_payments *
sabot_dealer_payments_new(const struct sabot_dealer_payments_owner *owner)
{
	struct sabot_dealer_payments *payments = g_new0(struct sabot_dealer_payments, 1);

	payments->owner = *owner;
	payments->list = g_array_new(FALSE, TRUE, sizeof(struct sabot_dealer_payment));
	payments->pending = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	payments->steps = g_ptr_array_new_with_free_func(free_step);
	payments->laid = g_array_new(FALSE, FALSE, sizeof(int64_t));
	payments->other = -1;
	payments->undone_n = -1;
	return payments;
}

void
sabot_dealer_payments_free(struct sabot_dealer_payments *payments)
{
	sabot_record_unref(payments->view);
	g_array_unref(payments->list);
	g_hash_table_unref(payments->pending);
	g_ptr_array_unref(payments->steps);
	g_array_unref(payments->laid);
	g_free(payments);
}

void
sabot_dealer_payments_set_confirms(struct sabot_dealer_payments *payments, bool confirms)
{
	payments->confirms = confirms;
	payments->owner.on_changed(payments->owner.owner);
}

static bool
is_pending(const struct sabot_dealer_payments *payments, const struct sabot_wire_payout *payout)
{
	g_autofree char *name = sabot_dealer_payout_id(payout);

	return g_hash_table_contains(payments->pending, name);
}

/* An event whose effect has arrived is no longer pending; a refused one never was. */
static void
update_pending(struct sabot_dealer_payments *payments, const struct sabot_wire_view *view,
	       bool is_refused)
{
	if (is_refused) {
		g_hash_table_remove_all(payments->pending);
		payments->undone_n = -1;
	}
	for (guint i = 0; i < view->payouts->len; i++) {
		const struct sabot_wire_payout *payout = g_ptr_array_index(view->payouts, i);
		g_autofree char *name = sabot_dealer_payout_id(payout);
		const int64_t *before = g_hash_table_lookup(payments->pending, name);

		if (before && *before != payout->paid_minor)
			g_hash_table_remove(payments->pending, name);
	}
}

static struct sabot_dealer_payment
read_payment(const struct sabot_dealer_payments *payments, const struct sabot_wire_payout *payout)
{
	int64_t rest_minor = sabot_payout_rest(payout);
	struct sabot_dealer_payment payment = {.payout = payout, .amount_minor = rest_minor};

	if (payout->is_ruled && (rest_minor != 0 || payout->is_unverified)) {
		payment.state = SABOT_DEALER_PAYMENT_RULED;
	} else if (payout->is_unverified) {
		payment.state = SABOT_DEALER_PAYMENT_UNKNOWN;
	} else if (is_pending(payments, payout) || (rest_minor == 0 && payout->due_minor != 0)) {
		payment.state = SABOT_DEALER_PAYMENT_DONE;
		payment.amount_minor = payout->due_minor;
	} else if (rest_minor == 0) {
		payment.state = SABOT_DEALER_PAYMENT_PUSH;
	} else {
		payment.state =
			rest_minor > 0 ? SABOT_DEALER_PAYMENT_PAY : SABOT_DEALER_PAYMENT_TAKE;
	}
	return payment;
}

static void
read_list(struct sabot_dealer_payments *payments, const struct sabot_wire_view *view)
{
	g_array_set_size(payments->list, 0);
	for (guint i = 0; i < view->payouts->len; i++) {
		struct sabot_dealer_payment payment =
			read_payment(payments, g_ptr_array_index(view->payouts, i));

		g_array_append_val(payments->list, payment);
	}
}

static struct sabot_dealer_payment *
nth(const struct sabot_dealer_payments *payments, guint n)
{
	return &g_array_index(payments->list, struct sabot_dealer_payment, n);
}

static bool
is_to_do(const struct sabot_dealer_payment *payment)
{
	return payment->state == SABOT_DEALER_PAYMENT_PAY ||
	       payment->state == SABOT_DEALER_PAYMENT_TAKE;
}

/* Mark the first payment left or, if stakes are taken one after the other, all of these. */
static void
mark_next(struct sabot_dealer_payments *payments)
{
	const struct sabot_dealer_payment *first = NULL;

	if (payments->other >= 0) {
		nth(payments, (guint)payments->other)->is_next = true;
		return;
	}
	for (guint i = 0; i < payments->list->len; i++) {
		struct sabot_dealer_payment *payment = nth(payments, i);

		if (!is_to_do(payment))
			continue;
		if (first && (first->state != SABOT_DEALER_PAYMENT_TAKE ||
			      payment->state != SABOT_DEALER_PAYMENT_TAKE))
			return;
		payment->is_next = true;
		first = payment;
	}
}

static void
mark(struct sabot_dealer_payments *payments, const struct sabot_wire_view *view)
{
	if (!payments->confirms || !sabot_dealer_is_settling(view) || payments->is_disputed)
		return;
	if (payments->other >= (int)payments->list->len)
		payments->other = -1;
	mark_next(payments);
	for (guint i = 0; i < payments->list->len; i++) {
		struct sabot_dealer_payment *payment = nth(payments, i);

		payment->can_press =
			payments->other < 0 &&
			(is_to_do(payment) || payment->state == SABOT_DEALER_PAYMENT_UNKNOWN);
	}
}

static void
forget_other(struct sabot_dealer_payments *payments)
{
	payments->other = -1;
	g_array_set_size(payments->laid, 0);
}

void
sabot_dealer_payments_update(struct sabot_dealer_payments *payments,
			     const struct sabot_wire_view *view, bool is_refused, bool is_disputed)
{
	sabot_record_ref((gpointer)view);
	sabot_record_unref(payments->view);
	payments->view = (struct sabot_wire_view *)view;
	payments->is_disputed = is_disputed;
	if (view->round != payments->round || view->load != payments->load ||
	    view->payouts->len != payments->list->len) {
		forget_other(payments);
		g_hash_table_remove_all(payments->pending);
	}
	if (view->round != payments->round || view->load != payments->load)
		g_ptr_array_set_size(payments->steps, 0);
	payments->round = view->round;
	payments->load = view->load;
	update_pending(payments, view, is_refused);
	read_list(payments, view);
	mark(payments, view);
}

/* Refresh after a change made only here; the table updates this as well. */
static void
refresh(struct sabot_dealer_payments *payments)
{
	payments->owner.on_changed(payments->owner.owner);
}

const GArray *
sabot_dealer_payments_list(const struct sabot_dealer_payments *payments)
{
	return payments->list;
}

static int64_t
sum_laid(const struct sabot_dealer_payments *payments)
{
	int64_t sum_minor = 0;

	for (guint i = 0; i < payments->laid->len; i++)
		sum_minor += g_array_index(payments->laid, int64_t, i);
	return sum_minor;
}

/* "5.00 too little"; if it is not certain what is due, the range that may be. */
static char *
phrase_difference(const struct sabot_wire_payout *payout, int64_t laid_minor)
{
	int64_t rest_minor = sabot_payout_rest(payout) - laid_minor;
	char money[SABOT_TEXT_MONEY_SIZE], most[SABOT_TEXT_MONEY_SIZE];

	if (payout->is_unverified) {
		if (payout->due_min_minor == SABOT_WIRE_NO_DUE)
			return g_strdup(C_("payment", "not certain"));
		/* Translators: the least and the most that may be due. */
		return g_strdup_printf(C_("payment", "%s to %s"),
				       sabot_text_money(payout->due_min_minor, money),
				       sabot_text_money(payout->due_max_minor, most));
	}
	sabot_text_money(ABS(rest_minor), money);
	if (rest_minor == 0)
		return g_strdup(C_("payment", "as is due"));
	return g_strdup_printf(rest_minor > 0 ? C_("payment", "%s too little")
					      : C_("payment", "%s too much"),
			       money);
}

static void
describe_other(const struct sabot_dealer_payments *payments, const struct sabot_wire_view *view,
	       struct sabot_dealer_payments_next *next)
{
	const struct sabot_wire_payout *payout = nth(payments, (guint)payments->other)->payout;
	int64_t laid_minor = sum_laid(payments);
	g_autofree char *where = sabot_phrase_payment_place(view, payout, true);
	char laid[SABOT_TEXT_MONEY_SIZE], due[SABOT_TEXT_MONEY_SIZE];

	next->amount_minor = laid_minor;
	next->n_stakes = 1;
	sabot_text_money(laid_minor, laid);
	/* Translators: a key: it was so much that was paid, and not what is due. */
	next->label = g_strdup_printf(C_("key", "Record %s"), laid);
	next->where = phrase_difference(payout, laid_minor);
	next->differs = payout->is_unverified || sabot_payout_rest(payout) != laid_minor;
	if (payout->is_unverified)
		/* Translators: a box, and which of its hands; an amount. */
		next->task = g_strdup_printf(C_("payment", "%s: %s paid"), where, laid);
	else
		next->task = g_strdup_printf(C_("payment", "%s: %s paid, %s is due"), where, laid,
					     sabot_text_money(sabot_payout_rest(payout), due));
	next->why = sabot_phrase_payment_amount(payout);
}

/* Describe one payment, or the first of the stakes that are taken. */
static void
describe_step(const struct sabot_wire_view *view, const struct sabot_wire_payout *first,
	      struct sabot_dealer_payments_next *next)
{
	bool is_pay = next->amount_minor > 0;
	g_autofree char *where = sabot_phrase_payment_place(view, first, true);
	char money[SABOT_TEXT_MONEY_SIZE];

	sabot_text_money(ABS(next->amount_minor), money);
	if (next->n_stakes > 1) {
		next->label = g_strdup_printf(g_dngettext(GETTEXT_PACKAGE, "Taken: %d stake, %s",
							  "Taken: %d stakes, %s", next->n_stakes),
					      (int)next->n_stakes, money);
		next->where = g_strdup("");
		next->task = g_strdup_printf(g_dngettext(GETTEXT_PACKAGE, "Take %d stake: %s",
							 "Take %d stakes: %s", next->n_stakes),
					     (int)next->n_stakes, money);
		next->why = NULL;
		return;
	}
	next->label =
		g_strdup_printf(is_pay ? C_("key", "Paid %s") : C_("key", "Taken: %s"), money);
	/* Translators: a box, and which of its hands; an amount. */
	next->task = g_strdup_printf(
		is_pay ? C_("payment", "%s: pay %s") : C_("payment", "%s: take %s"), where, money);
	next->where = sabot_phrase_payment_place(view, first, false);
	next->why = sabot_phrase_payment_amount(first);
}

bool
sabot_dealer_payments_get_next(const struct sabot_dealer_payments *payments,
			       struct sabot_dealer_payments_next *ret_next)
{
	const struct sabot_wire_view *view = payments->view;
	const struct sabot_wire_payout *first = NULL;
	struct sabot_dealer_payments_next next = {0};

	for (guint i = 0; i < payments->list->len; i++) {
		const struct sabot_dealer_payment *payment = nth(payments, i);

		if (!payment->is_next)
			continue;
		if (!first)
			first = payment->payout;
		next.amount_minor += payment->amount_minor;
		next.n_stakes++;
	}
	if (!first)
		return false;
	if (payments->other >= 0)
		describe_other(payments, view, &next);
	else
		describe_step(view, first, &next);
	*ret_next = next;
	return true;
}

void
sabot_dealer_payments_next_clear(struct sabot_dealer_payments_next *next)
{
	g_free(next->label);
	g_free(next->where);
	g_free(next->task);
	g_free(next->why);
}

struct sabot_dealer_payments_sums
sabot_dealer_payments_get_sums(const struct sabot_dealer_payments *payments)
{
	struct sabot_dealer_payments_sums sums = {0};

	for (guint i = 0; i < payments->list->len; i++) {
		const struct sabot_dealer_payment *payment = nth(payments, i);

		if (payment->state == SABOT_DEALER_PAYMENT_PAY)
			sums.to_pay_minor += payment->amount_minor;
		if (payment->state == SABOT_DEALER_PAYMENT_TAKE)
			sums.to_take_minor -= payment->amount_minor;
		if (payment->state == SABOT_DEALER_PAYMENT_DONE && payment->amount_minor < 0)
			sums.collected_minor -= payment->amount_minor;
		if (payment->state != SABOT_DEALER_PAYMENT_UNKNOWN)
			sums.commission_minor += payment->payout->commission_minor;
		sums.n_done += payment->state == SABOT_DEALER_PAYMENT_DONE;
		sums.n += payment->state != SABOT_DEALER_PAYMENT_PUSH;
	}
	return sums;
}

static void
pay(struct sabot_dealer_payments *payments, GArray *step, const struct sabot_wire_payout *payout,
    int64_t amount_minor)
{
	struct sent sent = {sabot_dealer_payout_id(payout), payout->paid_minor, amount_minor};
	int64_t *before = g_new(int64_t, 1);

	*before = payout->paid_minor;
	g_hash_table_replace(payments->pending, g_strdup(sent.name), before);
	g_array_append_val(step, sent);
	payments->owner.send(payments->owner.owner, sabot_dealer_event_paid(payout, amount_minor));
}

static GArray *
new_step(void)
{
	GArray *step = g_array_new(FALSE, FALSE, sizeof(struct sent));

	g_array_set_clear_func(step, clear_sent);
	return step;
}

/* An amount of 0 is recorded as paying nothing. */
static void
record_other(struct sabot_dealer_payments *payments)
{
	const struct sabot_wire_payout *payout = nth(payments, (guint)payments->other)->payout;
	GArray *step = new_step();
	int64_t laid_minor = sum_laid(payments);

	forget_other(payments);
	pay(payments, step, payout, laid_minor);
	g_ptr_array_add(payments->steps, step);
	refresh(payments);
}

enum which { THE_NEXT, THE_TOUCHED, THE_REST };

/* `n`: the one touched. The list is copied first, because sending may change it. */
static void
confirm(struct sabot_dealer_payments *payments, enum which which, guint n)
{
	g_autoptr(GArray) list = g_array_copy(payments->list);
	GArray *step = new_step();

	for (guint i = 0; i < list->len; i++) {
		const struct sabot_dealer_payment *payment =
			&g_array_index(list, struct sabot_dealer_payment, i);

		if (is_to_do(payment) && (which == THE_REST || (which == THE_TOUCHED && i == n) ||
					  (which == THE_NEXT && payment->is_next)))
			pay(payments, step, payment->payout, payment->amount_minor);
	}
	if (step->len > 0)
		g_ptr_array_add(payments->steps, step);
	else
		g_array_unref(step);
	refresh(payments);
}

bool
sabot_dealer_payments_can_press(const struct sabot_dealer_payments *payments)
{
	for (guint i = 0; i < payments->list->len; i++)
		if (nth(payments, i)->can_press)
			return true;
	return false;
}

/* True if nothing may be confirmed: payments are only shown, or it is not the time. */
static bool
is_idle(const struct sabot_dealer_payments *payments)
{
	return !sabot_dealer_payments_can_press(payments) && payments->other < 0;
}

void
sabot_dealer_payments_confirm_next(struct sabot_dealer_payments *payments)
{
	if (payments->other >= 0)
		record_other(payments);
	else if (!is_idle(payments))
		confirm(payments, THE_NEXT, 0);
}

void
sabot_dealer_payments_press(struct sabot_dealer_payments *payments, guint n)
{
	if (n >= payments->list->len || !nth(payments, n)->can_press)
		return;
	if (nth(payments, n)->state != SABOT_DEALER_PAYMENT_UNKNOWN) {
		confirm(payments, nth(payments, n)->is_next ? THE_NEXT : THE_TOUCHED, n);
		return;
	}
	payments->other = (int)n;
	refresh(payments);
}

void
sabot_dealer_payments_confirm_all(struct sabot_dealer_payments *payments)
{
	if (!is_idle(payments) && payments->other < 0)
		confirm(payments, THE_REST, 0);
}

/* Index of the only payment that is next; -1: none, or several stakes at once. */
static int
find_single(const struct sabot_dealer_payments *payments)
{
	int found = -1;

	for (guint i = 0; i < payments->list->len; i++) {
		const struct sabot_dealer_payment *payment = nth(payments, i);

		if (payment->is_next && payment->state == SABOT_DEALER_PAYMENT_PAY)
			found = (int)i;
		else if (payment->is_next)
			return -1;
	}
	return found;
}

bool
sabot_dealer_payments_can_begin_other(const struct sabot_dealer_payments *payments)
{
	return payments->other >= 0 || find_single(payments) >= 0;
}

void
sabot_dealer_payments_begin_other(struct sabot_dealer_payments *payments)
{
	int single = payments->other >= 0 ? -1 : find_single(payments);

	forget_other(payments);
	payments->other = single;
	refresh(payments);
}

bool
sabot_dealer_payments_is_other(const struct sabot_dealer_payments *payments)
{
	return payments->other >= 0;
}

void
sabot_dealer_payments_lay_chip(struct sabot_dealer_payments *payments, int64_t chip_minor)
{
	if (payments->other < 0)
		return;
	if (chip_minor > 0)
		g_array_append_val(payments->laid, chip_minor);
	else
		g_array_set_size(payments->laid, 0);
	refresh(payments);
}

bool
sabot_dealer_payments_can_undo(const struct sabot_dealer_payments *payments)
{
	const struct sabot_wire_view *view = payments->view;

	return payments->other >= 0 || (view && sabot_dealer_is_settling(view) &&
					payments->steps->len > 0 && view->n != payments->undone_n);
}

/* An event that is already in the view is taken back by the opposite payment. */
static bool
take_back(struct sabot_dealer_payments *payments, const struct sent *sent)
{
	int64_t before_minor = sent->before_minor == SABOT_WIRE_NOT_PAID ? 0 : sent->before_minor;

	for (guint i = 0; i < payments->list->len; i++) {
		const struct sabot_wire_payout *payout = nth(payments, i)->payout;
		g_autofree char *name = sabot_dealer_payout_id(payout);

		if (g_strcmp0(name, sent->name) != 0 ||
		    payout->paid_minor != before_minor + sent->amount_minor)
			continue;
		payments->owner.send(payments->owner.owner,
				     sabot_dealer_event_paid(payout, -sent->amount_minor));
		return true;
	}
	return false;
}

static void
undo_step(struct sabot_dealer_payments *payments)
{
	bool is_sent = false;

	while (!is_sent && payments->steps->len > 0) {
		GArray *step = g_ptr_array_steal_index(payments->steps, payments->steps->len - 1);

		for (guint i = step->len; i > 0; i--)
			is_sent |= take_back(payments, &g_array_index(step, struct sent, i - 1));
		g_array_unref(step);
	}
	if (is_sent)
		payments->undone_n = payments->view->n;
}

void
sabot_dealer_payments_undo(struct sabot_dealer_payments *payments)
{
	if (payments->other >= 0 && payments->laid->len > 0)
		g_array_set_size(payments->laid, payments->laid->len - 1);
	else if (payments->other >= 0)
		forget_other(payments);
	else if (sabot_dealer_payments_can_undo(payments))
		undo_step(payments);
	refresh(payments);
}

bool
sabot_dealer_payments_is_done(const struct sabot_dealer_payments *payments)
{
	for (guint i = 0; payments->confirms && i < payments->list->len; i++)
		if (is_to_do(nth(payments, i)))
			return false;
	return true;
}
