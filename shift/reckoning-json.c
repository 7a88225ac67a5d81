/* Differences and sums for programs; unknown values are left out. */
#include "reckoning-json.h"

static void
set_integer(json_t *object, const char *field, bool has, int64_t number)
{
	if (has)
		json_object_set_new(object, field, json_integer(number));
}

json_t *
sabot_difference_to_json(const struct sabot_difference *difference)
{
	json_t *object = json_pack("{s:s, s:s*, s:s*, s:I, s:I, s:I}", "difference",
				   sabot_difference_kind_to_string(difference->kind), "bettor",
				   difference->bettor, "on", difference->on, "expected",
				   (json_int_t)difference->expected_minor, "is",
				   (json_int_t)difference->is_minor, "amount",
				   (json_int_t)difference->amount_minor);

	set_integer(object, "round", difference->round > 0, difference->round);
	set_integer(object, "box", difference->box > 0, difference->box);
	set_integer(object, "hand", difference->hand >= 0, difference->hand);
	set_integer(object, "number", difference->number > 0, difference->number);
	return object;
}

json_t *
sabot_reckoning_sum_to_json(const struct sabot_reckoning_sum *sum)
{
	json_t *object =
		json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "rounds",
			  (json_int_t)sum->n_rounds, "staked", (json_int_t)sum->staked_minor,
			  "cards_win", (json_int_t)sum->cards_win_minor, "payouts",
			  (json_int_t)sum->payouts_minor, "commission",
			  (json_int_t)sum->commission_minor, "commission_unpaid",
			  (json_int_t)sum->commission_unpaid_minor, "paid_win",
			  (json_int_t)sum->paid_win_minor);

	set_integer(object, "uncertain", sum->n_uncertain > 0, sum->n_uncertain);
	set_integer(object, "put_right", sum->put_right_minor != 0, sum->put_right_minor);
	set_integer(object, "chips_win", sum->has_chips, sum->chips_win_minor);
	set_integer(object, "closer", sum->closer_minor != 0, sum->closer_minor);
	set_integer(object, "markers", sum->markers_minor != 0, sum->markers_minor);
	set_integer(object, "unexplained", sum->has_unexplained, sum->unexplained_minor);
	set_integer(object, "expected", sum->has_expectation, sum->expected_minor);
	set_integer(object, "deviation", sum->has_expectation, sum->deviation_minor);
	set_integer(object, "z_hundredths", sum->has_expectation && sum->deviation_minor > 0,
		    sum->z_hundredths);
	return object;
}
