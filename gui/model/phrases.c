/* The composed sentences: see phrases.h. */
#include "phrases.h"

#include "table-need.h"
#include "text/money.h"
#include "text/refusal.h"
#include "text/words.h"

#include <glib/gi18n.h>

char *
sabot_phrase_card(const struct sabot_wire_card *card)
{
	if (card->is_hidden)
		return g_strdup(C_("card", "hidden card"));
	return sabot_text_card(card->card);
}

char *
sabot_phrase_cards(const GArray *cards)
{
	GString *list = g_string_new(NULL);

	for (guint i = 0; i < cards->len; i++) {
		g_autofree char *card =
			sabot_phrase_card(&g_array_index(cards, struct sabot_wire_card, i));

		if (i > 0)
			g_string_append(list, C_("between cards of a list", ", "));
		g_string_append(list, card);
	}
	if (cards->len == 0)
		g_string_append(list, C_("hand", "no cards"));
	return g_string_free(list, FALSE);
}

char *
sabot_phrase_limits(int64_t min_minor, int64_t max_minor)
{
	char min[SABOT_TEXT_MONEY_SIZE], max[SABOT_TEXT_MONEY_SIZE];

	if (min_minor < 0 || max_minor < 0)
		return g_strdup("");
	/* Translators: a table's lowest and highest bet. */
	return g_strdup_printf(C_("limits", "bets %s – %s"), sabot_text_money_short(min_minor, min),
			       sabot_text_money_short(max_minor, max));
}

char *
sabot_phrase_age(int64_t age_us)
{
	int seconds = (int)CLAMP(age_us / G_USEC_PER_SEC, 0, G_MAXINT);

	if (seconds < 10)
		return g_strdup(C_("age", "just now"));
	if (seconds < 60)
		return g_strdup_printf(C_("age", "%d s"), seconds / 10 * 10);
	if (seconds < 3600)
		return g_strdup_printf(C_("age", "%d min"), seconds / 60);
	return g_strdup_printf(C_("age", "%d h %d min"), seconds / 3600, seconds / 60 % 60);
}

char *
sabot_phrase_clock(int64_t age_us)
{
	int seconds = (int)CLAMP(age_us / G_USEC_PER_SEC, 0, G_MAXINT);

	if (seconds < 3600)
		return g_strdup_printf("%d:%02d", seconds / 60, seconds % 60);
	return g_strdup_printf("%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

char *
sabot_phrase_more(int n)
{
	/* Translators: how many more incidents are open than the one that is shown. */
	return n > 0 ? g_strdup_printf(C_("alert", "+%d"), n) : NULL;
}

char *
sabot_phrase_pace(int64_t rounds_an_hour)
{
	return g_strdup_printf(ngettext("%d round/h", "%d rounds/h", (unsigned long)rounds_an_hour),
			       (int)rounds_an_hour);
}

static int
exposed_minutes(const struct sabot_wire_exposure *exposure, int64_t now_us)
{
	return (int)CLAMP((now_us - exposure->since_us) / G_USEC_PER_SEC / 60, 0, G_MAXINT);
}

char *
sabot_phrase_exposure(const struct sabot_wire_exposure *exposure, int64_t now_us)
{
	int rounds = (int)CLAMP(exposure->rounds, 0, G_MAXINT);

	if (exposure->since_us == SABOT_TIME_NONE)
		return g_strdup_printf(ngettext("%d round, never proven complete",
						"%d rounds, never proven complete",
						(unsigned long)rounds),
				       rounds);
	/* Translators: rounds and minutes since the cards in the shoe were proven complete. */
	return g_strdup_printf(ngettext("%d round, %d min unproven", "%d rounds, %d min unproven",
					(unsigned long)rounds),
			       rounds, exposed_minutes(exposure, now_us));
}

char *
sabot_phrase_exposure_short(const struct sabot_wire_exposure *exposure, int64_t now_us)
{
	int rounds = (int)CLAMP(exposure->rounds, 0, G_MAXINT);

	if (exposure->since_us == SABOT_TIME_NONE)
		return g_strdup_printf(ngettext("%d round unproven", "%d rounds unproven",
						(unsigned long)rounds),
				       rounds);
	/* Translators: rounds and minutes since the cards in the shoe were last proven complete. */
	return g_strdup_printf(ngettext("%d round, %d min", "%d rounds, %d min",
					(unsigned long)rounds),
			       rounds, exposed_minutes(exposure, now_us));
}

const char *
sabot_phrase_phase_short(enum sabot_wire_phase phase)
{
	/* Translators: these are in the smallest tiles: at most ten letters. */
	switch (phase) {
	case SABOT_WIRE_PHASE_UNKNOWN:
		return C_("short phase", "unknown");
	case SABOT_WIRE_PHASE_NO_LOAD:
		return C_("short phase", "no shoe");
	case SABOT_WIRE_PHASE_BURN:
		return C_("short phase", "burning");
	case SABOT_WIRE_PHASE_BETTING:
		return C_("short phase", "bets");
	case SABOT_WIRE_PHASE_DEALING:
		return C_("short phase", "dealing");
	case SABOT_WIRE_PHASE_DECIDING:
		return C_("short phase", "players");
	case SABOT_WIRE_PHASE_DECIDED:
		return C_("short phase", "decided");
	case SABOT_WIRE_PHASE_RULING:
		return C_("short phase", "ruling");
	case SABOT_WIRE_PHASE_AFTER_CUT:
		return C_("short phase", "shoe ended");
	}
	return "";
}

char *
sabot_phrase_load_round(const struct sabot_wire_view *view)
{
	if (view->load == 0)
		return g_strdup("");
	if (view->round <= 0)
		/* Translators: a load's number, before its first round. */
		return g_strdup_printf(_("shoe %d"), (int)view->load);
	if (view->is_unverified)
		/* Translators: a shoe, a round in which not everything is certain. */
		return g_strdup_printf(_("shoe %d, round %d, unverified"), (int)view->load,
				       (int)view->round);
	return g_strdup_printf(_("shoe %d, round %d"), (int)view->load, (int)view->round);
}

static int
count_hands(const struct sabot_wire_view *view)
{
	int n = 0;

	for (guint i = 0; i < view->boxes->len; i++) {
		const struct sabot_wire_box *box = g_ptr_array_index(view->boxes, i);

		n += (int)box->hands->len;
	}
	return n;
}

char *
sabot_phrase_total(const struct sabot_wire_hand *hand)
{
	if (hand->cards->len == 0 || hand->total == SABOT_PHRASE_TOTAL_HIDDEN)
		return NULL;
	if (hand->total >= 0)
		return g_strdup_printf("%d", (int)hand->total);
	for (guint i = 0; i < hand->cards->len; i++)
		if (g_array_index(hand->cards, struct sabot_wire_card, i).is_hidden)
			return NULL;
	return g_strdup("?");
}

char *
sabot_phrase_outcome(const struct sabot_wire_view *view)
{
	const char *winner = sabot_phrase_winner(view->winner);

	if (!view->is_unverified)
		return g_strdup(winner);
	if (*winner == '\0')
		return g_strdup(C_("round", "unverified"));
	/* Translators: "banca wins"; not everything in the round is certain. */
	return g_strdup_printf(C_("round", "%s, unverified"), winner);
}

/* Totals while something in the round is not certain: an uncertain one is "?". */
static char *
phrase_unverified_totals(const struct sabot_wire_view *view)
{
	g_autofree char *punto = view->punto ? sabot_phrase_total(view->punto) : NULL;
	g_autofree char *banca = view->banca ? sabot_phrase_total(view->banca) : NULL;
	g_autofree char *dealer = view->dealer ? sabot_phrase_total(view->dealer) : NULL;

	if (punto && banca)
		return g_strdup_printf(_("punto %s, banca %s, unverified"), punto, banca);
	if (dealer)
		return g_strdup_printf(_("dealer %s, unverified"), dealer);
	return g_strdup(C_("round", "unverified"));
}

char *
sabot_phrase_totals(const struct sabot_wire_view *view)
{
	int n_hands = count_hands(view);

	if (view->is_unverified)
		return phrase_unverified_totals(view);
	if (view->punto && view->banca && view->punto->cards->len > 0 && view->punto->total >= 0 &&
	    view->banca->total >= 0)
		return g_strdup_printf(_("punto %d, banca %d"), (int)view->punto->total,
				       (int)view->banca->total);
	if (view->dealer && view->dealer->cards->len > 0 && view->dealer->total >= 0)
		return g_strdup_printf(ngettext("dealer %d, %d hand", "dealer %d, %d hands",
						(unsigned long)n_hands),
				       (int)view->dealer->total, n_hands);
	return g_strdup("");
}

char *
sabot_phrase_totals_short(const struct sabot_wire_view *view)
{
	g_autofree char *punto = view->punto ? sabot_phrase_total(view->punto) : NULL;
	g_autofree char *banca = view->banca ? sabot_phrase_total(view->banca) : NULL;
	g_autofree char *dealer = view->dealer ? sabot_phrase_total(view->dealer) : NULL;

	if (punto && banca)
		return g_strdup_printf("%s : %s", punto, banca);
	/* Translators: points. */
	return dealer ? g_strdup_printf(_("dealer %s"), dealer) : g_strdup("");
}

const char *
sabot_phrase_role(const char *word)
{
	return word ? sabot_text_role(word) : NULL;
}

static char *
format_records(const struct sabot_wire_away *away)
{
	g_autoptr(GDateTime) utc = g_date_time_new_from_unix_utc(away->until_us / G_USEC_PER_SEC);
	g_autoptr(GDateTime) local = g_date_time_to_local(utc);
	g_autofree char *time = g_date_time_format(local, "%Y-%m-%d %H:%M");

	if (away->why[0])
		/* Translators: a date and time, as 2026-11-21 20:14. */
		return g_strdup_printf(_("Recorded until %s; nothing later arrives"), time);
	/* Translators: a date and time, as 2026-11-21 20:14. */
	return g_strdup_printf(_("Recorded until %s"), time);
}

char *
sabot_phrase_away(const struct sabot_wire_away *away)
{
	g_autoptr(GDateTime) utc = NULL, local = NULL;
	g_autofree char *time = NULL;

	if (away->until_us != SABOT_TIME_NONE)
		return format_records(away);
	if (away->since_us == SABOT_TIME_NONE)
		return sabot_text_refusal(away->why);
	utc = g_date_time_new_from_unix_utc(away->since_us / G_USEC_PER_SEC);
	local = g_date_time_to_local(utc);
	time = g_date_time_format(local, "%H:%M");
	/* Translators: a daemon's name; since when, as 14:03. */
	return g_strdup_printf(_("%s has not been heard since %s"), away->daemon, time);
}

char *
sabot_phrase_table_name(const struct sabot_wire_view *view, const char *site, gboolean is_stale)
{
	const struct sabot_wire_incident *shown = sabot_table_incident(view);
	/* Translators: a table's name, where it is (one of several casinos). */
	g_autofree char *table =
		*site ? g_strdup_printf(C_("table name", "%s at %s"), view->table, site)
		      : g_strdup(view->table);
	g_autofree char *plain = NULL, *code = NULL, *full = NULL, *whole = NULL;
	const char *called = "";

	/* Translators: for screen readers: table, game, phase. */
	plain = g_strdup_printf(C_("table name", "%s, %s, %s"), table,
				sabot_phrase_game(view->game), sabot_phrase_phase(view->phase));
	if (shown) {
		code = sabot_phrase_code(shown->code);
		/* Translators: table with game and phase; incident; severity. */
		full = g_strdup_printf(C_("table name", "%s, incident: %s, %s"), plain, code,
				       sabot_phrase_severity(shown->severity));
		if (view->incidents->called_us != SABOT_TIME_NONE)
			/* Translators: follows a table with its incident. */
			called = C_("table name", ", the pit is called");
	} else {
		full = g_strdup(plain);
	}
	whole = g_strconcat(full, called, NULL);
	if (!is_stale)
		return g_steal_pointer(&whole);
	return g_strdup_printf(C_("table name", "%s, stale"), whole);
}

char *
sabot_phrase_incident_name(const struct sabot_wire_incident *incident)
{
	const char *severity = sabot_phrase_severity(incident->severity);
	g_autofree char *sentence = sabot_phrase_incident(incident);
	g_autofree char *open = NULL;

	if (incident->round > 0)
		/* Translators: for screen readers: severity, table, round, code: the sentence. */
		open = g_strdup_printf(C_("incident name", "%s, %s, round %d, %s: %s"), severity,
				       sabot_wire_incident_table(incident), (int)incident->round,
				       incident->code, sentence);
	else
		/* Translators: for screen readers: severity, table, code: the sentence. */
		open = g_strdup_printf(C_("incident name", "%s, %s, %s: %s"), severity,
				       sabot_wire_incident_table(incident), incident->code,
				       sentence);
	if (incident->state == SABOT_WIRE_INCIDENT_OPEN)
		return g_steal_pointer(&open);
	return g_strdup_printf(C_("incident name", "%s, %s"),
			       sabot_phrase_incident_state(incident->state), open);
}

char *
sabot_phrase_hand_name(const char *title, const struct sabot_wire_hand *hand)
{
	g_autofree char *cards = sabot_phrase_cards(hand->cards);
	g_autofree char *total = sabot_phrase_total(hand);

	if (!total)
		return g_strdup_printf(C_("hand name", "%s: %s"), title, cards);
	/* Translators: whose hand it is, its total ("?" while it is not certain), its cards. */
	return g_strdup_printf(C_("hand name", "%s %s: %s"), title, total, cards);
}
