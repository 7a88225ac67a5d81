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

/* The size at which the screen's text is shown from now on, in percent. */
void
sabot_style_set_percent(int percent);

/*
 * What a width or a height in pixels is worth to text of the usual size: 1280 px of text at 125 %
 * hold as much as 1024. Limits at which parts change places are compared with this. Smaller text
 * makes no more of it: keys keep the size of a finger.
 */
int
sabot_style_room(int px);
