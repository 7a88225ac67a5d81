/*
 * sabotctl floor: the schema of a PostgreSQL core, and what is in it. A core is believed nothing:
 * check derives each hash from the lines again and checks the checkpoints with the house's key.
 */
#include "sabotctl-private.h"
#include "verb-options.h"
#include "forward/core-check.h"
#include "forward/core-copy.h"
#include "forward/core-drop.h"
#include "forward/core-join.h"
#include "forward/core-schema.h"
#include "sabotctl-store.h"
#include "sabotctl-verbs.h"
#include "verify-words.h"
#include "store/keys/note.h"
#include "store/keys/hex.h"
#include "store/keys/key-find.h"
#include "store/proof/verify.h"
#include "text/escape.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

struct options {
	char **keys, **files;
	char *origin, *out, *why, *before, *month, *sign;
	gboolean is_json, is_all, is_update;
};

static int
fail(const GError *error)
{
	return sabotctl_store_fail("floor", error);
}

static int
init(const struct options *options, char **args)
{
	g_autoptr(GError) error = NULL;
	struct sabot_core *core = sabot_core_open(args[0], true, &error);
	bool is_done = core && sabot_core_schema_migrate(core, 0, &error);

	(void)options;
	sabot_core_free(core);
	if (!is_done)
		return fail(error);
	printf(_("schema %d was made\n"), (int)sabot_core_schema_newest());
	return SABOTCTL_OK;
}

static int
upgrade(const struct options *options, char **args)
{
	g_autoptr(GError) error = NULL;
	struct sabot_core *core = sabot_core_open(args[0], true, &error);
	int64_t version = 0;
	bool is_done = core && sabot_core_schema_read(core, &version, &error);

	(void)options;
	if (is_done && version == 0)
		is_done = sabot_core_schema_check(core, &error);
	else if (is_done)
		is_done = sabot_core_schema_migrate(core, version, &error);
	sabot_core_free(core);
	if (!is_done)
		return fail(error);
	printf(_("schema %d, before %d\n"), (int)MAX(sabot_core_schema_newest(), version),
	       (int)version);
	return SABOTCTL_OK;
}

/* Transferred. */
static char *
format_origin(const struct sabot_core_origin *origin)
{
	return sabot_hex_encode(origin->origin.database, sizeof(origin->origin.database));
}

/* What became of one database. */
struct finding {
	const struct sabot_core_origin *origin;
	const struct sabot_verify_result *verdict;
	const struct sabot_core_cover *cover;
	const char *why; /* what is wrong with a segment, or NULL */
	bool has_key;
	GPtrArray *months; /* of struct sabot_core_month, that were dropped */
	GPtrArray *keys;   /* of struct sabot_key */
};

/* The name of the key that has signed it, of those that were given; NULL: none has. Borrowed. */
static const char *
find_signer(const struct finding *finding, const struct sabot_core_month *month)
{
	for (guint i = 0; i < finding->keys->len; i++) {
		const struct sabot_key *key = g_ptr_array_index(finding->keys, i);

		if (sabot_note_is_signed_by(month->note, key))
			return key->name;
	}
	return NULL;
}

/* What was dropped is what the notes say, and a key that was given has signed them. */
static bool
are_months_good(const struct finding *finding)
{
	for (guint i = 0; i < finding->months->len; i++) {
		const struct sabot_core_month *month = g_ptr_array_index(finding->months, i);

		if (!month->is_whole || !find_signer(finding, month))
			return false;
	}
	return true;
}

static json_t *
pack_months(const struct finding *finding)
{
	json_t *list = json_array();

	for (guint i = 0; i < finding->months->len; i++) {
		const struct sabot_core_month *month = g_ptr_array_index(finding->months, i);
		const char *signer = find_signer(finding, month);

		json_array_append_new(
			list, json_pack("{s:s, s:s, s:s, s:s, s:b, s:s*}", "month", month->month,
					"by", sabot_text_plain(month->login), "at", month->at,
					"reason", sabot_text_plain(month->why), "whole",
					month->is_whole, "signed_by", signer));
	}
	return list;
}

static void
print_months(const struct finding *finding)
{
	for (guint i = 0; i < finding->months->len; i++) {
		const struct sabot_core_month *month = g_ptr_array_index(finding->months, i);
		const char *signer = find_signer(finding, month);

		printf(_("  what arrived from %s on, for a month, was dropped on %s by %s: %s\n"),
		       month->month, month->at, sabot_text_plain(month->login),
		       sabot_text_plain(month->why));
		if (!month->is_whole)
			puts(_("  BROKEN: its note is not what the core has of it"));
		else if (signer)
			printf(_("  signed by %s\n"), signer);
		else
			puts(_("  NOT SIGNED by any key that was given"));
	}
}

static void
print_json(const struct finding *finding)
{
	g_autofree char *database = format_origin(finding->origin);
	bool is_intact = !finding->why && finding->verdict->fault == SABOT_VERIFY_INTACT;
	json_t *json = json_pack(
		"{s:s, s:s, s:s, s:b, s:I, s:I, s:I, s:I, s:I, s:I, s:o, s:s*, s:s*, s:I}",
		"database", database, "site", sabot_text_plain(finding->origin->site), "verdict",
		finding->why ? "segment" : sabot_verify_fault_to_string(finding->verdict->fault),
		"proven", is_intact && finding->has_key && are_months_good(finding), "events",
		(json_int_t)finding->cover->n_events, "after", (json_int_t)finding->cover->n_after,
		"checkpoints", (json_int_t)finding->cover->n_notes, "segments",
		(json_int_t)finding->cover->n_segments, "bytes",
		(json_int_t)finding->cover->n_bytes, "dropped_events",
		(json_int_t)finding->cover->n_dropped, "dropped", pack_months(finding), "log",
		finding->verdict->log, "why", finding->why, "n", (json_int_t)finding->verdict->n);

	sabotctl_print_json(json);
	json_decref(json);
}

static void
print_text(const struct finding *finding)
{
	const struct sabot_verify_result *verdict = finding->verdict;
	const struct sabot_core_cover *cover = finding->cover;
	g_autofree char *database = format_origin(finding->origin);

	printf("%s %s: ", database, sabot_text_plain(finding->origin->site));
	if (finding->why)
		printf(_("BROKEN: %s\n"), sabot_text_plain(finding->why));
	else if (verdict->fault != SABOT_VERIFY_INTACT)
		verify_print_fault(verdict);
	else
		printf(finding->has_key ? _("proven: %d events, %d checkpoints, %d events after "
					    "the last one\n")
					: _("chained, not proven: %d events, %d checkpoints, %d "
					    "events after the last one\n"),
		       (int)cover->n_events, (int)cover->n_notes, (int)cover->n_after);
	print_months(finding);
}

/* False when it could not be read. `*is_good` stays as it is unless something is wrong. */
static bool
check_origin(const struct options *options, struct sabot_core *core,
	     const struct sabot_core_origin *origin, bool *is_good, GError **error)
{
	g_autoptr(GPtrArray) keys = sabotctl_store_keys(options->keys, error);
	struct sabot_verify *verify = keys ? sabot_verify_new(keys, NULL, error) : NULL;
	g_autoptr(GError) failure = NULL;
	struct sabot_core_cover cover;
	struct finding finding = {.origin = origin, .cover = &cover, .keys = keys};
	g_autoptr(GPtrArray) months = verify ? sabot_core_list_months(core, origin, error) : NULL;

	finding.months = months;
	if (!months) {
		sabot_verify_free(verify);
		return false;
	}
	sabot_core_verify(core, origin, verify, &cover, &failure);
	if (!failure || failure->domain == SABOT_SEGMENT_ERROR) {
		finding.verdict = sabot_verify_finish(verify);
		finding.why = failure ? failure->message : NULL;
		finding.has_key = keys->len > 0;
		*is_good &= !failure && finding.has_key &&
			    finding.verdict->fault == SABOT_VERIFY_INTACT &&
			    are_months_good(&finding);
		if (options->is_json)
			print_json(&finding);
		else
			print_text(&finding);
		g_clear_error(&failure);
	}
	sabot_verify_free(verify);
	if (!failure)
		return true;
	g_propagate_error(error, g_steal_pointer(&failure));
	return false;
}

static bool
is_wanted(const struct options *options, const struct sabot_core_origin *origin)
{
	g_autofree char *database = format_origin(origin);

	return !options->origin || g_str_has_prefix(database, options->origin) ||
	       strcmp(origin->site, options->origin) == 0;
}

/* Of what was asked, transferred; NULL with an error, also when there is none. */
static GPtrArray *
list_wanted(const struct options *options, struct sabot_core *core, GError **error)
{
	g_autoptr(GPtrArray) origins =
		sabot_core_schema_check(core, error) ? sabot_core_list_origins(core, error) : NULL;

	for (guint i = 0; origins && i < origins->len;) {
		if (is_wanted(options, g_ptr_array_index(origins, i)))
			i++;
		else
			g_ptr_array_remove_index(origins, i);
	}
	if (!origins || origins->len > 0)
		return g_steal_pointer(&origins);
	sabot_store_fail(error, options->origin ? options->origin : "floor",
			 _("there is no such database at the core"));
	return NULL;
}

static int
check(const struct options *options, char **args)
{
	g_autoptr(GError) error = NULL;
	struct sabot_core *core = sabot_core_open(args[0], false, &error);
	g_autoptr(GPtrArray) origins = core ? list_wanted(options, core, &error) : NULL;
	bool is_good = true;

	for (guint i = 0; origins && !error && i < origins->len; i++)
		check_origin(options, core, g_ptr_array_index(origins, i), &is_good, &error);
	sabot_core_free(core);
	if (error)
		return fail(error);
	return is_good ? SABOTCTL_OK : SABOTCTL_FOUND;
}

/* The one that is meant, of the list; NULL with an error. */
static const struct sabot_core_origin *
get_only(const GPtrArray *origins, GError **error)
{
	if (origins && origins->len == 1)
		return g_ptr_array_index(origins, 0);
	if (origins)
		sabot_store_fail(error, "--origin",
				 _("there are several databases: say which one"));
	return NULL;
}

/* What was exported before stays; what is new is proven with the keys that are given. */
static bool
update_file(const struct options *options, struct sabot_core *core,
	    const struct sabot_core_origin *origin, struct sabot_core_cover *cover, GError **error)
{
	g_autoptr(GPtrArray) keys = sabotctl_store_keys(options->keys, error);
	const struct sabot_core_copy copy = {options->out, keys};

	return keys && sabot_core_update(core, origin, &copy, cover, error);
}

static bool
export_only(const struct options *options, struct sabot_core *core, struct sabot_core_cover *cover,
	    GError **error)
{
	g_autoptr(GPtrArray) origins = list_wanted(options, core, error);
	const struct sabot_core_origin *origin = get_only(origins, error);

	const struct sabot_core_export where = {options->out, options->before};

	if (origin && options->is_update)
		return update_file(options, core, origin, cover, error);
	return origin && sabot_core_export(core, origin, &where, cover, error);
}

static int
accept_past(const struct options *options, char **args)
{
	g_autoptr(GError) error = NULL;
	struct sabot_core *core = options->why ? sabot_core_open(args[0], true, &error) : NULL;
	g_autoptr(GPtrArray) origins = core ? list_wanted(options, core, &error) : NULL;
	const struct sabot_core_origin *origin = get_only(origins, &error);
	bool is_done = origin && sabot_core_accept(core, origin, options->why, &error);

	sabot_core_free(core);
	if (!options->why)
		return sabotctl_complain(_("--reason TEXT is wanted"));
	if (!is_done)
		return fail(error);
	puts(_("accepted: the house sends its log again, as another past"));
	return SABOTCTL_OK;
}

static int
export_file(const struct options *options, char **args)
{
	g_autoptr(GError) error = NULL;
	struct sabot_core_cover cover;
	struct sabot_core *core = options->out ? sabot_core_open(args[0], false, &error) : NULL;
	bool is_done = core && export_only(options, core, &cover, &error);
	bool is_broken = g_error_matches(error, SABOT_SEGMENT_ERROR, SABOT_SEGMENT_ERROR_HASH) ||
			 g_error_matches(error, SABOT_SEGMENT_ERROR, SABOT_SEGMENT_ERROR_BYTES);

	sabot_core_free(core);
	if (!options->out)
		return sabotctl_complain(_("--out FILE is wanted"));
	if (is_done)
		printf(_("%s: %d events, %d checkpoints; %d events after the last one are not in "
			 "it\n"),
		       sabot_text_plain(options->out), (int)cover.n_events, (int)cover.n_notes,
		       (int)cover.n_after);
	if (is_done)
		return SABOTCTL_OK;
	fail(error);
	return is_broken ? SABOTCTL_FOUND : SABOTCTL_FAILED;
}

/* The month, and who signs for it. */
static bool
run_drop(const struct options *options, const char *address, GError **error)
{
	static const char *const none[] = {NULL};
	g_autoptr(GPtrArray) keys = sabotctl_store_keys(options->keys, error);
	struct sabot_key *key = keys ? sabot_key_load(options->sign, error) : NULL;
	struct sabot_core *core = key ? sabot_core_open(address, true, error) : NULL;
	const struct sabot_core_drop drop = {
		.month = options->month,
		.why = sabot_text_plain(options->why),
		.files = options->files ? (const char *const *)options->files : none,
		.keys = keys,
		.key = key,
	};
	bool is_done = core && sabot_core_schema_check(core, error) &&
		       sabot_core_drop_month(core, &drop, error);

	sabot_core_free(core);
	sabot_key_free(key);
	return is_done;
}

static int
drop_month(const struct options *options, char **args)
{
	g_autoptr(GError) error = NULL;

	if (!options->month || !options->sign || !options->why || !options->keys)
		return sabotctl_complain(
			_("--month, --file, --key, --sign and --reason are wanted"));
	if (!run_drop(options, args[0], &error))
		return fail(error);
	printf(_("what arrived in %s was dropped; where each log ended is kept, signed\n"),
	       sabot_text_plain(options->month));
	return SABOTCTL_OK;
}

static int
join(const struct options *options, char **args)
{
	g_autoptr(GError) error = NULL;
	struct sabot_core_joined joined = {0};
	struct sabot_core *core = sabot_core_open(args[0], true, &error);
	bool is_done = core && sabot_core_schema_check(core, &error) &&
		       sabot_core_join(core, options->is_all, &joined, &error);

	sabot_core_free(core);
	if (joined.n_before || is_done)
		printf(_("%d small segments joined to %d; %d wait for more of their log\n"),
		       (int)joined.n_before, (int)joined.n_after, (int)joined.n_left);
	if (joined.n_kept)
		printf(_("%d were left as they are: broken, or of a later program (floor check)\n"),
		       (int)joined.n_kept);
	if (!is_done)
		return fail(error);
	return joined.n_kept ? SABOTCTL_FOUND : SABOTCTL_OK;
}

static const struct sabotctl_verb verbs[] = {
	{"init", 1, "init URL", N_("make the schema in an empty database"), init},
	{"upgrade", 1, "upgrade URL", N_("bring the schema up to this program's"), upgrade},
	{"check", 1, "check URL", N_("prove what is there: all, or --origin"), check},
	{"export", 1, "export URL", N_("one database's logs into a file, for all other verbs"),
	 export_file},
	{"accept", 1, "accept URL", N_("a house continues from a backup, and is no longer refused"),
	 accept_past},
	{"drop-month", 1, "drop-month URL", N_("an old month goes that is kept in exported files"),
	 drop_month},
	{"join", 1, "join URL", N_("small segments become large ones; nothing proven changes"),
	 join},
	{0},
};

int
sabotctl_floor(int argc, char **argv)
{
	struct options options = {0};
	const GOptionEntry entries[] = {
		{"key", 'k', 0, G_OPTION_ARG_FILENAME_ARRAY, &options.keys,
		 N_("the house's public key, or a file with it; may be given again"), N_("KEY")},
		{"origin", 0, 0, G_OPTION_ARG_STRING, &options.origin,
		 N_("one database only: its site, or how its number begins"), N_("NAME")},
		{"out", 'o', 0, G_OPTION_ARG_FILENAME, &options.out, N_("export: the new file"),
		 N_("FILE")},
		{"before", 0, 0, G_OPTION_ARG_FILENAME, &options.before,
		 N_("export: an earlier export, where months were dropped"), N_("FILE")},
		{"update", 0, 0, G_OPTION_ARG_NONE, &options.is_update,
		 N_("export: add to the file what it lacks, once that is proven"), NULL},
		{"reason", 0, 0, G_OPTION_ARG_STRING, &options.why,
		 N_("accept, drop-month: why, to be kept"), N_("TEXT")},
		{"month", 0, 0, G_OPTION_ARG_STRING, &options.month,
		 N_("drop-month: what arrived then, for example 2026-01"), N_("MONTH")},
		{"file", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.files,
		 N_("drop-month: an export that has it; one of each database"), N_("FILE")},
		{"sign", 0, 0, G_OPTION_ARG_FILENAME, &options.sign,
		 N_("drop-month: the secret key of who drops it"), N_("KEYFILE")},
		{"all", 0, 0, G_OPTION_ARG_NONE, &options.is_all,
		 N_("join: also those at the end of a log, which are few"), NULL},
		{"json", 0, 0, G_OPTION_ARG_NONE, &options.is_json,
		 N_("check: one JSON object a database"), NULL},
		G_OPTION_ENTRY_NULL,
	};
	g_autofree char *description = sabotctl_verbs_describe(
		verbs,
		_("URL is a core's address: postgresql://HOST,HOST/DATABASE?sslmode=…\n"
		  "verify, log, replay, what-if, report and case read one in a file's place:\n"
		  "--from URL, and --origin."));
	const struct verb_options verb = {
		.arguments = _("VERB URL"),
		.summary = _("The second copy of the logs, in PostgreSQL."),
		.description = description,
		.entries = entries,
	};
	int status = SABOTCTL_FAILED;

	if (verb_options_parse(&verb, &argc, &argv))
		status = sabotctl_verbs_run("floor", verbs, &options, argc, argv);
	g_strfreev(options.keys);
	g_strfreev(options.files);
	g_free(options.origin);
	g_free(options.out);
	g_free(options.why);
	g_free(options.before);
	g_free(options.month);
	g_free(options.sign);
	return status;
}
