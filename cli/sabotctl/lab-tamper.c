/*
 * Checks that one flipped bit is found and named: in events of the log, anywhere in a case file, in
 * events of an archive.
 */
#include "lab-tamper.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <signal.h>
#include <string.h>

enum { FLIPS = 24 };

/*
 * Verify the file with one bit turned at `at`; false, said, where that is not found or what is said
 * does not name the place by the expression `named`.
 */
static bool
finds_flip(struct lab *lab, GBytes *bytes, gsize at, const char *named)
{
	g_autofree char *copy = g_build_filename(lab->folder, "flipped", NULL), *said = NULL;
	int status;

	lab->tried++;
	if (!lab_write_flipped(bytes, at, copy)) {
		lab_fail(lab, _("%s cannot be written"), copy);
		return false;
	}
	status = lab_run(lab, &said, "sabotctl", "verify", copy, "--key", lab->public, NULL);
	if (status <= 0 || !said || !g_regex_match_simple(named, said, G_REGEX_DEFAULT, 0)) {
		lab_fail(lab, _("byte %" PRIu64 " was changed, and nothing was found"),
			 (uint64_t)at);
		return false;
	}
	return true;
}

static GBytes *
read_whole(const char *path)
{
	char *text;
	gsize n_bytes;

	if (!g_file_get_contents(path, &text, &n_bytes, NULL))
		return NULL;
	return g_bytes_new_take(text, n_bytes);
}

/* Where events' lines are in the file: of each that is there once. */
static GArray *
find_events(GBytes *bytes)
{
	static const char begin[] = "{\"ev\":\"";
	GArray *places = g_array_new(FALSE, FALSE, sizeof(gsize));
	gsize n_bytes;
	const char *data = g_bytes_get_data(bytes, &n_bytes);

	for (gsize at = 0; at + strlen(begin) < n_bytes; at++) {
		if (memcmp(data + at, begin, strlen(begin)) == 0) {
			gsize place = at + strlen(begin);

			g_array_append_val(places, place);
		}
	}
	return places;
}

/* The file as it is is proven; one bit of an event here and there is found. */
static enum lab_result
check_events(struct lab *lab, const char *path)
{
	g_autoptr(GBytes) bytes = read_whole(path);
	g_autoptr(GArray) places = bytes ? find_events(bytes) : NULL;

	if (!places || places->len < FLIPS)
		return lab_fail(lab, _("%s has too few events"), path);
	if (lab_run(lab, NULL, "sabotctl", "verify", path, "--key", lab->public, NULL) != 0)
		return lab_fail(lab, _("%s is not proven as it is"), path);
	for (guint i = 0; i < FLIPS; i++) {
		guint which = (guint)((guint64)i * places->len / FLIPS);

		if (!finds_flip(lab, bytes, g_array_index(places, gsize, which),
				"log \\S+, event \\d+"))
			return LAB_FAILED;
	}
	g_string_printf(lab->detail, _("%d events, one bit of each: found and named"), FLIPS);
	return LAB_PASSED;
}

/* A backup: it has no remains of what was written over. */
enum lab_result
lab_check_log(struct lab *lab)
{
	g_autofree char *backup = g_build_filename(lab->folder, "backup.db", NULL);

	if (!lab->public || !lab_stop_daemon(lab, SIGTERM))
		return lab_fail(lab, _("the daemon did not stop in order"));
	if (lab_run(lab, NULL, "sabotctl", "backup", backup, "--config", lab->config, "--key",
		    lab->public, NULL) != 0)
		return lab_fail(lab, _("no backup can be made"));
	return check_events(lab, backup);
}

enum lab_result
lab_check_case(struct lab *lab)
{
	g_autofree char *path = g_build_filename(lab->folder, "round.case", NULL);
	g_autoptr(GBytes) bytes = NULL;
	gsize n_bytes;

	if (lab_run(lab, NULL, "sabotctl", "case", "create", lab->database, "--table", LAB_TABLE,
		    "--round", "3", "--out", path, "--state", lab->state, NULL) != 0)
		return lab_fail(lab, _("no case file can be made"));
	bytes = read_whole(path);
	if (!bytes || !lab->public ||
	    lab_run(lab, NULL, "sabotctl", "verify", path, "--key", lab->public, NULL) != 0)
		return lab_fail(lab, _("%s is not proven as it is"), path);
	n_bytes = g_bytes_get_size(bytes);
	for (guint i = 0; i < FLIPS; i++) {
		if (!finds_flip(lab, bytes, (n_bytes - 1) / FLIPS * i + i, "."))
			return LAB_FAILED;
	}
	g_string_printf(lab->detail, _("%d bytes anywhere in a case file: each found"), FLIPS);
	return LAB_PASSED;
}

enum lab_result
lab_check_archive(struct lab *lab)
{
	g_autoptr(GDateTime) now = g_date_time_new_now_utc();
	g_autofree char *before = g_date_time_format(now, "%Y-%m-%dT%H:%M:%SZ");
	g_autofree char *path =
		g_build_filename(lab->state, "archive", "sabot-archive-000001.db", NULL);

	if (lab_run(lab, NULL, "sabotctl", "archive", "create", "--before", before, "--config",
		    lab->config, NULL) != 0)
		return lab_fail(lab, _("no archive can be made"));
	return check_events(lab, path);
}
