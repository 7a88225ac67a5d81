/*
 * What the house log records about persons: the role, whether the person may log in, and digests of
 * the PIN's hash and of the name. The table of persons is outside the chain; after a check against
 * this, no row of it gives anybody a right that the log did not. No I/O.
 */
#pragma once

#include "persons.h"

#include <jansson.h>

struct sabot_rights;

/* Before the first event of a house log. Transferred. */
struct sabot_rights *
sabot_rights_new(void);
/* NULL is allowed. */
void
sabot_rights_free(struct sabot_rights *rights);

/* Apply event `n` of the house log; call it in order. Events about no person are ignored. */
void
sabot_rights_apply(struct sabot_rights *rights, int64_t n, const json_t *event);

/*
 * The log's time (log-time.h) when the clock says `at_us`. Who got something from somebody has it
 * since the log's time of that event.
 */
int64_t
sabot_rights_get_time(const struct sabot_rights *rights, int64_t at_us);

/* Add the digests of the PIN's hash and of the name to a `person` event. */
void
sabot_rights_add_digests(json_t *event, const struct sabot_person *person);

/*
 * The event that restores a person who differed from the log: from then on the log has this state.
 * Transferred.
 */
json_t *
sabot_rights_restore_event(const struct sabot_person *person);

/* Add all that is known about the persons, and the log's time, to a `carried` event. */
void
sabot_rights_list(json_t *event, const struct sabot_rights *rights);

/*
 * All that is known about the persons, with who gave whom a PIN or a role and when, and the log's
 * time, for the copy that a start without the database reads. NULL: it was recalled from a copy
 * without this. Transferred.
 */
json_t *
sabot_rights_to_json(const struct sabot_rights *rights);

/*
 * Begin with what sabot_rights_to_json() gave, where there is no log to read. NULL, or something
 * else: it is not known who gave whom a PIN or a role.
 */
void
sabot_rights_recall(struct sabot_rights *rights, const json_t *json);

/* True if each of the persons (struct sabot_person *) is as the log has them, and none is gone. */
bool
sabot_rights_agree(const struct sabot_rights *rights, const GPtrArray *persons);

/* What differed first in a person's row. */
enum sabot_rights_difference {
	/* role, or whether the person may log in; or the log has no such person */
	SABOT_RIGHTS_DIFFER,
	SABOT_RIGHTS_PIN,
	SABOT_RIGHTS_NAME,
	SABOT_RIGHTS_GONE, /* there was no row */
};

/* A person whose row differed from the log. */
struct sabot_rights_altered {
	int64_t id;
	enum sabot_rights_difference what;
	bool is_recalled; /* as the log had him, a copy had him, too */
};

/*
 * The word of a finding about it (docs/event-log.md): "person", "pin", "no_pin", "name", "no_name",
 * "row", "no_row". Static.
 */
const char *
sabot_rights_altered_to_string(const struct sabot_rights_altered *altered);

/*
 * Make persons (struct sabot_person *) agree with the log. A person who differs is replaced by the
 * first one in `copy` (likewise, perhaps several of one number; NULL: there is no copy) that the
 * log's digests confirm.
 * Otherwise a person whom the log does not know, or whose PIN differs, gets a hash that no PIN
 * matches, a name that the log does not confirm is erased, and a person whose row is gone is added
 * without a name. Returns those who differed (struct sabot_rights_altered), transferred.
 */
GArray *
sabot_rights_check(const struct sabot_rights *rights, GPtrArray *persons, const GPtrArray *copy);

/*
 * True if the two may sign together: since `since_us` neither gave the other a PIN or a role, and
 * no third person gave both one, directly or through others. A person made by a one-time code since
 * then, other than the house's first person, may sign with nobody, and neither may those whom that
 * person made. While the house itself is younger than that, the same person may have made both.
 * False for any two if sabot_rights_lack_hands().
 */
bool
sabot_rights_are_independent(const struct sabot_rights *rights, int64_t first, int64_t second,
			     int64_t since_us);

/* True if they were recalled from a copy that does not say who gave whom a PIN or a role. */
bool
sabot_rights_lack_hands(const struct sabot_rights *rights);

/*
 * True if since `since_us` a one-time code, or a person made by one, gave the person a PIN or a
 * role.
 */
bool
sabot_rights_are_by_code(const struct sabot_rights *rights, int64_t id, int64_t since_us);
