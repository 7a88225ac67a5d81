/* The documents of the cage: see document-cage.h. */
#include "document-cage.h"
#include "text/refusal.h"

#include "document-chips.h"

#include <string.h>

static int
compare_currencies(gconstpointer a, gconstpointer b)
{
	const struct sabot_currency_amount *one = a, *other = b;

	return strcmp(one->currency, other->currency);
}

static bool
has_currency(const GArray *currencies, const char *currency)
{
	for (guint i = 0; i < currencies->len; i++)
		if (strcmp(g_array_index(currencies, struct sabot_currency_amount, i).currency,
			   currency) == 0)
			return true;
	return false;
}

static bool
add_currency(const struct sabot_document_reader *reader, const json_t *item)
{
	const char *currency = json_string_value(json_object_get(item, "currency"));
	const json_t *amount = json_object_get(item, "amount");
	GArray *currencies = reader->document->currencies;
	struct sabot_currency_amount one = {.minor = json_integer_value(amount)};

	if (!sabot_currency_is_code(currency) || !json_is_integer(amount) || one.minor < 0 ||
	    one.minor > SABOT_DOCUMENT_AMOUNT_MAX_MINOR)
		return sabot_document_refuse(
			reader, "currencies",
			SABOT_REFUSAL("are a list of {currency, amount}, as USD, 12500"));
	if (has_currency(currencies, currency))
		return sabot_document_refuse(reader, "currencies",
					     SABOT_REFUSAL_AS("name a currency twice",
							      "a currency is named twice"));
	g_strlcpy(one.currency, currency, sizeof one.currency);
	g_array_append_val(currencies, one);
	return true;
}

static bool
read_currencies(const struct sabot_document_reader *reader)
{
	const json_t *list = json_object_get(reader->event, "currencies"), *item;
	size_t i;

	if (!list)
		return true;
	if (!json_is_array(list) || json_array_size(list) > SABOT_DOCUMENT_CURRENCIES_MAX)
		return sabot_document_refuse(
			reader, "currencies",
			SABOT_REFUSAL("are a list of {currency, amount}, as USD, 12500"));
	reader->document->currencies =
		g_array_new(FALSE, FALSE, sizeof(struct sabot_currency_amount));
	json_array_foreach(list, i, item)
		if (!add_currency(reader, item))
			return false;
	g_array_sort(reader->document->currencies, compare_currencies);
	return true;
}

static bool
has_currencies(const struct sabot_document *document)
{
	for (guint i = 0; document->currencies && i < document->currencies->len; i++)
		if (g_array_index(document->currencies, struct sabot_currency_amount, i).minor > 0)
			return true;
	return false;
}

/* Chips and `cash`. What comes or goes is something, and says from or to where. */
bool
sabot_document_read_bank(const struct sabot_document_reader *reader)
{
	struct sabot_document *document = reader->document;
	const json_t *cash = json_object_get(reader->event, "cash");
	int64_t amount = json_integer_value(cash);
	bool is_count = document->step != SABOT_STEP_IN && document->step != SABOT_STEP_OUT;

	if (!sabot_document_read_chips(reader, is_count ? SABOT_FIELD_MUST : SABOT_FIELD_MAY) ||
	    !sabot_document_read_flag(reader, "recount", &document->is_recount) ||
	    !read_currencies(reader))
		return false;
	if (cash && (!json_is_integer(cash) || amount < 0 ||
		     amount > SABOT_DOCUMENT_AMOUNT_MAX_MINOR - document->amount_minor))
		return sabot_document_refuse(reader, "cash",
					     SABOT_REFUSAL("is an amount within limits"));
	if (document->is_recount && !is_count)
		return sabot_document_refuse(reader, "recount", SABOT_REFUSAL("is of a count"));
	document->cash_minor = amount;
	document->amount_minor += amount;
	document->has_amount = true;
	if (is_count)
		return true;
	if (document->amount_minor == 0 && !has_currencies(document))
		return sabot_document_refuse(reader, "cash",
					     SABOT_REFUSAL("chips or cash are wanted"));
	return document->note ||
	       sabot_document_refuse(reader, "note", SABOT_REFUSAL("from where, or to where?"));
}

/* The amount that `document`'s foreign money is worth, or a sentence why it is none. */
static bool
set_worth(const struct sabot_document_reader *reader)
{
	struct sabot_document *document = reader->document;
	const json_t *amount = json_object_get(reader->event, "amount");
	struct sabot_rate rate;

	if (!sabot_rate_parse(document->rate, &rate))
		return sabot_document_refuse(
			reader, "rate",
			SABOT_REFUSAL("is a decimal number in quotes, as \"0.9215\""));
	if (!sabot_rate_exchange(&rate, document->foreign_minor, (int)document->currency_digits,
				 SABOT_DOCUMENT_AMOUNT_MAX_MINOR, &document->amount_minor))
		return sabot_document_refuse(
			reader, "rate",
			SABOT_REFUSAL_AS("makes an amount out of limits",
					 "at this rate the amount is out of limits"));
	document->has_amount = true;
	return !amount ||
	       (json_is_integer(amount) && json_integer_value(amount) == document->amount_minor) ||
	       sabot_document_refuse(reader, "amount",
				     SABOT_REFUSAL("is not what the foreign money is worth"));
}

bool
sabot_document_read_exchange(const struct sabot_document_reader *reader)
{
	struct sabot_document *document = reader->document;
	const char *currency = json_string_value(json_object_get(reader->event, "currency"));
	const char *rate = json_string_value(json_object_get(reader->event, "rate"));
	const json_t *digits = json_object_get(reader->event, "digits");

	if (!sabot_currency_is_code(currency))
		return sabot_document_refuse(reader, "currency",
					     SABOT_REFUSAL("is three capitals, as USD"));
	g_strlcpy(document->currency, currency, sizeof document->currency);
	document->currency_digits = digits ? json_integer_value(digits) : SABOT_CURRENCY_DIGITS;
	if (digits && (!json_is_integer(digits) || document->currency_digits < 0 ||
		       document->currency_digits > SABOT_CURRENCY_DIGITS_MAX))
		return sabot_document_refuse(reader, "digits", SABOT_REFUSAL("is 0 to 3"));
	if (!rate || strlen(rate) >= sizeof document->rate)
		return sabot_document_refuse(
			reader, "rate",
			SABOT_REFUSAL("is a decimal number in quotes, as \"0.9215\""));
	g_strlcpy(document->rate, rate, sizeof document->rate);
	return sabot_document_read_number(reader, "foreign", SABOT_FIELD_MUST,
					  SABOT_DOCUMENT_AMOUNT_MAX_MINOR,
					  &document->foreign_minor) &&
	       set_worth(reader) &&
	       sabot_document_read_word(reader, "patron", SABOT_FIELD_MAY, &document->name);
}

static bool
has_person(const GArray *shares, const char *person)
{
	for (guint i = 0; i < shares->len; i++)
		if (strcmp(g_array_index(shares, struct sabot_tronc_share, i).person, person) == 0)
			return true;
	return false;
}

static bool
add_points(const struct sabot_document_reader *reader, const json_t *item)
{
	const char *person = json_string_value(json_object_get(item, "person"));
	const json_t *points = json_object_get(item, "points");
	struct sabot_tronc_share share = {.points = json_integer_value(points)};

	if (!person || !*person || strlen(person) >= sizeof share.person ||
	    !json_is_integer(points) || share.points < 1 || share.points > SABOT_TRONC_POINTS_MAX)
		return sabot_document_refuse(
			reader, "points",
			SABOT_REFUSAL("are a list of {person, points}, within limits"));
	if (has_person(reader->document->shares, person))
		return sabot_document_refuse(reader, "points",
					     SABOT_REFUSAL("name a person twice"));
	g_strlcpy(share.person, person, sizeof share.person);
	g_array_append_val(reader->document->shares, share);
	return true;
}

bool
sabot_document_read_tronc(const struct sabot_document_reader *reader)
{
	const json_t *list = json_object_get(reader->event, "points"), *item;
	struct sabot_document *document = reader->document;
	size_t i;

	if (!sabot_document_read_amount(reader, SABOT_FIELD_MUST))
		return false;
	if (!json_is_array(list) || json_array_size(list) == 0 ||
	    json_array_size(list) > SABOT_TRONC_PERSONS_MAX)
		return sabot_document_refuse(
			reader, "points",
			SABOT_REFUSAL("are a list of {person, points}, within limits"));
	document->shares = g_array_new(FALSE, FALSE, sizeof(struct sabot_tronc_share));
	json_array_foreach(list, i, item)
		if (!add_points(reader, item))
			return false;
	sabot_tronc_share_out(document->shares, document->amount_minor);
	return true;
}
