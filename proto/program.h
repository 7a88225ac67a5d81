/* Where the other programs of this project are. */
#pragma once

/*
 * The path of `name` (sabotd, sabotctl, sabot-print): beside the program that runs, where both were
 * built or installed; else where $PATH has it; else `name` itself, so that starting it says what is
 * missing. Free it with g_free().
 */
char *
sabot_program_find(const char *name);
