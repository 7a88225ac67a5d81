/* Shoes, persons, the house: see log-note.h. */
#include "log-note.h"

#include "proto/json-text.h"
#include "text/activity-text.h"
#include "text/device-text.h"
#include "text/words.h"

#include <glib.h>
#include <glib/gi18n-lib.h>
#include <string.h>

static bool
is(const json_t *event, const char *key, const char *word)
{
	return strcmp(sabot_json_text(event, key), word) == 0;
}

static bool
has_number(const json_t *event, const char *key)
{
	return json_is_integer(json_object_get(event, key));
}

/* --- Shoes ------------------------------------------------------------------------------------ */

static const char *
say_state(const json_t *event)
{
	static const struct {
		const char *word, *said;
	} states[] = {
		{"online", NC_("log", "the shoe is connected")},
		{"offline", NC_("log", "the shoe is not connected")},
		{"error", NC_("log", "the shoe reports an error")},
		{"cleared", NC_("log", "the shoe's error is cleared")},
		{"locked", NC_("log", "the shoe is locked")},
		{"unlocked", NC_("log", "the shoe is unlocked")},
		{"lost", NC_("log", "messages of the shoe are missing")},
	};

	for (gsize i = 0; i < G_N_ELEMENTS(states); i++) {
		if (is(event, "state", states[i].word))
			return g_dpgettext2(GETTEXT_PACKAGE, "log", states[i].said);
	}
	return NULL;
}

static char *
describe_device(const json_t *event)
{
	const char *state = say_state(event), *words = sabot_json_text(event, "detail");
	g_autofree char *detail = *words ? sabot_text_device(words) : NULL;

	if (state && has_number(event, "detail"))
		/* How many messages were missed. */
		return g_strdup_printf("%s: %d", state, sabot_json_number(event, "detail"));
	return state && detail ? g_strdup_printf("%s: %s", state, detail) : g_strdup(state);
}

static char *
describe_shoe(const json_t *event)
{
	const char *serial = sabot_json_text(event, "serial");
	const char *firmware = sabot_json_text(event, "firmware");
	GString *text = g_string_new(NULL);

	/* Translators: the name of the line to which a shoe is connected. */
	g_string_printf(text, C_("log", "another shoe answers as %s"),
			sabot_json_text(event, "device"));
	if (*serial)
		g_string_append_printf(text, C_("log", "; serial number %s"), serial);
	if (*firmware)
		g_string_append_printf(text, C_("log", "; firmware %s"), firmware);
	return g_string_free(text, FALSE);
}

static char *
describe_command(const json_t *event)
{
	const char *device = sabot_json_text(event, "device");

	/* Translators: of all three, the name of the line to which a shoe is connected. */
	if (is(event, "do", "lock"))
		return g_strdup_printf(C_("log", "command to shoe %s: lock"), device);
	if (is(event, "do", "unlock"))
		return g_strdup_printf(C_("log", "command to shoe %s: unlock"), device);
	if (is(event, "do", "clear"))
		return g_strdup_printf(C_("log", "command to shoe %s: clear the error"), device);
	return NULL;
}

/* --- Persons and machines --------------------------------------------------------------------- */

/* Created, or with another role. */
static char *
describe_role(const json_t *event, const char *person)
{
	const char *role = sabot_text_role(sabot_json_text(event, "role"));

	if (is(event, "do", "created"))
		/* Translators: a person, his role. */
		return g_strdup_printf(C_("log", "person %s was entered: %s"), person, role);
	/* Translators: a person, his role. */
	return g_strdup_printf(C_("log", "person %s got another role: %s"), person, role);
}

static char *
describe_person(const json_t *event)
{
	const char *person = sabot_json_text(event, "person");

	if (is(event, "do", "created") || is(event, "do", "role"))
		return describe_role(event, person);
	if (is(event, "do", "disable"))
		return g_strdup_printf(C_("log", "person %s may not log in any more"), person);
	if (is(event, "do", "enable"))
		return g_strdup_printf(C_("log", "person %s may log in again"), person);
	if (is(event, "do", "reset"))
		return g_strdup_printf(C_("log", "the PIN of person %s was reset"), person);
	if (is(event, "do", "pin"))
		return g_strdup_printf(C_("log", "person %s chose a PIN"), person);
	if (is(event, "do", "card"))
		return g_strdup_printf(C_("log", "person %s got a card"), person);
	if (is(event, "do", "erase"))
		return g_strdup_printf(C_("log", "the name of person %s was erased"), person);
	if (is(event, "do", "restored"))
		return g_strdup_printf(C_("log", "person %s is again as the log has it"), person);
	return NULL;
}

static char *
describe_locked(const json_t *event)
{
	/* Translators: a person, a time. */
	return g_strdup_printf(C_("log", "too many wrong PINs: person %s is locked until %s"),
			       sabot_json_text(event, "person"), sabot_json_text(event, "until"));
}

static char *
describe_refused(const json_t *event)
{
	/* Translators: a person, what he requested: "close a shift". */
	return g_strdup_printf(C_("log", "person %s requested what his role does not allow: %s"),
			       sabot_json_text(event, "person"),
			       sabot_text_activity_detail(sabot_json_text(event, "do")));
}

static char *
describe_machine(const json_t *event)
{
	const char *machine = sabot_json_text(event, "machine");

	if (is(event, "do", "allow"))
		return g_strdup_printf(C_("log", "machine %s was let in"), machine);
	if (is(event, "do", "revoke"))
		return g_strdup_printf(C_("log", "machine %s was turned out"), machine);
	return NULL;
}

static char *
describe_staff(const json_t *event)
{
	bool is_on = !json_is_false(json_object_get(event, "on"));

	/* Translators: a person; a post: dealer, pit boss. */
	return g_strdup_printf(is_on ? C_("log", "person %s is on duty: %s")
				     : C_("log", "person %s is not on duty any more: %s"),
			       sabot_json_text(event, "who"),
			       sabot_text_role(sabot_json_text(event, "post")));
}

/* --- The table -------------------------------------------------------------------------------- */

static char *
describe_holder(const json_t *event)
{
	return g_strdup_printf(C_("log", "box %d holds the shoe"), sabot_json_number(event, "box"));
}

static char *
describe_limits(const json_t *event)
{
	g_autofree char *least = sabot_json_money(event, "min"),
			*most = sabot_json_money(event, "max");

	/* Translators: amounts. */
	return g_strdup_printf(C_("log", "limits: %s to %s"), least, most);
}

static char *
describe_prepared(const json_t *event)
{
	/* Translators: a step of the preparation, as it is named in the profile. */
	return g_strdup_printf(C_("log", "prepared: %s"), sabot_json_text(event, "step"));
}

static char *
describe_reveal(const json_t *event)
{
	if (is(event, "what", "punto"))
		return g_strdup(C_("log", "the punto's cards are turned up"));
	if (is(event, "what", "banca"))
		return g_strdup(C_("log", "the banca's cards are turned up"));
	if (is(event, "what", "hole"))
		return g_strdup(C_("log", "the hole card is turned up"));
	return g_strdup(C_("log", "the cards are turned up"));
}

static char *
describe_even_money(const json_t *event)
{
	return g_strdup_printf(C_("log", "even money: box %d"), sabot_json_number(event, "box"));
}

static char *
describe_commission(const json_t *event)
{
	g_autofree char *amount = sabot_json_money(event, "amount");

	/* Translators: a box, an amount. */
	return g_strdup_printf(C_("log", "commission paid: box %d, %s"),
			       sabot_json_number(event, "box"), amount);
}

/* --- Incidents -------------------------------------------------------------------------------- */

static char *
describe_assign(const json_t *event)
{
	const char *to = sabot_json_text(event, "to");
	int incident = sabot_json_number(event, "incident");

	if (!*to)
		return g_strdup_printf(C_("log", "incident %d is nobody's any more"), incident);
	/* Translators: an incident's number, a person. */
	return g_strdup_printf(C_("log", "incident %d was given to person %s"), incident, to);
}

static char *
describe_shelve(const json_t *event)
{
	/* Translators: an incident's number, a time. */
	return g_strdup_printf(C_("log", "incident %d waits until %s"),
			       sabot_json_number(event, "incident"),
			       sabot_json_text(event, "until"));
}

static char *
describe_unshelve(const json_t *event)
{
	return g_strdup_printf(C_("log", "incident %d waits no more"),
			       sabot_json_number(event, "incident"));
}

static char *
describe_finding(const json_t *event)
{
	enum sabot_incident_code code;

	if (!sabot_incident_code_from_string(sabot_json_text(event, "code"), &code))
		return NULL;
	/* Translators: what the daemon found, in a few words. */
	return g_strdup_printf(C_("log", "found: %s"), sabot_text_incident_name(code));
}

/* --- The house ------------------------------------------------------------------------------- */

static char *
describe_config(const json_t *event)
{
	g_autofree char *key = g_strdup_printf("[%s] %s", sabot_json_text(event, "group"),
					       sabot_json_text(event, "key"));
	const char *from = sabot_json_text(event, "from"), *to = sabot_json_text(event, "to");

	if (!*to)
		/* Translators: a key of the configuration, its value. */
		return g_strdup_printf(C_("log", "configuration: %s = %s was taken out"), key,
				       from);
	if (!*from)
		/* Translators: a key of the configuration, its value. */
		return g_strdup_printf(C_("log", "configuration: %s = %s is new"), key, to);
	/* Translators: a key of the configuration, its value now, its value before. */
	return g_strdup_printf(C_("log", "configuration: %s = %s instead of %s"), key, to, from);
}

static char *
describe_key(const json_t *event)
{
	(void)event;
	return g_strdup(C_("log", "another key signs the log from here on"));
}

static char *
describe_code(const json_t *event)
{
	(void)event;
	return g_strdup(C_("log", "a code for the first log-in was made"));
}

static char *
describe_archive(const json_t *event)
{
	/* Translators: a number, a file. */
	return g_strdup_printf(C_("log", "archive %d was made: %s"),
			       sabot_json_number(event, "number"), sabot_json_text(event, "file"));
}

static char *
describe_carried(const json_t *event)
{
	(void)event;
	return g_strdup(C_("log", "what is in force was said again, so that the log before it can "
				  "be archived"));
}

static char *
describe_case(const json_t *event)
{
	/* Translators: a table. */
	return g_strdup_printf(C_("log", "a case file of table %s was made"),
			       sabot_json_text(event, "table"));
}

static char *
describe_place(const json_t *event)
{
	if (!has_number(event, "x"))
		/* Translators: a table. */
		return g_strdup_printf(C_("log", "table %s was taken off the floor plan"),
				       sabot_json_text(event, "table"));
	/* Translators: a table. */
	return g_strdup_printf(C_("log", "table %s was given its place on the floor plan"),
			       sabot_json_text(event, "table"));
}

static char *
describe_rules(const json_t *event)
{
	const char *table = sabot_json_text(event, "table");

	if (is(event, "do", "configured"))
		/* Translators: a table. */
		return g_strdup_printf(C_("log", "table %s: the configuration's rules from its "
						 "next load on"),
				       table);
	/* Translators: a table, a rule profile. */
	return g_strdup_printf(C_("log", "table %s: rules %s from its next load on"), table,
			       sabot_json_text(event, "rules"));
}

static char *
describe_seal(const json_t *event)
{
	/* Translators: a shift's name. */
	return g_strdup_printf(C_("log", "shift %s was signed off"),
			       sabot_json_text(event, "shift"));
}

/* A table that goes to another database, or comes from one. */
static char *
describe_move(const json_t *event)
{
	const char *table = sabot_json_text(event, "table");

	if (is(event, "ev", "given"))
		return g_strdup_printf(C_("log", "table %s was given away"), table);
	if (is(event, "ev", "taking"))
		return g_strdup_printf(C_("log", "table %s is being taken over"), table);
	return g_strdup_printf(C_("log", "table %s was taken over"), table);
}

char *
sabot_log_note(const json_t *event)
{
	static const struct {
		const char *ev;
		char *(*describe)(const json_t *event);
	} known[] = {
		{"device", describe_device},
		{"shoe", describe_shoe},
		{"command", describe_command},
		{"person", describe_person},
		{"locked", describe_locked},
		{"refused", describe_refused},
		{"machine", describe_machine},
		{"staff", describe_staff},
		{"holder", describe_holder},
		{"limits", describe_limits},
		{"prepared", describe_prepared},
		{"reveal", describe_reveal},
		{"even_money", describe_even_money},
		{"commission_paid", describe_commission},
		{"assign", describe_assign},
		{"shelve", describe_shelve},
		{"unshelve", describe_unshelve},
		{"finding", describe_finding},
		{"config", describe_config},
		{"key", describe_key},
		{"code", describe_code},
		{"archive", describe_archive},
		{"carried", describe_carried},
		{"case", describe_case},
		{"place", describe_place},
		{"rules", describe_rules},
		{"seal", describe_seal},
		{"given", describe_move},
		{"taking", describe_move},
		{"taken", describe_move},
	};
	const char *ev = sabot_json_text(event, "ev");

	for (gsize i = 0; i < G_N_ELEMENTS(known); i++) {
		if (strcmp(known[i].ev, ev) == 0)
			return known[i].describe(event);
	}
	return NULL;
}
