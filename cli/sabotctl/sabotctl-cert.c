/*
 * sabotctl cert: a machine's certificate and key, made where they are used, and which machines the
 * daemon lets in. What is allowed the daemon alone decides (docs/access.md); only a certificate,
 * which is no secret, ever travels.
 */

#include "sabotctl-private.h"
#include "verb-options.h"
#include "disk/whole-file.h"
#include "sabotctl-rows.h"
#include "sabotctl-store.h"
#include "sabotctl-verbs.h"
#include "cli/common/user-request.h"
#include "proto/messages/access-messages.h"
#include "proto/certificate.h"
#include "proto/rfc3339.h"
#include "proto/connector.h"
#include "text/escape.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { DAYS_MAX = 36500 };

struct options {
	char *socket, *as, *state_dir, *name, *role, *tables, *fingerprint;
	int days;
	gboolean json;
};

/* Its day; with a warning when it is near or past. Transferred. */
static char *
describe_end(int64_t until_us)
{
	int days = sabot_certificate_days_left(until_us, g_get_real_time());
	g_autofree char *time = sabot_time_format(until_us);
	g_autofree char *day = g_strndup(time, strlen("2026-11-21"));

	if (days < 0)
		return g_strdup_printf(_("EXPIRED on %s"), day);
	if (days < SABOT_CERTIFICATE_WARN_DAYS)
		return g_strdup_printf(ngettext("until %s: ONLY %d DAY LEFT",
						"until %s: ONLY %d DAYS LEFT", (gulong)days),
				       day, days);
	return g_strdup_printf(_("until %s"), day);
}

static bool
ends_soon(int64_t until_us)
{
	return sabot_certificate_days_left(until_us, g_get_real_time()) <
	       SABOT_CERTIFICATE_WARN_DAYS;
}

static int
print_certificate(const struct options *options, const struct sabot_certificate *certificate)
{
	g_autofree char *end = describe_end(certificate->until_us);
	g_autofree char *until = sabot_time_format(certificate->until_us);
	json_t *json;

	if (options->json) {
		json = json_pack("{s:s, s:s, s:s}", "name", certificate->name, "fingerprint",
				 certificate->fingerprint, "until", until);
		sabotctl_print_json(json);
		json_decref(json);
	} else {
		printf("%s\n%s, %s\n", sabot_text_plain(certificate->fingerprint),
		       sabot_text_plain(certificate->name), end);
	}
	return ends_soon(certificate->until_us) ? SABOTCTL_FOUND : SABOTCTL_OK;
}

/* Where the files are: the daemon's in its state directory, a machine's where clients look. */
static void
find_paths(const struct options *options, char **ret_certificate, char **ret_key)
{
	if (!options->state_dir) {
		sabot_connect_identity_paths(ret_certificate, ret_key);
		return;
	}
	*ret_certificate = g_build_filename(options->state_dir, "tls.crt", NULL);
	*ret_key = g_build_filename(options->state_dir, "tls.key", NULL);
}

static int
run_create(const struct options *options, char **args)
{
	g_autofree char *certificate_path = NULL, *key_path = NULL, *directory = NULL;
	g_autoptr(GError) error = NULL;
	const char *name = options->name ? options->name : g_get_host_name();
	struct sabot_certificate_paths paths;
	struct sabot_certificate *certificate;

	(void)args;
	if (!name[0] || strlen(name) > 64)
		return sabotctl_complain(_("a certificate's name has 1 to 64 letters"));
	if (options->days < 1 || options->days > DAYS_MAX)
		return sabotctl_complain(_("it can hold for 1 to 36500 days"));
	find_paths(options, &certificate_path, &key_path);
	paths = (struct sabot_certificate_paths){certificate_path, key_path};
	directory = g_path_get_dirname(key_path);
	sabot_disk_make_folder(directory, 0700);
	certificate = sabot_certificate_create(&paths, name, options->days, &error);
	if (!certificate)
		return sabotctl_complain(error->message);
	if (!options->json)
		printf("%s\n%s\n", sabot_text_plain(certificate_path), sabot_text_plain(key_path));
	print_certificate(options, certificate);
	sabot_certificate_free(certificate);
	return SABOTCTL_OK;
}

static int
show(const struct options *options, const char *path)
{
	g_autoptr(GError) error = NULL;
	struct sabot_certificate *certificate = sabot_certificate_load(path, &error);
	int status;

	if (!certificate)
		return sabotctl_complain(error->message);
	status = print_certificate(options, certificate);
	sabot_certificate_free(certificate);
	return status;
}

static int
run_show(const struct options *options, char **args)
{
	return show(options, args[0]);
}

static int
run_own(const struct options *options, char **args)
{
	g_autofree char *certificate = NULL, *key = NULL;

	(void)args;
	find_paths(options, &certificate, &key);
	return show(options, certificate);
}

/* Ask, after a log-in as who --as says. The answer, new reference; NULL when there is none. */
static json_t *
send_request(const struct options *options, const char *verb, json_t *args)
{
	return user_request_as(options->socket, options->as, verb, args);
}

static int
request_change(const struct options *options, const char *verb, json_t *args)
{
	json_t *answer = send_request(options, verb, args);

	if (!answer)
		return SABOTCTL_FAILED;
	if (options->json)
		sabotctl_print_json(answer);
	json_decref(answer);
	return SABOTCTL_OK;
}

/* `tables` of the request from "PB-01,PB-02"; NULL for "all". */
static json_t *
split_tables(const char *text)
{
	g_auto(GStrv) names = g_strsplit_set(text, ", ", -1);
	json_t *list;

	if (strcmp(text, "all") == 0)
		return NULL;
	list = json_array();
	for (size_t i = 0; names[i]; i++) {
		if (names[i][0])
			json_array_append_new(list, json_string(names[i]));
	}
	return list;
}

/* From the file of a certificate, else what --fingerprint says. */
static bool
add_fingerprint(const struct options *options, const char *path, json_t *request)
{
	g_autoptr(GError) error = NULL;
	g_autofree char *until = NULL;
	struct sabot_certificate *certificate = sabot_certificate_load(path, &error);

	if (!certificate) {
		sabotctl_complain(error->message);
		return false;
	}
	if (!options->json)
		print_certificate(options, certificate);
	until = sabot_time_format(certificate->until_us);
	json_object_set_new(request, "fingerprint", json_string(certificate->fingerprint));
	json_object_set_new(request, "until", json_string(until));
	sabot_certificate_free(certificate);
	return true;
}

static int
allow(const struct options *options, const char *name, const char *path)
{
	json_t *request, *tables;

	if (!options->role || !options->tables)
		return sabotctl_complain(
			_("what may it do, and where? --role ROLE --tables all, or their "
			  "names"));
	request = json_pack("{s:s, s:s}", "machine", name, "role", options->role);
	if (!request)
		return sabotctl_complain(_("a name is text in UTF-8"));
	tables = split_tables(options->tables);
	if (tables)
		json_object_set_new(request, "tables", tables);
	if (options->fingerprint)
		json_object_set_new(request, "fingerprint", json_string(options->fingerprint));
	if (!path || add_fingerprint(options, path, request))
		return request_change(options, "machine_allow", request);
	json_decref(request);
	return SABOTCTL_FAILED;
}

static int
run_allow(const struct options *options, char **args)
{
	if (options->fingerprint)
		return sabotctl_complain(_("it is either a file or --fingerprint"));
	return allow(options, args[0], args[1]);
}

static int
run_allow_fingerprint(const struct options *options, char **args)
{
	if (!options->fingerprint)
		return sabotctl_complain(_("which certificate? its file, or --fingerprint"));
	return allow(options, args[0], NULL);
}

static int
run_revoke(const struct options *options, char **args)
{
	json_t *request = json_pack("{s:s}", "machine", args[0]);

	return request ? request_change(options, "machine_revoke", request)
		       : sabotctl_complain(_("a name is text in UTF-8"));
}

/* True when its certificate's end is near. */
static bool
add_machine(GPtrArray *rows, const struct sabot_wire_machine *machine)
{
	GString *seen = g_string_new(machine->tables ? NULL : _("all"));
	bool has_end = machine->until_us != SABOT_TIME_NONE;
	g_autofree char *end = NULL;

	for (guint i = 0; machine->tables && i < machine->tables->len; i++)
		g_string_append_printf(seen, "%s%s", i ? "," : "",
				       (char *)g_ptr_array_index(machine->tables, i));
	if (has_end)
		end = describe_end(machine->until_us);
	else if (machine->is_configured)
		end = g_strdup(_("in the configuration"));
	sabotctl_rows_add(rows, machine->machine ? machine->machine : "",
			  machine->role ? machine->role : "", seen->str, end ? end : "",
			  machine->fingerprint ? machine->fingerprint : "", NULL);
	g_string_free(seen, TRUE);
	return has_end && ends_soon(machine->until_us);
}

static int
print_machines(const struct sabot_wire_machines *machines)
{
	g_autoptr(GPtrArray) rows = sabotctl_rows_new();
	const struct sabot_wire_machine *own = machines->own;
	g_autofree char *end = NULL;
	bool is_soon = false;

	if (own && own->until_us != SABOT_TIME_NONE) {
		is_soon = ends_soon(own->until_us);
		end = describe_end(own->until_us);
		printf(_("the daemon's own: %s, %s\n"), sabot_text_plain(own->fingerprint), end);
	}
	sabotctl_rows_add(rows, _("machine"), _("role"), _("tables"), _("certificate"),
			  _("fingerprint"), NULL);
	for (guint i = 0; i < machines->machines->len; i++)
		is_soon = add_machine(rows, g_ptr_array_index(machines->machines, i)) || is_soon;
	sabotctl_rows_print(rows);
	return is_soon ? SABOTCTL_FOUND : SABOTCTL_OK;
}

static int
show_machines(json_t *answer)
{
	g_autoptr(GError) error = NULL;
	struct sabot_wire_machines *machines =
		sabot_record_parse(&sabot_wire_machines_type, answer, &error);
	int status = machines ? print_machines(machines) : sabotctl_complain(error->message);

	sabot_record_unref(machines);
	return status;
}

static int
run_list(const struct options *options, char **args)
{
	struct user_session *session = user_session_open(options->socket, options->as);
	json_t *answer =
		session ? user_session_request_pages(session, "machines", "machines") : NULL;
	int status = answer ? SABOTCTL_OK : SABOTCTL_FAILED;

	(void)args;
	if (answer && options->json)
		sabotctl_print_json(answer);
	else if (answer)
		status = show_machines(answer);
	json_decref(answer);
	user_session_close(session);
	return status;
}

static const struct sabotctl_verb verbs[] = {
	{"create", 0, "create", N_("draw a key and make a certificate for it, on this machine"),
	 run_create},
	{"show", 0, "show", N_("the fingerprint and the end of this machine's certificate"),
	 run_own},
	{"show", 1, "show FILE", N_("the same of another one"), run_show},
	{"allow", 2, "allow NAME FILE", N_("let the machine in that has this certificate"),
	 run_allow},
	{"allow", 1, "allow NAME", N_("the same, by --fingerprint"), run_allow_fingerprint},
	{"list", 0, "list", N_("the machines that are let in"), run_list},
	{"revoke", 1, "revoke NAME", N_("turn a machine out, at once"), run_revoke},
	{0},
};

static void
clear(struct options *options)
{
	g_free(options->socket);
	g_free(options->as);
	g_free(options->state_dir);
	g_free(options->name);
	g_free(options->role);
	g_free(options->tables);
	g_free(options->fingerprint);
}

int
sabotctl_cert(int argc, char **argv)
{
	struct options options = {.days = SABOT_CERTIFICATE_DAYS};
	const GOptionEntry entries[] = {
		SABOTCTL_CONNECT_OPTIONS(&options.socket),
		{"as", 0, 0, G_OPTION_ARG_STRING, &options.as, N_("the admin who does it"),
		 N_("NAME")},
		{"state", 0, 0, G_OPTION_ARG_FILENAME, &options.state_dir,
		 N_("the daemon's state directory"), N_("DIR")},
		{"name", 0, 0, G_OPTION_ARG_STRING, &options.name,
		 N_("the name in a new certificate (the host's)"), N_("NAME")},
		{"days", 0, 0, G_OPTION_ARG_INT, &options.days, N_("how long it holds (1095 days)"),
		 N_("N")},
		{"role", 0, 0, G_OPTION_ARG_STRING, &options.role,
		 N_("dealer, pit, shift, cage, count, surveillance or audit"), N_("ROLE")},
		{"tables", 0, 0, G_OPTION_ARG_STRING, &options.tables,
		 N_("the tables that are seen there, or all"), N_("NAME,…")},
		{"fingerprint", 0, 0, G_OPTION_ARG_STRING, &options.fingerprint,
		 N_("of the machine's certificate"), N_("DIGITS")},
		{"json", 0, 0, G_OPTION_ARG_NONE, &options.json, N_("JSON, for programs"), NULL},
		G_OPTION_ENTRY_NULL,
	};
	g_autofree char *summary = sabotctl_verbs_describe(
		verbs,
		_("create and show are about this machine as a client; with --state DIR about "
		  "the daemon.\nExit status 1: a certificate ends within 30 days, or has ended."));
	const struct verb_options verb = {
		.arguments = _("VERB [ARGUMENT…]"),
		.summary = summary,
		.entries = entries,
	};
	int status = SABOTCTL_FAILED;

	if (verb_options_parse(&verb, &argc, &argv))
		status = sabotctl_verbs_run("cert", verbs, &options, argc, argv);
	clear(&options);
	return status;
}
