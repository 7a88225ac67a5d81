/* A report on the screen: see report-page.h; its layout is report-page.ui. */
#include "report-page.h"
#include "gui/widgets/template.h"

#include "paper.h"
#include "print.h"
#include "gui/model/login.h"
#include "gui/widgets/label.h"

#include <glib/gi18n.h>

enum { DAY_CHARS = 10 }; /* "2026-11-21" of a shift's name */

/* The children of the template. */
#define REPORT_PAGE_CHILDREN(CHILD)                                                                \
	CHILD(GtkButton, back)                                                                     \
	CHILD(GtkButton, print)                                                                    \
	CHILD(GtkButton, save_pdf)                                                                 \
	CHILD(GtkButton, save_csv)                                                                 \
	CHILD(GtkButton, save_json)                                                                \
	CHILD(GtkLabel, title)                                                                     \
	CHILD(GtkLabel, said)                                                                      \
	CHILD(SabotPaper, pages)

struct _SabotReportPage {
	GtkBox parent_instance;
	GCancellable *cancellable; /* of the request under way */
	struct sabot_report_wish *wish;
	GBytes *pdf;                     /* the report shown, or NULL */
	const char *paper;               /* paper for which it is drawn */
	gboolean is_busy;                /* a request is under way */
	GtkFileChooserNative *chooser;   /* created at the first save; NULL until then */
	const char *format;              /* format to save */
	char *path;                      /* path to save to, or NULL */
	struct sabot_printing *printing; /* while its PDF is generated, or NULL */
	REPORT_PAGE_CHILDREN(SABOT_CHILD_MEMBER)
};

enum { SIGNAL_LEFT, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(SabotReportPage, sabot_report_page, GTK_TYPE_BOX)

static void
refresh(SabotReportPage *page);

/* Set the report wanted; the person logged in decides what is allowed. `wish` may be NULL. */
static void
set_wish(SabotReportPage *page, struct sabot_report_wish *wish)
{
	if (page->wish && page->wish->feed)
		g_signal_handlers_disconnect_by_data(sabot_feed_get_session(page->wish->feed),
						     page);
	g_clear_pointer(&page->wish, sabot_report_wish_unref);
	page->wish = wish ? g_rc_box_acquire(wish) : NULL;
	if (wish && wish->feed)
		g_signal_connect_swapped(sabot_feed_get_session(wish->feed), "changed",
					 G_CALLBACK(refresh), page);
}

static void
forget(SabotReportPage *page)
{
	sabot_give_up(&page->cancellable);
	g_clear_pointer(&page->path, g_free);
	g_clear_pointer(&page->printing, sabot_printing_free);
	g_clear_pointer(&page->pdf, g_bytes_unref);
	if (page->chooser)
		gtk_native_dialog_hide(GTK_NATIVE_DIALOG(page->chooser));
}

static void
sabot_report_page_dispose(GObject *object)
{
	SabotReportPage *page = SABOT_REPORT_PAGE(object);

	forget(page);
	g_clear_object(&page->chooser);
	set_wish(page, NULL);
	G_OBJECT_CLASS(sabot_report_page_parent_class)->dispose(object);
}

static void
sabot_report_page_class_init(SabotReportPageClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	g_type_ensure(SABOT_TYPE_PAPER);
	G_OBJECT_CLASS(klass)->dispose = sabot_report_page_dispose;
	signals[SIGNAL_LEFT] = g_signal_new("left", SABOT_TYPE_REPORT_PAGE, G_SIGNAL_RUN_LAST, 0,
					    NULL, NULL, NULL, G_TYPE_NONE, 0);
	gtk_widget_class_set_template_from_resource(widget_class,
						    "/org/sabot/console/report/report-page.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotReportPage, REPORT_PAGE_CHILDREN);
}

/*
 * A person without the right must not see a report that another requested. While the daemon is away
 * the report shown can still be read.
 */
static void
put_away(SabotReportPage *page, const char *refusal)
{
	if (sabot_session_get_state(sabot_feed_get_session(page->wish->feed)) == SABOT_SESSION_AWAY)
		return;
	forget(page);
	page->is_busy = FALSE;
	sabot_paper_show(page->pages, NULL, NULL);
	sabot_label_set(page->said, refusal);
}

/* Actions that are not possible now are insensitive, with the reason below. */
static void
refresh(SabotReportPage *page)
{
	g_autofree char *refusal = sabot_report_wish_refusal(page->wish);
	GtkButton *const buttons[] = {page->print, page->save_pdf, page->save_csv, page->save_json};

	if (refusal)
		put_away(page, refusal);
	for (gsize i = 0; i < G_N_ELEMENTS(buttons); i++) {
		GtkWidget *button = GTK_WIDGET(buttons[i]);

		gtk_widget_set_sensitive(button, page->pdf && !page->is_busy && !refusal);
		gtk_widget_set_tooltip_text(button, refusal);
	}
}

/* Generate it in this format; an earlier request is not awaited. `paper`: that of a PDF. */
static void
run(SabotReportPage *page, const char *format, const char *paper, sabot_file_done_fn *fn)
{
	const struct sabot_report_format wanted = {format, paper};

	sabot_give_up(&page->cancellable);
	page->cancellable = g_cancellable_new();
	page->is_busy = TRUE;
	refresh(page);
	sabot_label_set(page->said, _("One moment…"));
	sabot_report_wish_make(page->wish, wanted, page->cancellable, fn, page);
}

/* True if it was generated. */
static gboolean
is_made(SabotReportPage *page, GBytes *bytes, const char *why)
{
	page->is_busy = FALSE;
	refresh(page);
	sabot_label_set(page->said, why);
	return bytes != NULL;
}

static void
on_shown_made(GBytes *bytes, const char *why, gpointer data)
{
	SabotReportPage *page = data;
	g_autoptr(GError) error = NULL;

	if (sabot_paper_show(page->pages, bytes, &error) && bytes)
		page->pdf = g_bytes_ref(bytes);
	is_made(page, page->pdf, error ? error->message : why);
}

static void
on_pdf_made(GBytes *bytes, const char *why, gpointer data)
{
	SabotReportPage *page = data;

	if (is_made(page, bytes, why))
		sabot_print_send(g_steal_pointer(&page->printing), bytes);
}

static void
write_file(SabotReportPage *page, GBytes *bytes)
{
	g_autofree char *said = NULL;
	g_autoptr(GError) error = NULL;
	gsize size;
	const char *contents = g_bytes_get_data(bytes, &size);

	if (g_file_set_contents(page->path, contents ? contents : "", (gssize)size, &error))
		/* Translators: a file's path. */
		said = g_strdup_printf(_("Saved: %s"), page->path);
	else
		said = g_strdup_printf(_("Not saved: %s"), error->message);
	sabot_label_set(page->said, said);
}

static void
on_file_made(GBytes *bytes, const char *why, gpointer data)
{
	SabotReportPage *page = data;

	if (is_made(page, bytes, why))
		write_file(page, bytes);
}

static void
on_save_answered(GtkNativeDialog *chooser, int response, gpointer data)
{
	SabotReportPage *page = data;

	if (response == GTK_RESPONSE_ACCEPT) {
		g_free(page->path);
		page->path = gtk_file_chooser_get_filename(GTK_FILE_CHOOSER(chooser));
		if (g_str_equal(page->format, "pdf"))
			write_file(page, page->pdf);
		else
			run(page, page->format, NULL, on_file_made);
	}
}

/* The file name of the report, without its ending. */
static char *
file_name(SabotReportPage *page)
{
	const char *shift = page->wish->shift ? page->wish->shift : "";

	return g_strdup_printf("%s%s%.*s", page->wish->kind->name, *shift ? "-" : "", DAY_CHARS,
			       shift);
}

static void
fit_within(GtkWindow *dialog, GtkWindow *window)
{
	int width, height, width_px, height_px, x, y;

	gtk_window_get_size(window, &width_px, &height_px);
	gtk_window_get_position(window, &x, &y);
	gtk_window_get_size(dialog, &width, &height);
	width = MIN(width, width_px);
	height = MIN(height, height_px);
	gtk_window_resize(dialog, width, height);
	gtk_window_move(dialog, x + (width_px - width) / 2, y + (height_px - height) / 2);
}

/* GTK makes its dialog as large as it likes: keep it within the parent window. */
static void
fit_chooser(GtkWindow *window)
{
	GList *windows = gtk_window_list_toplevels();

	for (GList *each = windows; each; each = each->next)
		if (GTK_IS_FILE_CHOOSER_DIALOG(each->data) &&
		    gtk_window_get_transient_for(each->data) == window)
			fit_within(each->data, window);
	g_list_free(windows);
}

/*
 * One dialog for the life of the page: GTK 3.24 writes errors if it is destroyed while it still
 * reads the folder.
 */
static void
create_chooser(SabotReportPage *page, GtkWindow *window)
{
	GtkFileChooserNative *chooser;

	chooser = gtk_file_chooser_native_new(_("Save the report"), window,
					      GTK_FILE_CHOOSER_ACTION_SAVE, _("Save"),
					      C_("dialog", "Cancel"));
	gtk_file_chooser_set_do_overwrite_confirmation(GTK_FILE_CHOOSER(chooser), TRUE);
	gtk_native_dialog_set_modal(GTK_NATIVE_DIALOG(chooser), TRUE);
	g_signal_connect(chooser, "response", G_CALLBACK(on_save_answered), page);
	page->chooser = chooser;
}

/* Ask where to save; then generate it. */
static void
save(SabotReportPage *page, const char *format)
{
	GtkWindow *window = GTK_WINDOW(gtk_widget_get_toplevel(GTK_WIDGET(page)));
	g_autofree char *base = file_name(page);
	g_autofree char *name = g_strdup_printf("%s.%s", base, format);
	const char *documents = g_get_user_special_dir(G_USER_DIRECTORY_DOCUMENTS);

	if (!page->chooser)
		create_chooser(page, window);
	page->format = format;
	if (documents)
		gtk_file_chooser_set_current_folder(GTK_FILE_CHOOSER(page->chooser), documents);
	gtk_file_chooser_set_current_name(GTK_FILE_CHOOSER(page->chooser), name);
	gtk_native_dialog_show(GTK_NATIVE_DIALOG(page->chooser));
	fit_chooser(window);
}

/* Draw it again if the paper differs from that on the screen. */
static void
on_printer_chosen(struct sabot_printing *printing, const char *paper, gpointer data)
{
	SabotReportPage *page = data;

	sabot_printing_free(page->printing);
	page->printing = printing;
	if (!page->pdf) /* the person lost the right to it while choosing */
		g_clear_pointer(&page->printing, sabot_printing_free);
	else if (g_str_equal(paper, page->paper))
		sabot_print_send(g_steal_pointer(&page->printing), page->pdf);
	else
		run(page, "pdf", paper, on_pdf_made);
}

static void
on_print(GtkButton *button, gpointer data)
{
	SabotReportPage *page = data;
	GtkWidget *window = gtk_widget_get_toplevel(GTK_WIDGET(page));
	g_autofree char *name = file_name(page);

	(void)button;
	sabot_print_run_dialog(GTK_WINDOW(window), name, on_printer_chosen, page);
}

static void
on_save_pdf(GtkButton *button, gpointer data)
{
	(void)button;
	save(data, "pdf");
}

static void
on_save_csv(GtkButton *button, gpointer data)
{
	(void)button;
	save(data, "csv");
}

static void
on_save_json(GtkButton *button, gpointer data)
{
	(void)button;
	save(data, "json");
}

static void
on_back(GtkButton *button, gpointer data)
{
	(void)button;
	g_signal_emit(data, signals[SIGNAL_LEFT], 0);
}

static void
sabot_report_page_init(SabotReportPage *page)
{
	gtk_widget_init_template(GTK_WIDGET(page));
	g_signal_connect(page->back, "clicked", G_CALLBACK(on_back), page);
	g_signal_connect(page->print, "clicked", G_CALLBACK(on_print), page);
	g_signal_connect(page->save_pdf, "clicked", G_CALLBACK(on_save_pdf), page);
	g_signal_connect(page->save_csv, "clicked", G_CALLBACK(on_save_csv), page);
	g_signal_connect(page->save_json, "clicked", G_CALLBACK(on_save_json), page);
}

/* A form is to be written on, not calculated with: no CSV or JSON. */
static void
show_formats(SabotReportPage *page)
{
	gboolean is_form = sabot_report_wish_is_form(page->wish);

	gtk_widget_set_visible(gtk_widget_get_parent(GTK_WIDGET(page->save_csv)), !is_form);
	gtk_widget_set_visible(gtk_widget_get_parent(GTK_WIDGET(page->save_json)), !is_form);
}

void
sabot_report_page_show(SabotReportPage *page, struct sabot_report_wish *wish)
{
	forget(page);
	set_wish(page, wish);
	show_formats(page);
	sabot_label_set(page->title, _(wish->kind->title));
	sabot_paper_show(page->pages, NULL, NULL);
	page->paper = sabot_print_paper();
	run(page, "pdf", page->paper, on_shown_made);
}
