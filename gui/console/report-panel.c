/* The reports there are: see report-panel.h; its layout is report-panel.ui. */
#include "gui/console/report-panel.h"

#include "gui/model/amount.h"
#include "gui/widgets/label.h"

#include <glib/gi18n.h>

#define NAME_KEY "sabot-report"
#define FORMS "forms"
#define ALL "all" /* of the shifts' list: the whole time */

struct _SabotReportPanel {
	SabotPanel parent_instance;
	SabotFeed *feed;
	GCancellable *cancellable;
	const char *database, *config; /* borrowed, or NULL */
	GPtrArray *names;              /* of struct sabot_report_name, or NULL */
	GHashTable *chips;             /* of the tables asked so far: minor units as text */
	guint n_asked;                 /* tables that were asked for their chips */
	int64_t n_forms;               /* slips to be numbered */
	GtkComboBoxText *shifts;
	GtkLabel *none;
	GtkListBox *list;
	GtkEntry *forms;
	GtkButton *make_forms;
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
	g_clear_object(&panel->feed);
	g_clear_pointer(&panel->names, g_ptr_array_unref);
	g_clear_pointer(&panel->chips, g_hash_table_unref);
	G_OBJECT_CLASS(sabot_report_panel_parent_class)->dispose(object);
}

#define BIND(member) gtk_widget_class_bind_template_child(widget_class, SabotReportPanel, member)

static void
sabot_report_panel_class_init(SabotReportPanelClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_report_panel_dispose;
	signals[SIGNAL_CHOSEN] =
		g_signal_new("chosen", SABOT_TYPE_REPORT_PANEL, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
			     NULL, G_TYPE_NONE, 2, G_TYPE_POINTER, G_TYPE_STRING);
	gtk_widget_class_set_template_from_resource(widget_class,
						    "/org/sabot/console/report-panel.ui");
	BIND(shifts);
	BIND(none);
	BIND(list);
	BIND(forms);
	BIND(make_forms);
}

/* --- Blank forms ------------------------------------------------------------------------------ */

/* `document`: what reserved the numbers; NULL: they have none. */
static void
show_forms(SabotReportPanel *panel, const json_t *document)
{
	g_autofree char *numbers =
		g_strdup_printf("%" JSON_INTEGER_FORMAT "-%" JSON_INTEGER_FORMAT,
				json_integer_value(json_object_get(document, "number")),
				json_integer_value(json_object_get(document, "to")));
	g_autofree char **values = (char **)g_hash_table_get_keys_as_array(panel->chips, NULL);
	g_autofree char *chips = g_strjoinv(" ", values);
	const struct sabot_report_wish wish = {
		.name = FORMS,
		.config = panel->config,
		.shift = json_string_value(json_object_get(document, "shift")),
		.numbers = document ? numbers : NULL,
		.chips = *chips ? chips : NULL,
	};

	gtk_widget_set_sensitive(GTK_WIDGET(panel->make_forms), TRUE);
	g_signal_emit(panel, signals[SIGNAL_CHOSEN], 0, &wish, _("Blank forms"));
}

static void
on_reserved(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotReportPanel *panel = data;
	g_autofree char *why = error ? sabot_session_explain(error) : NULL;

	(void)client;
	sabot_panel_say(SABOT_PANEL(panel), why);
	show_forms(panel, json_array_get(json_object_get(ok, "out"), 0));
}

/* Numbers are the daemon's: each form that it reserved must come back. */
static void
reserve_numbers(SabotReportPanel *panel)
{
	json_t *event = json_pack("{s:s, s:I}", "ev", "paper", "forms", (json_int_t)panel->n_forms);

	if (sabot_session_get_state(get_session(panel)) == SABOT_SESSION_FREE)
		json_object_set_new(event, "by", json_string("console"));
	sabot_session_request(get_session(panel), "document", json_pack("{s:o}", "event", event),
			      panel->cancellable, on_reserved, panel);
}

static void
ask_next_chips(SabotReportPanel *panel);

static void
on_rules_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotReportPanel *panel = data;
	const json_t *chip;
	size_t i;

	(void)client;
	(void)error;
	json_array_foreach(json_object_get(ok, "chips"), i, chip)
		g_hash_table_add(panel->chips, g_strdup_printf("%" JSON_INTEGER_FORMAT,
							       json_integer_value(chip)));
	ask_next_chips(panel);
}

/* A form is for any table: all their chips stand on it. Then come its numbers. */
static void
ask_next_chips(SabotReportPanel *panel)
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
	sabot_panel_say(SABOT_PANEL(panel), refusal);
	if (!sabot_number_parse(gtk_entry_get_text(panel->forms), &panel->n_forms)) {
		sabot_panel_say(SABOT_PANEL(panel), _("How many slips: a whole number."));
		return;
	}
	if (refusal)
		panel->n_forms = 0;
	gtk_widget_set_sensitive(GTK_WIDGET(panel->make_forms), FALSE);
	g_hash_table_remove_all(panel->chips);
	panel->n_asked = 0;
	ask_next_chips(panel);
}

/* --- Reports ---------------------------------------------------------------------------------- */

static void
on_row_activated(GtkListBox *box, GtkListBoxRow *row, gpointer data)
{
	SabotReportPanel *panel = data;
	const struct sabot_report_name *name = g_object_get_data(G_OBJECT(row), NAME_KEY);
	const char *shift = gtk_combo_box_get_active_id(GTK_COMBO_BOX(panel->shifts));
	const struct sabot_report_wish wish = {
		.name = name->name,
		.database = panel->database,
		.config = panel->config,
		.shift = g_strcmp0(shift, ALL) == 0 ? NULL : shift,
	};

	(void)box;
	g_signal_emit(panel, signals[SIGNAL_CHOSEN], 0, &wish, name->title);
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
add_row(SabotReportPanel *panel, struct sabot_report_name *name)
{
	GtkWidget *row = gtk_list_box_row_new();
	GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);

	gtk_container_add(GTK_CONTAINER(box), label_new(name->title, "panel-text"));
	gtk_container_add(GTK_CONTAINER(box), label_new(name->about, "panel-help"));
	gtk_container_add(GTK_CONTAINER(row), box);
	atk_object_set_name(gtk_widget_get_accessible(row), name->title);
	g_object_set_data(G_OBJECT(row), NAME_KEY, name);
	gtk_container_add(GTK_CONTAINER(panel->list), row);
	gtk_widget_show_all(row);
}

static void
on_list_came(GBytes *printed, const char *why, gpointer data)
{
	SabotReportPanel *panel = data;
	g_autofree char *text = NULL;

	if (!printed) {
		sabot_panel_say(SABOT_PANEL(panel), why);
		return;
	}
	text = g_strndup(g_bytes_get_data(printed, NULL), g_bytes_get_size(printed));
	panel->names = sabot_report_names_parse(text);
	for (guint i = 0; i < panel->names->len; i++) {
		struct sabot_report_name *name = g_ptr_array_index(panel->names, i);

		if (!g_str_equal(name->name, FORMS))
			add_row(panel, name);
	}
}

static void
on_shifts_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotReportPanel *panel = data;
	const json_t *next = json_object_get(ok, "next"), *shift;
	size_t i;

	(void)client;
	(void)error;
	json_array_foreach(json_object_get(ok, "shifts"), i, shift) {
		const char *id = json_string_value(json_object_get(shift, "shift"));

		gtk_combo_box_text_insert(panel->shifts, 0, id, id);
		gtk_combo_box_set_active(GTK_COMBO_BOX(panel->shifts), 0);
	}
	if (next)
		sabot_session_request(get_session(panel), "shifts",
				      json_pack("{s:O}", "from", next), panel->cancellable,
				      on_shifts_came, panel);
}

static void
sabot_report_panel_init(SabotReportPanel *panel)
{
	gtk_widget_init_template(GTK_WIDGET(panel));
	panel->cancellable = g_cancellable_new();
	panel->chips = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	g_signal_connect(panel->list, "row-activated", G_CALLBACK(on_row_activated), panel);
	g_signal_connect_swapped(panel->make_forms, "clicked",
				 G_CALLBACK(sabot_report_panel_make_forms), panel);
	g_signal_connect_swapped(panel->forms, "activate",
				 G_CALLBACK(sabot_report_panel_make_forms), panel);
}

GtkWidget *
sabot_report_panel_new(SabotFeed *feed, const char *database, const char *config)
{
	static const char *const list[] = {"sabotctl", "report", "list", NULL};
	SabotReportPanel *panel = g_object_new(SABOT_TYPE_REPORT_PANEL, NULL);

	panel->feed = g_object_ref(feed);
	panel->database = database;
	panel->config = config;
	sabot_panel_set_title(SABOT_PANEL(panel), _("Reports"));
	gtk_combo_box_text_append(panel->shifts, ALL, _("All there is"));
	gtk_combo_box_set_active(GTK_COMBO_BOX(panel->shifts), 0);
	gtk_widget_set_visible(GTK_WIDGET(panel->none), !database);
	if (database) {
		sabot_report_run(list, panel->cancellable, on_list_came, panel);
		sabot_session_request(get_session(panel), "shifts", NULL, panel->cancellable,
				      on_shifts_came, panel);
	}
	return GTK_WIDGET(panel);
}
