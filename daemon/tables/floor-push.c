/* Builds pushes that fit into a line. */
#include "floor-push.h"
#include "proto/message.h"

/* A step without its view; without its derived lines, too, if they would be too long. */
static GBytes *
build_step(const struct sabot_logged_event *step, bool hides_names, bool has_out)
{
	struct sabot_wire_step *push = sabot_record_new(&sabot_wire_step_type);
	GBytes *line;

	push->seq = step->record->seq;
	push->table = g_strdup(step->record->table);
	push->n = step->record->n;
	push->event =
		hides_names ? sabot_house_event_unnamed(step->event) : json_incref(step->event);
	push->out = has_out ? json_incref(step->out) : json_pack("[{s:s}]", "out", "too_long");
	line = sabot_wire_step_line(push, NULL);
	sabot_record_unref(push);
	return line;
}

/* `line` is NULL if it was too long. */
static GBytes *
make_missed(const struct sabot_logged_event *step, bool hides_names, GBytes *line)
{
	g_autoptr(GBytes) brief = NULL;
	GBytes *missed = line ? sabot_wire_step_line_missed(line, NULL) : NULL;

	if (missed)
		return missed;
	brief = build_step(step, hides_names, false);
	return sabot_wire_step_line_missed(brief, NULL);
}

GBytes *
sabot_floor_push_view(const struct sabot_wire_view *view)
{
	GBytes *line = sabot_wire_line(sabot_wire_view_push_build(view), NULL);

	/* Bounded by boxes and hands; no real table exceeds this bound. */
	return line ? line : g_bytes_new_static("", 0);
}

GBytes *
sabot_floor_push_missed(const struct sabot_logged_event *step, bool hides_names)
{
	g_autoptr(GBytes) line = build_step(step, hides_names, true);

	return make_missed(step, hides_names, line);
}

GPtrArray *
sabot_floor_push_step(const struct sabot_logged_event *step, bool hides_names, GBytes **ret_missed)
{
	GPtrArray *lines = g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref);
	g_autoptr(GBytes) line = build_step(step, hides_names, true);
	GBytes *whole =
		line && step->view ? sabot_wire_step_line_with(line, step->view, NULL) : NULL;

	*ret_missed = make_missed(step, hides_names, line);
	if (whole) {
		g_ptr_array_add(lines, whole);
		return lines;
	}
	g_ptr_array_add(lines,
			line ? g_steal_pointer(&line) : build_step(step, hides_names, false));
	if (step->view)
		g_ptr_array_add(lines, sabot_floor_push_view(step->view));
	return lines;
}
