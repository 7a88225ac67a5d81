/* The list of reports: see report-panel.h; its layout is report-panel.ui. */
#include "report-panel.h"
#include "gui/widgets/template.h"

#include "gui/model/amount.h"
#include "gui/widgets/label.h"
#include "proto/messages/money-messages.h"
#include "proto/messages/table-messages.h"

#include <glib/gi18n.h>

#define KIND_KEY "sabot-report"
#define WHY_NOT_KEY "sabot-why-not" /* key of a row's label for the reason */
#define FORMS "forms"
#define ALL "all" /* entry of the shifts' list for the whole time */

/* The children of the template. */
#define REPORT_PANEL_CHILDREN(CHILD)                                                               \
	CHILD(GtkComboBoxText, shifts)                                                             \
	CHILD(GtkToggleButton, simulated)                                                          \
	CHILD(GtkLabel, why_not)                                                                   \
	CHILD(GtkListBox, list)                                                                    \
	CHILD(GtkEntry, forms)                                                                     \
	CHILD(GtkButton, make_forms)

struct _SabotReportPanel {
	SabotPanel parent_instance;
	SabotFeed *feed;
	char *daemon; /* the daemon of a hub whose reports are shown; NULL: those of all */
	GCancellable *cancellable;
	gboolean knows_shifts; /* the shifts were requested */
	GHashTable *chips;     /* of the tables asked so far: int64_t */
	guint n_asked;         /* tables whose chips were requested */
	int64_t n_forms;       /* number of slips to be numbered */
	REPORT_PANEL_CHILDREN(SABOT_CHILD_MEMBER)
};

enum { SIGNAL_CHOSEN, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(SabotReportPanel, sabot_report_panel, SABOT_TYPE_PANEL)

static SabotSession *
get_session(SabotReportPanel *panel)
{
	return sabot_feed_get_session(panel->feed);
}

static void
sabot_report_panel_dispose(GObject *object)
{
	SabotReportPanel *panel = SABOT_REPORT_PANEL(object);

	sabot_give_up(&panel->cancellable);
	if (panel->feed)
		g_signal_handlers_disconnect_by_data(get_session(panel), panel);
	g_clear_object(&panel->feed);
	g_clear_pointer(&panel->chips, g_hash_table_unref);
	g_clear_pointer(&panel->daemon, g_free);
	G_OBJECT_CLASS(sabot_report_panel_parent_class)->dispose(object);
}

static void
sabot_report_panel_class_init(SabotReportPanelClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_report_panel_dispose;
	signals[SIGNAL_CHOSEN] = g_signal_new("chosen", SABOT_TYPE_REPORT_PANEL, G_SIGNAL_RUN_LAST,
					      0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
	gtk_widget_class_set_template_from_resource(widget_class,
						    "/org/sabot/console/report/report-panel.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotReportPanel, REPORT_PANEL_CHILDREN);
}

/* --- Blank forms ------------------------------------------------------------------------------ */

/* `document` reserved the numbers; NULL: the forms have none. */
static void
show_forms(SabotReportPanel *panel, const struct sabot_wire_document *document)
{
	struct sabot_report_wish *wish =
		sabot_report_wish_new(sabot_report_kind_find(FORMS), panel->feed);
	g_autofree int64_t **values =
		(int64_t **)g_hash_table_get_keys_as_array(panel->chips, NULL);

	if (document) {
		wish->shift = g_strdup(document->shift);
		wish->form_from = document->number;
		wish->form_to = document->to_number;
	}
	for (int64_t **value = values; *value; value++)
		g_array_append_val(wish->chips, **value);
	gtk_widget_set_sensitive(GTK_WIDGET(panel->make_forms), TRUE);
	g_signal_emit(panel, signals[SIGNAL_CHOSEN], 0, wish);
	sabot_report_wish_unref(wish);
}

static void
on_reserved(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotReportPanel *panel = data;
	g_autofree char *why = error ? sabot_session_explain(error) : NULL;
	struct sabot_wire_recorded *recorded =
		error ? NULL : sabot_record_parse(&sabot_wire_recorded_type, ok, NULL);

	(void)client;
	sabot_panel_show_message(SABOT_PANEL(panel), why);
	show_forms(panel,
		   recorded && recorded->out->len > 0 ? g_ptr_array_index(recorded->out, 0) : NULL);
	sabot_record_unref(recorded);
}

/* The daemon assigns the numbers: every form that it reserved must come back. */
static void
reserve_numbers(SabotReportPanel *panel)
{
	json_t *event = json_pack("{s:s, s:I}", "ev", "paper", "forms", (json_int_t)panel->n_forms);

	if (sabot_session_get_state(get_session(panel)) == SABOT_SESSION_FREE)
		json_object_set_new(event, "by", json_string("console"));
	sabot_session_request(get_session(panel), "document",
			      sabot_session_aim(json_pack("{s:o}", "event", event), panel->daemon),
			      panel->cancellable, on_reserved, panel);
}

static void
request_next_chips(SabotReportPanel *panel);

static void
on_rules_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotReportPanel *panel = data;
	struct sabot_wire_rules *rules =
		error ? NULL : sabot_record_parse(&sabot_wire_rules_type, ok, NULL);

	(void)client;
	for (guint i = 0; rules && i < rules->chips->len; i++) {
		int64_t *value = g_new(int64_t, 1);

		*value = g_array_index(rules->chips, int64_t, i);
		g_hash_table_add(panel->chips, value);
	}
	sabot_record_unref(rules);
	request_next_chips(panel);
}

/* A form is for any table, so it has the chips of all tables. Numbers are requested after that. */
static void
request_next_chips(SabotReportPanel *panel)
{
	g_autoptr(SabotTableItem) item = g_list_model_get_item(
		G_LIST_MODEL(sabot_feed_get_tables(panel->feed)), panel->n_asked);

	panel->n_asked++;
	if (item)
		sabot_session_request(get_session(panel), "rules",
				      json_pack("{s:s}", "table", sabot_table_item_get_name(item)),
				      panel->cancellable, on_rules_came, panel);
	else if (panel->n_forms > 0)
		reserve_numbers(panel);
	else
		show_forms(panel, NULL);
}

void
sabot_report_panel_make_forms(SabotReportPanel *panel)
{
	g_autofree char *refusal = sabot_session_refusal(get_session(panel), "money");

	if (!gtk_widget_get_sensitive(GTK_WIDGET(panel->make_forms)))
		return;
	sabot_panel_show_message(SABOT_PANEL(panel), refusal);
	if (!sabot_number_parse(gtk_entry_get_text(panel->forms), &panel->n_forms)) {
		sabot_panel_show_message(SABOT_PANEL(panel), _("How many slips: a whole number."));
		return;
	}
	if (refusal)
		panel->n_forms = 0;
	gtk_widget_set_sensitive(GTK_WIDGET(panel->make_forms), FALSE);
	g_hash_table_remove_all(panel->chips);
	panel->n_asked = 0;
	request_next_chips(panel);
}

/* --- Reports ---------------------------------------------------------------------------------- */

static void
on_row_activated(GtkListBox *box, GtkListBoxRow *row, gpointer data)
{
	SabotReportPanel *panel = data;
	const char *shift = gtk_combo_box_get_active_id(GTK_COMBO_BOX(panel->shifts));
	struct sabot_report_wish *wish =
		sabot_report_wish_new(g_object_get_data(G_OBJECT(row), KIND_KEY), panel->feed);

	(void)box;
	wish->daemon = g_strdup(panel->daemon);
	wish->shift = g_strcmp0(shift, ALL) == 0 ? NULL : g_strdup(shift);
	wish->with_simulated = gtk_toggle_button_get_active(panel->simulated);
	g_signal_emit(panel, signals[SIGNAL_CHOSEN], 0, wish);
	sabot_report_wish_unref(wish);
}

static GtkWidget *
label_new(const char *text, const char *style)
{
	GtkWidget *label = gtk_label_new(text);

	gtk_label_set_xalign(GTK_LABEL(label), 0);
	gtk_label_set_line_wrap(GTK_LABEL(label), TRUE);
	gtk_label_set_max_width_chars(GTK_LABEL(label), 36);
	sabot_style_set_class(label, style, TRUE);
	return label;
}

static void
add_row(SabotReportPanel *panel, const struct sabot_report_kind_of *kind)
{
	GtkWidget *row = gtk_list_box_row_new();
	GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
	GtkWidget *why_not = label_new("", "panel-hindrance");

	gtk_container_add(GTK_CONTAINER(box), label_new(_(kind->title), "panel-text"));
	gtk_container_add(GTK_CONTAINER(box), label_new(_(kind->about), "panel-help"));
	gtk_container_add(GTK_CONTAINER(box), why_not);
	gtk_container_add(GTK_CONTAINER(row), box);
	atk_object_set_name(gtk_widget_get_accessible(row), _(kind->title));
	g_object_set_data(G_OBJECT(row), KIND_KEY, (gpointer)kind);
	g_object_set_data(G_OBJECT(row), WHY_NOT_KEY, why_not);
	gtk_container_add(GTK_CONTAINER(panel->list), row);
	gtk_widget_show_all(row);
}

static void
add_rows(SabotReportPanel *panel)
{
	guint n_kinds;
	const struct sabot_report_kind_of *kinds = sabot_reports(&n_kinds);

	for (guint i = 0; i < n_kinds; i++)
		if (!(kinds[i].flags & SABOT_REPORT_IS_FORM))
			add_row(panel, &kinds[i]);
}

/* A reason that applies to all reports is shown above them; a row shows only its own. */
static void
show_whether_allowed(GtkWidget *row, gpointer data)
{
	SabotReportPanel *panel = data;
	const struct sabot_report_kind_of *kind = g_object_get_data(G_OBJECT(row), KIND_KEY);
	g_autofree char *refusal =
		sabot_session_refusal(get_session(panel), sabot_report_right(kind));

	gtk_widget_set_sensitive(row, !refusal);
	if (g_strcmp0(refusal, gtk_label_get_text(panel->why_not)) == 0)
		g_clear_pointer(&refusal, g_free);
	sabot_label_set(g_object_get_data(G_OBJECT(row), WHY_NOT_KEY), refusal);
}

/* Shown if there are simulated tables; ticked if there are no others. */
static void
show_simulated(SabotReportPanel *panel)
{
	GListModel *tables = G_LIST_MODEL(sabot_feed_get_tables(panel->feed));
	guint n_tables = g_list_model_get_n_items(tables), n_simulated = 0;

	for (guint i = 0; i < n_tables; i++) {
		g_autoptr(SabotTableItem) item = g_list_model_get_item(tables, i);

		n_simulated += sabot_table_item_get_view(item)->is_simulated;
	}
	gtk_widget_set_visible(GTK_WIDGET(panel->simulated), n_simulated > 0);
	gtk_toggle_button_set_active(panel->simulated, n_simulated > 0 && n_simulated == n_tables);
}

static void
show_missing(SabotReportPanel *panel, json_t *ok)
{
	g_autofree char *missing = sabot_session_missing(ok);

	if (missing)
		sabot_panel_show_message(SABOT_PANEL(panel), missing);
}

/* A shift that several daemons of a hub have is one entry here. */
static void
add_shift(SabotReportPanel *panel, const char *shift)
{
	if (g_strcmp0(gtk_combo_box_get_active_id(GTK_COMBO_BOX(panel->shifts)), shift) == 0)
		return;
	gtk_combo_box_text_insert(panel->shifts, 0, shift, shift);
	gtk_combo_box_set_active(GTK_COMBO_BOX(panel->shifts), 0);
}

static void
on_shifts_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotReportPanel *panel = data;
	struct sabot_wire_page *page =
		error ? NULL : sabot_record_parse(&sabot_wire_shifts_type, ok, NULL);

	(void)client;
	for (guint i = 0; page && i < page->items->len; i++) {
		const struct sabot_wire_shift_head *shift = g_ptr_array_index(page->items, i);

		add_shift(panel, shift->shift);
	}
	if (page && page->next)
		sabot_session_request(get_session(panel), "shifts",
				      sabot_session_aim(json_pack("{s:I}", "from",
								  (json_int_t)page->next),
							panel->daemon),
				      panel->cancellable, on_shifts_came, panel);
	show_missing(panel, ok);
	sabot_record_unref(page);
}

/* Update what the person may request; shifts are requested as soon as there is a connection. */
static void
refresh(SabotReportPanel *panel)
{
	SabotSession *session = get_session(panel);
	g_autofree char *refusal = sabot_session_refusal(session, "report");

	sabot_label_set(panel->why_not, refusal);
	gtk_container_foreach(GTK_CONTAINER(panel->list), show_whether_allowed, panel);
	if (panel->knows_shifts || sabot_session_get_state(session) == SABOT_SESSION_AWAY)
		return;
	panel->knows_shifts = TRUE;
	show_simulated(panel);
	sabot_session_request(session, "shifts", sabot_session_aim(NULL, panel->daemon),
			      panel->cancellable, on_shifts_came, panel);
}

static void
sabot_report_panel_init(SabotReportPanel *panel)
{
	gtk_widget_init_template(GTK_WIDGET(panel));
	panel->cancellable = g_cancellable_new();
	panel->chips = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
	g_signal_connect(panel->list, "row-activated", G_CALLBACK(on_row_activated), panel);
	g_signal_connect_swapped(panel->make_forms, "clicked",
				 G_CALLBACK(sabot_report_panel_make_forms), panel);
	g_signal_connect_swapped(panel->forms, "activate",
				 G_CALLBACK(sabot_report_panel_make_forms), panel);
}

GtkWidget *
sabot_report_panel_new(SabotFeed *feed, const char *daemon)
{
	SabotReportPanel *panel = g_object_new(SABOT_TYPE_REPORT_PANEL, NULL);

	panel->feed = g_object_ref(feed);
	panel->daemon = g_strdup(daemon);
	sabot_panel_set_title(SABOT_PANEL(panel), _("Reports"));
	gtk_combo_box_text_append(panel->shifts, ALL, _("All there is"));
	gtk_combo_box_set_active(GTK_COMBO_BOX(panel->shifts), 0);
	add_rows(panel);
	g_signal_connect_swapped(get_session(panel), "changed", G_CALLBACK(refresh), panel);
	refresh(panel);
	return GTK_WIDGET(panel);
}
