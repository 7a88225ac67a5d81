/*
 * Which events of the house log belong into a case file: what is about its table or the machine,
 * and the log-ins of those who acted in its load. Others' log-ins and every person's secrets
 * (digests of PINs, salted names) stay out.
 */
#pragma once

#include <stdbool.h>

#include "proto/messages/event-line.h"

struct sabot_concerned;

/* For the table. Free with sabot_concerned_free(). */
struct sabot_concerned *
sabot_concerned_new(const char *table);

void
sabot_concerned_free(struct sabot_concerned *concerned);

/* Note who signed the event of the table's log, alone or as the second. Borrowed. */
void
sabot_concerned_add_signers(struct sabot_concerned *concerned, const json_t *event);

/* True if the person signed one of the events. */
bool
sabot_concerned_has(const struct sabot_concerned *concerned, const char *person);

/* The ids of all persons named in records (struct sabot_log_record *), as a set. Transferred. */
GHashTable *
sabot_concerned_list(const GPtrArray *records);

/* True if the event of the house log belongs into the case file. Borrowed. */
bool
sabot_concerned_needs(const struct sabot_concerned *concerned, json_t *event);
