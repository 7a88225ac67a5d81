/*
 * Reading documents: what every one has, then what its kind has. Each getter is false with a
 * sentence when the field is there and wrong.
 */
#include "document.h"

#include "proto/rfc3339.h"

#include <stdio.h>
#include <string.h>

enum need { MAY, MUST };

struct reader {
	const json_t *event;
	struct sabot_document *document;
	char *why;
};

static const char *const kind_words[SABOT_DOCUMENT_KINDS] = {
	"count", "slip",  "marker", "drop",   "tips", "cash",
	"cards", "paper", "bank",   "remark", "seal",
};

static const char *const step_words[SABOT_STEPS] = {
	"",       "opener", "closer",   "check", "request", "issue",  "receive", "void",
	"redeem", "box",    "estimate", "in",    "out",     "return", "cancel",  "destroy",
};

static const char *const drop_words[SABOT_DROP_KINDS] = {
	"cash", "markers", "vouchers", "match_play", "foreign_chips", "redemptions",
};

#define STEP(name) (1u << SABOT_STEP_##name)

/* The steps of each kind, and those that are two persons'. */
static const struct {
	unsigned steps, seconds;
} kinds[SABOT_DOCUMENT_KINDS] = {
	[SABOT_DOCUMENT_COUNT] = {STEP(OPENER) | STEP(CLOSER) | STEP(CHECK),
				  STEP(OPENER) | STEP(CLOSER)},
	[SABOT_DOCUMENT_SLIP] = {STEP(REQUEST) | STEP(ISSUE) | STEP(RECEIVE) | STEP(VOID),
				 STEP(RECEIVE) | STEP(VOID)},
	[SABOT_DOCUMENT_MARKER] = {STEP(ISSUE) | STEP(REDEEM) | STEP(VOID),
				   STEP(ISSUE) | STEP(VOID)},
	[SABOT_DOCUMENT_DROP] = {STEP(BOX) | STEP(ESTIMATE), STEP(BOX)},
	[SABOT_DOCUMENT_TIPS] = {STEP(NONE), 0},
	[SABOT_DOCUMENT_CASH] = {STEP(IN) | STEP(OUT), 0},
	[SABOT_DOCUMENT_CARDS] = {STEP(RECEIVE) | STEP(ISSUE) | STEP(RETURN) | STEP(CANCEL) |
					  STEP(DESTROY),
				  STEP(CANCEL) | STEP(DESTROY)},
	[SABOT_DOCUMENT_PAPER] = {STEP(NONE), 0},
	[SABOT_DOCUMENT_BANK] = {STEP(OPENER) | STEP(CLOSER) | STEP(CHECK) | STEP(IN) | STEP(OUT),
				 STEP(OPENER) | STEP(CLOSER) | STEP(IN) | STEP(OUT)},
	[SABOT_DOCUMENT_REMARK] = {STEP(NONE), 0},
	[SABOT_DOCUMENT_SEAL] = {STEP(NONE), STEP(NONE)},
};

const char *
sabot_document_kind_to_string(enum sabot_document_kind kind)
{
	return kind_words[kind];
}

const char *
sabot_document_step_to_string(enum sabot_document_step step)
{
	return step_words[step];
}

const char *
sabot_drop_kind_to_string(enum sabot_drop_kind kind)
{
	return drop_words[kind];
}

static int
find_word(const char *const *words, int n_words, const char *word)
{
	for (int i = 0; word && i < n_words; i++)
		if (strcmp(words[i], word) == 0)
			return i;
	return -1;
}

bool
sabot_drop_kind_from_string(const char *word, enum sabot_drop_kind *ret_kind)
{
	int i = find_word(drop_words, SABOT_DROP_KINDS, word);

	if (i >= 0)
		*ret_kind = (enum sabot_drop_kind)i;
	return i >= 0;
}

bool
sabot_document_needs_second(enum sabot_document_kind kind, enum sabot_document_step step)
{
	return (kinds[kind].seconds & 1u << step) != 0;
}

static int
kind_of(const json_t *event)
{
	return find_word(kind_words, SABOT_DOCUMENT_KINDS,
			 json_string_value(json_object_get(event, "ev")));
}

bool
sabot_document_is(const json_t *event)
{
	return kind_of(event) >= 0;
}

/* Without the word it is no step; a word that is none is -1. */
static int
step_of(const json_t *event)
{
	const json_t *word = json_object_get(event, "do");

	if (!word)
		return SABOT_STEP_NONE;
	return json_is_string(word) && json_string_length(word) > 0
		       ? find_word(step_words, SABOT_STEPS, json_string_value(word))
		       : -1;
}

bool
sabot_document_event_kind(const json_t *event, enum sabot_document_kind *ret_kind,
			  enum sabot_document_step *ret_step)
{
	int kind = kind_of(event), step = step_of(event);

	if (kind < 0 || step < 0)
		return false;
	*ret_kind = (enum sabot_document_kind)kind;
	*ret_step = (enum sabot_document_step)step;
	return true;
}

bool
sabot_document_event_needs_second(const json_t *event)
{
	int kind = kind_of(event), step = step_of(event);

	return kind >= 0 && step >= 0 &&
	       (json_object_get(event, "amends") ||
		sabot_document_needs_second((enum sabot_document_kind)kind,
					    (enum sabot_document_step)step));
}

static bool
refuse(const struct reader *reader, const char *field, const char *what)
{
	snprintf(reader->why, SABOT_DOCUMENT_WHY_SIZE, "%s: %s", field, what);
	return false;
}

static bool
read_word(const struct reader *reader, const char *field, enum need need, char **ret_word)
{
	const json_t *value = json_object_get(reader->event, field);
	size_t length = json_string_length(value);

	if (!value && need == MAY)
		return true;
	if (!json_is_string(value) || length == 0 || length > SABOT_DOCUMENT_WORD_BYTES_MAX)
		return refuse(reader, field, "a word of 1 to 64 bytes is wanted");
	*ret_word = g_strdup(json_string_value(value));
	return true;
}

static bool
read_text(const struct reader *reader, const char *field, enum need need, char **ret_text)
{
	const json_t *value = json_object_get(reader->event, field);
	size_t length = json_string_length(value);

	if (!value && need == MAY)
		return true;
	if (!json_is_string(value) || length == 0 || length > SABOT_DOCUMENT_TEXT_BYTES_MAX)
		return refuse(reader, field, "1 to 500 bytes are wanted");
	*ret_text = g_strdup(json_string_value(value));
	return true;
}

static bool
read_number(const struct reader *reader, const char *field, enum need need, int64_t most,
	    int64_t *ret_number)
{
	const json_t *value = json_object_get(reader->event, field);

	if (!value && need == MAY)
		return true;
	if (!json_is_integer(value) || json_integer_value(value) < 1 ||
	    json_integer_value(value) > most)
		return refuse(reader, field, "a whole number from 1 on is wanted, within limits");
	*ret_number = json_integer_value(value);
	return true;
}

static bool
read_amount(const struct reader *reader, enum need need)
{
	struct sabot_document *document = reader->document;

	document->has_amount = json_object_get(reader->event, "amount") != NULL;
	return read_number(reader, "amount", need, SABOT_DOCUMENT_AMOUNT_MAX_MINOR,
			   &document->amount_minor);
}

static bool
read_time(const struct reader *reader, const char *field, int64_t *ret_time_us)
{
	const json_t *value = json_object_get(reader->event, field);

	if (!value)
		return true;
	return (json_is_string(value) && sabot_time_parse(json_string_value(value), ret_time_us)) ||
	       refuse(reader, field, "a time (RFC 3339) is wanted");
}

static bool
read_flag(const struct reader *reader, const char *field, bool *ret_flag)
{
	const json_t *value = json_object_get(reader->event, field);

	if (value && !json_is_boolean(value))
		return refuse(reader, field, "is true or false");
	*ret_flag = json_is_true(value);
	return true;
}

static int
compare_chips(gconstpointer a, gconstpointer b)
{
	const struct sabot_chip_count *left = a, *right = b;

	return (left->chip_minor < right->chip_minor) - (left->chip_minor > right->chip_minor);
}

/* One of the list; adds what it is worth. */
static bool
add_chip(const struct reader *reader, const json_t *item, int64_t *sum)
{
	const json_t *chip = json_object_get(item, "chip"), *count = json_object_get(item, "count");
	struct sabot_chip_count one = {json_integer_value(chip), json_integer_value(count)};
	int64_t worth;

	if (!json_is_integer(chip) || !json_is_integer(count) || one.chip_minor < 1 ||
	    one.chip_minor > SABOT_DOCUMENT_AMOUNT_MAX_MINOR || one.count < 0 ||
	    one.count > SABOT_DOCUMENT_COUNT_MAX)
		return refuse(reader, "chips", "are a list of {chip, count}, within limits");
	if (__builtin_mul_overflow(one.chip_minor, one.count, &worth) ||
	    worth > SABOT_DOCUMENT_AMOUNT_MAX_MINOR - *sum)
		return refuse(reader, "chips", "are worth more than a document can say");
	for (guint i = 0; i < reader->document->chips->len; i++)
		if (g_array_index(reader->document->chips, struct sabot_chip_count, i).chip_minor ==
		    one.chip_minor)
			return refuse(reader, "chips", "name a chip twice");
	*sum += worth;
	g_array_append_val(reader->document->chips, one);
	return true;
}

/* Where nothing is there, that is counted, too. */
static bool
may_be_none(const struct sabot_document *document)
{
	return document->kind == SABOT_DOCUMENT_COUNT || document->kind == SABOT_DOCUMENT_BANK;
}

/* Chips and what they are worth; an amount beside them must be that. */
static bool
read_chips(const struct reader *reader, enum need need)
{
	const json_t *list = json_object_get(reader->event, "chips"), *item;
	struct sabot_document *document = reader->document;
	int64_t sum = 0;
	size_t i;

	if (!list && need == MAY)
		return true;
	if (!json_is_array(list) || json_array_size(list) > SABOT_DOCUMENT_CHIPS_MAX ||
	    (json_array_size(list) == 0 && !may_be_none(document)))
		return refuse(reader, "chips", "are a list of {chip, count}, within limits");
	document->chips = g_array_new(FALSE, FALSE, sizeof(struct sabot_chip_count));
	json_array_foreach(list, i, item)
		if (!add_chip(reader, item, &sum))
			return false;
	g_array_sort(document->chips, compare_chips);
	if (document->kind != SABOT_DOCUMENT_BANK && json_object_get(reader->event, "amount") &&
	    json_integer_value(json_object_get(reader->event, "amount")) != sum)
		return refuse(reader, "amount", "is not what the chips are worth");
	if (sum == 0 && !may_be_none(document))
		return refuse(reader, "chips", "are worth nothing");
	document->amount_minor = sum;
	document->has_amount = true;
	return true;
}

/* A number of the gaming day, its own or another's. */
static bool
read_numbering(const struct reader *reader, enum need need)
{
	const char *day = json_string_value(json_object_get(reader->event, "day"));
	g_autofree char *shift = NULL;

	g_strlcpy(reader->document->day, reader->document->shift, SABOT_GAMING_DAY_SIZE);
	if (json_object_get(reader->event, "day")) {
		shift = g_strdup_printf("%s/1", day ? day : "");
		if (!sabot_shift_is_id(shift))
			return refuse(reader, "day", "is no gaming day, as 2026-11-21");
		g_strlcpy(reader->document->day, day, SABOT_GAMING_DAY_SIZE);
	}
	return read_number(reader, "number", need, SABOT_DOCUMENT_COUNT_MAX,
			   &reader->document->number);
}

static bool
read_slip(const struct reader *reader)
{
	struct sabot_document *document = reader->document;
	const char *kind = json_string_value(json_object_get(reader->event, "kind"));
	bool is_request = document->step == SABOT_STEP_REQUEST;

	document->is_credit = g_strcmp0(kind, "credit") == 0;
	if (is_request && !document->is_credit && g_strcmp0(kind, "fill") != 0)
		return refuse(reader, "kind", "is fill or credit");
	if (!read_numbering(reader, MUST))
		return false;
	if (document->step == SABOT_STEP_VOID)
		return document->note || refuse(reader, "note", "a void slip needs a reason");
	return read_chips(reader, is_request ? MUST : MAY);
}

static bool
read_marker(const struct reader *reader)
{
	struct sabot_document *document = reader->document;

	if (!read_numbering(reader, MUST))
		return false;
	switch ((int)document->step) {
	case SABOT_STEP_ISSUE:
		return read_amount(reader, MUST) &&
		       read_word(reader, "patron", MUST, &document->name);
	case SABOT_STEP_REDEEM:
		return read_amount(reader, MUST);
	default:
		return document->note || refuse(reader, "note", "a void marker needs a reason");
	}
}

/* `counts` by kinds; an estimate says one amount and no more. */
static bool
read_drop(const struct reader *reader)
{
	struct sabot_document *document = reader->document;
	const json_t *counts = json_object_get(reader->event, "counts"), *value;
	enum sabot_drop_kind kind;
	const char *key;

	if (document->step == SABOT_STEP_ESTIMATE)
		return read_amount(reader, MUST);
	if (!json_is_object(counts))
		return refuse(reader, "counts", "an object of amounts by kind is wanted");
	json_object_foreach((json_t *)counts, key, value) {
		int64_t amount = json_integer_value(value);

		if (!sabot_drop_kind_from_string(key, &kind))
			return refuse(reader, "counts", "has a kind of drop that is none");
		if (!json_is_integer(value) || amount < 0 ||
		    amount > SABOT_DOCUMENT_AMOUNT_MAX_MINOR - document->amount_minor)
			return refuse(reader, "counts", "has an amount out of limits");
		document->drop_minor[kind] = amount;
		document->amount_minor += amount;
	}
	document->has_amount = true;
	return read_word(reader, "box", MUST, &document->name);
}

static bool
read_cards(const struct reader *reader)
{
	struct sabot_document *document = reader->document;

	if (document->step == SABOT_STEP_ISSUE && !document->table)
		return refuse(reader, "table", "to which table?");
	return read_word(reader, "set", MUST, &document->name) &&
	       read_number(reader, "decks", document->step == SABOT_STEP_RECEIVE ? MUST : MAY, 8,
			   &document->decks);
}

static bool
read_paper(const struct reader *reader)
{
	struct sabot_document *document = reader->document;

	if (!read_numbering(reader, MUST) ||
	    !read_number(reader, "to", MUST, SABOT_DOCUMENT_COUNT_MAX, &document->to_number))
		return false;
	return (document->to_number >= document->number &&
		document->to_number - document->number < 1000) ||
	       refuse(reader, "to", "at most a thousand numbers, upward");
}

/* Chips and `cash`. What comes or goes is something, and says from or to where. */
static bool
read_bank(const struct reader *reader)
{
	struct sabot_document *document = reader->document;
	const json_t *cash = json_object_get(reader->event, "cash");
	int64_t amount = json_integer_value(cash);
	bool is_count = document->step != SABOT_STEP_IN && document->step != SABOT_STEP_OUT;

	if (!read_chips(reader, is_count ? MUST : MAY) ||
	    !read_flag(reader, "recount", &document->is_recount))
		return false;
	if (cash && (!json_is_integer(cash) || amount < 0 ||
		     amount > SABOT_DOCUMENT_AMOUNT_MAX_MINOR - document->amount_minor))
		return refuse(reader, "cash", "is an amount within limits");
	if (document->is_recount && !is_count)
		return refuse(reader, "recount", "is of a count");
	document->cash_minor = amount;
	document->amount_minor += amount;
	document->has_amount = true;
	if (is_count)
		return true;
	if (document->amount_minor == 0)
		return refuse(reader, "cash", "chips or cash are wanted");
	return document->note || refuse(reader, "note", "from where, or to where?");
}

static bool
read_kind(const struct reader *reader)
{
	struct sabot_document *document = reader->document;

	switch (document->kind) {
	case SABOT_DOCUMENT_COUNT:
		return read_chips(reader, MUST) &&
		       read_flag(reader, "recount", &document->is_recount);
	case SABOT_DOCUMENT_SLIP:
		return read_slip(reader);
	case SABOT_DOCUMENT_MARKER:
		return read_marker(reader);
	case SABOT_DOCUMENT_DROP:
		return read_drop(reader);
	case SABOT_DOCUMENT_TIPS:
		return read_amount(reader, MUST);
	case SABOT_DOCUMENT_CASH:
		return read_amount(reader, MUST) &&
		       read_word(reader, "patron", MAY, &document->name);
	case SABOT_DOCUMENT_CARDS:
		return read_cards(reader);
	case SABOT_DOCUMENT_PAPER:
		return read_paper(reader);
	case SABOT_DOCUMENT_BANK:
		return read_bank(reader);
	case SABOT_DOCUMENT_REMARK:
		return read_word(reader, "item", MUST, &document->name) &&
		       (document->note || refuse(reader, "note", "what is the remark?"));
	case SABOT_DOCUMENT_SEAL:
		document->totals = json_deep_copy(json_object_get(reader->event, "totals"));
		break;
	}
	return true;
}

/* Those that are about a table, and say which. */
static bool
wants_table(enum sabot_document_kind kind)
{
	return kind <= SABOT_DOCUMENT_CASH;
}

static bool
read_signatures(const struct reader *reader)
{
	struct sabot_document *document = reader->document;

	if (!read_word(reader, "by", MUST, &document->by) ||
	    !read_word(reader, "second", MAY, &document->second))
		return false;
	if (!document->second && sabot_document_needs_second(document->kind, document->step))
		return refuse(reader, "second", "this is signed by two persons");
	return g_strcmp0(document->by, document->second) != 0 ||
	       refuse(reader, "second", "is the same person");
}

static bool
read_common(const struct reader *reader)
{
	const char *shift = json_string_value(json_object_get(reader->event, "shift"));
	struct sabot_document *document = reader->document;
	int step = step_of(reader->event);

	if (step < 0 || !(kinds[document->kind].steps & 1u << step))
		return refuse(reader, "do", "is nothing that is done with such a document");
	document->step = (enum sabot_document_step)step;
	if (!sabot_shift_is_id(shift))
		return refuse(reader, "shift", "is no shift, as 2026-11-21/1");
	g_strlcpy(document->shift, shift, SABOT_SHIFT_ID_SIZE);
	if (!read_time(reader, "at", &document->at_us))
		return false;
	document->happened_us = document->at_us;
	return read_time(reader, "happened", &document->happened_us) &&
	       read_word(reader, "table", wants_table(document->kind) ? MUST : MAY,
			 &document->table) &&
	       read_signatures(reader) && read_text(reader, "note", MAY, &document->note) &&
	       read_number(reader, "corrects", MAY, INT64_MAX, &document->corrects) &&
	       read_number(reader, "amends", MAY, INT64_MAX, &document->amends) &&
	       (document->amends == 0 || document->second ||
		refuse(reader, "second", "what amends a sealed shift is signed by two persons"));
}

struct sabot_document *
sabot_document_parse(int64_t n, const json_t *event, char ret_why[SABOT_DOCUMENT_WHY_SIZE])
{
	struct sabot_document *document = g_new0(struct sabot_document, 1);
	const struct reader reader = {event, document, ret_why};
	int kind = kind_of(event);

	document->n = n;
	document->kind = (enum sabot_document_kind)MAX(kind, 0);
	if (kind < 0)
		refuse(&reader, "ev", "is no document of table money");
	else if (read_common(&reader) && read_kind(&reader))
		return document;
	sabot_document_free(document);
	return NULL;
}

void
sabot_document_free(gpointer data)
{
	struct sabot_document *document = data;

	if (!document)
		return;
	g_free(document->table);
	g_free(document->by);
	g_free(document->second);
	g_free(document->note);
	g_free(document->name);
	json_decref(document->totals);
	if (document->chips)
		g_array_unref(document->chips);
	g_free(document);
}
