/* Rules and preparation of a dealer's table: see dealer-lookup.h. */
#include "dealer-lookup.h"

struct sabot_dealer_lookup {
	struct sabot_client *client;
	char *name;
	GObject *owner; /* no reference: it owns this */
	sabot_dealer_lookup_fn on_changed;
	struct sabot_wire_rules *rules;      /* NULL until known */
	char *rules_asked;                   /* "NAME LOAD" for which they were requested */
	struct sabot_wire_load_answer *load; /* the steps of preparation; NULL until known */
	int64_t load_n; /* the table's event after which it was requested; -1 = not requested */
};

struct sabot_dealer_lookup *
sabot_dealer_lookup_new(struct sabot_client *client, const char *name, GObject *owner,
			sabot_dealer_lookup_fn on_changed)
{
	struct sabot_dealer_lookup *lookup = g_new0(struct sabot_dealer_lookup, 1);

	lookup->client = client;
	lookup->name = g_strdup(name);
	lookup->owner = owner;
	lookup->on_changed = on_changed;
	lookup->load_n = -1;
	return lookup;
}

void
sabot_dealer_lookup_free(struct sabot_dealer_lookup *lookup)
{
	if (!lookup)
		return;
	sabot_record_unref(lookup->rules);
	sabot_record_unref(lookup->load);
	g_free(lookup->rules_asked);
	g_free(lookup->name);
	g_free(lookup);
}

/* `on_reply` releases the owner. */
static void
request(struct sabot_dealer_lookup *lookup, const char *what, sabot_client_reply_fn *on_reply)
{
	json_t *args = json_pack("{s:s}", "table", lookup->name);

	g_object_ref(lookup->owner);
	sabot_client_request(lookup->client, what, args, NULL, on_reply, lookup);
	json_decref(args);
}

void
sabot_dealer_lookup_set_rules(struct sabot_dealer_lookup *lookup, struct sabot_wire_rules *rules)
{
	struct sabot_wire_rules *old = lookup->rules;

	lookup->rules = sabot_record_ref(rules);
	lookup->on_changed(lookup->owner);
	sabot_record_unref(old);
}

static void
on_rules_received(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	struct sabot_dealer_lookup *lookup = data;
	GObject *owner = lookup->owner;
	struct sabot_wire_rules *rules =
		ok ? sabot_record_parse(&sabot_wire_rules_type, ok, NULL) : NULL;

	(void)client;
	if (error)
		g_clear_pointer(&lookup->rules_asked, g_free);
	if (rules)
		sabot_dealer_lookup_set_rules(lookup, rules);
	sabot_record_unref(rules);
	g_object_unref(owner);
}

/* Rules change only with a load. */
static void
request_rules(struct sabot_dealer_lookup *lookup, const struct sabot_wire_view *view)
{
	g_autofree char *wanted = g_strdup_printf("%s %d", view->rules, (int)view->load);

	if (g_strcmp0(wanted, lookup->rules_asked) == 0)
		return;
	g_free(lookup->rules_asked);
	lookup->rules_asked = g_steal_pointer(&wanted);
	request(lookup, "rules", on_rules_received);
}

static void
on_load_received(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	struct sabot_dealer_lookup *lookup = data;
	g_autoptr(GObject) owner = lookup->owner;

	(void)client;
	if (error)
		return;
	sabot_record_unref(lookup->load);
	lookup->load = sabot_record_parse(&sabot_wire_load_answer_type, ok, NULL);
	lookup->on_changed(owner);
}

/*
 * Anybody may record a step of the preparation: request it again after each event while there is no
 * load.
 */
static void
request_load(struct sabot_dealer_lookup *lookup, const struct sabot_wire_view *view)
{
	if (view->phase != SABOT_WIRE_PHASE_NO_LOAD || view->n == lookup->load_n)
		return;
	lookup->load_n = view->n;
	request(lookup, "load", on_load_received);
}

void
sabot_dealer_lookup_update(struct sabot_dealer_lookup *lookup, const struct sabot_wire_view *view)
{
	request_rules(lookup, view);
	request_load(lookup, view);
}

const struct sabot_wire_rules *
sabot_dealer_lookup_get_rules(const struct sabot_dealer_lookup *lookup)
{
	return lookup->rules;
}

gboolean
sabot_dealer_lookup_is_prepared(const struct sabot_dealer_lookup *lookup, const char *step)
{
	for (guint i = 0; lookup->load && i < lookup->load->preparing->len; i++) {
		const struct sabot_wire_prepared *prepared =
			g_ptr_array_index(lookup->load->preparing, i);

		if (g_strcmp0(prepared->step, step) == 0)
			return TRUE;
	}
	return FALSE;
}
