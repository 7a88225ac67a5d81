/*
 * The line on the cloth that the boxes stand at touches no letter, however high the cloth is, with
 * the dealer's hand below the boxes, beside them, or elsewhere.
 */
#include "cloth-scenes.h"
#include "frames.h"
#include "gui/display/cloth.h"
#include "gui/display/style.h"
#include "text/text.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum {
	WIDTH_PX = 1024,
	INK_MAX = 0x60,  /* of each colour: a letter, also of a hand that is done */
	LINE_MIN = 0x90, /* of red and blue: the line has no green */
	NEAR_PX = 2,
};

static const guchar *
pixel_at(const GdkPixbuf *picture, int x, int y)
{
	return gdk_pixbuf_read_pixels(picture) + y * gdk_pixbuf_get_rowstride(picture) +
	       x * gdk_pixbuf_get_n_channels(picture);
}

static bool
is_ink(const guchar *pixel)
{
	return MAX(pixel[0], MAX(pixel[1], pixel[2])) < INK_MAX;
}

static bool
is_line(const guchar *pixel)
{
	return pixel[0] > LINE_MIN && pixel[2] > LINE_MIN && pixel[1] < INK_MAX;
}

static bool
is_ink_near(const GdkPixbuf *picture, int x, int y)
{
	int right = MIN(gdk_pixbuf_get_width(picture) - 1, x + NEAR_PX);
	int bottom = MIN(gdk_pixbuf_get_height(picture) - 1, y + NEAR_PX);

	for (int near_y = MAX(0, y - NEAR_PX); near_y <= bottom; near_y++)
		for (int near_x = MAX(0, x - NEAR_PX); near_x <= right; near_x++)
			if (is_ink(pixel_at(picture, near_x, near_y)))
				return true;
	return false;
}

/* How much of the line is seen, and how much of that is at letters. */
static int
count_line(const GdkPixbuf *picture, int *ret_n_near)
{
	int n = 0;

	*ret_n_near = 0;
	for (int y = 0; y < gdk_pixbuf_get_height(picture); y++)
		for (int x = 0; x < gdk_pixbuf_get_width(picture); x++)
			if (is_line(pixel_at(picture, x, y))) {
				n++;
				*ret_n_near += is_ink_near(picture, x, y);
			}
	return n;
}

/* All boxes have played, with the words of what they did. */
static struct sabot_wire_view *
scene_stood(void)
{
	static const enum sabot_wire_hand_state states[] = {
		SABOT_WIRE_HAND_STOOD, SABOT_WIRE_HAND_COMPLETE, SABOT_WIRE_HAND_BUST};
	struct sabot_wire_view *view =
		scene_new(SABOT_WIRE_GAME_BLACKJACK, SABOT_WIRE_PHASE_DECIDING);

	for (int box = 1; box <= 7; box++)
		scene_add_hand(scene_add_box(view, box, 5000), "8S3S9C", 20,
			       states[box % G_N_ELEMENTS(states)]);
	view->dealer = scene_hand("6S", 6);
	return view;
}

static GdkPixbuf *
take_picture(int height_px, gboolean shows_dealer)
{
	SabotDealerTable *table = sabot_dealer_table_new("/nowhere", "T-1");
	struct sabot_wire_rules *rules = scene_rules(SABOT_WIRE_GAME_BLACKJACK, 7);
	struct sabot_wire_view *view = scene_stood();
	GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
	GtkWidget *cloth = g_object_new(SABOT_TYPE_CLOTH, NULL);
	GdkPixbuf *picture;

	sabot_dealer_table_set_rules(table, rules);
	gtk_style_context_add_class(gtk_widget_get_style_context(window), "display");
	sabot_cloth_set_table(SABOT_CLOTH(cloth), table, TRUE);
	sabot_cloth_set_shows_dealer(SABOT_CLOTH(cloth), shows_dealer);
	gtk_widget_set_size_request(cloth, WIDTH_PX, height_px);
	gtk_container_add(GTK_CONTAINER(window), cloth);
	gtk_widget_show(cloth);
	gtk_widget_show(window);
	sabot_table_list_put(sabot_feed_get_tables(sabot_dealer_table_get_feed(table)), view);
	frames_settle(window);
	frames_run_ms(50);
	picture = gdk_pixbuf_get_from_window(gtk_widget_get_window(window), 0, 0, WIDTH_PX,
					     height_px);
	gtk_widget_destroy(window);
	sabot_record_unref(view);
	sabot_record_unref(rules);
	g_object_unref(table);
	return picture;
}

static void
test_no_letter_is_touched(void **state)
{
	static const int heights_px[] = {120, 136, 150, 180, 200, 236, 260, 300, 344};
	const char *folder = g_getenv("SABOT_LOOK");
	int n_faults = 0;

	(void)state;
	for (gsize i = 0; i < 2 * G_N_ELEMENTS(heights_px); i++) {
		int height_px = heights_px[i / 2], n, n_near;
		g_autoptr(GdkPixbuf) picture = take_picture(height_px, i % 2);

		if (folder) {
			g_autofree char *path = g_strdup_printf("%s/arc-%d-%s.png", folder,
								height_px, i % 2 ? "dealer" : "");
			gdk_pixbuf_save(picture, path, "png", NULL, NULL);
		}
		n = count_line(picture, &n_near);
		if (n < WIDTH_PX / 2 || n_near > 0) {
			g_printerr("%d high, dealer %s: %d pixels of the line, %d of them at "
				   "letters\n",
				   height_px, i % 2 ? "here" : "elsewhere", n, n_near);
			n_faults++;
		}
	}
	assert_int_equal(n_faults, 0);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_no_letter_is_touched)};
	g_autoptr(GtkCssProvider) provider = gtk_css_provider_new();

	sabot_text_init();
	gtk_init(&argc, &argv);
	sabot_display_load_style("light");
	gtk_css_provider_load_from_data(
		provider, "@define-color sabot_cloth_line #ff00ff; .display { font-size: 13px; }",
		-1, NULL);
	gtk_style_context_add_provider_for_screen(gdk_screen_get_default(),
						  GTK_STYLE_PROVIDER(provider),
						  GTK_STYLE_PROVIDER_PRIORITY_APPLICATION + 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
