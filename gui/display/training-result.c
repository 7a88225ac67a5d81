/* The result of a training: see training-result.h. */
#include "gui/display/training-result.h"

#include "gui/widgets/scroll.h"
#include "text/money.h"

#include <glib/gi18n.h>

enum { TENTH_US = 100000 };

static GtkWidget *
add_label(GtkGrid *grid, const char *text, int column, int row)
{
	GtkWidget *label = gtk_label_new(text);

	gtk_label_set_xalign(GTK_LABEL(label), column == 0 ? 0 : 1);
	gtk_grid_attach(grid, label, column, row, 1, 1);
	return label;
}

static char *
show_count(const struct sabot_training_count *count)
{
	/* Translators: right answers, of so many. */
	return g_strdup_printf(C_("training", "%u of %u right"), count->right, count->asked);
}

static char *
show_time(const struct sabot_training_count *count)
{
	int64_t tenths = (count->median_us + TENTH_US / 2) / TENTH_US;
	g_autofree char *seconds = sabot_text_money_units(tenths, 1);

	/* Translators: a time to think, in seconds. */
	return g_strdup_printf(C_("training", "%s s"), seconds);
}

static GtkWidget *
make_table(const struct sabot_training_score *score)
{
	GtkWidget *grid = gtk_grid_new();
	int row = 0;

	gtk_grid_set_column_spacing(GTK_GRID(grid), 24);
	for (int i = 0; i < SABOT_QUESTIONS; i++) {
		enum sabot_question_kind kind = (enum sabot_question_kind)i;
		struct sabot_training_count count = sabot_training_score_count(score, kind);
		g_autofree char *right = show_count(&count), *time = show_time(&count);

		if (count.asked == 0)
			continue;
		add_label(GTK_GRID(grid), sabot_question_kind_name(kind), 0, row);
		add_label(GTK_GRID(grid), right, 1, row);
		add_label(GTK_GRID(grid), time, 2, row++);
	}
	return grid;
}

static void
add_line(GtkWidget *box, const char *text)
{
	GtkWidget *label = gtk_label_new(text);

	gtk_label_set_xalign(GTK_LABEL(label), 0);
	gtk_label_set_line_wrap(GTK_LABEL(label), TRUE);
	gtk_label_set_line_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
	gtk_container_add(GTK_CONTAINER(box), label);
}

static GtkWidget *
make_body(SabotTraining *training)
{
	const struct sabot_training_score *score = sabot_training_get_score(training);
	g_autoptr(GPtrArray) mistakes = sabot_training_score_list_mistakes(score);
	GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12);

	gtk_container_add(GTK_CONTAINER(box), make_table(score));
	for (guint i = 0; i < mistakes->len; i++)
		add_line(box, g_ptr_array_index(mistakes, i));
	return box;
}

char *
sabot_training_result_phrase(SabotTraining *training)
{
	struct sabot_training_count all =
		sabot_training_score_count(sabot_training_get_score(training), SABOT_QUESTIONS);

	return all.asked > 0 ? show_count(&all) : NULL;
}

GtkWidget *
sabot_training_result_new(SabotTraining *training)
{
	GtkWidget *room = sabot_scroll_new();
	GtkStyleContext *style = gtk_widget_get_style_context(room);

	gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(room), GTK_POLICY_NEVER,
				       GTK_POLICY_AUTOMATIC);
	gtk_style_context_add_class(style, "scrolls");
	gtk_style_context_add_class(style, "training-result");
	gtk_container_add(GTK_CONTAINER(room), make_body(training));
	gtk_widget_show_all(room);
	return room;
}
