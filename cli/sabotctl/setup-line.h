/* Setting up: checks that the shoes' lines can be read. */
#pragma once

#include <glib.h>
#include <stdbool.h>

/*
 * Listen for `seconds` on the line of each [device] of `config`, without sending anything, and
 * print what was heard. False if a line could not be opened, or no frame of its driver came.
 */
bool
setup_test_lines(GKeyFile *config, int seconds);
