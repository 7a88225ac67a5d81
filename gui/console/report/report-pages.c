/* Reports in the window: see report-pages.h. */
#include "report-pages.h"

#include "report-page.h"
#include "report-panel.h"

struct sabot_report_pages {
	GtkStack *main;
	SabotSide *side;
	SabotReportPage *page;
	GtkWidget *before; /* what was shown before; borrowed from the stack */
};

static void
on_left(SabotReportPage *page, gpointer data)
{
	(void)page;
	sabot_report_pages_leave(data);
}

struct sabot_report_pages *
sabot_report_pages_new(GtkStack *main, SabotSide *side)
{
	struct sabot_report_pages *pages = g_new0(struct sabot_report_pages, 1);

	pages->main = main;
	pages->side = side;
	pages->page = g_object_new(SABOT_TYPE_REPORT_PAGE, NULL);
	gtk_container_add(GTK_CONTAINER(main), GTK_WIDGET(pages->page));
	g_signal_connect(pages->page, "left", G_CALLBACK(on_left), pages);
	return pages;
}

void
sabot_report_pages_free(struct sabot_report_pages *pages)
{
	g_free(pages);
}

void
sabot_report_pages_show(struct sabot_report_pages *pages, struct sabot_report_wish *wish)
{
	GtkWidget *shown = gtk_stack_get_visible_child(pages->main);

	if (shown != GTK_WIDGET(pages->page))
		pages->before = shown;
	gtk_stack_set_visible_child(pages->main, GTK_WIDGET(pages->page));
	sabot_report_page_show(pages->page, wish);
	sabot_side_leave_page(pages->side);
}

static void
on_chosen(SabotReportPanel *panel, gpointer wish, gpointer data)
{
	(void)panel;
	sabot_report_pages_show(data, wish);
}

static SabotReportPanel *
open_panel(struct sabot_report_pages *pages, SabotFeed *feed, const char *daemon)
{
	GtkWidget *panel = sabot_report_panel_new(feed, daemon);

	g_signal_connect(panel, "chosen", G_CALLBACK(on_chosen), pages);
	sabot_side_open(pages->side, panel);
	return SABOT_REPORT_PANEL(panel);
}

void
sabot_report_pages_open(struct sabot_report_pages *pages, SabotFeed *feed, const char *daemon)
{
	open_panel(pages, feed, daemon);
}

void
sabot_report_pages_open_forms(struct sabot_report_pages *pages, SabotFeed *feed)
{
	sabot_report_panel_make_forms(open_panel(pages, feed, NULL));
}

gboolean
sabot_report_pages_leave(struct sabot_report_pages *pages)
{
	if (gtk_stack_get_visible_child(pages->main) != GTK_WIDGET(pages->page))
		return FALSE;
	gtk_stack_set_visible_child(pages->main, pages->before);
	return TRUE;
}
