/*
 * A shoe device itself (shoe-device.h): its state, its clock and timers, and its reports to its
 * owner. The files beside it work on it, in layers: shoe-journal.c and shoe-speech.c, then
 * shoe-connection.c, then shoe-limits.c and shoe-report.c, and shoe-reader.c on top.
 */
#include "shoe-device.h"

#include "shoe-device-private.h"

#include <string.h>

G_DEFINE_QUARK(sabot - shoe - device - error, sabot_shoe_device_error)

void
sabot_shoe_device_clear_source(GSource **source)
{
	if (!*source)
		return;
	g_source_destroy(*source);
	g_clear_pointer(source, g_source_unref);
}

void
sabot_shoe_device_arm(struct sabot_shoe_device *device, GSource **source, unsigned in_ms,
		      GSourceFunc fn)
{
	sabot_shoe_device_clear_source(source);
	*source = g_timeout_source_new(in_ms);
	g_source_set_callback(*source, fn, device, NULL);
	g_source_attach(*source, g_main_context_get_thread_default());
}

void
sabot_shoe_device_set_state(struct sabot_shoe_device *device, enum sabot_shoe_state state,
			    const char *detail)
{
	if (device->state == state && g_strcmp0(device->detail, detail) == 0)
		return;
	device->state = state;
	g_free(device->detail);
	device->detail = g_strdup(detail);
	if (device->handler->state)
		device->handler->state(device, device->user);
}

int64_t
sabot_shoe_device_now_us(const struct sabot_shoe_device *device)
{
	if (device->transport && sabot_transport_is_recording(device->transport))
		return sabot_transport_now_us(device->transport);
	return device->clock.monotonic_us(device->clock.user);
}

const char *
sabot_shoe_device_get_name(const struct sabot_shoe_device *device)
{
	return device->name;
}

const struct sabot_shoe_driver *
sabot_shoe_device_get_driver(const struct sabot_shoe_device *device)
{
	return device->driver;
}

bool
sabot_shoe_device_is_simulated(const struct sabot_shoe_device *device)
{
	return device->simulated;
}

const char *
sabot_shoe_device_get_transport(const struct sabot_shoe_device *device)
{
	return device->url;
}

struct sabot_shoe_identity
sabot_shoe_device_get_shoe(const struct sabot_shoe_device *device)
{
	return device->shoe;
}

struct sabot_device_identity
sabot_shoe_device_get_identity(const struct sabot_shoe_device *device)
{
	return sabot_transport_get_identity(device->transport);
}

enum sabot_shoe_state
sabot_shoe_device_get_state(const struct sabot_shoe_device *device)
{
	return device->state;
}

const char *
sabot_shoe_device_get_detail(const struct sabot_shoe_device *device)
{
	return device->detail;
}

struct sabot_shoe_counters
sabot_shoe_device_get_counters(const struct sabot_shoe_device *device)
{
	struct sabot_shoe_counters counters = device->counters;

	if (device->journal)
		counters.journal_errors = sabot_journal_writer_count_errors(device->journal);
	return counters;
}

void
sabot_shoe_device_begin_report(const struct sabot_shoe_device *device, enum sabot_event_type type,
			       struct sabot_shoe_report *ret_report)
{
	*ret_report = (struct sabot_shoe_report){
		.event =
			{
				.type = type,
				.source = SABOT_SOURCE_READ,
				.at_us = device->clock.utc_us(device->clock.user),
				.hand = SABOT_HAND_IN_TURN,
			},
		.index = SABOT_SHOE_INDEX_NONE,
		.simulated = device->simulated,
	};
}

void
sabot_shoe_device_report(struct sabot_shoe_device *device, struct sabot_shoe_report *report)
{
	device->handler->event(device, report, device->user);
}

void
sabot_shoe_device_emit(struct sabot_shoe_device *device, enum sabot_device_state state,
		       const char *code, const char *detail)
{
	struct sabot_shoe_report report;

	sabot_shoe_device_begin_report(device, SABOT_EVENT_DEVICE, &report);
	report.event.u.device.state = state;
	report.event.u.device.code = code;
	report.event.u.device.detail = detail;
	sabot_shoe_device_report(device, &report);
}
