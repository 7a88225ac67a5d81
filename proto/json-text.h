/* Members of a JSON object as words and amounts, as in most events and answers. */
#pragma once

#include "text/money.h"

#include <glib.h>
#include <jansson.h>

/* The member's text; "" if it is missing or not a string. Borrowed. */
static inline const char *
sabot_json_text(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

/* The member as a small number; 0 if it is missing or not a number. */
static inline int
sabot_json_number(const json_t *object, const char *key)
{
	return (int)json_integer_value(json_object_get(object, key));
}

/* Set a member to an amount; not set if it is uncertain (SABOT_TEXT_NO_MONEY). */
static inline void
sabot_json_set_money(json_t *object, const char *key, int64_t minor)
{
	if (minor != SABOT_TEXT_NO_MONEY)
		json_object_set_new(object, key, json_integer(minor));
}

/* The member, in minor units, formatted for people: "12.50". Transferred. */
static inline char *
sabot_json_money(const json_t *object, const char *key)
{
	char buffer[SABOT_TEXT_MONEY_SIZE];

	return g_strdup(sabot_text_money(json_integer_value(json_object_get(object, key)), buffer));
}
