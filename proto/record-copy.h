/* Records copied and compared field by field, without a JSON tree. */
#pragma once

#include "record.h"

/*
 * A copy of all fields, with copies of the structs in them; JSON is shared. One reference,
 * transferred.
 */
gpointer
sabot_record_copy(const struct sabot_record_type *type, gconstpointer object);

/* True if all fields are equal. */
bool
sabot_record_equal(const struct sabot_record_type *type, gconstpointer one, gconstpointer two);
