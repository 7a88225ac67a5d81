/* What `sabotctl lab` leaves behind: see lab-report.h. */
#include "lab-report.h"

#include "disk/whole-file.h"
#include "proto/program.h"
#include "proto/version.h"
#include "report/output/printing.h"
#include "report/output/to-json.h"
#include "report/report.h"
#include "store/keys/note.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

static const char *const parts[] = {"json", "pdf"};

const char *
lab_result_word(enum lab_result result)
{
	static const char *const words[] = {
		[LAB_PASSED] = "passed",
		[LAB_FAILED] = "failed",
		[LAB_LEFT_OUT] = "left_out",
	};

	return words[result];
}

static const char *
result_text(enum lab_result result)
{
	switch (result) {
	case LAB_PASSED:
		return C_("test", "passed");
	case LAB_FAILED:
		return C_("test", "FAILED");
	case LAB_LEFT_OUT:
		return C_("test", "left out");
	}
	return "";
}

static void
add_checks(struct sabot_report *sheet, const struct lab_report *report)
{
	static const struct sabot_report_column columns[] = {
		{"check", N_("check"), SABOT_REPORT_TEXT},
		{"title", N_("what is checked"), SABOT_REPORT_TEXT},
		{"result", N_("result"), SABOT_REPORT_TEXT},
		{"tried", N_("tried"), SABOT_REPORT_COUNT},
		{"took_us", N_("took"), SABOT_REPORT_DURATION},
		{"detail", N_("in words"), SABOT_REPORT_TEXT},
	};
	struct sabot_report_section *section = sabot_report_add_section(
		sheet, "checks", _("Checks"), columns, G_N_ELEMENTS(columns));

	for (guint i = 0; i < report->lines->len; i++) {
		const struct lab_line *line = g_ptr_array_index(report->lines, i);

		sabot_report_begin_row(section, SABOT_REPORT_ROW);
		sabot_report_set_text(section, "check", line->id);
		sabot_report_set_text(section, "title", _(line->title));
		sabot_report_set_text(section, "result", result_text(line->result));
		sabot_report_set_number(section, "tried", (int64_t)line->tried);
		sabot_report_set_number(section, "took_us", line->took_us);
		sabot_report_set_text(section, "detail", line->detail);
	}
}

/* SHA-256 of the file in hexadecimal, or NULL. Transferred. */
static char *
digest_file(const char *path)
{
	g_autoptr(GMappedFile) file = g_mapped_file_new(path, FALSE, NULL);

	return file ? g_compute_checksum_for_data(G_CHECKSUM_SHA256,
						  (const guchar *)g_mapped_file_get_contents(file),
						  g_mapped_file_get_length(file))
		    : NULL;
}

static void
add_programs(struct sabot_report *sheet)
{
	static const char *const programs[] = {"sabotd", "sabotctl", "sabotctl-house",
					       "sabot-print", "sabot-shoe"};
	static const struct sabot_report_column columns[] = {
		{"program", N_("program"), SABOT_REPORT_TEXT},
		{"path", N_("file"), SABOT_REPORT_TEXT},
		{"sha256", N_("SHA-256"), SABOT_REPORT_TEXT},
	};
	struct sabot_report_section *section = sabot_report_add_section(
		sheet, "programs", _("Programs"), columns, G_N_ELEMENTS(columns));

	for (guint i = 0; i < G_N_ELEMENTS(programs); i++) {
		g_autofree char *path = sabot_program_find(programs[i]);

		sabot_report_begin_row(section, SABOT_REPORT_ROW);
		sabot_report_set_text(section, "program", programs[i]);
		sabot_report_set_text(section, "path", path);
		sabot_report_set_own_text(section, "sha256", digest_file(path));
	}
}

/* Transferred. */
static struct sabot_report *
make_sheet(const struct lab_report *report)
{
	struct sabot_report *sheet = sabot_report_new("lab", _("Acceptance of an installation"));
	g_autofree char *version = sabot_version_text("sabotctl " SABOT_VERSION);

	sheet->house = g_strdup(g_get_host_name());
	sheet->made_us = report->made_us;
	add_checks(sheet, report);
	add_programs(sheet);
	sabot_report_check(sheet);
	sabot_report_remark(sheet, "%s", g_strdelimit(version, "\n", ' '));
	sabot_report_remark(sheet,
			    _("%" PRIu64 " rounds of each profile were played for false alarms."),
			    (uint64_t)report->rounds);
	sabot_report_remark(sheet, "%s",
			    report->has_passed ? _("Every check that ran has passed.")
					       : _("A check has FAILED."));
	if (!report->is_complete)
		sabot_report_remark(sheet, "%s", _("Not every check has run."));
	sabot_report_remark(sheet, "%s",
			    _("This says what ran on this machine. It certifies nothing."));
	return sheet;
}

/* A new file; one that is there is not written over. */
static bool
write_new(const char *prefix, const char *suffix, GBytes *bytes, GError **error)
{
	g_autofree char *path = g_strconcat(prefix, ".", suffix, NULL);
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
	gsize n_bytes;
	const void *data = g_bytes_get_data(bytes, &n_bytes);
	bool is_written = fd >= 0 && sabot_disk_write(fd, data, n_bytes);
	int failed = errno;

	if (fd >= 0)
		close(fd);
	if (is_written && sabot_disk_sync_folder(path))
		return true;
	g_set_error(error, G_FILE_ERROR, (gint)g_file_error_from_errno(failed), "%s: %s", path,
		    g_strerror(failed));
	return false;
}

static char *
digest_bytes(GBytes *bytes)
{
	return g_compute_checksum_for_bytes(G_CHECKSUM_SHA256, bytes);
}

static GBytes *
make_note(const struct lab_report *report, const struct sabot_key *key, GBytes *json, GBytes *pdf)
{
	g_autofree char *of_json = digest_bytes(json), *of_pdf = digest_bytes(pdf);
	g_autofree char *body =
		g_strdup_printf("sabot-lab/1 " SABOT_VERSION
				"\nresult %s\ncomplete %s\nsha256 %s json\nsha256 %s "
				"pdf\n",
				report->has_passed ? "passed" : "failed",
				report->is_complete ? "yes" : "no", of_json, of_pdf);
	char *note = sabot_note_sign(body, key);

	return g_bytes_new_take(note, strlen(note));
}

bool
lab_report_write(const struct lab_report *report, const struct sabot_key *key, const char *prefix,
		 GError **error)
{
	struct sabot_report *sheet = make_sheet(report);
	g_autoptr(GBytes) json = g_string_free_to_bytes(sabot_report_to_json(sheet));
	g_autoptr(GBytes) pdf = sabot_report_print(sheet, SABOT_REPORT_A4, error);
	g_autoptr(GBytes) note = pdf ? make_note(report, key, json, pdf) : NULL;

	sabot_report_free(sheet);
	return note && write_new(prefix, "json", json, error) &&
	       write_new(prefix, "pdf", pdf, error) && write_new(prefix, "note", note, error);
}

static char *
read_limited(const char *prefix, const char *suffix, gsize max_bytes, gsize *ret_n, GError **error)
{
	g_autofree char *path = g_strconcat(prefix, ".", suffix, NULL);
	g_autoptr(GFile) file = g_file_new_for_path(path);
	g_autoptr(GFileInputStream) stream = g_file_read(file, NULL, error);
	g_autofree char *text = g_malloc(max_bytes + 1);

	if (!stream ||
	    !g_input_stream_read_all(G_INPUT_STREAM(stream), text, max_bytes, ret_n, NULL, error))
		return NULL;
	text[*ret_n] = '\0';
	return g_steal_pointer(&text);
}

static bool
refuse(GError **error, const char *prefix, const char *suffix, const char *why)
{
	g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "%s.%s: %s", prefix, suffix, why);
	return false;
}

/* A part's digest must be a line of the note. */
static bool
check_part(const char *prefix, const char *part, const char *body, GError **error)
{
	gsize n_bytes;
	g_autofree char *bytes = read_limited(prefix, part, LAB_FILE_BYTES_MAX, &n_bytes, error);
	g_autofree char *digest = NULL, *line = NULL;

	if (!bytes)
		return false;
	digest = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)bytes, n_bytes);
	line = g_strdup_printf("\nsha256 %s %s\n", digest, part);
	return strstr(body, line) != NULL ||
	       refuse(error, prefix, part, _("this is not the file that was signed"));
}

bool
lab_report_check(const char *prefix, const struct sabot_key *key, bool *ret_passed, GError **error)
{
	gsize n_bytes;
	g_autofree char *note = read_limited(prefix, "note", LAB_NOTE_BYTES_MAX, &n_bytes, error);
	g_autofree char *body = note ? sabot_note_get_body(note) : NULL;

	if (!note)
		return false;
	if (!body || strlen(note) != n_bytes || !g_str_has_prefix(body, "sabot-lab/1 "))
		return refuse(error, prefix, "note", _("this is no note of a laboratory run"));
	if (!sabot_note_is_signed_by(note, key))
		return refuse(error, prefix, "note", _("it is not signed by that key"));
	for (guint i = 0; i < G_N_ELEMENTS(parts); i++) {
		if (!check_part(prefix, parts[i], body, error))
			return false;
	}
	*ret_passed = strstr(body, "\nresult passed\ncomplete yes\n") != NULL;
	return true;
}
