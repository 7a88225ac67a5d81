/* The chips of a document: see document-chips.h. */
#include "document-chips.h"
#include "text/refusal.h"

static int
compare_chips(gconstpointer a, gconstpointer b)
{
	const struct sabot_chip_count *left = a, *right = b;

	if (left->kind != right->kind)
		return left->kind < right->kind ? -1 : 1;
	return (left->chip_minor < right->chip_minor) - (left->chip_minor > right->chip_minor);
}

static bool
has_chip(const GArray *chips, const struct sabot_chip_count *chip)
{
	for (guint i = 0; i < chips->len; i++)
		if (compare_chips(&g_array_index(chips, struct sabot_chip_count, i), chip) == 0)
			return true;
	return false;
}

/* One of the list; adds what it is worth. */
static bool
add_chip(const struct sabot_document_reader *reader, const json_t *item, int64_t *sum)
{
	const json_t *chip = json_object_get(item, "chip"), *count = json_object_get(item, "count");
	const json_t *kind = json_object_get(item, "kind");
	struct sabot_chip_count one = {SABOT_CHIP_CASH, json_integer_value(chip),
				       json_integer_value(count)};
	int64_t worth;

	if (!json_is_integer(chip) || !json_is_integer(count) || one.chip_minor < 1 ||
	    one.chip_minor > SABOT_DOCUMENT_AMOUNT_MAX_MINOR || one.count < 0 ||
	    one.count > SABOT_DOCUMENT_COUNT_MAX)
		return sabot_document_refuse(
			reader, "chips",
			SABOT_REFUSAL("are a list of {chip, count}, within limits"));
	if (kind && !sabot_chip_kind_from_string(json_string_value(kind), &one.kind))
		return sabot_document_refuse(
			reader, "chips", SABOT_REFUSAL("are of kind cash, rolling or promotional"));
	if (__builtin_mul_overflow(one.chip_minor, one.count, &worth) ||
	    worth > SABOT_DOCUMENT_AMOUNT_MAX_MINOR - *sum)
		return sabot_document_refuse(
			reader, "chips",
			SABOT_REFUSAL_AS("are worth more than a document can say",
					 "these chips are worth too much"));
	if (has_chip(reader->document->chips, &one))
		return sabot_document_refuse(reader, "chips", SABOT_REFUSAL("name a chip twice"));
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
bool
sabot_document_read_chips(const struct sabot_document_reader *reader, enum sabot_field_need need)
{
	const json_t *list = json_object_get(reader->event, "chips"), *item;
	struct sabot_document *document = reader->document;
	int64_t sum = 0;
	size_t i;

	if (!list && need == SABOT_FIELD_MAY)
		return true;
	if (!json_is_array(list) || json_array_size(list) > SABOT_DOCUMENT_CHIPS_MAX ||
	    (json_array_size(list) == 0 && !may_be_none(document)))
		return sabot_document_refuse(
			reader, "chips",
			SABOT_REFUSAL("are a list of {chip, count}, within limits"));
	document->chips = g_array_new(FALSE, FALSE, sizeof(struct sabot_chip_count));
	json_array_foreach(list, i, item)
		if (!add_chip(reader, item, &sum))
			return false;
	g_array_sort(document->chips, compare_chips);
	if (document->kind != SABOT_DOCUMENT_BANK && json_object_get(reader->event, "amount") &&
	    json_integer_value(json_object_get(reader->event, "amount")) != sum)
		return sabot_document_refuse(reader, "amount",
					     SABOT_REFUSAL("is not what the chips are worth"));
	if (sum == 0 && !may_be_none(document))
		return sabot_document_refuse(reader, "chips",
					     SABOT_REFUSAL_AS("are worth nothing",
							      "these chips are worth nothing"));
	document->amount_minor = sum;
	document->has_amount = true;
	return true;
}
