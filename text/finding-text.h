/*
 * Sentences of the house log's findings. Internal to text/: others call sabot_text_incident().
 */
#pragma once

#include "text/sentence.h"

/* The sentence of a finding of the daemon's (not sabot_incident_is_of_table()). Transferred. */
char *
sabot_text_finding(struct sabot_sentence *sentence);
