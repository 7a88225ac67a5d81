/* Other rules for a table: see rules-change.h. */
#include "gui/model/rules-change.h"

#include "gui/model/amount.h"
#include "text/money.h"

#include <glib/gi18n.h>
#include <string.h>

const struct sabot_form_field sabot_rules_change_fields[SABOT_FORM_FIELDS_MAX] = {
	{"min", NC_("field", "Minimum"), SABOT_FORM_FIELD_AMOUNT, SABOT_FORM_FIELD_REQUIRED, NULL},
	{"max", NC_("field", "Maximum"), SABOT_FORM_FIELD_AMOUNT, SABOT_FORM_FIELD_REQUIRED, NULL},
	{"chips", NC_("field", "Chips, as 1 5 25 100"), SABOT_FORM_FIELD_VALUES,
	 SABOT_FORM_FIELD_OPTIONAL, NULL},
};

const char *
sabot_rules_change_profile(const struct sabot_wire_rules *rules)
{
	const char *next = json_string_value(json_object_get(rules->next, "rules"));

	return next ? next : rules->rules;
}

/* All that is wanted now, as an event's members. New reference. */
static json_t *
build_wanted(const struct sabot_wire_rules *rules)
{
	const json_t *next_chips = json_object_get(json_object_get(rules->next, "set"), "chips");
	json_t *wanted = json_pack("{s:I, s:I, s:O}", "min", (json_int_t)rules->min_minor, "max",
				   (json_int_t)rules->max_minor, "chips",
				   next_chips ? next_chips : rules->chips);
	static const char *const limits[] = {"min", "max"};

	for (gsize i = 0; i < G_N_ELEMENTS(limits); i++) {
		json_t *next = json_object_get(rules->next, limits[i]);

		if (next)
			json_object_set(wanted, limits[i], next);
	}
	return wanted;
}

void
sabot_rules_change_texts(const struct sabot_wire_rules *rules,
			 char *ret_texts[SABOT_FORM_FIELDS_MAX])
{
	json_t *wanted = build_wanted(rules);

	sabot_form_read_back(sabot_rules_change_fields, wanted, ret_texts);
	json_decref(wanted);
}

json_t *
sabot_rules_change_build(const struct sabot_wire_rules *rules, const char *profile,
			 const char *const *texts, char **ret_why)
{
	gboolean is_other = g_strcmp0(profile, sabot_rules_change_profile(rules)) != 0;
	json_t *wanted = build_wanted(rules), *set = json_object(), *value;
	json_t *args = NULL;
	const char *key;
	void *rest;

	if (sabot_form_fill(sabot_rules_change_fields, texts, set, ret_why)) {
		json_object_foreach_safe(set, rest, key, value)
			if (!is_other && json_equal(value, json_object_get(wanted, key)))
				json_object_del(set, key);
		if (json_object_size(set) > 0)
			args = json_pack("{s:O, s:s*}", "set", set, "rules",
					 is_other ? profile : NULL);
		else
			*ret_why = g_strdup(_("Nothing was changed."));
	}
	json_decref(wanted);
	json_decref(set);
	return args;
}
