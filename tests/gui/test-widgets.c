/*
 * Cards, badge and tile in process, on an offscreen window: what they say to a screen reader and
 * that they draw what differs. Run with G_DEBUG=fatal-warnings: one warning of GTK ends it.
 */
#include "gui/console/table-tile.h"
#include "gui/widgets/badge.h"
#include "gui/widgets/cards.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { DEADLINE_S = 10 };

static void
add_card(GArray *cards, unsigned rank, unsigned suit, bool is_hidden)
{
	struct sabot_wire_card card = {.card = {(uint8_t)rank, (uint8_t)suit},
				       .is_hidden = is_hidden};

	g_array_append_val(cards, card);
}

static const char *
name_of(gpointer widget)
{
	return atk_object_get_name(gtk_widget_get_accessible(widget));
}

static GtkWidget *
show_offscreen(gpointer widget)
{
	GtkWidget *window = gtk_offscreen_window_new();

	gtk_container_add(GTK_CONTAINER(window), widget);
	gtk_widget_show_all(window);
	while (gtk_events_pending())
		gtk_main_iteration();
	return window;
}

/* What the widget draws, as one number. */
static guint
picture_of(gpointer widget)
{
	int width = gtk_widget_get_allocated_width(widget);
	int height = gtk_widget_get_allocated_height(widget);
	cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
	cairo_t *cr = cairo_create(surface);
	g_autoptr(GBytes) bytes = NULL;

	assert_true(width > 1 && height > 1);
	gtk_widget_draw(widget, cr);
	cairo_surface_flush(surface);
	bytes = g_bytes_new(cairo_image_surface_get_data(surface),
			    (gsize)(cairo_image_surface_get_stride(surface) * height));
	cairo_destroy(cr);
	cairo_surface_destroy(surface);
	return g_bytes_hash(bytes);
}

static void
test_cards(void **state)
{
	SabotCards *widget = g_object_new(SABOT_TYPE_CARDS, NULL);
	GArray *cards = g_array_new(FALSE, TRUE, sizeof(struct sabot_wire_card));
	guint first, second, four;
	GtkWidget *window;

	(void)state;
	add_card(cards, 10, SABOT_CLUBS, false);
	add_card(cards, 0, 0, false);
	add_card(cards, 0, 0, true);
	sabot_cards_set(widget, cards);
	window = show_offscreen(widget);
	assert_string_equal(name_of(widget), "ten of clubs, unread card, hidden card");
	first = picture_of(widget);
	assert_int_equal(picture_of(widget), first); /* the same twice */
	sabot_cards_set_four_colours(widget, TRUE);
	four = picture_of(widget);
	assert_int_not_equal(four, first);
	g_array_index(cards, struct sabot_wire_card, 2).is_hidden = false;
	sabot_cards_set(widget, cards);
	second = picture_of(widget);
	assert_int_not_equal(second, four);
	assert_string_equal(name_of(widget), "ten of clubs, unread card, unread card");
	gtk_widget_destroy(window);
	g_array_unref(cards);
}

static void
test_badges_differ_in_shape(void **state)
{
	guint pictures[SABOT_WIRE_SEVERITY_CRITICAL + 1];

	(void)state;
	for (int i = SABOT_WIRE_SEVERITY_LOW; i <= SABOT_WIRE_SEVERITY_CRITICAL; i++) {
		SabotBadge *badge = g_object_new(SABOT_TYPE_BADGE, NULL);
		GtkWidget *window = show_offscreen(badge);

		/* Faded ones have one colour: what still differs is shape and letter. */
		sabot_badge_set(badge, (enum sabot_wire_severity)i, TRUE);
		pictures[i] = picture_of(badge);
		for (int j = SABOT_WIRE_SEVERITY_LOW; j < i; j++)
			assert_int_not_equal(pictures[i], pictures[j]);
		gtk_widget_destroy(window);
	}
}

static struct sabot_wire_view *
view_new(void)
{
	struct sabot_wire_view *view = sabot_record_new(&sabot_wire_view_type);

	view->table = g_strdup("PB-01");
	view->game = SABOT_WIRE_GAME_PUNTO_BANCO;
	view->phase = SABOT_WIRE_PHASE_DEALING;
	view->punto = sabot_record_new(&sabot_wire_hand_type);
	view->banca = sabot_record_new(&sabot_wire_hand_type);
	add_card(view->punto->cards, 9, SABOT_HEARTS, false);
	view->punto->total = 9;
	return view;
}

static void
test_tile(void **state)
{
	struct sabot_wire_view *view = view_new(), *worse = view_new();
	g_autoptr(SabotTableItem) item = sabot_table_item_new(view, NULL);
	GtkWidget *tile = sabot_table_tile_new(item);
	GtkWidget *window = gtk_offscreen_window_new();
	GtkWidget *box = gtk_flow_box_new();
	struct sabot_wire_incident *worst = sabot_record_new(&sabot_wire_incident_type);
	int64_t limit_us = g_get_monotonic_time() + DEADLINE_S * G_USEC_PER_SEC;

	(void)state;
	gtk_container_add(GTK_CONTAINER(window), box);
	gtk_container_add(GTK_CONTAINER(box), tile);
	gtk_widget_show(box);
	gtk_widget_show(window);
	assert_string_equal(name_of(tile), "PB-01, punto banco, dealing");
	worst->table = g_strdup("PB-01");
	worst->code = g_strdup("card_in_excess");
	worst->severity = SABOT_WIRE_SEVERITY_HIGH;
	worst->text = g_strdup("A card too many.");
	worse->incidents = sabot_record_new(&sabot_wire_open_incidents_type);
	worse->incidents->open = 2;
	worse->incidents->worst = worst;
	sabot_table_item_set_view(item, worse);
	/* By itself, at the next frame. */
	while (!strstr(name_of(tile), "incident: card too many, high")) {
		assert_true(g_get_monotonic_time() < limit_us);
		gtk_main_iteration_do(FALSE);
	}
	assert_true(gtk_style_context_has_class(gtk_widget_get_style_context(tile), "high"));
	for (int i = SABOT_TILE_LARGE; i <= SABOT_TILE_COMPACT; i++)
		sabot_table_tile_set_density(SABOT_TABLE_TILE(tile), (enum sabot_tile_density)i);
	sabot_table_item_set_view(item, view);
	sabot_table_tile_refresh(SABOT_TABLE_TILE(tile));
	assert_false(gtk_style_context_has_class(gtk_widget_get_style_context(tile), "high"));
	gtk_widget_destroy(window);
	sabot_record_unref(view);
	sabot_record_unref(worse);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cards),
		cmocka_unit_test(test_badges_differ_in_shape),
		cmocka_unit_test(test_tile),
	};
	g_autoptr(GtkCssProvider) provider = NULL;

	gtk_test_init(&argc, &argv, NULL);
	provider = gtk_css_provider_new();
	gtk_css_provider_load_from_resource(provider, "/org/sabot/style/console.css");
	gtk_style_context_add_provider_for_screen(gdk_screen_get_default(),
						  GTK_STYLE_PROVIDER(provider),
						  GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
