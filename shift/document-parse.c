/*
 * Reads documents: the fields common to all, then those of the kind. Each getter returns false with
 * a message if the field is there and wrong.
 */
#include "document-parse.h"
#include "text/refusal.h"

#include "document-cage.h"
#include "document-chips.h"
#include "document-reader.h"

#include <string.h>

/* A number of the gaming day, its own or another's. */
static bool
read_numbering(const struct sabot_document_reader *reader, enum sabot_field_need need)
{
	const char *day = json_string_value(json_object_get(reader->event, "day"));
	g_autofree char *shift = NULL;

	g_strlcpy(reader->document->day, reader->document->shift, SABOT_GAMING_DAY_SIZE);
	if (json_object_get(reader->event, "day")) {
		shift = g_strdup_printf("%s/1", day ? day : "");
		if (!sabot_shift_is_id(shift))
			return sabot_document_refuse(
				reader, "day", SABOT_REFUSAL("is no gaming day, as 2026-11-21"));
		g_strlcpy(reader->document->day, day, SABOT_GAMING_DAY_SIZE);
	}
	return sabot_document_read_number(reader, "number", need, SABOT_DOCUMENT_COUNT_MAX,
					  &reader->document->number);
}

static bool
read_slip(const struct sabot_document_reader *reader)
{
	struct sabot_document *document = reader->document;
	const char *kind = json_string_value(json_object_get(reader->event, "kind"));
	bool is_request = document->step == SABOT_STEP_REQUEST;

	document->is_credit = g_strcmp0(kind, "credit") == 0;
	if (is_request && !document->is_credit && g_strcmp0(kind, "fill") != 0)
		return sabot_document_refuse(reader, "kind", SABOT_REFUSAL("is fill or credit"));
	if (!read_numbering(reader, SABOT_FIELD_MUST))
		return false;
	if (document->step == SABOT_STEP_VOID)
		return document->note ||
		       sabot_document_refuse(
			       reader, "note",
			       SABOT_REFUSAL_AS("a void slip needs a reason",
						"a slip that is made void needs a reason"));
	return sabot_document_read_chips(reader, is_request ? SABOT_FIELD_MUST : SABOT_FIELD_MAY);
}

static bool
read_marker(const struct sabot_document_reader *reader)
{
	struct sabot_document *document = reader->document;

	if (!read_numbering(reader, SABOT_FIELD_MUST))
		return false;
	switch ((int)document->step) {
	case SABOT_STEP_ISSUE:
		return sabot_document_read_amount(reader, SABOT_FIELD_MUST) &&
		       sabot_document_read_word(reader, "patron", SABOT_FIELD_MUST,
						&document->name);
	case SABOT_STEP_REDEEM:
		return sabot_document_read_amount(reader, SABOT_FIELD_MUST);
	default:
		return document->note ||
		       sabot_document_refuse(
			       reader, "note",
			       SABOT_REFUSAL_AS("a void marker needs a reason",
						"a marker that is made void needs a reason"));
	}
}

/* `counts` by kinds; an estimate says one amount and no more. */
static bool
read_drop(const struct sabot_document_reader *reader)
{
	struct sabot_document *document = reader->document;
	const json_t *counts = json_object_get(reader->event, "counts"), *value;
	enum sabot_drop_kind kind;
	const char *key;

	if (document->step == SABOT_STEP_ESTIMATE)
		return sabot_document_read_amount(reader, SABOT_FIELD_MUST);
	if (!json_is_object(counts))
		return sabot_document_refuse(reader, "counts",
					     "an object of amounts by kind is wanted");
	json_object_foreach((json_t *)counts, key, value) {
		int64_t amount = json_integer_value(value);

		if (!sabot_drop_kind_from_string(key, &kind))
			return sabot_document_refuse(
				reader, "counts", SABOT_REFUSAL("has a kind of drop that is none"));
		if (!json_is_integer(value) || amount < 0 ||
		    amount > SABOT_DOCUMENT_AMOUNT_MAX_MINOR - document->amount_minor)
			return sabot_document_refuse(reader, "counts",
						     SABOT_REFUSAL("has an amount out of limits"));
		document->drop_minor[kind] = amount;
		document->amount_minor += amount;
	}
	document->has_amount = true;
	return sabot_document_read_word(reader, "box", SABOT_FIELD_MUST, &document->name);
}

static bool
read_cards(const struct sabot_document_reader *reader)
{
	struct sabot_document *document = reader->document;

	if (document->step == SABOT_STEP_ISSUE && !document->table)
		return sabot_document_refuse(reader, "table", SABOT_REFUSAL("to which table?"));
	return sabot_document_read_word(reader, "set", SABOT_FIELD_MUST, &document->name) &&
	       sabot_document_read_number(reader, "decks",
					  document->step == SABOT_STEP_RECEIVE ? SABOT_FIELD_MUST
									       : SABOT_FIELD_MAY,
					  8, &document->decks);
}

static bool
read_paper(const struct sabot_document_reader *reader)
{
	struct sabot_document *document = reader->document;

	if (!read_numbering(reader, SABOT_FIELD_MUST) ||
	    !sabot_document_read_number(reader, "to", SABOT_FIELD_MUST, SABOT_DOCUMENT_COUNT_MAX,
					&document->to_number))
		return false;
	return (document->to_number >= document->number &&
		document->to_number - document->number < 1000) ||
	       sabot_document_refuse(reader, "to",
				     SABOT_REFUSAL("at most a thousand numbers, upward"));
}

static bool
read_kind(const struct sabot_document_reader *reader)
{
	struct sabot_document *document = reader->document;

	switch (document->kind) {
	case SABOT_DOCUMENT_COUNT:
		return sabot_document_read_chips(reader, SABOT_FIELD_MUST) &&
		       sabot_document_read_flag(reader, "recount", &document->is_recount);
	case SABOT_DOCUMENT_SLIP:
		return read_slip(reader);
	case SABOT_DOCUMENT_MARKER:
		return read_marker(reader);
	case SABOT_DOCUMENT_DROP:
		return read_drop(reader);
	case SABOT_DOCUMENT_TIPS:
		return sabot_document_read_amount(reader, SABOT_FIELD_MUST);
	case SABOT_DOCUMENT_CASH:
		return sabot_document_read_amount(reader, SABOT_FIELD_MUST) &&
		       sabot_document_read_word(reader, "patron", SABOT_FIELD_MAY, &document->name);
	case SABOT_DOCUMENT_CARDS:
		return read_cards(reader);
	case SABOT_DOCUMENT_PAPER:
		return read_paper(reader);
	case SABOT_DOCUMENT_BANK:
		return sabot_document_read_bank(reader);
	case SABOT_DOCUMENT_EXCHANGE:
		return sabot_document_read_exchange(reader);
	case SABOT_DOCUMENT_TRONC:
		return sabot_document_read_tronc(reader);
	case SABOT_DOCUMENT_REMARK:
		return sabot_document_read_word(reader, "item", SABOT_FIELD_MUST,
						&document->name) &&
		       (document->note ||
			sabot_document_refuse(reader, "note",
					      SABOT_REFUSAL("what is the remark?")));
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
read_signatures(const struct sabot_document_reader *reader)
{
	struct sabot_document *document = reader->document;

	if (!sabot_document_read_word(reader, "by", SABOT_FIELD_MUST, &document->by) ||
	    !sabot_document_read_word(reader, "second", SABOT_FIELD_MAY, &document->second))
		return false;
	if (!document->second && sabot_document_needs_second(document->kind, document->step))
		return sabot_document_refuse(reader, "second",
					     SABOT_REFUSAL_AS("this is signed by two persons",
							      "two persons sign this"));
	return g_strcmp0(document->by, document->second) != 0 ||
	       sabot_document_refuse(reader, "second",
				     SABOT_REFUSAL_AS("is the same person",
						      "the second person must be somebody else"));
}

static bool
read_common(const struct sabot_document_reader *reader)
{
	const char *shift = json_string_value(json_object_get(reader->event, "shift"));
	struct sabot_document *document = reader->document;

	if (!sabot_document_event_kind(reader->event, &document->kind, &document->step) ||
	    !sabot_document_has_step(document->kind, document->step))
		return sabot_document_refuse(
			reader, "do",
			SABOT_REFUSAL("is nothing that is done with such a document"));
	if (!sabot_shift_is_id(shift))
		return sabot_document_refuse(reader, "shift",
					     SABOT_REFUSAL("is no shift, as 2026-11-21/1"));
	g_strlcpy(document->shift, shift, SABOT_SHIFT_ID_SIZE);
	if (!sabot_document_read_time(reader, "at", &document->at_us))
		return false;
	document->happened_us = document->at_us;
	return sabot_document_read_time(reader, "happened", &document->happened_us) &&
	       sabot_document_read_word(reader, "table",
					wants_table(document->kind) ? SABOT_FIELD_MUST
								    : SABOT_FIELD_MAY,
					&document->table) &&
	       read_signatures(reader) &&
	       sabot_document_read_text(reader, "note", SABOT_FIELD_MAY, &document->note) &&
	       sabot_document_read_number(reader, "corrects", SABOT_FIELD_MAY, INT64_MAX,
					  &document->corrects) &&
	       sabot_document_read_number(reader, "amends", SABOT_FIELD_MAY, INT64_MAX,
					  &document->amends) &&
	       (document->amends == 0 || document->second ||
		sabot_document_refuse(
			reader, "second",
			SABOT_REFUSAL_AS("what amends a sealed shift is signed by two persons",
					 "two persons sign what amends a sealed shift")));
}

struct sabot_document *
sabot_document_parse(int64_t n, const json_t *event, char ret_why[SABOT_DOCUMENT_WHY_SIZE])
{
	struct sabot_document *document = g_new0(struct sabot_document, 1);
	const struct sabot_document_reader reader = {event, document, ret_why};

	document->n = n;
	if (!sabot_document_is(event))
		sabot_document_refuse(&reader, "ev",
				      SABOT_REFUSAL("is no document of table money"));
	else if (read_common(&reader) && read_kind(&reader))
		return document;
	sabot_document_free(document);
	return NULL;
}
