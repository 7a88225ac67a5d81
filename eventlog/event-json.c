/*
 * One input event of an event log, from JSON and back. One table has the fields of an event with
 * their types and bounds (docs/event-log.md, "Input events").
 */
#include "event-json.h"

#include "event-time.h"
#include "text/refusal.h"

#include <stdio.h>
#include <string.h>

enum field_kind {
	FIELD_NUMBER,
	FIELD_TEXT,
	FIELD_BOOL,
	FIELD_CARD,
	FIELD_CARDS,
	FIELD_BOXES,
	FIELD_WORD,
	FIELD_BACKS,  /* a list of colours */
	FIELD_DETAIL, /* of a device: words, or how many frames were lost */
};

enum need { OPTIONAL, REQUIRED, REQUIRED_IN_PUNTO_BANCO };

enum {
	EVENT_FIELDS_MAX = 6,
	NUMBER_MAX = 1000000,
	WORD_TEXT_MAX_BYTES = 65536,
};

struct reader {
	const json_t *object; /* NULL: `line` is read */
	const struct sabot_plain_line *line;
	enum sabot_game game;
	struct sabot_event *event;
	struct sabot_event_buffer *buffer;
	char *error;
	struct sabot_value found; /* of `object` */
};

struct field {
	const char *name;
	enum field_kind kind;
	enum need need;
	int64_t min, max;
	/* False when a word is not one of the field's. NULL: a note, only checked. */
	bool (*store)(struct reader *reader, const struct sabot_value *value);
};

static bool
store_box(struct reader *reader, const struct sabot_value *value)
{
	reader->event->box = (int)value->u.number;
	return true;
}

static bool
store_hand(struct reader *reader, const struct sabot_value *value)
{
	reader->event->hand = (int)value->u.number;
	return true;
}

static bool
store_amount(struct reader *reader, const struct sabot_value *value)
{
	reader->event->amount_minor = value->u.number;
	reader->event->u.ruling.has_amount |= reader->event->type == SABOT_EVENT_RULING;
	return true;
}

static bool
store_bettor(struct reader *reader, const struct sabot_value *value)
{
	reader->event->bettor = value->text;
	return true;
}

static bool
store_on(struct reader *reader, const struct sabot_value *value)
{
	reader->event->on_word = value->text;
	reader->event->on = sabot_bet_from_string(value->text);
	return true;
}

static bool
store_card(struct reader *reader, const struct sabot_value *value)
{
	if (!sabot_card_parse(value->text, value->u.length_bytes, &reader->event->card))
		return false;
	reader->event->has_card = true;
	return true;
}

static bool
store_face_up(struct reader *reader, const struct sabot_value *value)
{
	reader->event->u.card.face_up = value->kind == SABOT_VALUE_TRUE;
	return true;
}

static bool
store_back(struct reader *reader, const struct sabot_value *value)
{
	reader->event->u.card.back = value->text;
	return true;
}

static bool
store_decks(struct reader *reader, const struct sabot_value *value)
{
	reader->event->u.load.decks = (int)value->u.number;
	return true;
}

static bool
store_behind(struct reader *reader, const struct sabot_value *value)
{
	reader->event->u.load.behind_cards = (int)value->u.number;
	return true;
}

static bool
store_boxes(struct reader *reader, const struct sabot_value *value)
{
	for (size_t i = 0; i < value->n_items; i++) {
		struct sabot_value box = sabot_value_item(value, i);

		if (box.kind != SABOT_VALUE_NUMBER || box.u.number < 1 ||
		    box.u.number > SABOT_BOXES_MAX)
			return false;
		reader->event->u.no_more_bets.boxes |= UINT32_C(1) << box.u.number;
	}
	return true;
}

static bool
store_do(struct reader *reader, const struct sabot_value *value)
{
	return sabot_action_from_string(value->text, &reader->event->u.action.kind);
}

static bool
store_winner(struct reader *reader, const struct sabot_value *value)
{
	return sabot_winner_from_string(value->text, &reader->event->u.result.winner) &&
	       reader->event->u.result.winner != SABOT_WINNER_VOID;
}

/* A word that is no remedy is refused by the engine, as one that the profile does not offer. */
static bool
store_remedy(struct reader *reader, const struct sabot_value *value)
{
	if (!sabot_remedy_from_string(value->text, &reader->event->u.ruling.remedy))
		reader->event->u.ruling.remedy = SABOT_REMEDY_UNKNOWN;
	return true;
}

static bool
store_incident(struct reader *reader, const struct sabot_value *value)
{
	reader->event->u.ruling.incident = (unsigned)value->u.number;
	return true;
}

static bool
store_mend(struct reader *reader, const struct sabot_value *value)
{
	reader->event->u.ruling.is_mend = value->kind == SABOT_VALUE_TRUE;
	return true;
}

static bool
store_min(struct reader *reader, const struct sabot_value *value)
{
	reader->event->u.limits.min_minor = value->u.number;
	return true;
}

static bool
store_max(struct reader *reader, const struct sabot_value *value)
{
	reader->event->u.limits.max_minor = value->u.number;
	return true;
}

static bool
store_table_state(struct reader *reader, const struct sabot_value *value)
{
	return sabot_table_state_from_string(value->text, &reader->event->u.table.state);
}

static bool
store_what(struct reader *reader, const struct sabot_value *value)
{
	return sabot_reveal_from_string(value->text, &reader->event->u.reveal.what);
}

static bool
store_left(struct reader *reader, const struct sabot_value *value)
{
	reader->event->u.unload.left_cards = (int)value->u.number;
	return true;
}

static bool
store_cards(struct reader *reader, const struct sabot_value *value)
{
	if (value->n_items > SABOT_RUN_OUT_CARDS_MAX)
		return false;
	for (size_t i = 0; i < value->n_items; i++) {
		struct sabot_value item = sabot_value_item(value, i);

		if (item.text == NULL ||
		    !sabot_card_parse(item.text, item.u.length_bytes, &reader->buffer->cards[i]))
			return false;
	}
	reader->event->u.unload.cards = reader->buffer->cards;
	reader->event->u.unload.n_cards = value->n_items;
	return true;
}

static bool
store_device_state(struct reader *reader, const struct sabot_value *value)
{
	return sabot_device_state_from_string(value->text, &reader->event->u.device.state);
}

static bool
store_code(struct reader *reader, const struct sabot_value *value)
{
	reader->event->u.device.code = value->text;
	return true;
}

static bool
store_detail(struct reader *reader, const struct sabot_value *value)
{
	reader->event->u.device.detail = value->text;
	if (value->kind == SABOT_VALUE_WORD) {
		reader->event->u.device.names_card = sabot_card_parse(
			value->text, value->u.length_bytes, &reader->event->u.device.card);
		return true;
	}
	reader->event->u.device.lost_cards = (int)value->u.number;
	reader->event->u.device.is_counted = true;
	return value->u.number >= 0 && value->u.number <= SABOT_DEVICE_LOST_MAX;
}

static bool
store_round(struct reader *reader, const struct sabot_value *value)
{
	reader->event->round = (unsigned)value->u.number;
	return true;
}

static bool
store_of(struct reader *reader, const struct sabot_value *value)
{
	reader->event->of = (unsigned)value->u.number;
	return true;
}

static bool
store_punto(struct reader *reader, const struct sabot_value *value)
{
	reader->event->u.result.punto_points = (uint8_t)value->u.number;
	reader->event->u.result.claims_punto = true;
	return true;
}

static bool
store_banca(struct reader *reader, const struct sabot_value *value)
{
	reader->event->u.result.banca_points = (uint8_t)value->u.number;
	reader->event->u.result.claims_banca = true;
	return true;
}

/* Different colours, none of them empty or too long. */
static bool
store_backs(struct reader *reader, const struct sabot_value *value)
{
	struct sabot_event *event = reader->event;

	if (value->n_items > SABOT_LOAD_BACKS_MAX)
		return false;
	for (size_t i = 0; i < value->n_items; i++) {
		struct sabot_value item = sabot_value_item(value, i);

		if (item.text == NULL || item.u.length_bytes == 0 ||
		    item.u.length_bytes >= SABOT_BACK_SIZE)
			return false;
		for (size_t j = 0; j < i; j++)
			if (strcmp(event->u.load.backs[j], item.text) == 0)
				return false;
		event->u.load.backs[i] = item.text;
	}
	event->u.load.n_backs = (int)value->n_items;
	return true;
}

#define AMOUNT(min_, need_)                                                                        \
	{                                                                                          \
		"amount", FIELD_NUMBER, need_, min_, SABOT_AMOUNT_MAX, store_amount                \
	}
#define BOX(need_)                                                                                 \
	{                                                                                          \
		"box", FIELD_NUMBER, need_, 1, SABOT_BOXES_MAX, store_box                          \
	}
#define BETTOR                                                                                     \
	{                                                                                          \
		"bettor", FIELD_TEXT, OPTIONAL, 1, SABOT_BETTOR_BYTES_MAX, store_bettor            \
	}
#define HAND                                                                                       \
	{                                                                                          \
		"hand", FIELD_NUMBER, OPTIONAL, 0, NUMBER_MAX, store_hand                          \
	}
#define ON                                                                                         \
	{                                                                                          \
		"on", FIELD_WORD, REQUIRED_IN_PUNTO_BANCO, 0, WORD_TEXT_MAX_BYTES, store_on        \
	}
#define ROUND(need_)                                                                               \
	{                                                                                          \
		"round", FIELD_NUMBER, need_, 1, UINT32_MAX, store_round                           \
	}
#define NOTE(name_, kind_, need_)                                                                  \
	{                                                                                          \
		name_, kind_, need_, 0, WORD_TEXT_MAX_BYTES, NULL                                  \
	}

static const struct field event_fields[SABOT_EVENT_TYPES][EVENT_FIELDS_MAX + 1] = {
	[SABOT_EVENT_LOAD] = {{"decks", FIELD_NUMBER, REQUIRED, 1, SABOT_DECKS_MAX, store_decks},
			      {"behind", FIELD_NUMBER, OPTIONAL, 0, SABOT_LOAD_CARDS_MAX,
			       store_behind},
			      {"backs", FIELD_BACKS, OPTIONAL, 0, 0, store_backs}},
	[SABOT_EVENT_CARD] = {{"card", FIELD_CARD, REQUIRED, 0, 0, store_card},
			      {"face_up", FIELD_BOOL, OPTIONAL, 0, 0, store_face_up},
			      {"back", FIELD_TEXT, OPTIONAL, 0, WORD_TEXT_MAX_BYTES, store_back}},
	[SABOT_EVENT_BET] = {BOX(REQUIRED), AMOUNT(0, REQUIRED), BETTOR, ON},
	[SABOT_EVENT_NO_MORE_BETS] = {{"boxes", FIELD_BOXES, OPTIONAL, 0, 0, store_boxes}},
	[SABOT_EVENT_INSURANCE] = {BOX(REQUIRED), AMOUNT(0, REQUIRED), BETTOR},
	[SABOT_EVENT_EVEN_MONEY] = {BOX(REQUIRED), BETTOR},
	[SABOT_EVENT_ACTION] = {BOX(REQUIRED),
				{"do", FIELD_WORD, REQUIRED, 0, SABOT_WORD_BYTES_MAX, store_do},
				HAND,
				BETTOR},
	[SABOT_EVENT_RESULT] = {{"winner", FIELD_WORD, OPTIONAL, 0, SABOT_WORD_BYTES_MAX,
				 store_winner},
				{"punto", FIELD_NUMBER, OPTIONAL, 0, 9, store_punto},
				{"banca", FIELD_NUMBER, OPTIONAL, 0, 9, store_banca}},
	[SABOT_EVENT_PAID] = {BOX(REQUIRED), AMOUNT(-SABOT_AMOUNT_MAX, REQUIRED), HAND, BETTOR, ON,
			      ROUND(OPTIONAL)},
	[SABOT_EVENT_CALL] = {BOX(OPTIONAL), HAND},
	[SABOT_EVENT_LIMITS] = {{"min", FIELD_NUMBER, REQUIRED, 0, SABOT_AMOUNT_MAX, store_min},
				{"max", FIELD_NUMBER, REQUIRED, 0, SABOT_AMOUNT_MAX, store_max}},
	[SABOT_EVENT_HOLDER] = {BOX(REQUIRED)},
	[SABOT_EVENT_TABLE] = {{"state", FIELD_WORD, REQUIRED, 0, SABOT_WORD_BYTES_MAX,
				store_table_state}},
	[SABOT_EVENT_STAFF] = {NOTE("who", FIELD_TEXT, REQUIRED),
			       NOTE("post", FIELD_TEXT, REQUIRED),
			       NOTE("on", FIELD_BOOL, OPTIONAL)},
	[SABOT_EVENT_PREPARED] = {NOTE("step", FIELD_TEXT, REQUIRED),
				  NOTE("who", FIELD_TEXT, OPTIONAL)},
	[SABOT_EVENT_CORRECTION] = {ROUND(REQUIRED), AMOUNT(-SABOT_AMOUNT_MAX, REQUIRED),
				    BOX(OPTIONAL), BETTOR, NOTE("note", FIELD_TEXT, OPTIONAL)},
	[SABOT_EVENT_COMMISSION_PAID] = {BOX(REQUIRED), AMOUNT(0, REQUIRED), BETTOR},
	[SABOT_EVENT_REVEAL] = {{"what", FIELD_WORD, OPTIONAL, 0, SABOT_WORD_BYTES_MAX,
				 store_what}},
	[SABOT_EVENT_UNLOAD] = {{"left", FIELD_NUMBER, OPTIONAL, 0, NUMBER_MAX, store_left},
				{"cards", FIELD_CARDS, OPTIONAL, 0, 0, store_cards}},
	[SABOT_EVENT_DEVICE] = {{"state", FIELD_WORD, REQUIRED, 0, SABOT_WORD_BYTES_MAX,
				 store_device_state},
				{"code", FIELD_TEXT, OPTIONAL, 0, WORD_TEXT_MAX_BYTES, store_code},
				{"detail", FIELD_DETAIL, OPTIONAL, 0, 0, store_detail}},
};

/* A ruling has more than the others. */
static const struct field ruling_fields[] = {
	{"mend", FIELD_BOOL, OPTIONAL, 0, 0, store_mend},
	{"incident", FIELD_NUMBER, OPTIONAL, 1, UINT32_MAX, store_incident},
	{"remedy", FIELD_WORD, REQUIRED, 0, SABOT_WORD_BYTES_MAX, store_remedy},
	{"card", FIELD_CARD, OPTIONAL, 0, 0, store_card},
	{"of", FIELD_NUMBER, OPTIONAL, 1, UINT32_MAX, store_of},
	BOX(OPTIONAL),
	HAND,
	AMOUNT(-SABOT_AMOUNT_MAX, OPTIONAL),
	NOTE("note", FIELD_TEXT, OPTIONAL),
	{NULL, FIELD_TEXT, OPTIONAL, 0, 0, NULL},
};

static bool
fail(struct reader *reader, const char *name, const char *why)
{
	snprintf(reader->error, SABOT_EVENT_ERROR_SIZE, "%s: %s", name, why);
	return false;
}

static const char *
wrong_type(const struct field *field, const struct sabot_value *value)
{
	switch (field->kind) {
	case FIELD_NUMBER:
		return value->kind == SABOT_VALUE_NUMBER ? NULL : "must be an integer";
	case FIELD_BOOL:
		return value->kind == SABOT_VALUE_TRUE || value->kind == SABOT_VALUE_FALSE
			       ? NULL
			       : "must be true or false";
	case FIELD_CARDS:
		return value->kind == SABOT_VALUE_LIST ? NULL : "must be a list of cards";
	case FIELD_BOXES:
		return value->kind == SABOT_VALUE_LIST ? NULL : "must be a list of box numbers";
	case FIELD_BACKS:
		return value->kind == SABOT_VALUE_LIST ? NULL : "must be a list of colours";
	case FIELD_DETAIL:
		return value->kind == SABOT_VALUE_WORD || value->kind == SABOT_VALUE_NUMBER
			       ? NULL
			       : "must be words or a number of frames";
	case FIELD_TEXT:
	case FIELD_WORD:
	case FIELD_CARD:
		break;
	}
	return value->kind == SABOT_VALUE_WORD ? NULL : "must be a string";
}

static const char *
out_of_bounds(const struct field *field, const struct sabot_value *value)
{
	if (field->kind == FIELD_NUMBER &&
	    (value->u.number < field->min || value->u.number > field->max))
		return SABOT_REFUSAL("is out of bounds");
	if ((field->kind == FIELD_TEXT || field->kind == FIELD_WORD) &&
	    (value->u.length_bytes > (size_t)field->max ||
	     value->u.length_bytes < (size_t)field->min))
		return value->u.length_bytes < (size_t)field->min ? SABOT_REFUSAL("is empty")
								  : SABOT_REFUSAL("is too long");
	return NULL;
}

static const char *
not_a_value(const struct field *field)
{
	switch (field->kind) {
	case FIELD_CARD:
		return SABOT_REFUSAL("is no card (rank A23456789TJQK or ?, suit SHDC or ?)");
	case FIELD_CARDS:
		return "holds something that is no card, or too many";
	case FIELD_BOXES:
		return "holds something that is no box number";
	case FIELD_BACKS:
		return "holds too many colours, one twice, or one too long";
	case FIELD_DETAIL:
		return SABOT_REFUSAL("is too long or out of bounds");
	case FIELD_NUMBER:
	case FIELD_TEXT:
	case FIELD_BOOL:
	case FIELD_WORD:
		break;
	}
	return SABOT_REFUSAL("is none of the words it may be");
}

/* Valid until the next; NULL: there is none. */
static const struct sabot_value *
find(struct reader *reader, const char *name)
{
	const json_t *json;

	if (reader->line)
		return sabot_plain_line_find(reader->line, name);
	json = json_object_get(reader->object, name);
	if (!json)
		return NULL;
	reader->found = sabot_value_of_json(json);
	return &reader->found;
}

static bool
is_needed(const struct field *field, enum sabot_game game)
{
	return field->need == REQUIRED ||
	       (field->need == REQUIRED_IN_PUNTO_BANCO && game == SABOT_PUNTO_BANCO);
}

static bool
read_field(struct reader *reader, const struct field *field)
{
	const struct sabot_value *value = find(reader, field->name);

	if (value == NULL)
		return !is_needed(field, reader->game) ||
		       fail(reader, field->name, SABOT_REFUSAL("is missing"));
	const char *why = wrong_type(field, value);
	if (why == NULL)
		why = out_of_bounds(field, value);
	if (why == NULL && field->store != NULL && !field->store(reader, value))
		why = not_a_value(field);
	return why == NULL || fail(reader, field->name, why);
}

static bool
read_common(struct reader *reader)
{
	struct sabot_event *event = reader->event;
	const struct sabot_value *value = find(reader, "at");

	if (value && !(value->text &&
		       sabot_event_time_parse(value->text, value->u.length_bytes, &event->at_us)))
		return fail(reader, "at", "is no UTC time as in RFC 3339");
	value = find(reader, "by");
	if (value && value->kind != SABOT_VALUE_WORD)
		return fail(reader, "by", "must be a string");
	event->by = value ? value->text : NULL;
	event->source = event->type == SABOT_EVENT_CARD || event->type == SABOT_EVENT_CUT_CARD ||
					event->type == SABOT_EVENT_DEVICE
				? SABOT_SOURCE_READ
				: SABOT_SOURCE_MANUAL;
	value = find(reader, "src");
	if (value && !(value->text && sabot_source_from_string(value->text, &event->source)))
		return fail(reader, "src", "must be read, manual or inferred");
	return true;
}

static void
set_defaults(struct sabot_event *event)
{
	event->at_us = SABOT_TIME_NONE;
	event->hand = SABOT_HAND_IN_TURN;
	if (event->type == SABOT_EVENT_LOAD)
		event->u.load.behind_cards = -1;
	if (event->type == SABOT_EVENT_UNLOAD)
		event->u.unload.left_cards = -1;
}

static bool
read_event(struct reader *reader)
{
	struct sabot_event *event = reader->event;
	const struct sabot_value *ev = find(reader, "ev");
	const struct field *field;

	if (!ev || ev->kind != SABOT_VALUE_WORD)
		return fail(reader, "ev", ev ? "must be a string" : "is missing");
	if (!sabot_event_type_from_string(ev->text, &event->type))
		return fail(reader, "ev", "is no event of this log");
	set_defaults(event);
	if (!read_common(reader))
		return false;
	field = event->type == SABOT_EVENT_RULING ? ruling_fields : event_fields[event->type];
	for (; field->name != NULL; field++)
		if (!read_field(reader, field))
			return false;
	if (event->type == SABOT_EVENT_RULING &&
	    event->u.ruling.is_mend == (event->u.ruling.incident != 0))
		return fail(reader, "incident",
			    event->u.ruling.is_mend ? "and mend cannot both be given"
						    : "is missing");
	if (event->type == SABOT_EVENT_UNLOAD && event->u.unload.cards != NULL &&
	    event->u.unload.left_cards >= 0)
		return fail(reader, "cards", "and left cannot both be given");
	return true;
}

static bool
read_whole(struct reader *reader, struct sabot_event *ret_event)
{
	struct sabot_event event = {0};

	reader->event = &event;
	if (!read_event(reader))
		return false;
	*ret_event = event;
	return true;
}

bool
sabot_event_from_json(const json_t *object, enum sabot_game game, struct sabot_event_buffer *buffer,
		      struct sabot_event *ret_event, char error[SABOT_EVENT_ERROR_SIZE])
{
	struct reader reader = {.object = object, .game = game, .buffer = buffer, .error = error};

	return json_is_object(object) ? read_whole(&reader, ret_event)
				      : fail(&reader, "event", "must be an object");
}

bool
sabot_event_from_plain(const struct sabot_plain_line *line, enum sabot_game game,
		       struct sabot_event_buffer *buffer, struct sabot_event *ret_event,
		       char error[SABOT_EVENT_ERROR_SIZE])
{
	struct reader reader = {.line = line, .game = game, .buffer = buffer, .error = error};

	return read_whole(&reader, ret_event);
}
