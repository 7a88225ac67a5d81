/*
 * The contents of the cage in a shift, for reading: the main bank with its float, each foreign
 * currency, and the tips still to be shared out.
 */
#pragma once

#include "proto/messages/money-messages.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_CAGE_FACTS (sabot_cage_facts_get_type())
G_DECLARE_FINAL_TYPE(SabotCageFacts, sabot_cage_facts, SABOT, CAGE_FACTS, GtkBox)

/* Replace what is shown; NULL: nothing is known yet. */
void
sabot_cage_facts_show(SabotCageFacts *facts, const struct sabot_wire_bank *bank);
