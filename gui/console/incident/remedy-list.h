/*
 * The lawful answers to an incident, in the profile's order: each with the article it rests on and
 * what it would do, and for the chosen one every stake on which something else would be due. Emits
 * "chosen" when another one is chosen.
 */
#pragma once

#include "proto/messages/table-messages.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_REMEDY_LIST (sabot_remedy_list_get_type())
G_DECLARE_FINAL_TYPE(SabotRemedyList, sabot_remedy_list, SABOT, REMEDY_LIST, GtkBox)

/* A reference is kept. The first that is possible is chosen, or the same as before. */
void
sabot_remedy_list_set(SabotRemedyList *list, struct sabot_wire_remedies *remedies);

/* Borrowed until the next set, or NULL. */
const struct sabot_wire_remedy *
sabot_remedy_list_get_chosen(SabotRemedyList *list);
