/* Navigation between the pages: see log-pages.h. */
#include "log-pages.h"

#include "gui/console/log/log-page.h"
#include "gui/console/incident/pictures-panel.h"
#include "gui/console/table/replay-page.h"
#include "gui/console/log/what-if-panel.h"

struct sabot_log_pages {
	GtkStack *main;
	SabotSide *side;
	SabotLogPage *log;
	SabotReplayPage *replay;
	GtkWidget *before; /* what was shown before the log; borrowed */
};

static void
on_left(GtkWidget *page, gpointer data)
{
	(void)page;
	sabot_log_pages_leave(data);
}

static void
on_replay_wanted(SabotLogPage *log, gint64 n, gpointer data)
{
	struct sabot_log_pages *pages = data;

	gtk_stack_set_visible_child(pages->main, GTK_WIDGET(pages->replay));
	sabot_replay_page_begin(pages->replay, sabot_log_page_get_feed(log),
				sabot_log_page_get_found(log), n);
}

static void
on_what_if_wanted(SabotReplayPage *replay, gpointer data)
{
	struct sabot_log_pages *pages = data;

	(void)replay;
	sabot_side_open(pages->side, sabot_what_if_panel_new(sabot_log_page_get_feed(pages->log),
							     sabot_log_page_get_found(pages->log),
							     sabot_log_page_get_lines(pages->log)));
}

static void
on_pictures_wanted(SabotLogPage *log, gpointer data)
{
	struct sabot_log_pages *pages = data;

	sabot_side_open(pages->side, sabot_pictures_panel_new(sabot_log_page_get_feed(log),
							      sabot_log_page_get_found(log)));
}

struct sabot_log_pages *
sabot_log_pages_new(GtkStack *main, SabotSide *side)
{
	struct sabot_log_pages *pages = g_new0(struct sabot_log_pages, 1);

	pages->main = main;
	pages->side = side;
	pages->log = SABOT_LOG_PAGE(sabot_log_page_new());
	pages->replay = SABOT_REPLAY_PAGE(sabot_replay_page_new());
	gtk_container_add(GTK_CONTAINER(main), GTK_WIDGET(pages->log));
	gtk_container_add(GTK_CONTAINER(main), GTK_WIDGET(pages->replay));
	g_signal_connect(pages->log, "left", G_CALLBACK(on_left), pages);
	g_signal_connect(pages->log, "replay-wanted", G_CALLBACK(on_replay_wanted), pages);
	g_signal_connect(pages->log, "pictures-wanted", G_CALLBACK(on_pictures_wanted), pages);
	g_signal_connect(pages->replay, "left", G_CALLBACK(on_left), pages);
	g_signal_connect(pages->replay, "what-if-wanted", G_CALLBACK(on_what_if_wanted), pages);
	return pages;
}

void
sabot_log_pages_free(struct sabot_log_pages *pages)
{
	if (!pages)
		return;
	g_signal_handlers_disconnect_by_data(pages->log, pages);
	g_signal_handlers_disconnect_by_data(pages->replay, pages);
	g_free(pages);
}

static gboolean
is_shown(struct sabot_log_pages *pages, gpointer page)
{
	return gtk_stack_get_visible_child(pages->main) == page;
}

void
sabot_log_pages_open(struct sabot_log_pages *pages, SabotFeed *feed, const char *table,
		     gint64 incident)
{
	if (!is_shown(pages, pages->log) && !is_shown(pages, pages->replay))
		pages->before = gtk_stack_get_visible_child(pages->main);
	sabot_replay_page_stop(pages->replay);
	gtk_stack_set_visible_child(pages->main, GTK_WIDGET(pages->log));
	sabot_log_page_begin(pages->log, feed, table, incident);
	sabot_side_leave_page(pages->side);
}

gboolean
sabot_log_pages_leave(struct sabot_log_pages *pages)
{
	SabotPanel *panel = sabot_side_get_panel(pages->side);

	if (is_shown(pages, pages->log)) {
		gtk_stack_set_visible_child(pages->main, pages->before);
		return TRUE;
	}
	if (!is_shown(pages, pages->replay))
		return FALSE;
	sabot_replay_page_stop(pages->replay);
	if (panel && SABOT_IS_WHAT_IF_PANEL(panel))
		sabot_side_close(pages->side);
	gtk_stack_set_visible_child(pages->main, GTK_WIDGET(pages->log));
	return TRUE;
}
