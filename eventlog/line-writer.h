/*
 * Lines of derived output, written once and for two readers: as text, straight to a buffer, or as
 * trees in an array. The text is what jansson makes of the tree (tests/fuzz/fuzz-eventlog.c).
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

/* An object that begins with a member "out", until its close. */
void
sabot_line_begin(struct sabot_line_writer *writer, const char *out);

/*
 * Members of what is open; in a list `name` is NULL. No name is written twice. A word that is NULL
 * or no UTF-8 is left out.
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

/* The end of the list, object or line that was opened last. */
void
sabot_line_close(struct sabot_line_writer *writer);
