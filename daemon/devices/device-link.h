/*
 * A table's shoe: turns the device's reports into the table's events. Main thread; the device waits
 * asynchronously, so that one that hangs delays no other.
 */
#pragma once

#include "devices/shoe/shoe-driver.h"
#include "daemon/tables/floor.h"

struct sabot_device_link;
struct sabot_journal_threads;

/*
 * Bind the table's device, give it the last recorded frame, and start it. `table`, `floor` and
 * `journals`, the threads that write the devices' journals, are borrowed. NULL with an error.
 * Transferred.
 */
struct sabot_device_link *
sabot_device_link_new(struct sabot_floor *floor, struct sabot_table_service *table,
		      struct sabot_journal_threads *journals, GError **error);

/* Stops the device without an event. A GDestroyNotify; NULL is allowed. */
void
sabot_device_link_free(gpointer link);

/* All that is known about the device, for a status. Transferred. */
struct sabot_wire_device *
sabot_device_link_describe(const struct sabot_device_link *link);

/* The device's name in the configuration. Borrowed. */
const char *
sabot_device_link_get_name(const struct sabot_device_link *link);

/* The table's name. */
const char *
sabot_device_link_get_table(const struct sabot_device_link *link);

/*
 * True if the shoe is connected and in order, and so reads each card itself: none needs to be keyed
 * in.
 */
bool
sabot_device_link_reads(const struct sabot_device_link *link);

/*
 * Whether the shoe may be sent a command, and sending it; the house log must have the command
 * before. False with SABOT_WIRE_ERROR NOT_ALLOWED and a sentence.
 */
bool
sabot_device_link_check_command(const struct sabot_device_link *link, GError **error);
bool
sabot_device_link_command(struct sabot_device_link *link, enum sabot_shoe_command command,
			  const char *by, GError **error);
