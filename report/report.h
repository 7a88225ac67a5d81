/*
 * A report as data: sections of typed columns and rows, remarks, lines to sign, charts. The sources
 * report-NAME.c build one from the facts of the logs; to-text.c, to-csv.c, to-json.c and to-pdf.c
 * write it. Strings are copied in and owned by the report. One thread.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* No number. */
#define SABOT_REPORT_NONE INT64_MIN

enum sabot_report_kind {
	SABOT_REPORT_TEXT,
	SABOT_REPORT_CARDS,      /* text; cards in the log's words */
	SABOT_REPORT_INCIDENT,   /* text; an incident's code, shown by its name */
	SABOT_REPORT_DIFFERENCE, /* text; a difference's kind, shown by its name */
	SABOT_REPORT_RATE,       /* text; a decimal number that is kept as it was written */
	SABOT_REPORT_NUMBER,     /* number: which one, never summed */
	SABOT_REPORT_COUNT,      /* number: how many */
	SABOT_REPORT_MONEY,      /* number, minor units */
	SABOT_REPORT_UNITS,      /* number, minor units of a foreign currency, and its decimals */
	SABOT_REPORT_RATIO,      /* number, millionths; shown as a percentage */
	SABOT_REPORT_DECIMAL,    /* number, thousandths */
	SABOT_REPORT_TIME,       /* number, UTC microseconds since 1970 */
	SABOT_REPORT_DURATION,   /* number, microseconds */
};

struct sabot_report_column {
	const char *id;    /* for programs, with its unit: "stake_minor"; static */
	const char *title; /* for people, untranslated: N_(); static */
	enum sabot_report_kind kind;
};

enum sabot_report_role {
	SABOT_REPORT_ROW,
	SABOT_REPORT_TOTAL,
};

struct sabot_report_cell {
	int64_t number; /* SABOT_REPORT_NONE: none */
	char *text;     /* of TEXT and CARDS; NULL: none */
	uint8_t digits; /* UNITS: decimals of the minor unit */
	bool is_set;
};

struct sabot_report_row {
	enum sabot_report_role role;
	guint n_cells; /* as many as the section has columns */
	struct sabot_report_cell cells[];
};

/* A chart with one bar per row, from two columns. */
struct sabot_report_chart {
	char *title;
	guint label_column, value_column;
};

struct sabot_report_section {
	char *id, *title;
	const struct sabot_report_column *columns; /* borrowed: static */
	guint n_columns;
	bool is_blank;    /* rows are to be filled in by hand: with room, and a line under each */
	bool begins_page; /* begins a new page on paper */
	char *barcode;    /* printed below the title, in Code 128 and in words; NULL: none */
	/* on paper its cards are drawn: columns are place, cards, and two more */
	bool is_layout;
	GPtrArray *rows;   /* of struct sabot_report_row */
	GPtrArray *charts; /* of struct sabot_report_chart */
};

struct sabot_report {
	char *name, *title;
	char *house;      /* the house's name */
	char *span;       /* the shift's or day's name; NULL: only its times */
	int64_t from_us;  /* SABOT_REPORT_NONE: from the beginning */
	int64_t to_us;    /* SABOT_REPORT_NONE: to the end */
	int64_t made_us;  /* when it was made */
	char *checkpoint; /* the last signed checkpoint, in one line; NULL: none */
	char *letterhead; /* printed below the house's name; NULL: none */
	char *licence;    /* the house's number with its authority, or NULL */
	char *number;     /* this report's number, as in its barcode; NULL: none */
	guint copy;       /* number of this copy; 0: not given */
	char *seal;      /* of its one shift: who closed it and when, or that it is open; or NULL */
	bool is_form;    /* a form to fill in: nothing in it is proven */
	GTimeZone *zone; /* the house's */
	GPtrArray *sections;
	GPtrArray *remarks;    /* of char *: sentences */
	GPtrArray *signatures; /* of char *: who signs */
};

/* `title` is the name for people. The zone is UTC until it is set. Transferred. */
struct sabot_report *
sabot_report_new(const char *name, const char *title);
void
sabot_report_free(struct sabot_report *report);

/* A new section with `columns` (static, N_() titles). Borrowed from the report. */
struct sabot_report_section *
sabot_report_add_section(struct sabot_report *report, const char *id, const char *title,
			 const struct sabot_report_column *columns, guint n_columns);
/* Borrowed; NULL if there is no section of that id. */
struct sabot_report_section *
sabot_report_find_section(const struct sabot_report *report, const char *id);

/* Begin a row; the cells set next belong to it. */
void
sabot_report_begin_row(struct sabot_report_section *section, enum sabot_report_role role);
/*
 * Set the row's cell in the column `id`. NULL, or SABOT_REPORT_NONE: not known. A column that the
 * section does not have, that is of the other kind or that was set already ends the program.
 */
void
sabot_report_set_text(struct sabot_report_section *section, const char *id, const char *text);
/* The same; `text` is transferred. */
void
sabot_report_set_own_text(struct sabot_report_section *section, const char *id, char *text);
void
sabot_report_set_number(struct sabot_report_section *section, const char *id, int64_t number);

/* The same in a column of UNITS: `minor` in a currency whose minor unit has so many decimals. */
void
sabot_report_set_units(struct sabot_report_section *section, const char *id, int64_t minor,
		       int digits);

/* Set the row's cell in that column, whatever it is called: to copy a report. */
void
sabot_report_copy_cell(struct sabot_report_section *section, guint column,
		       const struct sabot_report_cell *cell);

/*
 * Set `number`: twelve digits of what the report is, of when it was made, and of the time, the load
 * (0: none) and the tables (NULL: all) that it is about. The same report of the same log has the
 * same number each time it is printed.
 */
void
sabot_report_number(struct sabot_report *report, unsigned load, char *const *tables);

/*
 * End the program with a sentence if a cell of a row was not set; a section that is filled in by
 * hand may have such cells. Call it when the report is made.
 */
void
sabot_report_check(const struct sabot_report *report);

/*
 * Add a row of role TOTAL: `label` first, then the sum of each column of counts, money or
 * durations.
 */
void
sabot_report_add_sums(struct sabot_report_section *section, const char *label);

/* Add a chart. The columns are given by their ids, which must exist. */
void
sabot_report_add_chart(struct sabot_report_section *section, const char *title,
		       const char *label_id, const char *value_id);

/* Add a sentence below the tables, formatted as by printf(). */
void
sabot_report_remark(struct sabot_report *report, const char *format, ...) G_GNUC_PRINTF(2, 3);
void
sabot_report_add_signature(struct sabot_report *report, const char *who);

/* True if the column holds text. */
bool
sabot_report_kind_is_text(enum sabot_report_kind kind);
