/*
 * The settings of the start before are in a file beside the database. It is believed only if its
 * digest is the one that the house log has for that start; so changing both unnoticed means
 * changing the chain.
 */
#include "start-note.h"
#include "daemon/tables/evidence.h"
#include "daemon/tables/progress-check.h"
#include "disk/own-file.h"

#include <errno.h>
#include <string.h>

enum {
	START_CLOCK_MIN_US = 2000000, /* how far the clock must be behind the last event */
	START_SETTINGS_BYTES_MAX = 4 * 1024 * 1024,
};

static const char settings_name[] = "started.conf";

/* Whether the file of the start before can be used; the word in `started`. */
static const char no_start_before[] = "first", known[] = "listed", unknown[] = "unknown";

static void
write_event(struct sabot_floor *floor, json_t *event, const struct sabot_origin *origin)
{
	g_autoptr(GError) error = NULL;

	if (!sabot_floor_submit_house(floor, event, origin, &error))
		g_critical("an event of the house log cannot be written: %s", error->message);
	json_decref(event);
}

static char *
digest_of(const char *settings)
{
	return g_compute_checksum_for_string(G_CHECKSUM_SHA256, settings, -1);
}

static char *
settings_path(const struct sabot_floor *floor)
{
	return g_build_filename(sabot_floor_get_config(floor)->state_dir, settings_name, NULL);
}

static GKeyFile *
parse(const char *settings)
{
	GKeyFile *file = g_key_file_new();

	g_key_file_load_from_data(file, settings, (gsize)-1, G_KEY_FILE_NONE, NULL);
	return file;
}

/* One setting; without `from` it is new, without `to` it is gone. */
static void
record_change(struct sabot_floor *floor, const char *group, const char *key, const char *from,
	      const char *to)
{
	static const struct sabot_origin nobody;

	write_event(floor,
		    json_pack("{s:s, s:s, s:s, s:s*, s:s*}", "ev", "config", "group", group, "key",
			      key, "from", from, "to", to),
		    &nobody);
}

/*
 * The settings of `one` that differ from `other` or are missing there; with `only_missing` only the
 * latter.
 */
static void
record_differences(struct sabot_floor *floor, GKeyFile *one, GKeyFile *other, bool is_new)
{
	g_auto(GStrv) groups = g_key_file_get_groups(one, NULL);

	for (size_t i = 0; groups[i]; i++) {
		g_auto(GStrv) keys = g_key_file_get_keys(one, groups[i], NULL, NULL);

		for (size_t j = 0; keys && keys[j]; j++) {
			g_autofree char *here = g_key_file_get_value(one, groups[i], keys[j], NULL);
			g_autofree char *there =
				g_key_file_get_value(other, groups[i], keys[j], NULL);

			if (is_new && g_strcmp0(here, there) != 0)
				record_change(floor, groups[i], keys[j], there, here);
			else if (!is_new && !there)
				record_change(floor, groups[i], keys[j], here, NULL);
		}
	}
}

static void
record_changes(struct sabot_floor *floor, const char *before)
{
	g_autoptr(GKeyFile) old = parse(before);
	g_autoptr(GKeyFile) now = parse(sabot_floor_get_config(floor)->settings);

	record_differences(floor, now, old, true);
	record_differences(floor, old, now, false);
}

struct settings {
	char *path, *text;
};

/* On a thread of its own: the shoes are already being read, and this waits for the disk. */
static gpointer
keep_settings(gpointer data)
{
	struct settings *settings = data;
	g_autoptr(GError) error = NULL;

	if (!g_file_set_contents_full(settings->path, settings->text, -1,
				      G_FILE_SET_CONTENTS_CONSISTENT, 0600, &error))
		g_warning("the settings of this start cannot be kept: %s", error->message);
	g_free(settings->path);
	g_free(settings->text);
	g_free(settings);
	return NULL;
}

/* The start is recorded: keep the settings for comparison at the next one. */
static void
on_started(const struct sabot_logged_event *step, void *data)
{
	struct sabot_floor *floor = data;
	struct settings *settings;

	if (!step || sabot_floor_get_outage(floor))
		return;
	sabot_floor_keep_persons(floor);
	settings = g_new(struct settings, 1);
	settings->path = settings_path(floor);
	settings->text = g_strdup(sabot_floor_get_config(floor)->settings);
	sabot_floor_join_at_end(floor, g_thread_new("sabot-settings", keep_settings, settings));
}

/* The settings of the start before, if known; and the word for it. Transferred. */
static char *
read_before(const struct sabot_floor *floor, const char **ret_word)
{
	g_autofree char *path = settings_path(floor), *text = NULL, *digest = NULL;
	const char *why, *recorded = sabot_floor_get_house(floor)->config_digest;
	size_t n_bytes;

	*ret_word =
		recorded || sabot_floor_get_outage(floor) || g_file_test(path, G_FILE_TEST_EXISTS)
			? unknown
			: no_start_before;
	if (recorded)
		text = sabot_disk_read_any(path, START_SETTINGS_BYTES_MAX, &n_bytes, &why);
	if (!text)
		return NULL;
	digest = digest_of(text);
	if (strcmp(digest, recorded) != 0)
		return NULL;
	*ret_word = known;
	return g_steal_pointer(&text);
}

/*
 * What has changed in the key, for who reads the journal. That there is none any more is said with
 * its finding.
 */
static void
say_key(const char *before, const char *now)
{
	if (before[0] && now[0])
		g_message("another key signs the log than at the start before");
	else if (now[0])
		g_message("the log is signed again, or for the first time: at the start before it "
			  "was not");
}

/* Records since when another key signs, for readers of its checkpoints. */
static void
record_key(struct sabot_floor *floor, const char *before, const char *now)
{
	static const struct sabot_origin nobody;

	if (strcmp(before, now) == 0)
		return;
	say_key(before, now);
	write_event(floor,
		    json_pack("{s:s, s:s*, s:s*, s:s*}", "ev", "key", "from",
			      before[0] ? before : NULL, "to", now[0] ? now : NULL, "note",
			      sabot_floor_get_key(floor)->note),
		    &nobody);
}

/* A key signed at the start before, and none does now: from here on nothing proves the log. */
static void
report_key_lost(struct sabot_floor *floor, const char *before)
{
	const struct sabot_floor_key *key = sabot_floor_get_key(floor);
	json_t *detail;

	if (!before || !before[0] || key->line || sabot_floor_get_outage(floor))
		return;
	g_critical("the log was signed until now, and is not any more: %s", key->why_none->message);
	detail = sabot_evidence_of_error(key->why_none);
	json_object_set_new(detail, "key", json_string(before));
	sabot_floor_report(floor, SABOT_INCIDENT_KEY_LOST, detail);
}

/* This casts no doubt on events: the clock is at fault, and their numbers give their order. */
static void
report_clock(struct sabot_floor *floor, int64_t last_us)
{
	int64_t step_us = g_get_real_time() - last_us;

	if (last_us <= 0 || step_us > -START_CLOCK_MIN_US)
		return;
	g_warning("the machine's clock is behind the log's last event by %" G_GINT64_FORMAT " us",
		  -step_us);
	sabot_floor_report(floor, SABOT_INCIDENT_CLOCK_STEP,
			   json_pack("{s:I, s:s}", "step_us", (json_int_t)step_us, "when",
				     "stopped"));
}

void
sabot_start_record(struct sabot_floor *floor)
{
	int64_t last_us = sabot_floor_get_house(floor)->last_us;
	struct sabot_origin origin = {.done = on_started, .data = floor};
	const char *word;
	g_autofree char *before = read_before(floor, &word);
	g_autofree char *digest = digest_of(sabot_floor_get_config(floor)->settings);
	g_autofree char *key_before = g_strdup(sabot_house_last_key(sabot_floor_get_house(floor)));
	const char *key = sabot_floor_get_key(floor)->line ? sabot_floor_get_key(floor)->line : "";

	write_event(floor,
		    json_pack("{s:s, s:s, s:s, s:s, s:b, s:s*, s:s*, s:s*}", "ev", "started",
			      "version", SABOT_VERSION, "config", digest, "changes", word, "saved",
			      sabot_floor_is_saved(floor), "key",
			      sabot_floor_get_outage(floor) ? NULL : key, "progress",
			      sabot_progress_check_lacks_note(floor) ? "none" : NULL, "counter",
			      sabot_floor_get_key(floor)->counter_fault),
		    &origin);
	if (!sabot_floor_get_outage(floor) && key_before)
		record_key(floor, key_before, key);
	if (before)
		record_changes(floor, before);
	report_key_lost(floor, key_before);
	report_clock(floor, last_us);
}

void
sabot_stop_record(struct sabot_floor *floor)
{
	static const struct sabot_origin nobody;

	write_event(floor, json_pack("{s:s, s:s}", "ev", "stopped", "version", SABOT_VERSION),
		    &nobody);
}
