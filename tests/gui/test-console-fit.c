/*
 * Each page of the console on each size of screen, before a real daemon: no label is cut off, and
 * none is shortened but those whose words come from people or that say more elsewhere; keys are as
 * large as a finger, none lies beside the screen, and what applies a ruling is always in sight.
 *
 * usage: test-console-fit SOCKET LANGUAGE [large], started by test_console_fit.py, which fills the
 * daemon; `large`: with large text, on the screens that people sit at, and on the largest;
 * SABOT_LOOK=DIR keeps pictures of all that was shown.
 */
#include "frames.h"
#include "gui/console/console-window.h"
#include "gui/style/look.h"
#include "half-lines.h"
#include "letters.h"
#include "scrolled.h"
#include "unpainted.h"
#include "text/text.h"
#include "tests/deadline.h"

#include <glib/gi18n.h>

enum {
	STILL_MS = 150, /* nothing that was requested comes any more */
	SLOW_MS = 1000, /* if this machine is slow: what is wrong is wrong then, too */
	LOOKS = 5,
	SLACK_PX = 1,
	KEY_PX = 44,
	LEAST_PX = 13, /* letters */
	WIDE_PX = 1920,
	CLOTH_PERCENT = 30, /* of a wide screen's height, at least */
	LOW_PX = 900,       /* on a lower screen the pad of cards has smaller keys */
};

static const struct size {
	int width_px, height_px, percent; /* of the text's size */
} sizes[] = {{800, 480, 100},  {1024, 600, 100},  {1280, 800, 100},  {1920, 1080, 100},
	     {1024, 600, 125}, {1280, 800, 125},  {1920, 1080, 125}, {1024, 600, 150},
	     {1280, 800, 150}, {1920, 1080, 150}, {3840, 2160, 100}};

/* How a page is reached; each of them leads on from where the one before has led. */
enum step_kind {
	STEP_ACTION, /* of the window */
	STEP_PRESS,  /* a button, by its text */
	STEP_TABLE,  /* a table's tile */
	STEP_NEED,   /* an entry of the list, by its table */
	STEP_ROW,    /* a row, by its name */
	STEP_FIRST,  /* the first row of the list of that name */
	STEP_ORDER,  /* of tables, by its id */
	STEP_WALL,   /* the preference */
	STEP_STALE,  /* no table has news */
};

static const struct step {
	const char *page; /* the name of what is shown then; NULL: only on the way there */
	enum step_kind kind;
	const char *what, *context;
} steps[] = {
	{"floor", STEP_ORDER, "need", NULL},
	{"list", STEP_ACTION, "list", NULL},
	{"plan", STEP_ORDER, "plan", NULL},
	{"plan-arranging", STEP_PRESS, N_("Arrange tables"), "floor"},
	{NULL, STEP_ORDER, "need", NULL},
	{"login", STEP_ACTION, "login", NULL},
	{"preferences", STEP_ACTION, "preferences", NULL},
	{"keys", STEP_ACTION, "keys", NULL},
	{"about", STEP_ACTION, "about", NULL},
	{"statistics", STEP_ACTION, "statistics", NULL},
	{"shift", STEP_ACTION, "shift", NULL},
	{"cage", STEP_ACTION, "cage", NULL},
	{"cage-tips", STEP_PRESS, N_("Share out tips"), "document"},
	{NULL, STEP_PRESS, N_("Back"), "form"},
	{"cage-bank", STEP_PRESS, N_("Bank: opener"), "document"},
	{NULL, STEP_ACTION, "back", NULL},
	{"reports", STEP_ACTION, "reports", NULL},
	{"report", STEP_ROW, N_("Table inventory"), NULL},
	{NULL, STEP_ACTION, "back", NULL},
	{NULL, STEP_ACTION, "back", NULL},
	{"forms", STEP_ACTION, "forms", NULL},
	{NULL, STEP_ACTION, "back", NULL},
	{NULL, STEP_ACTION, "back", NULL},
	{"log", STEP_ACTION, "log", NULL},
	{"story", STEP_FIRST, N_("what was found"), NULL},
	{"replay", STEP_PRESS, N_("Replay this round"), NULL},
	{NULL, STEP_ACTION, "back", NULL},
	{NULL, STEP_ACTION, "back", NULL},
	{"incident", STEP_NEED, "PB-01", NULL},
	{NULL, STEP_ACTION, "back", NULL},
	{"incident-two-persons", STEP_NEED, "BJ-02", NULL},
	{NULL, STEP_ACTION, "back", NULL},
	{"punto-banco", STEP_TABLE, "PB-01", NULL},
	{"dealer", STEP_PRESS, N_("Dealer"), "action"},
	{"put-right", STEP_PRESS, N_("Put right"), "action"},
	{"cards", STEP_PRESS, N_("Key cards"), "action"},
	{"money", STEP_PRESS, N_("Money"), "action"},
	{"fill", STEP_PRESS, N_("Fill"), "document"},
	{"rules", STEP_PRESS, N_("Rules"), "action"},
	{"rules-form", STEP_PRESS, N_("Change them"), NULL},
	{NULL, STEP_ACTION, "back", NULL},
	{NULL, STEP_ACTION, "back", NULL},
	{"run-out", STEP_TABLE, "PB-02", NULL},
	{"limits", STEP_PRESS, N_("Limits"), "action"},
	{"run-out-form", STEP_PRESS, N_("Run out"), "action"},
	{NULL, STEP_ACTION, "back", NULL},
	{NULL, STEP_ACTION, "back", NULL},
	{NULL, STEP_TABLE, "PB-03", NULL},
	{"load", STEP_PRESS, N_("New load"), "action"},
	{NULL, STEP_ACTION, "back", NULL},
	{NULL, STEP_ACTION, "back", NULL},
	{"blackjack", STEP_TABLE, "BJ-01", NULL},
	{NULL, STEP_ACTION, "back", NULL},
	{"stale", STEP_STALE, NULL, NULL},
	{"wall", STEP_WALL, NULL, NULL},
};

struct fit {
	GtkWidget *window;
	SabotSettings *settings;
	SabotFloorModel *floor;
	const char *language, *page;
	guint n_faults, n_pages;
	bool has_large_text;
	GString *seen; /* what is wrong with the page, a line each */
};

/* --- Coming to a page ------------------------------------------------------------------------ */

struct search {
	const char *text;
	bool is_beginning;
	GType type;
	GtkWidget *found;
};

static void
find_named(GtkWidget *widget, gpointer data)
{
	struct search *search = data;
	const char *name = atk_object_get_name(gtk_widget_get_accessible(widget));

	if (search->found || !gtk_widget_get_mapped(widget))
		return;
	if (g_type_is_a(G_OBJECT_TYPE(widget), search->type) && name &&
	    gtk_widget_is_sensitive(widget) &&
	    (search->is_beginning ? g_str_has_prefix(name, search->text)
				  : g_str_equal(name, search->text))) {
		search->found = widget;
		return;
	}
	if (GTK_IS_CONTAINER(widget))
		gtk_container_forall(GTK_CONTAINER(widget), find_named, search);
}

/* Waits for it. NULL with a line when it does not come. */
static GtkWidget *
find(struct fit *fit, const char *text, bool is_beginning, GType type)
{
	struct search search = {text, is_beginning, type, NULL};
	gint64 limit_us = g_get_monotonic_time() + DEADLINE_S * G_USEC_PER_SEC / 9;

	for (;;) {
		find_named(fit->window, &search);
		if (search.found)
			return search.found;
		if (g_get_monotonic_time() > limit_us)
			break;
		frames_run_ms(20);
	}
	g_printerr("%s: there is no “%s” on the screen\n", fit->language, text);
	fit->n_faults++;
	return NULL;
}

static void
choose_order(struct fit *fit, const char *id)
{
	GtkWidget *box = find(fit, _("order of tables"), false, GTK_TYPE_COMBO_BOX);

	if (box)
		gtk_combo_box_set_active_id(GTK_COMBO_BOX(box), id);
}

static const char *
name_of(gpointer widget)
{
	const char *name = atk_object_get_name(gtk_widget_get_accessible(widget));

	return name ? name : "";
}

static void
activate_need(struct fit *fit, const char *table)
{
	g_autofree char *part = g_strdup_printf(", %s, ", table);

	for (int tries = 0; tries < 100; tries++) {
		GtkWidget *list = find(fit, _("incidents"), false, GTK_TYPE_LIST_BOX);
		GtkListBoxRow *row;

		for (int i = 0; list; i++) {
			row = gtk_list_box_get_row_at_index(GTK_LIST_BOX(list), i);
			if (!row)
				break;
			if (g_strrstr(name_of(row), part)) {
				g_signal_emit_by_name(list, "row-activated", row);
				return;
			}
		}
		frames_run_ms(50);
	}
	g_printerr("%s: %s needs nobody\n", fit->language, table);
	fit->n_faults++;
}

static void
activate_row(struct fit *fit, const char *name)
{
	GtkWidget *row = find(fit, name, false, GTK_TYPE_LIST_BOX_ROW);

	if (row)
		g_signal_emit_by_name(gtk_widget_get_parent(row), "row-activated", row);
}

/* Waits for one. */
static void
choose_first(struct fit *fit, const char *list_name)
{
	gint64 limit_us = g_get_monotonic_time() + DEADLINE_S * G_USEC_PER_SEC / 9;
	GtkWidget *list = find(fit, list_name, false, GTK_TYPE_LIST_BOX);
	GtkListBoxRow *row = NULL;

	while (list && !row && g_get_monotonic_time() < limit_us) {
		row = gtk_list_box_get_row_at_index(GTK_LIST_BOX(list), 0);
		frames_run_ms(20);
	}
	if (row) {
		gtk_list_box_select_row(GTK_LIST_BOX(list), row);
		return;
	}
	g_printerr("%s: nothing was found\n", fit->language);
	fit->n_faults++;
}

static void
make_stale(struct fit *fit)
{
	GListModel *tables = sabot_floor_model_get_tables(fit->floor);

	for (guint i = 0; i < g_list_model_get_n_items(tables); i++) {
		g_autoptr(SabotTableItem) table = g_list_model_get_item(tables, i);

		sabot_table_item_set_stale(table, TRUE);
	}
}

static void
take_step(struct fit *fit, const struct step *step)
{
	const char *text = step->what;
	g_autofree char *tile = g_strdup_printf("%s, ", text ? text : "");
	GtkWidget *button = NULL;

	switch (step->kind) {
	case STEP_ACTION:
		g_action_group_activate_action(G_ACTION_GROUP(fit->window), text, NULL);
		break;
	case STEP_PRESS:
		text = step->context ? g_dpgettext2(NULL, step->context, text) : _(text);
		button = find(fit, text, false, GTK_TYPE_BUTTON);
		break;
	case STEP_TABLE:
		frames_run_ms(450); /* tiles that have just moved take no touch */
		button = find(fit, tile, true, GTK_TYPE_BUTTON);
		break;
	case STEP_NEED:
		activate_need(fit, text);
		break;
	case STEP_ROW:
		activate_row(fit, _(text));
		break;
	case STEP_FIRST:
		choose_first(fit, _(text));
		break;
	case STEP_ORDER:
		choose_order(fit, text);
		frames_run_ms(600);
		break;
	case STEP_WALL:
		sabot_settings_set(fit->settings, SABOT_SETTING_WALL, 1);
		frames_run_ms(600);
		break;
	case STEP_STALE:
		make_stale(fit);
		break;
	}
	if (button)
		gtk_button_clicked(GTK_BUTTON(button));
	frames_run_ms(STILL_MS);
}

/* --- What is cut off ------------------------------------------------------------------------- */

static void
complain(gpointer data, GtkWidget *widget, const char *what)
{
	struct fit *fit = data;
	g_autofree char *style = gtk_style_context_to_string(gtk_widget_get_style_context(widget),
							     GTK_STYLE_CONTEXT_PRINT_NONE);

	g_string_append_printf(fit->seen, "%s, %d × %d, %d %%, %s: “%s” %s: %s\n", fit->language,
			       gtk_widget_get_allocated_width(fit->window),
			       gtk_widget_get_allocated_height(fit->window),
			       sabot_settings_get(fit->settings, SABOT_SETTING_SCALE), fit->page,
			       GTK_IS_LABEL(widget) ? gtk_label_get_text(GTK_LABEL(widget))
						    : name_of(widget),
			       what, g_strstrip(style));
}

static bool
has_class(GtkWidget *widget, const char *name)
{
	return gtk_style_context_has_class(gtk_widget_get_style_context(widget), name);
}

/* Text that leaves what is around it, in a way in which that is not scrolled. */
static void
check_inside(struct fit *fit, GtkWidget *label, const PangoRectangle *text)
{
	bool can_across = false, can_down = false;

	for (GtkWidget *outer = gtk_widget_get_parent(label); outer;
	     outer = gtk_widget_get_parent(outer)) {
		int x, y;

		can_across = can_across || scrolled_is(outer, GTK_ORIENTATION_HORIZONTAL);
		can_down = can_down || scrolled_is(outer, GTK_ORIENTATION_VERTICAL);
		if (!gtk_widget_translate_coordinates(label, outer, text->x, text->y, &x, &y))
			return;
		if ((!can_across &&
		     (x < -SLACK_PX ||
		      x + text->width > gtk_widget_get_allocated_width(outer) + SLACK_PX)) ||
		    (!can_down &&
		     (y < -SLACK_PX ||
		      y + text->height > gtk_widget_get_allocated_height(outer) + SLACK_PX))) {
			complain(fit, label, "is cut off");
			return;
		}
	}
}

static void
check_label(struct fit *fit, GtkWidget *label)
{
	PangoLayout *layout = gtk_label_get_layout(GTK_LABEL(label));
	PangoRectangle text;
	GtkAllocation box;
	int x, y;

	if (!*gtk_label_get_text(GTK_LABEL(label)))
		return;
	if (pango_layout_is_ellipsized(layout)) {
		if (!has_class(label, "page-game")) /* a profile's name, which its rules have */
			complain(fit, label, "is shortened");
		return;
	}
	gtk_widget_get_allocation(label, &box);
	if (letters_of(layout) < LEAST_PX)
		complain(fit, label, "is too small to be read");
	gtk_label_get_layout_offsets(GTK_LABEL(label), &x, &y);
	pango_layout_get_pixel_extents(layout, NULL, &text);
	text.x += x - box.x;
	text.y += y - box.y;
	check_inside(fit, label, &text);
	if (!scrolled_shows_across(label, SLACK_PX) ||
	    (has_class(label, "cloth-payouts") && !scrolled_shows_down(label, SLACK_PX)))
		complain(fit, label, "is not whole in sight");
}

static void
check_key(struct fit *fit, GtkWidget *key)
{
	int width = gtk_widget_get_allocated_width(key), x, y;
	int height = gtk_widget_get_allocated_height(key);
	int screen_width = gtk_widget_get_allocated_width(fit->window);
	int screen_height = gtk_widget_get_allocated_height(fit->window);
	bool is_ruling = has_class(key, "main") && g_str_has_prefix(fit->page, "incident");
	GtkWidget *bar = gtk_widget_get_ancestor(key, GTK_TYPE_FLOW_BOX);
	bool is_action = bar && g_str_equal(name_of(bar), _("what can be done at this table"));

	if (MIN(width, height) < KEY_PX && !(has_class(key, "card-key") && screen_height < LOW_PX))
		complain(fit, key, "is smaller than a finger");
	if (!scrolled_shows_across(key, SLACK_PX))
		complain(fit, key, "is not whole in sight");
	if (!gtk_widget_translate_coordinates(key, fit->window, 0, 0, &x, &y))
		return;
	if (x < 0 || x + width > screen_width ||
	    ((is_ruling || is_action) && (y < 0 || y + height > screen_height)))
		complain(fit, key, "is not in sight");
}

/* The first incident is whole in sight. */
static void
check_row(struct fit *fit, GtkWidget *row)
{
	GtkWidget *scroll = gtk_widget_get_ancestor(row, GTK_TYPE_SCROLLED_WINDOW);

	if (gtk_list_box_row_get_index(GTK_LIST_BOX_ROW(row)) == 0 && scroll &&
	    has_class(scroll, "page-incidents") && !scrolled_shows_down(row, 0))
		complain(fit, row, "is not whole in sight");
}

static void
check_widget(GtkWidget *widget, gpointer data)
{
	struct fit *fit = data;

	if (!gtk_widget_get_mapped(widget) || gtk_widget_get_opacity(widget) == 0)
		return;
	if (GTK_IS_LIST_BOX_ROW(widget))
		check_row(fit, widget);
	if (GTK_IS_BUTTON(widget))
		check_key(fit, widget);
	if (GTK_IS_LABEL(widget))
		check_label(fit, widget);
	else if (GTK_IS_CONTAINER(widget))
		gtk_container_forall(GTK_CONTAINER(widget), check_widget, fit);
}

static void
keep_picture(struct fit *fit, const struct size *size)
{
	const char *folder = g_getenv("SABOT_LOOK");
	g_autofree char *path = NULL;

	path = g_strdup_printf("%s/%s-%dx%d-%d-%s.png", folder, fit->language, size->width_px,
			       size->height_px, size->percent, fit->page);
	if (folder)
		unpainted_save(fit->window, path);
}

/* Where there is room the cloth is large, and the table's last events are beside it. */
static void
check_table(struct fit *fit, const struct size *size)
{
	struct search cloth = {_("the cloth"), false, GTK_TYPE_BOX, NULL};
	struct search events = {_("last events"), false, GTK_TYPE_LIST_BOX, NULL};

	if (size->width_px * 100 < WIDE_PX * size->percent ||
	    !(g_str_equal(fit->page, "punto-banco") || g_str_equal(fit->page, "blackjack")))
		return;
	find_named(fit->window, &cloth);
	find_named(fit->window, &events);
	if (cloth.found && events.found &&
	    gtk_widget_get_allocated_height(cloth.found) * 100 >= size->height_px * CLOTH_PERCENT)
		return;
	g_string_append_printf(fit->seen, "%s, %d × %d, %s: room is wasted\n", fit->language,
			       size->width_px, size->height_px, fit->page);
}

/* A small screen shows it on request. */
static void
show_list(struct fit *fit)
{
	struct search list = {_("incidents"), false, GTK_TYPE_LIST_BOX, NULL};

	find_named(fit->window, &list);
	if (list.found)
		return;
	g_action_group_activate_action(G_ACTION_GROUP(fit->window), "list", NULL);
	frames_run_ms(STILL_MS);
}

/* Where columns have no room beside each other, a key shows the others. */
static void
check_other(struct fit *fit)
{
	struct search other = {_("Round, events, camera"), false, GTK_TYPE_TOGGLE_BUTTON, NULL};

	find_named(fit->window, &other);
	if (!other.found)
		return;
	gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(other.found), TRUE);
	frames_settle(fit->window);
	check_widget(fit->window, fit);
	half_lines_find(fit->window, complain, fit);
	gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(other.found), FALSE);
	frames_settle(fit->window);
}

static void
check_size(struct fit *fit, const struct size *size)
{
	g_string_truncate(fit->seen, 0);
	sabot_settings_set(fit->settings, SABOT_SETTING_SCALE, size->percent);
	frames_resize(fit->window, size->width_px, size->height_px);
	if (g_str_equal(fit->page, "list"))
		show_list(fit);
	if (gtk_widget_get_allocated_width(fit->window) != size->width_px ||
	    gtk_widget_get_allocated_height(fit->window) != size->height_px)
		g_string_append_printf(fit->seen,
				       "%s, %d × %d, %d %%, %s: wants more room than there is\n",
				       fit->language, size->width_px, size->height_px,
				       size->percent, fit->page);
	check_widget(fit->window, fit);
	half_lines_find(fit->window, complain, fit);
	check_other(fit);
	check_table(fit, size);
}

/* What came in this moment has no place yet: a fault is what is still there a little later. */
static void
check_page(struct fit *fit)
{
	fit->n_pages++;
	for (gsize i = 0; i < G_N_ELEMENTS(sizes); i++) {
		if (i + 1 < G_N_ELEMENTS(sizes) && (sizes[i].percent > 100) != fit->has_large_text)
			continue;
		check_size(fit, &sizes[i]);
		for (int look = 1; look < LOOKS && fit->seen->len > 0; look++) {
			frames_run_ms(SLOW_MS);
			check_size(fit, &sizes[i]);
		}
		if (fit->seen->len > 0) {
			fit->n_faults++;
			g_printerr("%s", fit->seen->str);
		}
		keep_picture(fit, &sizes[i]);
	}
}

static void
on_logged_in(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	(void)client;
	(void)ok;
	if (error)
		g_error("nobody logs in: %s", error->message);
	*(gboolean *)data = TRUE;
}

static void
log_in(struct fit *fit)
{
	static const char *const pins[2] = {"9917", NULL};
	SabotSession *session = sabot_feed_get_session(sabot_floor_model_get_feed(fit->floor, 0));
	g_autoptr(GCancellable) never = g_cancellable_new();
	gboolean is_in = FALSE;

	while (sabot_session_get_state(session) != SABOT_SESSION_OUT)
		gtk_main_iteration();
	sabot_session_login(session, "Pia", pins, never, on_logged_in, &is_in);
	while (!is_in)
		gtk_main_iteration();
}

static void
on_activated(GtkApplication *application, gpointer data)
{
	struct fit *fit = data;
	struct sabot_look *look = sabot_look_new(fit->settings);

	g_object_set(gtk_settings_get_default(), "gtk-enable-animations", FALSE, NULL);
	fit->window = sabot_console_window_new(application, fit->floor, fit->settings);
	unpainted_begin(fit->window);
	gtk_widget_show(fit->window);
	log_in(fit);
	for (gsize i = 0; i < G_N_ELEMENTS(steps); i++) {
		take_step(fit, &steps[i]);
		if (!steps[i].page)
			continue;
		fit->page = steps[i].page;
		check_page(fit);
	}
	gtk_widget_destroy(fit->window);
	sabot_look_free(look);
}

int
main(int argc, char **argv)
{
	struct fit fit = {.language = argc > 2 ? argv[2] : "", .has_large_text = argc > 3};
	g_autoptr(GtkApplication) application = NULL;

	if (argc < 3)
		return 2;
	fit.seen = g_string_new(NULL);
	sabot_text_init();
	sabot_text_set_language(fit.language);
	gtk_disable_setlocale();
	application = gtk_application_new("org.sabot.ConsoleFit", G_APPLICATION_NON_UNIQUE);
	fit.settings = sabot_settings_new(NULL);
	fit.floor = sabot_floor_model_new();
	sabot_floor_model_add(fit.floor, argv[1]);
	g_signal_connect(application, "activate", G_CALLBACK(on_activated), &fit);
	g_application_run(G_APPLICATION(application), 1, argv);
	g_object_unref(fit.floor);
	g_object_unref(fit.settings);
	g_print("%s: %u pages, %u faults\n", fit.language, fit.n_pages, fit.n_faults);
	g_string_free(fit.seen, TRUE);
	return fit.n_faults > 0;
}
