/*
 * The messages about logs (docs/wire.md), typed: pages of a table's or the house's log, and frames
 * received from a shoe. Records as in proto/record.h.
 */
#pragma once

#include "proto/record.h"

/* A page of a log: its lines unchanged, to be printed or derived. */
struct sabot_wire_log {
	json_t *header; /* the log's first line */
	json_t *events; /* list of lines */
	int64_t parts;  /* number of the log's parts; a change of rules begins a new one */
	int64_t from_n; /* the number of the first of `events` */
	int64_t next_n; /* where the next page begins; 0 = this was the last */
};

/* The members that distinguish the lines of a log, and those derived from them. */
struct sabot_wire_log_line {
	char *ev, *out;    /* an event's kind; a derived line's; the other is NULL */
	int64_t at_us;     /* SABOT_TIME_NONE = not given */
	int64_t id;        /* of a derived incident; else 0 */
	char *code, *text; /* likewise: its code and its sentence; else NULL */
};

/* The line `summary` at the end of a derived log. */
struct sabot_wire_summary {
	int64_t rounds, cards, loads; /* rounds: SABOT_WIRE_NO_NUMBER = the log has none */
	char *note;                   /* remark, or NULL */
	json_t *incidents;            /* code → how many */
	int64_t edition;              /* edition of the log's format by which it was judged */
	int64_t unverified, inferred; /* rounds of which not all is certain; was sent */
	json_t *explained;            /* code → how many were explained as no incident, or NULL */
	int64_t redress_minor;        /* still to be paid; SABOT_WIRE_NO_NUMBER = nothing is open */
};

/* The total number of incidents in a summary. */
int64_t
sabot_wire_summary_count(const struct sabot_wire_summary *summary);

/* The number of them that are not explained: an audit with any has exit status 1. */
int64_t
sabot_wire_summary_unexplained(const struct sabot_wire_summary *summary);

typedef void
sabot_wire_summary_fn(const char *code, int64_t n);

/* Call `fn` for each code of the summary. */
void
sabot_wire_summary_foreach(const struct sabot_wire_summary *summary, sabot_wire_summary_fn *fn);

/* The subject of an event of the house log. */
struct sabot_wire_house_line {
	char *ev, *table;                     /* table: NULL = the house */
	int64_t incident;                     /* of that table; 0 = none */
	int64_t load;                         /* likewise */
	char *device;                         /* NULL = none */
	struct sabot_wire_house_line *detail; /* of a finding: the same members; else NULL */
};

/* A ruling or a correction of the log. SABOT_WIRE_NO_NUMBER: no such number. */
struct sabot_wire_decision {
	int64_t at_us, n, incident, round, amount_minor;
	char *remedy; /* NULL: a correction */
	char *by, *second, *note;
};

/* For how long no load of a table was proven complete before a later part of its log begins. */
struct sabot_wire_proven {
	int64_t rounds;   /* since then */
	int64_t since_us; /* SABOT_TIME_NONE: never */
};

/*
 * The members of a table's event that the rules do not read (struct sabot_event). Read it with
 * sabot_record_parse_lenient().
 */
struct sabot_wire_event_rest {
	char *who, *post;                   /* staff; or NULL */
	bool is_on;                         /* staff: takes the post; false: leaves it */
	int64_t redress;                    /* the order (`redress`) that it ends; 0 = none */
	char *note, *second;                /* of a ruling; or NULL */
	bool is_prompted;                   /* of a ruling: set by the daemon */
	bool is_simulated;                  /* not played with real cards */
	struct sabot_wire_proven *exposure; /* or NULL */
};

/* The table that an event of the house log is about; NULL: none, or unreadable. Transferred. */
char *
sabot_wire_house_line_table(json_t *event);

/* A page of the frames from a shoe. */
struct sabot_wire_frames {
	GPtrArray *lines; /* of char * */
	int64_t next;     /* 0 = this was the last page */
};

/*
 * The answer to `archive`, `give` and `take`: the file made or read, and the table's events. Also
 * used for the house log's event `given`, which has the file's digest.
 */
struct sabot_wire_moved {
	char *file, *table, *digest;
	int64_t events;
};

enum { SABOT_WIRE_FILE_PAGE_BYTES = 36 * 1024 }; /* in base64 they fit into a line */

/* A page of a file made by the daemon: a case, a report. */
struct sabot_wire_file_page {
	char *file; /* digest by which the other pages are requested */
	char *base64;
	int64_t from, bytes; /* of this page's first byte; of the whole file */
	int64_t next;        /* 0 = this was the last */
};

/* The page of a file that begins at `from`, which must be within it. New reference. */
json_t *
sabot_wire_file_page_build(const char *digest, GBytes *bytes, int64_t from);

/* Append the page's bytes. False if it does not continue `bytes`. */
bool
sabot_wire_file_page_append(const struct sabot_wire_file_page *page, GByteArray *bytes);

/* A whole case file, as passed on by the thread that makes it. */
struct sabot_wire_case {
	char *base64;
};

/* The veil is lifted for this session. */
struct sabot_wire_unveiled {
	int64_t load; /* the load in the shoe; 0 = none */
};

extern const struct sabot_record_type sabot_wire_log_type;
extern const struct sabot_record_type sabot_wire_log_line_type;
extern const struct sabot_record_type sabot_wire_summary_type;
extern const struct sabot_record_type sabot_wire_house_line_type;
extern const struct sabot_record_type sabot_wire_proven_type;
extern const struct sabot_record_type sabot_wire_event_rest_type;
extern const struct sabot_record_type sabot_wire_house_detail_type; /* of an incident, too */
extern const struct sabot_record_type sabot_wire_decision_type;
extern const struct sabot_record_type sabot_wire_frames_type;
extern const struct sabot_record_type sabot_wire_moved_type;
extern const struct sabot_record_type sabot_wire_file_page_type;
extern const struct sabot_record_type sabot_wire_case_type;
extern const struct sabot_record_type sabot_wire_unveiled_type;
