/*
 * `sabotctl audit FILE`: reads an event log and prints the derived lines, one JSON object per line.
 * Needs no daemon and no installation.
 */
#include "sabotctl-private.h"
#include "verb-options.h"

#include "gather/report-source.h"
#include "sabotctl-audit-text.h"
#include "eventlog/derive.h"
#include "eventlog/house-log.h"
#include "eventlog/log-reader.h"
#include "eventlog/output-json.h"
#include "text/escape.h"

#include <errno.h>
#include <glib.h>
#include <glib/gi18n.h>
#include <string.h>

struct audit {
	struct sabot_log_reader *reader;
	const char *name; /* of the log, for error messages */
	bool is_text;     /* sentences for people in place of JSON lines */
	GString *lines;   /* of the last event */
};

static void
print_line(const json_t *object)
{
	char *text = json_dumps(object, JSON_ENSURE_ASCII);

	puts(text);
	free(text);
}

static void
print_lines(json_t *lines)
{
	size_t index;
	json_t *object;

	json_array_foreach(lines, index, object)
		print_line(object);
	json_decref(lines);
}

static void
print_update(const struct audit *audit, struct sabot_derive *derive)
{
	unsigned line = sabot_log_reader_line(audit->reader);

	if (audit->is_text) {
		sabotctl_audit_text_update(sabot_derive_last_update(derive), line);
		return;
	}
	g_string_truncate(audit->lines, 0);
	sabot_derive_append_lines(derive, audit->lines, line);
	fwrite_unlocked(audit->lines->str, 1, audit->lines->len, stdout);
}

/* `summary` is transferred. The exit status. */
static int
print_summary(const struct audit *audit, json_t *summary)
{
	struct sabot_wire_summary *read =
		sabot_record_parse(&sabot_wire_summary_type, summary, NULL);
	bool is_found = read && sabot_wire_summary_unexplained(read) > 0;

	if (read && audit->is_text)
		sabotctl_audit_text_summary(read);
	else
		print_line(summary);
	sabot_record_unref(read);
	json_decref(summary);
	return is_found ? SABOTCTL_FOUND : SABOTCTL_OK;
}

static int
finish(const struct audit *audit, struct sabot_derive *derive)
{
	const struct sabot_table *table = sabot_derive_table(derive);
	json_t *summary;

	sabot_derive_finish(derive);
	print_update(audit, derive);
	summary = sabot_derive_summary(derive);
	if (table->rules.game == SABOT_PUNTO_BANCO && table->rules.flow == SABOT_FLOW_CARDS_ONLY)
		json_object_set_new(
			summary, "note",
			json_string(_("Rounds follow each other by the cards alone: a card in "
				      "excess cannot be told from the next round's first.")));
	return print_summary(audit, summary);
}

static int
fail(const char *name, const char *why)
{
	fprintf(stderr, "sabotctl: %s: %s\n", sabot_text_plain(name), sabot_text_plain(why));
	return SABOTCTL_FAILED;
}

static void
print_finding(const struct audit *audit, const struct sabot_incident *finding, unsigned line)
{
	json_t *lines;

	if (finding->code == SABOT_INCIDENT_NONE)
		return;
	if (audit->is_text) {
		sabotctl_audit_text_finding(finding, line);
		return;
	}
	lines = json_array();
	sabot_incident_append_json(lines, finding, line);
	print_lines(lines);
}

static int
audit_house(const struct audit *audit, const struct sabot_log_header *header)
{
	struct sabot_house_log *log = sabot_house_log_new(header->from_incident);
	char error[SABOT_LOG_ERROR_SIZE], why[SABOT_EVENT_ERROR_SIZE] = "";
	enum sabot_log_status status;
	const json_t *event;
	int result = SABOTCTL_FAILED;

	while ((status = sabot_log_reader_next_object(audit->reader, &event, error)) ==
	       SABOT_LOG_EVENT) {
		unsigned line = sabot_log_reader_line(audit->reader);
		struct sabot_house_outcome outcome;

		if (!sabot_house_log_step(log, event, &outcome, why)) {
			g_snprintf(error, sizeof(error), "line %u: %s", line, why);
			status = SABOT_LOG_ERROR;
			break;
		}
		print_finding(audit, &outcome.finding, line);
	}
	if (status == SABOT_LOG_END)
		result = print_summary(audit, sabot_house_log_summary(log));
	else
		fail(audit->name, error);
	sabot_house_log_free(log);
	return result;
}

static int
audit_table(const struct audit *audit, const struct sabot_log_header *header)
{
	struct sabot_event event;
	char error[SABOT_LOG_ERROR_SIZE];
	enum sabot_log_status status;
	struct sabot_derive *derive = sabot_derive_new(&header->rules, header->from_load,
						       header->from_round, header->from_incident);
	const char *fault = NULL;
	int result = SABOTCTL_FAILED;

	while (fault == NULL && (status = sabot_log_reader_next(audit->reader, &event, NULL,
								error)) == SABOT_LOG_EVENT) {
		fault = sabot_derive_step(derive, &event)->fault;
		print_update(audit, derive);
	}
	if (fault != NULL)
		fprintf(stderr, "sabotctl: %s: line %u: %s\n", sabot_text_plain(audit->name),
			sabot_log_reader_line(audit->reader), sabot_text_plain(fault));
	else if (status == SABOT_LOG_END)
		result = finish(audit, derive);
	else
		fail(audit->name, error);
	sabot_derive_free(derive);
	return result;
}

static int
run(const struct audit *audit)
{
	struct sabot_log_header header;
	char error[SABOT_LOG_ERROR_SIZE];

	if (!sabot_log_reader_header(audit->reader, &header, error))
		return fail(audit->name, error);
	return header.is_house ? audit_house(audit, &header) : audit_table(audit, &header);
}

/* Which verb reads a file that is another of Sabot's than an event log; NULL: none known. */
static const char *
find_other_reader(const char *path)
{
	char start[sizeof("{\"sabot_proof\"")] = "";
	FILE *file = fopen(path, "re");
	size_t n_bytes = file ? fread(start, 1, sizeof(start) - 1, file) : 0;

	if (file)
		fclose(file);
	if (report_source_is_database(path))
		return _("this is a database, a backup or an archive, not an event log: `sabotctl "
			 "log` finds its rounds, `sabotctl report` sums them up, `sabotctl verify` "
			 "proves it");
	if (n_bytes > 0 && strncmp(start, "{\"sabot_proof\"", n_bytes) == 0 &&
	    n_bytes == sizeof(start) - 1)
		return _("this is a case file or a proof, not an event log: `sabotctl case show` "
			 "shows a case, `sabotctl verify` proves both");
	return NULL;
}

static int
audit_path(const char *path, const char *profiles, bool is_text)
{
	bool is_stdin = strcmp(path, "-") == 0;
	const char *other = is_stdin ? NULL : find_other_reader(path);
	struct audit audit = {.name = is_stdin ? "standard input" : path, .is_text = is_text};
	FILE *file;

	if (other)
		return fail(path, other);
	file = is_stdin ? stdin : fopen(path, "re");

	if (file == NULL) {
		fprintf(stderr, "sabotctl: %s: %s\n", sabot_text_plain(path), g_strerror(errno));
		return SABOTCTL_FAILED;
	}
	audit.reader = sabot_log_reader_new(file, profiles);
	audit.lines = g_string_new(NULL);
	int status = run(&audit);
	g_string_free(audit.lines, TRUE);
	sabot_log_reader_free(audit.reader);
	if (!is_stdin)
		fclose(file);
	if (fflush(stdout) != 0 || ferror(stdout)) {
		fprintf(stderr, "sabotctl: %s: %s\n", _("standard output"), g_strerror(errno));
		return SABOTCTL_FAILED;
	}
	return status;
}

int
sabotctl_audit(int argc, char **argv)
{
	g_autofree char *profiles = NULL;
	gboolean is_text = FALSE;
	GOptionEntry entries[] = {
		{"text", 0, 0, G_OPTION_ARG_NONE, &is_text,
		 N_("the findings in sentences, for people"), NULL},
		{"profiles", 0, 0, G_OPTION_ARG_FILENAME, &profiles,
		 N_("Look for rule profiles in DIRECTORY first"), N_("DIRECTORY")},
		G_OPTION_ENTRY_NULL,
	};
	const struct verb_options verb = {
		.arguments = _("FILE"),
		.summary =
			_("Derives rounds, what is owed and incidents from an event log (`-` reads "
			  "standard input)\nand prints one JSON object a line. Exit status: 0 no "
			  "incident, 1 incidents found,\n2 the log cannot be used."),
		.entries = entries,
	};

	if (!verb_options_parse(&verb, &argc, &argv))
		return SABOTCTL_FAILED;
	if (argc != 2) {
		fprintf(stderr, "%s\n", _("usage: sabotctl audit FILE"));
		return SABOTCTL_FAILED;
	}
	return audit_path(argv[1], profiles, is_text);
}
