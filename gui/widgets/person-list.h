/*
 * A list of a house's persons to choose one from: name and role, found by the first letters typed.
 * A person whose PIN is locked stays in the list, with the reason in words. Emits "chosen" when the
 * choice has changed.
 */
#pragma once

#include "gui/model/login.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_PERSON_LIST (sabot_person_list_get_type())
G_DECLARE_FINAL_TYPE(SabotPersonList, sabot_person_list, SABOT, PERSON_LIST, GtkBox)

/*
 * List persons with `right` (NULL: all of them); if `without_self`, leave out the person logged in.
 */
void
sabot_person_list_set_session(SabotPersonList *list, SabotSession *session, const char *right,
			      gboolean without_self);

/* Replace the right given to sabot_person_list_set_session(). */
void
sabot_person_list_set_right(SabotPersonList *list, const char *right);

/*
 * `hinder` says why a person ("p3") cannot be chosen, in the user's language; NULL: the person can.
 * Its answer is transferred. `data` is borrowed until the next call.
 */
typedef char *
sabot_person_hinder_fn(const char *person, gconstpointer data);
void
sabot_person_list_set_hindrance(SabotPersonList *list, sabot_person_hinder_fn *hinder,
				gconstpointer data);

/* True if the one who was chosen can still be chosen. */
gboolean
sabot_person_list_is_choice_good(SabotPersonList *list);

/* No PIN will be required: a person whose PIN is locked can be chosen, too. */
void
sabot_person_list_set_needs_no_pin(SabotPersonList *list);

/* The name chosen, or NULL. Borrowed until the next change. */
const char *
sabot_person_list_get_name(SabotPersonList *list);

/* The id of that person in the log ("p3"), or NULL. */
const char *
sabot_person_list_get_id(SabotPersonList *list);

/* Choose a person as if touched; nobody is chosen if that person cannot be. */
void
sabot_person_list_choose(SabotPersonList *list, const char *name);

/* Take the keyboard focus. */
void
sabot_person_list_begin(SabotPersonList *list);
