/*
 * Bets laid with chips: see dealer-bets.h. Each touch is an entry of the history, with the values
 * that it changed; undo restores those that nobody else has changed since.
 */
#include "dealer-bets.h"

#include <string.h>

/* A stake that a touch has set. */
struct change {
	struct sabot_dealer_bet bet;
	int64_t before_minor, after_minor;
};

struct touch {
	GArray *squares; /* of struct sabot_dealer_square */
	GArray *changes; /* of struct change, in the order in which they were sent */
	GArray *removed; /* those removed before the touch */
	GArray *boxes;   /* likewise */
};

struct sabot_dealer_bets {
	struct sabot_dealer_bets_owner owner;
	struct sabot_wire_view *view;   /* the last, or NULL */
	struct sabot_wire_rules *rules; /* or NULL */
	bool starts_empty;
	struct sabot_dealer_squares squares;
	GPtrArray *history;   /* of struct touch */
	int64_t armed_minor;  /* 0: nothing yet */
	int64_t chip_minor;   /* armed before Take away */
	int64_t closed_round; /* the round whose bets were closed last */
	bool is_closed;       /* bets were not open in the last view */
};

static void
free_touch(gpointer data)
{
	struct touch *touch = data;

	g_array_unref(touch->squares);
	g_array_unref(touch->changes);
	g_array_unref(touch->removed);
	g_array_unref(touch->boxes);
	g_free(touch);
}

struct sabot_dealer_bets *
sabot_dealer_bets_new(const struct sabot_dealer_bets_owner *owner)
{
	struct sabot_dealer_bets *bets = g_new0(struct sabot_dealer_bets, 1);

	bets->owner = *owner;
	bets->is_closed = true;
	sabot_dealer_squares_init(&bets->squares);
	bets->history = g_ptr_array_new_with_free_func(free_touch);
	return bets;
}

void
sabot_dealer_bets_free(struct sabot_dealer_bets *bets)
{
	sabot_dealer_squares_clear(&bets->squares);
	g_ptr_array_unref(bets->history);
	sabot_record_unref(bets->view);
	sabot_record_unref(bets->rules);
	g_free(bets);
}

void
sabot_dealer_bets_set_tracks_stakes(struct sabot_dealer_bets *bets, bool tracks_stakes)
{
	bets->squares.has_no_stakes = !tracks_stakes;
}

void
sabot_dealer_bets_set_starts_empty(struct sabot_dealer_bets *bets, bool starts_empty)
{
	bets->starts_empty = starts_empty;
}

static void
remove_bet(struct sabot_dealer_bets *bets, const struct sabot_dealer_bet *before)
{
	if (!sabot_dealer_find_bet(bets->squares.removed, before))
		g_array_append_vals(bets->squares.removed, before, 1);
}

static void
remove_box(struct sabot_dealer_bets *bets, int64_t box)
{
	struct sabot_dealer_bet bet = sabot_dealer_bet_of_box(box);

	remove_bet(bets, &bet);
}

static void
remove_all(struct sabot_dealer_bets *bets)
{
	const struct sabot_dealer_squares *squares = &bets->squares;

	for (guint i = 0; i < squares->before->len; i++)
		remove_bet(bets, sabot_dealer_nth_bet(squares->before, i));
	for (guint i = 0; i < squares->last_boxes->len; i++)
		remove_box(bets, g_array_index(squares->last_boxes, int64_t, i));
}

/* Begin a new round: nothing was touched, and the last bets stand as before. */
static void
begin_round(struct sabot_dealer_bets *bets)
{
	/* A touch of the next round lays a chip: Take away is for the stakes that lay then. */
	if (bets->armed_minor == SABOT_DEALER_TAKE_AWAY)
		bets->armed_minor = bets->chip_minor;
	g_ptr_array_set_size(bets->history, 0);
	g_array_set_size(bets->squares.removed, 0);
	g_array_set_size(bets->squares.boxes, 0);
	if (bets->starts_empty)
		remove_all(bets);
}

/* Record the boxes in play, as they were when bets were closed. */
static void
record_boxes(struct sabot_dealer_bets *bets, const struct sabot_wire_view *view)
{
	g_array_set_size(bets->squares.last_boxes, 0);
	for (guint i = 0; i < view->boxes->len; i++) {
		const struct sabot_wire_box *box = g_ptr_array_index(view->boxes, i);

		g_array_append_val(bets->squares.last_boxes, box->box);
	}
}

/* False for a bet that the rules no longer have: it cannot be laid again. */
static bool
is_in_rules(const struct sabot_wire_rules *rules, const struct sabot_dealer_bet *bet)
{
	if (!rules)
		return true;
	for (guint i = 0; i < rules->bets->len; i++) {
		if (strcmp(g_ptr_array_index(rules->bets, i), bet->on) == 0)
			return bet->box <= rules->boxes;
	}
	return false;
}

static void
read_before(struct sabot_dealer_bets *bets)
{
	GArray *before = sabot_dealer_stakes_list_before(bets->owner.stakes, bets->view);

	g_array_set_size(bets->squares.before, 0);
	for (guint i = 0; i < before->len; i++) {
		if (is_in_rules(bets->rules, sabot_dealer_nth_bet(before, i)))
			g_array_append_vals(bets->squares.before, sabot_dealer_nth_bet(before, i),
					    1);
	}
	g_array_unref(before);
}

static void
read_laid(struct sabot_dealer_bets *bets)
{
	g_array_unref(bets->squares.laid);
	bets->squares.laid = sabot_dealer_stakes_list(bets->owner.stakes, bets->view);
}

/* Arm the smallest chip that is a valid stake; before the limits are known the smallest one. */
static void
arm_first(struct sabot_dealer_bets *bets, const GArray *chips)
{
	bets->armed_minor = 0;
	for (guint i = chips->len; i-- > 0;) {
		int64_t chip_minor = g_array_index(chips, int64_t, i);

		if (bets->armed_minor == 0 || chip_minor >= bets->squares.min_minor)
			bets->armed_minor = chip_minor;
	}
}

static void
check_armed(struct sabot_dealer_bets *bets)
{
	g_autoptr(GArray) chips = sabot_dealer_bets_list_chips(bets);

	if (bets->armed_minor != SABOT_DEALER_TAKE_AWAY &&
	    !sabot_dealer_has_box(chips, bets->armed_minor))
		arm_first(bets, chips);
}

static void
read_view(struct sabot_dealer_bets *bets, const struct sabot_wire_view *view,
	  const struct sabot_wire_rules *rules)
{
	sabot_record_ref((gpointer)view);
	sabot_record_unref(bets->view);
	bets->view = (struct sabot_wire_view *)view;
	if (rules)
		sabot_record_ref((gpointer)rules);
	sabot_record_unref(bets->rules);
	bets->rules = (struct sabot_wire_rules *)rules;
	bets->squares.is_blackjack = view->game == SABOT_WIRE_GAME_BLACKJACK;
	bets->squares.min_minor = view->min_minor;
	bets->squares.max_minor = view->max_minor;
	bets->squares.n_boxes = rules ? rules->boxes : 0;
	read_before(bets);
	read_laid(bets);
}

/* Bets closed and opened again by an undo belong to the same round. */
void
sabot_dealer_bets_update(struct sabot_dealer_bets *bets, const struct sabot_wire_view *view,
			 const struct sabot_wire_rules *rules)
{
	bool is_betting = view->phase == SABOT_WIRE_PHASE_BETTING;

	/* The display has just started: the view still shows the round before. */
	if (!bets->view && !view->is_round_open) {
		record_boxes(bets, view);
		bets->is_closed = true;
	}
	if (!is_betting && view->is_round_open) {
		if (!bets->is_closed)
			record_boxes(bets, view);
		bets->closed_round = view->round;
	}
	read_view(bets, view, rules);
	if (is_betting && bets->is_closed &&
	    !(view->is_round_open && view->round == bets->closed_round))
		begin_round(bets);
	bets->is_closed = !is_betting;
	if (is_betting && rules)
		check_armed(bets);
}

bool
sabot_dealer_bets_has_squares(const struct sabot_dealer_bets *bets)
{
	return sabot_dealer_bets_has_stakes(bets) || bets->squares.is_blackjack;
}

bool
sabot_dealer_bets_has_stakes(const struct sabot_dealer_bets *bets)
{
	return !bets->squares.has_no_stakes;
}

GArray *
sabot_dealer_bets_list_chips(const struct sabot_dealer_bets *bets)
{
	static const int multiples[] = {1, 2, 5, 10, 50};
	const struct sabot_wire_rules *rules = bets->rules;
	GArray *chips = g_array_new(FALSE, FALSE, sizeof(int64_t));

	if (rules && rules->chips->len > 0) {
		g_array_append_vals(chips, rules->chips->data, rules->chips->len);
		return chips;
	}
	for (gsize i = 0; i < G_N_ELEMENTS(multiples); i++) {
		int64_t chip_minor = MAX(bets->squares.min_minor, 100) * multiples[i];

		g_array_append_val(chips, chip_minor);
	}
	return chips;
}

void
sabot_dealer_bets_arm(struct sabot_dealer_bets *bets, int64_t chip_minor)
{
	if (bets->armed_minor == chip_minor)
		return;
	if (chip_minor == SABOT_DEALER_TAKE_AWAY)
		bets->chip_minor = bets->armed_minor;
	bets->armed_minor = chip_minor;
	bets->owner.on_changed(bets->owner.owner);
}

int64_t
sabot_dealer_bets_get_armed(const struct sabot_dealer_bets *bets)
{
	return bets->armed_minor;
}

static struct touch *
begin_touch(const struct sabot_dealer_bets *bets)
{
	struct touch *touch = g_new0(struct touch, 1);

	touch->squares = g_array_new(FALSE, FALSE, sizeof(struct sabot_dealer_square));
	touch->changes = g_array_new(FALSE, FALSE, sizeof(struct change));
	touch->removed = g_array_copy(bets->squares.removed);
	touch->boxes = g_array_copy(bets->squares.boxes);
	return touch;
}

/* Drop a touch that changed nothing: there is nothing to take back. */
static void
end_touch(struct sabot_dealer_bets *bets, struct touch *touch)
{
	if (touch->changes->len == 0 && touch->removed->len == bets->squares.removed->len &&
	    touch->boxes->len == bets->squares.boxes->len)
		free_touch(touch);
	else
		g_ptr_array_add(bets->history, touch);
	read_laid(bets);
	bets->owner.on_changed(bets->owner.owner);
}

static int64_t
get_laid(const struct sabot_dealer_bets *bets, const struct sabot_dealer_bet *bet)
{
	const struct sabot_dealer_bet *lies = sabot_dealer_find_bet(bets->squares.laid, bet);

	return lies ? lies->amount_minor : 0;
}

static void
send(const struct sabot_dealer_bets *bets, json_t *event)
{
	bets->owner.send(bets->owner.owner, event);
}

static void
set_bet(struct sabot_dealer_bets *bets, struct touch *touch, const struct sabot_dealer_bet *bet,
	int64_t after_minor)
{
	struct change change = {*bet, get_laid(bets, bet), after_minor};

	if (change.before_minor == after_minor)
		return;
	g_array_append_val(touch->changes, change);
	send(bets, sabot_dealer_bet_event(&change.bet, after_minor));
}

static void
lay(struct sabot_dealer_bets *bets, struct touch *touch, const struct sabot_dealer_square *square)
{
	const struct sabot_dealer_squares *squares = &bets->squares;
	struct sabot_dealer_bet bet = {square->box, square->on, sabot_dealer_name_bettor(square),
				       0};

	for (guint i = 0; i < squares->before->len; i++) {
		const struct sabot_dealer_bet *before = sabot_dealer_nth_bet(squares->before, i);

		if (sabot_dealer_squares_does_replace(squares, &bet, before))
			remove_bet(bets, before);
	}
	set_bet(bets, touch, &bet, get_laid(bets, &bet) + bets->armed_minor);
}

/* If a main bet as before goes, so do the bettor's other bets as before. */
static void
take_away(struct sabot_dealer_bets *bets, struct touch *touch,
	  const struct sabot_dealer_square *square)
{
	const struct sabot_dealer_squares *squares = &bets->squares;
	struct sabot_dealer_bet bet = {square->box, square->on, sabot_dealer_name_bettor(square),
				       0};
	bool is_main = square->on == g_intern_static_string("main");
	g_autoptr(GArray) laid = g_array_copy(squares->laid);

	for (guint i = 0; i < squares->before->len; i++) {
		const struct sabot_dealer_bet *before = sabot_dealer_nth_bet(squares->before, i);

		if (sabot_dealer_squares_is_on(squares, before, square) ||
		    (is_main && sabot_dealer_squares_is_one_bettor(squares, before, &bet)))
			remove_bet(bets, before);
	}
	for (guint i = 0; i < laid->len; i++) {
		if (sabot_dealer_squares_is_on(squares, sabot_dealer_nth_bet(laid, i), square))
			set_bet(bets, touch, sabot_dealer_nth_bet(laid, i), 0);
	}
}

/* Take a box that was in out, or put another in. */
static void
turn_box(struct sabot_dealer_bets *bets, int64_t box)
{
	GArray *boxes = bets->squares.boxes;

	if (sabot_dealer_squares_is_box_as_before(&bets->squares, box)) {
		remove_box(bets, box);
		return;
	}
	for (guint i = 0; i < boxes->len; i++) {
		if (g_array_index(boxes, int64_t, i) != box)
			continue;
		g_array_remove_index(boxes, i);
		remove_box(bets, box);
		return;
	}
	g_array_append_val(boxes, box);
}

void
sabot_dealer_bets_touch(struct sabot_dealer_bets *bets, const struct sabot_dealer_square *squares,
			guint n)
{
	struct touch *touch = begin_touch(bets);

	g_array_append_vals(touch->squares, squares, n);
	for (guint i = 0; i < n; i++) {
		if (bets->squares.has_no_stakes)
			turn_box(bets, squares[i].box);
		else if (bets->armed_minor == SABOT_DEALER_TAKE_AWAY)
			take_away(bets, touch, &squares[i]);
		else if (bets->armed_minor > 0)
			lay(bets, touch, &squares[i]);
	}
	end_touch(bets, touch);
}

const struct sabot_dealer_squares *
sabot_dealer_bets_get_squares(const struct sabot_dealer_bets *bets)
{
	return &bets->squares;
}

static bool
is_touched_last(const struct sabot_dealer_bets *bets, const struct sabot_dealer_square *square)
{
	guint n = bets->history->len;
	const struct touch *touch = n > 0 ? g_ptr_array_index(bets->history, n - 1) : NULL;

	for (guint i = 0; touch && i < touch->squares->len; i++) {
		const struct sabot_dealer_square *touched =
			&g_array_index(touch->squares, struct sabot_dealer_square, i);

		if (touched->box == square->box && touched->on == square->on &&
		    touched->bettor == square->bettor)
			return true;
	}
	return false;
}

struct sabot_dealer_square_state
sabot_dealer_bets_get_square(const struct sabot_dealer_bets *bets,
			     const struct sabot_dealer_square *square)
{
	struct sabot_dealer_square_state state = sabot_dealer_squares_get(&bets->squares, square);

	state.is_last = is_touched_last(bets, square);
	return state;
}

/* False if somebody else has changed since what the touch has set. */
static bool
can_take_back(const struct sabot_dealer_bets *bets, const struct touch *touch)
{
	if (touch->changes->len == 0)
		return true;
	for (guint i = 0; i < touch->changes->len; i++) {
		const struct change *change = &g_array_index(touch->changes, struct change, i);

		if (get_laid(bets, &change->bet) == change->after_minor)
			return true;
	}
	return false;
}

struct sabot_dealer_bets_state
sabot_dealer_bets_get_state(const struct sabot_dealer_bets *bets)
{
	struct sabot_dealer_bets_state state = sabot_dealer_squares_sum(&bets->squares);

	for (guint i = 0; i < bets->history->len && !state.can_undo; i++)
		state.can_undo = can_take_back(bets, g_ptr_array_index(bets->history, i));
	return state;
}

static void
take_back(struct sabot_dealer_bets *bets, const struct touch *touch)
{
	g_array_unref(bets->squares.removed);
	bets->squares.removed = g_array_copy(touch->removed);
	g_array_unref(bets->squares.boxes);
	bets->squares.boxes = g_array_copy(touch->boxes);
	for (guint i = touch->changes->len; i-- > 0;) {
		const struct change *change = &g_array_index(touch->changes, struct change, i);

		if (get_laid(bets, &change->bet) == change->after_minor)
			send(bets, sabot_dealer_bet_event(&change->bet, change->before_minor));
	}
}

void
sabot_dealer_bets_undo(struct sabot_dealer_bets *bets)
{
	struct touch *touch = NULL;

	while (bets->history->len > 0) {
		g_clear_pointer(&touch, free_touch);
		touch = g_ptr_array_steal_index(bets->history, bets->history->len - 1);
		if (can_take_back(bets, touch))
			break;
	}
	if (!touch)
		return;
	take_back(bets, touch);
	free_touch(touch);
	read_laid(bets);
	bets->owner.on_changed(bets->owner.owner);
}

void
sabot_dealer_bets_clear_all(struct sabot_dealer_bets *bets)
{
	g_autoptr(GArray) laid = g_array_copy(bets->squares.laid);
	struct touch *touch = begin_touch(bets);

	remove_all(bets);
	g_array_set_size(bets->squares.boxes, 0);
	for (guint i = 0; i < laid->len; i++)
		set_bet(bets, touch, sabot_dealer_nth_bet(laid, i), 0);
	end_touch(bets, touch);
}

void
sabot_dealer_bets_all_as_before(struct sabot_dealer_bets *bets)
{
	struct touch *touch = begin_touch(bets);

	g_array_set_size(bets->squares.removed, 0);
	end_touch(bets, touch);
}

static int
compare_boxes(gconstpointer a, gconstpointer b)
{
	const int64_t *one = a, *two = b;

	return (*one > *two) - (*one < *two);
}

GArray *
sabot_dealer_bets_list_boxes(const struct sabot_dealer_bets *bets)
{
	const struct sabot_dealer_squares *squares = &bets->squares;
	GArray *boxes;

	if (!squares->has_no_stakes)
		return g_array_new(FALSE, FALSE, sizeof(int64_t));
	boxes = g_array_copy(squares->boxes);
	for (guint i = 0; i < squares->last_boxes->len; i++) {
		int64_t box = g_array_index(squares->last_boxes, int64_t, i);

		if (sabot_dealer_squares_is_box_as_before(squares, box))
			g_array_append_val(boxes, box);
	}
	g_array_sort(boxes, compare_boxes);
	return boxes;
}

static json_t *
build_close(const struct sabot_dealer_bets *bets)
{
	g_autoptr(GArray) boxes = sabot_dealer_bets_list_boxes(bets);
	json_t *event = json_pack("{s:s}", "ev", "no_more_bets");
	json_t *list = json_array();

	for (guint i = 0; i < boxes->len; i++)
		json_array_append_new(list, json_integer(g_array_index(boxes, int64_t, i)));
	if (boxes->len > 0 && bets->squares.is_blackjack)
		json_object_set(event, "boxes", list);
	json_decref(list);
	return event;
}

/* The requests are sent one after the other on one connection, and applied in that order. */
void
sabot_dealer_bets_close(struct sabot_dealer_bets *bets)
{
	const struct sabot_dealer_squares *squares = &bets->squares;
	g_autoptr(GArray) before = g_array_new(FALSE, FALSE, sizeof(struct sabot_dealer_bet));
	json_t *event = build_close(bets);
	struct touch *touch = begin_touch(bets);

	for (guint i = 0; i < squares->before->len; i++) {
		if (sabot_dealer_squares_is_as_before(squares,
						      sabot_dealer_nth_bet(squares->before, i)))
			g_array_append_vals(before, sabot_dealer_nth_bet(squares->before, i), 1);
	}
	for (guint i = 0; i < before->len; i++)
		set_bet(bets, touch, sabot_dealer_nth_bet(before, i),
			sabot_dealer_nth_bet(before, i)->amount_minor);
	send(bets, event);
	end_touch(bets, touch);
}

json_t *
sabot_dealer_bets_repeat_events(const struct sabot_dealer_bets *bets)
{
	json_t *events = json_array();

	for (guint i = 0; i < bets->squares.before->len; i++) {
		const struct sabot_dealer_bet *bet = sabot_dealer_nth_bet(bets->squares.before, i);

		json_array_append_new(events, sabot_dealer_bet_event(bet, bet->amount_minor));
	}
	return events;
}
