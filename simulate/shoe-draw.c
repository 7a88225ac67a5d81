/*
 * A card leaves the simulated shoe: its frame, and the faults that can occur on the way. See
 * shoe-draw.h.
 */
#include "shoe-draw.h"
#include "text/escape.h"

#include <glib/gi18n.h>

/* The faults that show when a card is drawn. */
static bool
is_fault_of_drawing(enum shoe_fault fault)
{
	return fault == SHOE_FAULT_UNREAD || fault == SHOE_FAULT_REPEATED_FRAMES ||
	       fault == SHOE_FAULT_LOST_FRAME || fault == SHOE_FAULT_CABLE_PULL;
}

/* The last round's hands stay in view until the next one's first card: then it begins at 1. */
static guint
next_index(const struct sabot_wire_prompt *prompt, const struct sabot_wire_hand *hand)
{
	guint n_cards = hand && hand->cards ? hand->cards->len : 0;
	bool is_dealing =
		prompt->kind == SABOT_WIRE_PROMPT_DEAL || prompt->kind == SABOT_WIRE_PROMPT_BETS;
	bool is_old = is_dealing && n_cards >= 2;

	return is_old ? 1 : n_cards + 1;
}

/* Where the shoe thinks the card goes; nowhere if it has no idea (blackjack). */
static struct shoe_draw
draw_of(const struct shoe_table *table, struct sabot_card card)
{
	struct shoe_draw draw = {.card = card};
	const struct sabot_wire_view *view = table->view;

	if (!view || view->game != SABOT_WIRE_GAME_PUNTO_BANCO || !view->prompt)
		return draw;
	if (view->prompt->kind == SABOT_WIRE_PROMPT_BURN) {
		int64_t burned = view->shoe ? view->shoe->burned_cards : 0;

		draw.place = burned == 0 ? SABOT_SHOE_TARGET_FIRST : SABOT_SHOE_TARGET_BURN;
		draw.index = (unsigned)MAX(burned, 0);
	} else if (view->prompt->who == SABOT_WIRE_WHO_PUNTO ||
		   view->prompt->kind == SABOT_WIRE_PROMPT_BETS) {
		draw.place = SABOT_SHOE_TARGET_PUNTO;
		draw.index = next_index(view->prompt, view->punto);
	} else {
		/* A draw without a name: the last to draw is banca, and so is who overdraws. */
		draw.place = SABOT_SHOE_TARGET_BANCA;
		draw.index = next_index(view->prompt, view->banca);
	}
	return draw;
}

static void
await(struct shoe_table *table, const char *event)
{
	if (!table->client)
		return;
	table->awaited = event;
	table->awaited_us = g_get_monotonic_time();
	table->awaited_seen = shoe_table_seen(table);
	table->said_again = 0;
}

static void
clear_error(struct shoe_table *table)
{
	if (!table->error_shown)
		return;
	table->frames.language->error_cleared(&table->frames);
	table->error_shown = false;
}

/* The frame of a card when the round's fault is one of drawing. */
static void
draw_with_fault(struct shoe_table *table, struct shoe_draw draw, const char *name)
{
	const struct shoe_language *language = table->frames.language;

	switch (table->fault) {
	case SHOE_FAULT_UNREAD:
		table->unread = draw.card;
		draw.card = (struct sabot_card){0};
		language->draw(&table->frames, &draw, SHOE_REPORTED);
		language->error(&table->frames, SABOT_SHOE_FAULT_CANNOT_READ);
		table->error_shown = true;
		await(table, "card");
		shoe_table_print_fault(table, _("the shoe cannot read a card (it is %s)"), name);
		break;
	case SHOE_FAULT_REPEATED_FRAMES:
		language->draw(&table->frames, &draw, SHOE_REPORTED_TOO_OFTEN);
		await(table, "card");
		shoe_table_print_fault(table, _("the shoe says %s five times"), name);
		break;
	case SHOE_FAULT_LOST_FRAME:
		language->draw(&table->frames, &draw, SHOE_NOT_REPORTED);
		shoe_table_print_fault(table, _("%s left the shoe and nothing was reported"), name);
		break;
	case SHOE_FAULT_CABLE_PULL:
	case SHOE_FAULT_NONE:
	case SHOE_FAULT_WRONG_THIRD_CARD:
	case SHOE_FAULT_OVERDRAW:
	case SHOE_FAULT_EXTRA_CARD:
	case SHOE_FAULT_MISSING_CARD:
	case SHOE_FAULT_EARLY_CARD:
	case SHOE_FAULT_WRONG_PAYMENT:
	case SHOE_FAULT_WRONG_RESULT:
		language->draw(&table->frames, &draw, SHOE_REPORTED);
		await(table, "card");
		table->pull_next = true;
		break;
	}
}

void
shoe_table_show_card(struct shoe_table *table, struct sabot_card card)
{
	struct shoe_draw draw = draw_of(table, card);
	char name[SABOT_CARD_TEXT_SIZE];
	bool in_round = !table->view || !table->view->prompt ||
			table->view->prompt->kind != SABOT_WIRE_PROMPT_BURN;

	sabot_card_format(card, name);
	table->n_cards++;
	clear_error(table);
	if (is_fault_of_drawing(table->fault) && in_round) {
		if (table->fault_after_cards == 0) {
			draw_with_fault(table, draw, name);
			return;
		}
		table->fault_after_cards--;
	}
	table->frames.language->draw(&table->frames, &draw, SHOE_REPORTED);
	await(table, "card");
	if (!table->client)
		shoe_table_print(table, _("card %u: %s"), table->n_cards, name);
}

void
shoe_table_show_cut_card(struct shoe_table *table)
{
	if (table->frames.language->cut_card) {
		table->frames.language->cut_card(&table->frames);
		await(table, "cut_card");
	} else if (table->client) {
		shoe_table_queue(table, json_pack("{s:s, s:s}", "ev", "cut_card", "src", "manual"));
	}
	shoe_table_print(table, _("the cut card comes out"));
}

bool
shoe_table_draw(struct shoe_table *table)
{
	struct sabot_card card;

	if (shoe_pack_cut_is_next(&table->pack)) {
		shoe_pack_draw_cut(&table->pack);
		shoe_table_show_cut_card(table);
		return true;
	}
	if (!shoe_pack_draw(&table->pack, &card))
		return false;
	shoe_table_show_card(table, card);
	return true;
}

void
shoe_table_spoil_load(struct shoe_table *table)
{
	struct sabot_card card;
	char name[SABOT_CARD_TEXT_SIZE];

	if (table->fault == SHOE_FAULT_EXTRA_CARD &&
	    shoe_pack_slip_in(&table->pack, &table->random, &card))
		shoe_table_print_fault(table, _("one more %s is slipped into the shoe"),
				       sabot_card_format(card, name));
	else if (table->fault == SHOE_FAULT_MISSING_CARD &&
		 shoe_pack_take_out(&table->pack, &table->random, &card))
		shoe_table_print_fault(table, _("%s is taken out of the shoe"),
				       sabot_card_format(card, name));
}

void
shoe_table_pull_cable(struct shoe_table *table)
{
	table->pull_next = false;
	shoe_table_print_fault(table, _("the shoe's cable is pulled"));
	shoe_line_pull(table->line);
	table->replug_us = g_get_monotonic_time() + SHOE_CABLE_OUT_MS * 1000;
}

void
shoe_table_look_after_cable(struct shoe_table *table)
{
	g_autoptr(GError) error = NULL;

	if (table->replug_us == 0 || g_get_monotonic_time() < table->replug_us)
		return;
	if (!shoe_line_plug(table->line, &error)) {
		g_printerr("sabot-shoe: %s\n", sabot_text_plain(error->message));
		table->replug_us += G_USEC_PER_SEC;
		return;
	}
	table->replug_us = 0;
	shoe_table_print(table, _("the shoe's cable is back"));
}
