/*
 * Prints a PDF through GTK's print dialog. The file's own drawing is printed, so that screen, file
 * and paper are the same. The dialog comes first, because it determines the paper size.
 */
#pragma once

#include <gtk/gtk.h>

/* A chosen printer with its settings. */
struct sabot_printing;

/* "a4" or "letter", as usual in this locale. Static. */
const char *
sabot_print_paper(void);

/* `printing` is transferred; `paper` is "a4" or "letter", static. */
typedef void
sabot_print_chosen_fn(struct sabot_printing *printing, const char *paper, gpointer data);

/*
 * Ask the user for a printer and its paper. `name`: the file name when printing to a file. `data`
 * must live as long as `parent`; `fn` is not called if the user cancels.
 */
void
sabot_print_run_dialog(GtkWindow *parent, const char *name, sabot_print_chosen_fn *fn,
		       gpointer data);

/* Print. `printing` is transferred. Errors are shown in a dialog. */
void
sabot_print_send(struct sabot_printing *printing, GBytes *pdf);

/* NULL is allowed. */
void
sabot_printing_free(struct sabot_printing *printing);
