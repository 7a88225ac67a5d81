/* A PDF to a printer: see print.h. */
#include "print.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <gtk/gtkunixprint.h>
#include <sys/mman.h>
#include <unistd.h>

struct sabot_printing {
	GtkWindow *parent;
	char *name;
	sabot_print_chosen_fn *fn;
	gpointer data;
	GtkPrinter *printer; /* NULL until chosen, like the other two */
	GtkPrintSettings *settings;
	GtkPageSetup *setup;
	int pdf_fd; /* the document in memory; -1 until created */
};

static const char *
paper_of(const char *gtk_name)
{
	return g_str_equal(gtk_name, GTK_PAPER_NAME_LETTER) ? "letter" : "a4";
}

const char *
sabot_print_paper(void)
{
	return paper_of(gtk_paper_size_get_default());
}

void
sabot_printing_free(struct sabot_printing *printing)
{
	if (!printing)
		return;
	if (printing->pdf_fd >= 0)
		close(printing->pdf_fd);
	g_free(printing->name);
	g_clear_object(&printing->printer);
	g_clear_object(&printing->settings);
	g_clear_object(&printing->setup);
	g_clear_object(&printing->parent);
	g_free(printing);
}

static void
complain(GtkWindow *parent, const GError *error)
{
	GtkWidget *dialog = gtk_message_dialog_new(parent, GTK_DIALOG_DESTROY_WITH_PARENT,
						   GTK_MESSAGE_ERROR, GTK_BUTTONS_CLOSE,
						   _("It was not printed: %s"), error->message);

	g_signal_connect(dialog, "response", G_CALLBACK(gtk_widget_destroy), NULL);
	gtk_widget_show(dialog);
}

static void
on_sent(GtkPrintJob *job, gpointer data, const GError *error)
{
	struct sabot_printing *printing = data;

	(void)job;
	if (error)
		complain(printing->parent, error);
}

static void
on_job_over(gpointer data)
{
	sabot_printing_free(data);
}

static void
on_response(GtkDialog *dialog, int response, gpointer data)
{
	GtkPrintUnixDialog *chooser = GTK_PRINT_UNIX_DIALOG(dialog);
	struct sabot_printing *printing = data;
	GtkPaperSize *size;

	if (response == GTK_RESPONSE_OK) {
		printing->printer =
			g_object_ref(gtk_print_unix_dialog_get_selected_printer(chooser));
		printing->settings = gtk_print_unix_dialog_get_settings(chooser);
		printing->setup = g_object_ref(gtk_print_unix_dialog_get_page_setup(chooser));
	}
	gtk_widget_destroy(GTK_WIDGET(dialog));
	if (response != GTK_RESPONSE_OK) {
		sabot_printing_free(printing);
		return;
	}
	size = gtk_page_setup_get_paper_size(printing->setup);
	printing->fn(printing, paper_of(gtk_paper_size_get_name(size)), printing->data);
}

/* Keep the document in memory: a file would remain if the console is killed meanwhile. */
static gboolean
keep(struct sabot_printing *printing, GBytes *pdf, GError **error)
{
	gsize size, done = 0;
	const char *bytes = g_bytes_get_data(pdf, &size);
	gssize n = 0;

	printing->pdf_fd = memfd_create("sabot.pdf", MFD_CLOEXEC);
	while (printing->pdf_fd >= 0 && done < size && n >= 0) {
		n = write(printing->pdf_fd, bytes + done, size - done);
		done += (gsize)MAX(n, 0);
	}
	if (printing->pdf_fd >= 0 && done == size && lseek(printing->pdf_fd, 0, SEEK_SET) == 0)
		return TRUE;
	g_set_error(error, G_IO_ERROR, g_io_error_from_errno(errno), "%s", g_strerror(errno));
	return FALSE;
}

/*
 * A screen reader is notified of each tab that is removed, and requests its label, which GTK 3.24
 * then cannot find; for a notebook without tabs it requests none.
 */
static void
hide_tabs(GtkWidget *widget, gpointer data)
{
	if (GTK_IS_NOTEBOOK(widget))
		gtk_notebook_set_show_tabs(GTK_NOTEBOOK(widget), FALSE);
	else if (GTK_IS_CONTAINER(widget))
		gtk_container_forall(GTK_CONTAINER(widget), hide_tabs, data);
}

void
sabot_print_run_dialog(GtkWindow *parent, const char *name, sabot_print_chosen_fn *fn,
		       gpointer data)
{
	struct sabot_printing *printing = g_new0(struct sabot_printing, 1);
	g_autoptr(GtkPrintSettings) settings = gtk_print_settings_new();
	g_autoptr(GtkPageSetup) setup = gtk_page_setup_new();
	GtkWidget *dialog = gtk_print_unix_dialog_new(_("Print"), parent);

	printing->pdf_fd = -1;
	printing->parent = g_object_ref(parent);
	printing->name = g_strdup(name);
	printing->fn = fn;
	printing->data = data;
	gtk_print_settings_set(settings, GTK_PRINT_SETTINGS_OUTPUT_BASENAME, name);
	gtk_print_unix_dialog_set_manual_capabilities(GTK_PRINT_UNIX_DIALOG(dialog),
						      GTK_PRINT_CAPABILITY_GENERATE_PDF);
	gtk_print_unix_dialog_set_embed_page_setup(GTK_PRINT_UNIX_DIALOG(dialog), TRUE);
	gtk_print_unix_dialog_set_settings(GTK_PRINT_UNIX_DIALOG(dialog), settings);
	gtk_print_unix_dialog_set_page_setup(GTK_PRINT_UNIX_DIALOG(dialog), setup);
	g_object_set(dialog, "modal", TRUE, "destroy-with-parent", TRUE, NULL);
	g_signal_connect(dialog, "response", G_CALLBACK(on_response), printing);
	g_signal_connect(dialog, "destroy", G_CALLBACK(hide_tabs), NULL);
	gtk_widget_show(dialog);
}

void
sabot_print_send(struct sabot_printing *printing, GBytes *pdf)
{
	g_autoptr(GtkPrintJob) job = NULL;
	g_autoptr(GError) error = NULL;

	if (keep(printing, pdf, &error)) {
		job = gtk_print_job_new(printing->name, printing->printer, printing->settings,
					printing->setup);
		if (gtk_print_job_set_source_fd(job, printing->pdf_fd, &error)) {
			gtk_print_job_send(job, on_sent, printing, on_job_over);
			return;
		}
	}
	complain(printing->parent, error);
	sabot_printing_free(printing);
}
