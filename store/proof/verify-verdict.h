/* The verdict of a proof: its faults are reported here. */
#pragma once

#include "verify-result.h"

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct sabot_verify;

/* Report a fault at event `n` of `log`, `seq` over all logs. The first one counts. Returns false. */
bool
sabot_verify_fail_at(struct sabot_verify *verify, enum sabot_verify_fault fault, const char *log,
		     int64_t n, int64_t seq);

/*
 * Report a fault that only the file's reader can see. `number` is that of the checkpoint, archive,
 * person, event or line of a case file. Returns false.
 */
bool
sabot_verify_fail(struct sabot_verify *verify, enum sabot_verify_fault fault, const char *log,
		  int64_t number);

/*
 * Report a row that belongs to no event of the log ("part 3 (PB-01)"), or what else cannot be said
 * by a number; transferred. Call it only while sabot_verify_is_good(). Returns false.
 */
bool
sabot_verify_fail_row(struct sabot_verify *verify, enum sabot_verify_fault fault, char *row);
