/*
 * Checks whether an event that is to be written is already in the database. On the connection's
 * thread.
 */
#pragma once

#include "log-record.h"

/*
 * Check `record`, whose number must not be beyond the last one recorded. True if it is recorded, or
 * is in an archive; false with SABOT_STORE_ERROR_CONFLICT if another event or none has its number,
 * and with other errors.
 */
bool
sabot_log_check_recorded(struct sabot_db *db, const struct sabot_log_record *record,
			 GError **error);
