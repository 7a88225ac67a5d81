/*
 * A form to change a table's rules: its profile, limits and chips, or to restore the configured
 * ones. For a role that may change only limits the rest is read-only. If the house requires two
 * persons, the second one's PIN follows. Emits "recorded" when the daemon has recorded the change,
 * or "left" when it was cancelled.
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

/* The table's current and coming rules; referenced. Takes the keyboard focus. */
void
sabot_rules_form_begin(SabotRulesForm *form, struct sabot_wire_rules *rules);
