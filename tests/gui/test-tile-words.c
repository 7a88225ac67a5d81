/*
 * Every kind of incident on a tile of each size, in one language: its name is whole, no word is
 * broken, and where sixty tables share a screen its letters are those that two metres ask for.
 *
 * usage: test-tile-words LANGUAGE; SABOT_LOOK=DIR keeps a picture of each tile.
 */
#include "frames.h"
#include "gui/console/floor/table-tile.h"
#include "gui/style/look.h"
#include "gui/style/screen-font.h"
#include "gui/widgets/spread.h"
#include "letters.h"
#include "text/text.h"

#include <string.h>

enum {
	WAITED_S = 754, /* 12:34 */
	LIGHT = 0xe0,
	HANDS_MARGIN_PX = 4,
	UNIT_PX = 14,      /* of sabot-tile-grid in the style sheet */
	SIXTY_TEXT_PX = 17 /* among sixty tables of a screen of 1920 x 1080, and fewer */
};

static const char *const codes[] = {
#define SABOT_INCIDENT(number, name, word, severity) word,
#include "engine/core/incident.def"
};

struct check {
	const char *language;
	GtkWidget *window, *grid, *tile;
	SabotTableItem *item;
	struct sabot_wire_view *view;
	int density, n_faults;
};

static struct sabot_wire_view *
view_new(void)
{
	struct sabot_wire_view *view = sabot_record_new(&sabot_wire_view_type);
	struct sabot_wire_incident *worst = sabot_record_new(&sabot_wire_incident_type);

	view->table = g_strdup("PB-48");
	view->game = SABOT_WIRE_GAME_PUNTO_BANCO;
	view->phase = SABOT_WIRE_PHASE_RULING;
	view->punto = sabot_record_new(&sabot_wire_hand_type);
	view->banca = sabot_record_new(&sabot_wire_hand_type);
	view->is_saved = true;
	worst->table = g_strdup("PB-48");
	worst->code = g_strdup(codes[0]);
	worst->severity = SABOT_WIRE_SEVERITY_CRITICAL;
	worst->at_us = g_get_real_time() - WAITED_S * G_USEC_PER_SEC;
	worst->id = 1;
	worst->text = g_strdup("It is.");
	view->incidents = sabot_record_new(&sabot_wire_open_incidents_type);
	view->incidents->open = 3;
	view->incidents->worst = worst;
	return view;
}

static bool
has_class(GtkWidget *widget, const char *name)
{
	return gtk_style_context_has_class(gtk_widget_get_style_context(widget), name);
}

static void
complain(struct check *check, const char *text, const char *what)
{
	g_printerr("%s, %s%s: “%s” %s\n", check->language, sabot_tile_looks[check->density].style,
		   has_class(check->tile, "stopped") ? ", stopped" : "", text, what);
	check->n_faults++;
}

/* A line that ends inside a word. */
static bool
breaks_a_word(PangoLayout *layout)
{
	const char *text = pango_layout_get_text(layout);

	for (int i = 1; i < pango_layout_get_line_count(layout); i++) {
		int start = pango_layout_get_line_readonly(layout, i)->start_index;

		if (start > 0 && text[start] != '\0' && text[start - 1] != ' ')
			return true;
	}
	return false;
}

static void
check_label(GtkWidget *widget, gpointer data)
{
	struct check *check = data;
	PangoLayout *layout;
	const char *text;

	if (!gtk_widget_get_visible(widget))
		return;
	if (GTK_IS_CONTAINER(widget))
		gtk_container_forall(GTK_CONTAINER(widget), check_label, check);
	if (!GTK_IS_LABEL(widget) || !*gtk_label_get_text(GTK_LABEL(widget)))
		return;
	layout = gtk_label_get_layout(GTK_LABEL(widget));
	text = gtk_label_get_text(GTK_LABEL(widget));
	if (pango_layout_is_ellipsized(layout))
		complain(check, text, "is shortened");
	else if (breaks_a_word(layout))
		complain(check, text, "is broken inside a word");
	if (has_class(widget, "alert-text") && check->density <= SABOT_TILE_SMALL &&
	    check->density >= SABOT_TILE_NORMAL && letters_of(layout) < SIXTY_TEXT_PX)
		complain(check, text, "is too small for two metres");
}

static void
keep_picture(struct check *check, const char *code, int width_px, int height_px)
{
	const char *folder = g_getenv("SABOT_LOOK");
	cairo_surface_t *surface;
	g_autofree char *path = NULL;
	cairo_t *cr;

	if (!folder)
		return;
	path = g_strdup_printf("%s/%s-%s-%s%s.png", folder, check->language,
			       sabot_tile_looks[check->density].style, code,
			       has_class(check->tile, "stopped") ? "-stopped" : "");
	surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width_px, height_px);
	cr = cairo_create(surface);
	gtk_widget_draw(check->tile, cr);
	cairo_destroy(cr);
	cairo_surface_write_to_png(surface, path);
	cairo_surface_destroy(surface);
}

/* In the least size that the grid gives to a tile of this density. `needs_style`: it is another
 * than before, or waits now. */
static void
check_code(struct check *check, const char *code, bool is_stopped, bool needs_style)
{
	const struct sabot_tile_size *size = &sabot_tile_sizes[check->density];
	int width_px = (int)(size->width_em * sabot_font_get_letter_size(check->grid)),
	    height_px = (int)(size->height_em * UNIT_PX);
	struct sabot_wire_open_incidents *incidents = check->view->incidents;
	GtkAllocation room = {0, 0, width_px, height_px};
	int wanted_px;

	g_free(incidents->worst->code);
	incidents->worst->code = g_strdup(code);
	g_clear_pointer(&incidents->stops, sabot_record_unref);
	if (is_stopped)
		incidents->stops = sabot_record_ref(incidents->worst);
	check->view->phase = is_stopped ? SABOT_WIRE_PHASE_RULING : SABOT_WIRE_PHASE_DEALING;
	sabot_table_tile_refresh(SABOT_TABLE_TILE(check->tile));
	if (needs_style)
		frames_settle(check->window);
	gtk_widget_get_preferred_height_for_width(check->tile, width_px, &wanted_px, NULL);
	if (wanted_px > height_px)
		complain(check, code, "wants a higher tile");
	gtk_widget_size_allocate(check->tile, &room);
	check_label(gtk_bin_get_child(GTK_BIN(check->tile)), check);
	keep_picture(check, code, width_px, height_px);
}

static void
name_table(struct check *check, const char *name)
{
	g_free(check->view->table);
	check->view->table = g_strdup(name);
}

static void
find_spread(GtkWidget *widget, gpointer data)
{
	if (SABOT_IS_SPREAD(widget))
		*(GtkWidget **)data = widget;
	else if (GTK_IS_CONTAINER(widget))
		gtk_container_forall(GTK_CONTAINER(widget), find_spread, data);
}

/* As a panel is, and no severity. */
static bool
is_light(cairo_surface_t *picture, int x, int y)
{
	const guchar *pixel = cairo_image_surface_get_data(picture) +
			      y * cairo_image_surface_get_stride(picture) + x * 4;

	return MIN(MIN(pixel[0], pixel[1]), pixel[2]) > LIGHT;
}

/* A small tile that waits is filled with its severity's colour, on which ink is not read: its hands
 * have the ground that their colours are made for. */
static void
check_hands(struct check *check)
{
	GtkAllocation room = {0, 0, 13 * UNIT_PX, 10 * UNIT_PX};
	cairo_surface_t *picture =
		cairo_image_surface_create(CAIRO_FORMAT_RGB24, room.width, room.height);
	cairo_t *cr = cairo_create(picture);
	GtkWidget *spread = NULL;
	GtkAllocation hands;
	int y;

	check->density = SABOT_TILE_SMALL;
	sabot_table_tile_set_density(SABOT_TABLE_TILE(check->tile), SABOT_TILE_SMALL);
	check_code(check, codes[0], true, true);
	gtk_widget_size_allocate(check->tile, &room);
	gtk_widget_draw(check->tile, cr);
	cairo_surface_flush(picture);
	find_spread(check->tile, &spread);
	gtk_widget_get_allocation(spread, &hands);
	y = hands.y + hands.height / 2;
	if (!is_light(picture, hands.x + 1, y))
		complain(check, "hands", "have no ground of their own");
	if (is_light(picture, hands.x - HANDS_MARGIN_PX, y))
		complain(check, "the tile", "is not filled");
	cairo_destroy(cr);
	cairo_surface_destroy(picture);
}

static void
show_tile(struct check *check)
{
	struct sabot_tile_group group = {(char *)"", 1};
	g_autoptr(GArray) groups = g_array_new(FALSE, FALSE, sizeof(group));
	g_autoptr(GPtrArray) tiles = g_ptr_array_new();

	check->window = gtk_offscreen_window_new();
	check->grid = g_object_new(SABOT_TYPE_TILE_GRID, NULL);
	check->tile = sabot_table_tile_new(check->item, SABOT_TILE_LARGE);
	g_array_append_val(groups, group);
	g_ptr_array_add(tiles, check->tile);
	sabot_tile_grid_set_sizes(SABOT_TILE_GRID(check->grid), sabot_tile_sizes,
				  SABOT_TILE_N_DENSITIES);
	gtk_container_add(GTK_CONTAINER(check->grid), check->tile);
	sabot_tile_grid_arrange(SABOT_TILE_GRID(check->grid), tiles, groups);
	gtk_container_add(GTK_CONTAINER(check->window), check->grid);
	gtk_widget_show_all(check->grid);
	gtk_widget_show(check->window);
}

int
main(int argc, char **argv)
{
	struct check check = {.language = argv[1]};
	SabotSettings *settings;
	struct sabot_look *look;

	if (argc != 2)
		return 2;
	sabot_text_init();
	sabot_text_set_language(check.language);
	gtk_disable_setlocale();
	gtk_init(NULL, NULL);
	settings = sabot_settings_new(NULL);
	look = sabot_look_new(settings);
	check.view = view_new();
	check.item = sabot_table_item_new(check.view, NULL);
	show_tile(&check);
	for (check.density = 0; check.density < SABOT_TILE_N_DENSITIES; check.density++) {
		sabot_table_tile_set_density(SABOT_TABLE_TILE(check.tile),
					     (enum sabot_tile_density)check.density);
		for (int is_stopped = 0; is_stopped < 2; is_stopped++) {
			for (gsize i = 0; i < G_N_ELEMENTS(codes); i++)
				check_code(&check, codes[i], is_stopped, i == 0);
			name_table(&check, "BJ-148");
			check_code(&check, codes[0], is_stopped, true);
			name_table(&check, "PB-48");
			sabot_table_item_set_stale(check.item, TRUE);
			check_code(&check, codes[0], is_stopped, true);
			name_table(&check, "BJ-148");
			check_code(&check, codes[0], is_stopped, true);
			name_table(&check, "PB-48");
			sabot_table_item_set_stale(check.item, FALSE);
		}
	}
	check_hands(&check);
	gtk_widget_destroy(check.window);
	g_object_unref(check.item);
	sabot_record_unref(check.view);
	sabot_look_free(look);
	g_object_unref(settings);
	g_print("%s: %zu kinds, %d faults\n", check.language, G_N_ELEMENTS(codes), check.n_faults);
	return check.n_faults > 0;
}
