/* Staff comes from `staff` events, pace and coups from the rounds that the engine reports. */
#include "table-book.h"

#include "engine/games/roads.h"
#include "proto/pace.h"
#include "proto/wire-roads.h"

#define PACE_SPAN_US (INT64_C(30) * 60 * G_USEC_PER_SEC)
#define HOUR_US (INT64_C(3600) * G_USEC_PER_SEC)

void
sabot_table_book_init(struct sabot_table_book *book)
{
	*book = (struct sabot_table_book){
		.staff = g_ptr_array_new_with_free_func(sabot_record_unref),
		.coups = g_string_new(NULL),
		.rounds = g_array_new(FALSE, FALSE, sizeof(unsigned)),
	};
}

void
sabot_table_book_clear(struct sabot_table_book *book)
{
	g_ptr_array_unref(book->staff);
	g_string_free(book->coups, TRUE);
	g_array_unref(book->rounds);
}

static int
find_post(const struct sabot_table_book *book, const char *post)
{
	for (guint i = 0; i < book->staff->len; i++) {
		const struct sabot_wire_duty *duty = g_ptr_array_index(book->staff, i);

		if (g_strcmp0(duty->post, post) == 0)
			return (int)i;
	}
	return -1;
}

/* A person who takes a post replaces the one before; only the person on the post can leave it. */
static void
record_staff(struct sabot_table_book *book, const struct sabot_wire_event_rest *rest, int64_t at_us)
{
	const char *who = rest->who, *post = rest->post;
	bool leaves = !rest->is_on;
	int place = find_post(book, post);
	struct sabot_wire_duty *duty = place >= 0 ? g_ptr_array_index(book->staff, place) : NULL;

	if (duty ? (g_strcmp0(duty->who, who) == 0) != leaves : leaves)
		return; /* is there already, or was never there */
	if (duty)
		g_ptr_array_remove_index(book->staff, (guint)place);
	if (leaves)
		return;
	if (book->staff->len == SABOT_TABLE_BOOK_POSTS_MAX)
		g_ptr_array_remove_index(book->staff, 0);
	duty = sabot_record_new(&sabot_wire_duty_type);
	duty->who = g_strdup(who);
	duty->post = g_strdup(post);
	duty->since_us = at_us;
	g_ptr_array_add(book->staff, duty);
}

/* The index of a round's coup among those of the load, or where it would be inserted. */
static guint
find_coup(const struct sabot_table_book *book, unsigned round)
{
	guint place = book->rounds->len;

	while (place > 0 && g_array_index(book->rounds, unsigned, place - 1) >= round)
		place--;
	return place;
}

/* The letter of a coup; 0 if it is void, or a dummy hand. */
static char
letter_of(const struct sabot_update *update, const struct sabot_round_report *round)
{
	const struct sabot_card *punto = update->cards + round->punto_cards.first;
	const struct sabot_card *banca = update->cards + round->banca_cards.first;

	if (round->dummy)
		return 0;
	if (round->unverified)
		return SABOT_WIRE_COUP_UNVERIFIED;
	if (round->punto_cards.n_cards < 2 || round->banca_cards.n_cards < 2)
		return 0;
	return sabot_wire_coup_letter(round->winner, punto, banca);
}

/* A round reported again replaces its earlier report. */
static void
record_coup(struct sabot_table_book *book, const struct sabot_update *update,
	    const struct sabot_round_report *round)
{
	guint place = find_coup(book, round->number);
	char letter = letter_of(update, round);

	if (place < book->rounds->len &&
	    g_array_index(book->rounds, unsigned, place) == round->number) {
		g_array_remove_index(book->rounds, place);
		g_string_erase(book->coups, place, 1);
	}
	if (letter == 0 || book->coups->len == SABOT_ROAD_COUPS_MAX)
		return;
	g_array_insert_val(book->rounds, place, round->number);
	g_string_insert_c(book->coups, place, letter);
}

static void
record_round(struct sabot_table_book *book, const struct sabot_table *table,
	     const struct sabot_update *update, const struct sabot_round_report *round,
	     int64_t at_us)
{
	if (round->dummy)
		return;
	if (table->rules.game == SABOT_PUNTO_BANCO && round->load == table->load.number)
		record_coup(book, update, round);
	if (!round->again && !table->last.is_void)
		sabot_pace_add_round(&book->pace, at_us);
}

void
sabot_table_book_apply(struct sabot_table_book *book, const struct sabot_wire_event_rest *rest,
		       const struct sabot_event *event, const struct sabot_table *table,
		       const struct sabot_update *update)
{
	if (event->type == SABOT_EVENT_LOAD && update->applied) {
		g_string_truncate(book->coups, 0);
		g_array_set_size(book->rounds, 0);
	}
	for (unsigned i = 0; i < update->n_outputs; i++) {
		const struct sabot_output *output = &update->outputs[i];

		if (output->kind == SABOT_OUTPUT_ROUND)
			record_round(book, table, update, sabot_update_round(update, output),
				     event->at_us);
	}
	if (event->type == SABOT_EVENT_STAFF)
		record_staff(book, rest, event->at_us);
}

void
sabot_table_book_fill(const struct sabot_table_book *book, struct sabot_wire_view *view)
{
	for (guint i = 0; i < book->staff->len; i++)
		g_ptr_array_add(view->staff, sabot_record_ref(g_ptr_array_index(book->staff, i)));
	view->pace = sabot_pace_per_hour(&book->pace);
	if (book->coups->len > 0)
		view->coups = g_strdup(book->coups->str);
}

static int64_t
end_before(const struct sabot_pace *pace, unsigned back)
{
	return pace->ends_us[(pace->n_rounds - 1 - back) % SABOT_PACE_ROUNDS_MAX];
}

void
sabot_pace_add_round(struct sabot_pace *pace, int64_t at_us)
{
	if (pace->n_rounds > 0 && at_us < end_before(pace, 0))
		pace->n_rounds = 0;
	pace->ends_us[pace->n_rounds++ % SABOT_PACE_ROUNDS_MAX] = at_us;
}

int64_t
sabot_pace_per_hour(const struct sabot_pace *pace)
{
	unsigned held = MIN(pace->n_rounds, SABOT_PACE_ROUNDS_MAX), n = 0;
	int64_t span_us = 0;

	while (n < held && end_before(pace, 0) - end_before(pace, n) <= PACE_SPAN_US)
		span_us = end_before(pace, 0) - end_before(pace, n++);
	if (!sabot_pace_is_known((int64_t)n - 1, span_us))
		return -1;
	return ((int64_t)(n - 1) * HOUR_US + span_us / 2) / span_us;
}
