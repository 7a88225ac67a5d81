/*
 * The dealer's display in every state of a table, on every size of screen: nothing is cut off, no
 * text is smaller than can be read. Of each state that the golden logs come through, the views with
 * the most to say are shown, with a shoe that reads and with none. Of the logs in a directory
 * `full` all hands are shown, by their number.
 *
 * usage: test-display-fit LANGUAGE LOGS…, run by on-display.sh with the font $SABOT_FONT;
 * SABOT_LOOK=DIR keeps pictures of all that was shown.
 */
#include "gui/display/pay-tag.h"
#include "gui/display/style.h"
#include "gui/display/bet-grid.h"
#include "gui/display/display-window.h"
#include "gui/display/key-bar.h"
#include "gui/display/key-button.h"
#include "gui/model/dealer/dealer-phrases.h"
#include "gui/widgets/fit-text.h"
#include "frames.h"
#include "letters.h"
#include "proto/wording/wording.h"
#include "text/text.h"
#include "replay-views.h"
#include "unpainted.h"

#include <dlfcn.h>
#include <string.h>

enum {
	MOST_HANDS = 8, /* of seven boxes, some split; logs have stranger tables */
	MOST_SPLIT = 4, /* of one box */
	MOST_PAYOUTS = 14,
	LEAST_PROMPT_PX = 20, /* what to do, at arm's length */
	LEAST_PX = 13,        /* anything else, on each screen */
	WHOLE_HIGH_PX = 800,  /* a screen that is higher than this has larger letters */
	LARGE_PERCENT = 85,   /* of how much larger it is: letters have whole pixels */
	LEAST_WIDE_PX = 8,    /* the same on the least screens in a font that comes instead */
	SMALL_PX = 1024,      /* which are narrower than this */
	WIDE_PERCENT = 80,    /* of these in such a font, which is wider */
	SLACK_PX = 2,         /* two texts that touch lie apart */
	LEAST_KEY_PX = 44,    /* what a finger is to hit */
	LEAST_TAG_PX = 16,    /* on the least screen: a key confirms the same payment */
	SMALL_SIZES = 2,      /* the first: cards to be keyed in beside take the most room there */
	KEYS = 8,             /* that never move */
	LARGE_STEP = 3,       /* on the largest screen, which takes long to draw, one of so many */
	SKIPPED = 77,
};

static const struct size {
	int width_px, height_px;
} sizes[] = {{800, 480}, {480, 800}, {1024, 600}, {1280, 800}, {1920, 1080}, {3840, 2160}};

/* A view that was chosen, as JSON: the same can be shown again. */
struct scene {
	char *state;
	json_t *view, *rules;
	gsize weights[3];
	bool is_full;
};

/* A text, and where its ink is. */
struct drawn {
	GdkRectangle place;
	char text[64];
};

struct fit {
	GPtrArray *scenes; /* of struct scene */
	SabotDealerTable *table;
	GtkWidget *window;
	const struct scene *scene;
	const char *language;
	GArray *drawn; /* of struct drawn: texts of the drawing that is being made */
	guint n_faults;
	bool has_font;
	bool is_full;             /* the log that is being read has the fullest tables there are */
	GtkAllocation keys[KEYS]; /* where they stood first, at this size; width 0: not known */
};

static void
free_scene(gpointer data)
{
	struct scene *scene = data;

	g_free(scene->state);
	json_decref(scene->view);
	json_decref(scene->rules);
	g_free(scene);
}

static json_t *
build_rules(const struct sabot_rules *rules)
{
	json_t *bets = json_array(), *chips = json_array();

	for (int bet = SABOT_BET_MAIN; bet < SABOT_BETS; bet++)
		if (sabot_rules_offer_bet(rules, (enum sabot_bet)bet))
			json_array_append_new(
				bets, json_string(sabot_bet_to_string((enum sabot_bet)bet)));
	for (int i = 0; i < rules->chips.n; i++)
		json_array_append_new(chips, json_integer(rules->chips.minor[i]));
	return json_pack("{s:s, s:i, s:i, s:i, s:o, s:o, s:b, s:b}", "rules", rules->name, "decks",
			 rules->decks, "boxes", rules->boxes, "cut_min", rules->cut_min_cards,
			 "bets", bets, "chips", chips, "insurance", 1, "even_money", 1);
}

/* How much is to be shown: words, hands, payouts. */
static void
weigh(const struct sabot_wire_view *view, gsize weights[3])
{
	g_autofree char *prompt = sabot_phrase_prompt(view->prompt);
	g_autofree char *more = sabot_phrase_prompt_more(view->prompt);

	weights[0] = strlen(prompt) * 4 + (more ? strlen(more) : 0);
	weights[1] = 0;
	for (guint i = 0; i < view->boxes->len; i++) {
		const struct sabot_wire_box *box = g_ptr_array_index(view->boxes, i);

		weights[1] += box->hands->len * 10;
	}
	weights[2] = view->payouts->len;
}

static struct scene *
find_scene(struct fit *fit, const char *state, int weight)
{
	g_autofree char *name =
		g_strdup_printf("%s%s-%d", fit->is_full ? "full-" : "", state, weight);
	struct scene *scene;

	for (guint i = 0; i < fit->scenes->len; i++) {
		scene = g_ptr_array_index(fit->scenes, i);
		if (strcmp(scene->state, name) == 0)
			return scene;
	}
	scene = g_new0(struct scene, 1);
	scene->state = g_steal_pointer(&name);
	scene->is_full = fit->is_full;
	g_ptr_array_add(fit->scenes, scene);
	return scene;
}

/* No profile lets a box have so many hands. */
static bool
has_strange_split(const struct sabot_wire_view *view)
{
	for (guint i = 0; i < view->boxes->len; i++) {
		const struct sabot_wire_box *box = g_ptr_array_index(view->boxes, i);

		if (box->hands->len > MOST_SPLIT)
			return true;
	}
	return false;
}

/* The heaviest of its state, by one of the weights, is kept. */
static void
on_view(struct sabot_wire_view *view, const struct sabot_rules *rules, gpointer data)
{
	struct fit *fit = data;
	g_autofree char *state = NULL;
	gsize weights[3];

	if (has_strange_split(view))
		return;
	weigh(view, weights);
	state = g_strdup_printf("%s-%s-%d-%zu", sabot_wire_game_to_string(view->game),
				sabot_wire_phase_to_string(view->phase), view->prompt->kind,
				fit->is_full ? weights[1] / 10 : 0);
	if (!fit->is_full && (weights[1] > MOST_HANDS * 10 || weights[2] > MOST_PAYOUTS))
		return;
	for (int i = 0; i < 3; i++) {
		struct scene *scene = find_scene(fit, state, i);

		if (scene->view && scene->weights[i] >= weights[i])
			continue;
		json_decref(scene->view);
		json_decref(scene->rules);
		scene->view = sabot_record_build(&sabot_wire_view_type, view);
		scene->rules = build_rules(rules);
		memcpy(scene->weights, weights, sizeof(weights));
	}
}

static void
complain(struct fit *fit, GtkWidget *widget, const char *what)
{
	const char *name = atk_object_get_name(gtk_widget_get_accessible(widget));

	fit->n_faults++;
	g_printerr("%s, %d × %d, %s: %s “%s” %s\n", fit->language,
		   gtk_widget_get_allocated_width(fit->window),
		   gtk_widget_get_allocated_height(fit->window), fit->scene->state,
		   G_OBJECT_TYPE_NAME(widget), name ? name : "", what);
}

/* Of what is around it, too: what a scrolled window hides cannot be read. */
static bool
is_inside(GtkWidget *widget, GtkWidget *outer)
{
	int width = gtk_widget_get_allocated_width(widget);
	int height = gtk_widget_get_allocated_height(widget);
	int x, y;

	return gtk_widget_translate_coordinates(widget, outer, 0, 0, &x, &y) && x >= 0 && y >= 0 &&
	       x + width <= gtk_widget_get_allocated_width(outer) &&
	       y + height <= gtk_widget_get_allocated_height(outer);
}

/* The programs' own is missing, and another comes instead. */
static bool
is_other_font(void)
{
	const char *family = g_getenv("SABOT_FONT");

	return family && !g_str_equal(family, "Inter");
}

/* On a large screen they are as much larger; in a font that comes instead, and is wider, they may
 * be smaller. */
static int
allow(struct fit *fit, int least_px)
{
	int width_px = gtk_widget_get_allocated_width(fit->window);
	int height_px = gtk_widget_get_allocated_height(fit->window);

	if (!is_other_font() && width_px > height_px && height_px > WHOLE_HIGH_PX)
		return least_px * height_px * LARGE_PERCENT / WHOLE_HIGH_PX / 100;
	if (!is_other_font())
		return least_px;
	if (least_px == LEAST_PX && width_px < SMALL_PX)
		return LEAST_WIDE_PX;
	return least_px * WIDE_PERCENT / 100;
}

static void
check_text(struct fit *fit, SabotFitText *text)
{
	const char *said = atk_object_get_name(gtk_widget_get_accessible(GTK_WIDGET(text)));
	GtkStyleContext *style = gtk_widget_get_style_context(GTK_WIDGET(text));
	int least_px = gtk_style_context_has_class(style, "prompt") ? LEAST_PROMPT_PX : LEAST_PX;
	int size_px = sabot_fit_text_get_size(text);

	if (said && *said && size_px < allow(fit, least_px))
		complain(fit, GTK_WIDGET(text), "does not fit");
}

/* On a large screen a key is as much larger as a letter. */
static void
check_key(struct fit *fit, GtkWidget *key)
{
	int height_px = gtk_widget_get_allocated_height(fit->window);
	int least_px =
		MAX(LEAST_KEY_PX, LEAST_KEY_PX * height_px * LARGE_PERCENT / WHOLE_HIGH_PX / 100);

	if (gtk_widget_get_allocated_width(fit->window) < height_px)
		least_px = LEAST_KEY_PX;
	if (gtk_widget_get_allocated_width(key) < least_px ||
	    gtk_widget_get_allocated_height(key) < least_px)
		complain(fit, key, "is too small for a finger");
}

/* Marks the drawing in which each text is looked at. */
static const cairo_user_data_key_t drawing_key;

static void
complain_of_text(struct fit *fit, PangoLayout *layout, int size_px, const char *what)
{
	fit->n_faults++;
	g_printerr("%s, %d × %d, %s: the text “%s” (%d px) %s\n", fit->language,
		   gtk_widget_get_allocated_width(fit->window),
		   gtk_widget_get_allocated_height(fit->window), fit->scene->state,
		   pango_layout_get_text(layout), size_px, what);
}

static void
complain_of_overlap(struct fit *fit, PangoLayout *layout, const struct drawn *other)
{
	g_autofree char *what = g_strdup_printf("lies on “%s”", other->text);

	complain_of_text(fit, layout, 0, what);
}

/* No letter is on another: each text is drawn where none was. */
static void
check_apart(struct fit *fit, cairo_t *cr, PangoLayout *layout, const PangoRectangle *ink)
{
	struct drawn one = {.place = {0, 0, ink->width, ink->height}};
	double x, y;

	cairo_get_current_point(cr, &x, &y);
	cairo_user_to_device(cr, &x, &y);
	one.place.x = (int)x + ink->x;
	one.place.y = (int)y + ink->y;
	g_strlcpy(one.text, pango_layout_get_text(layout), sizeof(one.text));
	for (guint i = 0; i < fit->drawn->len; i++) {
		const struct drawn *other = &g_array_index(fit->drawn, struct drawn, i);
		GdkRectangle both;

		if (gdk_rectangle_intersect(&one.place, &other->place, &both) &&
		    both.width > SLACK_PX && both.height > SLACK_PX)
			complain_of_overlap(fit, layout, other);
	}
	g_array_append_val(fit->drawn, one);
}

/* Of what is drawn without a widget of its own: total, amount, index of a card, title. */
static void
check_drawn(struct fit *fit, cairo_t *cr, PangoLayout *layout)
{
	int size_px = letters_of(layout);
	double left, top, right, bottom, x, y;
	PangoRectangle ink;

	cairo_get_current_point(cr, &x, &y);
	cairo_clip_extents(cr, &left, &top, &right, &bottom);
	pango_layout_get_pixel_extents(layout, &ink, NULL);
	if (size_px < allow(fit, LEAST_PX))
		complain_of_text(fit, layout, size_px, "is too small");
	if (x + ink.x < left - 1 || y + ink.y < top - 1 || x + ink.x + ink.width > right + 1 ||
	    y + ink.y + ink.height > bottom + 1)
		complain_of_text(fit, layout, size_px, "is cut off");
	if (!is_other_font())
		check_apart(fit, cr, layout, &ink);
}

/* Instead of the library's: what is drawn is seen here first. */
void
pango_cairo_show_layout(cairo_t *cr, PangoLayout *layout)
{
	void (*show)(cairo_t * cr, PangoLayout * layout) = NULL;
	struct fit *fit = cairo_get_user_data(cr, &drawing_key);

	*(void **)&show = dlsym(RTLD_NEXT, "pango_cairo_show_layout");
	if (fit && (fit->scene->is_full || !is_other_font()))
		check_drawn(fit, cr, layout);
	show(cr, layout);
}

/* A finger finds a key where it was, whatever is on the screen; those of a group, A to D and E to
 * G, have the same letters. */
static void
check_places(struct fit *fit, GtkWidget *bar)
{
	g_autoptr(GList) keys = gtk_container_get_children(GTK_CONTAINER(bar));
	int n = 0, letters_px[KEYS] = {0};

	for (GList *key = keys; key && n < KEYS; key = key->next, n++) {
		GtkAllocation place;

		gtk_widget_get_allocation(key->data, &place);
		if (fit->keys[n].width == 0)
			fit->keys[n] = place;
		else if (!gdk_rectangle_equal(&fit->keys[n], &place))
			complain(fit, key->data, "has moved");
		letters_px[n] = sabot_key_get_size(SABOT_KEY(key->data));
		if (n % 4 > 0 && letters_px[n] > 0 && letters_px[n - 1] > 0 &&
		    letters_px[n] != letters_px[n - 1] && n != KEYS - 1)
			complain(fit, key->data, "has other letters than the key beside it");
	}
	if (n != KEYS)
		complain(fit, bar, "has not its keys");
}

/* All of it is in sight; how large those of usual tables are, test-cloth.c says. */
static void
check_tag(struct fit *fit, GtkWidget *tag)
{
	if (gtk_widget_get_allocated_width(tag) < LEAST_TAG_PX ||
	    gtk_widget_get_allocated_height(tag) < LEAST_TAG_PX)
		complain(fit, tag, "is too small to be read");
	if (!is_inside(tag, fit->window))
		complain(fit, tag, "is cut off");
}

static void
check_widget(GtkWidget *widget, gpointer data)
{
	struct fit *fit = data;

	if (!gtk_widget_get_mapped(widget))
		return;
	for (GtkWidget *outer = gtk_widget_get_parent(widget); outer;
	     outer = gtk_widget_get_parent(outer)) {
		if (GTK_IS_SCROLLED_WINDOW(outer) &&
		    gtk_style_context_has_class(gtk_widget_get_style_context(outer), "scrolls"))
			break;
		if ((GTK_IS_WINDOW(outer) || GTK_IS_SCROLLED_WINDOW(outer)) &&
		    (GTK_IS_LABEL(widget) || GTK_IS_DRAWING_AREA(widget)) &&
		    !is_inside(widget, outer)) {
			complain(fit, widget, "is cut off");
			break;
		}
	}
	if (SABOT_IS_PAY_TAG(widget))
		check_tag(fit, widget);
	else if (GTK_IS_BUTTON(widget))
		check_key(fit, widget);
	if (SABOT_IS_KEY_BAR(widget))
		check_places(fit, widget);
	if (SABOT_IS_FIT_TEXT(widget))
		check_text(fit, SABOT_FIT_TEXT(widget));
	else if (GTK_IS_LABEL(widget) &&
		 pango_layout_is_ellipsized(gtk_label_get_layout(GTK_LABEL(widget))))
		complain(fit, widget, "is shortened");
	if (GTK_IS_CONTAINER(widget))
		gtk_container_forall(GTK_CONTAINER(widget), check_widget, fit);
}

/* Of the size of the screen: with SABOT_LOOK a picture, else what only notes what is drawn. */
static cairo_surface_t *
new_surface(const struct size *size)
{
	if (g_getenv("SABOT_LOOK"))
		return cairo_image_surface_create(CAIRO_FORMAT_ARGB32, size->width_px,
						  size->height_px);
	return cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA,
					      &(cairo_rectangle_t){0, 0, size->width_px,
								   size->height_px});
}

/* All that it draws; with SABOT_LOOK a picture is kept. */
static void
check_drawing(struct fit *fit, const struct size *size, const char *shoe)
{
	const char *folder = g_getenv("SABOT_LOOK");
	g_autofree char *path =
		g_strdup_printf("%s/%s-%dx%d-%s-%s.png", folder, fit->language, size->width_px,
				size->height_px, fit->scene->state, shoe);
	cairo_surface_t *surface = new_surface(size);
	cairo_t *cr = cairo_create(surface);

	g_array_set_size(fit->drawn, 0);
	cairo_set_user_data(cr, &drawing_key, fit, NULL);
	unpainted_draw(fit->window, cr);
	if (folder)
		cairo_surface_write_to_png(surface, path);
	cairo_destroy(cr);
	cairo_surface_destroy(surface);
}

static void
find_page_key(GtkWidget *widget, gpointer data)
{
	GtkWidget **ret_key = data, *parent = gtk_widget_get_parent(widget);

	if (SABOT_IS_KEY(widget) && SABOT_IS_BET_GRID(parent) && gtk_widget_get_mapped(widget))
		*ret_key = widget;
	else if (GTK_IS_CONTAINER(widget))
		gtk_container_forall(GTK_CONTAINER(widget), find_page_key, data);
}

/* On small screens not all squares fit on one page. */
static void
check_other_page(struct fit *fit, const struct size *size)
{
	GtkWidget *key = NULL;

	find_page_key(fit->window, &key);
	if (!key)
		return;
	gtk_button_clicked(GTK_BUTTON(key));
	frames_settle(fit->window);
	check_widget(fit->window, fit);
	check_drawing(fit, size, "page-2");
	gtk_button_clicked(GTK_BUTTON(key));
}

static void
show_scene(struct fit *fit, const struct size *size, bool has_shoe)
{
	struct sabot_wire_view *view =
		sabot_record_parse(&sabot_wire_view_type, fit->scene->view, NULL);
	struct sabot_wire_rules *rules =
		sabot_record_parse(&sabot_wire_rules_type, fit->scene->rules, NULL);

	if (has_shoe) {
		view->device = sabot_record_new(&sabot_wire_device_type);
		view->device->name = g_strdup("shoe-1");
		view->device->state = SABOT_WIRE_DEVICE_ONLINE;
	}
	sabot_table_list_put(sabot_feed_get_tables(sabot_dealer_table_get_feed(fit->table)), view);
	sabot_dealer_table_set_rules(fit->table, rules);
	sabot_record_unref(view);
	sabot_record_unref(rules);
	frames_settle(fit->window);
	check_widget(fit->window, fit);
	check_drawing(fit, size, has_shoe ? "shoe" : "by-hand");
	check_other_page(fit, size);
}

/* The heaviest by words may be the heaviest by hands, too. */
static void
leave_out_doubles(struct fit *fit)
{
	for (guint i = 0; i < fit->scenes->len; i++) {
		const struct scene *scene = g_ptr_array_index(fit->scenes, i);

		for (guint j = fit->scenes->len - 1; j > i; j--) {
			const struct scene *other = g_ptr_array_index(fit->scenes, j);

			if (json_equal(scene->view, other->view))
				g_ptr_array_remove_index(fit->scenes, j);
		}
	}
}

/* Instead of the notice, beside the last scene. */
static void
show_lost(struct fit *fit, const struct size *size)
{
	for (int lost = 0; lost < SABOT_LOST_N; lost++) {
		sabot_dealer_table_refuse(fit->table,
					  sabot_phrase_lost_touches((enum sabot_lost_touches)lost));
		show_scene(fit, size, lost % 2 == 0);
	}
	sabot_dealer_table_forget_refusal(fit->table);
}

static void
show_all(struct fit *fit)
{
	for (gsize i = 0; i < G_N_ELEMENTS(sizes); i++) {
		frames_resize(fit->window, sizes[i].width_px, sizes[i].height_px);
		memset(fit->keys, 0, sizeof(fit->keys));
		for (guint n = 0; n < fit->scenes->len; n++) {
			fit->scene = g_ptr_array_index(fit->scenes, n);
			if (i + 1 == G_N_ELEMENTS(sizes) && !fit->scene->is_full && n % LARGE_STEP)
				continue;
			show_scene(fit, &sizes[i], true);
			if (i < SMALL_SIZES || fit->scene->is_full)
				show_scene(fit, &sizes[i], false);
			if (gtk_widget_get_allocated_width(fit->window) != sizes[i].width_px ||
			    gtk_widget_get_allocated_height(fit->window) != sizes[i].height_px) {
				complain(fit, fit->window, "wants more room than there is");
				frames_resize(fit->window, sizes[i].width_px, sizes[i].height_px);
			}
		}
		show_lost(fit, &sizes[i]);
	}
}

static void
on_activated(GtkApplication *application, gpointer data)
{
	const struct sabot_display_options options = {.tracks_stakes = TRUE,
						      .notes_payments = TRUE};
	const char *family = g_getenv("SABOT_FONT");
	struct fit *fit = data;

	g_object_set(gtk_settings_get_default(), "gtk-enable-animations", FALSE, NULL);
	sabot_display_load_style("light");
	fit->window = sabot_display_window_new(application, fit->table, &options);
	gtk_window_present(GTK_WINDOW(fit->window));
	fit->has_font = letters_are_in(fit->window, family ? family : "Inter");
	if (!fit->has_font) {
		g_print("skipped: the font %s is wanted\n", family ? family : "Inter");
		gtk_widget_destroy(fit->window);
		return;
	}
	unpainted_begin(fit->window);
	leave_out_doubles(fit);
	show_all(fit);
	gtk_widget_destroy(fit->window);
}

int
main(int argc, char **argv)
{
	g_autoptr(GtkApplication) application = NULL;
	struct fit fit = {.language = argc > 1 ? argv[1] : ""};

	if (argc < 3)
		return 2;
	sabot_text_init();
	sabot_text_set_language(fit.language);
	gtk_disable_setlocale();
	fit.scenes = g_ptr_array_new_with_free_func(free_scene);
	fit.drawn = g_array_new(FALSE, TRUE, sizeof(struct drawn));
	for (int i = 2; i < argc; i++) {
		fit.is_full = g_str_has_suffix(argv[i], "/full");
		replay_directory(argv[i], on_view, &fit);
	}
	fit.table = sabot_dealer_table_new("/nowhere", "T-1");
	application = gtk_application_new("org.sabot.Fit", G_APPLICATION_NON_UNIQUE);
	g_signal_connect(application, "activate", G_CALLBACK(on_activated), &fit);
	g_application_run(G_APPLICATION(application), 1, argv);
	g_print("%u scenes in %zu sizes, %u faults\n", fit.scenes->len, G_N_ELEMENTS(sizes),
		fit.n_faults);
	g_object_unref(fit.table);
	g_ptr_array_unref(fit.scenes);
	g_array_unref(fit.drawn);
	return fit.has_font ? fit.n_faults > 0 : SKIPPED;
}
