/*
 * A change of a table's rules, as the console requests it (`rules_change`, docs/wire.md): the
 * form's initial contents, and the request made from it. No GTK.
 */
#pragma once

#include "gui/model/form-field.h"
#include "proto/messages/table-messages.h"

/* Minimum, maximum and chips, for gui/console/form/form-fields.h. */
extern const struct sabot_form_field sabot_rules_change_fields[SABOT_FORM_FIELDS_MAX];

/* The requested profile: that of the next load, else the current one. Borrowed. */
const char *
sabot_rules_change_profile(const struct sabot_wire_rules *rules);

/* The initial contents of the fields; each is transferred. */
void
sabot_rules_change_texts(const struct sabot_wire_rules *rules,
			 char *ret_texts[SABOT_FORM_FIELDS_MAX]);

/*
 * The request's `rules` and `set`: only what differs from the values already requested; with
 * another profile all values. NULL with a translated sentence in `ret_why` (transferred) if nothing
 * differs, or something cannot be read. New reference.
 */
json_t *
sabot_rules_change_build(const struct sabot_wire_rules *rules, const char *profile,
			 const char *const *texts, char **ret_why);
