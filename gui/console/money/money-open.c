/* Outstanding work: see money-open.h. */
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

static gboolean
is_ours(SabotMoneyOpen *open, const char *table)
{
	return g_strcmp0(table, open->table) == 0;
}

static void
on_clicked(GtkButton *button, gpointer data)
{
	g_signal_emit(data, signals[SIGNAL_START], 0,
		      g_object_get_data(G_OBJECT(button), START_KEY));
}

/* A sentence, with room for buttons below it. */
static GtkWidget *
add_row(SabotMoneyOpen *open, const char *text)
{
	GtkWidget *label = gtk_label_new(text);
	GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);

	gtk_label_set_xalign(GTK_LABEL(label), 0);
	gtk_label_set_line_wrap(GTK_LABEL(label), TRUE);
	gtk_label_set_max_width_chars(GTK_LABEL(label), 36);
	sabot_style_set_class(label, "open-blocks", TRUE);
	sabot_style_set_class(row, "open-steps", TRUE);
	gtk_container_add(GTK_CONTAINER(open), label);
	gtk_container_add(GTK_CONTAINER(open), row);
	gtk_widget_show(label);
	gtk_widget_show(row);
	return row;
}

/*
 * A button for the next step of an outstanding item named by `what`; `from` (transferred) fills in
 * its form.
 */
static struct sabot_money_start *
add_step(GtkWidget *row, const char *id, const char *what, json_t *from)
{
	const char *label = sabot_money_document_title(sabot_money_document_find(id));
	GtkWidget *button = gtk_button_new_with_label(label);
	/* Translators: a step, "Issue", and of what: "Fill 7 is requested: 500.00". */
	g_autofree char *title = g_strdup_printf(C_("form", "%s: %s"), label, what);
	struct sabot_money_start *start = sabot_money_start_new(id, title, from);

	atk_object_set_name(gtk_widget_get_accessible(button), title);
	g_object_set_data_full(G_OBJECT(button), START_KEY, start, sabot_money_start_free);
	g_signal_connect(button, "clicked", G_CALLBACK(on_clicked), gtk_widget_get_parent(row));
	gtk_widget_set_hexpand(button, TRUE);
	gtk_container_add(GTK_CONTAINER(row), button);
	gtk_widget_show(button);
	return start;
}

/* Items that can be answered with a document. */
void
sabot_money_open_add_item(SabotMoneyOpen *open, const struct sabot_wire_open_item *item)
{
	static const struct {
		const char *what, *document;
	} answers[] = {{"opener_missing", "opener"},
		       {"opener_recount", "opener"},
		       {"closer_missing", "closer"},
		       {"drop_missing", "box"}};

	for (gsize i = 0; is_ours(open, item->table) && i < G_N_ELEMENTS(answers); i++) {
		g_autofree char *sentence = NULL;
		GtkWidget *row;

		if (g_strcmp0(answers[i].what, item->what) != 0)
			continue;
		sentence = sabot_text_open_item(item->what, open->table, 0, item->amount_minor);
		row = add_row(open, sentence);
		add_step(row, answers[i].document, open->table, NULL);
	}
}

static struct sabot_money_start *
add_slip_step(GtkWidget *row, const char *id, const char *what, const struct sabot_wire_slip *slip)
{
	json_t *from = sabot_record_build(&sabot_wire_slip_type, slip);
	struct sabot_money_start *start = add_step(row, id, what, from);

	sabot_money_start_set_number(start, slip->day, slip->number);
	return start;
}

/* The slip's next part; a void is signed by anybody. */
static void
add_next_part(GtkWidget *row, const char *what, const struct sabot_wire_slip *slip,
	      gboolean is_requested)
{
	const char *id = is_requested ? "slip-issue" : "slip-receive";

	if (g_strcmp0(slip->kind, "credit") == 0)
		id = is_requested ? "credit-issue" : "credit-receive";
	sabot_money_start_set_barred(add_slip_step(row, id, what, slip), slip->barred);
}

/* A slip has the number of its blank form. */
static void
add_blank_form(SabotMoneyOpen *open, const struct sabot_wire_slip *slip)
{
	/* Translators: a numbered form that was printed blank. */
	g_autofree char *what = g_strdup_printf(_("Blank form %d is out"), (int)slip->number);
	GtkWidget *row = add_row(open, what);

	add_slip_step(row, "fill", what, slip);
	add_slip_step(row, "credit", what, slip);
	add_slip_step(row, "slip-void", what, slip);
}

/* Transferred. */
static char *
show_slip(const struct sabot_wire_slip *slip, gboolean is_requested)
{
	gboolean is_credit = g_strcmp0(slip->kind, "credit") == 0;
	int number = (int)slip->number;
	char money[SABOT_TEXT_MONEY_SIZE];

	sabot_text_money(slip->amount_minor == SABOT_WIRE_NO_NUMBER ? 0 : slip->amount_minor,
			 money);
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
sabot_money_open_add_slip(SabotMoneyOpen *open, const struct sabot_wire_slip *slip)
{
	gboolean is_requested = g_strcmp0(slip->state, "requested") == 0;
	g_autofree char *what = NULL;
	GtkWidget *row;

	if (g_strcmp0(slip->state, "reserved") == 0 && (is_ours(open, slip->table) || !slip->table))
		add_blank_form(open, slip);
	if (!is_ours(open, slip->table) || (!is_requested && g_strcmp0(slip->state, "issued") != 0))
		return;
	what = show_slip(slip, is_requested);
	row = add_row(open, what);
	add_next_part(row, what, slip, is_requested);
	add_slip_step(row, "slip-void", what, slip);
}

/* The remaining amount can be redeemed; what is partly redeemed cannot be void. */
static void
add_marker_step(GtkWidget *row, const char *id, const char *what,
		const struct sabot_wire_marker *marker)
{
	json_t *from = json_pack("{s:I}", "amount", (json_int_t)marker->left_minor);

	sabot_money_start_set_number(add_step(row, id, what, from), marker->day, marker->number);
}

void
sabot_money_open_add_marker(SabotMoneyOpen *open, const struct sabot_wire_marker *marker)
{
	char money[SABOT_TEXT_MONEY_SIZE];
	g_autofree char *what = NULL;
	GtkWidget *row;

	if (!is_ours(open, marker->table))
		return;
	/* Translators: a marker's number, whose it is, an amount. */
	what = g_strdup_printf(_("Marker %d of %s: %s is open"), (int)marker->number,
			       marker->patron, sabot_text_money(marker->left_minor, money));
	row = add_row(open, what);
	add_marker_step(row, "marker-redeem", what, marker);
	if (marker->left_minor == marker->amount_minor)
		add_marker_step(row, "marker-void", what, marker);
}

void
sabot_money_open_add_set(SabotMoneyOpen *open, const struct sabot_wire_card_set *set)
{
	g_autofree char *what = NULL;
	GtkWidget *row;

	if (!is_ours(open, set->table) || g_strcmp0(set->state, "in_use") != 0)
		return;
	/* Translators: a set of cards. */
	what = g_strdup_printf(_("Cards in use: %s"), set->set);
	row = add_row(open, what);
	sabot_money_start_set_cards(add_step(row, "cards-return", what, NULL), set->set);
	sabot_money_start_set_cards(add_step(row, "cards-cancel", what, NULL), set->set);
}
