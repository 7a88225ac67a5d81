/*
 * A table's shoe: what the device reports becomes the table's events. Main thread; the device
 * does all its waiting there asynchronously, so that one that hangs delays no other.
 */
#pragma once

#include "devices/shoe/shoe-driver.h"
#include "daemon/tables/floor.h"

struct sabot_device_link;

/*
 * The device can be made of its configuration, and what is simulated is at no real table. False
 * with an error. Opens nothing.
 */
bool
sabot_device_link_check(const struct sabot_config *config,
			const struct sabot_device_config *device_config, GError **error);

/*
 * Bind the table's device, give it the last frame that was recorded, and start it. `table` and
 * `floor` are borrowed. NULL with an error. Transferred.
 */
struct sabot_device_link *
sabot_device_link_new(struct sabot_floor *floor, struct sabot_table_service *table, GError **error);

/* Stops the device without an event. A GDestroyNotify; NULL is allowed. */
void
sabot_device_link_free(gpointer link);

/* For a status: all that is known of the device. Transferred. */
struct sabot_wire_device *
sabot_device_link_describe(const struct sabot_device_link *link);

/* The device's name in the configuration. Borrowed. */
const char *
sabot_device_link_get_name(const struct sabot_device_link *link);

/* The table's name. */
const char *
sabot_device_link_get_table(const struct sabot_device_link *link);

/* The shoe is there, in order, and so reads each card itself: none needs to be keyed in. */
bool
sabot_device_link_reads(const struct sabot_device_link *link);

/*
 * Whether the shoe may be asked to do something, and asking it, which the house log must already
 * say. False with SABOT_WIRE_ERROR NOT_ALLOWED and a sentence.
 */
bool
sabot_device_link_check_command(const struct sabot_device_link *link, GError **error);
bool
sabot_device_link_command(struct sabot_device_link *link, enum sabot_shoe_command command,
			  const char *by, GError **error);
