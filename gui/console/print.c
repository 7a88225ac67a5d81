/* A PDF to a printer: see print.h. */
#include "gui/console/print.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <gtk/gtkunixprint.h>

struct printing {
	GtkWindow *parent;
	char *path; /* of the PDF, until it was sent */
};

const char *
sabot_print_paper(void)
{
	return g_str_equal(gtk_paper_size_get_default(), GTK_PAPER_NAME_LETTER) ? "letter" : "a4";
}

static void
printing_free(struct printing *printing)
{
	if (printing->path)
		g_remove(printing->path);
	g_free(printing->path);
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
	struct printing *printing = data;

	(void)job;
	if (error)
		complain(printing->parent, error);
}

static void
on_job_over(gpointer data)
{
	printing_free(data);
}

static void
on_response(GtkDialog *dialog, int response, gpointer data)
{
	GtkPrintUnixDialog *chooser = GTK_PRINT_UNIX_DIALOG(dialog);
	struct printing *printing = data;
	g_autoptr(GtkPrintJob) job = NULL;
	g_autoptr(GtkPrintSettings) settings = NULL;
	g_autoptr(GError) error = NULL;

	if (response != GTK_RESPONSE_OK) {
		printing_free(printing);
		gtk_widget_destroy(GTK_WIDGET(dialog));
		return;
	}
	settings = gtk_print_unix_dialog_get_settings(chooser);
	job = gtk_print_job_new(gtk_window_get_title(GTK_WINDOW(dialog)),
				gtk_print_unix_dialog_get_selected_printer(chooser), settings,
				gtk_print_unix_dialog_get_page_setup(chooser));
	gtk_widget_destroy(GTK_WIDGET(dialog));
	if (gtk_print_job_set_source_file(job, printing->path, &error)) {
		gtk_print_job_send(job, on_sent, printing, on_job_over);
		return;
	}
	complain(printing->parent, error);
	printing_free(printing);
}

/* False, said, when there is no room for it. */
static gboolean
keep(struct printing *printing, GBytes *pdf, GError **error)
{
	g_autofree char *path = NULL;
	int file = g_file_open_tmp("sabot-XXXXXX.pdf", &path, error);
	gsize size;
	const char *bytes = g_bytes_get_data(pdf, &size);

	if (file < 0)
		return FALSE;
	g_close(file, NULL);
	printing->path = g_steal_pointer(&path);
	return g_file_set_contents(printing->path, bytes, (gssize)size, error);
}

void
sabot_print_pdf(GtkWindow *parent, const char *title, GBytes *pdf)
{
	struct printing *printing = g_new0(struct printing, 1);
	g_autoptr(GError) error = NULL;
	GtkWidget *dialog;

	printing->parent = g_object_ref(parent);
	if (!keep(printing, pdf, &error)) {
		complain(parent, error);
		printing_free(printing);
		return;
	}
	dialog = gtk_print_unix_dialog_new(title, parent);
	gtk_print_unix_dialog_set_manual_capabilities(GTK_PRINT_UNIX_DIALOG(dialog),
						      GTK_PRINT_CAPABILITY_GENERATE_PDF);
	gtk_window_set_modal(GTK_WINDOW(dialog), TRUE);
	g_signal_connect(dialog, "response", G_CALLBACK(on_response), printing);
	gtk_widget_show(dialog);
}
