/* What is still to be done: see money-open.h. */
#include "money-open.h"

#include "money-start.h"
#include "gui/widgets/label.h"
#include "text/money.h"
#include "text/shift-text.h"

#include <glib/gi18n.h>

#define START_KEY "sabot-start"

struct _SabotMoneyOpen {
	GtkBox parent_instance;
	char *table;
};

enum { SIGNAL_START, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(SabotMoneyOpen, sabot_money_open, GTK_TYPE_BOX)

static void
sabot_money_open_finalize(GObject *object)
{
	g_free(SABOT_MONEY_OPEN(object)->table);
	G_OBJECT_CLASS(sabot_money_open_parent_class)->finalize(object);
}

static void
sabot_money_open_class_init(SabotMoneyOpenClass *klass)
{
	G_OBJECT_CLASS(klass)->finalize = sabot_money_open_finalize;
	signals[SIGNAL_START] = g_signal_new("start", SABOT_TYPE_MONEY_OPEN, G_SIGNAL_RUN_LAST, 0,
					     NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
}

static void
sabot_money_open_init(SabotMoneyOpen *open)
{
	gtk_orientable_set_orientation(GTK_ORIENTABLE(open), GTK_ORIENTATION_VERTICAL);
	gtk_box_set_spacing(GTK_BOX(open), 4);
}

void
sabot_money_open_reset(SabotMoneyOpen *open, const char *table)
{
	g_free(open->table);
	open->table = g_strdup(table);
	sabot_container_clear(open);
}

static const char *
text_of(const json_t *object, const char *member)
{
	return json_string_value(json_object_get(object, member));
}

static gboolean
is_ours(SabotMoneyOpen *open, const json_t *item)
{
	return g_strcmp0(text_of(item, "table"), open->table) == 0;
}

static void
on_clicked(GtkButton *button, gpointer data)
{
	g_signal_emit(data, signals[SIGNAL_START], 0,
		      g_object_get_data(G_OBJECT(button), START_KEY));
}

/* A sentence, and room for buttons below it. */
static GtkWidget *
add_row(SabotMoneyOpen *open, const char *text)
{
	GtkWidget *label = gtk_label_new(text);
	GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);

	gtk_label_set_xalign(GTK_LABEL(label), 0);
	gtk_label_set_line_wrap(GTK_LABEL(label), TRUE);
	gtk_label_set_max_width_chars(GTK_LABEL(label), 36);
	sabot_style_set_class(label, "open-blocks", TRUE);
	gtk_box_set_homogeneous(GTK_BOX(row), TRUE);
	gtk_container_add(GTK_CONTAINER(open), label);
	gtk_container_add(GTK_CONTAINER(open), row);
	gtk_widget_show(label);
	gtk_widget_show(row);
	return row;
}

/* A button for a step of what is out, which `what` says; it is known by `member` and `other`. */
static void
add_step(GtkWidget *row, const char *id, const char *what, const json_t *from, const char *member)
{
	const char *label = sabot_money_document_title(sabot_money_document_find(id));
	GtkWidget *button = gtk_button_new_with_label(label);
	/* Translators: a step, "Issue", and of what: "Fill 7 is requested: 500.00". */
	g_autofree char *title = g_strdup_printf(C_("form", "%s: %s"), label, what);
	struct sabot_money_start *start = sabot_money_start_new(id, title, from);

	sabot_money_start_keep(start, member, "day");
	atk_object_set_name(gtk_widget_get_accessible(button), title);
	g_object_set_data_full(G_OBJECT(button), START_KEY, start, sabot_money_start_free);
	g_signal_connect(button, "clicked", G_CALLBACK(on_clicked), gtk_widget_get_parent(row));
	gtk_container_add(GTK_CONTAINER(row), button);
	gtk_widget_show(button);
}

/* What can be answered by a document. */
void
sabot_money_open_add_item(SabotMoneyOpen *open, const json_t *item)
{
	static const struct {
		const char *what, *document;
	} answers[] = {{"opener_missing", "opener"},
		       {"opener_recount", "opener"},
		       {"closer_missing", "closer"},
		       {"drop_missing", "box"}};
	const char *what = text_of(item, "what");

	for (gsize i = 0; is_ours(open, item) && i < G_N_ELEMENTS(answers); i++) {
		g_autofree char *sentence = NULL;
		GtkWidget *row;

		if (g_strcmp0(answers[i].what, what) != 0)
			continue;
		sentence = sabot_text_open_item(
			what, open->table, 0, json_integer_value(json_object_get(item, "amount")));
		row = add_row(open, sentence);
		add_step(row, answers[i].document, open->table, NULL, "number");
	}
}

/* The number that a blank form has is its slip's. */
static void
add_blank_form(SabotMoneyOpen *open, const json_t *slip)
{
	/* Translators: a numbered form that was printed blank. */
	g_autofree char *what =
		g_strdup_printf(_("Blank form %d is out"),
				(int)json_integer_value(json_object_get(slip, "number")));
	GtkWidget *row = add_row(open, what);

	add_step(row, "fill", what, slip, "number");
	add_step(row, "credit", what, slip, "number");
	add_step(row, "slip-void", what, slip, "number");
}

/* Transferred. */
static char *
show_slip(const json_t *slip, gboolean is_requested)
{
	gboolean is_credit = g_strcmp0(text_of(slip, "kind"), "credit") == 0;
	int number = (int)json_integer_value(json_object_get(slip, "number"));
	char money[SABOT_TEXT_MONEY_SIZE];

	sabot_text_money(json_integer_value(json_object_get(slip, "amount")), money);
	if (is_credit)
		/* Translators: a slip's number, an amount. */
		return g_strdup_printf(is_requested ? _("Credit %d is requested: %s")
						    : _("Credit %d is issued: %s"),
				       number, money);
	/* Translators: a slip's number, an amount. */
	return g_strdup_printf(is_requested ? _("Fill %d is requested: %s")
					    : _("Fill %d is issued: %s"),
			       number, money);
}

void
sabot_money_open_add_slip(SabotMoneyOpen *open, const json_t *slip)
{
	const char *state = text_of(slip, "state");
	gboolean is_requested = g_strcmp0(state, "requested") == 0;
	g_autofree char *what = NULL;
	GtkWidget *row;

	if (g_strcmp0(state, "reserved") == 0 && (is_ours(open, slip) || !text_of(slip, "table")))
		add_blank_form(open, slip);
	if (!is_ours(open, slip) || (!is_requested && g_strcmp0(state, "issued") != 0))
		return;
	what = show_slip(slip, is_requested);
	row = add_row(open, what);
	add_step(row, is_requested ? "slip-issue" : "slip-receive", what, slip, "number");
	add_step(row, "slip-void", what, slip, "number");
}

static void
add_marker(SabotMoneyOpen *open, const json_t *marker)
{
	const json_t *left_minor = json_object_get(marker, "left");
	json_t *left = json_copy((json_t *)marker); /* what is left can be redeemed */
	char money[SABOT_TEXT_MONEY_SIZE];
	g_autofree char *what = NULL;
	GtkWidget *row;

	json_object_set(left, "amount", (json_t *)left_minor);
	sabot_text_money(json_integer_value(left_minor), money);
	/* Translators: a marker's number, whose it is, an amount. */
	what = g_strdup_printf(_("Marker %d of %s: %s is open"),
			       (int)json_integer_value(json_object_get(marker, "number")),
			       text_of(marker, "patron"), money);
	row = add_row(open, what);
	add_step(row, "marker-redeem", what, left, "number");
	add_step(row, "marker-void", what, left, "number");
	json_decref(left);
}

void
sabot_money_open_add_marker(SabotMoneyOpen *open, const json_t *marker)
{
	if (is_ours(open, marker))
		add_marker(open, marker);
}

void
sabot_money_open_add_set(SabotMoneyOpen *open, const json_t *set)
{
	g_autofree char *what = NULL;
	GtkWidget *row;

	if (!is_ours(open, set) || g_strcmp0(text_of(set, "state"), "in_use") != 0)
		return;
	/* Translators: a set of cards. */
	what = g_strdup_printf(_("Cards in use: %s"), text_of(set, "set"));
	row = add_row(open, what);
	add_step(row, "cards-return", what, set, "set");
	add_step(row, "cards-cancel", what, set, "set");
}
