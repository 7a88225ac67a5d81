/* What a program says of itself. */
#pragma once

/*
 * Three lines for --version: `name`, which is "PROGRAM VERSION"; "commit NAME" where it was built
 * from a known one; "sha256 HEX" of the program's own file, where it can be read. Ends without an
 * end of line. Free it with g_free().
 */
char *
sabot_version_text(const char *name);
