/* Choices of a house for the random rounds. */
#pragma once

#include "event-source.h"

/* Some choices of a house on top of a profile; the rules do not contradict themselves then. */
void
rule_choices_vary(struct event_source *source, struct sabot_rules *rules);
