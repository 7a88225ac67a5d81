/*
 * Derives one part of a table's log into a sheet (report/sheet.h): the engine supplies
 * rounds, stakes and incidents; events that decide nothing are recorded as they are.
 */
#pragma once

#include "engine/rules/rules.h"
#include "report/sheet.h"

#include <jansson.h>

struct report_derive;

/*
 * The part begins with event `from_n`; the other numbers are the last ones before it. Transferred.
 */
struct report_derive *
report_derive_new(const struct sabot_rules *rules, const char *overrides, int64_t from_n,
		  const unsigned before[3]);

/*
 * Continue after report_derive_save(): `sheet` is the result of report_derive_finish() at that
 * time, by the same rules and program; both are only read. NULL if the state was not made by
 * report_derive_save(). Transferred.
 */
struct report_derive *
report_derive_resume(const struct sabot_rules *rules, const struct sabot_sheet *sheet,
		     GBytes *state);
/*
 * The state needed to continue that a sheet does not contain. Call it before
 * report_derive_finish(). Transferred.
 */
GBytes *
report_derive_save(const struct report_derive *derive);

/*
 * Apply the next event. False with an error if the line is not an event, or if the engine found a
 * fault of its own; the part ends there.
 */
bool
report_derive_event(struct report_derive *derive, const json_t *object, GError **error);

/* The number of the next event. */
int64_t
report_derive_next_n(const struct report_derive *derive);

/*
 * The sheet of all events so far. `is_over`: the log ends here, or another part follows; otherwise
 * the current round and load stay open. Frees the derivation. Transferred.
 */
struct sabot_sheet *
report_derive_finish(struct report_derive *derive, bool is_over);
void
report_derive_free(struct report_derive *derive);
