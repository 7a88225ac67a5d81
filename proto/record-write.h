/* Records as text without a JSON tree, for what is sent often. */
#pragma once

#include "record.h"

/* Append the same, compact, as text: without the tree, for what is sent often (record-write.c). */
void
sabot_record_write(const struct sabot_record_type *type, gconstpointer object, GString *text);
