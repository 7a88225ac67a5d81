/*
 * The remedies for an incident that the profile offers, in its order: each with its article, its
 * effect and its cost to the house; one that would have no effect now shows the reason and cannot
 * be chosen. Emits "chosen" when another one is chosen, or their effects have changed.
 */
#pragma once

#include "proto/messages/table-messages.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_REMEDY_LIST (sabot_remedy_list_get_type())
G_DECLARE_FINAL_TYPE(SabotRemedyList, sabot_remedy_list, SABOT, REMEDY_LIST, GtkBox)

/*
 * Show these remedies; a reference is kept. The first call chooses the first possible remedy, or
 * none if the incident is critical. A choice is kept while it is possible.
 */
void
sabot_remedy_list_set(SabotRemedyList *list, struct sabot_wire_remedies *remedies,
		      gboolean is_critical);

/* The remedies shown, NULL before sabot_remedy_list_set(). Borrowed until its next call. */
const struct sabot_wire_remedies *
sabot_remedy_list_get(SabotRemedyList *list);

/* The remedy chosen, or NULL. Borrowed until the next sabot_remedy_list_set(). */
const struct sabot_wire_remedy *
sabot_remedy_list_get_chosen(SabotRemedyList *list);
