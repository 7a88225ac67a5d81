/* What was written down, then what of it the kinds of documents have: see log-document.h. */
#include "log-document.h"

#include "proto/json-text.h"
#include "text/document-text.h"
#include "text/escape.h"
#include "text/shift-text.h"

#include <glib.h>
#include <glib/gi18n-lib.h>
#include <string.h>

enum { DIGITS_MAX = 3 }; /* of foreign money */

static void
add_text(GPtrArray *parts, const json_t *event, const char *key)
{
	const char *text = sabot_json_text(event, key);

	if (*text)
		g_ptr_array_add(parts, sabot_text_escape(text));
}

static void
add_money(GPtrArray *parts, const json_t *event, const char *key)
{
	if (json_is_integer(json_object_get(event, key)))
		g_ptr_array_add(parts, sabot_json_money(event, key));
}

static void
add_chips(GPtrArray *parts, const json_t *event)
{
	const json_t *chip;
	size_t i;

	json_array_foreach(json_object_get(event, "chips"), i, chip) {
		g_autofree char *value = sabot_json_money(chip, "chip");
		const char *kind = sabot_json_text(chip, "kind");
		int count = sabot_json_number(chip, "count");

		g_ptr_array_add(parts, *kind ? g_strdup_printf("%d × %s (%s)", count, value,
							       sabot_text_chip_kind(kind))
					     : g_strdup_printf("%d × %s", count, value));
	}
}

static void
add_foreign(GPtrArray *parts, const json_t *event)
{
	const char *currency = sabot_json_text(event, "currency");
	const json_t *digits = json_object_get(event, "digits");
	int n_digits =
		json_is_integer(digits) ? (int)json_integer_value(digits) : SABOT_TEXT_DIGITS_USUAL;
	g_autofree char *foreign = NULL, *plain = NULL, *rate = NULL;

	if (!*currency || n_digits < 0 || n_digits > DIGITS_MAX)
		return;
	foreign = sabot_text_money_foreign(
		currency, json_integer_value(json_object_get(event, "foreign")), n_digits);
	plain = sabot_text_escape(sabot_json_text(event, "rate"));
	rate = sabot_text_rate(plain);
	g_ptr_array_add(parts, g_strdup_printf("%s × %s", foreign, rate));
}

/* The foreign money that was counted. */
static void
add_currencies(GPtrArray *parts, const json_t *event)
{
	const json_t *counted;
	size_t i;

	json_array_foreach(json_object_get(event, "currencies"), i, counted) {
		const char *currency = sabot_json_text(counted, "currency");

		g_ptr_array_add(parts,
				sabot_text_money_foreign(
					currency,
					json_integer_value(json_object_get(counted, "amount")),
					sabot_text_currency_digits(currency)));
	}
}

static void
add_points(GPtrArray *parts, const json_t *event)
{
	const json_t *share;
	size_t i;

	json_array_foreach(json_object_get(event, "points"), i, share) {
		g_autofree char *person = sabot_text_escape(sabot_json_text(share, "person"));

		g_ptr_array_add(parts, g_strdup_printf("%s=%d", person,
						       sabot_json_number(share, "points")));
	}
}

static void
add_counts(GPtrArray *parts, const json_t *event)
{
	const char *kind;
	json_t *minor;

	json_object_foreach(json_object_get(event, "counts"), kind, minor) {
		char money[SABOT_TEXT_MONEY_SIZE];
		const char *words = sabot_text_drop_kind(kind);

		g_ptr_array_add(
			parts, g_strdup_printf("%s %s", words,
					       sabot_text_money(json_integer_value(minor), money)));
	}
}

/* What of an open shift a remark is about. */
static void
add_item(GPtrArray *parts, const json_t *event)
{
	g_autofree char *key = sabot_text_escape(sabot_json_text(event, "item"));

	if (*key)
		g_ptr_array_add(parts, sabot_text_open_key(key));
}

/* Whatever of it the document has, in this order. */
static char *
list_parts(const json_t *event)
{
	GPtrArray *parts = g_ptr_array_new_with_free_func(g_free);
	char *list;

	add_text(parts, event, "box");
	add_text(parts, event, "set");
	add_text(parts, event, "patron");
	add_chips(parts, event);
	add_counts(parts, event);
	add_foreign(parts, event);
	add_money(parts, event, "amount");
	add_money(parts, event, "cash");
	add_currencies(parts, event);
	add_points(parts, event);
	add_item(parts, event);
	add_text(parts, event, "note");
	g_ptr_array_add(parts, NULL);
	list = g_strjoinv(", ", (char **)parts->pdata);
	g_ptr_array_unref(parts);
	return list;
}

/* "slip requested, no. 7" */
static char *
name_document(const json_t *event)
{
	const char *words =
		sabot_text_document(sabot_json_text(event, "ev"), sabot_json_text(event, "do"));
	int number = sabot_json_number(event, "number"), to = sabot_json_number(event, "to");

	if (words == NULL || number == 0)
		return g_strdup(words);
	if (to != 0)
		/* Translators: blank forms printed, the first and the last of their numbers. */
		return g_strdup_printf(C_("log", "%s, no. %d to %d"), words, number, to);
	/* Translators: what was written down, "slip requested"; its number. */
	return g_strdup_printf(C_("log", "%s, no. %d"), words, number);
}

char *
sabot_log_document(const json_t *event)
{
	g_autofree char *name = name_document(event);
	g_autofree char *parts = name ? list_parts(event) : NULL;

	return parts && *parts ? g_strdup_printf("%s: %s", name, parts) : g_steal_pointer(&name);
}
