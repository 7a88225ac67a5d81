/* `sabotctl audit --text`: the results of a log, in sentences for people. */
#pragma once

#include "proto/messages/log-messages.h"
#include "engine/table/table.h"

/*
 * Print the incidents and load reports of one step, in the user's language, on standard output:
 * round, what happened and what was due, the rule. `line` is the number of the log's line that made
 * the step.
 */
void
sabotctl_audit_text_update(const struct sabot_update *update, unsigned line);

/* Print a finding of a house log likewise. `line` is the number of its line. */
void
sabotctl_audit_text_finding(const struct sabot_incident *finding, unsigned line);

/* The last lines: how much was audited, and how many incidents of each kind. Borrowed. */
void
sabotctl_audit_text_summary(const struct sabot_wire_summary *summary);
