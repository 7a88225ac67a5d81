/*
 * Writes lines of derived output for two kinds of readers: as text, directly into a buffer, or as
 * trees in an array. The text is the same as jansson's for the tree (tests/fuzz/fuzz-eventlog.c).
 */
#pragma once

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>

enum { SABOT_LINE_WRITER_DEPTH = 6 };

struct sabot_line_writer {
	GString *text; /* each line with an LF; or NULL: */
	json_t *lines;
	json_t *open[SABOT_LINE_WRITER_DEPTH]; /* borrowed */
	char ends[SABOT_LINE_WRITER_DEPTH];    /* as text: how each ends */
	unsigned depth;
	bool is_first; /* as text: of what is open */
};

/* Begin an object whose first member is "out"; it lasts until it is closed. */
void
sabot_line_begin(struct sabot_line_writer *writer, const char *out);

/* Open an object that is there already, borrowed: members go into it. Only as trees. */
void
sabot_line_fill(struct sabot_line_writer *writer, json_t *tree);

/*
 * Add members to the open object or list; in a list `name` is NULL. No name may be used twice. A
 * word that is NULL or not UTF-8 is left out.
 */
void
sabot_line_add_number(struct sabot_line_writer *writer, const char *name, int64_t number);
void
sabot_line_add_word(struct sabot_line_writer *writer, const char *name, const char *word);
void
sabot_line_add_null(struct sabot_line_writer *writer, const char *name);
void
sabot_line_add_true(struct sabot_line_writer *writer, const char *name);
void
sabot_line_open_list(struct sabot_line_writer *writer, const char *name);
void
sabot_line_open_object(struct sabot_line_writer *writer, const char *name);

/* Close the list, object or line that was opened last. */
void
sabot_line_close(struct sabot_line_writer *writer);
