/*
 * The second of two persons who sign: chosen by name, proven by PIN. The second person of the last
 * time is still chosen, unless that person cannot sign this. Emits "signed" with the value of a
 * request's `second` (json_t *, {name, pin}), or "left". It is a page of a stack, beside the form
 * that is signed.
 */
#pragma once

#include "person-list.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_SECOND_PERSON (sabot_second_person_get_type())
G_DECLARE_FINAL_TYPE(SabotSecondPerson, sabot_second_person, SABOT, SECOND_PERSON, GtkBox)

/* Borrowed; it must outlive the widget. */
void
sabot_second_person_set_session(SabotSecondPerson *second, SabotSession *session);

/* The right that the second person needs, other than `second`. */
void
sabot_second_person_set_right(SabotSecondPerson *second, const char *right);

/* Who cannot be chosen, as sabot_person_list_set_hindrance() has it. */
void
sabot_second_person_set_hindrance(SabotSecondPerson *second, sabot_person_hinder_fn *hinder,
				  gconstpointer data);

/* Take the keyboard focus. */
void
sabot_second_person_begin(SabotSecondPerson *second);

/*
 * Send a request that requires two persons if the house wants it. If the daemon says so, this page
 * is shown, and the request is sent again with the second person's proof. `args` is transferred;
 * `fn` is called with every answer, also with "second_wanted", on the main thread, but not after
 * the widget was destroyed. Meanwhile nothing in the stack can be touched.
 */
void
sabot_second_person_request(SabotSecondPerson *second, const char *verb, json_t *args,
			    sabot_client_reply_fn *fn, gpointer data);
