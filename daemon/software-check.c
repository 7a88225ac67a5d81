/*
 * A check reads every installed file on a thread of its own. While a package is being installed,
 * its files and its manifest do not agree although nobody has done wrong: a difference counts only
 * if a second check, some seconds later, finds the same.
 */
#include "software-check.h"

#include "store/files/manifest.h"

#include <string.h>

enum { SOFTWARE_DAY_S = 24 * 60 * 60, SOFTWARE_AGAIN_S = 10 };

/* The result of one check. */
struct look {
	char *version, *commit, *packages; /* of the daemon's own package; the names of all */
	char *digest;                      /* over all files as they are */
	char *why, *file;                  /* the first difference; NULL: none */
	int64_t n_files, n_differing;
};

struct sabot_software_check {
	struct sabot_floor *floor;
	GThread *thread;
	GSource *source; /* collects the result, on the main thread */
	guint timer_id;
	int is_cancelled;
	char *suspected;  /* a difference found by one check only; or NULL */
	char *reported;   /* the last difference reported; or NULL */
	char *recorded;   /* the digest of the last event of this run; or NULL */
	struct look look; /* the thread's until it ends */
};

static void
begin(struct sabot_software_check *check);

static void
clear_look(struct look *look)
{
	g_free(look->version);
	g_free(look->commit);
	g_free(look->packages);
	g_free(look->digest);
	g_free(look->why);
	g_free(look->file);
	memset(look, 0, sizeof(*look));
}

static void
record_difference(struct look *look, const char *why, const char *file)
{
	look->n_differing++;
	if (look->why)
		return;
	look->why = g_strdup(why);
	look->file = g_strdup(file);
}

static void
look_at(struct look *look, const struct sabot_manifest *manifest, GChecksum *whole,
	const int *is_cancelled)
{
	for (guint i = 0; i < manifest->files->len && !g_atomic_int_get(is_cancelled); i++) {
		const struct sabot_manifest_file *file = g_ptr_array_index(manifest->files, i);
		g_autofree char *digest = NULL, *line = NULL;
		enum sabot_manifest_state state =
			sabot_manifest_check_file(manifest, file, NULL, &digest);

		look->n_files++;
		if (state != SABOT_MANIFEST_AS_BUILT)
			record_difference(look,
					  state == SABOT_MANIFEST_CHANGED ? "changed" : "missing",
					  file->path);
		line = g_strdup_printf("%s  %s\n", digest ? digest : "", file->path);
		g_checksum_update(whole, (const guchar *)line, (gssize)strlen(line));
	}
}

/* Use the daemon's own package, else the only one. */
static void
name_look(struct look *look, const GPtrArray *manifests)
{
	g_autoptr(GString) packages = g_string_new(NULL);

	for (guint i = 0; i < manifests->len; i++) {
		const struct sabot_manifest *manifest = g_ptr_array_index(manifests, i);

		g_string_append_printf(packages, "%s%s", i > 0 ? " " : "", manifest->package);
		if (look->version && strcmp(manifest->package, "sabotd") != 0)
			continue;
		g_free(look->version);
		g_free(look->commit);
		look->version = g_strdup(manifest->version);
		look->commit = g_strdup(manifest->commit);
	}
	look->packages = g_strdup(packages->str);
}

static void
fill_look(struct look *look, const int *is_cancelled)
{
	g_autofree char *directory = sabot_manifest_find_directory();
	g_autoptr(GChecksum) whole = g_checksum_new(G_CHECKSUM_SHA256);
	g_autoptr(GPtrArray) manifests = NULL;
	g_autoptr(GError) error = NULL;

	if (!directory)
		return;
	manifests = sabot_manifest_read_all(directory, &error);
	if (!manifests) {
		record_difference(look, "manifest", directory);
		return;
	}
	if (manifests->len == 0)
		return;
	name_look(look, manifests);
	for (guint i = 0; i < manifests->len; i++)
		look_at(look, g_ptr_array_index(manifests, i), whole, is_cancelled);
	look->digest = g_strdup(g_checksum_get_string(whole));
}

static gpointer
run(gpointer data)
{
	struct sabot_software_check *check = data;

	fill_look(&check->look, &check->is_cancelled);
	if (!g_atomic_int_get(&check->is_cancelled))
		g_source_attach(check->source, NULL);
	return NULL;
}

/* True if version and packages are as recorded before, but the files differ. */
static bool
is_another(const struct look *look, const struct sabot_house_software *before)
{
	return before && look->digest && g_strcmp0(look->version, before->version) == 0 &&
	       g_strcmp0(look->commit, before->commit) == 0 &&
	       g_strcmp0(look->packages, before->packages) == 0 &&
	       g_strcmp0(look->digest, before->digest) != 0;
}

static void
report(struct sabot_software_check *check, const char *why, const char *file)
{
	g_critical("the installed software is not as it was built: %s%s%s", why, file ? ": " : "",
		   file ? file : "");
	sabot_floor_report(check->floor, SABOT_INCIDENT_SOFTWARE_CHANGED,
			   json_pack("{s:s, s:s*, s:s*, s:I}", "why", why, "file", file, "version",
				     check->look.version, "files",
				     (json_int_t)check->look.n_differing));
}

static void
record(struct sabot_software_check *check)
{
	const struct look *look = &check->look;
	const struct sabot_origin nobody = {0};
	g_autoptr(GError) error = NULL;
	json_t *event;

	if (!look->digest || g_strcmp0(check->recorded, look->digest) == 0)
		return;
	g_free(check->recorded);
	check->recorded = g_strdup(look->digest);
	event = json_pack("{s:s, s:s, s:s, s:s, s:s, s:I}", "ev", "software", "version",
			  look->version, "commit", look->commit, "packages", look->packages,
			  "digest", look->digest, "files", (json_int_t)look->n_files);
	if (!sabot_floor_submit_house(check->floor, event, &nobody, &error))
		g_critical("an event of the house log cannot be written: %s", error->message);
	json_decref(event);
}

static gboolean
on_time(gpointer data)
{
	struct sabot_software_check *check = data;

	check->timer_id = 0;
	begin(check);
	return G_SOURCE_REMOVE;
}

/* The differences as one text, to compare with that of another check; NULL: none. Transferred. */
static char *
describe(const struct look *look, bool is_other)
{
	if (look->why)
		return g_strdup_printf("%s %s %s", look->why, look->file,
				       look->digest ? look->digest : "");
	return is_other ? g_strdup_printf("other %s", look->digest) : NULL;
}

/* What the check found, for clients that ask the daemon. */
static void
publish(struct sabot_software_check *check, bool is_other)
{
	const struct look *look = &check->look;
	struct sabot_wire_software *software = sabot_record_new(&sabot_wire_software_type);

	software->version = g_strdup(look->version);
	software->commit = g_strdup(look->commit);
	software->digest = g_strdup(look->digest);
	software->files = look->n_files;
	software->differing = MAX(look->n_differing, is_other);
	software->at_us = g_get_real_time();
	sabot_floor_set_software(check->floor, software);
}

/* True if a second check is needed. */
static bool
judge(struct sabot_software_check *check)
{
	const struct look *look = &check->look;
	bool is_other = is_another(look, sabot_floor_get_house(check->floor)->software);
	g_autofree char *found = describe(look, is_other);
	bool is_suspected = g_strcmp0(found, check->suspected) == 0;

	if (found && !is_suspected) {
		g_free(check->suspected);
		check->suspected = g_steal_pointer(&found);
		return true;
	}
	g_clear_pointer(&check->suspected, g_free);
	publish(check, is_other);
	if (found && g_strcmp0(found, check->reported) != 0) {
		report(check, look->why ? look->why : "other", look->file);
		g_free(check->reported);
		check->reported = g_steal_pointer(&found);
	}
	record(check);
	return false;
}

static gboolean
on_looked(gpointer data)
{
	struct sabot_software_check *check = data;
	bool looks_again;

	g_thread_join(g_steal_pointer(&check->thread));
	g_clear_pointer(&check->source, g_source_unref);
	looks_again = judge(check);
	check->timer_id = g_timeout_add_seconds(looks_again ? SOFTWARE_AGAIN_S : SOFTWARE_DAY_S,
						on_time, check);
	return G_SOURCE_REMOVE;
}

static void
begin(struct sabot_software_check *check)
{
	clear_look(&check->look);
	check->source = g_idle_source_new();
	g_source_set_priority(check->source, G_PRIORITY_DEFAULT);
	g_source_set_callback(check->source, on_looked, check, NULL);
	check->thread = g_thread_new("sabot-software", run, check);
}

struct sabot_software_check *
sabot_software_check_new(struct sabot_floor *floor)
{
	struct sabot_software_check *check = g_new0(struct sabot_software_check, 1);

	check->floor = floor;
	begin(check);
	return check;
}

void
sabot_software_check_free(struct sabot_software_check *check)
{
	if (!check)
		return;
	g_atomic_int_set(&check->is_cancelled, 1);
	if (check->thread)
		g_thread_join(check->thread);
	if (check->source) {
		g_source_destroy(check->source);
		g_source_unref(check->source);
	}
	if (check->timer_id)
		g_source_remove(check->timer_id);
	clear_look(&check->look);
	g_free(check->suspected);
	g_free(check->reported);
	g_free(check->recorded);
	g_free(check);
}
