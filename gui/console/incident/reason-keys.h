/*
 * The predefined reasons for an incident's ruling: keys of which at most one is down; a second
 * touch releases it. Emits "changed".
 */
#pragma once

#include "engine/core/incident.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_REASON_KEYS (sabot_reason_keys_get_type())
G_DECLARE_FINAL_TYPE(SabotReasonKeys, sabot_reason_keys, SABOT, REASON_KEYS, GtkFlowBox)

/* Show the reasons for this kind of incident; none is chosen. */
void
sabot_reason_keys_set_code(SabotReasonKeys *keys, enum sabot_incident_code code);

/* The chosen reason, followed by the typed text; NULL if there is neither. Transferred. */
char *
sabot_reason_keys_join(SabotReasonKeys *keys, const char *typed);
