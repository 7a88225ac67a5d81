/*
 * Rounds are kept as text: there are many, and few are requested. Payments and corrections for them
 * come later and are kept beside the text.
 */
#include "round-book.h"

#include "eventlog/output-json.h"
#include "proto/record.h"

#include <string.h>

struct past_round {
	int64_t number;
	char *text;             /* the round with its stakes, as reported */
	GPtrArray *paid;        /* of struct kept_note; NULL: none */
	GPtrArray *corrections; /* of struct kept_note; NULL: none */
	int64_t more;           /* the number of notes not kept */
};

/* A payment or a correction, from its event. Absent: NULL, NO_NUMBER. */
struct kept_note {
	int64_t box, hand, amount_minor, incident;
	char *bettor, *on, *note, *by, *decided;
	char *at; /* as logged */
};

#define F(...) SABOT_RECORD_FIELD(kept_note, __VA_ARGS__, )
static const struct sabot_record_field paid_fields[] = {
	F("box", INTEGER, box, .absent = SABOT_WIRE_NO_NUMBER),
	F("hand", INTEGER, hand, .absent = SABOT_WIRE_NO_NUMBER),
	F("bettor", STRING, bettor),
	F("on", STRING, on),
	F("amount", INTEGER, amount_minor, .absent = SABOT_WIRE_NO_NUMBER),
};
static const struct sabot_record_type paid_type = SABOT_RECORD_TYPE(kept_note, paid_fields);

static const struct sabot_record_field correction_fields[] = {
	F("box", INTEGER, box, .absent = SABOT_WIRE_NO_NUMBER),
	F("bettor", STRING, bettor),
	F("amount", INTEGER, amount_minor, .absent = SABOT_WIRE_NO_NUMBER),
	F("note", STRING, note),
	F("by", STRING, by),
	F("incident", INTEGER, incident, .absent = SABOT_WIRE_NO_NUMBER),
	F("decided", STRING, decided),
	F("at", STRING, at),
};
static const struct sabot_record_type correction_type =
	SABOT_RECORD_TYPE(kept_note, correction_fields);
#undef F

/* What distinguishes an event. */
struct line_head {
	char *ev, *at;
	int64_t round;
};

#define F(...) SABOT_RECORD_FIELD(line_head, __VA_ARGS__, )
static const struct sabot_record_field line_head_fields[] = {
	F("ev", STRING, ev),
	F("at", STRING, at),
	F("round", INTEGER, round),
};
static const struct sabot_record_type line_head_type =
	SABOT_RECORD_TYPE(line_head, line_head_fields);
#undef F

/* A step of a load's preparation. */
struct kept_step {
	char *step, *who, *by, *at;
};

#define F(...) SABOT_RECORD_FIELD(kept_step, __VA_ARGS__, )
static const struct sabot_record_field step_fields[] = {
	F("step", STRING, step),
	F("who", STRING, who),
	F("by", STRING, by),
	F("at", STRING, at),
};
static const struct sabot_record_type step_type = SABOT_RECORD_TYPE(kept_step, step_fields);
#undef F

static void
free_round(gpointer data)
{
	struct past_round *round = data;

	free(round->text);
	g_clear_pointer(&round->paid, g_ptr_array_unref);
	g_clear_pointer(&round->corrections, g_ptr_array_unref);
	g_free(round);
}

void
sabot_round_book_init(struct sabot_round_book *book)
{
	*book = (struct sabot_round_book){
		.rounds = g_ptr_array_new_with_free_func(free_round),
		.paid = g_ptr_array_new_with_free_func(sabot_record_unref),
		.prepared = json_array(),
		.preparing = json_array(),
	};
}

void
sabot_round_book_clear(struct sabot_round_book *book)
{
	g_ptr_array_unref(book->rounds);
	g_ptr_array_unref(book->paid);
	json_decref(book->prepared);
	json_decref(book->preparing);
	json_decref(book->loaded_at);
}

static struct past_round *
find_round(const struct sabot_round_book *book, int64_t number)
{
	for (guint i = book->rounds->len; i-- > 0;) {
		struct past_round *round = g_ptr_array_index(book->rounds, i);

		if (round->number == number)
			return round;
	}
	return NULL;
}

/*
 * Append to a list of the round; takes ownership of `note`. Notes beyond the limit are only
 * counted: the log has them.
 */
static void
append(struct past_round *round, GPtrArray **list, struct kept_note *note)
{
	if (!*list)
		*list = g_ptr_array_new_with_free_func(sabot_record_unref);
	if ((*list)->len < SABOT_ROUND_NOTES_MAX) {
		g_ptr_array_add(*list, note);
	} else {
		round->more++;
		sabot_record_unref(note);
	}
}

/* A round that is reported again keeps its payments and corrections. */
static void
build_round(struct sabot_round_book *book, int64_t number, const json_t *json)
{
	struct past_round *round = find_round(book, number);

	if (!round) {
		round = g_new0(struct past_round, 1);
		round->number = number;
		g_ptr_array_add(book->rounds, round);
		if (book->paid->len > 0) {
			round->paid = book->paid;
			book->paid = g_ptr_array_new_with_free_func(sabot_record_unref);
		}
	}
	free(round->text);
	round->text = json_dumps(json, JSON_COMPACT);
	if (book->rounds->len > SABOT_ROUND_BOOK_MAX)
		g_ptr_array_remove_index(book->rounds, 0);
}

/* Take the members away that do not belong to the round. */
static void
strip(json_t *line)
{
	json_object_del(line, "out");
	json_object_del(line, "line");
	json_object_del(line, "again");
}

struct sabot_reported_round *
sabot_reported_round_new(const struct sabot_update *update, const struct sabot_output *output)
{
	struct sabot_reported_round *reported = g_new0(struct sabot_reported_round, 1);
	json_t *lines = json_array(), *stake;
	size_t index;

	sabot_output_append_json(lines, update, output, 0);
	reported->number = sabot_update_round(update, output)->number;
	reported->round = json_incref(json_array_get(lines, 0));
	strip(reported->round);
	json_array_remove(lines, 0);
	json_array_foreach(lines, index, stake) {
		strip(stake);
		json_object_del(stake, "round");
	}
	reported->stakes = lines;
	return reported;
}

void
sabot_reported_round_free(gpointer data)
{
	struct sabot_reported_round *reported = data;

	json_decref(reported->round);
	json_decref(reported->stakes);
	g_free(reported);
}

static void
record_rounds(struct sabot_round_book *book, const GPtrArray *rounds, const char *at)
{
	for (guint i = 0; i < rounds->len; i++) {
		const struct sabot_reported_round *reported = g_ptr_array_index(rounds, i);

		if (at)
			json_object_set_new(reported->round, "at", json_string(at));
		json_object_set(reported->round, "stakes", reported->stakes);
		build_round(book, reported->number, reported->round);
	}
}

/* True if the round ended so long ago that it is not held any more. */
static bool
is_forgotten(const struct sabot_round_book *book, int64_t number)
{
	const struct past_round *last =
		book->rounds->len > 0 ? g_ptr_array_index(book->rounds, book->rounds->len - 1)
				      : NULL;

	return last && number < last->number && !find_round(book, number);
}

static void
record_paid(struct sabot_round_book *book, const struct sabot_round_note *note)
{
	struct past_round *round = find_round(book, note->paid_round);
	struct kept_note *paid = sabot_record_parse_lenient(&paid_type, note->event);

	if (round)
		append(round, &round->paid, paid);
	else if (!is_forgotten(book, note->paid_round) && book->paid->len < SABOT_ROUND_NOTES_MAX)
		g_ptr_array_add(book->paid, paid);
	else
		sabot_record_unref(paid);
}

static void
record_correction(struct sabot_round_book *book, int64_t number, const json_t *event)
{
	struct past_round *round = find_round(book, number);

	if (round)
		append(round, &round->corrections,
		       sabot_record_parse_lenient(&correction_type, event));
}

static void
record_load(struct sabot_round_book *book, const struct sabot_round_note *note, const char *at)
{
	json_decref(book->prepared);
	book->prepared = book->preparing;
	book->preparing = json_array();
	json_decref(book->loaded_at);
	book->loaded_at = at ? json_string(at) : NULL;
	book->from_round = note->from_round;
}

static void
record_prepared(struct sabot_round_book *book, const json_t *event)
{
	struct kept_step *step;

	if (json_array_size(book->preparing) >= SABOT_PREPARED_MAX)
		return;
	step = sabot_record_parse_lenient(&step_type, event);
	json_array_append_new(book->preparing, sabot_record_build(&step_type, step));
	sabot_record_unref(step);
}

void
sabot_round_book_apply(struct sabot_round_book *book, const struct sabot_round_note *note)
{
	struct line_head *head = sabot_record_parse_lenient(&line_head_type, note->event);

	record_rounds(book, note->rounds, head->at);
	if (note->paid_round)
		record_paid(book, note);
	else if (g_strcmp0(head->ev, "correction") == 0)
		record_correction(book, head->round, note->event);
	else if (g_strcmp0(head->ev, "load") == 0)
		record_load(book, note, head->at);
	else if (g_strcmp0(head->ev, "prepared") == 0)
		record_prepared(book, note->event);
	sabot_record_unref(head);
}

static void
set_list(json_t *json, const char *name, const struct sabot_record_type *type,
	 const GPtrArray *list)
{
	json_t *items = list ? json_array() : NULL;

	for (guint i = 0; list && i < list->len; i++)
		json_array_append_new(items, sabot_record_build(type, g_ptr_array_index(list, i)));
	if (items)
		json_object_set_new(json, name, items);
}

json_t *
sabot_round_book_get(const struct sabot_round_book *book, guint back, int64_t *ret_number)
{
	const struct past_round *round;
	json_t *json;

	if (back >= book->rounds->len)
		return NULL;
	round = g_ptr_array_index(book->rounds, book->rounds->len - 1 - back);
	json = json_loads(round->text, 0, NULL);
	set_list(json, "paid", &paid_type, round->paid);
	set_list(json, "corrections", &correction_type, round->corrections);
	if (round->more > 0)
		json_object_set_new(json, "more", json_integer(round->more));
	*ret_number = round->number;
	return json;
}
