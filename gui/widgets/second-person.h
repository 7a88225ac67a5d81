/*
 * The second of two who sign: chosen by name, proven by PIN. Whoever signed the time before is
 * still chosen. Emits "signed" with what a request takes as `second` (json_t *, {name, pin}), or
 * "left".
 */
#pragma once

#include "gui/model/session.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_SECOND_PERSON (sabot_second_person_get_type())
G_DECLARE_FINAL_TYPE(SabotSecondPerson, sabot_second_person, SABOT, SECOND_PERSON, GtkBox)

/* Borrowed; it must outlive the widget. */
void
sabot_second_person_set_session(SabotSecondPerson *second, SabotSession *session);

/* Take the keyboard. */
void
sabot_second_person_begin(SabotSecondPerson *second);
