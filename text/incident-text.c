/*
 * One function a kind of incident gives its sentence, a whole translatable format each. The fields
 * come from the engine, or over the wire from a daemon that may be of another age: a sentence that
 * lacks one is not said.
 */
#include "text/incident-text.h"
#include "text/device-text.h"
#include "text/money.h"
#include "text/words.h"

#include <glib.h>
#include <glib/gi18n-lib.h>
#include <string.h>

/* What a sentence is made of: the incident, room for what is printed, and what was not there. */
struct sentence {
	const struct sabot_incident *incident;
	bool lacks_field;
	char card[SABOT_CARD_TEXT_SIZE];
	char amount[3][SABOT_TEXT_MONEY_SIZE];
};

static const struct sabot_field *
find(struct sentence *sentence, const char *key)
{
	const struct sabot_field *field = sabot_incident_field(sentence->incident, key);

	sentence->lacks_field = sentence->lacks_field || field == NULL;
	return field;
}

static bool
has(const struct sentence *sentence, const char *key)
{
	return sabot_incident_field(sentence->incident, key) != NULL;
}

static int64_t
number(struct sentence *sentence, const char *key)
{
	const struct sabot_field *field = find(sentence, key);

	return field != NULL && field->kind == SABOT_FIELD_NUMBER ? field->u.number : 0;
}

static const char *
word(struct sentence *sentence, const char *key)
{
	const struct sabot_field *field = find(sentence, key);
	bool is_word = field != NULL &&
		       (field->kind == SABOT_FIELD_WORD || field->kind == SABOT_FIELD_TEXT);

	return is_word ? field->u.word : "";
}

/* Of a field that an incident may well not have. */
static const char *
optional_word(struct sentence *sentence, const char *key)
{
	return has(sentence, key) ? word(sentence, key) : "";
}

static const char *
card(struct sentence *sentence)
{
	const struct sabot_field *field = find(sentence, "card");

	return field != NULL ? sabot_card_format(field->card, sentence->card) : "";
}

static const char *
money(struct sentence *sentence, const char *key, int place)
{
	return sabot_text_money(number(sentence, key), sentence->amount[place]);
}

/* What was staked on; a word that no game of ours has as it was given. */
static const char *
bet(struct sentence *sentence)
{
	const char *given = word(sentence, "on");
	const char *spoken = sabot_text_bet(sabot_bet_from_string(given));

	return spoken[0] != '\0' ? spoken : given;
}

static const char *
winner(struct sentence *sentence, const char *key)
{
	enum sabot_winner value;

	return sabot_winner_from_string(word(sentence, key), &value) ? sabot_text_winner(value)
								     : "";
}

/* An action, insurance or even money. */
static const char *
play(struct sentence *sentence)
{
	const char *given = word(sentence, "do");
	enum sabot_action action;

	if (sabot_action_from_string(given, &action))
		return sabot_text_action(action);
	if (strcmp(given, "even_money") == 0)
		return C_("action", "even money");
	return strcmp(given, "insurance") == 0 ? C_("action", "insurance") : given;
}

static const char *
side(const char *hand)
{
	if (strcmp(hand, "punto") == 0)
		return _("the punto");
	if (strcmp(hand, "banca") == 0)
		return _("the banca");
	return _("the dealer");
}

static char *
excess_sentence(struct sentence *sentence)
{
	const char *why = optional_word(sentence, "why");
	const char *drawn = card(sentence);
	int total = (int)number(sentence, "total");

	if (strcmp(why, "void") == 0)
		return g_strdup_printf(_("Card %s was drawn in a round that is void."), drawn);
	if (strcmp(why, "natural") == 0)
		return g_strdup_printf(_("Card %s was drawn after a natural; no card was due."),
				       drawn);
	if (strcmp(word(sentence, "hand"), "banca") == 0)
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
missing_sentence(struct sentence *sentence)
{
	const char *hand = word(sentence, "hand");
	int total = (int)number(sentence, "total");

	if (strcmp(hand, "player") == 0)
		return g_strdup_printf(
			_("The round was closed though box %d is owed a card (it has %d)."),
			(int)number(sentence, "box"), total);
	return g_strdup_printf(_("The round was closed though %s, with %d, must draw."), side(hand),
			       total);
}

static char *
count_sentence(struct sentence *sentence)
{
	int expected = (int)number(sentence, "expected"), found = (int)number(sentence, "found");

	if (expected == found)
		return g_strdup_printf(
			_("All %d cards were counted, but they are not the right ones."), found);
	return g_strdup_printf(_("The load should hold %d cards; %d were found."), expected, found);
}

static char *
cut_sentence(struct sentence *sentence)
{
	int behind = (int)number(sentence, "behind");

	if (has(sentence, "declared"))
		return g_strdup_printf(
			_("The cut card came with %d cards behind it; %d had been declared."),
			behind, (int)number(sentence, "declared"));
	return g_strdup_printf(
		_("The cut card leaves %d cards behind it; at least %d are demanded."), behind,
		(int)number(sentence, "min"));
}

static char *
bet_sentence(struct sentence *sentence)
{
	int box = (int)number(sentence, "box");
	const char *on = bet(sentence);
	enum sabot_incident_code code = sentence->incident->code;

	if (code == SABOT_INCIDENT_BET_BELOW_MINIMUM)
		return g_strdup_printf(_("Box %d, %s: %s is below the minimum of %s."), box, on,
				       money(sentence, "amount", 0), money(sentence, "limit", 1));
	if (code == SABOT_INCIDENT_BET_ABOVE_MAXIMUM)
		return g_strdup_printf(_("Box %d, %s: %s in all is above the maximum of %s."), box,
				       on, money(sentence, "sum", 0), money(sentence, "limit", 1));
	return g_strdup_printf(_("Box %d, %s: %s was staked after no more bets."), box, on,
			       money(sentence, "amount", 0));
}

/* "3, main", or "3, main, anna" where it is not the seat that staked. */
static char *
stake_words(struct sentence *sentence)
{
	int box = (int)number(sentence, "box");
	const char *bettor = sentence->incident->bettor;
	g_autofree char *seat = g_strdup_printf("%d", box);

	if (bettor[0] == '\0' || strcmp(seat, bettor) == 0)
		return g_strdup_printf("%d, %s", box, bet(sentence));
	return g_strdup_printf("%d, %s, %s", box, bet(sentence), bettor);
}

static char *
paid_sentence(struct sentence *sentence)
{
	g_autofree char *stake = stake_words(sentence);
	const char *due = money(sentence, "due", 0);

	/* Translators: the first is a box with its bet and bettor: "3, main, anna". */
	if (sentence->incident->code == SABOT_INCIDENT_PAYOUT_MISSING)
		return g_strdup_printf(_("Box %s: %s is owed and was not paid."), stake, due);
	/* Translators: the first is a box with its bet and bettor: "3, main, anna". */
	return g_strdup_printf(_("Box %s: %s was paid; %s is due."), stake,
			       money(sentence, "paid", 1), due);
}

static char *
action_sentence(struct sentence *sentence)
{
	int box = (int)number(sentence, "box");

	if (sentence->incident->code == SABOT_INCIDENT_ACTION_OUT_OF_TURN)
		return g_strdup_printf(_("Box %d: %s out of turn."), box, play(sentence));
	return g_strdup_printf(_("Box %d: %s is not allowed here (%s)."), box, play(sentence),
			       sabot_text_why(word(sentence, "why")));
}

static char *
lost_sentence(struct sentence *sentence)
{
	const struct sabot_field *detail = sabot_incident_field(sentence->incident, "detail");
	int64_t lost = detail != NULL && detail->kind == SABOT_FIELD_NUMBER ? detail->u.number : 0;

	if (lost <= 0)
		return g_strdup(_("The reader lost messages: cards may be missing."));
	return g_strdup_printf(
		g_dngettext(GETTEXT_PACKAGE, "The reader lost %d message: a card may be missing.",
			    "The reader lost %d messages: cards may be missing.", (gulong)lost),
		(int)lost);
}

static char *
device_sentence(struct sentence *sentence)
{
	bool is_offline = sentence->incident->code == SABOT_INCIDENT_DEVICE_OFFLINE;
	const char *code = optional_word(sentence, "code");
	const char *detail = optional_word(sentence, "detail");
	const char *space = code[0] != '\0' && detail[0] != '\0' ? " " : "";
	g_autofree char *text = sabot_text_device(detail);
	g_autofree char *said = g_strconcat(code, space, text, NULL);

	if (said[0] == '\0')
		return g_strdup(is_offline ? _("The shoe is not connected.")
					   : _("The shoe reports an error."));
	return g_strdup_printf(is_offline ? _("The shoe is not connected: %s.")
					  : _("The shoe reports an error: %s."),
			       said);
}

/* The codes that say something about one card. */
static char *
card_sentence(struct sentence *sentence)
{
	const char *text = card(sentence);

	switch ((int)sentence->incident->code) {
	case SABOT_INCIDENT_CARD_BEFORE_NO_MORE_BETS:
		return g_strdup_printf(_("Card %s left the shoe before no more bets."), text);
	case SABOT_INCIDENT_IMPOSSIBLE_CARD:
		return g_strdup_printf(_("Card %s has come more often than the load can hold it."),
				       text);
	case SABOT_INCIDENT_BOXED_CARD:
		return g_strdup_printf(
			_("Card %s lay face up in the shoe and was taken out of play."), text);
	default:
		return g_strdup_printf(_("A card left the shoe and was not fully read (%s)."),
				       text);
	}
}

/* A hand, a result or the burn, as a shoe names them. */
static const char *
claim(struct sentence *sentence, const char *key)
{
	const char *given = word(sentence, key);
	enum sabot_winner value;

	if (sabot_winner_from_string(given, &value))
		return sabot_text_winner(value);
	if (strcmp(given, "burn") == 0)
		return C_("claim", "the burn");
	if (strcmp(given, "overdraw") == 0)
		return C_("claim", "a card too many");
	return strcmp(given, "undecided") == 0 ? C_("claim", "not decided") : given;
}

static char *
disagreement_sentence(struct sentence *sentence)
{
	const char *what = word(sentence, "what"), *rules = claim(sentence, "rules");
	const char *claimed = claim(sentence, "claimed");

	if (strcmp(what, "place") == 0)
		return g_strdup_printf(_("The shoe gives a card to %s; the rules give it to %s."),
				       claimed, rules);
	if (strcmp(what, "result") == 0)
		return g_strdup_printf(_("The shoe says: %s. The cards say: %s."), claimed, rules);
	if (strcmp(what, "card") == 0)
		return g_strdup(_("The shoe has read another card than was keyed in for it."));
	return g_strdup_printf(_("The shoe reports \"%s\"; the rules find nothing of the kind."),
			       claimed);
}

static char *
swap_sentence(struct sentence *sentence)
{
	const char *found = word(sentence, "found");
	const char *expected = optional_word(sentence, "expected");
	const char *belongs = optional_word(sentence, "belongs");

	if (!belongs[0])
		return g_strdup_printf(_("Shoe %s is plugged in where shoe %s was."), found,
				       expected);
	if (!expected[0])
		return g_strdup_printf(_("Shoe %s is plugged in, which belongs to %s."), found,
				       belongs);
	return g_strdup_printf(_("Shoe %s, which belongs to %s, is plugged in where shoe %s was."),
			       found, belongs, expected);
}

static char *
clock_sentence(struct sentence *sentence)
{
	int64_t step_ms = number(sentence, "step_us") / 1000;

	return g_strdup_printf(_("The clock was changed by %s%d.%03d s."), step_ms < 0 ? "-" : "+",
			       (int)(ABS(step_ms) / 1000), (int)(ABS(step_ms) % 1000));
}

/* What does not agree: the first of the fields that the finding has. */
static char *
broken_sentence(struct sentence *sentence)
{
	if (has(sentence, "person"))
		return g_strdup_printf(_("The database gives %s other rights than the house log "
					 "does: those of the log count."),
				       word(sentence, "person"));
	if (has(sentence, "archive"))
		return g_strdup_printf(
			_("Archive %d is not as it was made, or no known key has signed it."),
			(int)number(sentence, "archive"));
	if (has(sentence, "checkpoint"))
		return g_strdup_printf(
			_("Checkpoint %d is not as it was made, or no known key has signed it."),
			(int)number(sentence, "checkpoint"));
	if (optional_word(sentence, "log")[0])
		return g_strdup_printf(_("The log %s was changed at its event %d."),
				       word(sentence, "log"), (int)number(sentence, "n"));
	return g_strdup_printf(_("The database is not as it was written: %s."),
			       word(sentence, "why"));
}

static char *
phrase(struct sentence *sentence)
{
	switch (sentence->incident->code) {
	case SABOT_INCIDENT_BURN_INCOMPLETE:
		return g_strdup_printf(_("Bets were closed with %d of %d cards burned."),
				       (int)number(sentence, "burned"),
				       (int)number(sentence, "due"));
	case SABOT_INCIDENT_CARD_BEFORE_NO_MORE_BETS:
	case SABOT_INCIDENT_IMPOSSIBLE_CARD:
	case SABOT_INCIDENT_UNREAD_CARD:
	case SABOT_INCIDENT_BOXED_CARD:
		return card_sentence(sentence);
	case SABOT_INCIDENT_CARD_IN_EXCESS:
		return excess_sentence(sentence);
	case SABOT_INCIDENT_CARD_MISSING:
		return missing_sentence(sentence);
	case SABOT_INCIDENT_WRONG_RESULT:
		return g_strdup_printf(_("The claimed result is %s; the cards say %s."),
				       winner(sentence, "claimed"), winner(sentence, "winner"));
	case SABOT_INCIDENT_COUNT_MISMATCH:
		return count_sentence(sentence);
	case SABOT_INCIDENT_CUT_CARD_MISPLACED:
		return cut_sentence(sentence);
	case SABOT_INCIDENT_CUT_CARD_MISSED:
		return g_strdup_printf(
			_("Only %d cards are left in the shoe and the cut card has not come."),
			(int)number(sentence, "left"));
	case SABOT_INCIDENT_DEAL_AFTER_CUT:
		return g_strdup(_("A round was started that the cut card no longer allows."));
	case SABOT_INCIDENT_BET_AFTER_NO_MORE_BETS:
	case SABOT_INCIDENT_BET_BELOW_MINIMUM:
	case SABOT_INCIDENT_BET_ABOVE_MAXIMUM:
		return bet_sentence(sentence);
	case SABOT_INCIDENT_ACTION_NOT_ALLOWED:
	case SABOT_INCIDENT_ACTION_OUT_OF_TURN:
		return action_sentence(sentence);
	case SABOT_INCIDENT_PAYOUT_WRONG:
	case SABOT_INCIDENT_PAYOUT_MISSING:
		return paid_sentence(sentence);
	case SABOT_INCIDENT_UNSHUFFLED_ORDER:
		return g_strdup(
			_("Five cards came in a row of one suit: the load looks unshuffled."));
	case SABOT_INCIDENT_REPEATED_ORDER:
		return g_strdup_printf(_("Twenty cards came in the same order as in load %d."),
				       (int)number(sentence, "load"));
	case SABOT_INCIDENT_DEVICE_ERROR:
	case SABOT_INCIDENT_DEVICE_OFFLINE:
		return device_sentence(sentence);
	case SABOT_INCIDENT_FRAMES_LOST:
		return lost_sentence(sentence);
	case SABOT_INCIDENT_EVENT_OUT_OF_ORDER:
		return g_strdup_printf(_("\"%s\" makes no sense now (%s) and was ignored."),
				       word(sentence, "ev"), sabot_text_why(word(sentence, "why")));
	case SABOT_INCIDENT_DISPUTE:
		return g_strdup(_("The pit is called to a dispute."));
	case SABOT_INCIDENT_DEVICE_DISAGREES:
		return disagreement_sentence(sentence);
	case SABOT_INCIDENT_SHOE_SWAPPED:
		return swap_sentence(sentence);
	case SABOT_INCIDENT_UNVEILED:
		return g_strdup(_("Hidden cards were shown, by two persons' decision."));
	case SABOT_INCIDENT_CLOCK_STEP:
		return clock_sentence(sentence);
	case SABOT_INCIDENT_CHAIN_BROKEN:
		return broken_sentence(sentence);
	case SABOT_INCIDENT_STORE_DOWN:
		return g_strdup_printf(_("Events could not be saved: %s."), word(sentence, "why"));
	case SABOT_INCIDENT_ACCESS_RECOVERED:
		return g_strdup(_("On the daemon's machine a code was drawn that makes an admin."));
	case SABOT_INCIDENT_NONE:
	case SABOT_INCIDENTS:
	case SABOT_INCIDENT_CODES:
		break;
	}
	return g_strdup("");
}

char *
sabot_text_incident(const struct sabot_incident *incident)
{
	struct sentence sentence = {.incident = incident};
	g_autofree char *text = phrase(&sentence);

	return sentence.lacks_field ? NULL : g_steal_pointer(&text);
}
