/*
 * JSON values of rule keys as text for the setter. The kind of a key decides which JSON type it
 * accepts.
 */
#include "rules-json.h"
#include "engine/rules/rules-set.h"

#include <glib.h>
#include <string.h>

static bool
append_ratio(GString *text, const json_t *value)
{
	if (!json_is_array(value) || json_array_size(value) != 2 ||
	    !json_is_integer(json_array_get(value, 0)) ||
	    !json_is_integer(json_array_get(value, 1)))
		return false;
	g_string_append_printf(text, "%" JSON_INTEGER_FORMAT ":%" JSON_INTEGER_FORMAT,
			       json_integer_value(json_array_get(value, 0)),
			       json_integer_value(json_array_get(value, 1)));
	return true;
}

static bool
append_odds(GString *text, const json_t *value, const char *prefix)
{
	const char *name;
	json_t *ratio;

	if (!json_is_object(value))
		return false;
	json_object_foreach((json_t *)value, name, ratio) {
		g_string_append_printf(text, "%s%s%s=", text->len > 0 ? " " : "", prefix, name);
		if (!append_ratio(text, ratio))
			return false;
	}
	return true;
}

static bool
append_pay_table(GString *text, const json_t *value)
{
	const char *name;
	json_t *odds;

	if (!json_is_object(value))
		return false;
	json_object_foreach((json_t *)value, name, odds) {
		g_autofree char *prefix = g_strconcat(name, ".", NULL);
		if (!append_odds(text, odds, prefix))
			return false;
	}
	return true;
}

static bool
append_list(GString *text, const json_t *value, const char *separator)
{
	size_t index;
	json_t *item;

	if (!json_is_array(value))
		return false;
	json_array_foreach((json_t *)value, index, item) {
		if (!json_is_string(item))
			return false;
		g_string_append_printf(text, "%s%s", index > 0 ? separator : "",
				       json_string_value(item));
	}
	return true;
}

static bool
append_numbers(GString *text, const json_t *value)
{
	size_t index;
	json_t *item;

	if (!json_is_array(value))
		return false;
	json_array_foreach((json_t *)value, index, item) {
		if (!json_is_integer(item))
			return false;
		g_string_append_printf(text, "%s%" JSON_INTEGER_FORMAT, index > 0 ? " " : "",
				       json_integer_value(item));
	}
	return true;
}

static bool
append_scalar(GString *text, const json_t *value, bool number_ok, bool word_ok)
{
	if (number_ok && json_is_integer(value))
		g_string_append_printf(text, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
	else if (word_ok && json_is_string(value))
		g_string_append(text, json_string_value(value));
	else
		return false;
	return true;
}

static bool
append_value(GString *text, enum sabot_key_kind kind, const json_t *value)
{
	switch (kind) {
	case SABOT_KEY_NUMBER:
		return append_scalar(text, value, true, false);
	case SABOT_KEY_WORD:
		return append_scalar(text, value, false, true);
	case SABOT_KEY_BURN:
	case SABOT_KEY_LIMIT:
		/* A number in quotes is no number. */
		return append_scalar(text, value, true, true) &&
		       !(json_is_string(value) && g_ascii_isdigit(text->str[0]));
	case SABOT_KEY_RATIO:
		return append_ratio(text, value);
	case SABOT_KEY_ODDS:
		return append_odds(text, value, "");
	case SABOT_KEY_PAY_TABLE:
		return append_pay_table(text, value);
	case SABOT_KEY_TABLE:
		return append_list(text, value, ",");
	case SABOT_KEY_CHIPS:
	case SABOT_KEY_DECKS:
		return append_numbers(text, value);
	case SABOT_KEY_REMEDIES:
		return append_list(text, value, " ");
	}
	return false;
}

/* The setter's text of a key's value; NULL with an error. Transferred. */
static char *
value_to_text(const struct sabot_rules *rules, const char *key, const json_t *value,
	      char error[SABOT_RULES_ERROR_SIZE])
{
	g_autoptr(GString) text = g_string_new(NULL);
	enum sabot_key_kind kind;

	if (!sabot_rules_key_kind(rules, key, &kind)) {
		g_snprintf(error, SABOT_RULES_ERROR_SIZE, "%.40s: this game has no such rule", key);
		return NULL;
	}
	if (!append_value(text, kind, value)) {
		g_snprintf(error, SABOT_RULES_ERROR_SIZE,
			   "%.40s: a value of another type is needed", key);
		return NULL;
	}
	return g_string_free(g_steal_pointer(&text), FALSE);
}

bool
sabot_rules_set_json(struct sabot_rules *rules, const json_t *set,
		     char error[SABOT_RULES_ERROR_SIZE])
{
	const char *key;
	json_t *value;

	/* The number of decks comes first: it limits those allowed, unless these are given, too. */
	for (int pass = 0; pass < 2; pass++) {
		json_object_foreach((json_t *)set, key, value) {
			g_autofree char *text = NULL;

			if ((strcmp(key, "decks") == 0) != (pass == 0))
				continue;
			text = value_to_text(rules, key, value, error);
			if (!text || !sabot_rules_set(rules, key, text, error))
				return false;
		}
	}
	if (rules->dealer_stops_when_ahead && rules->dealer_draws_dead) {
		g_strlcpy(error, "dealer_stops_when_ahead, dealer_draws_dead: he cannot do both",
			  SABOT_RULES_ERROR_SIZE);
		return false;
	}
	return true;
}

static int
compare_lines(gconstpointer a, gconstpointer b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

char *
sabot_rules_set_to_lines(const struct sabot_rules *rules, const json_t *set,
			 char error[SABOT_RULES_ERROR_SIZE])
{
	g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func(g_free);
	GString *all;
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)set, key, value) {
		g_autofree char *text = value_to_text(rules, key, value, error);

		if (!text)
			return NULL;
		if (strchr(text, '\n')) {
			g_snprintf(error, SABOT_RULES_ERROR_SIZE, "%.40s: is more than a line",
				   key);
			return NULL;
		}
		g_ptr_array_add(lines, g_strdup_printf("%s=%s\n", key, text));
	}
	g_ptr_array_sort(lines, compare_lines);
	all = g_string_new(NULL);
	for (guint i = 0; i < lines->len; i++)
		g_string_append(all, g_ptr_array_index(lines, i));
	return g_string_free(all, FALSE);
}
