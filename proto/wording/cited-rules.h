/* The rules of docs/rules.md that a story cites. */
#pragma once

#include "proto/messages/lookup-messages.h"

/*
 * The ids of the rules that its incidents and prompts rest on, each once, in the story's order. The
 * list is transferred (g_ptr_array_unref()), its elements are the story's.
 */
GPtrArray *
sabot_cited_rules_list(const struct sabot_wire_story *story);

/* The rule of one of its incidents; NULL: the story has no such incident, or it has no rule. */
const char *
sabot_cited_rules_of_incident(const struct sabot_wire_story *story, int64_t incident);
