/*
 * sabotctl self-check: what is installed, held against the manifests that were made when it was
 * built. With a seed each file's HMAC-SHA-256 under it, which nobody can have prepared who did not
 * know the seed. With sign it puts a signature under a manifest, for who makes packages.
 */
#include "sabotctl-private.h"
#include "verb-options.h"
#include "sabotctl-store.h"
#include "sabotctl-verbs.h"
#include "store/files/manifest.h"
#include "store/keys/note.h"
#include "store/keys/hex.h"
#include "store/keys/key-find.h"
#include "text/escape.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

struct options {
	char *seed, *directory, *key, *sign, *state;
	gboolean is_json;
	GBytes *seed_bytes;
	struct sabot_key *public;
};

struct counts {
	unsigned n_files, n_changed, n_missing, n_unsigned;
};

static bool
parse(struct options *options, int *argc, char ***argv)
{
	const GOptionEntry entries[] = {
		{"seed", 0, 0, G_OPTION_ARG_STRING, &options->seed,
		 N_("print HMAC-SHA-256 of each file under these bytes, in hexadecimal"),
		 N_("HEX")},
		{"key", 'k', 0, G_OPTION_ARG_STRING, &options->key,
		 N_("the public key that must have signed the manifests"), N_("KEY")},
		{"manifests", 0, 0, G_OPTION_ARG_FILENAME, &options->directory,
		 N_("the manifests in this directory (those of this program)"), N_("DIR")},
		{"sign", 0, 0, G_OPTION_ARG_FILENAME, &options->sign,
		 N_("sign this manifest, and check nothing"), N_("FILE")},
		{"state", 0, 0, G_OPTION_ARG_FILENAME, &options->state,
		 N_("with the key in this state directory"), N_("DIR")},
		{"json", 0, 0, G_OPTION_ARG_NONE, &options->is_json, N_("JSON, for programs"),
		 NULL},
		G_OPTION_ENTRY_NULL,
	};
	const struct verb_options verb = {
		.summary = _("Compares every installed file with what was built. Exit status: 0 "
			     "all are as built; 1 one is\nnot, or a manifest is not signed by "
			     "--key; 2 there is nothing to compare with."),
		.entries = entries,
	};

	return verb_options_parse(&verb, argc, argv) &&
	       (*argc == 1 || verb_options_refuse(_("no argument is wanted")));
}

static bool
read_seed(struct options *options)
{
	size_t n_bytes = options->seed ? strlen(options->seed) / 2 : 0;
	uint8_t bytes[SABOT_MANIFEST_SEED_MAX];

	if (!options->seed)
		return true;
	if (n_bytes == 0 || n_bytes > sizeof(bytes) ||
	    !sabot_hex_decode(options->seed, bytes, n_bytes))
		return verb_options_refuse(_("--seed takes 1 to 64 bytes in hexadecimal"));
	options->seed_bytes = g_bytes_new(bytes, n_bytes);
	return true;
}

static bool
read_key(struct options *options)
{
	g_autoptr(GError) error = NULL;

	if (!options->key)
		return true;
	options->public = sabot_key_from_public_line(options->key, &error);
	return options->public || verb_options_refuse(error->message);
}

/* As built, changed or missing; a word for programs. */
static const char *
state_word(enum sabot_manifest_state state)
{
	static const char *const words[] = {
		[SABOT_MANIFEST_AS_BUILT] = "as_built",
		[SABOT_MANIFEST_CHANGED] = "changed",
		[SABOT_MANIFEST_MISSING] = "missing",
	};

	return words[state];
}

static void
print_file(const struct options *options, const struct sabot_manifest_file *file,
	   enum sabot_manifest_state state, const char *digest)
{
	if (options->is_json) {
		json_t *line = json_pack("{s:s, s:s, s:s*, s:s}", "out", "file", "path", file->path,
					 options->seed_bytes ? "hmac" : "sha256", digest, "state",
					 state_word(state));

		sabotctl_print_json(line);
		json_decref(line);
	} else if (state == SABOT_MANIFEST_CHANGED) {
		printf(_("changed: %s\n"), sabot_text_plain(file->path));
	} else if (state == SABOT_MANIFEST_MISSING) {
		printf(_("missing: %s\n"), sabot_text_plain(file->path));
	}
	if (!options->is_json && options->seed_bytes && digest)
		printf("%s  %s\n", digest, sabot_text_plain(file->path));
}

/* `whole` is over the lines "HEX  PATH" of all files. */
static void
check_manifest(const struct options *options, const struct sabot_manifest *manifest,
	       struct counts *counts, GString *whole)
{
	if (options->public && !sabot_note_is_signed_by(manifest->note, options->public)) {
		counts->n_unsigned++;
		if (!options->is_json)
			printf(_("not signed by that key: the manifest of %s\n"),
			       sabot_text_plain(manifest->package));
	}
	for (guint i = 0; i < manifest->files->len; i++) {
		const struct sabot_manifest_file *file = g_ptr_array_index(manifest->files, i);
		g_autofree char *digest = NULL;
		enum sabot_manifest_state state =
			sabot_manifest_check_file(manifest, file, options->seed_bytes, &digest);

		counts->n_files++;
		counts->n_changed += state == SABOT_MANIFEST_CHANGED;
		counts->n_missing += state == SABOT_MANIFEST_MISSING;
		g_string_append_printf(whole, "%s  %s\n", digest ? digest : "", file->path);
		print_file(options, file, state, digest);
	}
}

static char *
digest_whole(const struct options *options, const GString *whole)
{
	gsize n_bytes;
	const uint8_t *seed;

	if (!options->seed_bytes)
		return g_compute_checksum_for_string(G_CHECKSUM_SHA256, whole->str,
						     (gssize)whole->len);
	seed = g_bytes_get_data(options->seed_bytes, &n_bytes);
	return g_compute_hmac_for_data(G_CHECKSUM_SHA256, seed, n_bytes, (const guchar *)whole->str,
				       whole->len);
}

static int
print_whole(const struct options *options, const struct counts *counts, const GString *whole)
{
	g_autofree char *digest = digest_whole(options, whole);
	bool is_well = counts->n_changed + counts->n_missing + counts->n_unsigned == 0;

	if (options->is_json) {
		json_t *line = json_pack("{s:s, s:i, s:i, s:i, s:i, s:s}", "out", "summary",
					 "files", (int)counts->n_files, "changed",
					 (int)counts->n_changed, "missing", (int)counts->n_missing,
					 "unsigned", (int)counts->n_unsigned,
					 options->seed_bytes ? "hmac" : "sha256", digest);

		sabotctl_print_json(line);
		json_decref(line);
	} else {
		printf("%s  %s\n", digest, _("all of it"));
		printf(_("%u files, %u changed, %u missing\n"), counts->n_files, counts->n_changed,
		       counts->n_missing);
	}
	return is_well ? SABOTCTL_OK : SABOTCTL_FOUND;
}

static int
check(const struct options *options)
{
	g_autofree char *found = options->directory ? NULL : sabot_manifest_find_directory();
	const char *directory = options->directory ? options->directory : found;
	g_autoptr(GPtrArray) manifests = NULL;
	g_autoptr(GString) whole = g_string_new(NULL);
	g_autoptr(GError) error = NULL;
	struct counts counts = {0};

	if (!directory)
		return sabotctl_complain(_("this program was built and not installed: there is no "
					   "manifest to compare with"));
	manifests = sabot_manifest_read_all(directory, &error);
	if (!manifests)
		return sabotctl_complain(error->message);
	if (manifests->len == 0)
		return sabotctl_complain(_("there is no manifest to compare with"));
	for (guint i = 0; i < manifests->len; i++)
		check_manifest(options, g_ptr_array_index(manifests, i), &counts, whole);
	return print_whole(options, &counts, whole);
}

/* One that has a signature already gets another in its place. */
static int
sign(const struct options *options)
{
	g_autofree char *text = NULL, *body = NULL, *note = NULL;
	g_autoptr(GError) error = NULL;
	struct sabot_manifest *manifest = NULL;
	struct sabot_key *key = NULL;
	gsize n_bytes;

	if (g_file_get_contents(options->sign, &text, &n_bytes, &error))
		manifest = sabot_manifest_parse(text, n_bytes, &error);
	if (manifest)
		key = sabot_key_find(options->state ? options->state : SABOTCTL_STATE_DIR, &error);
	if (key) {
		body = sabot_note_get_body(text);
		note = sabot_note_sign(body ? body : text, key);
		g_file_set_contents(options->sign, note, -1, &error);
	}
	sabot_key_free(key);
	sabot_manifest_free(manifest);
	return error ? sabotctl_complain(error->message) : SABOTCTL_OK;
}

int
sabotctl_self_check(int argc, char **argv)
{
	struct options options = {0};
	int status = SABOTCTL_FAILED;

	if (parse(&options, &argc, &argv) && read_seed(&options) && read_key(&options))
		status = options.sign ? sign(&options) : check(&options);
	g_clear_pointer(&options.seed_bytes, g_bytes_unref);
	sabot_key_free(options.public);
	g_free(options.seed);
	g_free(options.directory);
	g_free(options.key);
	g_free(options.sign);
	g_free(options.state);
	return status;
}
