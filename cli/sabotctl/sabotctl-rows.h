/*
 * A table for people at a terminal: rows of equally many cells, of which the first is the head.
 */
#pragma once

#include <glib.h>

/* A table without rows. Each row is a GStrv. Transferred. */
GPtrArray *
sabotctl_rows_new(void);

/* Cells are copied; the list ends with NULL. */
void
sabotctl_rows_add(GPtrArray *rows, const char *first, ...) G_GNUC_NULL_TERMINATED;

/* Print the rows on standard output, their columns aligned. */
void
sabotctl_rows_print(const GPtrArray *rows);

/* Another cell behind the last row's; `title` is what is above it in the first row. */
void
sabotctl_rows_extend(GPtrArray *rows, const char *title, const char *cell);
