/*
 * Faults of a table's shoe: which incidents follow from a fault, and which event of the shoe ends
 * one. Pure.
 */
#pragma once

#include "daemon/books/incident-book.h"

/* The last fault that ended. */
struct sabot_device_faults {
	int64_t ended;    /* its incident, or 0 */
	int64_t ended_us; /* when */
};

/* Start without one. `faults` may be uninitialised. */
void
sabot_device_faults_init(struct sabot_device_faults *faults);

/* True if the incident is about the line or the state of a shoe. */
bool
sabot_device_faults_is_fault(const struct sabot_wire_incident *incident);

/*
 * The fault from which a new incident of this code, raised at `at_us`, follows, or 0. A person who
 * is already attending to the shoe need not be notified of each card that it could not read.
 */
int64_t
sabot_device_faults_find_parent(const struct sabot_device_faults *faults,
				const struct sabot_incident_book *incidents, const char *code,
				int64_t at_us);

/*
 * Apply an event of the table. Returns the numbers (int64_t) of the open incidents whose faults it
 * ends. Transferred.
 */
GArray *
sabot_device_faults_apply(struct sabot_device_faults *faults,
			  const struct sabot_incident_book *incidents,
			  const struct sabot_event *event);
