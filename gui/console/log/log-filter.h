/* The entries of the log browser's search, and the request `find` (docs/wire.md) made from them. */
#pragma once

#include <gtk/gtk.h>
#include <jansson.h>

/* All are borrowed; an empty entry matches anything. */
struct sabot_log_filter {
	GtkComboBoxText *table, *lay, *person;
	GtkEntry *round, *load, *incident, *card, *amount, *since, *until;
};

/*
 * The arguments of `find`. NULL if something cannot be read: `ret_wrong` is then a translated
 * sentence (static). New reference.
 */
json_t *
sabot_log_filter_read(const struct sabot_log_filter *entries, const char **ret_wrong);
