/*
 * A member of a JSON object as words, as events and answers are mostly read. Plain values.
 */
#pragma once

#include <jansson.h>

/* The member's text; "" when it is missing or no string. Borrowed. */
static inline const char *
sabot_json_text(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}
