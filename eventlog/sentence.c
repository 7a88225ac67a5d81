/*
 * One function per incident code gives its sentence; amounts are printed in major units with two
 * decimals, from integers.
 */
#include "sentence.h"

#include <glib.h>
#include <inttypes.h>
#include <libintl.h>
#include <string.h>

#define _(text) dgettext("sabot", text)

static int64_t
number(const struct sabot_incident *incident, const char *key)
{
	const struct sabot_field *field = sabot_incident_field(incident, key);

	return field != NULL && field->kind == SABOT_FIELD_NUMBER ? field->u.number : 0;
}

static const char *
word(const struct sabot_incident *incident, const char *key)
{
	const struct sabot_field *field = sabot_incident_field(incident, key);

	bool is_word = field != NULL &&
		       (field->kind == SABOT_FIELD_WORD || field->kind == SABOT_FIELD_TEXT);

	return is_word ? field->u.word : "";
}

struct texts {
	char card[SABOT_CARD_TEXT_SIZE];
	char amount[4][32];
};

static const char *
card(const struct sabot_incident *incident, struct texts *texts)
{
	const struct sabot_field *field = sabot_incident_field(incident, "card");

	return field != NULL ? sabot_card_format(field->card, texts->card) : "";
}

static const char *
money(const struct sabot_incident *incident, const char *key, char buffer[32])
{
	int64_t minor = number(incident, key);
	int64_t size = minor < 0 ? -minor : minor;

	g_snprintf(buffer, 32, "%s%" PRId64 ".%02d", minor < 0 ? "-" : "", size / 100,
		   (int)(size % 100));
	return buffer;
}

static const char *
side(const char *hand)
{
	if (strcmp(hand, "punto") == 0)
		return _("the punto");
	if (strcmp(hand, "banca") == 0)
		return _("the banca");
	if (strcmp(hand, "dealer") == 0)
		return _("the dealer");
	return _("the player");
}

static char *
excess_sentence(const struct sabot_incident *incident, struct texts *texts)
{
	const char *why = word(incident, "why");
	const char *drawn = card(incident, texts);
	int total = (int)number(incident, "total");

	if (strcmp(why, "void") == 0)
		return g_strdup_printf(_("Card %s was drawn in a round that is void."), drawn);
	if (strcmp(why, "natural") == 0)
		return g_strdup_printf(_("Card %s was drawn after a natural; no card was due."),
				       drawn);
	if (strcmp(word(incident, "hand"), "banca") == 0)
		return g_strdup_printf(
			_("Card %s was drawn though the coup was decided; banca has %d."), drawn,
			total);
	if (strcmp(why, "bust") == 0)
		return g_strdup_printf(_("Card %s was drawn after the dealer had bust with %d."),
				       drawn, total);
	if (strcmp(why, "stands") == 0)
		return g_strdup_printf(_("Card %s was drawn though the dealer stands with %d."),
				       drawn, total);
	return g_strdup_printf(_("Card %s was drawn though no hand was left to decide."), drawn);
}

static char *
missing_sentence(const struct sabot_incident *incident)
{
	const char *hand = word(incident, "hand");

	if (strcmp(hand, "player") == 0)
		return g_strdup_printf(
			_("The round was closed though box %d is owed a card (it has %d)."),
			(int)number(incident, "box"), (int)number(incident, "total"));
	return g_strdup_printf(_("The round was closed though %s, with %d, must draw."), side(hand),
			       (int)number(incident, "total"));
}

static char *
count_sentence(const struct sabot_incident *incident)
{
	int64_t expected = number(incident, "expected"), found = number(incident, "found");

	if (expected == found)
		return g_strdup_printf(
			_("All %d cards were counted, but they are not the right ones."),
			(int)found);
	return g_strdup_printf(_("The load should hold %d cards; %d were found."), (int)expected,
			       (int)found);
}

static char *
cut_sentence(const struct sabot_incident *incident)
{
	if (sabot_incident_field(incident, "declared") != NULL)
		return g_strdup_printf(
			_("The cut card came with %d cards behind it; %d had been declared."),
			(int)number(incident, "behind"), (int)number(incident, "declared"));
	return g_strdup_printf(
		_("The cut card leaves %d cards behind it; at least %d are demanded."),
		(int)number(incident, "behind"), (int)number(incident, "min"));
}

static char *
bet_sentence(const struct sabot_incident *incident, struct texts *texts)
{
	int box = (int)number(incident, "box");
	const char *on = word(incident, "on");

	money(incident, "amount", texts->amount[0]);
	money(incident, "limit", texts->amount[1]);
	money(incident, "sum", texts->amount[2]);
	if (incident->code == SABOT_INCIDENT_BET_BELOW_MINIMUM)
		return g_strdup_printf(_("Box %d, %s: %s is below the minimum of %s."), box, on,
				       texts->amount[0], texts->amount[1]);
	if (incident->code == SABOT_INCIDENT_BET_ABOVE_MAXIMUM)
		return g_strdup_printf(_("Box %d, %s: %s in all is above the maximum of %s."), box,
				       on, texts->amount[2], texts->amount[1]);
	return g_strdup_printf(_("Box %d, %s: %s was staked after no more bets."), box, on,
			       texts->amount[0]);
}

/* "3, main", or "3, main, anna" where it is not the seat that staked. */
static char *
stake_words(const struct sabot_incident *incident)
{
	int box = (int)number(incident, "box");
	const char *on = word(incident, "on");
	g_autofree char *seat = g_strdup_printf("%d", box);

	if (strcmp(seat, incident->bettor) == 0)
		return g_strdup_printf("%d, %s", box, on);
	return g_strdup_printf("%d, %s, %s", box, on, incident->bettor);
}

static char *
paid_sentence(const struct sabot_incident *incident, struct texts *texts)
{
	g_autofree char *stake = stake_words(incident);

	money(incident, "due", texts->amount[0]);
	if (incident->code == SABOT_INCIDENT_PAYOUT_MISSING)
		return g_strdup_printf(_("Box %s: %s is owed and was not paid."), stake,
				       texts->amount[0]);
	return g_strdup_printf(_("Box %s: %s was paid; %s is due."), stake,
			       money(incident, "paid", texts->amount[1]), texts->amount[0]);
}

static char *
action_sentence(const struct sabot_incident *incident)
{
	int box = (int)number(incident, "box");

	if (incident->code == SABOT_INCIDENT_ACTION_OUT_OF_TURN)
		return g_strdup_printf(_("Box %d: %s out of turn."), box, word(incident, "do"));
	return g_strdup_printf(_("Box %d: %s is not allowed here (%s)."), box, word(incident, "do"),
			       word(incident, "why"));
}

static char *
device_sentence(const struct sabot_incident *incident)
{
	const char *code = word(incident, "code"), *detail = word(incident, "detail");
	const char *space = code[0] != '\0' && detail[0] != '\0' ? " " : "";

	if (incident->code == SABOT_INCIDENT_FRAMES_LOST && number(incident, "detail") > 0)
		return g_strdup_printf(
			dngettext("sabot", "The reader lost %d message: a card may be missing.",
				  "The reader lost %d messages: cards may be missing.",
				  (unsigned long)number(incident, "detail")),
			(int)number(incident, "detail"));
	if (incident->code == SABOT_INCIDENT_FRAMES_LOST)
		return g_strdup(_("The reader lost messages: cards may be missing."));
	if (code[0] == '\0' && detail[0] == '\0')
		return g_strdup(incident->code == SABOT_INCIDENT_DEVICE_OFFLINE
					? _("The shoe is not connected.")
					: _("The shoe reports an error."));
	if (incident->code == SABOT_INCIDENT_DEVICE_OFFLINE)
		return g_strdup_printf(_("The shoe is not connected: %s%s%s."), code, space,
				       detail);
	return g_strdup_printf(_("The shoe reports an error: %s%s%s."), code, space, detail);
}

/* The codes that say something about one card. */
static char *
card_sentence(const struct sabot_incident *incident, struct texts *texts)
{
	const char *text = card(incident, texts);

	if (incident->code == SABOT_INCIDENT_CARD_BEFORE_NO_MORE_BETS)
		return g_strdup_printf(_("Card %s left the shoe before no more bets."), text);
	if (incident->code == SABOT_INCIDENT_IMPOSSIBLE_CARD)
		return g_strdup_printf(_("Card %s has come more often than the load can hold it."),
				       text);
	if (incident->code == SABOT_INCIDENT_BOXED_CARD)
		return g_strdup_printf(
			_("Card %s lay face up in the shoe and was taken out of play."), text);
	return g_strdup_printf(_("A card left the shoe and was not fully read (%s)."), text);
}

char *
sabot_incident_sentence(const struct sabot_incident *incident)
{
	struct texts texts;

	switch (incident->code) {
	case SABOT_INCIDENT_BURN_INCOMPLETE:
		return g_strdup_printf(_("Bets were closed with %d of %d cards burned."),
				       (int)number(incident, "burned"),
				       (int)number(incident, "due"));
	case SABOT_INCIDENT_CARD_BEFORE_NO_MORE_BETS:
	case SABOT_INCIDENT_IMPOSSIBLE_CARD:
	case SABOT_INCIDENT_UNREAD_CARD:
	case SABOT_INCIDENT_BOXED_CARD:
		return card_sentence(incident, &texts);
	case SABOT_INCIDENT_CARD_IN_EXCESS:
		return excess_sentence(incident, &texts);
	case SABOT_INCIDENT_CARD_MISSING:
		return missing_sentence(incident);
	case SABOT_INCIDENT_WRONG_RESULT:
		return g_strdup_printf(_("The claimed result is %s; the cards say %s."),
				       word(incident, "claimed"), word(incident, "winner"));
	case SABOT_INCIDENT_COUNT_MISMATCH:
		return count_sentence(incident);
	case SABOT_INCIDENT_CUT_CARD_MISPLACED:
		return cut_sentence(incident);
	case SABOT_INCIDENT_CUT_CARD_MISSED:
		return g_strdup_printf(
			_("Only %d cards are left in the shoe and the cut card has not come."),
			(int)number(incident, "left"));
	case SABOT_INCIDENT_DEAL_AFTER_CUT:
		return g_strdup(_("A round was started that the cut card no longer allows."));
	case SABOT_INCIDENT_BET_AFTER_NO_MORE_BETS:
	case SABOT_INCIDENT_BET_BELOW_MINIMUM:
	case SABOT_INCIDENT_BET_ABOVE_MAXIMUM:
		return bet_sentence(incident, &texts);
	case SABOT_INCIDENT_ACTION_NOT_ALLOWED:
	case SABOT_INCIDENT_ACTION_OUT_OF_TURN:
		return action_sentence(incident);
	case SABOT_INCIDENT_PAYOUT_WRONG:
	case SABOT_INCIDENT_PAYOUT_MISSING:
		return paid_sentence(incident, &texts);
	case SABOT_INCIDENT_UNSHUFFLED_ORDER:
		return g_strdup(
			_("Five cards came in a row of one suit: the load looks unshuffled."));
	case SABOT_INCIDENT_REPEATED_ORDER:
		return g_strdup_printf(_("Twenty cards came in the same order as in load %d."),
				       (int)number(incident, "load"));
	case SABOT_INCIDENT_DEVICE_ERROR:
	case SABOT_INCIDENT_DEVICE_OFFLINE:
	case SABOT_INCIDENT_FRAMES_LOST:
		return device_sentence(incident);
	case SABOT_INCIDENT_EVENT_OUT_OF_ORDER:
		return g_strdup_printf(_("\"%s\" makes no sense now (%s) and was ignored."),
				       word(incident, "ev"), word(incident, "why"));
	case SABOT_INCIDENT_DISPUTE:
		return g_strdup(_("The pit is called to a dispute."));
	case SABOT_INCIDENT_NONE:
	case SABOT_INCIDENTS:
		break;
	}
	return g_strdup("");
}
