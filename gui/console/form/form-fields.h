/*
 * The inputs of a form (gui/model/form-field.h), one below the other. Return moves to the next one.
 * Emits "complete" on Return in the last one.
 */
#pragma once

#include "gui/model/form-field.h"
#include "gui/model/login.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_FORM_FIELDS (sabot_form_fields_get_type())
G_DECLARE_FINAL_TYPE(SabotFormFields, sabot_form_fields, SABOT, FORM_FIELDS, GtkBox)

/*
 * Show inputs for `fields`, replacing earlier ones. `texts` are their initial contents, an entry a
 * field (NULL: empty). `session` is referenced and must always be the same; if the house's persons
 * arrive later, a field for a person becomes a list of them. `chips`: those of the table, as for
 * sabot_chip_list_new(), referenced; NULL if none are counted or known.
 */
void
sabot_form_fields_set(SabotFormFields *form, const struct sabot_form_field *fields,
		      SabotSession *session, GArray *chips, const char *const *texts);

/*
 * The same after sabot_form_fields_set(), with other fields or chips: the contents of fields with
 * the same name are kept, and so is the focus.
 */
void
sabot_form_fields_set_again(SabotFormFields *form, const struct sabot_form_field *fields,
			    GArray *chips);

/* Get the contents, an entry a field; borrowed until the next call. */
void
sabot_form_fields_get_texts(SabotFormFields *form, const char *ret_texts[SABOT_FORM_FIELDS_MAX]);

/* Take the keyboard focus where something is missing or cannot be read: it is scrolled to. */
void
sabot_form_fields_begin_unfit(SabotFormFields *form);

/* Take the keyboard focus; false if there is nothing to fill in. */
gboolean
sabot_form_fields_begin(SabotFormFields *form);
