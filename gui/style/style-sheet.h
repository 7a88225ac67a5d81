/*
 * Reads a style sheet for GTK. The sheets give text sizes by name only; here the names are replaced
 * by sizes. The names are in style-sheet.c and docs/design.md; a test finds any other size.
 */
#pragma once

/*
 * The sheet in that file, with all sizes in pixels at `percent` of their value; GTK has no unit
 * that grows with a factor. Sizes in em are relative to the surrounding text. An unknown name
 * aborts. Transferred.
 */
char *
sabot_style_sheet_read(const char *name, int percent);
