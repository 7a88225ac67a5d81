/*
 * Findings about files beside the database. What people did by the book explains them; what was
 * ruled on is not raised again at each start. Main thread.
 */
#pragma once

#include "floor-submit.h"

/*
 * A `kind` ("mirror", "archive") of this house, named `file`, has what the database lacks; its last
 * checkpoint was made at `until_us`. No finding where a backup was put back by the book since.
 */
void
sabot_evidence_report_ahead(struct sabot_floor *floor, const char *kind, const char *file,
			    int64_t until_us);

/* A finding, unless the house log has the same one. `detail` is stolen. */
void
sabot_evidence_report_once(struct sabot_floor *floor, enum sabot_incident_code code,
			   json_t *detail);

/* Keep the detail of a `log_replaced` that is found before events can be recorded. Stolen. */
void
sabot_evidence_add(struct sabot_floor *floor, json_t *detail);

/* Record what was kept. Once, after the start. */
void
sabot_evidence_report(struct sabot_floor *floor);

/* Before the floor is freed. */
void
sabot_evidence_free(struct sabot_floor *floor);
