/*
 * See dealer-touches.h. The daemon sends each missed step again after a break (docs/wire.md), so a
 * touch that is in none of them was not recorded.
 */
#include "dealer-touches.h"

enum { SLOW_S = 2 };

struct touch {
	json_t *event; /* a reference */
	bool is_lost;  /* the connection broke before the answer */
	bool is_recorded;
};

struct sabot_dealer_touches {
	GArray *list; /* of struct touch */
	int64_t n;    /* the table's last event of which a step or the view is known */
	bool is_said; /* what became of the lost ones */
	guint slow;   /* a source, or 0 */
	gpointer owner;
	void (*on_slow)(gpointer owner);
};

static void
clear_touch(gpointer data)
{
	json_decref(((struct touch *)data)->event);
}

struct sabot_dealer_touches *
sabot_dealer_touches_new(gpointer owner, void (*on_slow)(gpointer owner))
{
	struct sabot_dealer_touches *touches = g_new0(struct sabot_dealer_touches, 1);

	touches->list = g_array_new(FALSE, FALSE, sizeof(struct touch));
	g_array_set_clear_func(touches->list, clear_touch);
	touches->owner = owner;
	touches->on_slow = on_slow;
	return touches;
}

void
sabot_dealer_touches_free(struct sabot_dealer_touches *touches)
{
	g_clear_handle_id(&touches->slow, g_source_remove);
	g_array_unref(touches->list);
	g_free(touches);
}

static struct touch *
nth(const struct sabot_dealer_touches *touches, guint i)
{
	return &g_array_index(touches->list, struct touch, i);
}

static gboolean
on_slow_time(gpointer data)
{
	struct sabot_dealer_touches *touches = data;

	touches->slow = 0;
	touches->on_slow(touches->owner);
	return G_SOURCE_REMOVE;
}

static void
forget_said(struct sabot_dealer_touches *touches)
{
	for (guint i = touches->list->len; touches->is_said && i > 0; i--)
		if (nth(touches, i - 1)->is_lost)
			g_array_remove_index(touches->list, i - 1);
	touches->is_said = false;
}

void
sabot_dealer_touches_begin(struct sabot_dealer_touches *touches, json_t *event, int64_t n)
{
	struct touch touch = {.event = json_incref(event)};

	forget_said(touches);
	touches->n = MAX(touches->n, n);
	g_array_append_val(touches->list, touch);
	if (!touches->slow)
		touches->slow = g_timeout_add_seconds(SLOW_S, on_slow_time, touches);
}

static guint
count(const struct sabot_dealer_touches *touches, bool is_lost)
{
	guint n = 0;

	for (guint i = 0; i < touches->list->len; i++)
		n += nth(touches, i)->is_lost == is_lost;
	return n;
}

void
sabot_dealer_touches_end(struct sabot_dealer_touches *touches, json_t *event, bool is_answered)
{
	for (guint i = 0; i < touches->list->len; i++) {
		if (nth(touches, i)->event != event)
			continue;
		nth(touches, i)->is_lost = !is_answered;
		if (is_answered)
			g_array_remove_index(touches->list, i);
		else
			touches->is_said = false;
		break;
	}
	if (count(touches, false) == 0)
		g_clear_handle_id(&touches->slow, g_source_remove);
}

/* The log adds a number, a time and who it was. */
static bool
is_in(json_t *sent, json_t *recorded)
{
	json_t *both = json_copy(recorded);
	bool is_same = json_object_update(both, sent) == 0 && json_equal(both, recorded);

	json_decref(both);
	return is_same;
}

bool
sabot_dealer_touches_step(struct sabot_dealer_touches *touches, const struct sabot_wire_step *step)
{
	if (step->n == touches->n + 1)
		touches->n = step->n;
	for (guint i = 0; i < touches->list->len; i++) {
		struct touch *touch = nth(touches, i);

		if (touch->is_recorded || !is_in(touch->event, step->event))
			continue;
		touch->is_recorded = true;
		return touch->is_lost && touches->is_said;
	}
	return false;
}

bool
sabot_dealer_touches_are_lost(const struct sabot_dealer_touches *touches)
{
	return !touches->is_said && count(touches, true) > 0;
}

enum sabot_lost_touches
sabot_dealer_touches_say(struct sabot_dealer_touches *touches, int64_t n)
{
	guint n_lost = count(touches, true), n_recorded = 0;

	for (guint i = 0; i < touches->list->len; i++)
		n_recorded += nth(touches, i)->is_lost && nth(touches, i)->is_recorded;
	touches->is_said = true;
	if (n_recorded == n_lost)
		return SABOT_LOST_RECORDED;
	if (touches->n < n)
		return SABOT_LOST_UNKNOWN;
	return n_recorded > 0 ? SABOT_LOST_IN_PART : SABOT_LOST_ALL;
}
