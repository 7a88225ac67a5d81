/* Finds the other programs of this project. */
#pragma once

/*
 * The path of `name` (sabotd, sabotctl, sabot-print): beside the running program, where both were
 * built or installed; otherwise in $PATH; otherwise `name` itself, so that starting it reports what
 * is missing. Free it with g_free().
 */
char *
sabot_program_find(const char *name);
