/* Converts the configuration's text to JSON: the reverse of what an event log's reader does. */
#include "overrides.h"
#include "profiles/profile.h"
#include "engine/rules/rules-set.h"

#include <string.h>

static json_t *
number_or_word(const char *value)
{
	gint64 number;

	return g_ascii_string_to_signed(value, 10, G_MININT64, G_MAXINT64, &number, NULL)
		       ? json_integer(number)
		       : json_string(value);
}

/* "3:2" */
static json_t *
ratio_to_json(const char *value)
{
	g_auto(GStrv) parts = g_strsplit(value, ":", 2);

	if (g_strv_length(parts) != 2)
		return json_array();
	return json_pack("[o, o]", number_or_word(parts[0]), number_or_word(parts[1]));
}

static json_t *
list_to_json(const char *value, const char *separators)
{
	g_auto(GStrv) items = g_strsplit_set(value, separators, -1);
	json_t *list = json_array();

	for (size_t i = 0; items[i]; i++) {
		if (items[i][0])
			json_array_append_new(list, json_string(items[i]));
	}
	return list;
}

/* "100 500 2500" */
static json_t *
numbers_to_json(const char *value)
{
	g_auto(GStrv) items = g_strsplit(value, " ", -1);
	json_t *list = json_array();

	for (size_t i = 0; items[i]; i++) {
		if (items[i][0])
			json_array_append_new(list,
					      json_integer(g_ascii_strtoll(items[i], NULL, 10)));
	}
	return list;
}

/* The object for "bet.outcome": that of "bet", created if missing. */
static json_t *
find_object(json_t *object, GHashTable *inner, const char *name)
{
	const char *dot = strchr(name, '.');
	g_autofree char *outer = dot ? g_strndup(name, (gsize)(dot - name)) : NULL;
	json_t *place = outer ? g_hash_table_lookup(inner, outer) : object;

	if (place)
		return place;
	place = json_object();
	json_object_set_new(object, outer, place);
	g_hash_table_insert(inner, g_steal_pointer(&outer), place);
	return place;
}

/* "tie=8:1 punto_pair=11:1", or "royal_match_21.suited=5:2" */
static json_t *
odds_to_json(const char *value)
{
	/* name → json_t *, borrowed from `object` */
	g_autoptr(GHashTable) inner = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	g_auto(GStrv) items = g_strsplit_set(value, " \t", -1);
	json_t *object = json_object();

	for (size_t i = 0; items[i]; i++) {
		char *odds = strchr(items[i], '=');
		const char *dot;
		json_t *place;

		if (!odds)
			continue;
		*odds = '\0';
		dot = strchr(items[i], '.');
		place = find_object(object, inner, items[i]);
		json_object_set_new(place, dot ? dot + 1 : items[i], ratio_to_json(odds + 1));
	}
	return object;
}

static json_t *
value_to_json(enum sabot_key_kind kind, const char *value)
{
	switch (kind) {
	case SABOT_KEY_NUMBER:
	case SABOT_KEY_BURN:
	case SABOT_KEY_LIMIT:
		return number_or_word(value);
	case SABOT_KEY_WORD:
		return json_string(value);
	case SABOT_KEY_RATIO:
		return ratio_to_json(value);
	case SABOT_KEY_ODDS:
	case SABOT_KEY_PAY_TABLE:
		return odds_to_json(value);
	case SABOT_KEY_TABLE:
		return list_to_json(value, ", ");
	case SABOT_KEY_DECKS:
	case SABOT_KEY_CHIPS:
		return numbers_to_json(value);
	case SABOT_KEY_REMEDIES:
		return list_to_json(value, " ,");
	}
	return json_null();
}

json_t *
sabot_overrides_to_json(const char *profile, const char *profiles_dir, const char *overrides)
{
	g_auto(GStrv) lines = g_strsplit(overrides, "\n", -1);
	json_t *set = json_object();
	struct sabot_rules rules;

	if (!sabot_profile_load(profile, profiles_dir, &rules, NULL))
		return set;
	for (size_t i = 0; lines[i] && lines[i][0]; i++) {
		char *value = strchr(lines[i], '=');
		enum sabot_key_kind kind;

		*value = '\0';
		if (sabot_rules_key_kind(&rules, lines[i], &kind))
			json_object_set_new(set, lines[i], value_to_json(kind, value + 1));
	}
	return set;
}
