/*
 * What the dealer pays and takes in a round, in the order of the rule (ES-16; punto banco: taken
 * first, then paid): which payment is next, what was confirmed, another amount, undo. Stakes taken
 * one after the other are one step. The table owns it. No GTK.
 */
#pragma once

#include "proto/view.h"

#include <stdbool.h>

struct sabot_dealer_payments;

enum sabot_dealer_payment_state {
	SABOT_DEALER_PAYMENT_PUSH, /* nothing changes hands */
	SABOT_DEALER_PAYMENT_PAY,
	SABOT_DEALER_PAYMENT_TAKE,
	SABOT_DEALER_PAYMENT_UNKNOWN, /* the amount due is not certain */
	SABOT_DEALER_PAYMENT_DONE,
	SABOT_DEALER_PAYMENT_RULED, /* the pit orders the correction */
};

/* One payout line of the view. */
struct sabot_dealer_payment {
	const struct sabot_wire_payout *payout; /* borrowed, valid until the next "changed" */
	enum sabot_dealer_payment_state state;
	int64_t amount_minor; /* amount still due, or the amount that was paid; negative: taken */
	/* part of the next step, or of the step for which another amount is named */
	bool is_next;
	bool can_press;
};

/* The step that is next. */
struct sabot_dealer_payments_next {
	/* label of the key: "Paid 75.00", "Taken: 4 stakes, 225.00", "Record 185.00" */
	char *label;
	char *where; /* "box 3, left hand", or how far another amount differs from what is due */
	char *task;  /* prompt: "Box 3, left hand: pay 75.00" */
	char *why;   /* calculation: "Box 3: 75.00 = 3:2 on 50.00 → 1×50 1×25" */
	int64_t amount_minor;
	guint n_stakes;
	bool differs; /* the amount is not the one due */
};

struct sabot_dealer_payments_sums {
	int64_t to_pay_minor, to_take_minor, collected_minor, commission_minor;
	guint n, n_done; /* number of payments, and of those done */
};

/* Its owner: sends events, which are transferred, and is notified of changes that no view shows. */
struct sabot_dealer_payments_owner {
	gpointer owner;
	void (*send)(gpointer owner, json_t *event);
	void (*on_changed)(gpointer owner);
};

/* `owner` is copied. */
struct sabot_dealer_payments *
sabot_dealer_payments_new(const struct sabot_dealer_payments_owner *owner);
void
sabot_dealer_payments_free(struct sabot_dealer_payments *payments);

/* True: each payment is confirmed (--payments); false: payments are only shown. */
void
sabot_dealer_payments_set_confirms(struct sabot_dealer_payments *payments, bool confirms);
/*
 * Update from a new view, or after something was sent; a reference is kept. `is_refused`: the last
 * event sent was refused. While the pit is called nothing can be confirmed.
 */
void
sabot_dealer_payments_update(struct sabot_dealer_payments *payments,
			     const struct sabot_wire_view *view, bool is_refused, bool is_disputed);

/*
 * The payments, of struct sabot_dealer_payment, in the order of the view's payouts. Borrowed, valid
 * until the next "changed".
 */
const GArray *
sabot_dealer_payments_list(const struct sabot_dealer_payments *payments);

/* False if nothing is to be confirmed now. The caller clears the result. */
bool
sabot_dealer_payments_get_next(const struct sabot_dealer_payments *payments,
			       struct sabot_dealer_payments_next *ret_next);
void
sabot_dealer_payments_next_clear(struct sabot_dealer_payments_next *next);
struct sabot_dealer_payments_sums
sabot_dealer_payments_get_sums(const struct sabot_dealer_payments *payments);

/* Confirm the next step as shown; while another amount is named, with that amount. */
void
sabot_dealer_payments_confirm_next(struct sabot_dealer_payments *payments);
/* True if there is a tag that can be touched. */
bool
sabot_dealer_payments_can_press(const struct sabot_dealer_payments *payments);
/*
 * Confirm the step of a tag that was touched, if it is the next step; else that payment alone. For
 * an uncertain payment, begin to name its amount.
 */
void
sabot_dealer_payments_press(struct sabot_dealer_payments *payments, guint n);
/* Confirm all remaining payments as shown. */
void
sabot_dealer_payments_confirm_all(struct sabot_dealer_payments *payments);

/*
 * Naming another amount than is due: the first call begins it for the next step, a second one
 * cancels it.
 */
bool
sabot_dealer_payments_can_begin_other(const struct sabot_dealer_payments *payments);
void
sabot_dealer_payments_begin_other(struct sabot_dealer_payments *payments);
bool
sabot_dealer_payments_is_other(const struct sabot_dealer_payments *payments);
/* Add a chip to that amount; 0: remove all chips. */
void
sabot_dealer_payments_lay_chip(struct sabot_dealer_payments *payments, int64_t chip_minor);

/* Take back the last chip that was laid, or the last step confirmed here. */
bool
sabot_dealer_payments_can_undo(const struct sabot_dealer_payments *payments);
void
sabot_dealer_payments_undo(struct sabot_dealer_payments *payments);

/* True if nothing is left to be confirmed. */
bool
sabot_dealer_payments_is_done(const struct sabot_dealer_payments *payments);
