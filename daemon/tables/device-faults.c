/* See device-faults.h. */
#include "device-faults.h"

#include <string.h>

/* After a fault of the shoe has ended, events that it delayed still follow from it. */
enum { FAULT_AFTERMATH_US = 10 * G_USEC_PER_SEC };

void
sabot_device_faults_init(struct sabot_device_faults *faults)
{
	*faults = (struct sabot_device_faults){.ended_us = INT64_MIN / 2};
}

bool
sabot_device_faults_is_fault(const struct sabot_wire_incident *incident)
{
	return strcmp(incident->code, "device_offline") == 0 ||
	       strcmp(incident->code, "device_error") == 0;
}

int64_t
sabot_device_faults_find_parent(const struct sabot_device_faults *faults,
				const struct sabot_incident_book *incidents, const char *code,
				int64_t at_us)
{
	if (g_strcmp0(code, "unread_card") != 0 && g_strcmp0(code, "frames_lost") != 0)
		return 0;
	for (guint i = incidents->incidents->len; i-- > 0;) {
		const struct sabot_wire_incident *fault =
			g_ptr_array_index(incidents->incidents, i);

		if (sabot_device_faults_is_fault(fault) && fault->state == SABOT_WIRE_INCIDENT_OPEN)
			return fault->id;
	}
	return at_us <= faults->ended_us + FAULT_AFTERMATH_US ? faults->ended : 0;
}

/* The shoe reports that a fault is over. */
static bool
is_end(const struct sabot_event *event)
{
	return event->type == SABOT_EVENT_DEVICE && (event->u.device.state == SABOT_DEVICE_ONLINE ||
						     event->u.device.state == SABOT_DEVICE_CLEARED);
}

/*
 * A fault is ended by its name; a letter alone ends all faults that begin with it, and no name ends
 * all.
 */
static bool
is_ended_by(const struct sabot_wire_incident *incident, const struct sabot_event *event)
{
	const char *fault = sabot_wire_incident_fault(incident);
	const char *ended = event->u.device.code;

	if (event->u.device.state == SABOT_DEVICE_ONLINE)
		return strcmp(incident->code, "device_offline") == 0;
	if (strcmp(incident->code, "device_error") != 0)
		return false;
	if (!ended || !fault || strcmp(fault, ended) == 0)
		return true;
	return strlen(ended) == 1 && fault[0] == ended[0];
}

GArray *
sabot_device_faults_apply(struct sabot_device_faults *faults,
			  const struct sabot_incident_book *incidents,
			  const struct sabot_event *event)
{
	GArray *ended = g_array_new(FALSE, FALSE, sizeof(int64_t));

	for (guint i = 0; is_end(event) && i < incidents->incidents->len; i++) {
		const struct sabot_wire_incident *incident =
			g_ptr_array_index(incidents->incidents, i);

		if (incident->state != SABOT_WIRE_INCIDENT_OPEN || !is_ended_by(incident, event))
			continue;
		faults->ended = incident->id;
		faults->ended_us = event->at_us;
		g_array_append_val(ended, incident->id);
	}
	return ended;
}
