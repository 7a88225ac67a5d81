/*
 * sabotctl user: asks the daemon, which alone decides (docs/access.md). PINs come from the terminal
 * or standard input, never from the command line, where everybody on the machine could read them.
 */

#include "sabotctl-private.h"
#include "verb-options.h"
#include "sabotctl-client.h"
#include "sabotctl-verbs.h"
#include "cli/common/user-request.h"
#include "proto/messages/access-messages.h"
#include "proto/person.h"
#include "text/escape.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

struct options {
	char *socket, *as, *code;
	gboolean json, new_pin;
};

static const char *
state_name(enum sabot_wire_person_state state)
{
	switch (state) {
	case SABOT_WIRE_PERSON_ACTIVE:
		return C_("person", "active");
	case SABOT_WIRE_PERSON_DISABLED:
		return C_("person", "disabled");
	case SABOT_WIRE_PERSON_LOCKED:
		return C_("person", "locked");
	case SABOT_WIRE_PERSON_UNKNOWN:
		break;
	case SABOT_WIRE_PERSON_NEW_PIN:
		return C_("person", "must choose a PIN");
	}
	return "";
}

/* A name's columns of a terminal are its letters. */
static void
print_person(const struct sabot_wire_person *person)
{
	const char *name = sabot_text_plain(person->name);
	int pad = (int)MAX(0, 24 - g_utf8_strlen(name, -1));

	printf("%-6s %s%*s %-13s %s%s\n", sabot_text_plain(person->person), name, pad, "",
	       sabot_text_plain(person->role), state_name(person->state),
	       person->has_card ? C_("person", ", with a card") : "");
}

static int
print_persons(json_t *answer)
{
	g_autoptr(GError) error = NULL;
	struct sabot_wire_persons *page =
		sabot_record_parse(&sabot_wire_persons_type, answer, &error);

	for (guint i = 0; page && i < page->persons->len; i++)
		print_person(g_ptr_array_index(page->persons, i));
	sabot_record_unref(page);
	return error ? sabotctl_complain(error->message) : SABOTCTL_OK;
}

static int
run_list(const struct options *options, char **args)
{
	struct user_session *session = user_session_open(options->socket, options->as);
	json_t *answer = session ? user_session_request_pages(session, "persons", "persons") : NULL;
	int status = answer ? SABOTCTL_OK : SABOTCTL_FAILED;

	(void)args;
	if (answer && options->json)
		sabotctl_print_items(answer, "persons");
	else if (answer)
		status = print_persons(answer);
	json_decref(answer);
	user_session_close(session);
	return status;
}

static const char *
right_name(const char *right)
{
	static const struct {
		const char *right, *name;
	} names[] = {
		{"deal", NC_("right", "report what happens at a table")},
		{"run", NC_("right", "limits, opening and closing, staff, corrections")},
		{"change", NC_("right", "give a table other rules or chips")},
		{"read_as", NC_("right", "say what an unread card was")},
		{"mend", NC_("right", "mend the last card of a table")},
		{"arrange", NC_("right", "say where a table stands on the floor plan")},
		{"rule", NC_("right", "rule on a table's incident")},
		{"alarm", NC_("right", "answer alarms: acknowledge, assign, shelve")},
		{"comment", NC_("right", "say something about an incident")},
		{"look_up", NC_("right", "look into the log: find, replay, what if")},
		{"report", NC_("right", "have reports made")},
		{"report_people", NC_("right", "reports about single persons")},
		{"review", NC_("right", "ask surveillance for pictures of a round")},
		{"deliver", NC_("right", "answer that: pictures delivered, or refused")},
		{"rule_house", NC_("right", "rule on a finding of the house")},
		{"second", NC_("right", "be the second of two persons")},
		{"unveil", NC_("right", "lift the veil from a load, with a second person")},
		{"command", NC_("right", "lock, unlock or clear a shoe")},
		{"persons", NC_("right", "create and change persons")},
		{"money", NC_("right", "write down table money")},
		{"request", NC_("right", "request a fill or a credit")},
		{"issue", NC_("right", "issue a fill, take back a credit")},
		{"redeem", NC_("right", "redeem a marker")},
		{"bank",
		 NC_("right", "write down the main bank's float, foreign money, shared-out tips")},
		{"count", NC_("right", "count a drop box")},
		{"countersign", NC_("right", "sign a table's document second")},
		{"witness",
		 NC_("right", "sign a count of drop or main bank, or a share-out of tips, second")},
		{"sign_off", NC_("right", "close a shift")},
		{"amend", NC_("right", "amend a shift that is sealed")},
		{"machines", NC_("right", "let machines in over the network")},
	};

	for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
		if (strcmp(right, names[i].right) == 0)
			return g_dpgettext2(GETTEXT_PACKAGE, "right", names[i].name);
	}
	return right;
}

static void
print_right(const struct sabot_wire_right *right)
{
	printf("%s:", right_name(right->action));
	for (guint i = 0; i < right->roles->len; i++)
		printf(" %s", sabot_text_plain(g_ptr_array_index(right->roles, i)));
	putchar('\n');
}

static int
print_roles(json_t *answer)
{
	g_autoptr(GError) error = NULL;
	struct sabot_wire_roles *roles = sabot_record_parse(&sabot_wire_roles_type, answer, &error);

	for (guint i = 0; roles && i < roles->actions->len; i++)
		print_right(g_ptr_array_index(roles->actions, i));
	sabot_record_unref(roles);
	return error ? sabotctl_complain(error->message) : SABOTCTL_OK;
}

static int
run_roles(const struct options *options, char **args)
{
	json_t *answer = user_request_as(options->socket, NULL, "roles", NULL);
	int status = answer ? SABOTCTL_OK : SABOTCTL_FAILED;

	(void)args;
	if (answer && options->json)
		sabotctl_print_json(answer);
	else if (answer)
		status = print_roles(answer);
	json_decref(answer);
	return status;
}

static int
print_code(json_t *answer)
{
	g_autoptr(GError) error = NULL;
	struct sabot_wire_code *code = sabot_record_parse(&sabot_wire_code_type, answer, &error);

	if (!code)
		return sabotctl_complain(error->message);
	printf(_("%s\nThis code makes one admin, until %s:\n"
		 "  sabotctl user create NAME admin --code CODE\n"),
	       code->code, code->until ? code->until : "");
	sabot_record_unref(code);
	return SABOTCTL_OK;
}

static int
draw_code(const struct options *options, bool is_recovery)
{
	json_t *answer = user_request_as(options->socket, NULL, "person_code",
					 json_pack("{s:b}", "recover", is_recovery));
	int status = SABOTCTL_OK;

	if (!answer)
		return SABOTCTL_FAILED;
	if (options->json)
		sabotctl_print_json(answer);
	else
		status = print_code(answer);
	json_decref(answer);
	return status;
}

static int
run_first(const struct options *options, char **args)
{
	(void)args;
	return draw_code(options, false);
}

static int
run_recover(const struct options *options, char **args)
{
	(void)args;
	return draw_code(options, true);
}

/* The person that a request was about. */
static int
print_changed(json_t *answer)
{
	g_autoptr(GError) error = NULL;
	struct sabot_wire_person *person =
		sabot_record_parse(&sabot_wire_person_type, answer, &error);

	if (!person)
		return sabotctl_complain(error->message);
	print_person(person);
	sabot_record_unref(person);
	return SABOTCTL_OK;
}

/* Ask the request (its args are transferred) as who --as says. Prints the person it is about. */
static int
prompt_as(const struct options *options, char *pin, const char *verb, json_t *args)
{
	json_t *answer = user_request_with_pin(options->socket, options->as, pin, verb, args);
	int status = SABOTCTL_OK;

	user_secret_free(pin);
	if (!answer)
		return SABOTCTL_FAILED;
	if (options->json)
		sabotctl_print_json(answer);
	else
		status = print_changed(answer);
	json_decref(answer);
	return status;
}

/* The PIN of who does it; false, said, when it cannot be had. */
static bool
read_own_pin(const struct options *options, char **ret_pin)
{
	if (!options->as) {
		sabotctl_complain(_("who does it? --as NAME"));
		return false;
	}
	*ret_pin = user_read_pin_of(options->as);
	return *ret_pin != NULL;
}

static int
run_create(const struct options *options, char **args)
{
	g_autofree char *prompt = g_strdup_printf(
		options->code ? _("New PIN for %s") : _("PIN for the next log-in of %s"), args[0]);
	char *own = NULL, *pin;
	json_t *request;

	if (options->code && options->as)
		return sabotctl_complain(_("it is either --as or --code"));
	if (!options->code && !read_own_pin(options, &own))
		return SABOTCTL_FAILED;
	pin = user_read_new_secret(prompt);
	if (!pin) {
		user_secret_free(own);
		return sabotctl_complain(_("there is no PIN"));
	}
	request = json_pack("{s:s, s:s, s:s, s:s*}", "name", args[0], "role", args[1], "pin", pin,
			    "code", options->code);
	user_secret_free(pin);
	if (!request) {
		user_secret_free(own);
		return sabotctl_complain(_("a name is text in UTF-8"));
	}
	return prompt_as(options, own, "person_create", request);
}

static int
change(const struct options *options, json_t *args)
{
	char *own = NULL;

	if (args && read_own_pin(options, &own))
		return prompt_as(options, own, "person_change", args);
	json_decref(args);
	return SABOTCTL_FAILED;
}

static int
run_role(const struct options *options, char **args)
{
	return change(options, json_pack("{s:s, s:s, s:s}", "person", args[0], "change", "role",
					 "role", args[1]));
}

static int
run_disable(const struct options *options, char **args)
{
	return change(options, json_pack("{s:s, s:s}", "person", args[0], "change", "disable"));
}

static int
run_enable(const struct options *options, char **args)
{
	return change(options, json_pack("{s:s, s:s}", "person", args[0], "change", "enable"));
}

static int
run_erase(const struct options *options, char **args)
{
	return change(options, json_pack("{s:s, s:s}", "person", args[0], "change", "erase"));
}

static int
run_reset(const struct options *options, char **args)
{
	g_autofree char *prompt = g_strdup_printf(_("PIN for the next log-in of %s"), args[0]);
	char *own = NULL, *pin;
	json_t *request;

	if (!read_own_pin(options, &own))
		return SABOTCTL_FAILED;
	pin = user_read_new_secret(prompt);
	request =
		pin ? json_pack("{s:s, s:s, s:s}", "person", args[0], "change", "reset", "pin", pin)
		    : NULL;
	user_secret_free(pin);
	if (request)
		return prompt_as(options, own, "person_change", request);
	user_secret_free(own);
	return sabotctl_complain(_("there is no PIN"));
}

/* What the request of a card takes; false, said, when something is missing. Transferred. */
static bool
read_card(const struct options *options, const char *who, json_t **ret_request)
{
	g_autofree char *prompt = g_strdup_printf(_("Card for %s: hold it to the reader"), who);
	char *pin = user_read_pin_of(who);
	char *new = pin && options->new_pin ? user_read_new_secret(_("New PIN")) : NULL;
	char *card = pin ? user_read_secret(prompt) : NULL;
	bool is_whole = card && (new || !options->new_pin);

	*ret_request = is_whole ? json_pack("{s:s, s:s, s:s, s:s*}", "person", who, "pin", pin,
					    "card", card, "new", new)
				: NULL;
	user_secret_free(pin);
	user_secret_free(new);
	user_secret_free(card);
	if (!*ret_request)
		sabotctl_complain(_("PIN and card are wanted"));
	return *ret_request != NULL;
}

static int
run_card(const struct options *options, char **args)
{
	char *own = NULL;
	json_t *request;

	if (!read_own_pin(options, &own))
		return SABOTCTL_FAILED;
	if (read_card(options, args[0], &request))
		return prompt_as(options, own, "person_card", request);
	user_secret_free(own);
	return SABOTCTL_FAILED;
}

static int
run_pin(const struct options *options, char **args)
{
	char *old = user_read_secret(_("PIN until now"));
	char *new = old ? user_read_new_secret(_("New PIN")) : NULL;
	json_t *answer, *request = NULL;

	if (new)
		request = json_pack("{s:s, s:s, s:s}", "name", args[0], "pin", old, "new", new);
	user_secret_free(old);
	user_secret_free(new);
	if (!request)
		return sabotctl_complain(_("there is no PIN"));
	answer = user_request_as(options->socket, NULL, "login", request);
	if (!answer)
		return SABOTCTL_FAILED;
	printf("%s\n", _("The new PIN holds."));
	json_decref(answer);
	return SABOTCTL_OK;
}

static const struct sabotctl_verb verbs[] = {
	{"list", 0, "list", N_("everybody, with role and state"), run_list},
	{"roles", 0, "roles", N_("who may do what"), run_roles},
	{"create", 2, "create NAME ROLE", N_("a new person"), run_create},
	{"role", 2, "role WHO ROLE", N_("another role"), run_role},
	{"disable", 1, "disable WHO", N_("no log-in any more"), run_disable},
	{"enable", 1, "enable WHO", N_("log-in again; also unlocks"), run_enable},
	{"reset", 1, "reset WHO", N_("a lost PIN: one for a single log-in"), run_reset},
	{"erase", 1, "erase WHO", N_("the name goes, for good; the log keeps the number"),
	 run_erase},
	{"pin", 1, "pin NAME", N_("choose a new PIN for oneself"), run_pin},
	{"card", 1, "card WHO", N_("a card beside the PIN: an admin and WHO do it together"),
	 run_card},
	{"first", 0, "first", N_("a one-time code for the first admin"), run_first},
	{"recover", 0, "recover", N_("the same when no admin can log in: the pit sees it"),
	 run_recover},
	{0},
};

int
sabotctl_user(int argc, char **argv)
{
	struct options options = {0};
	const GOptionEntry entries[] = {
		SABOTCTL_CONNECT_OPTIONS(&options.socket),
		{"as", 0, 0, G_OPTION_ARG_STRING, &options.as, N_("the admin who does it"),
		 N_("NAME")},
		{"code", 0, 0, G_OPTION_ARG_STRING, &options.code, N_("a one-time code"),
		 N_("CODE")},
		{"new-pin", 0, 0, G_OPTION_ARG_NONE, &options.new_pin,
		 N_("card: and a new PIN, where somebody else chose the one until now"), NULL},
		{"json", 0, 0, G_OPTION_ARG_NONE, &options.json, N_("JSON, for programs"), NULL},
		G_OPTION_ENTRY_NULL,
	};
	g_autofree char *summary = sabotctl_verbs_describe(
		verbs, _("WHO is a name or an id. PINs are read from the terminal, or from "
			 "standard input, a line each: first that of --as. Who has a card gives "
			 "its number behind the PIN and a blank,\nas a reader types it."));
	const struct verb_options verb = {
		.arguments = _("VERB [ARGUMENT…]"),
		.summary = summary,
		.entries = entries,
	};
	int status = SABOTCTL_FAILED;

	if (verb_options_parse(&verb, &argc, &argv))
		status = sabotctl_verbs_run("user", verbs, &options, argc, argv);
	g_free(options.socket);
	g_free(options.as);
	g_free(options.code);
	return status;
}
