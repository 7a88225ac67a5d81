/*
 * The guests' board in process, on offscreen windows of many sizes: in its language no text is cut
 * off, whatever it says, and where a mark has its colour. The first argument is the language.
 * SABOT_LOOK=DIR keeps the pictures. Run with G_DEBUG=fatal-warnings: one warning ends it.
 */
#include "gui/board/board.h"
#include "gui/style/screen-font.h"
#include "gui/widgets/road.h"
#include "text/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define TABLE "VIP Punto 12"
/* 67 coups, with pairs, naturals and a few ties one after the other. */
#define COUPS "abbneocccaaaabbhbbaspbabbcaaabababbbbbbbaabmcccaabbabaaabbbbaababcbaab"

struct shown {
	SabotFeed *feed;
	SabotBoardTable *table;
	const char *language;
};

static const char *const looks[] = {"dark", "light", "contrast", "contrast-dark"};
static const struct {
	int width, height;
	bool is_one_of_many;
	int least_px; /* no letter is smaller */
} sizes[] = {{1920, 1080, false, 16}, {1080, 1920, false, 16}, {3840, 2160, false, 26},
	     {1280, 800, false, 13},  {1024, 600, false, 13},  {960, 540, true, 14},
	     {1080, 480, true, 13},   {640, 360, true, 13},    {397, 237, true, 13},
	     {800, 480, false, 13}};

static void
add_card(GArray *cards, unsigned rank, unsigned suit, bool is_hidden)
{
	struct sabot_wire_card card = {.card = {(uint8_t)rank, (uint8_t)suit},
				       .is_hidden = is_hidden};

	g_array_append_val(cards, card);
}

static struct sabot_wire_hand *
hand_of(int n_cards, int64_t total)
{
	struct sabot_wire_hand *hand = sabot_record_new(&sabot_wire_hand_type);

	for (int i = 0; i < n_cards; i++)
		add_card(hand->cards, (unsigned)(i == 1 ? 10 : 3 + i),
			 i % 2 ? SABOT_HEARTS : SABOT_CLUBS, false);
	hand->total = total;
	return hand;
}

static struct sabot_wire_view *
view_of(enum sabot_wire_game game, enum sabot_wire_phase phase, enum sabot_winner winner)
{
	struct sabot_wire_view *view = sabot_record_new(&sabot_wire_view_type);
	bool is_punto_banco = game == SABOT_WIRE_GAME_PUNTO_BANCO;

	view->table = g_strdup(TABLE);
	view->rules = g_strdup("any");
	view->game = game;
	view->state = SABOT_WIRE_TABLE_OPEN;
	view->phase = phase;
	view->winner = winner;
	view->load = 128;
	view->is_round_open = phase != SABOT_WIRE_PHASE_BETTING;
	view->min_minor = 2500;
	view->max_minor = 100000000;
	view->coups = is_punto_banco ? g_strdup(COUPS) : NULL;
	view->punto = is_punto_banco ? hand_of(3, 5) : NULL;
	view->banca = is_punto_banco ? hand_of(2, 9) : NULL;
	view->dealer = is_punto_banco ? NULL : hand_of(7, 26);
	return view;
}

static void
show(struct shown *shown, struct sabot_wire_view *view)
{
	sabot_table_list_put(sabot_feed_get_tables(shown->feed), view);
	sabot_record_unref(view);
}

static void
set_answers(struct shown *shown)
{
	struct sabot_wire_rules *rules = sabot_record_new(&sabot_wire_rules_type);
	struct sabot_wire_rounds *rounds = sabot_record_new(&sabot_wire_rounds_type);
	const int64_t pays[] = {3, 2};

	rules->soft_17 = g_strdup("stand");
	g_array_append_vals(rules->blackjack_pays, pays, 2);
	g_array_append_vals(rules->insurance_pays, pays, 2);
	for (int i = 0; i < SABOT_BOARD_ROUNDS; i++) {
		struct sabot_wire_past_round *past = sabot_record_new(&sabot_wire_past_round_type);

		for (int n = 0; n < 2 + i % 6; n++)
			add_card(past->dealer_cards, (unsigned)(n + 1), SABOT_SPADES, false);
		past->dealer = i == 0 ? 21 : 16 + i;
		g_ptr_array_add(rounds->rounds, past);
	}
	sabot_board_table_set_answers(shown->table, rules, rounds);
	sabot_record_unref(rules);
	sabot_record_unref(rounds);
}

static cairo_surface_t *
picture_of(GtkWidget *widget)
{
	cairo_surface_t *surface =
		cairo_image_surface_create(CAIRO_FORMAT_RGB24,
					   gtk_widget_get_allocated_width(widget),
					   gtk_widget_get_allocated_height(widget));
	cairo_t *cr = cairo_create(surface);

	gtk_widget_draw(widget, cr);
	cairo_destroy(cr);
	cairo_surface_flush(surface);
	return surface;
}

static GtkWidget *
open_board(struct shown *shown, const char *look, int size)
{
	struct sabot_board_style *style = sabot_board_style_new(look, NULL, NULL);
	GtkWidget *window = gtk_offscreen_window_new();
	GtkWidget *board = sabot_board_new(shown->table, style, sizes[size].is_one_of_many);

	gtk_style_context_add_class(gtk_widget_get_style_context(window), "board");
	sabot_board_style_apply(style, window);
	sabot_board_style_unref(style);
	gtk_widget_set_size_request(board, sizes[size].width, sizes[size].height);
	gtk_container_add(GTK_CONTAINER(window), board);
	gtk_widget_show_all(window);
	while (gtk_events_pending())
		gtk_main_iteration();
	assert_int_equal(gtk_widget_get_allocated_width(board), sizes[size].width);
	return window;
}

static void
keep(struct shown *shown, cairo_surface_t *picture, const char *what, int size)
{
	const char *folder = g_getenv("SABOT_LOOK");
	g_autofree char *path = NULL;

	if (!folder)
		return;
	path = g_strdup_printf("%s/fit-board-%s-%s-%dx%d.png", folder, what, shown->language,
			       sizes[size].width, sizes[size].height);
	cairo_surface_write_to_png(picture, path);
}

/* Draws what is shown at each size; nothing of it may be cut off. */
static void
check_sizes(struct shown *shown, const char *what)
{
	for (int i = 0; i < (int)G_N_ELEMENTS(sizes); i++) {
		GtkWidget *window = open_board(shown, looks[i % G_N_ELEMENTS(looks)], i);
		GtkWidget *board = gtk_bin_get_child(GTK_BIN(window));
		cairo_surface_t *picture = picture_of(window);
		struct sabot_board_texts texts;

		keep(shown, picture, what, i);
		texts = sabot_board_get_texts(SABOT_BOARD(board));
		if (texts.n_cut > 0 || texts.least_px < sizes[i].least_px)
			fail_msg("%s, %dx%d: %d texts cut off, the smallest has %g px", what,
				 sizes[i].width, sizes[i].height, texts.n_cut, texts.least_px);
		if (texts.out_px > 0)
			fail_msg("%s, %dx%d: a title has no room, by %d px", what, sizes[i].width,
				 sizes[i].height, texts.out_px);
		cairo_surface_destroy(picture);
		gtk_widget_destroy(window);
	}
}

static void
test_punto_banco(void **state)
{
	struct shown *shown = *state;
	const enum sabot_wire_game game = SABOT_WIRE_GAME_PUNTO_BANCO;

	show(shown, view_of(game, SABOT_WIRE_PHASE_DECIDED, SABOT_WINNER_BANCA));
	check_sizes(shown, "banca");
	show(shown, view_of(game, SABOT_WIRE_PHASE_DECIDED, SABOT_WINNER_PUNTO));
	check_sizes(shown, "punto");
	show(shown, view_of(game, SABOT_WIRE_PHASE_DECIDED, SABOT_WINNER_TIE));
	check_sizes(shown, "tie");
	show(shown, view_of(game, SABOT_WIRE_PHASE_BETTING, SABOT_WINNER_BANCA));
	check_sizes(shown, "bets");
}

/* Each sentence about what can be done now. */
static void
test_sentences(void **state)
{
	struct shown *shown = *state;
	struct sabot_wire_view *view;

	for (int phase = SABOT_WIRE_PHASE_NO_LOAD; phase <= SABOT_WIRE_PHASE_AFTER_CUT; phase++) {
		show(shown, view_of(SABOT_WIRE_GAME_PUNTO_BANCO, (enum sabot_wire_phase)phase,
				    SABOT_WINNER_NONE));
		check_sizes(shown, "phase");
	}
	view = view_of(SABOT_WIRE_GAME_PUNTO_BANCO, SABOT_WIRE_PHASE_NO_LOAD, SABOT_WINNER_NONE);
	view->state = SABOT_WIRE_TABLE_CLOSED;
	show(shown, view);
	check_sizes(shown, "closed");
	view = view_of(SABOT_WIRE_GAME_PUNTO_BANCO, SABOT_WIRE_PHASE_BETTING, SABOT_WINNER_NONE);
	view->state = SABOT_WIRE_TABLE_PAUSED;
	show(shown, view);
	check_sizes(shown, "paused");
	sabot_table_list_set_stale(sabot_feed_get_tables(shown->feed), TRUE);
	check_sizes(shown, "stale");
	sabot_table_list_set_stale(sabot_feed_get_tables(shown->feed), FALSE);
}

static void
test_blackjack(void **state)
{
	struct shown *shown = *state;

	show(shown,
	     view_of(SABOT_WIRE_GAME_BLACKJACK, SABOT_WIRE_PHASE_DEALING, SABOT_WINNER_NONE));
	set_answers(shown);
	check_sizes(shown, "blackjack");
}

/* Red, green and blue of a pixel of the board's picture, in units of its layout. */
static guint32
pixel_at(cairo_surface_t *picture, double x, double y)
{
	const unsigned char *data = cairo_image_surface_get_data(picture);
	guint32 pixel;

	memcpy(&pixel,
	       data + (int)y * cairo_image_surface_get_stride(picture) +
		       (int)x * (int)sizeof(pixel),
	       sizeof(pixel));
	return pixel & 0xffffff;
}

/* 'k': punto wins, with a pair of banca and one of punto: dots at two corners, its own disc. */
static void
test_pairs_have_their_corners(void **state)
{
	enum { BANCA = 0xF5505C, PUNTO = 0x4FA8FF, TIE = 0x43C47F };
	struct shown *shown = *state;
	struct sabot_wire_view *view =
		view_of(SABOT_WIRE_GAME_PUNTO_BANCO, SABOT_WIRE_PHASE_BETTING, SABOT_WINNER_NONE);
	GtkWidget *window;
	const struct sabot_board_layout *layout;
	const struct sabot_board_box *bead, *big;
	cairo_surface_t *picture;

	g_free(view->coups);
	view->coups = g_strdup("jcabb");
	show(shown, view);
	window = open_board(shown, "dark", 0);
	picture = picture_of(window);
	layout = sabot_board_get_layout(SABOT_BOARD(gtk_bin_get_child(GTK_BIN(window))));
	bead = &layout->roads[SABOT_WIRE_ROAD_BEAD];
	big = &layout->roads[SABOT_WIRE_ROAD_BIG];
	assert_int_equal(pixel_at(picture, bead->x + 27 - 18, bead->y + 27 - 18), BANCA);
	assert_int_equal(pixel_at(picture, bead->x + 27 + 18, bead->y + 27 + 18), PUNTO);
	assert_int_equal(pixel_at(picture, bead->x + 27, bead->y + 27 + 19), PUNTO); /* the disc */
	assert_int_equal(pixel_at(picture, big->x + 20 - 12, big->y + 20 - 12), BANCA);
	assert_int_equal(pixel_at(picture, big->x + 20, big->y + 20), TIE); /* its stroke */
	assert_int_equal(pixel_at(picture, big->x + 20 + 14, big->y + 20 + 5), PUNTO); /* ring */
	assert_int_equal(pixel_at(picture, big->x + 60, big->y + 20 + 14), BANCA);
	cairo_surface_destroy(picture);
	gtk_widget_destroy(window);
}

/* The house's colours are the head's alone; letters on it are black or white, whatever is read. */
static void
test_theme(void **state)
{
	g_autofree char *folder = g_dir_make_tmp("board-XXXXXX", NULL);
	g_autofree char *path = g_build_filename(folder, "house.ini", NULL);
	g_autofree char *logo = g_build_filename(folder, "logo.svg", NULL);
	struct sabot_board_style *style;
	GtkWidget *widget = g_object_ref_sink(gtk_drawing_area_new());
	GdkRGBA colour;
	GdkPixbuf *pixbuf;

	(void)state;
	g_file_set_contents(
		path, "[house]\nname=Norte\nhead=#F0E0A0\ngold=#010203\nlogo=logo.svg\n", -1, NULL);
	assert_null(sabot_board_style_new(NULL, path, NULL)); /* there is no logo */
	g_file_set_contents(logo,
			    "<svg xmlns='http://www.w3.org/2000/svg' width='660' height='84'>"
			    "<rect width='660' height='84'/></svg>",
			    -1, NULL);
	style = sabot_board_style_new(NULL, path, NULL);
	assert_non_null(style);
	assert_string_equal(sabot_board_style_get_name(style), "Norte");
	pixbuf = sabot_board_style_get_logo(style, 330, 84);
	assert_int_equal(gdk_pixbuf_get_width(pixbuf), 330);
	assert_int_equal(gdk_pixbuf_get_height(pixbuf), 42);
	sabot_board_style_apply(style, widget);
	assert_true(gtk_style_context_lookup_color(gtk_widget_get_style_context(widget),
						   "sabot_board_on_head", &colour));
	assert_true(colour.red < 0.1);
	assert_true(gtk_style_context_lookup_color(gtk_widget_get_style_context(widget),
						   "sabot_board_gold", &colour));
	assert_true(colour.blue < 0.02);
	assert_true(gtk_style_context_lookup_color(gtk_widget_get_style_context(widget),
						   "sabot_banca", &colour));
	assert_true(colour.red > 0.9);
	sabot_board_style_unref(style);
	g_object_unref(widget);
	remove(logo);
	remove(path);
	remove(folder);
}

/* Of each sign that the board writes, the fonts have one. */
static void
test_signs_are_there(void **state)
{
	struct shown *shown = *state;
	GtkWidget *label = g_object_ref_sink(gtk_label_new("莊 閒 和"));

	if (g_str_equal(shown->language, "zh"))
		assert_int_equal(pango_layout_get_unknown_glyphs_count(
					 gtk_label_get_layout(GTK_LABEL(label))),
				 0);
	g_object_unref(label);
}

int
main(int argc, char **argv)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_theme),       cmocka_unit_test(test_signs_are_there),
		cmocka_unit_test(test_punto_banco), cmocka_unit_test(test_pairs_have_their_corners),
		cmocka_unit_test(test_sentences),   cmocka_unit_test(test_blackjack),
	};
	struct shown shown = {.language = argc > 1 ? argv[1] : "en"};
	struct CMUnitTest all[G_N_ELEMENTS(tests)];
	int failed;

	sabot_text_init();
	sabot_text_set_language(shown.language);
	gtk_disable_setlocale();
	gtk_init(&argc, &argv);
	sabot_font_load();
	shown.feed = sabot_feed_new("/nowhere");
	shown.table = sabot_board_table_new(shown.feed, TABLE);
	memcpy(all, tests, sizeof(all));
	for (size_t i = 0; i < G_N_ELEMENTS(all); i++)
		all[i].initial_state = &shown;
	failed = cmocka_run_group_tests(all, NULL, NULL);
	g_object_unref(shown.table);
	g_object_unref(shown.feed);
	return failed;
}
