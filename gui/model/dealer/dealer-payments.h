/*
 * What the dealer pays and takes of a round, in the order of the rule (ES-16; punto banco: taken
 * first, then paid): which payment is next, what was confirmed, another amount, undo. Stakes that
 * are taken one after the other are one step. The table owns it. No GTK.
 */
#pragma once

#include "proto/view.h"

#include <stdbool.h>

struct sabot_dealer_payments;

enum sabot_dealer_payment_state {
	SABOT_DEALER_PAYMENT_PUSH, /* nothing changes hands */
	SABOT_DEALER_PAYMENT_PAY,
	SABOT_DEALER_PAYMENT_TAKE,
	SABOT_DEALER_PAYMENT_UNKNOWN, /* what is due is not certain */
	SABOT_DEALER_PAYMENT_DONE,
	SABOT_DEALER_PAYMENT_RULED, /* the pit has it put right */
};

/* One payout line of the view. */
struct sabot_dealer_payment {
	const struct sabot_wire_payout *payout; /* borrowed, valid until the next "changed" */
	enum sabot_dealer_payment_state state;
	int64_t amount_minor; /* still to be given, or what was; negative: taken */
	bool is_next;         /* of the step that is next, or that another amount is named for */
	bool can_press;
};

/* The step that is next. */
struct sabot_dealer_payments_next {
	char *label; /* of the key: "Paid 75.00", "Taken: 4 stakes, 225.00", "Record 185.00" */
	char *where; /* "box 3, left hand", or how far another amount is from what is due */
	char *task;  /* as a prompt: "Box 3, left hand: pay 75.00" */
	char *why;   /* how it is reckoned: "Box 3: 75.00 = 3:2 on 50.00 → 1×50 1×25" */
	int64_t amount_minor;
	guint n_stakes;
	bool differs; /* another amount than is due */
};

struct sabot_dealer_payments_sums {
	int64_t to_pay_minor, to_take_minor, taken_minor, commission_minor;
	guint n, n_done; /* payments */
};

/* Who owns it: sends events, which are transferred, and hears of what no view shows. */
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

/* Each payment is confirmed (--payments); else they are only shown. */
void
sabot_dealer_payments_set_confirms(struct sabot_dealer_payments *payments, bool confirms);
/* The view came, or something was sent; a reference is kept. `is_refused`: what was sent last is.
 * While the pit is called nothing can be confirmed. */
void
sabot_dealer_payments_update(struct sabot_dealer_payments *payments,
			     const struct sabot_wire_view *view, bool is_refused, bool is_disputed);

/* Of struct sabot_dealer_payment, as the view's payouts. Borrowed, valid until the next "changed".
 */
const GArray *
sabot_dealer_payments_list(const struct sabot_dealer_payments *payments);

/* False: nothing is to be confirmed now. To be cleared. */
bool
sabot_dealer_payments_get_next(const struct sabot_dealer_payments *payments,
			       struct sabot_dealer_payments_next *ret_next);
void
sabot_dealer_payments_next_clear(struct sabot_dealer_payments_next *next);
struct sabot_dealer_payments_sums
sabot_dealer_payments_get_sums(const struct sabot_dealer_payments *payments);

/* The next step was done as shown; while another amount is named, that amount. */
void
sabot_dealer_payments_confirm_next(struct sabot_dealer_payments *payments);
/* There is a tag that can be touched. */
bool
sabot_dealer_payments_can_press(const struct sabot_dealer_payments *payments);
/* A tag was touched: its step was done, if it is the next; else that payment alone. What is not
 * certain is named by its amount. */
void
sabot_dealer_payments_press(struct sabot_dealer_payments *payments, guint n);
/* All that is left was done as shown. */
void
sabot_dealer_payments_confirm_all(struct sabot_dealer_payments *payments);

/* Another amount than is due: begun for the next step, and begun once more it is given up. */
bool
sabot_dealer_payments_can_begin_other(const struct sabot_dealer_payments *payments);
void
sabot_dealer_payments_begin_other(struct sabot_dealer_payments *payments);
bool
sabot_dealer_payments_is_other(const struct sabot_dealer_payments *payments);
/* A chip is laid; 0: all are taken back. */
void
sabot_dealer_payments_lay_chip(struct sabot_dealer_payments *payments, int64_t chip_minor);

/* The last step that was confirmed here is taken back, or the last chip that was laid. */
bool
sabot_dealer_payments_can_undo(const struct sabot_dealer_payments *payments);
void
sabot_dealer_payments_undo(struct sabot_dealer_payments *payments);

/* Nothing is left to be confirmed. */
bool
sabot_dealer_payments_is_done(const struct sabot_dealer_payments *payments);
