/* Alarm statistics: see statistics-panel.h; its layout is statistics-panel.ui. */
#include "statistics-panel.h"
#include "gui/widgets/template.h"

#include "gui/model/tables/incident-phrases.h"
#include "gui/model/phrases.h"
#include "gui/widgets/label.h"

#include <glib/gi18n.h>

enum { HOURS = 24, COLUMNS = 4 };

/* The children of the template. */
#define STATISTICS_PANEL_CHILDREN(CHILD)                                                           \
	CHILD(GtkGrid, grid)                                                                       \
	CHILD(GtkLabel, empty)

struct _SabotStatisticsPanel {
	SabotPanel parent_instance;
	GCancellable *cancellable;
	STATISTICS_PANEL_CHILDREN(SABOT_CHILD_MEMBER)
	int n_rows;
};

G_DEFINE_FINAL_TYPE(SabotStatisticsPanel, sabot_statistics_panel, SABOT_TYPE_PANEL)

static void
sabot_statistics_panel_dispose(GObject *object)
{
	SabotStatisticsPanel *panel = SABOT_STATISTICS_PANEL(object);

	sabot_give_up(&panel->cancellable);
	G_OBJECT_CLASS(sabot_statistics_panel_parent_class)->dispose(object);
}

static void
sabot_statistics_panel_class_init(SabotStatisticsPanelClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_statistics_panel_dispose;
	gtk_widget_class_set_template_from_resource(widget_class,
						    "/org/sabot/console/table/statistics-panel.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotStatisticsPanel, STATISTICS_PANEL_CHILDREN);
}

static void
sabot_statistics_panel_init(SabotStatisticsPanel *panel)
{
	gtk_widget_init_template(GTK_WIDGET(panel));
	panel->cancellable = g_cancellable_new();
}

static void
add_row(SabotStatisticsPanel *panel, const char *const texts[COLUMNS], const char *style)
{
	for (int i = 0; i < COLUMNS; i++) {
		GtkWidget *label = gtk_label_new(texts[i]);

		gtk_label_set_xalign(GTK_LABEL(label), i == 0 ? 0 : 1);
		gtk_label_set_line_wrap(GTK_LABEL(label), i == 0);
		gtk_widget_set_hexpand(label, i == 0);
		sabot_style_set_class(label, style, TRUE);
		gtk_grid_attach(panel->grid, label, i, panel->n_rows, 1, 1);
		gtk_widget_show(label);
	}
	panel->n_rows++;
}

static void
add_count(SabotStatisticsPanel *panel, const char *name, const struct sabot_wire_count *count)
{
	g_autofree char *raised = g_strdup_printf("%d", (int)count->raised);
	g_autofree char *open = g_strdup_printf("%d", (int)count->open);
	g_autofree char *precision = sabot_phrase_precision(count);

	add_row(panel, (const char *const[COLUMNS]){name, raised, open, precision}, "count");
}

/* A part of the table: its heading, and a row for each count. */
static void
add_part(SabotStatisticsPanel *panel, const char *title, const GPtrArray *counts,
	 char *(*get_text)(const char *name))
{
	if (counts->len == 0)
		return;
	add_row(panel,
		(const char *const[COLUMNS]){title, _("raised"), C_("count", "open"), _("right")},
		"count-head");
	for (guint i = 0; i < counts->len; i++) {
		const struct sabot_wire_count *count = g_ptr_array_index(counts, i);
		g_autofree char *name = get_text(count->name);

		add_count(panel, name, count);
	}
}

static char *
copy_name(const char *name)
{
	return g_strdup(name);
}

static void
on_statistics_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotStatisticsPanel *panel = data;
	g_autofree char *text = error ? sabot_session_explain(error) : sabot_session_missing(ok);
	struct sabot_wire_statistics *reported =
		error ? NULL : sabot_record_parse(&sabot_wire_statistics_type, ok, NULL);

	(void)client;
	sabot_panel_show_message(SABOT_PANEL(panel), text);
	if (!reported)
		return;
	add_part(panel, _("By kind"), reported->codes, sabot_phrase_code);
	add_part(panel, _("By shoe"), reported->devices, copy_name);
	add_part(panel, _("By hour"), reported->hours, sabot_phrase_hour);
	gtk_widget_set_visible(GTK_WIDGET(panel->empty), panel->n_rows == 0);
	sabot_record_unref(reported);
}

GtkWidget *
sabot_statistics_panel_new(SabotFeed *feed, const char *daemon)
{
	SabotStatisticsPanel *panel = g_object_new(SABOT_TYPE_STATISTICS_PANEL, NULL);

	sabot_panel_set_title(SABOT_PANEL(panel), _("Alarms of the last 24 hours"));
	sabot_session_request(sabot_feed_get_session(feed), "statistics",
			      sabot_session_aim(json_pack("{s:i}", "hours", HOURS), daemon),
			      panel->cancellable, on_statistics_came, panel);
	return GTK_WIDGET(panel);
}
