/*
 * Paper: blank forms go from the report's page through GTK's print dialog to the printer that
 * writes files, on A4 and on Letter, and are read back; what is no PDF is not shown. Run with
 * G_DEBUG=fatal-warnings.
 *
 * pdftotext and pdfinfo are wanted.
 */
#include "gui/console/report/paper.h"
#include "gui/console/report/report-page.h"
#include "tests/deadline.h"

#include <glib/gstdio.h>
#include <gtk/gtkunixprint.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { TRY_EVERY_MS = 10 };

struct printing {
	char *directory; /* where one is, and where the printer puts its files */
	GtkWidget *window;
	SabotReportPage *page;
};

/* Something that can be waited for: what it is about, or NULL. */
typedef gpointer
find_fn(struct printing *printing, gpointer data);

static gboolean
on_tick(gpointer data)
{
	(void)data;
	return G_SOURCE_CONTINUE;
}

static gpointer
wait_for(struct printing *printing, find_fn *find, gpointer data)
{
	int64_t end_us = g_get_monotonic_time() + DEADLINE_S * G_USEC_PER_SEC;
	guint ticks = g_timeout_add(TRY_EVERY_MS, on_tick, NULL);
	gpointer found;

	while (!(found = find(printing, data)) && g_get_monotonic_time() < end_us)
		gtk_main_iteration();
	g_source_remove(ticks);
	assert_non_null(found);
	return found;
}

struct sought {
	const char *name; /* of the .ui file; NULL: any */
	GType type;
	GtkWidget *found;
};

static void
look_below(GtkWidget *widget, gpointer data)
{
	struct sought *sought = data;
	const char *name = gtk_buildable_get_name(GTK_BUILDABLE(widget));

	if (!sought->found && G_TYPE_CHECK_INSTANCE_TYPE(widget, sought->type) &&
	    (!sought->name || g_strcmp0(name, sought->name) == 0))
		sought->found = widget;
	if (GTK_IS_CONTAINER(widget))
		gtk_container_forall(GTK_CONTAINER(widget), look_below, sought);
}

static GtkWidget *
find_below(gpointer widget, const char *name, GType type)
{
	struct sought sought = {.name = name, .type = type};

	look_below(widget, &sought);
	return sought.found;
}

/* The page's button, once the report is there. */
static gpointer
find_button(struct printing *printing, gpointer data)
{
	GtkWidget *button = find_below(printing->page, "print", GTK_TYPE_BUTTON);

	(void)data;
	return gtk_widget_is_sensitive(button) ? button : NULL;
}

/* The dialog, once it knows its printer. */
static gpointer
find_dialog(struct printing *printing, gpointer data)
{
	g_autoptr(GList) windows = gtk_window_list_toplevels();
	GtkTreeView *printers;
	GtkTreeIter row;

	(void)printing;
	(void)data;
	for (GList *each = windows; each; each = each->next) {
		if (!GTK_IS_PRINT_UNIX_DIALOG(each->data))
			continue;
		printers = GTK_TREE_VIEW(find_below(each->data, NULL, GTK_TYPE_TREE_VIEW));
		if (!gtk_tree_model_get_iter_first(gtk_tree_view_get_model(printers), &row))
			return NULL;
		gtk_tree_selection_select_iter(gtk_tree_view_get_selection(printers), &row);
		return gtk_print_unix_dialog_get_selected_printer(each->data) ? each->data : NULL;
	}
	return NULL;
}

/* The file, once it was written to its end. */
static gpointer
find_file(struct printing *printing, gpointer path)
{
	g_autofree char *bytes = NULL;
	gsize size;

	(void)printing;
	if (!g_file_get_contents(path, &bytes, &size, NULL))
		return NULL;
	return g_strstr_len(bytes + size - MIN(size, 16), 16, "%%EOF") ? path : NULL;
}

static char *
run(const char *const *command)
{
	g_autoptr(GError) error = NULL;
	char *said = NULL;
	int status;

	if (!g_spawn_sync(NULL, (char **)command, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &said,
			  NULL, &status, &error))
		fail_msg("%s", error->message);
	assert_int_equal(status, 0);
	return said;
}

/* Its text. `name`: of the file; `size`: as pdfinfo calls it. */
static char *
print_on(struct printing *printing, const char *name, const char *paper, const char *size)
{
	g_autofree char *path = g_build_filename(printing->directory, name, NULL);
	const char *const read[] = {"pdftotext", "-layout", path, "-", NULL};
	const char *const measure[] = {"pdfinfo", path, NULL};
	g_autoptr(GtkPageSetup) setup = gtk_page_setup_new();
	GtkPaperSize *paper_size = gtk_paper_size_new(paper);
	g_autofree char *sentence = NULL;
	GtkWidget *dialog;
	char *text;

	gtk_button_clicked(wait_for(printing, find_button, NULL));
	dialog = wait_for(printing, find_dialog, NULL);
	gtk_page_setup_set_paper_size(setup, paper_size);
	gtk_paper_size_free(paper_size);
	gtk_print_unix_dialog_set_page_setup(GTK_PRINT_UNIX_DIALOG(dialog), setup);
	gtk_dialog_response(GTK_DIALOG(dialog), GTK_RESPONSE_OK);
	wait_for(printing, find_file, path);
	sentence = run(measure);
	assert_non_null(strstr(sentence, size));
	text = run(read);
	assert_int_equal(g_remove(path), 0);
	return text;
}

static void
check_papers(struct printing *printing, const char *name, const char *const *expected)
{
	g_autofree char *a4 = print_on(printing, name, GTK_PAPER_NAME_A4, "(A4)");
	g_autofree char *letter = print_on(printing, name, GTK_PAPER_NAME_LETTER, "(letter)");

	for (; *expected; expected++) {
		assert_non_null(strstr(a4, *expected));
		assert_non_null(strstr(letter, *expected));
	}
}

static void
test_blank_forms(void **state)
{
	static const char *const expected[] = {"Slip no. 7", "Slip no. 8", "125.00", "80.00", NULL};
	static const int64_t chips[] = {8000, 12500};
	struct sabot_report_wish *wish =
		sabot_report_wish_new(sabot_report_kind_find("forms"), NULL);
	struct printing *printing = *state;

	wish->form_from = 7;
	wish->form_to = 8;
	g_array_append_vals(wish->chips, chips, G_N_ELEMENTS(chips));
	sabot_report_page_show(printing->page, wish);
	sabot_report_wish_unref(wish);
	check_papers(printing, "forms.pdf", expected);
}

static guint
count_pages(SabotPaper *paper)
{
	g_autoptr(GList) pages = gtk_container_get_children(GTK_CONTAINER(paper));

	return g_list_length(pages);
}

/* As for a report's page, whose own pages they are. */
static void
test_damaged_paper(void **state)
{
	struct printing *printing = *state;
	SabotPaper *paper = SABOT_PAPER(find_below(printing->page, NULL, SABOT_TYPE_PAPER));
	struct sabot_report_wish *wish =
		sabot_report_wish_new(sabot_report_kind_find("forms"), NULL);
	g_autoptr(GBytes) damaged = g_bytes_new_static("%PDF-1.5 and no more", 20);
	g_autoptr(GError) error = NULL;

	sabot_report_page_show(printing->page, wish);
	sabot_report_wish_unref(wish);
	wait_for(printing, find_button, NULL);
	assert_true(count_pages(paper) > 1);
	assert_false(sabot_paper_show(paper, damaged, &error));
	assert_non_null(error);
	assert_int_equal(count_pages(paper), 0);
	assert_true(sabot_paper_show(paper, NULL, NULL));
}

static int
open_window(void **state)
{
	struct printing *printing = *state;

	printing->directory = g_dir_make_tmp("sabot-print-XXXXXX", NULL);
	assert_int_equal(g_chdir(printing->directory), 0);
	g_object_set(gtk_settings_get_default(), "gtk-print-backends", "file", NULL);
	printing->window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
	printing->page = g_object_new(SABOT_TYPE_REPORT_PAGE, NULL);
	gtk_container_add(GTK_CONTAINER(printing->window), GTK_WIDGET(printing->page));
	gtk_widget_show(printing->window);
	return 0;
}

static int
close_window(void **state)
{
	struct printing *printing = *state;

	gtk_widget_destroy(printing->window);
	g_rmdir(printing->directory);
	g_free(printing->directory);
	return 0;
}

int
main(int argc, char **argv)
{
	struct printing printing = {0};
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_prestate_setup_teardown(test_blank_forms, open_window,
							 close_window, &printing),
		cmocka_unit_test_prestate_setup_teardown(test_damaged_paper, open_window,
							 close_window, &printing),
	};

	gtk_init(&argc, &argv);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
