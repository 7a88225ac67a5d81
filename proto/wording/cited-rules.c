/* Rules that a story cites: see cited-rules.h. */
#include "cited-rules.h"

#include "proto/json-text.h"

/* "" if the line cites none: only incidents and prompts do. */
static const char *
rule_of(const struct sabot_wire_story_line *line)
{
	if (line->line)
		return sabot_json_text(line->line, "rule");
	return sabot_json_text(json_object_get(line->prompt, "why"), "rule");
}

GPtrArray *
sabot_cited_rules_list(const struct sabot_wire_story *story)
{
	GPtrArray *rules = g_ptr_array_new();

	for (guint i = 0; i < story->lines->len; i++) {
		const char *rule = rule_of(g_ptr_array_index(story->lines, i));

		if (*rule && !g_ptr_array_find_with_equal_func(rules, rule, g_str_equal, NULL))
			g_ptr_array_add(rules, (gpointer)rule);
	}
	return rules;
}

const char *
sabot_cited_rules_of_incident(const struct sabot_wire_story *story, int64_t incident)
{
	for (guint i = 0; i < story->lines->len; i++) {
		const struct sabot_wire_story_line *line = g_ptr_array_index(story->lines, i);
		const char *rule = rule_of(line);

		if (line->line && *rule &&
		    json_integer_value(json_object_get(line->line, "id")) == incident)
			return rule;
	}
	return NULL;
}
