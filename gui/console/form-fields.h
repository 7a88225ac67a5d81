/*
 * The inputs of a form (gui/model/form-field.h), one below the other. Return goes from one to the
 * next. Emits "complete" on Return in the last one.
 */
#pragma once

#include "gui/model/form-field.h"
#include "gui/model/login.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_FORM_FIELDS (sabot_form_fields_get_type())
G_DECLARE_FINAL_TYPE(SabotFormFields, sabot_form_fields, SABOT, FORM_FIELDS, GtkBox)

/*
 * Ask for `fields`, in place of those before. `texts` are their contents at first, an entry a
 * field (NULL: nothing). `session` is referenced, and always the same; where the house's persons
 * come later, a field for one becomes a list of them. `chips`: those of the table, as of
 * sabot_chip_list_new(), referenced; NULL where none are counted or known.
 */
void
sabot_form_fields_set(SabotFormFields *form, const struct sabot_form_field *fields,
		      SabotSession *session, GArray *chips, const char *const *texts);

/* The same after sabot_form_fields_set() with other fields or chips: what was typed stays, by the
 * field's name, and so does the keyboard. */
void
sabot_form_fields_set_again(SabotFormFields *form, const struct sabot_form_field *fields,
			    GArray *chips);

/* An entry a field; borrowed until the next call. */
void
sabot_form_fields_get_texts(SabotFormFields *form, const char *ret_texts[SABOT_FORM_FIELDS_MAX]);

/* Take the keyboard; false: there is nothing to fill in. */
gboolean
sabot_form_fields_begin(SabotFormFields *form);
