/*
 * Reports by `sabotctl report`, in processes of their own at a low priority: what a year comes to
 * takes long and much memory once, and no table may notice. Now and then one brings up to date what
 * reports are made of (docs/reports.md#speed), so that a request need not wait. Main thread.
 */
#pragma once

#include "daemon/config/config.h"
#include "daemon/tables/floor.h"

enum {
	SABOT_REPORTER_BYTES_MAX = 16 * 1024 * 1024, /* of one report */
	SABOT_REPORTER_BUDGET_S = 300,
	SABOT_REPORTER_AT_ONCE = 2,
	SABOT_REPORTER_MAX = 8, /* with those that wait */
};

struct sabot_reporter;

/* Both borrowed. Transferred. */
struct sabot_reporter *
sabot_reporter_new(const struct sabot_config *config, const struct sabot_floor *floor);
/* Open requests end with an error; no process stays behind. NULL is allowed. */
void
sabot_reporter_free(struct sabot_reporter *reporter);

/* What it printed; NULL with an error of SABOT_WIRE_ERROR. Both borrowed. */
typedef void
sabot_reporter_done_fn(GBytes *printed, const GError *error, void *data);

struct sabot_reporter_order {
	const char *const *args; /* after `sabotctl`, without the database; borrowed */
	const char *language;    /* as LANGUAGE has it; borrowed */
	sabot_reporter_done_fn *done;
	void *data;
};

/* False with SABOT_WIRE_ERROR when it cannot be begun: `done` is not called then. */
bool
sabot_reporter_make(struct sabot_reporter *reporter, const struct sabot_reporter_order *order,
		    GError **error);
