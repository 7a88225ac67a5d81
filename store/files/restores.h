/*
 * Whether a restore by the book explains that a file of this database (an archive, a mirror) has
 * events that the database lacks. The logs decide; a clock does only about what both of them lack.
 * On the connections' thread.
 */
#pragma once

#include "store/db/db.h"

/*
 * True if the house log of `db` has a finding `log_restored` about a backup that is not in the past
 * of `copy`: it was restored after the two had their last event in common. One that both have lies
 * before that, and explains nothing. False with an error if one of them cannot be read.
 */
bool
sabot_restores_explain(struct sabot_db *db, struct sabot_db *copy, bool *ret_explain,
		       GError **error);
