/*
 * Facts that a verb reading a database takes from the daemon's configuration: the house's name and
 * what is printed on its paper, its time zone, and the camera that sees the table.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

struct sabotctl_place {
	char *house, *camera;       /* or NULL */
	char *letterhead, *licence; /* or NULL */
	bool names_people;          /* names of persons may be printed */
	GTimeZone *zone;            /* NULL: UTC */
};

/* Without a configuration (NULL) all are unknown. False with an error. */
bool
sabotctl_place_read(struct sabotctl_place *ret_place, const char *config, const char *table,
		    GError **error);
void
sabotctl_place_clear(struct sabotctl_place *place);
