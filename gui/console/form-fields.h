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
 * Ask for `fields`, in place of those before; they must stay. `texts` are their contents at
 * first, an entry a field (NULL: nothing). `chips`: those of the table, as of
 * sabot_chip_list_new(); NULL where none are counted.
 */
void
sabot_form_fields_set(SabotFormFields *form, const struct sabot_form_field *fields,
		      SabotSession *session, const GArray *chips, const char *const *texts);

/* An entry a field; borrowed until the next call. */
void
sabot_form_fields_get_texts(SabotFormFields *form, const char *ret_texts[SABOT_FORM_FIELDS_MAX]);

/* Take the keyboard; false: there is nothing to fill in. */
gboolean
sabot_form_fields_begin(SabotFormFields *form);
