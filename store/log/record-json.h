/*
 * A record as one JSON object: a line of the spool or of a proof. docs/storage.md lists its
 * members.
 */
#pragma once

#include "chain.h"
#include "rights.h"

#include <jansson.h>

/* Transferred. */
json_t *
sabot_person_to_json(const struct sabot_person *person);

/* NULL if a member is missing or has another type. Transferred. */
struct sabot_person *
sabot_person_from_json(json_t *json);

/*
 * Persons (struct sabot_person *), and who gave whom a PIN or a role, as one JSON object.
 * Transferred: free with free().
 */
char *
sabot_persons_to_text(const GPtrArray *persons, const struct sabot_rights *rights);

/*
 * Read such a text and append its persons to `persons`, which frees them. False if the text or one
 * of the persons cannot be read; those that can be read are appended all the same. `rights`, unless
 * NULL, begins with what the text says of who gave whom a PIN or a role (sabot_rights_recall()).
 */
bool
sabot_persons_from_text(const char *text, GPtrArray *persons, struct sabot_rights *rights);

/* Transferred. */
json_t *
sabot_log_record_to_json(const struct sabot_log_record *record);

/* NULL if a member is missing or has another type; further members are ignored. Transferred. */
struct sabot_log_record *
sabot_log_record_from_json(json_t *json);

/*
 * A record as a line of a proof: with `hash`, unless NULL, and with the salt of this event only.
 * Transferred.
 */
json_t *
sabot_log_record_to_proof(const struct sabot_log_record *record,
			  const struct sabot_chain_hash *hash);

/* As sabot_log_record_from_json(), for a line of a proof, including its salt. Transferred. */
struct sabot_log_record *
sabot_log_record_from_proof(json_t *json);
