/*
 * A row of a list of the log: some cells, the last of which wraps, and the JSON that it shows.
 */
#pragma once

#include <gtk/gtk.h>
#include <jansson.h>

/* Adds it; its name is all `texts` (NULL-terminated). `json` is referenced. Borrowed. */
GtkWidget *
sabot_log_row_add(GtkListBox *list, const char *const *texts, const json_t *json);

/* The JSON that it shows. Borrowed. */
const json_t *
sabot_log_row_get_json(GtkListBoxRow *row);
