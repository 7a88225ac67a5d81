/* Documents as JSON, for answers on the wire, with the values derived from them. */
#include "document-json.h"

#include "proto/rfc3339.h"

static void
set_time(json_t *object, const char *field, int64_t time_us)
{
	g_autofree char *text = sabot_time_format(time_us);

	json_object_set_new(object, field, json_string(text));
}

static void
set_integer(json_t *object, const char *field, int64_t number)
{
	if (number != 0)
		json_object_set_new(object, field, json_integer(number));
}

/* Which numbers of a form or pack are known. */
static void
add_numbers(json_t *object, const struct sabot_document *document)
{
	json_t *counts = json_object();

	if (document->number) {
		json_object_set_new(object, "day", json_string(document->day));
		json_object_set_new(object, "number", json_integer(document->number));
	}
	set_integer(object, "to", document->to_number);
	set_integer(object, "decks", document->decks);
	set_integer(object, "cash", document->cash_minor);
	set_integer(object, "corrects", document->corrects);
	set_integer(object, "amends", document->amends);
	for (int i = 0; i < SABOT_DROP_KINDS; i++)
		set_integer(counts, sabot_drop_kind_to_string((enum sabot_drop_kind)i),
			    document->drop_minor[i]);
	if (document->kind == SABOT_DOCUMENT_DROP && document->step == SABOT_STEP_BOX)
		json_object_set(object, "counts", counts);
	json_decref(counts);
	if (document->replaced_by)
		set_integer(object, "replaced_by", document->replaced_by->n);
}

/* What foreign money the main bank has, by currency. */
static json_t *
currencies_to_json(const GArray *currencies)
{
	json_t *list = json_array();

	for (guint i = 0; i < currencies->len; i++) {
		const struct sabot_currency_amount *one =
			&g_array_index(currencies, struct sabot_currency_amount, i);

		json_array_append_new(list, json_pack("{s:s, s:I}", "currency", one->currency,
						      "amount", (json_int_t)one->minor));
	}
	return list;
}

/* Who has which points, and what that is of the amount. */
static json_t *
shares_to_json(const GArray *shares)
{
	json_t *list = json_array();

	for (guint i = 0; i < shares->len; i++) {
		const struct sabot_tronc_share *share =
			&g_array_index(shares, struct sabot_tronc_share, i);

		json_array_append_new(list, json_pack("{s:s, s:I, s:I}", "person", share->person,
						      "points", (json_int_t)share->points, "amount",
						      (json_int_t)share->share_minor));
	}
	return list;
}

/* The main bank's foreign money, an exchange, a share-out. */
static void
add_cage(json_t *object, const struct sabot_document *document)
{
	if (document->currencies)
		json_object_set_new(object, "currencies", currencies_to_json(document->currencies));
	if (document->shares)
		json_object_set_new(object, "points", shares_to_json(document->shares));
	if (document->kind != SABOT_DOCUMENT_EXCHANGE)
		return;
	json_object_set_new(object, "currency", json_string(document->currency));
	json_object_set_new(object, "foreign", json_integer(document->foreign_minor));
	json_object_set_new(object, "digits", json_integer(document->currency_digits));
	json_object_set_new(object, "rate", json_string(document->rate));
}

/* What the kind calls `name`. */
static const char *
name_field(const struct sabot_document *document)
{
	switch (document->kind) {
	case SABOT_DOCUMENT_DROP:
		return "box";
	case SABOT_DOCUMENT_CARDS:
		return "set";
	case SABOT_DOCUMENT_REMARK:
		return "item";
	case SABOT_DOCUMENT_MARKER:
	case SABOT_DOCUMENT_CASH:
	case SABOT_DOCUMENT_EXCHANGE:
		return "patron";
	case SABOT_DOCUMENT_COUNT:
	case SABOT_DOCUMENT_SLIP:
	case SABOT_DOCUMENT_TIPS:
	case SABOT_DOCUMENT_PAPER:
	case SABOT_DOCUMENT_BANK:
	case SABOT_DOCUMENT_TRONC:
	case SABOT_DOCUMENT_SEAL:
		break;
	}
	return "name";
}

json_t *
sabot_document_to_json(const struct sabot_document *document)
{
	json_t *object = json_pack(
		"{s:I, s:s, s:s*, s:s, s:s*, s:s, s:s*, s:s*, s:s*}", "n", (json_int_t)document->n,
		"ev", sabot_document_kind_to_string(document->kind), "do",
		document->step ? sabot_document_step_to_string(document->step) : NULL, "shift",
		document->shift, "table", document->table, "by", document->by, "second",
		document->second, "note", document->note, name_field(document), document->name);

	if (document->kind == SABOT_DOCUMENT_SLIP && document->step == SABOT_STEP_REQUEST)
		json_object_set_new(object, "kind",
				    json_string(document->is_credit ? "credit" : "fill"));
	if (document->chips)
		json_object_set_new(object, "chips", sabot_chips_to_json(document->chips));
	if (document->has_amount)
		json_object_set_new(object, "amount", json_integer(document->amount_minor));
	if (document->is_recount)
		json_object_set_new(object, "recount", json_true());
	if (document->totals)
		json_object_set(object, "totals", document->totals);
	add_numbers(object, document);
	add_cage(object, document);
	set_time(object, "at", document->at_us);
	if (document->happened_us != document->at_us)
		set_time(object, "happened", document->happened_us);
	return object;
}

json_t *
sabot_chips_to_json(const GArray *chips)
{
	json_t *list = json_array();

	for (guint i = 0; chips && i < chips->len; i++) {
		const struct sabot_chip_count *chip =
			&g_array_index(chips, struct sabot_chip_count, i);

		json_t *item = json_pack("{s:I, s:I}", "chip", (json_int_t)chip->chip_minor,
					 "count", (json_int_t)chip->count);

		if (chip->kind != SABOT_CHIP_CASH)
			json_object_set_new(item, "kind",
					    json_string(sabot_chip_kind_to_string(chip->kind)));
		json_array_append_new(list, item);
	}
	return list;
}
