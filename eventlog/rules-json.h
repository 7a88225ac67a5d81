/*
 * The `set` of an event log's first line: rule keys as JSON values, each of the type its default
 * has, handed to the one typed setter as text.
 */
#pragma once

#include "engine/rules/rules.h"

#include <jansson.h>

/*
 * On failure `rules` may be half changed; `error` names the key. Single values are judged, not how
 * they go together: what a log says was so at the table, a contradiction is for profiles to refuse.
 */
bool
sabot_rules_set_json(struct sabot_rules *rules, const json_t *set,
		     char error[SABOT_RULES_ERROR_SIZE]);

/*
 * The same as KEY=VALUE lines sorted by key, for sabot_profile_build(), which judges the values.
 * NULL with an error that names the key. Transferred: free with g_free().
 */
char *
sabot_rules_set_to_lines(const struct sabot_rules *rules, const json_t *set,
			 char error[SABOT_RULES_ERROR_SIZE]);
