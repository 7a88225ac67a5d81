/*
 * `sabotctl audit FILE`: reads an event log and prints what follows from it, one JSON object a
 * line. Needs no daemon and no installation.
 */
#include "sabotctl.h"

#include "eventlog/derive.h"
#include "eventlog/house.h"
#include "eventlog/log-reader.h"

#include <errno.h>
#include <glib.h>
#include <glib/gi18n.h>
#include <string.h>

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

static bool
has_incidents(const json_t *summary)
{
	return json_object_size(json_object_get(summary, "incidents")) > 0;
}

static int
finish(struct sabot_derive *derive, unsigned line)
{
	print_lines(sabot_derive_finish(derive, line));
	json_t *summary = sabot_derive_summary(derive);
	const struct sabot_table *table = sabot_derive_table(derive);
	int status = has_incidents(summary) ? SABOTCTL_FOUND : SABOTCTL_OK;

	if (table->rules.game == SABOT_PUNTO_BANCO && table->rules.flow == SABOT_FLOW_CARDS_ONLY)
		json_object_set_new(
			summary, "note",
			json_string(_("Rounds follow each other by the cards alone: a card in "
				      "excess cannot be told from the next round's first.")));
	print_line(summary);
	json_decref(summary);
	return status;
}

static int
fail(const char *name, const char *why)
{
	fprintf(stderr, "sabotctl: %s: %s\n", name, why);
	return SABOTCTL_FAILED;
}

static int
audit_house(struct sabot_log_reader *reader, const struct sabot_log_header *header,
	    const char *name)
{
	struct sabot_house_log *log = sabot_house_log_new(header->from_incident);
	char error[SABOT_LOG_ERROR_SIZE], why[SABOT_EVENT_ERROR_SIZE] = "";
	enum sabot_log_status status;
	const json_t *event;
	int result = SABOTCTL_FAILED;

	while ((status = sabot_log_reader_next_object(reader, &event, error)) == SABOT_LOG_EVENT) {
		unsigned line = sabot_log_reader_line(reader);
		json_t *lines = sabot_house_log_step(log, event, line, NULL, why);

		if (lines == NULL) {
			g_snprintf(error, sizeof(error), "line %u: %s", line, why);
			status = SABOT_LOG_ERROR;
			break;
		}
		print_lines(lines);
	}
	if (status == SABOT_LOG_END) {
		json_t *summary = sabot_house_log_summary(log);

		result = has_incidents(summary) ? SABOTCTL_FOUND : SABOTCTL_OK;
		print_line(summary);
		json_decref(summary);
	} else {
		fail(name, error);
	}
	sabot_house_log_free(log);
	return result;
}

static int
audit_table(struct sabot_log_reader *reader, const struct sabot_log_header *header,
	    const char *name)
{
	struct sabot_event event;
	char error[SABOT_LOG_ERROR_SIZE];
	enum sabot_log_status status;
	struct sabot_derive *derive = sabot_derive_new(&header->rules, header->from_load,
						       header->from_round, header->from_incident);
	const char *fault = NULL;
	while (fault == NULL &&
	       (status = sabot_log_reader_next(reader, &event, NULL, error)) == SABOT_LOG_EVENT) {
		print_lines(sabot_derive_step(derive, &event, sabot_log_reader_line(reader)));
		fault = sabot_derive_last_update(derive)->fault;
	}
	int result = SABOTCTL_FAILED;
	if (fault != NULL)
		fprintf(stderr, "sabotctl: %s: line %u: %s\n", name, sabot_log_reader_line(reader),
			fault);
	else if (status == SABOT_LOG_END)
		result = finish(derive, sabot_log_reader_line(reader));
	else
		fail(name, error);
	sabot_derive_free(derive);
	return result;
}

static int
audit(struct sabot_log_reader *reader, const char *name)
{
	struct sabot_log_header header;
	char error[SABOT_LOG_ERROR_SIZE];

	if (!sabot_log_reader_header(reader, &header, error))
		return fail(name, error);
	return header.is_house ? audit_house(reader, &header, name)
			       : audit_table(reader, &header, name);
}

static int
audit_path(const char *path, const char *profiles)
{
	bool is_stdin = strcmp(path, "-") == 0;
	FILE *file = is_stdin ? stdin : fopen(path, "re");

	if (file == NULL) {
		fprintf(stderr, "sabotctl: %s: %s\n", path, g_strerror(errno));
		return SABOTCTL_FAILED;
	}
	struct sabot_log_reader *reader = sabot_log_reader_new(file, profiles);
	int status = audit(reader, is_stdin ? "standard input" : path);
	sabot_log_reader_free(reader);
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
	g_autoptr(GError) error = NULL;
	GOptionEntry entries[] = {
		{"profiles", 0, 0, G_OPTION_ARG_FILENAME, &profiles,
		 N_("Look for rule profiles in DIRECTORY first"), N_("DIRECTORY")},
		G_OPTION_ENTRY_NULL,
	};
	g_autoptr(GOptionContext) context = g_option_context_new(_("FILE"));

	g_option_context_add_main_entries(context, entries, NULL);
	g_option_context_set_summary(
		context,
		_("Derives rounds, what is owed and incidents from an event log (`-` reads "
		  "standard input)\nand prints one JSON object a line. Exit status: 0 no "
		  "incident, 1 incidents found,\n2 the log cannot be used."));
	if (!g_option_context_parse(context, &argc, &argv, &error)) {
		fprintf(stderr, "sabotctl audit: %s\n", error->message);
		return SABOTCTL_FAILED;
	}
	if (argc != 2) {
		fprintf(stderr, "%s\n", _("usage: sabotctl audit FILE"));
		return SABOTCTL_FAILED;
	}
	return audit_path(argv[1], profiles);
}
