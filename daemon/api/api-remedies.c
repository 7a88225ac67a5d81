/* `remedies`: the possible remedies for an incident, and the effect of each. */
#include "api-private.h"
#include "daemon/tables/table-redress.h"
#include "profiles/profile.h"
#include "view/remedy-effect.h"
#include "text/words.h"

#include <string.h>

enum {
	REMEDY_STAKES_SOME = 12, /* shown with each remedy of a list */
	REMEDY_STAKES_ALL = 250, /* shown with a single one */
	ROUND_STAKES_MAX = 120,  /* of the round, besides the list */
};

/* The request. */
struct question {
	struct sabot_api *api;
	struct sabot_peer *peer;
	const struct sabot_wire_remedies_request *args;
	const struct sabot_wire_incident *incident;
	const struct sabot_table_service *table; /* NULL: of the house log */
	enum sabot_incident_code code;
	enum sabot_remedy only; /* UNKNOWN: all */
};

static bool
needs_second(const struct question *question)
{
	return question->incident->severity == SABOT_WIRE_SEVERITY_CRITICAL &&
	       sabot_api_requires_persons(question->api);
}

/* The ruling as a console would send it, with its supposed effects. Transferred. */
static json_t *
build_ruling(const struct question *question, enum sabot_remedy remedy)
{
	const struct sabot_wire_remedies_request *args = question->args;
	json_t *event = json_pack("{s:s, s:I, s:s}", "ev", "ruling", "incident",
				  (json_int_t)question->incident->id, "remedy",
				  sabot_remedy_to_string(remedy));

	if (args->card)
		json_object_set(event, "card", args->card);
	if (args->box)
		json_object_set(event, "box", args->box);
	if (args->hand)
		json_object_set(event, "hand", args->hand);
	if (args->amount)
		json_object_set(event, "amount", args->amount);
	return event;
}

static bool
fill_effect(const struct question *question, enum sabot_remedy kind,
	    struct sabot_wire_remedy *remedy, GError **error)
{
	const struct sabot_table *state = sabot_derive_table(question->table->derive);
	g_autofree struct sabot_event_buffer *buffer = g_new(struct sabot_event_buffer, 1);
	json_t *object = build_ruling(question, kind);
	unsigned stakes_max = question->only ? REMEDY_STAKES_ALL : REMEDY_STAKES_SOME;
	char why[SABOT_EVENT_ERROR_SIZE];
	struct sabot_event event;
	bool is_read = sabot_event_from_json(object, state->rules.game, buffer, &event, why);
	json_t *order =
		is_read ? sabot_table_service_suppose_redress(question->table, &event) : NULL;

	if (is_read)
		sabot_remedy_effect_fill(remedy, state, &event, stakes_max);
	else
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST, "%s", why);
	if (order)
		sabot_remedy_effect_add_order(remedy, order);
	json_decref(order);
	json_decref(object);
	return is_read;
}

/* All effects as one text. */
static char *
join_effects(const GPtrArray *effects)
{
	GString *text = g_string_new(NULL);

	for (guint i = 0; i < effects->len; i++) {
		const struct sabot_wire_effect *effect = g_ptr_array_index(effects, i);

		g_string_append_printf(text, "%s%s", i > 0 ? " " : "", effect->text);
	}
	return g_string_free(text, FALSE);
}

static struct sabot_wire_remedy *
build_remedy(const struct question *question, enum sabot_remedy kind,
	     const struct sabot_profile *profile, GError **error)
{
	struct sabot_wire_remedy *remedy = sabot_record_new(&sabot_wire_remedy_type);

	remedy->remedy = g_strdup(sabot_remedy_to_string(kind));
	remedy->name = g_strdup(sabot_text_remedy(kind));
	remedy->rule = question->incident->rule && question->incident->rule[0]
			       ? g_strdup(question->incident->rule)
			       : NULL;
	if (profile)
		remedy->article = g_strdup(sabot_profile_article(profile, question->code, kind));
	remedy->needs_second = needs_second(question);
	remedy->is_possible = true;
	if (question->table && !fill_effect(question, kind, remedy, error))
		g_clear_pointer(&remedy, sabot_record_unref);
	else
		remedy->text = join_effects(remedy->effects);
	return remedy;
}

static bool
add_remedy(const struct question *question, enum sabot_remedy kind,
	   const struct sabot_profile *profile, GPtrArray *remedies, GError **error)
{
	struct sabot_wire_remedy *remedy = build_remedy(question, kind, profile, error);

	if (remedy)
		g_ptr_array_add(remedies, remedy);
	return remedy != NULL;
}

/* The remedies for a finding of the house log: the requested one, or both. */
static bool
add_of_house(const struct question *question, GPtrArray *remedies, GError **error)
{
	static const enum sabot_remedy offered[] = {SABOT_REMEDY_LET_STAND,
						    SABOT_REMEDY_FALSE_ALARM};

	for (gsize i = 0; i < G_N_ELEMENTS(offered); i++) {
		if ((!question->only || question->only == offered[i]) &&
		    !add_remedy(question, offered[i], NULL, remedies, error))
			return false;
	}
	return true;
}

/* A remedy requested by name is listed even if it has no effect in this game. */
static bool
add_of_table(const struct question *question, const struct sabot_profile *profile,
	     GPtrArray *remedies, GError **error)
{
	const struct sabot_rules *rules = &sabot_derive_table(question->table->derive)->rules;
	enum sabot_remedy kind;

	if (question->only)
		return !sabot_rules_offer_remedy(rules, question->code, question->only) ||
		       add_remedy(question, question->only, profile, remedies, error);
	for (int place = 0; sabot_rules_next_remedy(rules, question->code, &place, &kind);) {
		if (!add_remedy(question, kind, profile, remedies, error))
			return false;
	}
	return true;
}

static bool
add_remedies(const struct question *question, GPtrArray *remedies, GError **error)
{
	struct sabot_profile *profile;
	bool is_filled;

	if (!question->table)
		return add_of_house(question, remedies, error);
	/* Without the profile's file only the articles are missing. */
	profile = sabot_profile_open(sabot_derive_table(question->table->derive)->rules.name,
				     question->api->options.config->profiles_dir, NULL);
	is_filled = add_of_table(question, profile, remedies, error);
	sabot_profile_free(profile);
	return is_filled;
}

static bool
read_question(struct question *question, GError **error)
{
	struct sabot_floor *floor = question->api->options.floor;
	const char *only = question->args->remedy;

	question->incident = sabot_api_get_incident(question->api, question->peer,
						    &question->args->about, error);
	if (!question->incident)
		return false;
	question->table = sabot_floor_find(floor, question->incident->table);
	if (only && !sabot_remedy_from_string(only, &question->only)) {
		g_autofree char *known = sabot_text_list_remedies();

		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
			    SABOT_REFUSAL("remedy: there is none of that name; there are: %s"),
			    known);
		return false;
	}
	if (question->table && question->table->fault) {
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED,
			    SABOT_REFUSAL("the table is quarantined: nothing can be said of it"));
		return false;
	}
	return sabot_incident_code_from_string(question->incident->code, &question->code);
}

json_t *
sabot_api_remedies(struct sabot_api *api, struct sabot_peer *peer,
		   const struct sabot_wire_request *request, GError **error)
{
	struct question question = {.api = api, .peer = peer, .args = request->record};
	struct sabot_wire_remedies *answer;
	json_t *ok = NULL;

	if (!read_question(&question, error))
		return NULL;
	answer = sabot_record_new(&sabot_wire_remedies_type);
	answer->table = g_strdup(question.incident->table);
	answer->incident = question.incident->id;
	if (question.table)
		sabot_remedy_effect_list_stakes(answer->stakes,
						sabot_derive_table(question.table->derive),
						(unsigned)question.incident->id, ROUND_STAKES_MAX);
	if (add_remedies(&question, answer->remedies, error))
		ok = sabot_record_build(&sabot_wire_remedies_type, answer);
	sabot_record_unref(answer);
	return ok;
}
