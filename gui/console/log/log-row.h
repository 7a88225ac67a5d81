/*
 * A row of a list of the log: some cells, the last of which wraps, and the record (proto/record.h)
 * that it shows.
 */
#pragma once

#include <gtk/gtk.h>
#include "proto/record.h"

/*
 * Add a row; its accessible name is all `texts` (NULL-terminated). `record` is referenced.
 * Borrowed.
 */
GtkWidget *
sabot_log_row_add(GtkListBox *list, const char *const *texts, gpointer record);

/* The record that it shows. Borrowed. */
gpointer
sabot_log_row_get_record(GtkListBoxRow *row);
