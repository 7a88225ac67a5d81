/*
 * Makes reports with `sabotctl report`, in separate processes at a low priority: a report on a year
 * takes long and, the first time, much memory, and no table may notice. From time to time a process
 * updates the data from which reports are made (docs/reports.md#speed), so that a request need not
 * wait. Main thread.
 */
#pragma once

#include "daemon/config/config.h"
#include "daemon/tables/floor.h"

enum {
	SABOT_REPORTER_BYTES_MAX = 16 * 1024 * 1024, /* of one report */
	SABOT_REPORTER_BUDGET_S = 300,
	SABOT_REPORTER_AT_ONCE = 2,
	SABOT_REPORTER_MAX = 8, /* including those that wait */
};

struct sabot_reporter;

/* Both borrowed. Transferred. */
struct sabot_reporter *
sabot_reporter_new(const struct sabot_config *config, const struct sabot_floor *floor);
/* Open requests end with an error; no process is left running. NULL is allowed. */
void
sabot_reporter_free(struct sabot_reporter *reporter);

/* The process's output; NULL with an error of SABOT_WIRE_ERROR. Both borrowed. */
typedef void
sabot_reporter_done_fn(GBytes *printed, const GError *error, void *data);

struct sabot_reporter_order {
	const char *const *args; /* after `sabotctl`, without the database; borrowed */
	const char *language;    /* in the form of LANGUAGE; borrowed */
	sabot_reporter_done_fn *done;
	void *data;
};

/* False with SABOT_WIRE_ERROR if the report cannot begin: `done` is then not called. */
bool
sabot_reporter_make(struct sabot_reporter *reporter, const struct sabot_reporter_order *order,
		    GError **error);
