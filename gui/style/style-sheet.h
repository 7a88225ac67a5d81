/*
 * A style sheet as GTK reads it: the sizes of text, which the sheets have by name alone, are put
 * in. The names stand in style-sheet.c, and in docs/design.md; a test finds any other size.
 */
#pragma once

/*
 * The sheet of that file's name, with all sizes in pixels at `percent` of theirs; GTK has no unit
 * that grows with a factor. Sizes in em are of the letters around them. A name that there is not
 * aborts. Transferred.
 */
char *
sabot_style_sheet_read(const char *name, int percent);
