/*
 * The record of an event, and what is committed together with it: a part of the log, a load, a
 * person, an archive. Plain data.
 */
#pragma once

#include "persons.h"

struct sabot_salts;

/* An archive as the database records it, in the transaction of the house log's event. */
struct sabot_archive {
	int64_t number; /* 1, 2, … */
	char *file;     /* its name, without a directory */
	char *note;     /* store/log/anchor.h */
};

/* Where a part of a log begins, and the rules it is derived with. */
struct sabot_log_part {
	int64_t part; /* 1, 2, … */
	int64_t from_n;
	char *rules;                                  /* the profile's name */
	char *overrides;                              /* KEY=VALUE lines */
	int64_t from_load, from_round, from_incident; /* the last numbers before it */
};

/* A load's place in its log. */
struct sabot_log_load {
	int64_t load;
	int64_t n; /* of its `load` event */
	int64_t part;
	int64_t from_round, from_incident;
};

/*
 * One event to be recorded, with what is committed together with it. Immutable once it was passed
 * on; then several threads may read it.
 */
struct sabot_log_record {
	int64_t seq;
	char *table;
	int64_t n;
	int64_t at_us;
	char *ev;
	char *line;    /* one JSON object */
	GBytes *frame; /* the device's last whole frame, or NULL */
	int64_t frame_at_us;
	struct sabot_log_part *part;   /* begins with this event, or NULL */
	struct sabot_log_load *load;   /* begins with this event, or NULL */
	struct sabot_person *person;   /* the person's state from this event on, or NULL */
	struct sabot_archive *archive; /* made when this event was written, or NULL */
	bool must_sign;                /* must be under a checkpoint before it is published */
	/*
	 * The salts of its hash (salts.h). NULL: none, as before schema 6, or none yet for a record
	 * to be appended. The appending thread sets it where a secret begins.
	 */
	struct sabot_salts *salts;
	bool has_foreign_texts; /* table, ev and line are another's, who keeps them longer */
};

/* Strings are copied. Transferred. */
struct sabot_archive *
sabot_archive_new(int64_t number, const char *file, const char *note);
struct sabot_archive *
sabot_archive_copy(const struct sabot_archive *archive);
/* A GDestroyNotify. NULL is allowed. */
void
sabot_archive_free(gpointer archive);

/* A part under these rules; strings are copied. Transferred. */
struct sabot_log_part *
sabot_log_part_new(const char *rules, const char *overrides);
/* A deep copy. Transferred. */
struct sabot_log_part *
sabot_log_part_copy(const struct sabot_log_part *part);
void
sabot_log_part_free(struct sabot_log_part *part);

/* An empty record, reference-counted: sabot_log_record_unref() frees it with all it points to. */
struct sabot_log_record *
sabot_log_record_new(void);

/* The bytes that a copy's texts need, each with a zero byte at its end. */
size_t
sabot_log_record_count_text_bytes(const struct sabot_log_record *record);

/*
 * Copy a record that was read, without person and archive, into `copy`, and its texts into `texts`,
 * which has room for them and is kept by the caller. sabot_log_record_clear() frees the rest.
 */
void
sabot_log_record_copy(const struct sabot_log_record *record, struct sabot_log_record *copy,
		      char *texts);

/* Free what a record outside of the heap points to. */
void
sabot_log_record_clear(struct sabot_log_record *record);

/* One reference more; returns `record`. */
struct sabot_log_record *
sabot_log_record_ref(struct sabot_log_record *record);
/* NULL is allowed. A GDestroyNotify. */
void
sabot_log_record_unref(gpointer record);

/* True if one of the records has an archive; true if one must be signed at once. */
bool
sabot_log_records_have_archive(const GPtrArray *records);
bool
sabot_log_records_must_sign(const GPtrArray *records);
