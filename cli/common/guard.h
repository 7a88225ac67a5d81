/* Errors repeat what was typed, or what stands in somebody's file: none of it reaches the terminal
 * as more than text. */
#pragma once

/* From here on the standard error of this program shows control characters (text/escape.h). */
void
guard_errors(void);
