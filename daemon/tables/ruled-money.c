/*
 * See ruled-money.h. A player gets one sum, whichever of his stakes it is for: sums are by box and
 * bettor. At a table that records its payments, a stake that nobody has paid yet needs no
 * correction: the round's own settlement, reported again, has the amount. The same applies if the
 * amount due was not certain before: nobody knows what was paid then.
 */
#include "ruled-money.h"

#include "proto/messages/derived-lines.h"
#include "ruled-stakes.h"

#include <string.h>

/* A payment on a stake, or an amount that the pit named for it. */
struct payment {
	struct sabot_ruled_stake stake;
	int64_t amount_minor;
	bool is_named;
};

static void
free_payment(gpointer data)
{
	struct payment *payment = data;

	sabot_ruled_stake_clear(&payment->stake);
	g_free(payment);
}

void
sabot_ruled_money_init(struct sabot_ruled_money *money)
{
	*money = (struct sabot_ruled_money){
		.stakes = g_ptr_array_new_with_free_func(sabot_ruled_stake_free),
		.paid = g_ptr_array_new_with_free_func(free_payment),
		.rounds = g_hash_table_new(NULL, NULL),
		.named = g_hash_table_new(NULL, NULL),
		.wrong = g_ptr_array_new_with_free_func(sabot_ruled_stake_free),
		.ordered = g_ptr_array_new_with_free_func(sabot_ruled_stake_free),
	};
}

void
sabot_ruled_money_clear(struct sabot_ruled_money *money)
{
	g_ptr_array_unref(money->stakes);
	g_ptr_array_unref(money->paid);
	g_hash_table_unref(money->rounds);
	g_hash_table_unref(money->named);
	g_ptr_array_unref(money->wrong);
	g_ptr_array_unref(money->ordered);
}

/* The stake of that round that was paid wrongly, or not at all; NULL: none. */
static struct sabot_ruled_stake *
find_wrong(const struct sabot_ruled_money *money, int64_t round,
	   const struct sabot_ruled_stake *like)
{
	return sabot_ruled_stakes_find_of_round(money->wrong, round, like);
}

/* The redress ordered for the stake; an empty one is added if there is none. Borrowed. */
static struct sabot_ruled_stake *
need_ordered(struct sabot_ruled_money *money, int64_t round, const struct sabot_ruled_stake *like)
{
	struct sabot_ruled_stake *ordered =
		sabot_ruled_stakes_find_of_round(money->ordered, round, like);

	if (ordered)
		return ordered;
	ordered = g_new(struct sabot_ruled_stake, 1);
	*ordered = sabot_ruled_stake_describe(like->box, like->bettor, like->on, like->hand);
	ordered->round = round;
	g_ptr_array_add(money->ordered, ordered);
	return ordered;
}

static struct sabot_ruled_stake *
find_wrong_of(const struct sabot_ruled_money *money, const struct sabot_incident_detail *detail,
	      int64_t round)
{
	struct sabot_ruled_stake like =
		sabot_ruled_stake_describe(detail->box, detail->bettor, detail->on, detail->hand);
	struct sabot_ruled_stake *wrong = find_wrong(money, round, &like);

	sabot_ruled_stake_clear(&like);
	return wrong;
}

/* The amount due changes with the settlement of the round; the amount received stays. */
static void
record_wrong(struct sabot_ruled_money *money, int64_t round, const struct sabot_incident *incident)
{
	struct sabot_incident_detail detail;
	struct sabot_ruled_stake *wrong;

	sabot_incident_detail_of(incident, &detail);
	if (!detail.has_due)
		return;
	wrong = find_wrong_of(money, &detail, round);
	if (!wrong) {
		wrong = g_new(struct sabot_ruled_stake, 1);
		*wrong = sabot_ruled_stake_describe(detail.box, detail.bettor, detail.on,
						    detail.hand);
		wrong->round = round;
		wrong->had_minor = detail.paid_minor;
		g_ptr_array_add(money->wrong, wrong);
	}
	wrong->due_minor = detail.due_minor;
}

/* The sum that the pit has named for a stake of the last reported round. */
static int64_t
sum_named(const struct sabot_ruled_money *money, const struct sabot_ruled_stake *stake)
{
	int64_t named_minor = 0;

	for (guint i = 0; i < money->paid->len; i++) {
		const struct payment *paid = g_ptr_array_index(money->paid, i);

		if (paid->is_named && paid->stake.round == money->round &&
		    sabot_ruled_stake_is_same(&paid->stake, stake))
			named_minor += paid->amount_minor;
	}
	return named_minor;
}

/*
 * The amount that the house must still pay for a stake (negative: collect), at a table that does
 * not record its payments.
 */
static int64_t
difference(const struct sabot_ruled_money *money, const struct sabot_ruled_stake *before,
	   const struct sabot_ruled_stake *now)
{
	int64_t now_minor = now ? now->due_minor : 0;

	if (!before->has_due || (now && !now->has_due))
		return 0;
	if (before->is_ordered)
		return now_minor - before->due_minor;
	return now_minor - before->due_minor - sum_named(money, before);
}

/* Add to the order for the seat of `stake`. */
static void
add_to_seat(GArray *orders, const struct sabot_ruled_stake *stake, int64_t round,
	    int64_t amount_minor)
{
	sabot_ruled_order_add(orders, &(struct sabot_ruled_order){stake->box, stake->bettor, round,
								  amount_minor});
}

/* Order the difference for a stake of a round that is settled differently now. */
static void
order_difference(const struct sabot_ruled_money *money, struct sabot_ruled_stake *stake,
		 struct sabot_ruled_stake *again, GArray *orders)
{
	struct sabot_ruled_stake *wrong = find_wrong(money, money->round, stake);
	int64_t rest_minor = difference(money, stake, again);

	if (wrong) {
		wrong->had_minor += rest_minor;
		wrong->due_minor = again ? again->due_minor : 0;
	}
	add_to_seat(orders, stake, money->round, rest_minor);
	/* A later ruling on the stake starts from what this one leaves. */
	if (again && (rest_minor || stake->is_ordered))
		again->is_ordered = true;
}

/* Order the differences for a round that is settled differently now. */
static void
order_differences(const struct sabot_ruled_money *money, const struct sabot_ruled_step *step,
		  const GPtrArray *now, json_t *orders)
{
	g_autoptr(GArray) found = g_array_new(FALSE, FALSE, sizeof(struct sabot_ruled_order));

	for (guint i = 0; i < money->stakes->len; i++) {
		struct sabot_ruled_stake *stake = g_ptr_array_index(money->stakes, i);

		/* Payments of a void round are returned, whatever was due. */
		stake->has_due |= step->event->u.ruling.remedy == SABOT_REMEDY_VOID_ROUND;
		order_difference(money, stake, sabot_ruled_stakes_find(now, stake), found);
	}
	for (guint i = 0; i < now->len; i++) {
		struct sabot_ruled_stake *stake = g_ptr_array_index(now, i);

		if (sabot_ruled_stakes_find(money->stakes, stake) || !stake->has_due)
			continue;
		add_to_seat(found, stake, stake->round, stake->due_minor);
		stake->is_ordered = true;
	}
	sabot_ruled_order_append(step, found, orders);
}

/* A difference that the pit has paid: for which incident, to whom, how much. Borrowed. */
struct named {
	struct sabot_incident_detail detail; /* the incident's */
	bool is_payment;                     /* the incident is about the payment on a stake */
	struct sabot_ruled_stake *wrong;     /* that stake at the time; or NULL */
	struct sabot_ruled_order order;
	gpointer key; /* a key of the money's `named` */
};

/* Kept for a ruling that settles the round again afterwards. */
static void
record_named(struct sabot_ruled_money *money, const struct named *named)
{
	struct payment *payment = g_new0(struct payment, 1);

	payment->stake = sabot_ruled_stake_describe(named->order.box, named->order.bettor,
						    named->detail.on, named->detail.hand);
	payment->stake.round = named->order.round;
	payment->amount_minor = named->order.amount_minor;
	payment->is_named = true;
	need_ordered(money, named->order.round, &payment->stake)->open_minor +=
		payment->amount_minor;
	g_ptr_array_add(money->paid, payment);
}

static const struct sabot_account *
find_account(const struct sabot_accounts *ledger, int64_t round,
	     const struct sabot_ruled_stake *like)
{
	for (int i = 0; ledger && i < ledger->n_accounts; i++) {
		const struct sabot_account *account = &ledger->accounts[i];

		if (account->round == round && account->box == like->box &&
		    MAX(account->hand, 0) == like->hand &&
		    strcmp(account->bettor, like->bettor) == 0 &&
		    g_strcmp0(sabot_bet_to_string((enum sabot_bet)account->on), like->on) == 0)
			return account;
	}
	return NULL;
}

/*
 * The amount still lacking for a stake that was paid wrongly; what was ordered for it counts as
 * paid.
 */
static int64_t
find_lacking(const struct sabot_ruled_money *money, const struct sabot_ruled_step *step,
	     const struct named *named)
{
	struct sabot_ruled_stake like = sabot_ruled_stake_describe(
		named->detail.box, named->detail.bettor, named->detail.on, named->detail.hand);
	const struct sabot_account *account = find_account(step->ledger, named->order.round, &like);
	const struct sabot_ruled_stake *ordered =
		sabot_ruled_stakes_find_of_round(money->ordered, named->order.round, &like);
	const struct sabot_ruled_stake *wrong = named->wrong;
	int64_t lacking_minor = wrong ? wrong->due_minor - wrong->had_minor : 0;

	if (account && sabot_account_is_certain(account))
		lacking_minor = account->dues_minor[0] - account->sum_minor -
				(ordered ? ordered->open_minor : 0);
	sabot_ruled_stake_clear(&like);
	return lacking_minor;
}

/* The amount that the pit named, or what is still lacking for a stake that was paid wrongly. */
static int64_t
find_named(const struct sabot_ruled_money *money, const struct sabot_ruled_step *step,
	   const struct named *named)
{
	if (!step->event->u.ruling.has_amount)
		return named->is_payment ? find_lacking(money, step, named) : 0;
	/*
	 * If it was ruled again, perhaps by another person at the same moment: only the change of
	 * the amount.
	 */
	return step->event->amount_minor -
	       (int64_t)GPOINTER_TO_SIZE(g_hash_table_lookup(money->named, named->key));
}

/* `incident` may be NULL. */
static bool
is_about_payment(const struct sabot_wire_incident *incident)
{
	enum sabot_incident_code code;

	return incident && sabot_incident_code_from_string(incident->code, &code) &&
	       sabot_incident_is_about_payment(code);
}

static bool
read_named(const struct sabot_ruled_money *money, const struct sabot_ruled_step *step,
	   struct named *ret_named)
{
	int64_t id = step->event->u.ruling.incident;
	const struct sabot_wire_incident *incident = sabot_incident_book_find(step->incidents, id);
	struct named named = {
		.order.round =
			GPOINTER_TO_INT(g_hash_table_lookup(money->rounds, GINT_TO_POINTER(id))),
	};

	sabot_incident_detail_read(incident ? incident->detail : NULL, &named.detail);
	named.order.box = step->event->box != 0 ? step->event->box : named.detail.box;
	if (named.order.box == named.detail.box) {
		named.order.bettor = named.detail.bettor;
		named.is_payment = is_about_payment(incident);
		if (named.detail.has_due)
			named.wrong = find_wrong_of(money, &named.detail, named.order.round);
	}
	named.key = GSIZE_TO_POINTER((gsize)id * (SABOT_BOXES_MAX + 1) + (gsize)named.order.box);
	named.order.amount_minor = find_named(money, step, &named);
	*ret_named = named;
	return named.order.round != 0;
}

static bool
is_pay_difference(const struct sabot_event *event)
{
	return event->type == SABOT_EVENT_RULING &&
	       event->u.ruling.remedy == SABOT_REMEDY_PAY_DIFFERENCE;
}

/* The mark comes from the daemon only in a ruling: in another event anybody can have written it. */
static bool
has_prompt(const struct sabot_ruled_step *step)
{
	return step->event && step->event->type == SABOT_EVENT_RULING && step->rest->is_prompted;
}

json_t *
sabot_ruled_money_suppose(const struct sabot_ruled_money *money,
			  const struct sabot_ruled_step *step)
{
	struct named named;

	if (!is_pay_difference(step->event) || !read_named(money, step, &named) ||
	    named.order.amount_minor == 0)
		return NULL;
	return sabot_ruled_order_write(step, &named.order);
}

static void
order_named(struct sabot_ruled_money *money, const struct sabot_ruled_step *step, json_t *orders)
{
	struct named named;
	int64_t before_minor;

	if (!read_named(money, step, &named))
		return;
	before_minor = (int64_t)GPOINTER_TO_SIZE(g_hash_table_lookup(money->named, named.key));
	g_hash_table_insert(money->named, named.key,
			    GSIZE_TO_POINTER((gsize)(before_minor + named.order.amount_minor)));
	if (named.wrong)
		named.wrong->had_minor += named.order.amount_minor;
	record_named(money, &named);
	if (named.order.amount_minor != 0)
		json_array_append_new(orders, sabot_ruled_order_write(step, &named.order));
}

/* The book has the round that was paid; in the engine's report it is the one in play. */
static void
record_incident(struct sabot_ruled_money *money, const struct sabot_ruled_step *step,
		const struct sabot_incident *incident)
{
	const struct sabot_wire_incident *booked =
		sabot_incident_book_find(step->incidents, incident->id);
	int64_t round = booked ? booked->round : incident->round;

	if (round == 0)
		round = step->last_round;
	g_hash_table_insert(money->rounds, GINT_TO_POINTER(incident->id), GINT_TO_POINTER(round));
	if (sabot_incident_is_about_payment(incident->code))
		record_wrong(money, round, incident);
}

/* The bet as written; NULL: the main one. */
static const char *
paid_on(const struct sabot_event *event)
{
	if (event->on_word)
		return event->on_word;
	return event->on == SABOT_BET_NONE ? NULL : sabot_bet_to_string(event->on);
}

static void
record_paid(struct sabot_ruled_money *money, const struct sabot_ruled_step *step)
{
	const struct sabot_event *event = step->event;
	struct payment *paid;
	struct sabot_ruled_stake *wrong;

	if (step->paid_round == 0)
		return;
	paid = g_new0(struct payment, 1);
	paid->stake =
		sabot_ruled_stake_describe(event->box, event->bettor, paid_on(event), event->hand);
	paid->stake.round = step->paid_round;
	paid->amount_minor = event->amount_minor;
	wrong = find_wrong(money, step->paid_round, &paid->stake);
	if (wrong)
		wrong->had_minor += paid->amount_minor;
	g_ptr_array_add(money->paid, paid);
}

/* An order is done: in part, if it was for several stakes of the seat. */
static void
record_correction(struct sabot_ruled_money *money, const struct sabot_ruled_step *step)
{
	const struct sabot_event *event = step->event;
	g_autofree char *bettor = NULL;
	int64_t left_minor;

	if (!event || event->type != SABOT_EVENT_CORRECTION || step->rest->redress == 0)
		return;
	bettor = sabot_ruled_stake_bettor(event->box, event->bettor);
	left_minor = event->amount_minor;
	for (guint i = 0; i < money->ordered->len; i++) {
		struct sabot_ruled_stake *ordered = g_ptr_array_index(money->ordered, i);
		int64_t open_minor = ordered->open_minor;

		if (ordered->round != event->round || ordered->box != event->box ||
		    strcmp(ordered->bettor, bettor) != 0 || (open_minor > 0) != (left_minor > 0))
			continue;
		if (ABS(open_minor) > ABS(left_minor))
			open_minor = left_minor;
		ordered->open_minor -= open_minor;
		left_minor -= open_minor;
	}
}

/* Only the last round can be settled again: earlier ones need not be kept. */
static void
keep(struct sabot_ruled_money *money, int64_t round, GPtrArray *stakes)
{
	for (guint i = money->paid->len; i-- > 0;) {
		const struct payment *paid = g_ptr_array_index(money->paid, i);

		if (paid->stake.round < round)
			g_ptr_array_remove_index(money->paid, i);
	}
	g_ptr_array_unref(money->stakes);
	money->stakes = stakes;
	money->round = round;
}

/* The stakes of a round that was reported. Transferred. */
static GPtrArray *
list_stakes(const struct sabot_update *update, const struct sabot_round_report *round)
{
	GPtrArray *stakes = g_ptr_array_new_with_free_func(sabot_ruled_stake_free);

	for (unsigned i = 0; i < round->n_stakes; i++) {
		const struct sabot_stake_report *report = &update->stakes[round->first_stake + i];
		struct sabot_ruled_stake *stake = g_new0(struct sabot_ruled_stake, 1);

		*stake = sabot_ruled_stake_describe(report->box, report->bettor,
						    sabot_bet_to_string(report->on), report->hand);
		stake->round = round->number;
		stake->has_due = report->due == SABOT_DUE_CERTAIN;
		stake->due_minor = stake->has_due ? report->due_min_minor : 0;
		g_ptr_array_add(stakes, stake);
	}
	return stakes;
}

static void
record_round(struct sabot_ruled_money *money, const struct sabot_ruled_step *step,
	     const struct sabot_round_report *round, json_t *orders)
{
	GPtrArray *stakes;

	if (round->dummy)
		return;
	stakes = list_stakes(step->update, round);
	if (!step->are_payments_reported && has_prompt(step) && round->again &&
	    round->number == money->round)
		order_differences(money, step, stakes, orders);
	keep(money, round->number, stakes);
}

/*
 * The engine reports what is still due for a stake; what was ordered for it and not done counts as
 * received.
 */
static void
record_redress(struct sabot_ruled_money *money, const struct sabot_redress_due *redress,
	       GArray *found)
{
	struct sabot_ruled_stake like = sabot_ruled_stake_describe(
		redress->box, redress->bettor, sabot_bet_to_string(redress->on), redress->hand);
	struct sabot_ruled_stake *ordered = need_ordered(money, redress->round, &like);
	struct sabot_ruled_stake *wrong = find_wrong(money, redress->round, &like);

	if (wrong)
		wrong->had_minor = wrong->due_minor = redress->due_minor;
	add_to_seat(found, ordered, redress->round,
		    redress->difference_minor - ordered->open_minor);
	ordered->open_minor = redress->difference_minor;
	sabot_ruled_stake_clear(&like);
}

static void
record_redresses(struct sabot_ruled_money *money, const struct sabot_ruled_step *step,
		 json_t *orders)
{
	g_autoptr(GArray) found = g_array_new(FALSE, FALSE, sizeof(struct sabot_ruled_order));

	for (unsigned i = 0; i < step->update->n_outputs; i++) {
		const struct sabot_output *output = &step->update->outputs[i];

		if (output->kind == SABOT_OUTPUT_REDRESS)
			record_redress(money, &output->u.redress, found);
	}
	sabot_ruled_order_append(step, found, orders);
}

static void
record_outputs(struct sabot_ruled_money *money, const struct sabot_ruled_step *step, json_t *orders)
{
	for (unsigned i = 0; i < step->update->n_outputs; i++) {
		const struct sabot_output *output = &step->update->outputs[i];

		if (output->kind == SABOT_OUTPUT_INCIDENT)
			record_incident(money, step, &output->u.incident);
		else if (output->kind == SABOT_OUTPUT_ROUND)
			record_round(money, step, sabot_update_round(step->update, output), orders);
	}
}

json_t *
sabot_ruled_money_apply(struct sabot_ruled_money *money, const struct sabot_ruled_step *step)
{
	json_t *orders = json_array();

	record_paid(money, step);
	record_correction(money, step);
	record_outputs(money, step, orders);
	record_redresses(money, step, orders);
	if (has_prompt(step) && is_pay_difference(step->event))
		order_named(money, step, orders);
	if (json_array_size(orders) > 0)
		return orders;
	json_decref(orders);
	return NULL;
}

static bool
is_ordered(const struct sabot_ruled_money *money, int64_t round,
	   const struct sabot_ruled_stake *stake)
{
	const struct sabot_ruled_stake *found =
		round == money->round ? sabot_ruled_stakes_find(money->stakes, stake) : NULL;

	return (found && found->is_ordered) ||
	       sabot_ruled_stakes_find_of_round(money->ordered, round, stake);
}

void
sabot_ruled_money_mark(const struct sabot_ruled_money *money, int64_t round,
		       struct sabot_wire_view *view)
{
	for (guint i = 0; i < view->payouts->len; i++) {
		struct sabot_wire_payout *payout = g_ptr_array_index(view->payouts, i);
		struct sabot_ruled_stake stake = sabot_ruled_stake_describe(
			payout->box, payout->bettor, payout->on, payout->hand);

		payout->is_ruled = is_ordered(money, round, &stake);
		sabot_ruled_stake_clear(&stake);
	}
}
