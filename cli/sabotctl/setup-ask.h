/* Setting up: questions on the terminal, and their answers. */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* The group of an answer file that is not copied into the configuration. */
#define SETUP_GROUP "setup"

/*
 * Fill `answers`, in the groups and keys of sabotd.conf and SETUP_GROUP, from questions on the
 * terminal. False at the end of input.
 */
bool
setup_ask(GKeyFile *answers);

/* Ask for the administrator's name alone. */
bool
setup_ask_admin(GKeyFile *answers);

/* Set the paths of [daemon] that `answers` does not have. */
void
setup_add_places(GKeyFile *answers);
