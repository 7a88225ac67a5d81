/*
 * Derives one part of a table's log into a sheet (report/output/sheet.h): the engine is asked
 * for rounds,
 * stakes and incidents, events that decide nothing are noted as they are.
 */
#pragma once

#include "engine/rules/rules.h"
#include "report/output/sheet.h"

#include <jansson.h>

struct report_derive;

/* The part begins with event `from_n`; the numbers are those before it. Transferred. */
struct report_derive *
report_derive_new(const struct sabot_rules *rules, const char *overrides, int64_t from_n,
		  const unsigned before[3]);

/*
 * Go on where report_derive_save() left off: `sheet` is what report_derive_finish() gave then, by
 * the same rules and program; both are read only. NULL where the state is none of ours.
 * Transferred.
 */
struct report_derive *
report_derive_resume(const struct sabot_rules *rules, const struct sabot_sheet *sheet,
		     GBytes *state);
/* State needed to continue that a sheet does not contain. Before it is finished. Transferred. */
GBytes *
report_derive_save(const struct report_derive *derive);

/*
 * The next event. False with an error where the line is none, or the engine found a fault of its
 * own; the part ends there.
 */
bool
report_derive_event(struct report_derive *derive, const json_t *object, GError **error);

/* The number of the event that comes next. */
int64_t
report_derive_next_n(const struct report_derive *derive);

/*
 * The sheet of all events so far. `is_over`: the log ends here, or another part follows; else the
 * round and load under way stay open. The derivation is freed. Transferred.
 */
struct sabot_sheet *
report_derive_finish(struct report_derive *derive, bool is_over);
void
report_derive_free(struct report_derive *derive);
