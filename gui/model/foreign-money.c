/* Foreign money and points as typed at the cage: see foreign-money.h. */
#include "foreign-money.h"

#include "amount.h"
#include "text/money.h"

#include <glib.h>
#include <string.h>

enum { CODE_CHARS = 3 };

static bool
is_code(const char *word)
{
	return strlen(word) == CODE_CHARS && g_ascii_isupper(word[0]) && g_ascii_isupper(word[1]) &&
	       g_ascii_isupper(word[2]);
}

/* "12.5" with at most `digits` decimals; false if it is invalid. */
static bool
read_units(const char *text, int digits, int64_t *ret_minor)
{
	const char *mark = strpbrk(text, ".,");
	g_autofree char *whole = mark ? g_strndup(text, (gsize)(mark - text)) : g_strdup(text);
	GString *all = g_string_new(whole);
	int n_decimals = mark ? (int)strlen(mark + 1) : 0;
	bool is_number = !mark || (n_decimals > 0 && n_decimals <= digits);

	if (mark)
		g_string_append(all, mark + 1);
	for (int i = n_decimals; i < digits; i++)
		g_string_append_c(all, '0');
	is_number = is_number && *whole && sabot_number_parse(all->str, ret_minor);
	g_string_free(all, TRUE);
	return is_number;
}

/* The non-empty words of a text. Transferred. */
static char **
split(const char *text)
{
	g_auto(GStrv) parts = g_strsplit_set(text, " \t", -1);
	GPtrArray *words = g_ptr_array_new();

	for (char **part = parts; *part; part++)
		if (**part)
			g_ptr_array_add(words, g_strdup(*part));
	g_ptr_array_add(words, NULL);
	return (char **)g_ptr_array_free(words, FALSE);
}

/* A code and the units after it; false if they are invalid. */
static bool
read_pair(const char *code, const char *units, char ret_code[CODE_CHARS + 1], int64_t *ret_minor)
{
	g_autofree char *upper = g_ascii_strup(code, -1);

	if (!is_code(upper) || !units ||
	    !read_units(units, sabot_text_currency_digits(upper), ret_minor))
		return false;
	g_strlcpy(ret_code, upper, CODE_CHARS + 1);
	return true;
}

bool
sabot_foreign_read(const char *text, json_t *event)
{
	g_auto(GStrv) words = split(text);
	char code[CODE_CHARS + 1];
	int64_t minor;

	if (g_strv_length(words) != 2 || !read_pair(words[0], words[1], code, &minor) || minor == 0)
		return false;
	json_object_set_new(event, "currency", json_string(code));
	json_object_set_new(event, "foreign", json_integer(minor));
	json_object_set_new(event, "digits", json_integer(sabot_text_currency_digits(code)));
	return true;
}

char *
sabot_foreign_format(const char *currency, int64_t minor)
{
	return sabot_text_money_units(minor, sabot_text_currency_digits(currency));
}

char *
sabot_foreign_show(const json_t *event)
{
	const char *code = json_string_value(json_object_get(event, "currency"));
	const json_t *digits = json_object_get(event, "digits");

	if (!code)
		return NULL;
	return sabot_text_money_foreign(code, json_integer_value(json_object_get(event, "foreign")),
					digits ? (int)json_integer_value(digits)
					       : SABOT_TEXT_DIGITS_USUAL);
}

json_t *
sabot_foreign_read_list(const char *text)
{
	g_auto(GStrv) words = split(text);
	json_t *list = json_array();
	char code[CODE_CHARS + 1];
	int64_t minor;

	for (guint i = 0; words[i]; i += 2) {
		if (!read_pair(words[i], words[i + 1], code, &minor)) {
			json_decref(list);
			return NULL;
		}
		json_array_append_new(list, json_pack("{s:s, s:I}", "currency", code, "amount",
						      (json_int_t)minor));
	}
	return list;
}

char *
sabot_foreign_show_list(const json_t *list)
{
	GString *text = g_string_new(NULL);
	const json_t *item;
	size_t i;

	json_array_foreach(list, i, item) {
		const char *code = json_string_value(json_object_get(item, "currency"));
		g_autofree char *units = sabot_foreign_format(
			code, json_integer_value(json_object_get(item, "amount")));

		g_string_append_printf(text, "%s%s %s", i > 0 ? " " : "", code, units);
	}
	return g_string_free(text, FALSE);
}

json_t *
sabot_points_read(const char *text)
{
	g_auto(GStrv) words = split(text);
	json_t *list = json_array();
	int64_t points;

	for (char **word = words; *word; word++) {
		char *mark = strrchr(*word, '=');

		if (!mark || mark == *word || !sabot_number_parse(mark + 1, &points)) {
			json_decref(list);
			return NULL;
		}
		*mark = '\0';
		json_array_append_new(list, json_pack("{s:s, s:I}", "person", *word, "points",
						      (json_int_t)points));
	}
	return list;
}

char *
sabot_points_show(const json_t *list)
{
	GString *text = g_string_new(NULL);
	const json_t *item;
	size_t i;

	json_array_foreach(list, i, item)
		g_string_append_printf(text, "%s%s=%" JSON_INTEGER_FORMAT, i > 0 ? " " : "",
				       json_string_value(json_object_get(item, "person")),
				       json_integer_value(json_object_get(item, "points")));
	return g_string_free(text, FALSE);
}
