/* `sabotctl table check`: compares two databases, for a table that was handed over. */
#pragma once

#include <glib.h>

/* Compare the databases at `paths`, print what differs. The exit status, or FAILED with `error`. */
int
sabotctl_table_check(char **paths, GError **error);
