/*
 * Device to table: reports become events; the shoe's claims go to device-claims.c, its identity to
 * device-shoe.c; and a card that it sends late may have been keyed in already.
 */
#include "device-link.h"
#include "device-claims.h"
#include "device-options.h"
#include "device-shoe.h"
#include "daemon/tables/run-out.h"
#include "devices/shoe/shoe-reader.h"
#include "eventlog/event-write.h"
#include "proto/wire-error.h"
#include "devices/shoe/shoe-report.h"
#include "devices/shoe/shoe-speech.h"

#include <string.h>

struct sabot_device_link {
	struct sabot_floor *floor;
	struct sabot_table_service *table;
	struct sabot_shoe_device *device;
	enum sabot_wire_device_state state;
	char *detail;
	int64_t since_us; /* when it entered this state */
	/*
	 * Nobody listened before this start, and nothing was written of it: the shoe may prove
	 * that nothing was missed.
	 */
	bool may_prove;
	bool is_submitting; /* an event of the shoe's own */
	struct sabot_device_claims *claims;
};

/* The wire's states are the events' plus one. */
G_STATIC_ASSERT((int)SABOT_WIRE_DEVICE_LOST == (int)SABOT_DEVICE_LOST + 1);

/* The device as shown in a view. */
static struct sabot_wire_device *
build_device(const struct sabot_device_link *link)
{
	struct sabot_wire_device *device = sabot_record_new(&sabot_wire_device_type);

	device->name = g_strdup(sabot_shoe_device_get_name(link->device));
	device->state = link->state;
	device->detail = g_strdup(link->detail);
	device->since_us = link->since_us;
	return device;
}

static void
set_state(struct sabot_device_link *link, enum sabot_wire_device_state state, const char *detail)
{
	if (link->state != state)
		link->since_us = g_get_real_time();
	link->state = state;
	g_free(link->detail);
	link->detail = g_strdup(detail ? detail : "");
}

static void
on_state_changed(struct sabot_shoe_device *device, void *user)
{
	struct sabot_device_link *link = user;
	struct sabot_wire_device *seen;

	switch (sabot_shoe_device_get_state(device)) {
	case SABOT_SHOE_STOPPED:
		return;
	case SABOT_SHOE_CONNECTING:
		set_state(link, SABOT_WIRE_DEVICE_CONNECTING, NULL);
		break;
	case SABOT_SHOE_ONLINE:
		set_state(link, SABOT_WIRE_DEVICE_ONLINE, NULL);
		break;
	case SABOT_SHOE_OFFLINE:
		set_state(link, SABOT_WIRE_DEVICE_OFFLINE, sabot_shoe_device_get_detail(device));
		break;
	}
	/* Before its stored events are interpreted: the shoe was seen elsewhere meanwhile. */
	if (link->state == SABOT_WIRE_DEVICE_ONLINE &&
	    sabot_shoe_device_get_driver(device)->keeps_events &&
	    !sabot_device_shoe_is_at(link->floor, link->table))
		sabot_shoe_device_forget(device);
	if (link->state == SABOT_WIRE_DEVICE_OFFLINE ||
	    (link->state == SABOT_WIRE_DEVICE_ONLINE &&
	     !sabot_shoe_device_get_driver(device)->identify))
		sabot_device_shoe_leave(link->floor, link->table);
	seen = build_device(link);
	sabot_floor_set_device(link->floor, link->table, seen);
	sabot_record_unref(seen);
}

/*
 * A gap is reported before the content of its frame. Recorded with the frame, it would, after a
 * crash in between, make the frame look recorded. A card that could not be placed is a gap itself.
 */
static bool
belongs_to_frame(const struct sabot_shoe_report *report)
{
	bool is_gap = report->event.type == SABOT_EVENT_DEVICE &&
		      report->event.u.device.state == SABOT_DEVICE_LOST;

	return report->last_frame.n_bytes > 0 && (!is_gap || report->late);
}

/*
 * The event as it will be logged. The event that is stepped is this one, read back, so that the
 * same is derived now and at every replay.
 */
static json_t *
log_event(const struct sabot_shoe_report *report, enum sabot_game game,
	  struct sabot_event_buffer *buffer, struct sabot_event *ret_event)
{
	struct sabot_event event = report->event;
	char why[SABOT_EVENT_ERROR_SIZE];
	json_t *object;

	/* A gap's detail is its number. */
	if (event.type == SABOT_EVENT_DEVICE && event.u.device.state == SABOT_DEVICE_LOST &&
	    event.u.device.lost_cards > 0)
		event.u.device.detail = NULL;
	object = sabot_event_to_json(&event);
	if (sabot_event_from_json(object, game, buffer, ret_event, why))
		return object;
	g_critical("an event of the shoe cannot be logged: %s", why);
	json_decref(object);
	return NULL;
}

static void
record_device_event(struct sabot_device_link *link, const struct sabot_event *event)
{
	/* Lost frames and a card run out are momentary: the shoe's state does not change. */
	if (event->u.device.state == SABOT_DEVICE_LOST ||
	    g_strcmp0(event->u.device.code, SABOT_RUN_OUT) == 0)
		return;
	set_state(link, (enum sabot_wire_device_state)(event->u.device.state + 1),
		  event->u.device.detail);
	sabot_record_unref(link->table->device);
	link->table->device = build_device(link);
}

static void
submit(struct sabot_device_link *link, const struct sabot_shoe_report *report)
{
	const struct sabot_table *state = sabot_derive_table(link->table->derive);
	g_autofree struct sabot_event_buffer *buffer = g_new(struct sabot_event_buffer, 1);
	struct sabot_origin origin = {.frame_at_us = report->last_frame.at_us};
	struct sabot_event event;
	json_t *object = log_event(report, state->rules.game, buffer, &event);

	if (!object)
		return;
	if (event.type == SABOT_EVENT_DEVICE)
		record_device_event(link, &report->event);
	if (report->simulated)
		json_object_set_new(object, "sim", json_true());
	if (belongs_to_frame(report))
		origin.frame = g_bytes_new(report->last_frame.bytes, report->last_frame.n_bytes);
	link->is_submitting = true;
	sabot_floor_submit(link->floor, link->table, object, &event, &origin);
	link->is_submitting = false;
	g_clear_pointer(&origin.frame, g_bytes_unref);
	json_decref(object);
}

/* What is said of the shoe, and not by it. */
static struct sabot_shoe_report
report_of(const struct sabot_device_link *link, enum sabot_device_state state, const char *code,
	  const char *detail)
{
	return (struct sabot_shoe_report){
		.event = {.type = SABOT_EVENT_DEVICE,
			  .source = SABOT_SOURCE_READ,
			  .at_us = g_get_real_time(),
			  .hand = SABOT_HAND_IN_TURN,
			  .u.device = {.state = state, .code = code, .detail = detail}},
		.index = SABOT_SHOE_INDEX_NONE,
		.simulated = sabot_shoe_device_is_simulated(link->device),
	};
}

/*
 * What left the shoe before this start was not read: after a kill nothing else in the log says so.
 * As in any silence, nobody is accused of it.
 */
static void
submit_silence(struct sabot_device_link *link, int64_t at_us)
{
	struct sabot_shoe_report report =
		report_of(link, SABOT_DEVICE_OFFLINE, NULL, "it was not read until now");

	link->may_prove = false;
	report.event.at_us = at_us;
	if (sabot_derive_table(link->table->derive)->load.in_shoe && !link->table->keyed.is_out)
		submit(link, &report);
}

/* A dealer's event, before the shoe has said what it kept. */
static void
on_table_stepping(const struct sabot_event *event, void *data)
{
	struct sabot_device_link *link = data;
	int64_t now_us = g_get_real_time();

	if (link->may_prove && !link->is_submitting && event->type != SABOT_EVENT_DEVICE)
		submit_silence(link, event->at_us == SABOT_TIME_NONE ? now_us
								     : MIN(now_us, event->at_us));
}

/*
 * The shoe proves that nothing is missing of what it sent. True if nothing was in doubt, or what is
 * missing was not its.
 */
static bool
settle_proof(struct sabot_device_link *link, const struct sabot_shoe_report *report)
{
	const struct sabot_event *event = &report->event;
	bool is_proof = event->type == SABOT_EVENT_DEVICE &&
			event->u.device.state == SABOT_DEVICE_ONLINE && event->u.device.is_counted;
	bool is_idle = is_proof && (link->may_prove || link->table->keyed.has_uncounted_loss);

	if (is_proof ||
	    (event->type == SABOT_EVENT_DEVICE && (event->u.device.state == SABOT_DEVICE_LOST ||
						   event->u.device.state == SABOT_DEVICE_OFFLINE)))
		link->may_prove = false;
	return is_idle;
}

/* Record something other than the card for a late card's frame. */
static void
submit_instead(struct sabot_device_link *link, const struct sabot_shoe_report *late,
	       enum sabot_device_state state, const char *code, const char *detail)
{
	struct sabot_shoe_report report = *late;

	report.event = (struct sabot_event){
		.type = SABOT_EVENT_DEVICE,
		.source = SABOT_SOURCE_READ,
		.at_us = late->event.at_us,
		.hand = SABOT_HAND_IN_TURN,
		.u.device = {.state = state, .code = code, .detail = detail},
	};
	if (state == SABOT_DEVICE_LOST)
		report.event.u.device.lost_cards = 1;
	submit(link, &report);
}

static void
confirm(struct sabot_device_link *link, const struct sabot_shoe_report *report)
{
	submit_instead(link, report, SABOT_DEVICE_ONLINE, SABOT_KEYED_CONFIRMED,
		       "a card that was keyed in is confirmed");
}

/* A card of a load that is being run out is not dealt. False if the report is not such a card. */
static bool
submit_run_out(struct sabot_device_link *link, const struct sabot_shoe_report *report)
{
	char buffer[SABOT_RUN_OUT_DETAIL_SIZE];
	const char *detail =
		link->table->run_out ? sabot_run_out_detail(&report->event, buffer) : NULL;

	if (detail)
		submit_instead(link, report, SABOT_DEVICE_UNLOCKED, SABOT_RUN_OUT, detail);
	return detail != NULL;
}

/* A card that the shoe stored while it was away. True if it is settled and must not be dealt. */
static bool
settle_late_card(struct sabot_device_link *link, const struct sabot_shoe_report *report)
{
	switch (sabot_keyed_cards_judge(&link->table->keyed, &report->event)) {
	case SABOT_LATE_TAKE:
		return false;
	case SABOT_LATE_CONFIRM:
		confirm(link, report);
		return true;
	case SABOT_LATE_DIFFERS:
		submit_instead(link, report, SABOT_DEVICE_ONLINE, SABOT_KEYED_DIFFERS,
			       "another card was keyed in than the shoe has read");
		sabot_device_claims_keyed(link->claims);
		return true;
	case SABOT_LATE_UNPLACED:
		submit_instead(link, report, SABOT_DEVICE_LOST, NULL, NULL);
		return true;
	}
	return false;
}

/* If cards were keyed in, the shoe's other stored events are of rounds that ended without it. */
static bool
settle_late(struct sabot_device_link *link, const struct sabot_shoe_report *report)
{
	if (!report->late || !link->table->keyed.was_keyed)
		return false;
	if (report->event.type == SABOT_EVENT_CARD || report->event.type == SABOT_EVENT_CUT_CARD)
		return settle_late_card(link, report);
	return report->event.type == SABOT_EVENT_RESULT;
}

/* True unless the shoe is known to be out of order. */
static bool
is_in_order(const struct sabot_device_link *link)
{
	return link->state == SABOT_WIRE_DEVICE_ONLINE ||
	       link->state == SABOT_WIRE_DEVICE_CLEARED ||
	       link->state == SABOT_WIRE_DEVICE_UNLOCKED;
}

/* A card was keyed in at a shoe that was silent although connected. */
static bool
settle_keyed(struct sabot_device_link *link, const struct sabot_shoe_report *report)
{
	if (report->late || !is_in_order(link) ||
	    !sabot_keyed_cards_has(&link->table->keyed, &report->event))
		return false;
	confirm(link, report);
	return true;
}

/*
 * True if the table's log already has the shoe as away since an earlier start: that is one outage.
 */
static bool
is_known_outage(const struct sabot_device_link *link, const struct sabot_shoe_report *report)
{
	return report->event.type == SABOT_EVENT_DEVICE && link->table->keyed.is_out &&
	       report->event.u.device.state == SABOT_DEVICE_OFFLINE;
}

static void
on_event(struct sabot_shoe_device *device, const struct sabot_shoe_report *report, void *user)
{
	struct sabot_device_link *link = user;
	bool is_of_its_time = !report->late || !link->table->keyed.was_keyed;
	int burned_before = sabot_derive_table(link->table->derive)->load.burned_cards;

	(void)device;
	if (settle_proof(link, report))
		return;
	if (is_known_outage(link, report)) {
		record_device_event(link, &report->event);
		return;
	}
	if (settle_late(link, report) || submit_run_out(link, report) || settle_keyed(link, report))
		return;
	submit(link, report);
	if (report->event.type == SABOT_EVENT_CARD && is_of_its_time)
		sabot_device_claims_check_card(link->claims, report->target, burned_before);
	else if (report->event.type == SABOT_EVENT_DEVICE && is_of_its_time &&
		 report->event.u.device.state == SABOT_DEVICE_ERROR)
		sabot_device_claims_fault(link->claims, report->fault);
}

static void
on_claim(struct sabot_shoe_device *device, enum sabot_winner winner, bool late, void *user)
{
	struct sabot_device_link *link = user;

	(void)device;
	if (!late || !link->table->keyed.was_keyed)
		sabot_device_claims_result(link->claims, winner);
}

static void
on_table_stepped(void *data)
{
	struct sabot_device_link *link = data;

	sabot_device_claims_step(link->claims);
}

/*
 * Another shoe: its greeting goes into the table's log, so that a new run continues from it and not
 * from the former shoe's last report; the house log has the rest.
 */
static void
on_identity(struct sabot_shoe_device *device, void *user)
{
	struct sabot_device_link *link = user;
	struct sabot_shoe_identity shoe = sabot_shoe_device_get_shoe(device);
	struct sabot_shoe_report report = report_of(link, SABOT_DEVICE_ONLINE, "shoe", shoe.serial);

	if (sabot_device_shoe_is_news(link->floor, link->table, &shoe)) {
		sabot_shoe_device_get_last_frame(device, &report.last_frame);
		submit(link, &report);
	}
	sabot_device_shoe_record(link->floor, link->table, &shoe);
}

static const struct sabot_shoe_device_handler handler = {
	.event = on_event,
	.identity = on_identity,
	.state = on_state_changed,
	.claim = on_claim,
};

/* True if the shoe's last frame is known again. */
static bool
restore_frame(struct sabot_device_link *link)
{
	struct sabot_shoe_last_frame last = {0};
	g_autoptr(GBytes) frame = sabot_floor_last_frame(link->floor, link->table, &last.at_us);
	gsize n_bytes;
	const char *serial = sabot_shoe_book_serial_at(sabot_floor_get_house(link->floor)->shoes,
						       link->table->config->name);
	const void *bytes = frame ? g_bytes_get_data(frame, &n_bytes) : NULL;

	if (!bytes || n_bytes > sizeof(last.bytes) ||
	    !sabot_device_shoe_is_at(link->floor, link->table))
		return false;
	memcpy(last.bytes, bytes, n_bytes);
	g_strlcpy(last.serial, serial, sizeof last.serial);
	last.n_bytes = n_bytes;
	sabot_shoe_device_set_last_frame(link->device, &last);
	return last.n_bytes > 0;
}

/*
 * A journal that cannot be opened, for instance on a full disk, is no reason not to read the shoe.
 */
static bool
open_device(struct sabot_device_link *link, struct sabot_shoe_device_options *options,
	    GError **error)
{
	g_autoptr(GError) failure = NULL;

	link->device = sabot_shoe_device_new(options, &handler, link, &failure);
	if (link->device)
		return true;
	g_critical("%s: without a journal: %s", link->table->config->name, failure->message);
	options->journal_path = NULL;
	link->device = sabot_shoe_device_new(options, &handler, link, error);
	return link->device != NULL;
}

struct sabot_device_link *
sabot_device_link_new(struct sabot_floor *floor, struct sabot_table_service *table,
		      struct sabot_journal_threads *journals, GError **error)
{
	struct sabot_shoe_device_options options = sabot_device_options_of(table->config->device);
	struct sabot_device_link *link = g_new0(struct sabot_device_link, 1);

	options.journal_threads = journals;
	options.simulated = table->config->is_simulated;
	/* A simulated shoe may deal at any speed. */
	if (!options.simulated) {
		options.frames_per_s = SABOT_SHOE_FRAMES_PER_S;
		options.frames_at_once = SABOT_SHOE_FRAMES_AT_ONCE;
	}
	options.ignore_targets = table->config->rules.game != SABOT_PUNTO_BANCO;
	link->floor = floor;
	link->table = table;
	link->claims = sabot_device_claims_new(floor, table);
	table->stepping = on_table_stepping;
	table->stepped = on_table_stepped;
	table->stepped_data = link;
	if (!open_device(link, &options, error)) {
		sabot_device_link_free(link);
		return NULL;
	}
	link->may_prove =
		restore_frame(link) && sabot_shoe_device_get_driver(link->device)->keeps_events;
	if (!link->may_prove)
		submit_silence(link, g_get_real_time());
	sabot_shoe_device_start(link->device);
	on_state_changed(link->device, link);
	return link;
}

void
sabot_device_link_free(gpointer data)
{
	struct sabot_device_link *link = data;

	if (!link)
		return;
	link->table->stepping = NULL;
	link->table->stepped = NULL;
	if (link->device)
		sabot_device_shoe_leave(link->floor, link->table);
	sabot_shoe_device_free(link->device);
	sabot_device_claims_free(link->claims);
	g_free(link->detail);
	g_free(link);
}

struct sabot_wire_device *
sabot_device_link_describe(const struct sabot_device_link *link)
{
	struct sabot_shoe_counters counters = sabot_shoe_device_get_counters(link->device);
	struct sabot_shoe_identity shoe = sabot_shoe_device_get_shoe(link->device);
	struct sabot_wire_device *device = build_device(link);

	device->serial = shoe.serial[0] ? g_strdup(shoe.serial) : NULL;
	device->driver = g_strdup(sabot_shoe_device_get_driver(link->device)->id);
	device->transport = g_strdup(sabot_shoe_device_get_transport(link->device));
	device->table = g_strdup(link->table->config->name);
	device->frames = (int64_t)counters.frames;
	device->garbage = (int64_t)counters.garbage_bytes;
	device->repeats = (int64_t)counters.repeats;
	device->lost = (int64_t)counters.lost;
	return device;
}

const char *
sabot_device_link_get_name(const struct sabot_device_link *link)
{
	return sabot_shoe_device_get_name(link->device);
}

const char *
sabot_device_link_get_table(const struct sabot_device_link *link)
{
	return link->table->config->name;
}

/* Convert `failure`, which is freed, to an error of the wire. */
static bool
pass_on(GError *failure, GError **error)
{
	g_set_error_literal(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED,
			    failure->message);
	g_error_free(failure);
	return false;
}

bool
sabot_device_link_check_command(const struct sabot_device_link *link, GError **error)
{
	GError *failure = NULL;

	return sabot_shoe_device_check_command(link->device, &failure) || pass_on(failure, error);
}

bool
sabot_device_link_command(struct sabot_device_link *link, enum sabot_shoe_command command,
			  const char *by, GError **error)
{
	GError *failure = NULL;

	return sabot_shoe_device_command(link->device, command, by, &failure) ||
	       pass_on(failure, error);
}

bool
sabot_device_link_reads(const struct sabot_device_link *link)
{
	return is_in_order(link) && sabot_shoe_device_is_receiving(link->device);
}
