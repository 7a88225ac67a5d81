/*
 * The documents of table money (docs/event-log.md, section 12) as sentences in the reader's
 * language: another part of log-wording.h.
 */
#pragma once

#include <jansson.h>

/* "slip requested, no. 7: 20 × 5.00"; NULL for an event of another kind. Transferred. */
char *
sabot_log_document(const json_t *event);
