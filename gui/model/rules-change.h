/*
 * Other rules for a table, as the console requests them (`rules_change`, docs/wire.md): what stands
 * in the form at first, and what of it becomes a request. No GTK.
 */
#pragma once

#include "gui/model/form-field.h"
#include "proto/messages/table-messages.h"

/* Minimum, maximum and chips, for gui/console/form-fields.h. */
extern const struct sabot_form_field sabot_rules_change_fields[SABOT_FORM_FIELDS_MAX];

/* The profile that is wanted: of the next load, else the one that holds. Borrowed. */
const char *
sabot_rules_change_profile(const struct sabot_wire_rules *rules);

/* The first contents of the fields; transferred each. */
void
sabot_rules_change_texts(const struct sabot_wire_rules *rules,
			 char *ret_texts[SABOT_FORM_FIELDS_MAX]);

/*
 * The request's `rules` and `set`: only what is other than it was wanted already; with another
 * profile all of it. NULL with a translated sentence in `ret_why` (transferred) when nothing is, or
 * something cannot be read. New reference.
 */
json_t *
sabot_rules_change_build(const struct sabot_wire_rules *rules, const char *profile,
			 const char *const *texts, char **ret_why);
