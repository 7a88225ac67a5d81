/*
 * A button that requests a round's case file from the daemon (docs/disputes.md), fetches it page by
 * page and saves it in the user's documents folder, or the home folder; never over another file.
 * Emits "said" with a sentence (const char *) when that is done, or was refused.
 */
#pragma once

#include "proto/messages/lookup-messages.h"
#include "gui/model/login.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_CASE_BUTTON (sabot_case_button_get_type())
G_DECLARE_FINAL_TYPE(SabotCaseButton, sabot_case_button, SABOT, CASE_BUTTON, GtkButton)

/* Set the round that was found, referenced; NULL: none, and the button cannot be pressed. */
void
sabot_case_button_set(SabotCaseButton *button, SabotSession *session,
		      struct sabot_wire_found *found);
