/*
 * Builds pushes, within the length of a line.
 */
#include "floor-push.h"
#include "proto/message.h"

enum step_form {
	STEP_WITH_VIEW,
	STEP_WITHOUT_VIEW,
	STEP_WITHOUT_OUT,
};

static GBytes *
build_step(const struct sabot_logged_event *step, enum step_form form, bool is_missed)
{
	struct sabot_wire_step *push = sabot_record_new(&sabot_wire_step_type);
	GBytes *line;

	push->seq = step->record->seq;
	push->table = g_strdup(step->record->table);
	push->n = step->record->n;
	push->is_missed = is_missed;
	push->event = json_incref(step->event);
	push->out = form == STEP_WITHOUT_OUT ? json_pack("[{s:s}]", "out", "too_long")
					     : json_incref(step->out);
	if (form == STEP_WITH_VIEW && step->view)
		push->view = sabot_record_ref(step->view);
	line = sabot_wire_step_line(push, NULL);
	sabot_record_unref(push);
	return line;
}

GBytes *
sabot_floor_push_view(const struct sabot_wire_view *view)
{
	GBytes *line = sabot_wire_line(sabot_wire_view_push_build(view), NULL);

	/* Bounded by boxes and hands; a table that breaks this bound is not one people sit at. */
	return line ? line : g_bytes_new_static("", 0);
}

GBytes *
sabot_floor_push_missed(const struct sabot_logged_event *step)
{
	GBytes *line = build_step(step, STEP_WITHOUT_VIEW, true);

	return line ? line : build_step(step, STEP_WITHOUT_OUT, true);
}

GPtrArray *
sabot_floor_push_step(const struct sabot_logged_event *step)
{
	GPtrArray *lines = g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref);
	GBytes *line = build_step(step, STEP_WITH_VIEW, false);

	if (line) {
		g_ptr_array_add(lines, line);
		return lines;
	}
	line = build_step(step, STEP_WITHOUT_VIEW, false);
	g_ptr_array_add(lines, line ? line : build_step(step, STEP_WITHOUT_OUT, false));
	if (step->view)
		g_ptr_array_add(lines, sabot_floor_push_view(step->view));
	return lines;
}
