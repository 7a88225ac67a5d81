/* Records as text without a JSON tree, for what is sent often. */
#pragma once

#include "record.h"

/* Append the record's JSON, compact, as text. */
void
sabot_record_write(const struct sabot_record_type *type, gconstpointer object, GString *text);
