/*
 * See ruled-money.h. A player gets one sum, whatever of his stakes it is for: sums are by box and
 * bettor. What nobody has paid yet at a table that records its payments is no correction: the
 * round's own settlement, reported again, has it.
 */
#include "ruled-money.h"

#include "proto/json-text.h"

#include <string.h>

/* Whose money: a box, and who bets there. */
struct seat {
	int64_t box;
	char *bettor;
};

static int64_t
integer_of(const json_t *object, const char *key)
{
	return json_integer_value(json_object_get(object, key));
}

/* The mark is the daemon's in a ruling only: in another event anybody can have written it. */
static bool
has_prompt(const json_t *event)
{
	return strcmp(sabot_json_text(event, "ev"), "ruling") == 0 &&
	       json_is_true(json_object_get(event, SABOT_RULING_PROMPTED));
}

void
sabot_ruled_money_init(struct sabot_ruled_money *money)
{
	*money = (struct sabot_ruled_money){
		.stakes = json_array(),
		.paid = json_array(),
		.rounds = g_hash_table_new(NULL, NULL),
		.named = g_hash_table_new(NULL, NULL),
		.wrong = json_array(),
	};
}

void
sabot_ruled_money_clear(struct sabot_ruled_money *money)
{
	json_decref(money->stakes);
	json_decref(money->paid);
	g_hash_table_unref(money->rounds);
	g_hash_table_unref(money->named);
	json_decref(money->wrong);
}

static struct seat
seat_of(const json_t *object)
{
	struct seat seat = {.box = integer_of(object, "box")};
	const char *bettor = sabot_json_text(object, "bettor");

	seat.bettor = *bettor ? g_strdup(bettor) : g_strdup_printf("%" G_GINT64_FORMAT, seat.box);
	return seat;
}

static bool
is_same_stake(const json_t *one, const json_t *two)
{
	struct seat a = seat_of(one), b = seat_of(two);
	const char *on_a = sabot_json_text(one, "on"), *on_b = sabot_json_text(two, "on");
	bool is_same = a.box == b.box && strcmp(a.bettor, b.bettor) == 0 &&
		       strcmp(*on_a ? on_a : "main", *on_b ? on_b : "main") == 0 &&
		       integer_of(one, "hand") == integer_of(two, "hand");

	g_free(a.bettor);
	g_free(b.bettor);
	return is_same;
}

static json_t *
find_stake(const json_t *stakes, const json_t *like)
{
	size_t i;
	json_t *stake;

	json_array_foreach((json_t *)stakes, i, stake)
		if (is_same_stake(stake, like))
			return stake;
	return NULL;
}

/* The stake that was paid wrongly, or not at all; NULL: none of that round was. */
static json_t *
find_wrong(const struct sabot_ruled_money *money, int64_t round, const json_t *like)
{
	size_t i;
	json_t *wrong;

	json_array_foreach(money->wrong, i, wrong)
		if (integer_of(wrong, "round") == round && is_same_stake(wrong, like))
			return wrong;
	return NULL;
}

static void
add_had(json_t *wrong, int64_t amount_minor)
{
	json_object_set_new(wrong, "had", json_integer(integer_of(wrong, "had") + amount_minor));
}

/* What is due on it changes with how its round is settled; what it has had stays. */
static void
record_wrong(struct sabot_ruled_money *money, int64_t round, const json_t *detail)
{
	json_t *wrong = find_wrong(money, round, detail);

	if (!wrong) {
		wrong = json_copy((json_t *)detail);
		json_object_set_new(wrong, "round", json_integer(round));
		json_object_set_new(wrong, "had", json_integer(integer_of(detail, "paid")));
		json_array_append_new(money->wrong, wrong);
	}
	json_object_set(wrong, "due", json_object_get(detail, "due"));
}

/* What a stake has had so far. */
struct had {
	bool is_paid;        /* somebody has said what was paid */
	int64_t paid_minor;  /* then */
	int64_t named_minor; /* what the pit has named beside it */
};

static struct had
sum_had(const struct sabot_ruled_money *money, const json_t *stake)
{
	struct had had = {0};
	size_t i;
	json_t *paid;

	json_array_foreach(money->paid, i, paid) {
		int64_t amount_minor = integer_of(paid, "amount");

		if (integer_of(paid, "round") != money->round || !is_same_stake(paid, stake))
			continue;
		if (json_object_get(paid, "named")) {
			had.named_minor += amount_minor;
		} else {
			had.is_paid = true;
			had.paid_minor += amount_minor;
		}
	}
	return had;
}

/* What the house must still give for a stake (negative: get), of which `now` is due. */
static int64_t
difference(const struct sabot_ruled_money *money, const json_t *before, int64_t now_minor)
{
	int64_t due_minor = integer_of(before, "due");
	struct had had = sum_had(money, before);

	if (json_object_get(before, "ordered"))
		return now_minor - due_minor;
	if (had.is_paid)
		return now_minor - had.paid_minor - had.named_minor;
	if (!money->are_payments_reported || due_minor <= 0)
		return now_minor - due_minor - had.named_minor;
	return had.named_minor ? now_minor - had.named_minor : 0;
}

/* An order to pay, or to collect, which says what it follows from. New reference. */
static json_t *
build_order(const struct sabot_ruled_step *step, int64_t round, const struct seat *seat)
{
	static const char *const carried[] = {"incident", "remedy", "note", "by", "second"};
	g_autofree char *name = g_strdup_printf("%" G_GINT64_FORMAT, seat->box);
	json_t *order =
		json_pack("{s:s, s:s, s:s, s:I, s:I}", "ev", "redress", "do", "order", "table",
			  step->table, "round", (json_int_t)round, "ruling", (json_int_t)step->n);

	if (seat->box > 0)
		json_object_set_new(order, "box", json_integer(seat->box));
	if (seat->bettor && *seat->bettor && strcmp(seat->bettor, name) != 0)
		json_object_set_new(order, "bettor", json_string(seat->bettor));
	for (gsize i = 0; i < G_N_ELEMENTS(carried); i++) {
		json_t *value = json_object_get(step->event, carried[i]);

		if (value)
			json_object_set(order, carried[i], value);
	}
	return order;
}

/* Add to what is ordered for the seat that `stake` is of. */
static void
add_to_seat(json_t *orders, const struct sabot_ruled_step *step, const json_t *stake,
	    int64_t amount_minor)
{
	struct seat seat = seat_of(stake);
	json_t *fresh = build_order(step, integer_of(stake, "round"), &seat), *order;
	size_t i;

	g_free(seat.bettor);
	json_array_foreach(orders, i, order) {
		if (integer_of(order, "box") != integer_of(fresh, "box") ||
		    strcmp(sabot_json_text(order, "bettor"), sabot_json_text(fresh, "bettor")) != 0)
			continue;
		json_object_set_new(order, "amount",
				    json_integer(integer_of(order, "amount") + amount_minor));
		json_decref(fresh);
		return;
	}
	json_object_set_new(fresh, "amount", json_integer(amount_minor));
	json_array_append_new(orders, fresh);
}

/* The round that was settled is settled otherwise now. */
static void
order_differences(const struct sabot_ruled_money *money, const struct sabot_ruled_step *step,
		  json_t *now, json_t *orders)
{
	size_t i;
	json_t *stake;

	json_array_foreach(money->stakes, i, stake) {
		json_t *again = find_stake(now, stake);
		json_t *wrong = find_wrong(money, money->round, stake);
		int64_t rest_minor = difference(money, stake, integer_of(again, "due"));

		if (wrong) {
			add_had(wrong, rest_minor);
			json_object_set_new(wrong, "due", json_integer(integer_of(again, "due")));
		}
		add_to_seat(orders, step, stake, rest_minor);
		/* Another ruling on it finds it as this one leaves it. */
		if (again && (rest_minor || json_object_get(stake, "ordered")))
			json_object_set_new(again, "ordered", json_true());
	}
	json_array_foreach(now, i, stake)
		if (!find_stake(money->stakes, stake)) {
			add_to_seat(orders, step, stake, integer_of(stake, "due"));
			json_object_set_new(stake, "ordered", json_true());
		}
}

/* For a ruling that settles the round again afterwards. */
static void
record_named(struct sabot_ruled_money *money, const json_t *order, const json_t *detail)
{
	static const char *const names[] = {"on", "hand"};
	json_t *named =
		json_pack("{s:O, s:O, s:O*, s:O*, s:b}", "round", json_object_get(order, "round"),
			  "amount", json_object_get(order, "amount"), "box",
			  json_object_get(order, "box"), "bettor", json_object_get(order, "bettor"),
			  "named", true);

	for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
		if (json_object_get(detail, names[i]))
			json_object_set(named, names[i], json_object_get(detail, names[i]));
	json_array_append_new(money->paid, named);
}

/* The amount that the pit named, or what is lacking now of a stake that was paid wrongly. */
static int64_t
find_named(const struct sabot_ruled_money *money, const json_t *event, const json_t *wrong,
	   gpointer key)
{
	const json_t *amount = json_object_get(event, "amount");

	if (!amount)
		return integer_of(wrong, "due") - integer_of(wrong, "had");
	/* Ruled once more, perhaps by another at the same moment: only what is named otherwise. */
	return json_integer_value(amount) -
	       (int64_t)GPOINTER_TO_SIZE(g_hash_table_lookup(money->named, key));
}

/* A difference that the pit has paid: of which incident, to whom, how much. All borrowed. */
struct named {
	const json_t *detail; /* the incident's */
	json_t *wrong;        /* the stake that was paid wrongly, or NULL */
	struct seat seat;
	int64_t round, amount_minor;
	gpointer key; /* into `named` of the money */
};

static bool
read_named(const struct sabot_ruled_money *money, const struct sabot_ruled_step *step,
	   struct named *ret_named)
{
	int64_t id = integer_of(step->event, "incident");
	const struct sabot_wire_incident *incident = sabot_incident_book_find(step->incidents, id);
	const json_t *detail = incident ? incident->detail : NULL;
	const json_t *box = json_object_get(step->event, "box");
	struct named named = {
		.detail = detail,
		.seat.box = integer_of(box ? step->event : detail, "box"),
		.round = GPOINTER_TO_INT(g_hash_table_lookup(money->rounds, GINT_TO_POINTER(id))),
	};
	bool is_its_box = named.seat.box == integer_of(detail, "box");

	if (is_its_box)
		named.seat.bettor = (char *)sabot_json_text(detail, "bettor");
	if (is_its_box && json_object_get(detail, "due"))
		named.wrong = find_wrong(money, named.round, detail);
	named.key = GSIZE_TO_POINTER((gsize)id * (SABOT_BOXES_MAX + 1) + (gsize)named.seat.box);
	named.amount_minor = find_named(money, step->event, named.wrong, named.key);
	*ret_named = named;
	return named.round != 0;
}

static json_t *
build_named_order(const struct sabot_ruled_step *step, const struct named *named)
{
	json_t *order = build_order(step, named->round, &named->seat);

	json_object_set_new(order, "amount", json_integer(named->amount_minor));
	return order;
}

static bool
is_pay_difference(const json_t *event)
{
	return strcmp(sabot_json_text(event, "remedy"), "pay_difference") == 0;
}

json_t *
sabot_ruled_money_suppose(const struct sabot_ruled_money *money,
			  const struct sabot_ruled_step *step)
{
	struct named named;

	if (!is_pay_difference(step->event) || !read_named(money, step, &named) ||
	    named.amount_minor == 0)
		return NULL;
	return build_named_order(step, &named);
}

static void
order_named(struct sabot_ruled_money *money, const struct sabot_ruled_step *step, json_t *orders)
{
	struct named named;
	int64_t before_minor;
	json_t *order;

	if (!read_named(money, step, &named))
		return;
	order = build_named_order(step, &named);
	before_minor = (int64_t)GPOINTER_TO_SIZE(g_hash_table_lookup(money->named, named.key));
	g_hash_table_insert(money->named, named.key,
			    GSIZE_TO_POINTER((gsize)(before_minor + named.amount_minor)));
	if (named.wrong)
		add_had(named.wrong, named.amount_minor);
	record_named(money, order, named.detail);
	json_array_append_new(orders, order);
}

static void
record_incident(struct sabot_ruled_money *money, const struct sabot_ruled_step *step,
		const json_t *line)
{
	int64_t round = integer_of(line, "round");
	const char *code = sabot_json_text(line, "code");

	if (round == 0)
		round = step->last_round;
	g_hash_table_insert(money->rounds, GINT_TO_POINTER(integer_of(line, "id")),
			    GINT_TO_POINTER(round));
	if (strcmp(code, "payout_wrong") == 0 || strcmp(code, "payout_missing") == 0)
		record_wrong(money, round, json_object_get(line, "detail"));
}

static void
record_paid(struct sabot_ruled_money *money, const struct sabot_ruled_step *step)
{
	json_t *paid, *wrong;

	if (step->paid_round == 0)
		return;
	wrong = find_wrong(money, step->paid_round, step->event);
	if (wrong)
		add_had(wrong, integer_of(step->event, "amount"));
	money->are_payments_reported = true;
	paid = json_copy((json_t *)step->event);
	json_object_set_new(paid, "round", json_integer(step->paid_round));
	json_array_append_new(money->paid, paid);
}

/* Only the last round can be settled again: of those before it nothing need be kept. */
static void
keep(struct sabot_ruled_money *money, int64_t round, json_t *stakes)
{
	for (size_t i = json_array_size(money->paid); i-- > 0;)
		if (integer_of(json_array_get(money->paid, i), "round") < round)
			json_array_remove(money->paid, i);
	json_decref(money->stakes);
	money->stakes = stakes;
	money->round = round;
}

static void
drop_zeros(json_t *orders)
{
	for (size_t i = json_array_size(orders); i-- > 0;)
		if (integer_of(json_array_get(orders, i), "amount") == 0)
			json_array_remove(orders, i);
}

/* The `round` lines, each with the `settle` lines that follow it. */
static void
record_lines(struct sabot_ruled_money *money, const struct sabot_ruled_step *step, json_t *orders)
{
	bool is_prompted = has_prompt(step->event);
	size_t i, n = json_array_size(step->out);

	for (i = 0; i < n; i++) {
		const json_t *line = json_array_get(step->out, i);
		const char *out = sabot_json_text(line, "out");
		json_t *stakes;

		if (strcmp(out, "incident") == 0)
			record_incident(money, step, line);
		if (strcmp(out, "round") != 0 || json_is_true(json_object_get(line, "dummy")))
			continue;
		stakes = json_array();
		while (i + 1 < n && strcmp(sabot_json_text(json_array_get(step->out, i + 1), "out"),
					   "settle") == 0)
			json_array_append_new(stakes, json_copy(json_array_get(step->out, ++i)));
		if (is_prompted && json_is_true(json_object_get(line, "again")) &&
		    integer_of(line, "round") == money->round)
			order_differences(money, step, stakes, orders);
		keep(money, integer_of(line, "round"), stakes);
	}
}

json_t *
sabot_ruled_money_apply(struct sabot_ruled_money *money, const struct sabot_ruled_step *step)
{
	json_t *orders = json_array();

	record_paid(money, step);
	record_lines(money, step, orders);
	if (has_prompt(step->event) && is_pay_difference(step->event))
		order_named(money, step, orders);
	drop_zeros(orders);
	if (json_array_size(orders) > 0)
		return orders;
	json_decref(orders);
	return NULL;
}

static bool
is_ordered(const struct sabot_ruled_money *money, int64_t round, const json_t *stake)
{
	size_t i;
	json_t *paid;

	if (round == money->round && json_object_get(find_stake(money->stakes, stake), "ordered"))
		return true;
	json_array_foreach(money->paid, i, paid)
		if (json_object_get(paid, "named") && integer_of(paid, "round") == round &&
		    is_same_stake(paid, stake))
			return true;
	return false;
}

void
sabot_ruled_money_mark(const struct sabot_ruled_money *money, int64_t round,
		       struct sabot_wire_view *view)
{
	for (guint i = 0; i < view->payouts->len; i++) {
		struct sabot_wire_payout *payout = g_ptr_array_index(view->payouts, i);
		json_t *stake = json_pack("{s:I, s:s, s:s, s:I}", "box", (json_int_t)payout->box,
					  "bettor", payout->bettor, "on", payout->on, "hand",
					  (json_int_t)MAX(payout->hand, 0));

		payout->is_ruled = is_ordered(money, round, stake);
		json_decref(stake);
	}
}
