/*
 * Paper: a PDF through GTK's print dialog. What is printed is the file's own drawing, so screen,
 * file and paper are the same. The dialog comes first: it decides the size of the paper.
 */
#pragma once

#include <gtk/gtk.h>

/* A printer with its settings, as they were chosen. */
struct sabot_printing;

/* "a4" or "letter", as is usual here. Static. */
const char *
sabot_print_paper(void);

/* `printing` is transferred; `paper` is "a4" or "letter", static. */
typedef void
sabot_print_chosen_fn(struct sabot_printing *printing, const char *paper, gpointer data);

/*
 * Ask for a printer and its paper. `name`: what a file is called where one prints into files.
 * `data` must live as long as `parent`; not called when nothing is to be printed.
 */
void
sabot_print_run_dialog(GtkWindow *parent, const char *name, sabot_print_chosen_fn *fn,
		       gpointer data);

/* Transferred. What goes wrong is said in a dialog. */
void
sabot_print_send(struct sabot_printing *printing, GBytes *pdf);

/* NULL is allowed. */
void
sabot_printing_free(struct sabot_printing *printing);
