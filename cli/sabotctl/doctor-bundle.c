/*
 * The doctor's bundle: one text, to be read before it is given away. Its content is named here,
 * piece by piece, and nothing else is included. Of the configuration only the known keys, without
 * comments; of files their names and sizes; of the daemon its numbers.
 */
#include "doctor-bundle.h"

#include "proto/version.h"
#include "sabotctl-store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINES_OF_JOURNAL = 200, OUTPUT_BYTES_MAX = 256 * 1024, FILES_MAX = 500 };

/* Settings whose values say nothing of people; the value of any other is left out. */
static const char *const shown_keys[] = {
	"socket",
	"state_dir",
	"spool_dir",
	"profiles",
	"max_clients",
	"idle_s",
	"listen",
	"persons",
	"idle_logout_s",
	"mirror",
	"cards",
	"names",
	"client_time",
	"claim_s",
	"refresh_reports_s",
	"create_key",
	"gaming_day",
	"shifts",
	"time_zone",
	"drop_counts",
	"mend_s",
	"people",
	"backdate_days",
	"table_changes",
	"dir",
	"after_days",
	"rules",
	"device",
	"simulated",
	"min",
	"max",
	"driver",
	"transport",
	"baud",
	"repeat_ms",
	"seq_first",
	"seq_last",
	"silence_ms",
	"commands",
	"result_by",
	"journal",
	"journal_mb",
	"journal_files",
	"role",
	"tables",
	"second_after_days",
	"pin_digits",
	"max_clients_per_machine",
	NULL,
};

static void
add_heading(GString *text, const char *name)
{
	g_string_append_printf(text, "\n== %s\n", name);
}

/* What a program says; that of one that is not there is no fault. */
static void
add_output(GString *text, const char *const *command)
{
	g_autofree char *line = g_strjoinv(" ", (char **)command), *said = NULL;

	add_heading(text, line);
	if (g_spawn_sync(NULL, (char **)command, NULL,
			 G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &said, NULL,
			 NULL, NULL))
		g_string_append_len(text, said, (gssize)strnlen(said, OUTPUT_BYTES_MAX));
	else
		g_string_append(text, "(not here)\n");
}

static void
add_settings(GString *text, const struct doctor *doctor)
{
	g_auto(GStrv) groups = doctor->config ? g_key_file_get_groups(doctor->config, NULL) : NULL;

	add_heading(text, doctor->config_path);
	for (size_t i = 0; groups && groups[i]; i++) {
		g_auto(GStrv) keys = g_key_file_get_keys(doctor->config, groups[i], NULL, NULL);

		g_string_append_printf(text, "[%s]\n", groups[i]);
		for (size_t j = 0; keys && keys[j]; j++) {
			g_autofree char *value =
				g_strv_contains(shown_keys, keys[j])
					? g_key_file_get_value(doctor->config, groups[i], keys[j],
							       NULL)
					: NULL;

			g_string_append_printf(text, "%s = %s\n", keys[j],
					       value ? value : "(left out)");
		}
	}
}

static int
compare_names(gconstpointer one, gconstpointer other)
{
	return strcmp(*(char *const *)one, *(char *const *)other);
}

/* Names, sizes, modes, owners and times; nothing of what is in the files. */
static void
add_files(GString *text, const char *directory)
{
	g_autoptr(GDir) dir = directory ? g_dir_open(directory, 0, NULL) : NULL;
	g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
	const char *name;

	if (!directory)
		return;
	add_heading(text, directory);
	while (dir && names->len < FILES_MAX && (name = g_dir_read_name(dir)))
		g_ptr_array_add(names, g_strdup(name));
	g_ptr_array_sort(names, compare_names);
	for (guint i = 0; i < names->len; i++) {
		g_autofree char *path =
			g_build_filename(directory, g_ptr_array_index(names, i), NULL);
		g_autofree char *shown = g_utf8_make_valid(g_ptr_array_index(names, i), -1);
		struct stat status;

		if (lstat(path, &status) == 0)
			g_string_append_printf(text,
					       "%06o %u:%u %12" G_GINT64_FORMAT " %" G_GINT64_FORMAT
					       " %s\n",
					       (unsigned)status.st_mode, (unsigned)status.st_uid,
					       (unsigned)status.st_gid, (gint64)status.st_size,
					       (gint64)status.st_mtime, shown);
	}
}

static void
add_lines(GString *text, const struct doctor *doctor)
{
	static const char *const words[] = {
		[DOCTOR_WELL] = "well", [DOCTOR_NOTE] = "note", [DOCTOR_WRONG] = "wrong"};

	add_heading(text, "doctor");
	for (guint i = 0; i < doctor->lines->len; i++) {
		const struct doctor_line *line = g_ptr_array_index(doctor->lines, i);

		g_string_append_printf(text, "%-5s %s: %s\n", words[line->level], line->area,
				       line->text);
	}
}

static bool
write_new(const char *path, const GString *text, GError **error)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
	FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;
	bool is_written = file && fwrite(text->str, 1, text->len, file) == text->len;

	if (file && fclose(file) != 0)
		is_written = false;
	return is_written || sabot_store_fail(error, path, g_strerror(errno));
}

bool
doctor_write_bundle(const struct doctor *doctor, const char *path, GError **error)
{
	g_autofree char *lines = g_strdup_printf("--lines=%d", LINES_OF_JOURNAL);
	g_autofree char *version = sabot_version_text("sabotctl " SABOT_VERSION);
	const char *const status[] = {"systemctl",      "--no-pager",    "status",
				      "sabotd.service", "sabotd.socket", NULL};
	const char *const unit[] = {"systemctl", "cat", "sabotd.service", "sabotd.socket", NULL};
	const char *const journal[] = {"journalctl", "--no-pager", "--unit=sabotd", lines, NULL};
	const char *const kernel[] = {"uname", "-a", NULL};
	const char *const disks[] = {"df", "-k", NULL};
	const char *const packages[] = {"dpkg-query", "-W", "sabot*", NULL};
	g_autoptr(GString) text = g_string_new(version);

	g_string_append_c(text, '\n');
	add_lines(text, doctor);
	add_settings(text, doctor);
	add_files(text, doctor->state_dir);
	add_files(text, doctor->spool_dir);
	add_files(text, doctor->mirror_dir);
	add_files(text, doctor->archive_dir);
	add_output(text, kernel);
	add_output(text, disks);
	add_output(text, packages);
	add_output(text, status);
	add_output(text, unit);
	add_output(text, journal);
	return write_new(path, text, error);
}
