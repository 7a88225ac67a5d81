/* See redress-book.h. Few are open at a time, so the search is linear. */
#include "redress-book.h"

#include "text/payout-text.h"

#include <string.h>

enum { VIEW_REDRESS_MAX = 24 }; /* in a view: the others follow when these are done */

static void
free_redress(gpointer data)
{
	struct sabot_redress *redress = data;

	g_free(redress->table);
	g_free(redress->bettor);
	g_free(redress->by);
	g_free(redress->note);
	json_decref(redress->order);
	g_free(redress);
}

struct sabot_redress_book *
sabot_redress_book_new(void)
{
	struct sabot_redress_book *book = g_new0(struct sabot_redress_book, 1);

	book->all = g_ptr_array_new_with_free_func(free_redress);
	return book;
}

void
sabot_redress_book_free(struct sabot_redress_book *book)
{
	if (!book)
		return;
	g_ptr_array_unref(book->all);
	g_free(book);
}

static void
add(struct sabot_redress_book *book, int64_t seq, int64_t n, const struct sabot_house_event *event)
{
	const struct sabot_house_redress *order = event->of.redress;
	struct sabot_redress *redress = g_new0(struct sabot_redress, 1);

	redress->number = n;
	redress->table = g_strdup(event->head->table);
	redress->round = order->round;
	redress->incident = order->incident;
	redress->box = order->box;
	redress->bettor = g_strdup(order->bettor);
	redress->amount_minor = order->amount_minor;
	redress->by = g_strdup(event->head->by);
	redress->note = g_strdup(order->note);
	redress->at_us = event->head->at_us;
	redress->order = json_incref(event->json);
	redress->ordered_seq = seq;
	g_ptr_array_add(book->all, redress);
}

static struct sabot_redress *
find(const struct sabot_redress_book *book, const char *table, int64_t number)
{
	for (guint i = 0; i < book->all->len; i++) {
		struct sabot_redress *redress = g_ptr_array_index(book->all, i);

		if (redress->number == number && redress->ended_seq == 0 &&
		    g_strcmp0(redress->table, table) == 0)
			return redress;
	}
	return NULL;
}

void
sabot_redress_book_apply(struct sabot_redress_book *book, int64_t seq, int64_t n,
			 const struct sabot_house_event *event)
{
	struct sabot_redress *redress;

	if (event->kind != SABOT_HOUSE_REDRESS)
		return;
	if (g_strcmp0(event->of.redress->action, "order") == 0) {
		add(book, seq, n, event);
		return;
	}
	redress = find(book, event->head->table, event->of.redress->redress);
	if (redress)
		redress->ended_seq = seq;
}

void
sabot_redress_book_forget(struct sabot_redress_book *book, int64_t seq)
{
	for (guint i = book->all->len; i-- > 0;) {
		const struct sabot_redress *redress = g_ptr_array_index(book->all, i);

		if (redress->ended_seq > 0 && redress->ended_seq <= seq)
			g_ptr_array_remove_index(book->all, i);
	}
}

const struct sabot_redress *
sabot_redress_book_find(const struct sabot_redress_book *book, const char *table, int64_t number)
{
	return find(book, table, number);
}

guint
sabot_redress_book_count(const struct sabot_redress_book *book, const char *table)
{
	guint n = 0;

	for (guint i = 0; i < book->all->len; i++) {
		const struct sabot_redress *redress = g_ptr_array_index(book->all, i);

		n += redress->ended_seq == 0 && (!table || strcmp(table, redress->table) == 0);
	}
	return n;
}

static void
add_chips(struct sabot_wire_redress *seen, const struct sabot_chips *chips)
{
	for (int i = 0; i < chips->n; i++) {
		struct sabot_wire_stack *stack = sabot_record_new(&sabot_wire_stack_type);

		stack->chip_minor = chips->stacks[i].minor;
		stack->count = chips->stacks[i].count;
		g_ptr_array_add(seen->chips, stack);
	}
	seen->rest_minor = chips->rest_minor;
}

/* A ruling's note may be as long as an event: a view with several would not fit into a line. */
static char *
short_text(const char *text)
{
	return text && *text ? g_utf8_substring(text, 0, MIN(g_utf8_strlen(text, -1), 200)) : NULL;
}

static struct sabot_wire_redress *
build_order(const struct sabot_redress *redress, const struct sabot_denominations *denominations)
{
	struct sabot_wire_redress *seen = sabot_record_new(&sabot_wire_redress_type);
	struct sabot_redress_line line = {
		.round = redress->round,
		.box = (int)redress->box,
		.bettor = redress->bettor ? redress->bettor : "",
		.amount_minor = redress->amount_minor,
	};

	sabot_chips_pay(denominations, ABS(redress->amount_minor), &line.chips);
	seen->redress = redress->number;
	seen->round = redress->round;
	seen->incident = redress->incident;
	seen->box = redress->box;
	seen->bettor = g_strdup(redress->bettor);
	seen->amount_minor = redress->amount_minor;
	seen->by = short_text(redress->by);
	seen->note = short_text(redress->note);
	seen->at_us = redress->at_us;
	seen->text = sabot_text_redress(&line);
	add_chips(seen, &line.chips);
	return seen;
}

void
sabot_redress_book_fill(const struct sabot_redress_book *book, int64_t seq,
			const struct sabot_denominations *chips, struct sabot_wire_view *view)
{
	g_ptr_array_set_size(view->redress, 0);
	for (guint i = 0; i < book->all->len && view->redress->len < VIEW_REDRESS_MAX; i++) {
		const struct sabot_redress *redress = g_ptr_array_index(book->all, i);

		if (strcmp(redress->table, view->table) == 0 && redress->ordered_seq <= seq &&
		    (redress->ended_seq == 0 || redress->ended_seq > seq))
			g_ptr_array_add(view->redress, build_order(redress, chips));
	}
}
