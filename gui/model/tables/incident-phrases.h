/* Texts about an incident as an alarm, and about its remedies. No GTK. Transferred. */
#pragma once

#include "gui/model/login.h"
#include "proto/messages/table-messages.h"

/* For small tiles: sabot_text_incident_short() for a stored code. */
char *
sabot_phrase_code_short(const char *code);
/* "round 28 · card in excess". */
char *
sabot_phrase_incident_brief(const struct sabot_wire_incident *incident);
/* "active for 2 min", "acknowledged by Pia; Sol has it". */
char *
sabot_phrase_alarm(const struct sabot_wire_incident *incident, SabotSession *session,
		   int64_t now_us);
/*
 * "Pia has it": the person to whom it was assigned, else the one who acknowledged it; "nobody has
 * it".
 */
char *
sabot_phrase_who_has(const struct sabot_wire_incident *incident, SabotSession *session);
/* "use it as banca's third card (Art. 7.2)", for its stored word; `article` may be NULL. */
char *
sabot_phrase_remedy_named(const char *word, const char *article);
/* The same for an incident sent by the daemon. */
char *
sabot_phrase_remedy(const struct sabot_wire_remedy *remedy);
/* All effects of a remedy, one line each. */
char *
sabot_phrase_effects(const struct sabot_wire_remedy *remedy);
/* "Box 5, banca: -20.00 → 0.00": due before and after; SABOT_WIRE_NO_NUMBER: not certain. */
char *
sabot_phrase_stake_effect(const struct sabot_wire_stake_effect *stake, int64_t before_minor,
			  int64_t after_minor);
/* The stored event of a house log about an incident: "Pia: acknowledged", "Sol: \"look at it\"". */
char *
sabot_phrase_incident_note(const struct sabot_wire_incident_event *event, SabotSession *session);
/* "83 %" of the incidents that were ruled on; "–" if none was. */
char *
sabot_phrase_precision(const struct sabot_wire_count *count);
/* The beginning of an hour on the wire, in local time: "14:00", "yesterday 22:00". */
char *
sabot_phrase_hour(const char *hour);
