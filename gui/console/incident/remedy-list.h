/*
 * The answers to an incident that the profile offers, in its order: each with the article it rests
 * on, what it would do and what that costs the house; one that would do nothing now says why and
 * cannot be chosen. Emits "chosen" when another one is chosen, or their effects changed.
 */
#pragma once

#include "proto/messages/table-messages.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_REMEDY_LIST (sabot_remedy_list_get_type())
G_DECLARE_FINAL_TYPE(SabotRemedyList, sabot_remedy_list, SABOT, REMEDY_LIST, GtkBox)

/*
 * A reference is kept. The first time the first that is possible is chosen, but of a critical
 * incident none; what was chosen stays so while it is possible.
 */
void
sabot_remedy_list_set(SabotRemedyList *list, struct sabot_wire_remedies *remedies,
		      gboolean is_critical);

/* All of them; or NULL before the first set. Borrowed until the next one. */
const struct sabot_wire_remedies *
sabot_remedy_list_get(SabotRemedyList *list);

/* Borrowed until the next set, or NULL. */
const struct sabot_wire_remedy *
sabot_remedy_list_get_chosen(SabotRemedyList *list);
