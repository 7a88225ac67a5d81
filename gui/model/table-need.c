/* What a table needs: see table-need.h. */
#include "table-need.h"

enum { SHORT_NAME_LETTERS = 5 };

bool
sabot_table_is_shoe_down(const struct sabot_wire_view *view)
{
	const struct sabot_wire_device *shoe = view->device;

	return shoe &&
	       (shoe->state == SABOT_WIRE_DEVICE_OFFLINE ||
		shoe->state == SABOT_WIRE_DEVICE_ERROR || shoe->state == SABOT_WIRE_DEVICE_LOST);
}

/* True if the pit is called: play is stopped, and guests wait. */
static bool
is_called(const struct sabot_wire_view *view)
{
	return view->incidents && view->incidents->called_us != SABOT_TIME_NONE;
}

bool
sabot_table_is_stopped(const struct sabot_wire_view *view)
{
	return view->phase == SABOT_WIRE_PHASE_RULING || is_called(view) ||
	       (view->incidents && view->incidents->stops);
}

struct sabot_wire_incident *
sabot_table_incident(const struct sabot_wire_view *view)
{
	if (!view->incidents)
		return NULL;
	return view->incidents->stops ? view->incidents->stops : view->incidents->worst;
}

int
sabot_table_others(const struct sabot_wire_view *view)
{
	return sabot_table_incident(view) ? (int)view->incidents->open - 1 : 0;
}

enum sabot_wire_severity
sabot_table_gravity(const struct sabot_wire_view *view)
{
	enum sabot_wire_severity severity = sabot_table_incident(view)->severity;

	if (severity == SABOT_WIRE_SEVERITY_UNKNOWN)
		return SABOT_WIRE_SEVERITY_CRITICAL;
	return is_called(view) ? MAX(severity, SABOT_WIRE_SEVERITY_HIGH) : severity;
}

int
sabot_table_need(const struct sabot_wire_view *view)
{
	if (view->fault)
		return SABOT_WIRE_SEVERITY_CRITICAL;
	if (sabot_table_incident(view))
		return (int)sabot_table_gravity(view);
	if (sabot_table_is_stopped(view))
		return SABOT_WIRE_SEVERITY_HIGH;
	if (!view->is_saved || sabot_table_is_shoe_down(view) || view->redress->len > 0 ||
	    view->differences->len > 0)
		return SABOT_WIRE_SEVERITY_LOW;
	return 0;
}

bool
sabot_table_is_called(const struct sabot_wire_view *view)
{
	const struct sabot_wire_incident *shown = sabot_table_incident(view);

	return is_called(view) &&
	       (!view->incidents->stops || g_strcmp0(shown->code, "dispute") == 0);
}

bool
sabot_table_is_unknown(const struct sabot_wire_view *view)
{
	return view->fault || view->away;
}

int64_t
sabot_table_waits_since(const struct sabot_wire_view *view)
{
	const struct sabot_wire_incident *incident = sabot_table_incident(view);

	if (!incident)
		return SABOT_TIME_NONE;
	if (!view->incidents->stops && is_called(view))
		return view->incidents->called_us;
	return incident->at_us;
}

static bool
needs_attention(enum sabot_wire_device_state state)
{
	switch (state) {
	case SABOT_WIRE_DEVICE_UNKNOWN:
	case SABOT_WIRE_DEVICE_OFFLINE:
	case SABOT_WIRE_DEVICE_ERROR:
	case SABOT_WIRE_DEVICE_LOST:
		return true;
	case SABOT_WIRE_DEVICE_ONLINE:
	case SABOT_WIRE_DEVICE_CLEARED:
	case SABOT_WIRE_DEVICE_LOCKED:
	case SABOT_WIRE_DEVICE_UNLOCKED:
	case SABOT_WIRE_DEVICE_CONNECTING:
		return false;
	}
	return true;
}

bool
sabot_table_has_shoe_trouble(const struct sabot_wire_view *view)
{
	return view->device && needs_attention(view->device->state);
}

bool
sabot_table_has_long_name(const struct sabot_wire_view *view)
{
	return g_utf8_strlen(view->table, -1) > SHORT_NAME_LETTERS;
}
