/*
 * Whether an event is in the database already, as it is to be written. On the connection's thread.
 */
#pragma once

#include "log-record.h"

/*
 * The number of `record` is not beyond the last one there. True when it is recorded, or stands in
 * an archive; false with SABOT_STORE_ERROR_CONFLICT when another event has its number, or none,
 * and with what else is wrong.
 */
bool
sabot_log_check_recorded(struct sabot_db *db, const struct sabot_log_record *record,
			 GError **error);
