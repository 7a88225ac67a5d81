/*
 * How a board looks: one of its sheets (gui/style/board*.css) and the house's theme, a key file
 *
 *     [house]
 *     name=Gran Casino Norte
 *     head=#1B3A31
 *     gold=#C9A858
 *     logo=norte.svg
 *
 * each line of which may be missing. Only the head and its rule take the house's colours; all that
 * has a meaning keeps its own. `logo` is beside the file, or a path of its own: SVG or PNG, drawn
 * into 330×84; without one the name is.
 */
#pragma once

#include <gtk/gtk.h>

struct sabot_board_style;

/*
 * Load a look: "dark" (also for NULL), "light", "contrast" or "contrast-dark"; `theme_path` or
 * NULL. NULL with `error` if the look is unknown, or the theme cannot be read. Transferred.
 */
struct sabot_board_style *
sabot_board_style_new(const char *look, const char *theme_path, GError **error);

/* Counted references. */
struct sabot_board_style *
sabot_board_style_ref(struct sabot_board_style *style);
void
sabot_board_style_unref(struct sabot_board_style *style);

/* Apply its colours to one widget; they may differ from those of the rest of the program. */
void
sabot_board_style_apply(const struct sabot_board_style *style, GtkWidget *widget);

/* The house's name, "" if the theme has none. Borrowed. */
const char *
sabot_board_style_get_name(const struct sabot_board_style *style);

/* The logo scaled to fit; NULL if there is none. Borrowed, valid until the next call. */
GdkPixbuf *
sabot_board_style_get_logo(struct sabot_board_style *style, int width_px, int height_px);
