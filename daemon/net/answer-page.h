/* Answers in pages: one line cannot hold every list. */
#pragma once

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>

enum {
	/* for the lists of one reply; the rest of the line is for the other members */
	SABOT_ANSWER_PAGE_BYTES_MAX = 56 * 1024,
};

/* A list that grows until its line would be too long. */
struct sabot_answer_page {
	json_t *list;
	size_t left_bytes;
};

/* Start an empty page of at most `left_bytes`. */
void
sabot_answer_page_init(struct sabot_answer_page *page, size_t left_bytes);

/* Append `item` (transferred). False if it does not fit; it is then freed. */
bool
sabot_answer_page_add(struct sabot_answer_page *page, json_t *item);

/*
 * Build the answer: the page's list under `name`, and where the next page begins, if there is one.
 * A new reference.
 */
json_t *
sabot_answer_page_finish(struct sabot_answer_page *page, const char *name, guint next,
			 guint n_items);
