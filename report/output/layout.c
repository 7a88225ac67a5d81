/* Cards: see layout.h. */
#include "layout.h"

#include "report/report-words.h"
#include "text/words.h"

#include <string.h>

/* Points. */
#define CARD_WIDTH 25.0
#define CARD_HEIGHT 35.0
#define CARD_RADIUS 3.0
#define CARD_GAP 4.0
#define PLACE_GAP 7.0
#define PLACE_ROOM 80.0
#define CARDS_ROOM 178.0 /* of six */
#define BACK_STEP 4.0
#define TITLE_GAP 10.0

enum { FIXED_COLUMNS = 2 }; /* where, and its cards */

static void
outline(cairo_t *cairo, double x, double y)
{
	double right = x + CARD_WIDTH, bottom = y + CARD_HEIGHT;

	cairo_new_sub_path(cairo);
	cairo_arc(cairo, right - CARD_RADIUS, y + CARD_RADIUS, CARD_RADIUS, -G_PI_2, 0);
	cairo_arc(cairo, right - CARD_RADIUS, bottom - CARD_RADIUS, CARD_RADIUS, 0, G_PI_2);
	cairo_arc(cairo, x + CARD_RADIUS, bottom - CARD_RADIUS, CARD_RADIUS, G_PI_2, G_PI);
	cairo_arc(cairo, x + CARD_RADIUS, y + CARD_RADIUS, CARD_RADIUS, G_PI, 3 * G_PI_2);
	cairo_close_path(cairo);
}

/* Face down: hatched. */
static void
draw_back(cairo_t *cairo, double x, double y)
{
	cairo_save(cairo);
	outline(cairo, x, y);
	cairo_clip(cairo);
	cairo_set_line_width(cairo, 0.5);
	for (double at = x - CARD_HEIGHT; at < x + CARD_WIDTH; at += BACK_STEP) {
		cairo_move_to(cairo, at, y + CARD_HEIGHT);
		cairo_line_to(cairo, at + CARD_HEIGHT, y);
	}
	cairo_stroke(cairo);
	cairo_restore(cairo);
}

/* Words in the middle of the card, at this height. */
static void
draw_middle(struct sabot_printer *printer, const char *text, double x, double y)
{
	g_autoptr(PangoLayout) words = sabot_printer_layout(printer, SABOT_PRINTER_BOLD, text, -1);
	double width, height;

	sabot_printer_measure(words, &width, &height);
	sabot_printer_show(printer, words, x + (CARD_WIDTH - width) / 2, y - height / 2);
}

/* "TH": the rank above, the suit below. */
static void
draw_face(struct sabot_printer *printer, const char *card, double x, double y)
{
	struct sabot_card known = {0};

	sabot_card_parse(card, strlen(card), &known);
	draw_middle(printer, sabot_text_rank_sign(known.rank), x, y + CARD_HEIGHT * 0.3);
	draw_middle(printer, sabot_text_suit_sign(known.suit), x, y + CARD_HEIGHT * 0.7);
}

static void
draw_card(struct sabot_printer *printer, const char *card, double x, double y)
{
	if (strcmp(card, "##") == 0)
		draw_back(printer->cairo, x, y);
	else
		draw_face(printer, card, x, y);
	cairo_set_line_width(printer->cairo, 0.8);
	outline(printer->cairo, x, y);
	cairo_stroke(printer->cairo);
}

/* The words of the columns behind the cards, a line each. */
static char *
words_beside(const struct sabot_printer *printer, const struct sabot_report_section *section,
	     const struct sabot_report_row *row)
{
	GString *words = g_string_new(NULL);

	for (guint i = FIXED_COLUMNS; i < section->n_columns; i++) {
		g_autofree char *cell = sabot_report_cell_words(
			printer->report, section->columns[i].kind, &row->cells[i]);

		if (cell[0])
			g_string_append_printf(words, "%s%s: %s", words->len > 0 ? "\n" : "",
					       sabot_report_column_title(&section->columns[i]),
					       cell);
	}
	return g_string_free(words, FALSE);
}

/* As many as fit into each line; the place where we are comes down below them. */
static void
draw_cards(struct sabot_printer *printer, const char *text)
{
	g_auto(GStrv) cards = g_strsplit(text, " ", -1);
	double left = sabot_printer_left(printer) + PLACE_ROOM;
	double x = left;

	for (guint i = 0; cards[i]; i++) {
		if (strlen(cards[i]) < 2)
			continue;
		if (x + CARD_WIDTH > left + CARDS_ROOM) {
			printer->y += CARD_HEIGHT + CARD_GAP;
			sabot_printer_need(printer, CARD_HEIGHT);
			x = left;
		}
		draw_card(printer, cards[i], x, printer->y);
		x += CARD_WIDTH + CARD_GAP;
	}
	printer->y += CARD_HEIGHT;
}

static void
show_place(struct sabot_printer *printer, const struct sabot_report_section *section,
	   const struct sabot_report_row *row)
{
	g_autofree char *beside = words_beside(printer, section, row);
	g_autoptr(PangoLayout) where =
		sabot_printer_layout(printer, SABOT_PRINTER_BOLD, row->cells[0].text, PLACE_ROOM);
	double left = sabot_printer_left(printer) + PLACE_ROOM + CARDS_ROOM;
	g_autoptr(PangoLayout) words = sabot_printer_layout(printer, SABOT_PRINTER_PLAIN, beside,
							    sabot_printer_right(printer) - left);
	double width, height, other, bottom;
	bool has_cards = row->cells[1].text && row->cells[1].text[0];

	sabot_printer_measure(words, &width, &height);
	sabot_printer_measure(where, &width, &other);
	height = MAX(height, other);
	if (sabot_printer_need(printer, MAX(has_cards ? CARD_HEIGHT : 0, height) + PLACE_GAP))
		sabot_printer_continue(printer, section->title);
	sabot_printer_show(printer, where, sabot_printer_left(printer), printer->y);
	sabot_printer_show(printer, words, left, printer->y);
	bottom = printer->y + height;
	if (has_cards)
		draw_cards(printer, row->cells[1].text);
	printer->y = MAX(printer->y, bottom) + PLACE_GAP;
}

void
sabot_layout_show(struct sabot_printer *printer, const struct sabot_report_section *section)
{
	sabot_printer_need(printer, 2 * CARD_HEIGHT);
	printer->y += TITLE_GAP;
	sabot_printer_paragraph(printer, SABOT_PRINTER_BOLD, section->title);
	printer->y += PLACE_GAP;
	for (guint i = 0; i < section->rows->len; i++)
		show_place(printer, section, g_ptr_array_index(section->rows, i));
}
