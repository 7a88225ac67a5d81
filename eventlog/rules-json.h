/*
 * The `set` of an event log's first line: rule keys with JSON values, each of the type of its
 * default, passed as text to the one typed setter.
 */
#pragma once

#include "engine/rules/rules.h"

#include <jansson.h>

/*
 * On failure `rules` may be partly changed; `error` names the key. Values are checked singly, not
 * together: a log records how the table was; contradictions are refused in profiles.
 */
bool
sabot_rules_set_json(struct sabot_rules *rules, const json_t *set,
		     char error[SABOT_RULES_ERROR_SIZE]);

/*
 * As KEY=VALUE lines sorted by key, for sabot_profile_build(), which checks the values. NULL with
 * an error that names the key. Transferred: free with g_free().
 */
char *
sabot_rules_set_to_lines(const struct sabot_rules *rules, const json_t *set,
			 char error[SABOT_RULES_ERROR_SIZE]);
