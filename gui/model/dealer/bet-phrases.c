/* Squares and bets in words: see bet-phrases.h. */
#include "bet-phrases.h"

#include "text/money.h"
#include "text/words.h"

#include <glib/gi18n-lib.h>
#include <string.h>

enum { SHORT_NAME = 9 }; /* characters that a small square has room for */

char *
sabot_phrase_seat(bool is_blackjack, int64_t box)
{
	return g_strdup_printf(is_blackjack
				       /* Translators: a box (betting place) by its number. */
				       ? _("box %d")
				       /* Translators: a player's place by its number. */
				       : _("seat %d"),
			       (int)box);
}

static const char *
name_bet(const char *on)
{
	enum sabot_bet bet = sabot_bet_from_string(on);

	if (bet == SABOT_BET_MAIN)
		return C_("key", "main bet");
	return *sabot_text_bet(bet) ? sabot_text_bet(bet) : on;
}

char *
sabot_phrase_bet_name(const char *on, int bettor)
{
	if (bettor > 0)
		/* Translators: the square of the second (B) or third (C) who bets on one box. */
		return g_strdup_printf(C_("square", "behind %c"), 'A' + bettor);
	return g_strdup(name_bet(on));
}

/* Abbreviates a name that is too long for a small square: "RM 21". Transferred. */
static char *
abbreviate(const char *name)
{
	g_auto(GStrv) words = g_strsplit(name, " ", -1);
	GString *text = g_string_new(NULL);

	for (guint i = 0; words[i]; i++) {
		if (!g_unichar_isalpha(g_utf8_get_char(words[i])))
			g_string_append_printf(text, " %s", words[i]);
		else
			g_string_append_unichar(text, g_unichar_toupper(g_utf8_get_char(words[i])));
	}
	return g_string_free(text, FALSE);
}

char *
sabot_phrase_bet_short(const char *on, int bettor)
{
	enum sabot_bet bet = sabot_bet_from_string(on);
	g_autofree char *name = NULL;

	if (bet == SABOT_BET_PUNTO_PAIR)
		/* Translators: on the small square of the punto's pair. */
		return g_strdup(C_("square", "PP"));
	if (bet == SABOT_BET_BANCA_PAIR)
		/* Translators: on the small square of the banca's pair. */
		return g_strdup(C_("square", "BB"));
	if (bet == SABOT_BET_MAIN && bettor == 0)
		return g_strdup(sabot_text_bet(bet));
	name = sabot_phrase_bet_name(on, bettor);
	return bettor == 0 && bet != SABOT_BET_MAIN && g_utf8_strlen(name, -1) > SHORT_NAME
		       ? abbreviate(name)
		       : g_steal_pointer(&name);
}

static char *
show_state(const struct sabot_dealer_square *square, const struct sabot_dealer_square_state *state)
{
	char money[SABOT_TEXT_MONEY_SIZE];

	if (square->on == SABOT_DEALER_BOX)
		return g_strdup(!state->is_in          ? ""
				: state->is_as_before ? C_("square", "in as before")
						      : C_("square", "in"));
	if (!state->is_in)
		return g_strdup("");
	sabot_text_money_spaced(state->amount_minor, money);
	/* Translators: a stake that is the one of the last round. */
	return state->is_as_before ? g_strdup_printf(C_("square", "%s as before"), money)
				   : g_strdup(money);
}

char *
sabot_phrase_square(bool is_blackjack, const struct sabot_dealer_square *square,
		    const struct sabot_dealer_square_state *state)
{
	g_autofree char *seat = sabot_phrase_seat(is_blackjack, square->box);
	g_autofree char *name = square->on == SABOT_DEALER_BOX
					? NULL
					: sabot_phrase_bet_name(square->on, square->bettor);
	g_autofree char *what = show_state(square, state);
	GString *text = g_string_new(seat);

	if (name)
		g_string_append_printf(text, ", %s", name);
	if (*what)
		g_string_append_printf(text, ", %s", what);
	if (state->is_too_low)
		g_string_append_printf(text, ", %s", C_("square", "below the minimum"));
	if (state->is_too_high)
		g_string_append_printf(text, ", %s", C_("square", "above the maximum"));
	return g_string_free(text, FALSE);
}

char *
sabot_phrase_limit(const struct sabot_dealer_squares *squares,
		   const struct sabot_dealer_square_state *state)
{
	char money[SABOT_TEXT_MONEY_SIZE];

	if (state->is_too_low)
		/* Translators: the least stake, written under one that is lower. */
		return g_strdup_printf(C_("square", "min %s"),
				       sabot_text_money_spaced(squares->min_minor, money));
	if (state->is_too_high)
		/* Translators: the greatest stake, written under one that is higher. */
		return g_strdup_printf(C_("square", "max %s"),
				       sabot_text_money_spaced(squares->max_minor, money));
	return NULL;
}

static char *
count_seats(bool is_blackjack, int n)
{
	return g_strdup_printf(
		is_blackjack ? g_dngettext(GETTEXT_PACKAGE, "%d box", "%d boxes", (gulong)n)
			     : g_dngettext(GETTEXT_PACKAGE, "%d seat", "%d seats", (gulong)n),
		n);
}

char *
sabot_phrase_bets_close(bool is_blackjack, const struct sabot_dealer_bets_state *state)
{
	g_autofree char *seats = count_seats(is_blackjack, state->n_playing);
	char money[SABOT_TEXT_MONEY_SIZE];

	if (state->n_too_low > 0)
		/* Translators: how many seats bet, and how many stakes are below the minimum. */
		return g_strdup_printf(C_("key", "%s, %d too low"), seats, state->n_too_low);
	if (state->n_too_high > 0)
		/* Translators: how many seats bet, and on how many bets lies too much. */
		return g_strdup_printf(C_("key", "%s, %d too high"), seats, state->n_too_high);
	if (state->has_before && state->n_changed > 0)
		/* Translators: how many seats bet as in the last round, and how many do not. */
		return g_strdup_printf(C_("key", "%d as before, %d changed"), state->n_as_before,
				       state->n_changed);
	if (state->has_before)
		return g_strdup_printf(C_("key", "%d as before"), state->n_as_before);
	if (state->n_playing == 0)
		return NULL;
	if (state->sum_minor == 0)
		return g_steal_pointer(&seats);
	return g_strdup_printf("%s, %s", seats, sabot_text_money_spaced(state->sum_minor, money));
}

/* `text` with a capital letter; transferred. */
static char *
begin_sentence(char *text)
{
	GString *sentence = g_string_new(NULL);

	g_string_append_unichar(sentence, g_unichar_toupper(g_utf8_get_char(text)));
	g_string_append(sentence, g_utf8_next_char(text));
	g_free(text);
	return g_string_free(sentence, FALSE);
}

/* The first bet outside the limits. */
static char *
find_beyond(const struct sabot_dealer_squares *squares)
{
	static const char *const bets[] = {"main", "punto", "banca"};

	for (int64_t box = 1; box <= squares->n_boxes; box++) {
		for (guint i = 0; i < G_N_ELEMENTS(bets) * 3; i++) {
			struct sabot_dealer_square square = {box, g_intern_string(bets[i / 3]),
							     (int)(i % 3)};
			struct sabot_dealer_square_state state =
				sabot_dealer_squares_get(squares, &square);

			if (state.is_too_low || state.is_too_high)
				return begin_sentence(sabot_phrase_square(squares->is_blackjack,
									  &square, &state));
		}
	}
	return NULL;
}

char *
sabot_phrase_bets_cloth(const struct sabot_dealer_squares *squares)
{
	struct sabot_dealer_bets_state state = sabot_dealer_squares_sum(squares);
	g_autofree char *seats = count_seats(squares->is_blackjack, state.n_playing);
	bool is_beyond = state.n_too_low > 0 || state.n_too_high > 0;
	g_autofree char *beyond = is_beyond ? find_beyond(squares) : NULL;
	char money[SABOT_TEXT_MONEY_SIZE];
	GString *text;

	if (beyond)
		return g_steal_pointer(&beyond);
	if (state.n_playing == 0)
		return NULL;
	text = g_string_new(seats);
	if (state.sum_minor > 0) {
		g_string_append(text, " · ");
		g_string_append_printf(text, C_("bets", "on the cloth %s"),
				       sabot_text_money_spaced(state.sum_minor, money));
	}
	return g_string_free(text, FALSE);
}
