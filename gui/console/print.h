/*
 * Paper: a PDF through GTK's print dialog. What is printed is the file's own drawing, so screen,
 * file and paper are the same.
 */
#pragma once

#include <gtk/gtk.h>

/* "a4" or "letter", as is usual here. Static. */
const char *
sabot_print_paper(void);

/* Ask for a printer and send it there. What goes wrong is said in a dialog of `parent`. */
void
sabot_print_pdf(GtkWindow *parent, const char *title, GBytes *pdf);
