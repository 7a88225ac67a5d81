/* See shown-lines.h. */
#include "shown-lines.h"

#include "eventlog/output-json.h"

#include <glib.h>

struct sabot_incident_line *
sabot_shown_incident_new(const struct sabot_incident *incident, const struct sabot_update *update,
			 unsigned line)
{
	struct sabot_incident_line *shown = sabot_record_new(&sabot_incident_line_type);

	shown->id = incident->id;
	shown->line = line;
	shown->of = incident->of;
	shown->load = incident->load;
	shown->round = incident->round;
	shown->code = g_strdup(sabot_incident_code_to_string(incident->code));
	shown->severity =
		g_strdup(sabot_severity_to_string(sabot_incident_severity(incident->code)));
	shown->rule = g_strdup(incident->rule);
	shown->detail = sabot_incident_write_detail(incident, update);
	shown->text = sabot_incident_phrase(incident, update);
	return shown;
}

/* What is written, for whom. */
struct showing {
	const struct sabot_update *update;
	const struct sabot_veil *veil;
	unsigned line;
	sabot_shown_line_fn fn;
	void *data;
};

static void
show_incident(const struct showing *showing, const struct sabot_output *output)
{
	struct sabot_incident_line *shown =
		sabot_shown_incident_new(&output->u.incident, showing->update, showing->line);
	struct sabot_shown_line line = {.output = output, .incident = shown};

	if (showing->veil)
		sabot_veil_incident(showing->veil, &output->u.incident, shown);
	line.json = sabot_incident_line_build(shown);
	showing->fn(&line, showing->data);
	json_decref(line.json);
	sabot_record_unref(shown);
}

static void
show_output(const struct showing *showing, const struct sabot_output *output)
{
	json_t *lines = json_array();
	struct sabot_shown_line line = {.output = output};
	size_t index;

	sabot_output_append_json(lines, showing->update, output, showing->line);
	json_array_foreach(lines, index, line.json)
		showing->fn(&line, showing->data);
	json_decref(lines);
}

void
sabot_shown_lines_write(const struct sabot_update *update, const struct sabot_veil *veil,
			unsigned line, sabot_shown_line_fn fn, void *data)
{
	const struct showing showing = {update, veil, line, fn, data};

	for (unsigned i = 0; i < update->n_outputs; i++) {
		const struct sabot_output *output = &update->outputs[i];

		if (output->kind == SABOT_OUTPUT_INCIDENT)
			show_incident(&showing, output);
		else
			show_output(&showing, output);
	}
}
