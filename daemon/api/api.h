/*
 * The wire's server side: greets clients, answers their requests, and pushes events. Owns the
 * peers. Main thread.
 */
#pragma once

#include "daemon/tables/floor.h"
#include "daemon/net/peer.h"
#include "proto/message.h"

struct sabot_api;
struct sabot_archivist;
struct sabot_device_link;
struct sabot_floor_copy;
struct sabot_hub;
struct sabot_hub_desk;
struct sabot_mover;

/* Fill in the devices of a status: append struct sabot_wire_device to `devices`. */
typedef void
sabot_api_devices_fn(GPtrArray *devices, void *data);

/* The device of that name; NULL if there is none. Borrowed. */
typedef struct sabot_device_link *
sabot_api_find_device_fn(const char *name, void *data);

/* The daemon's own certificate; NULL if there is none. Borrowed. */
typedef const struct sabot_certificate *
sabot_api_certificate_fn(void *data);

struct sabot_api_options {
	const struct sabot_config *config; /* borrowed */
	struct sabot_floor *floor;         /* borrowed; the api becomes its audience */
	struct sabot_floor_copy *copy;     /* borrowed; NULL unless it only shows records */
	sabot_api_devices_fn *devices;
	sabot_api_find_device_fn *find_device;
	sabot_api_certificate_fn *certificate;
	struct sabot_archivist *archivist; /* borrowed; or NULL */
	struct sabot_mover *mover;         /* borrowed; or NULL */
	struct sabot_hub *hub;             /* borrowed; NULL unless the tables are other daemons' */
	struct sabot_hub_desk *desk;       /* borrowed; set if there is a hub */
	void *data;
};
