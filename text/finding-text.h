/*
 * The sentences of the house log's findings. Internal to text/: other code calls
 * sabot_text_incident().
 */
#pragma once

#include "text/sentence.h"

/* The sentence of a finding of the daemon (not sabot_incident_is_of_table()). Transferred. */
char *
sabot_text_finding(struct sabot_sentence *sentence);
