/*
 * Other rules for a table: its profile, limits and chips, and back to what the configuration says.
 * A role that may change limits only is shown the rest as such. Where the house wants two persons
 * the second one's PIN follows. Emits "recorded" when the daemon has it, or "left" when given up.
 */
#pragma once

#include "gui/model/login.h"
#include "proto/messages/table-messages.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_RULES_FORM (sabot_rules_form_get_type())
G_DECLARE_FINAL_TYPE(SabotRulesForm, sabot_rules_form, SABOT, RULES_FORM, GtkBox)

/* `session` is borrowed and must outlive it. */
void
sabot_rules_form_set_table(SabotRulesForm *form, SabotSession *session, const char *table);

/* What the table goes by, and is to go by; referenced. Takes the keyboard. */
void
sabot_rules_form_begin(SabotRulesForm *form, struct sabot_wire_rules *rules);
