/* Change of a table's rules: see rules-change.h. */
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
	return rules->next && rules->next->rules ? rules->next->rules : rules->rules;
}

static int64_t
next_or_now(int64_t next_minor, int64_t now_minor)
{
	return next_minor != SABOT_WIRE_NO_NUMBER ? next_minor : now_minor;
}

/* All values already requested, as an event's members. New reference. */
static json_t *
build_wanted(const struct sabot_wire_rules *rules)
{
	const struct sabot_wire_next_rules *next = rules->next;
	const GArray *chips =
		next && next->set && next->set->chips->len > 0 ? next->set->chips : rules->chips;
	int64_t min_minor = rules->min_minor, max_minor = rules->max_minor;
	json_t *list = json_array();

	if (next) {
		min_minor = next_or_now(next->min_minor, min_minor);
		max_minor = next_or_now(next->max_minor, max_minor);
	}
	for (guint i = 0; i < chips->len; i++)
		json_array_append_new(list, json_integer(g_array_index(chips, int64_t, i)));
	return json_pack("{s:I, s:I, s:o}", "min", (json_int_t)min_minor, "max",
			 (json_int_t)max_minor, "chips", list);
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
	json_t *wanted = build_wanted(rules), *set = json_object();
	json_t *args = NULL;

	if (sabot_form_fill(sabot_rules_change_fields, texts, set, ret_why)) {
		if (!is_other)
			sabot_form_drop_known(set, wanted);
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
