/*
 * See shift-panel.h; its layout is shift-panel.ui. The state is requested again after each action
 * here, because the daemon decides what is open.
 */
#include "shift-panel.h"
#include "gui/widgets/template.h"

#include "shift-tables.h"
#include "shift-todo.h"
#include "gui/model/log/file-job.h"
#include "gui/widgets/label.h"
#include "gui/widgets/narrow.h"
#include "gui/widgets/second-person.h"
#include "proto/messages/money-messages.h"
#include "text/text.h"
#include "text/words.h"

#include <glib/gi18n.h>

#include <string.h>

enum { NARROW_BELOW_PX = 860 }; /* in less width two columns do not fit side by side */

#define UNEXPLAINED "unexplained/" /* prefix of a remark's item, before the table */

/* The children of the template. */
#define SHIFT_PANEL_CHILDREN(CHILD)                                                                \
	CHILD(GtkWidget, columns)                                                                  \
	CHILD(GtkStack, pages)                                                                     \
	CHILD(GtkLabel, done)                                                                      \
	CHILD(GtkLabel, explained)                                                                 \
	CHILD(GtkProgressBar, bar)                                                                 \
	CHILD(SabotShiftTodo, todo)                                                                \
	CHILD(SabotShiftTables, tables)                                                            \
	CHILD(GtkButton, again)                                                                    \
	CHILD(GtkButton, sign_off)                                                                 \
	CHILD(GtkButton, report)                                                                   \
	CHILD(SabotSecondPerson, second)

struct _SabotShiftPanel {
	SabotPanel parent_instance;
	SabotFeed *feed;
	char *daemon; /* the daemon of a hub whose shift it is; else NULL */
	GCancellable *cancellable;
	char *shift; /* its name in the log; NULL: not known yet */
	gint64 n_open;
	gboolean is_reckoned; /* the unexplained differences are known */
	guint n_unexplained;  /* unexplained differences without a remark */
	guint n_remarks;      /* remarks sent and not answered yet */
	GHashTable *remarked; /* remarks on unexplained differences: item -> remark */
	SHIFT_PANEL_CHILDREN(SABOT_CHILD_MEMBER)
};

enum { SIGNAL_TABLE, SIGNAL_MONEY, SIGNAL_RULING, SIGNAL_REPORT, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(SabotShiftPanel, sabot_shift_panel, SABOT_TYPE_PANEL)

static SabotSession *
get_session(SabotShiftPanel *panel)
{
	return sabot_feed_get_session(panel->feed);
}

static void
sabot_shift_panel_dispose(GObject *object)
{
	SabotShiftPanel *panel = SABOT_SHIFT_PANEL(object);

	sabot_give_up(&panel->cancellable);
	if (panel->feed)
		g_signal_handlers_disconnect_by_data(get_session(panel), panel);
	g_clear_object(&panel->feed);
	g_clear_pointer(&panel->shift, g_free);
	g_clear_pointer(&panel->daemon, g_free);
	g_clear_pointer(&panel->remarked, g_hash_table_unref);
	G_OBJECT_CLASS(sabot_shift_panel_parent_class)->dispose(object);
}

static guint
signal_new(const char *name, guint n_params, GType first, GType second)
{
	return g_signal_new(name, SABOT_TYPE_SHIFT_PANEL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
			    G_TYPE_NONE, n_params, first, second);
}

static void
sabot_shift_panel_class_init(SabotShiftPanelClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_shift_panel_dispose;
	SABOT_PANEL_CLASS(klass)->is_page = TRUE;
	g_type_ensure(SABOT_TYPE_SECOND_PERSON);
	g_type_ensure(SABOT_TYPE_SHIFT_TODO);
	g_type_ensure(SABOT_TYPE_SHIFT_TABLES);
	signals[SIGNAL_TABLE] = signal_new("table-wanted", 1, SABOT_TYPE_TABLE_ITEM, G_TYPE_NONE);
	signals[SIGNAL_MONEY] = signal_new("money-wanted", 2, SABOT_TYPE_TABLE_ITEM, G_TYPE_STRING);
	signals[SIGNAL_RULING] =
		signal_new("ruling-wanted", 2, SABOT_TYPE_TABLE_ITEM, G_TYPE_INT64);
	signals[SIGNAL_REPORT] = signal_new("report-wanted", 1, G_TYPE_STRING, G_TYPE_NONE);
	gtk_widget_class_set_template_from_resource(widget_class,
						    "/org/sabot/console/shift/shift-panel.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotShiftPanel, SHIFT_PANEL_CHILDREN);
}

static void
on_narrow(G_GNUC_UNUSED GtkWidget *panel, gboolean is_narrow, gpointer columns)
{
	gtk_orientable_set_orientation(columns, is_narrow ? GTK_ORIENTATION_VERTICAL
							  : GTK_ORIENTATION_HORIZONTAL);
}

static void
sabot_shift_panel_init(SabotShiftPanel *panel)
{
	gtk_widget_init_template(GTK_WIDGET(panel));
	sabot_narrow_watch(GTK_WIDGET(panel), NARROW_BELOW_PX, on_narrow, panel->columns);
	panel->cancellable = g_cancellable_new();
	panel->remarked = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
}

static void
request(SabotShiftPanel *panel, const char *verb, json_t *args, sabot_client_reply_fn *fn)
{
	sabot_session_request(get_session(panel), verb, sabot_session_aim(args, panel->daemon),
			      panel->cancellable, fn, panel);
}

static void
begin_again(SabotShiftPanel *panel);

/* Show a refusal in words; true if nothing was refused. */
static gboolean
is_well(SabotShiftPanel *panel, const GError *error)
{
	g_autofree char *text = error ? sabot_session_explain(error) : NULL;

	sabot_panel_show_message(SABOT_PANEL(panel), text);
	return !error;
}

/* The answer as a record of `type`; NULL if it is an error, which is shown. Transferred. */
static gpointer
read_answer(SabotShiftPanel *panel, json_t *ok, const GError *error,
	    const struct sabot_record_type *type)
{
	g_autofree char *why = NULL;
	gpointer answer = sabot_session_read(ok, error, type, &why);

	sabot_panel_show_message(SABOT_PANEL(panel), why);
	return answer;
}

/* Enabled if nothing is open, and the person logged in has the right. */
static void
show_sign_off(SabotShiftPanel *panel)
{
	g_autofree char *refusal = sabot_session_refusal(get_session(panel), "sign_off");
	gboolean has_persons = sabot_session_get_state(get_session(panel)) == SABOT_SESSION_IN;

	gtk_widget_set_sensitive(GTK_WIDGET(panel->sign_off),
				 panel->shift && panel->n_open == 0 && panel->is_reckoned &&
					 panel->n_unexplained == 0 && !refusal && has_persons);
	gtk_widget_set_tooltip_text(GTK_WIDGET(panel->sign_off),
				    refusal       ? refusal
				    : has_persons ? NULL
						  : _("Two persons close it, by name and PIN."));
}

/* --- What is open ----------------------------------------------------------------------------- */

static void
on_remarked(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotShiftPanel *panel = data;

	(void)client;
	(void)ok;
	panel->n_remarks -= panel->n_remarks > 0;
	if (is_well(panel, error) && panel->n_remarks == 0)
		begin_again(panel);
}

static void
on_remark(SabotShiftTodo *todo, const char *item, const char *text, gpointer data)
{
	SabotShiftPanel *panel = data;
	json_t *event = json_pack("{s:s, s:s, s:s, s:s}", "ev", "remark", "shift", panel->shift,
				  "item", item, "note", text);

	(void)todo;
	if (sabot_session_get_state(get_session(panel)) == SABOT_SESSION_FREE)
		json_object_set_new(event, "by", json_string("console"));
	panel->n_remarks++;
	request(panel, "document", json_pack("{s:o}", "event", event), on_remarked);
}

/* An unexplained difference is worded by the reckoning, which arrives later. */
static void
add_item(SabotShiftPanel *panel, const struct sabot_wire_open_item *item)
{
	if (g_str_has_prefix(item->item, UNEXPLAINED)) {
		g_hash_table_insert(panel->remarked, g_strdup(item->item), g_strdup(item->remark));
		return;
	}
	sabot_shift_todo_add(panel->todo, item, NULL);
	sabot_shift_tables_add_open(panel->tables, item);
}

/* Everything is known: "4 of 9 done". */
static void
finish(SabotShiftPanel *panel)
{
	guint n_all, n_open;
	g_autofree char *text = NULL;

	sabot_shift_todo_finish(panel->todo, panel->is_reckoned);
	n_open = sabot_shift_todo_count(panel->todo, &n_all);
	/* Translators: numbers of things to be done before a shift is closed. */
	text = g_strdup_printf(_("%d of %d done"), (int)(n_all - n_open), (int)n_all);
	sabot_label_set(panel->done, text);
	gtk_progress_bar_set_fraction(panel->bar, n_all ? (double)(n_all - n_open) / n_all : 0);
	show_sign_off(panel);
}

/* --- What the two sign for -------------------------------------------------------------------- */

/*
 * A difference that is not explained, and has no remark yet, blocks the seal. Adds it to the total.
 */
static void
add_difference(SabotShiftPanel *panel, const struct sabot_wire_named_difference *row,
	       struct sabot_shift_explained *sum)
{
	g_autofree char *key = g_strconcat(UNEXPLAINED, row->table, NULL);
	struct sabot_wire_open_item item = {.item = key, .table = row->table};
	g_autofree char *what = g_strdup("unexplained");

	if (!row->table || !row->words)
		return;
	if (g_strcmp0(row->difference, "unexplained") != 0) {
		sabot_shift_explained_add(sum, row->amount_minor, TRUE);
		return;
	}
	item.what = what;
	item.remark = g_hash_table_lookup(panel->remarked, key);
	sabot_shift_todo_add(panel->todo, &item, row->words);
	sabot_shift_tables_add_open(panel->tables, &item);
	sabot_shift_explained_add(sum, row->amount_minor, item.remark != NULL);
	panel->n_unexplained += item.remark == NULL;
}

static void
add_differences(SabotShiftPanel *panel, const struct sabot_wire_difference_report *report)
{
	struct sabot_shift_explained sum = {0};
	g_autofree char *text = NULL;

	for (guint i = 0; i < report->sections->len; i++) {
		const struct sabot_wire_difference_section *section =
			g_ptr_array_index(report->sections, i);

		if (strcmp(section->id, "named") != 0)
			continue;
		for (guint j = 0; j < section->rows->len; j++)
			add_difference(panel, g_ptr_array_index(section->rows, j), &sum);
	}
	text = sabot_shift_explained_phrase(&sum);
	sabot_label_set(panel->explained, text);
}

/* Request the next page of an answer; false if it was the last. */
static gboolean
request_next(SabotShiftPanel *panel, const char *verb, int64_t next, sabot_client_reply_fn *fn)
{
	if (next)
		request(panel, verb,
			json_pack("{s:s, s:I}", "shift", panel->shift, "from", (json_int_t)next),
			fn);
	return next != 0;
}

static void
on_tables_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotShiftPanel *panel = data;
	struct sabot_wire_page *page = read_answer(panel, ok, error, &sabot_wire_shift_tables_type);

	(void)client;
	if (!page)
		return;
	for (guint i = 0; i < page->items->len; i++)
		sabot_shift_tables_add(panel->tables, g_ptr_array_index(page->items, i));
	if (!request_next(panel, "shift_tables", page->next, on_tables_came))
		finish(panel);
	sabot_record_unref(page);
}

/* Without a reckoning nobody can sign here. */
static void
on_reckoned(GBytes *bytes, const char *why, gpointer data)
{
	SabotShiftPanel *panel = data;
	gsize length = 0;
	const char *text = bytes ? g_bytes_get_data(bytes, &length) : NULL;
	json_t *json = text ? json_loadb(text, length, 0, NULL) : NULL;
	struct sabot_wire_difference_report *report =
		json ? sabot_record_parse(&sabot_wire_difference_report_type, json, NULL) : NULL;

	json_decref(json);
	sabot_panel_show_message(SABOT_PANEL(panel), why);
	if (report)
		add_differences(panel, report);
	sabot_record_unref(report);
	panel->is_reckoned = report != NULL;
	request(panel, "shift_tables", json_pack("{s:s}", "shift", panel->shift), on_tables_came);
}

static void
request_reckoning(SabotShiftPanel *panel)
{
	g_autofree char *language = sabot_text_get_language();
	json_t *args =
		json_pack("{s:s, s:s, s:s, s:s, s:b}", "name", "table-shift", "language", language,
			  "shift", panel->shift, "format", "json", "simulated", TRUE);

	sabot_file_request(get_session(panel), "report", sabot_session_aim(args, panel->daemon),
			   panel->cancellable, on_reckoned, panel);
}

static void
on_open_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotShiftPanel *panel = data;
	struct sabot_wire_page *page = read_answer(panel, ok, error, &sabot_wire_shift_open_type);

	(void)client;
	if (!page)
		return;
	for (guint i = 0; i < page->items->len; i++)
		add_item(panel, g_ptr_array_index(page->items, i));
	if (!request_next(panel, "shift_open", page->next, on_open_came))
		request_reckoning(panel);
	sabot_record_unref(page);
}

/* --- The shift -------------------------------------------------------------------------------- */

static void
show_shift(SabotShiftPanel *panel, const struct sabot_wire_shift *shift)
{
	/* Translators: a gaming day with the shift's number in it, and the house's word for it. */
	const char *name = shift->head.name ? sabot_text_shift_name(shift->head.name) : "–";
	g_autofree char *title = g_strdup_printf(_("Shift %s, %s"), shift->head.shift, name);

	sabot_panel_set_title(SABOT_PANEL(panel), title);
	sabot_shift_todo_reset(panel->todo);
	if (shift->sum)
		shift->sum->rounds = shift->rounds;
	sabot_shift_tables_reset(panel->tables, shift->sum);
	g_hash_table_remove_all(panel->remarked);
	sabot_label_set(panel->done, NULL);
	sabot_label_set(panel->explained, NULL);
}

static void
on_shift_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotShiftPanel *panel = data;
	struct sabot_wire_shift *shift = read_answer(panel, ok, error, &sabot_wire_shift_type);

	(void)client;
	if (!shift)
		return;
	g_free(panel->shift);
	panel->shift = g_strdup(shift->head.shift);
	panel->n_open = shift->open;
	show_shift(panel, shift);
	sabot_record_unref(shift);
	show_sign_off(panel);
	request(panel, "shift_open", json_pack("{s:s}", "shift", panel->shift), on_open_came);
}

/* The first shift that is not sealed; if all are, the current one. */
static void
on_shifts_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotShiftPanel *panel = data;
	struct sabot_wire_page *page = read_answer(panel, ok, error, &sabot_wire_shifts_type);
	const char *open = NULL;

	(void)client;
	if (!page)
		return;
	for (guint i = 0; i < page->items->len && !open; i++) {
		const struct sabot_wire_shift_head *shift = g_ptr_array_index(page->items, i);

		if (!shift->sealed)
			open = shift->shift;
	}
	if (!open && page->next)
		request(panel, "shifts", json_pack("{s:I}", "from", (json_int_t)page->next),
			on_shifts_came);
	else
		request(panel, "shift", json_pack("{s:s*}", "shift", open), on_shift_came);
	sabot_record_unref(page);
}

static void
begin_again(SabotShiftPanel *panel)
{
	panel->is_reckoned = FALSE;
	panel->n_unexplained = panel->n_remarks = 0;
	show_sign_off(panel);
	sabot_give_up(&panel->cancellable); /* answers to earlier requests */
	panel->cancellable = g_cancellable_new();
	gtk_stack_set_visible_child_name(panel->pages, "open");
	request(panel, "shifts", NULL, on_shifts_came);
}

/* --- Signing ---------------------------------------------------------------------------------- */

static void
on_sealed(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotShiftPanel *panel = data;
	g_autofree char *text = NULL;

	(void)client;
	(void)ok;
	if (!is_well(panel, error))
		return;
	text = g_strdup_printf(_("Shift %s is sealed."), panel->shift);
	sabot_panel_set_title(SABOT_PANEL(panel), text);
	gtk_stack_set_visible_child_name(panel->pages, "sealed");
}

static void
on_sign_off(GtkButton *button, gpointer data)
{
	SabotShiftPanel *panel = data;

	(void)button;
	gtk_stack_set_visible_child_name(panel->pages, "second");
	sabot_second_person_begin(panel->second);
}

static void
on_signed(SabotSecondPerson *second, gpointer proof, gpointer data)
{
	SabotShiftPanel *panel = data;

	(void)second;
	request(panel, "sign_off",
		json_pack("{s:s, s:O}", "shift", panel->shift, "second", (json_t *)proof),
		on_sealed);
}

/* --- Where its keys lead ---------------------------------------------------------------------- */

static void
on_table(gpointer from, SabotTableItem *item, gpointer data)
{
	(void)from;
	g_signal_emit(data, signals[SIGNAL_TABLE], 0, item);
}

static void
on_money(SabotShiftTodo *todo, SabotTableItem *item, gpointer data)
{
	(void)todo;
	g_signal_emit(data, signals[SIGNAL_MONEY], 0, item, SABOT_SHIFT_PANEL(data)->shift);
}

static void
on_ruling(SabotShiftTodo *todo, SabotTableItem *item, gint64 number, gpointer data)
{
	(void)todo;
	g_signal_emit(data, signals[SIGNAL_RULING], 0, item, number);
}

static void
on_report(GtkButton *button, gpointer data)
{
	SabotShiftPanel *panel = data;

	(void)button;
	if (panel->shift)
		g_signal_emit(panel, signals[SIGNAL_REPORT], 0, panel->shift);
}

SabotFeed *
sabot_shift_panel_get_feed(SabotShiftPanel *panel)
{
	return panel->feed;
}

const char *
sabot_shift_panel_get_daemon(SabotShiftPanel *panel)
{
	return panel->daemon;
}

GtkWidget *
sabot_shift_panel_new(SabotFeed *feed, const char *daemon)
{
	SabotShiftPanel *panel = g_object_new(SABOT_TYPE_SHIFT_PANEL, NULL);

	panel->feed = g_object_ref(feed);
	panel->daemon = g_strdup(daemon);
	sabot_panel_set_title(SABOT_PANEL(panel), _("Closing the shift"));
	sabot_shift_todo_set_feed(panel->todo, feed);
	sabot_shift_tables_set_feed(panel->tables, feed);
	sabot_second_person_set_session(panel->second, get_session(panel));
	g_signal_connect(panel->sign_off, "clicked", G_CALLBACK(on_sign_off), panel);
	g_signal_connect_swapped(panel->again, "clicked", G_CALLBACK(begin_again), panel);
	g_signal_connect(panel->report, "clicked", G_CALLBACK(on_report), panel);
	g_signal_connect(panel->todo, "remarked", G_CALLBACK(on_remark), panel);
	g_signal_connect(panel->todo, "table-wanted", G_CALLBACK(on_table), panel);
	g_signal_connect(panel->todo, "money-wanted", G_CALLBACK(on_money), panel);
	g_signal_connect(panel->todo, "ruling-wanted", G_CALLBACK(on_ruling), panel);
	g_signal_connect(panel->tables, "table-wanted", G_CALLBACK(on_table), panel);
	g_signal_connect(panel->second, "signed", G_CALLBACK(on_signed), panel);
	g_signal_connect_swapped(panel->second, "left", G_CALLBACK(begin_again), panel);
	g_signal_connect_swapped(get_session(panel), "changed", G_CALLBACK(show_sign_off), panel);
	show_sign_off(panel);
	begin_again(panel);
	return GTK_WIDGET(panel);
}
