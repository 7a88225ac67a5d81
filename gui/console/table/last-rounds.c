/* The last rounds: see last-rounds.h; its layout is last-rounds.ui, the rows are created here. */
#include "last-rounds.h"
#include "gui/widgets/template.h"

#include "gui/model/tables/table-phrases.h"
#include "gui/widgets/label.h"

enum { ROUNDS_SHOWN = 12 };

/* The children of the template. */
#define LAST_ROUNDS_CHILDREN(CHILD)                                                                \
	CHILD(GtkListBox, rows)                                                                    \
	CHILD(GtkWidget, nothing)

struct _SabotLastRounds {
	GtkBox parent_instance;
	SabotTableItem *item;
	gulong changed_handler;
	GCancellable *cancellable; /* for requests about this table */
	int64_t load, round;       /* as of the last request */
	enum sabot_wire_phase phase;
	int64_t n_open; /* open incidents: a reading or a ruling may have changed a round */
	gboolean is_unverified;
	LAST_ROUNDS_CHILDREN(SABOT_CHILD_MEMBER)
};

G_DEFINE_FINAL_TYPE(SabotLastRounds, sabot_last_rounds, GTK_TYPE_BOX)

static void
forget_item(SabotLastRounds *rounds)
{
	sabot_give_up(&rounds->cancellable);
	if (rounds->item)
		g_clear_signal_handler(&rounds->changed_handler, rounds->item);
	g_clear_object(&rounds->item);
}

static void
sabot_last_rounds_dispose(GObject *object)
{
	forget_item(SABOT_LAST_ROUNDS(object));
	G_OBJECT_CLASS(sabot_last_rounds_parent_class)->dispose(object);
}

static void
sabot_last_rounds_class_init(SabotLastRoundsClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_last_rounds_dispose;
	gtk_widget_class_set_template_from_resource(widget_class,
						    "/org/sabot/console/table/last-rounds.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotLastRounds, LAST_ROUNDS_CHILDREN);
}

static void
sabot_last_rounds_init(SabotLastRounds *rounds)
{
	gtk_widget_init_template(GTK_WIDGET(rounds));
}

static void
on_rounds_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotLastRounds *rounds = data;
	struct sabot_wire_rounds *reported =
		error ? NULL : sabot_record_parse(&sabot_wire_rounds_type, ok, NULL);

	(void)client;
	if (!reported)
		return;
	gtk_widget_show(rounds->nothing);
	sabot_container_clear(rounds->rows);
	for (guint i = 0; i < reported->rounds->len; i++) {
		g_autofree char *text = sabot_phrase_round(g_ptr_array_index(reported->rounds, i));
		GtkWidget *label = gtk_label_new(text);

		gtk_label_set_xalign(GTK_LABEL(label), 0);
		gtk_label_set_line_wrap(GTK_LABEL(label), TRUE);
		gtk_container_add(GTK_CONTAINER(rounds->rows), label);
		atk_object_set_name(gtk_widget_get_accessible(gtk_widget_get_parent(label)), text);
		gtk_widget_show_all(gtk_widget_get_parent(label));
	}
	sabot_record_unref(reported);
}

/* A round is over when its phase says so, or when the next one has begun. */
static void
on_changed(SabotTableItem *item, gpointer data)
{
	SabotLastRounds *rounds = data;
	const struct sabot_wire_view *view = sabot_table_item_get_view(item);
	int64_t n_open = view->incidents ? view->incidents->open : 0;

	if (view->load == rounds->load && view->round == rounds->round &&
	    view->phase == rounds->phase && n_open == rounds->n_open &&
	    view->is_unverified == rounds->is_unverified)
		return;
	rounds->n_open = n_open;
	rounds->is_unverified = view->is_unverified;
	rounds->load = view->load;
	rounds->round = view->round;
	rounds->phase = view->phase;
	sabot_session_request(sabot_feed_get_session(sabot_table_item_get_feed(item)), "rounds",
			      json_pack("{s:s, s:i}", "table", view->table, "limit", ROUNDS_SHOWN),
			      rounds->cancellable, on_rounds_came, rounds);
}

void
sabot_last_rounds_set_item(SabotLastRounds *rounds, SabotTableItem *item)
{
	forget_item(rounds);
	/* That no round has ended is known when the answer has come. */
	gtk_widget_hide(rounds->nothing);
	sabot_container_clear(rounds->rows);
	rounds->load = rounds->round = -1;
	if (!item)
		return;
	rounds->cancellable = g_cancellable_new();
	rounds->item = g_object_ref(item);
	rounds->changed_handler = g_signal_connect(item, "changed", G_CALLBACK(on_changed), rounds);
	on_changed(item, rounds);
}
