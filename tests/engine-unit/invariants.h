/*
 * What must hold of a table after every step, whatever the event was. Shared by the tests of the
 * engine and the fuzz target of the table. Pure.
 */
#pragma once

#include "engine/table/table.h"

/* NULL when all holds after the step that gave `update`, else what does not. */
const char *
invariants_check(const struct sabot_table *table, const struct sabot_update *update);

/*
 * Prompts, calls and payout lines of a table: present when required, and consistent with each
 * other.
 */
const char *
invariants_check_prompts(const struct sabot_table *table);

/*
 * What can be seen of a table as text: phase, prompt, the open round's cards and hands, what is
 * due. Transferred; free().
 */
char *
invariants_describe(const struct sabot_table *table);
