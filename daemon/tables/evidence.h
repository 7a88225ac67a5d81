/*
 * Findings about files beside the database. Proper administration (such as a restore) explains some
 * of them; a finding that was ruled on is not raised again at each start. Main thread.
 */
#pragma once

#include "floor-submit.h"
#include "store/proof/verify-result.h"

/*
 * Report that a file `file` of this house, of a `kind` ("mirror", "archive"), has events that the
 * database lacks. No finding if a backup was properly restored since: `is_explained`, as the logs
 * of both say, or before this start.
 */
void
sabot_evidence_report_ahead(struct sabot_floor *floor, const char *kind, const char *file,
			    bool is_explained);

/* Report a finding; false if the house log has the same one already. `detail` is stolen. */
bool
sabot_evidence_report_once(struct sabot_floor *floor, enum sabot_incident_code code,
			   json_t *detail);

/*
 * The detail of a finding about what the store could not do: the reason's word, for what is wrong
 * with a schema also its name, and the sentence for who repairs it. New reference.
 */
json_t *
sabot_evidence_of_error(const GError *error);

/*
 * Report that the mirror in `directory` lags behind. `was_behind`: so it did, for the same reason,
 * at the end of the run before, and was not current since; then it is no new finding if the log has
 * that one.
 */
void
sabot_evidence_report_mirror(struct sabot_floor *floor, const GError *why, const char *directory,
			     bool was_behind);

/*
 * The detail of a `chain_broken` from what was found in the database's file. NULL where that is no
 * finding: nothing was found, nothing is signed yet, or it is a person's row, which is compared
 * with the log at the start. New reference.
 */
json_t *
sabot_evidence_of_verdict(const struct sabot_verify_result *verdict);

/* True if two details are about the same thing; their sentences may differ. */
bool
sabot_evidence_is_same(const json_t *detail, const json_t *other);

/*
 * Report a `chain_broken`, unless the same was reported since the start, because several checks see
 * the same file, or stands open: each start sees it. `is_new`: it has happened now, so that it is
 * another one if none stands open. `detail` is stolen.
 */
void
sabot_evidence_report_chain(struct sabot_floor *floor, json_t *detail, bool is_new);

/* The detail of a finding that has nothing but its `why`. New reference. */
json_t *
sabot_evidence_because(const char *why);

/*
 * The detail of a `log_replaced` about events that were acknowledged and are lost: `from_seq` to
 * `to_seq`; 0: not known. New reference.
 */
json_t *
sabot_evidence_lost(const char *why, int64_t from_seq, int64_t to_seq);

/* Keep a finding made before events can be recorded. `detail` is stolen. */
void
sabot_evidence_add(struct sabot_floor *floor, enum sabot_incident_code code, json_t *detail);

/* Record the findings kept. Once, after the start. */
void
sabot_evidence_report(struct sabot_floor *floor);

/* Call before the floor is freed. */
void
sabot_evidence_free(struct sabot_floor *floor);
