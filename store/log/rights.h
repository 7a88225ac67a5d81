/*
 * What the house log says of the persons: role, whether he may log in, and digests of his PIN's
 * hash and of his name. The table of persons is outside the chain; checked against this no row of
 * it gives anybody what the log did not. No I/O.
 */
#pragma once

#include "persons.h"

#include <jansson.h>

struct sabot_rights;

struct sabot_rights *
sabot_rights_new(void);
/* NULL is allowed. */
void
sabot_rights_free(struct sabot_rights *rights);

/* Event `n` of the house log, in order; those that say nothing of a person are passed over. */
void
sabot_rights_apply(struct sabot_rights *rights, int64_t n, const json_t *event);

/* Add to a `person` event the digests of his PIN's hash and of his name. */
void
sabot_rights_add_digests(json_t *event, const struct sabot_person *person);

/* What puts a person right who was not as the log has him: from then on he is this. Transferred. */
json_t *
sabot_rights_restore_event(const struct sabot_person *person);

/* Add to a `carried` event all that is known of the persons. */
void
sabot_rights_list(json_t *event, const struct sabot_rights *rights);

/*
 * Make persons (struct sabot_person *) what the log has them be: whom it does not know, and whose
 * PIN is another, no PIN fits; whose row is gone is added without a name. Returns the ids (int64_t)
 * of those who differed, transferred.
 */
GArray *
sabot_rights_check(const struct sabot_rights *rights, GPtrArray *persons);

/*
 * Whether two may sign together: since `since_us` neither gave the other a PIN or a role, nor did
 * the same third person give both one, directly or through others. Whom a one-time code made since
 * then, but for the house's first person, signs with nobody, nor does whom he made. While the house
 * itself is younger two may be made by the same person.
 */
bool
sabot_rights_are_independent(const struct sabot_rights *rights, int64_t first, int64_t second,
			     int64_t since_us);

/* Whether since `since_us` a one-time code, or whom it made, gave the person a PIN or a role. */
bool
sabot_rights_are_by_code(const struct sabot_rights *rights, int64_t id, int64_t since_us);
