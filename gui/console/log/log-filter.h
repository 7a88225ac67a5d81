/*
 * The entries of the log browser's search, and what `find` (docs/wire.md) is asked by them.
 */
#pragma once

#include <gtk/gtk.h>
#include <jansson.h>

/* All are borrowed; an empty one means anything. */
struct sabot_log_filter {
	GtkComboBoxText *table, *lay, *person;
	GtkEntry *round, *load, *incident, *card, *amount, *since, *until;
};

/*
 * The arguments of `find`. NULL when something cannot be read: `ret_wrong` is then a translated
 * sentence (static). New reference.
 */
json_t *
sabot_log_filter_read(const struct sabot_log_filter *entries, const char **ret_wrong);
