/*
 * Error messages repeat what was typed, or the content of somebody's file: it must reach the
 * terminal as text only.
 */
#pragma once

/*
 * From now on control characters in this program's standard error are shown escaped
 * (text/escape.h).
 */
void
guard_errors(void);
