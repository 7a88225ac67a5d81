/* A member of a record's struct by its `struct sabot_record_field` (record.h), for walkers. */
#pragma once

/* Where the member is, to be set. */
#define AT(object, field, c_type) ((c_type *)(void *)((char *)(object) + (field)->offset))

/* Its value. */
#define GET(object, field, c_type)                                                                 \
	(*(c_type const *)(const void *)((const char *)(object) + (field)->offset))
